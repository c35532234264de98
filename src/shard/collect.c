/* collect.c - see collect.h. */
#include "shard/collect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint64_t fcap_row_hash(uint64_t seed, int64_t row) {
    rng const base = fcap_rng_seed(seed);
    rng r = fcap_rng_fork(&base, (uint64_t)row);
    return fcap_rng_next(&r);
}

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points of all ranks",
                         (long long)n);
}

/* ---------------------------------------------------------------- travelling */

enum {
    TURN_BYTES = 1 << 22 /* that come to rank 0 at a time, whatever the number of ranks */
};

/* Row (below 2^31) and group of a point in one word; its coordinates follow. */
static uint64_t pack_word(int64_t row, int group) {
    return (uint64_t)row | (uint64_t)(group != 0) << 31;
}

static size_t width_of(const cloud *c) {
    return 8 * ((size_t)c->d + 1);
}

typedef struct packing {
    const cloud *c;
    const int64_t *index;
    int64_t n;
    int64_t next;
    double *x;
    char *to; /* on the way to rank 0; NULL: this is rank 0, and these are there */
    collected *out;
} packing;

static void put(collected *out, int64_t i, uint64_t word, const double *x) {
    out->row[i] = (int64_t)(word & 0x7fffffff);
    out->group[i] = (int32_t)(word >> 31 & 1);
    fcap_cloud_put(&out->p, i, x);
}

static fcap_status pack_some(void *context, const points *p, int64_t at, int64_t from,
                             int64_t n) {
    packing *const w = context;
    size_t const width = width_of(w->c);
    for (; w->next < w->n && w->index[w->next] < from + n; w->next++) {
        int64_t const i = w->index[w->next];
        uint64_t const word = pack_word(w->c->first + i, w->c->group[i]);
        fcap_cloud_get(p, at + i - from, w->x);
        if (w->to == NULL) {
            put(w->out, w->next, word, w->x);
            continue;
        }
        memcpy(w->to, &word, sizeof word);
        memcpy(w->to + sizeof word, w->x, width - sizeof word);
        w->to += width;
    }
    return FCAP_OK;
}

/* On rank 0: room for all, and its own points, which are the first. Elsewhere: *bytes. */
static fcap_status pack(fcap_run *run, const cloud *c, int is_root, const int64_t *index,
                        collected *out, char **bytes, double **x) {
    *x = arena_array(&run->mem, double, c->d);
    *bytes = NULL;
    if (is_root) {
        TRY(fcap_cloud_points(run, c->s, out->n, &out->p));
        out->row = arena_array(&run->mem, int64_t, out->n + 1);
        out->group = arena_array(&run->mem, int32_t, out->n + 1);
    } else {
        *bytes = arena_array(&run->mem, char, (size_t)out->own *width_of(c) + 1);
    }
    if (*x == NULL || (is_root ? out->row == NULL || out->group == NULL : *bytes == NULL)) {
        return out_of_memory(run, out->n);
    }
    packing w = {.c = c, .index = index, .n = out->own, .x = *x, .to = *bytes, .out = out};
    return out->own > 0 ? fcap_cloud_visit(run, c, pack_some, &w) : FCAP_OK;
}

static void unpack(const cloud *c, const char *bytes, int64_t from, int64_t n, double *x,
                   collected *out) {
    for (int64_t i = from; i < from + n; i++) {
        uint64_t word = 0;
        memcpy(&word, bytes, sizeof word);
        memcpy(x, bytes + sizeof word, width_of(c) - sizeof word);
        bytes += width_of(c);
        put(out, i, word, x);
    }
}

/* What rank r, whose points begin at first, has of points at .. at + n - 1 of all. */
static int64_t overlap(int64_t first, int64_t own, int64_t at, int64_t n) {
    int64_t const from = first > at ? first : at;
    int64_t const to = first + own < at + n ? first + own : at + n;
    return to > from ? to - from : 0;
}

/* Some megabytes after another, so rank 0 has hardly more than the points themselves. */
static fcap_status bring(fcap_run *run, fcap_comm *comm, const cloud *c, const int64_t *of,
                         const char *bytes, double *x, collected *out) {
    int64_t const turn = 1 + (int64_t)(TURN_BYTES / width_of(c));
    size_t *const size = arena_array(&run->mem, size_t, comm->size);
    char *const room =
        arena_array(&run->mem, char, comm->rank == 0 ? (size_t)turn * width_of(c) : 1);
    AGREE(run, comm, size != NULL && room != NULL ? FCAP_OK : out_of_memory(run, out->n));
    for (int64_t at = of[0]; at < out->n; at += turn) {
        int64_t const some = turn < out->n - at ? turn : out->n - at;
        int64_t first = of[0];
        for (int32_t r = 1; r < comm->size; r++) {
            size[r] = (size_t)overlap(first, of[r], at, some) * width_of(c);
            first += of[r];
        }
        fcap_comm_bring(comm, bytes, size, room);
        if (comm->rank == 0) {
            unpack(c, room, at, some, x, out);
        } else {
            bytes += size[comm->rank];
        }
    }
    return FCAP_OK;
}

