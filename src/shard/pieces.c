/* pieces.c - see pieces.h. */
#include "shard/pieces.h"

#include <unistd.h>

enum {
    PACKED_WEIGHT = 4, /* what a byte of gzip unpacks to, about */
    LOOK = 1 << 16,    /* bytes that are read at a time to find the end of a record */
    BITS = 4           /* of a state in a packed map */
};

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld parts of files",
                         (long long)n);
}

/* ---------------------------------------------------------------- cutting */

static int64_t parts_of(const shard *s, int64_t size, int64_t *step) {
    if (s->kind == SHARD_PACKED) {
        *step = s->size;
        return 1;
    }
    if (s->kind == SHARD_MATRIX) {
        int64_t const rows = size / ((int64_t)s->form.columns * s->form.width);
        *step = rows < 1 ? 1 : rows;
        return (s->form.rows + *step - 1) / *step;
    }
    *step = size;
    return s->size > s->begin ? (s->size - s->begin + size - 1) / size : 1;
}

static fcap_status cut(fcap_run *run, int64_t size, pieces *out) {
    int64_t step = 0;
    for (int32_t i = 0; i < out->s->n; i++) {
        out->n += parts_of(&out->s->of[i], size, &step);
    }
    out->of = arena_array(&run->mem, piece, out->n);
    if (out->of == NULL) {
        return out_of_memory(run, out->n);
    }
    piece *next = out->of;
    for (int32_t i = 0; i < out->s->n; i++) {
        const shard *const s = &out->s->of[i];
        int64_t const parts = parts_of(s, size, &step);
        int64_t const begin = s->kind == SHARD_TEXT ? s->begin : 0;
        int64_t const end = s->kind == SHARD_MATRIX ? s->form.rows : s->size;
        for (int64_t p = 0; p < parts; p++) {
            int64_t const to = begin + (p + 1) * step;
            *next++ = (piece){.shard = i, .from = begin + p * step, .to = to < end ? to : end};
        }
    }
    return FCAP_OK;
}

static int64_t weight_of(const pieces *p, int64_t i) {
    const piece *const x = &p->of[i];
    const shard *const s = &p->s->of[x->shard];
    int64_t const unit = s->kind == SHARD_MATRIX   ? (int64_t)s->form.columns * s->form.width
                         : s->kind == SHARD_PACKED ? PACKED_WEIGHT
                                                   : 1;
    return (x->to - x->from) * unit + 1;
}

/* Rank r has the pieces whose middle lies in the r-th part of all bytes. */
static void hand_out(const fcap_comm *c, pieces *p) {
    double total = 0;
    for (int64_t i = 0; i < p->n; i++) {
        total += (double)weight_of(p, i);
    }
    double before = 0;
    p->first = p->last = 0;
    for (int64_t i = 0; i < p->n; i++) {
        double const weight = (double)weight_of(p, i);
        double const owner = (before + weight / 2) / total * c->size;
        p->first += owner < c->rank;
        p->last += owner < c->rank + 1;
        before += weight;
    }
}

/* ---------------------------------------------------------------- where records begin */

static fcap_status map_piece(fcap_run *run, const pieces *p, const piece *x, char *buffer,
                             cut_map *out) {
    const shard *const s = &p->s->of[x->shard];
    int file = -1;
    size_t got = 0;
    TRY(fcap_shard_open_file(run, s, &file));
    fcap_status const status =
        fcap_shard_read(run, s, file, x->from, (size_t)(x->to - x->from), buffer, &got);
    close(file);
    TRY(status);
    if (got < (size_t)(x->to - x->from)) {
        return fcap_run_fail(run, FCAP_E_IO, "%s has become shorter while it was read",
                             s->path);
    }
    *out = fcap_cuts_map(&p->cuts, buffer, got);
    return FCAP_OK;
}

/* The maps of own pieces, each a number in `map`. */
static fcap_status map_own(fcap_run *run, const pieces *p, int64_t size, int64_t *map) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    char *const buffer = arena_array(&run->mem, char, size + 1);
    if (buffer == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int64_t i = p->first; i < p->last; i++) {
        cut_map m = {{0}};
        if (p->s->of[p->of[i].shard].kind == SHARD_TEXT) {
            TRY(map_piece(run, p, &p->of[i], buffer, &m));
            for (int s = 0; s < CUT_STATES; s++) {
                map[i] |= (int64_t)m.to[s] << (BITS * s);
            }
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* The first record that begins at or behind a piece's first byte. */
static fcap_status find_begin(fcap_run *run, const pieces *p, int64_t i, cut_state state,
                              int64_t *begin) {
    const shard *const s = &p->s->of[p->of[i].shard];
    char text[LOOK];
    int file = -1;
    *begin = p->of[i].from;
    if (state == CUT_RECORD) {
        return FCAP_OK;
    }
    TRY(fcap_shard_open_file(run, s, &file));
    fcap_status status = FCAP_OK;
    size_t got = 1;
    while (status == FCAP_OK && got > 0 && state != CUT_RECORD) {
        status = fcap_shard_read(run, s, file, *begin, LOOK, text, &got);
        if (status == FCAP_OK) {
            *begin += (int64_t)fcap_cuts_first(&p->cuts, text, got, &state);
        }
    }
    close(file);
    return status;
}

static fcap_status set_ends(fcap_run *run, pieces *p, const int64_t *map) {
    cut_state state = CUT_RECORD;
    int64_t open = -1; /* the own piece that waits for its end */
    for (int64_t i = 0; i < p->n && (i <= p->last || open >= 0); i++) {
        piece *const x = &p->of[i];
        int const starts = i == 0 || p->of[i - 1].shard != x->shard;
        state = starts ? CUT_RECORD : state;
        if (open >= 0 && starts) {
            p->of[open].end = p->s->of[p->of[open].shard].size;
            open = -1;
        }
        if (p->s->of[x->shard].kind == SHARD_TEXT) {
            int const own = i >= p->first && i < p->last;
            if (own || open >= 0) {
                TRY(find_begin(run, p, i, state, &x->begin));
            }
            if (open >= 0) {
                p->of[open].end = x->begin;
            }
            open = own ? i : -1;
            state = (cut_state)(map[i] >> (BITS * state) & ((1 << BITS) - 1));
        }
    }
    if (open >= 0) {
        p->of[open].end = p->s->of[p->of[open].shard].size;
    }
    for (int64_t i = p->first; i < p->last; i++) {
        int64_t const bytes = p->of[i].end - p->of[i].begin;
        p->longest = bytes > p->longest ? bytes : p->longest;
    }
    return FCAP_OK;
}

fcap_status fcap_pieces_open(fcap_run *run, fcap_comm *c, const shards *s, int64_t size,
                             char delimiter, pieces *out) {
    *out = (pieces){.s = s, .cuts = fcap_cuts_open(delimiter)};
    AGREE(run, c, cut(run, size, out));
    hand_out(c, out);
    int64_t *const map = arena_array(&run->mem, int64_t, out->n);
    fcap_status status =
        map != NULL ? map_own(run, out, size, map) : out_of_memory(run, out->n);
    AGREE(run, c, status);
    fcap_comm_sum(c, map, out->n);
    AGREE(run, c, set_ends(run, out, map));
    return FCAP_OK;
}
