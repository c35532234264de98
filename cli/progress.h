/* progress.h - one line on the terminal while it takes long, and Ctrl-C. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "args.h"

typedef struct progress {
    int shown; /* a line is on the screen */
    int enabled;
    int at_once;    /* --progress on: from the start, and as lines when there is no terminal */
    double started; /* seconds */
    double next;
} progress;

/* From now on the first SIGINT or SIGTERM asks the search to stop; the second one kills. */
void progress_start(progress *p, const arguments *args);
/* An fcap_tick for one run; user is the progress. */
int progress_tick(void *user, const fcap_progress *state);

/* What it is made of, for many runs. Has a signal asked to stop? */
int progress_stopped(void);
double progress_seconds(const progress *p);
/* Is it time to show a line? Then the caller makes it. */
int progress_due(const progress *p);
/* Shows "SECONDS s  " and the text, in place of the line before. */
void progress_line(progress *p, const char *format, ...) FCAP_PRINTF(2);
/* Clears the line. */
void progress_end(progress *p);

#endif
