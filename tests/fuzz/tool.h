/* tool.h - the whole tool in this process: words in, exit code and what it said out.
 *
 * main() is compiled under another name. stderr becomes a buffer, and file 1 a file in memory.
 */
#ifndef TESTS_FUZZ_TOOL_H
#define TESTS_FUZZ_TOOL_H

#include <stddef.h>

typedef struct told {
    int code;
    char *out; /* both end with a 0 that is not counted */
    size_t out_size;
    char *err;
    size_t err_size;
} told;

/* `faircap WORD...`; words end with NULL and are not changed. told_free() frees what it told.
 */
told tool_tell(const char *const *word);
void told_free(told *t);

/* A file of these bytes in memory, with a name that can be opened while this process lives. The
 * same number gives the same file, with other bytes. */
const char *tool_file(int number, const void *bytes, size_t size);

/* What a terminal may get: whole UTF-8 characters, line ends, no other control characters and
 * no marks that reorder text. */
int is_safe_text(const char *text, size_t size);

#endif
