/* formats.h - the files that learning-management systems import, and what to do with them. */
#ifndef CLI_LMS_FORMATS_H
#define CLI_LMS_FORMATS_H

#include "lms/sheet.h"
#include "save.h"

enum {
    FORMAT_FILES = 2
};

typedef struct format {
    const char *name; /* as --to has it */
    const char *what; /* in one line */
    int n_files;
    const char *part[FORMAT_FILES]; /* of several files: what is added to the name of each */
    const char *extension;          /* that the LMS insists on, or NULL */
    /* Can every student be written? Needs no labels; NULL = always. 0, or an exit code after
     * having said why not. */
    int (*check)(const sheet *s, const char *name);
    void (*write)(output *out, int which, const sheet *s);
    const char *next; /* what to do with the file: where to click */
} format;

extern const format formats[];
extern const int n_formats;

/* What --to student writes into a file whose name ends with .html: the same as a page. */
extern const format student_page;

/* NULL when there is none of that name. */
const format *format_named(const char *name, size_t size);

#endif
