/* pieces.h - files cut into parts of whole records, and which rank has which.
 *
 * Pieces are of one size, whatever the number of ranks; each rank has some that follow one
 * another, so the ranks in their order have the rows in theirs. A record belongs to the piece
 * in which it begins.
 */
#ifndef FCAP_SHARD_PIECES_H
#define FCAP_SHARD_PIECES_H

#include "shard/cuts.h"
#include "shard/shards.h"

typedef struct piece {
    int32_t shard;
    int64_t from; /* bytes of a text, rows of a matrix; a packed shard is one piece */
    int64_t to;
    int64_t begin; /* of a text: where its first record begins, */
    int64_t end;   /* and where that of the next piece does; of own pieces only */
} piece;

typedef struct pieces {
    const shards *s;
    piece *of;
    int64_t n;
    int64_t first; /* own pieces are [first, last) */
    int64_t last;
    cuts cuts;
    int64_t longest; /* bytes of the longest own piece, records included */
} pieces;

/* size: bytes of a piece. The delimiter is known by now. */
fcap_status fcap_pieces_open(fcap_run *run, fcap_comm *c, const shards *s, int64_t size,
                             char delimiter, pieces *out);

#endif
