/* source.c - see source.h. */
#include "shard/source.h"

#include "shard/headers.h"

enum {
    PIECE_LEAST = 1 << 16, /* bytes */
    PIECE_MOST = 1 << 23,
    PIECES = 256 /* of small files, so that many ranks have something to do */
};

static int64_t piece_size(const fcap_mpi_request *q, const shards *s) {
    int64_t total = 0;
    for (int32_t i = 0; i < s->n; i++) {
        total += s->of[i].size;
    }
    int64_t const part = total / PIECES;
    return q->piece_size > 0    ? q->piece_size
           : part < PIECE_LEAST ? PIECE_LEAST
           : part > PIECE_MOST  ? PIECE_MOST
                                : part;
}

fcap_status fcap_source_open(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                             source *out) {
    TRY(fcap_shards_open(run, comm, q->files.text, q->files.n, &out->files));
    int64_t const size = piece_size(q, &out->files);
    TRY(fcap_row_format_open(run, comm, &out->files, q, &out->format));
    TRY(fcap_headers_check(run, comm, &out->files, &out->format));
    TRY(fcap_pieces_open(run, comm, &out->files, size, out->format.delimiter, &out->pieces));
    out->rows = (records){&out->format, &out->pieces, size};
    return fcap_schema_open(run, comm, &out->rows, q, &out->schema);
}
