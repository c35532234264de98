/* plain_file.h - opening what must be a file to read, and nothing that one could wait for.
 *
 * A pipe without a writer would keep the rank that opens it, and with it all others, for ever.
 */
#ifndef FCAP_SHARD_PLAIN_FILE_H
#define FCAP_SHARD_PLAIN_FILE_H

#include "base/run.h"

#include <stdio.h>

/* FCAP_E_IO when it cannot be opened, or is a folder, a pipe or a device; then *file is -1. */
fcap_status fcap_plain_file_open(fcap_run *run, const char *path, int *file, int64_t *size);
/* The same as a stream; NULL, not -1. */
fcap_status fcap_plain_file_stream(fcap_run *run, const char *path, FILE **out);

#endif
