/* reader.h - the own pieces of a rank as blocks of whole records, one after another.
 *
 * A block is a piece of a text, so much of a packed shard as a piece would have, or rows of a
 * matrix. One block is in memory at a time.
 */
#ifndef FCAP_SHARD_READER_H
#define FCAP_SHARD_READER_H

#include "shard/pieces.h"

typedef struct block {
    int32_t shard;
    int64_t piece;
    int starts;       /* the first block of its shard */
    const char *text; /* records; of a matrix: the values of its rows */
    size_t size;
    int64_t at;    /* of a text: its offset in the file */
    int64_t lines; /* of a packed shard: lines before the block */
    int64_t rows;  /* of a matrix */
    int64_t first; /* of a matrix: its first row */
} block;

typedef struct reader {
    const pieces *p;
    int64_t next; /* piece */
    int64_t size; /* of a piece, for packed shards */
    char *buffer;
    size_t room;
    /* of a packed shard: */
    void *packed; /* gzFile, or NULL: none is open */
    size_t held;  /* bytes at the beginning of the buffer that were not given out */
    size_t given; /* bytes of the block given out last */
    int64_t lines;
    int begun;
} reader;

/* In the arena; close it also after errors. */
fcap_status fcap_reader_open(fcap_run *run, const pieces *p, int64_t size, reader *out);
/* *more is 0 at the end; the block is valid until the next call. */
fcap_status fcap_reader_next(fcap_run *run, reader *r, block *out, int *more);
void fcap_reader_close(reader *r);

/* The 1-based line of a file on which the byte at this offset of a block lies. Reads the file
 * from its beginning: for messages. */
int64_t fcap_block_line(fcap_run *run, const pieces *p, const block *b, size_t offset);

#endif
