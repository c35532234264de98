/* source.c - see source.h. */
#include "shard/source.h"

fcap_status fcap_source_open(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                             source *out) {
    int64_t const size = q->piece_size > 0 ? q->piece_size : PIECE_SIZE;
    TRY(fcap_shards_open(run, comm, q->files.text, q->files.n, &out->files));
    TRY(fcap_row_format_open(run, comm, &out->files, q, &out->format));
    TRY(fcap_pieces_open(run, comm, &out->files, size, out->format.delimiter, &out->pieces));
    out->rows = (records){&out->format, &out->pieces, size};
    return fcap_schema_open(run, comm, &out->rows, q, &out->schema);
}
