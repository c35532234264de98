/* save.h - files that are either the old one or the complete new one.
 *
 * Bytes go to a temporary file beside the target; output_commit() makes it the target. Until
 * then, and after any error, the target is untouched. Standard output is written directly.
 */
#ifndef CLI_SAVE_H
#define CLI_SAVE_H

#include <stddef.h>
#include <stdint.h>

typedef struct output {
    const char *path; /* "-" is standard output */
    char *target;     /* the file itself, where path is a symbolic link; else NULL */
    char *temporary;  /* NULL for standard output */
    char *folder;     /* of the target; NULL likewise */
    int file;
    int error; /* errno of the first failure, 0 so far */
    size_t used;
    char buffer[1 << 16];
} output;

/* Is it something to write to as it is: a terminal, a pipe, /dev/null? */
int output_is_device(const char *path);

/* 0, or an exit code after having said why. */
int output_open(output *out, const char *path);
void output_bytes(output *out, const char *bytes, size_t size);
void output_text(output *out, const char *text);
void output_format(output *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* Whole number and shortest exact decimal. */
void output_integer(output *out, int64_t value);
void output_number(output *out, double value);

/* What is in the buffer is written; a failure is noted in `error`. */
void output_flush(output *out);

/* Everything is on disk, under the temporary name. 0, or an exit code after having said why. */
int output_finish(output *out);
/* The temporary file becomes the target. */
int output_commit(output *out);
/* Removes the temporary file; fine after commit and before open (zeroed). */
void output_discard(output *out);
/* Removes the temporary files of all outputs; may be called from a signal handler. */
void output_remove_all(void);

#endif
