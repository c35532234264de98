/* source.h - from a request to a schema: what clustering and checking begin with. */
#ifndef FCAP_SHARD_SOURCE_H
#define FCAP_SHARD_SOURCE_H

#include "shard/schema.h"

typedef struct source {
    shards files;
    row_format format;
    pieces pieces;
    records rows;
    schema schema;
} source;

/* *out must not move afterwards. Collective. */
fcap_status fcap_source_open(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                             source *out);

#endif
