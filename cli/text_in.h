/* text_in.h - a small file, or one that comes only once, as bytes; and its lines, which end as
 * those of a table may. */
#ifndef CLI_TEXT_IN_H
#define CLI_TEXT_IN_H

#include <stddef.h>

/* At most `most` bytes of a file, and a 0 behind them; what is longer is cut. The caller frees
 * it. NULL after having said why it cannot be read. */
char *text_read(const char *path, size_t most, size_t *size);
/* The bytes of the line that begins at *at, without its end: LF, CRLF or CR. *at goes behind
 * that end, and is `size` or more after the last line. */
size_t line_take(const char *text, size_t size, size_t *at);
/* How many lines a text has at most; with CRLF it has fewer. */
size_t lines_most(const char *text, size_t size);
/* The size without what DOS ends a text with: Ctrl-Z, once or often. */
size_t size_without_end_marks(const char *text, size_t size);

/* Is it standard input ("-"), a pipe or a device? Whoever opens such a file again waits for
 * what nobody writes any more. */
int text_comes_once(const char *path);
/* All bytes of such a file, as text_read(). */
char *text_read_once(const char *path, size_t *size);

#endif
