/* targets.h - what --to asks for: formats, and the files they go to.
 *
 *     --to canvas -o groups.csv        what -o gets (or standard output), instead of the table
 *     --to canvas:groups.csv           a file besides it; --to may repeat
 */
#ifndef CLI_LMS_TARGETS_H
#define CLI_LMS_TARGETS_H

#include "lms/formats.h"

enum {
    TARGETS_MOST = 9 /* each format once */
};

typedef struct target {
    const format *format;
    char *path[FORMAT_FILES];
} target;

typedef struct targets {
    target of[TARGETS_MOST];
    int n;
    int in_place; /* is there one that takes the place of the table? */
} targets;

/* 0, or an exit code after having said why. */
int targets_open(targets *t, const arguments *a);
void targets_close(targets *t);

/* Can every student be written in every format? */
int targets_check(const targets *t, const sheet *s);
/* Where the files are, and what to do with them there. */
void targets_say_next(const targets *t, int quiet);

#endif
