/* head.h - the records with which a text shard begins. */
#ifndef FCAP_SHARD_HEAD_H
#define FCAP_SHARD_HEAD_H

#include "shard/shards.h"
#include "table/csv.h"

typedef struct shard_head {
    input file;
    csv in; /* whole records; faults in them are found when the shard is read */
} shard_head;

/* Those within so many bytes; there may be none. delimiter 0: detected. *out must not move. */
fcap_status fcap_head_open(fcap_run *run, const shard *s, size_t most, char delimiter,
                           shard_head *out);

#endif
