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

/* Row (below 2^31), group and label of a point in one word; its coordinates follow. */
static uint64_t pack_word(int64_t row, int group, int32_t label) {
    return (uint64_t)row | (uint64_t)(group != 0) << 31 | (uint64_t)label << 32;
}

typedef struct packing {
    const cloud *c;
    const int64_t *index;
    int64_t n;
    int64_t next;
    double *x;
    char *to;
} packing;

static fcap_status pack_some(void *context, const points *p, int64_t at, int64_t from,
                             int64_t n) {
    packing *const w = context;
    size_t const width = (size_t)w->c->d * sizeof *w->x;
    for (; w->next < w->n && w->index[w->next] < from + n; w->next++) {
        int64_t const i = w->index[w->next];
        uint64_t const word = pack_word(w->c->first + i, w->c->group[i], w->c->label[i]);
        fcap_cloud_get(p, at + i - from, w->x);
        memcpy(w->to, &word, sizeof word);
        memcpy(w->to + sizeof word, w->x, width);
        w->to += sizeof word + width;
    }
    return FCAP_OK;
}

static fcap_status pack(fcap_run *run, const cloud *c, const int64_t *index, int64_t n,
                        char **bytes, size_t *size) {
    *size = (size_t)n * 8 * ((size_t)c->d + 1);
    *bytes = arena_array(&run->mem, char, *size + 1);
    packing w = {.c = c,
                 .index = index,
                 .n = n,
                 .x = arena_array(&run->mem, double, c->d),
                 .to = *bytes};
    if (*bytes == NULL || w.x == NULL) {
        return out_of_memory(run, n);
    }
    return n > 0 ? fcap_cloud_visit(run, c, pack_some, &w) : FCAP_OK;
}

static fcap_status unpack(fcap_run *run, const cloud *c, const char *bytes, collected *out) {
    TRY(fcap_cloud_points(run, c->s, out->n, &out->p));
    out->row = arena_array(&run->mem, int64_t, out->n + 1);
    out->group = arena_array(&run->mem, int32_t, out->n + 1);
    out->label = arena_array(&run->mem, int32_t, out->n + 1);
    double *const x = arena_array(&run->mem, double, c->d);
    if (out->row == NULL || out->group == NULL || out->label == NULL || x == NULL) {
        return out_of_memory(run, out->n);
    }
    size_t const width = (size_t)c->d * sizeof *x;
    for (int64_t i = 0; i < out->n; i++) {
        uint64_t word = 0;
        memcpy(&word, bytes, sizeof word);
        memcpy(x, bytes + sizeof word, width);
        bytes += sizeof word + width;
        out->row[i] = (int64_t)(word & 0x7fffffff);
        out->group[i] = (int32_t)(word >> 31 & 1);
        out->label[i] = (int32_t)(word >> 32);
        fcap_cloud_put(&out->p, i, x);
    }
    for (int64_t i = out->n; out->n > 0 && i < out->p.stride; i++) {
        fcap_cloud_put(&out->p, i, x); /* lanes beyond the last point repeat it */
    }
    return FCAP_OK;
}

fcap_status fcap_collect(fcap_run *run, fcap_comm *comm, const cloud *c, const int64_t *index,
                         int64_t n, collected *out) {
    char *bytes = NULL;
    char *all = NULL;
    size_t size = 0;
    size_t total = 0;
    int64_t *of = NULL;
    *out = (collected){.own = n};
    AGREE(run, comm, pack(run, c, index, n, &bytes, &size));
    TRY(fcap_comm_share(run, comm, n, &of));
    for (int32_t r = 0; r < comm->size; r++) {
        out->at += r < comm->rank ? of[r] : 0;
        out->n += of[r];
    }
    TRY(fcap_comm_gather(run, comm, bytes, size, &all, &total));
    fcap_status const status = comm->rank == 0 ? unpack(run, c, all, out) : FCAP_OK;
    AGREE(run, comm, status);
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
    for (int64_t i = n; i < out->p.stride; i++) {
        fcap_cloud_put(&out->p, i, x);
    }
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
