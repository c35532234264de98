/* shards.h - the files of one data set, and their order.
 *
 * The rows of the data set are those of the first file, then those of the second, and so on;
 * files come in the order of the patterns, those of one pattern by name. Rank 0 looks; the
 * others are told, so that all see the same list. Every rank must be able to open every file.
 */
#ifndef FCAP_SHARD_SHARDS_H
#define FCAP_SHARD_SHARDS_H

#include "shard/comm.h"
#include "table/npy.h"

typedef enum shard_kind {
    SHARD_TEXT,   /* CSV, which may be cut anywhere */
    SHARD_PACKED, /* gzip of it, which may not */
    SHARD_MATRIX  /* .npy, which is cut between rows */
} shard_kind;

typedef struct shard {
    const char *path;
    shard_kind kind;
    int64_t size;  /* bytes of the file */
    int64_t begin; /* behind a byte-order mark */
    npy_form form; /* of a matrix */
} shard;

typedef struct shards {
    shard *of;
    int32_t n;
} shards;

fcap_status fcap_shards_open(fcap_run *run, fcap_comm *c, const char *const *pattern, int32_t n,
                             shards *out);
/* The name of a shard's labels: its own, less .gz, .csv, .tsv, .txt and .npy, with
 * ".labels.csv". The arena's; NULL: out of memory. */
char *fcap_shard_labels_name(fcap_run *run, const shard *s);
/* Bytes [from, from + size) of a file; fewer at its end. */
fcap_status fcap_shard_read(fcap_run *run, const shard *s, int file, int64_t from, size_t size,
                            char *out, size_t *got);
fcap_status fcap_shard_open_file(fcap_run *run, const shard *s, int *file);

#endif
