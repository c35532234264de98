/* file_words.h - what files call a group, a name and a line: in English, or as --word says.
 *
 * Files are read by students and teachers in their language. What a learning-management system
 * must find (its headers, identifiers, codes) is no word of these.
 */
#ifndef CLI_FILE_WORDS_H
#define CLI_FILE_WORDS_H

#include "args.h"

typedef struct file_words {
    const char *group;  /* of "Group 01" */
    const char *column; /* of groups: "group" */
    const char *name;   /* column of names */
    const char *line;   /* of "line 13" */
} file_words;

file_words file_words_of(const arguments *a);

/* 0, or an exit code after having said what --word takes. */
int file_words_check(const arguments *a);

#endif
