/* quarrels.h - wishes about single students that exclude each other, or the sizes, or the
 * groups so far: found without any search, and said with names and lines of the files. */
#ifndef CLI_QUARRELS_H
#define CLI_QUARRELS_H

#include "group_shape.h"

/* How many there are; each is said in one sentence if `aloud`. */
int64_t quarrels(const job *j, const group_shape *shape, int aloud);

#endif
