/* text_in.h - a small file of the tool's own as bytes. */
#ifndef CLI_TEXT_IN_H
#define CLI_TEXT_IN_H

#include <stddef.h>

/* At most `most` bytes of a file, and a 0 behind them; what is longer is cut. The caller frees
 * it. NULL after having said why it cannot be read. */
char *text_read(const char *path, size_t most, size_t *size);

#endif
