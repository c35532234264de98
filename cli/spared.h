/* spared.h - the files that a run reads, which nothing that it writes may replace. */
#ifndef CLI_SPARED_H
#define CLI_SPARED_H

#include "args.h"

/* Would an output of this name replace a file that the run reads? "-" is standard input there
 * and standard output here; whatever is no regular file is not replaced. */
int spared(const arguments *a, const char *path);

/* Would two outputs be one file, of which only the last is left? */
int one_file(const char *one, const char *other);

#endif