fcap_status fcap_collect(fcap_run *run, fcap_comm *comm, const cloud *c, const int64_t *index,
                         int64_t n, collected *out) {
    char *bytes = NULL;
    double *x = NULL;
    int64_t *of = NULL;
    *out = (collected){.own = n};
    TRY(fcap_comm_share(run, comm, n, &of));
    for (int32_t r = 0; r < comm->size; r++) {
        out->at += r < comm->rank ? of[r] : 0;
        out->n += of[r];
    }
    AGREE(run, comm, pack(run, c, comm->rank == 0, index, out, &bytes, &x));
    arena_mark const mark = fcap_arena_save(&run->mem);
    TRY(bring(run, comm, c, of, bytes, x, out));
    fcap_arena_restore(&run->mem, mark);
    if (comm->rank == 0) {
        fcap_cloud_close_points(&out->p);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- a sample */

typedef struct drawn {
    uint64_t hash;
    int64_t i;
} drawn;

static int by_hash(const void *left, const void *right) {
    const drawn *const a = left;
    const drawn *const b = right;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash)
                              : (a->i > b->i) - (a->i < b->i);
}

/* As many of a group as it should have, at least one. */
static int64_t share_of(const schema *s, int64_t wanted, int g) {
    int64_t const share = (2 * wanted * s->total[g] + s->n) / (2 * s->n);
    int64_t const least = s->total[g] > 0;
    return share < least ? least : share > s->total[g] ? s->total[g] : share;
}

/* Hashes up to this are sent: hardly ever fewer than are wanted. */
static uint64_t limit_of(const schema *s, int64_t wanted, int g) {
    double const share = (double)share_of(s, wanted, g);
    double const part = (share + 6 * sqrt(share) + 10) / (double)s->total[g];
    return part >= 1 ? UINT64_MAX : (uint64_t)ldexp(part, 64);
}

static fcap_status select_own(fcap_run *run, const cloud *c, int64_t wanted, uint64_t seed,
                              int64_t **index, int64_t *n) {
    uint64_t limit[2] = {0, 0};
    for (int g = 0; g < c->n_groups; g++) {
        limit[g] = limit_of(c->s, wanted, g);
    }
    *n = 0;
    for (int64_t i = 0; i < c->n; i++) {
        *n += fcap_row_hash(seed, c->first + i) <= limit[c->group[i]];
    }
    *index = arena_array(&run->mem, int64_t, *n + 1);
    if (*index == NULL) {
        return out_of_memory(run, *n);
    }
    int64_t next = 0;
    for (int64_t i = 0; i < c->n; i++) {
        if (fcap_row_hash(seed, c->first + i) <= limit[c->group[i]]) {
            (*index)[next++] = i;
        }
    }
    return FCAP_OK;
}

/* The points of smallest hash of each group, in the order of the rows. */
static fcap_status thin(fcap_run *run, const cloud *c, int64_t wanted, uint64_t seed,
                        collected *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    char *const stays = arena_array(&run->mem, char, out->n + 1);
    drawn *const order = arena_array(&run->mem, drawn, out->n + 1);
    double *const x = arena_array(&run->mem, double, c->d);
    if (stays == NULL || order == NULL || x == NULL) {
        return out_of_memory(run, out->n);
    }
    for (int g = 0; g < c->n_groups; g++) {
        int64_t n = 0;
        int64_t const share = share_of(c->s, wanted, g);
        for (int64_t i = 0; i < out->n; i++) {
            if (out->group[i] == g) {
                order[n++] = (drawn){fcap_row_hash(seed, out->row[i]), i};
            }
        }
        qsort(order, (size_t)n, sizeof *order, by_hash);
        for (int64_t i = 0; i < n && i < share; i++) {
            stays[order[i].i] = 1;
        }
    }
    int64_t n = 0;
    for (int64_t i = 0; i < out->n; i++) {
        if (stays[i]) {
            fcap_cloud_get(&out->p, i, x);
            fcap_cloud_put(&out->p, n, x);
            out->row[n] = out->row[i];
            out->group[n++] = out->group[i];
        }
    }
    out->n = out->p.n = n;
    out->p.stride = (n + LANES - 1) / LANES * LANES;
    fcap_cloud_close_points(&out->p);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_sample(fcap_run *run, fcap_comm *comm, const cloud *c, int64_t wanted,
                        uint64_t seed, collected *out) {
    int64_t *index = NULL;
    int64_t n = 0;
    AGREE(run, comm, select_own(run, c, wanted, seed, &index, &n));
    TRY(fcap_collect(run, comm, c, index, n, out));
    fcap_status const status = comm->rank == 0 ? thin(run, c, wanted, seed, out) : FCAP_OK;
    AGREE(run, comm, status);
    return FCAP_OK;
}
