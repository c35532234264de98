/* proposals.c - see proposals.h. */
#include "mixture/proposals.h"

#include "data/near_order.h"

enum {
    RING_STEPS = 4 /* from the near item to the one that leaves: a power of two */
};

/* ---- what may move, and what is near ---- */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the order of %lld items",
                         (long long)n);
}

/* The means of the items in the similar coordinates, in an order of near ones. */
static fcap_status find_order(fcap_run *run, proposals *p) {
    const blend *const b = p->g->blend;
    int64_t const n = p->g->task->it.n;
    p->order = arena_array(&run->mem, int32_t, n);
    p->place = arena_array(&run->mem, int32_t, n);
    arena_mark const mark = fcap_arena_save(&run->mem);
    double *const mean = arena_array(&run->mem, double, n * b->near);
    int64_t *const order = arena_array(&run->mem, int64_t, n);
    points items_as_points;
    if (p->order == NULL || p->place == NULL || mean == NULL || order == NULL) {
        return out_of_memory(run, n);
    }
    for (int64_t x = 0; x < n; x++) {
        for (int32_t c = 0; c < b->near; c++) {
            mean[x * b->near + c] = b->sum[x * b->stride + c] / b->size[x];
        }
    }
    TRY(fcap_points_open(run, mean, n, b->near, &items_as_points));
    TRY(fcap_points_near_order(run, &items_as_points, order));
    for (int64_t at = 0; at < n; at++) {
        p->order[at] = (int32_t)order[at];
        p->place[order[at]] = (int32_t)at;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_proposals_open(fcap_run *run, const grouping *g, rng random, proposals *out) {
    const items *const it = &g->task->it;
    const rules *const r = g->task->r;
    *out = (proposals){.g = g, .random = random};
    out->free = arena_array(&run->mem, int32_t, it->n);
    if (out->free == NULL) {
        return out_of_memory(run, it->n);
    }
    for (int64_t x = 0; x < it->n; x++) {
        if (it->home[x] < 0) {
            out->free[out->n_free++] = (int32_t)x;
        }
    }
    while (it->n >> out->scales > 1) {
        out->scales++;
    }
    out->sizes_vary = r->min_size * r->k < r->n &&
                      (r->weight != NULL || r->capacities != NULL || r->capacity > r->n / r->k);
    return g->blend->near > 0 ? find_order(run, out) : FCAP_OK;
}

/* ---- drawing ---- */

/* Up to n < 2^32 from 32 random bits; the bias is below n / 2^32, and the same everywhere. */
static int64_t below(uint64_t bits, int64_t n) {
    return (int64_t)(((bits & 0xffffffffu) * (uint64_t)n) >> 32);
}

/* An item that is near x. */
static int32_t neighbour(proposals *p, int32_t x) {
    int64_t const n = p->g->task->it.n;
    uint64_t const bits = fcap_rng_next(&p->random);
    if (p->order == NULL) {
        return (int32_t)below(bits, n);
    }
    int64_t const scale = below(bits, p->scales + 1);
    int64_t const step = 1 + (int64_t)((bits >> 33) & (((uint64_t)1 << scale) - 1));
    int64_t const at = p->place[x] + (bits >> 32 & 1 ? step : -step);
    return p->order[at < 0 ? at + n : at >= n ? at - n : at];
}

/* A member of the group of z, some steps behind it. */
static int32_t companion(const proposals *p, int32_t z, uint64_t bits) {
    int32_t y = z;
    for (uint64_t step = bits % RING_STEPS + 1; step > 0; step--) {
        y = p->g->next[y];
    }
    return y;
}

change fcap_proposals_swap(const grouping *g, int32_t x, int32_t y) {
    return (change){2, {{g->label[x], y, x}, {g->label[y], x, y}, {0, 0, 0}}};
}

change fcap_proposals_move(const grouping *g, int32_t x, int32_t to) {
    return (change){2, {{g->label[x], -1, x}, {to, x, -1}, {0, 0, 0}}};
}

int fcap_proposals_draw(proposals *p, change *out, uint32_t *luck) {
    const grouping *const g = p->g;
    const int32_t *const home = g->task->it.home;
    uint64_t const bits = fcap_rng_next(&p->random);
    int32_t const x = p->free[below(bits, p->n_free)];
    int32_t const z = neighbour(p, x);
    int const kind = (int)(bits >> 32 & 15);
    *luck = (uint32_t)(bits >> 48);
    if (g->label[x] == g->label[z]) {
        return 0;
    }
    if (kind < 2 && p->sizes_vary) {
        *out = fcap_proposals_move(g, x, g->label[z]);
        return 1;
    }
    int32_t const y = companion(p, z, bits >> 36);
    if (home[y] >= 0) {
        return 0;
    }
    if (kind > 2) {
        *out = fcap_proposals_swap(g, x, y);
        return 1;
    }
    int32_t const w = neighbour(p, y);
    int32_t const v = companion(p, w, bits >> 40);
    if (home[v] >= 0 || g->label[w] == g->label[x] || g->label[w] == g->label[z]) {
        return 0;
    }
    *out = (change){3, {{g->label[x], v, x}, {g->label[y], x, y}, {g->label[v], y, v}}};
    return 1;
}
