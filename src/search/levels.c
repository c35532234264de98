/* levels.c - see levels.h. */
#include "search/levels.h"

#include <assert.h>

enum {
    TRIES = 20 /* to loosen the rules, each by a fiftieth */
};

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a sample of %lld points",
                         (long long)n);
}

/* ---------------------------------------------------------------- samples */

/* Of the members of one group, seen one after another, one by lot of each stretch. */
typedef struct stretch {
    int64_t n;      /* members */
    int64_t wanted; /* stretches */
    int64_t seen;
    int64_t lot; /* who of the present stretch */
} stretch;

/* Is the next member one of the sample? Stretch s has the members c with c wanted / n = s, but
 * for fractions. */
static int takes(stretch *s, rng *random) {
    int64_t const c = s->seen++;
    if (s->wanted == 0) {
        return 0;
    }
    int64_t const now = c * s->wanted / s->n;
    if (c == 0 || (c - 1) * s->wanted / s->n != now) {
        int64_t const end = ((now + 1) * s->n + s->wanted - 1) / s->wanted;
        s->lot = c + fcap_rng_below(random, (end < s->n ? end : s->n) - c);
    }
    return c == s->lot;
}

static int64_t point_of(const level *l, int64_t x) {
    return l->index == NULL ? x : l->index[x];
}

fcap_status fcap_level_draw(fcap_run *run, const shape *whole, const level *from,
                            int64_t wanted, rng *random, level *out) {
    int64_t const n = from->n;
    assert(n > 0);
    *out = (level){0};
    stretch of[2] = {{.n = 0}, {.n = 0}};
    out->index = arena_array(&run->mem, int64_t, wanted + 2);
    out->n = 0;
    if (out->index == NULL) {
        return out_of_memory(run, wanted);
    }
    for (int64_t x = 0; x < n; x++) {
        int64_t const j = point_of(from, x);
        of[whole->group == NULL ? 0 : whole->group[j]].n++;
    }
    for (int g = 0; g < 2; g++) { /* rounded, and not a group less */
        int64_t const share = (2 * wanted * of[g].n + n) / (2 * n);
        of[g].wanted = share == 0 && of[g].n > 0 ? 1 : share;
    }
    for (int64_t x = 0; x < n; x++) {
        int64_t const j = point_of(from, x);
        if (takes(&of[whole->group == NULL ? 0 : whole->group[j]], random)) {
            out->index[out->n++] = j;
        }
    }
    return FCAP_OK;
}

fcap_status fcap_levels_draw(fcap_run *run, const shape *whole, int64_t first, rng *random,
                             level *out, int32_t *n_levels) {
    int32_t n = 0;
    int64_t size = first;
    for (; n < LEVELS_MOST && 2 * size < whole->n; n++) {
        size *= LEVEL_STEP;
    }
    level const all = {.n = whole->n};
    for (int32_t l = n - 1; l >= 0; l--) {
        size /= LEVEL_STEP;
        TRY(fcap_level_draw(run, whole, l == n - 1 ? &all : &out[l + 1], size, random,
                            &out[l]));
    }
    *n_levels = n;
    return FCAP_OK;
}

level fcap_level_whole(const points *p, const rules *r, const shape *s) {
    return (level){.n = s->n, .r = *r, .s = *s, .p = *p};
}

int64_t fcap_level_find(const level *l, int64_t point) {
    if (l->index == NULL) {
        return point;
    }
    int64_t low = 0;
    int64_t high = l->n - 1;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (l->index[middle] < point) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(l->index[low] == point);
    return low;
}

/* ---------------------------------------------------------------- rules */

/* The rules in proportion, loosened by so many fiftieths; the last try forbids nothing. */
static rules share_of(const rules *r, const shape *s, level *l, int loose) {
    int64_t const capacity = fcap_ceil_div(r->capacity, l->n, s->n);
    int64_t const wide = capacity + loose * (1 + capacity / 50);
    int64_t const small = r->min_size * l->n / s->n - loose * (1 + r->min_size / 50);
    int const free = loose == TRIES;
    l->attribute = (fcap_attribute){l->group, 2, s->t};
    if (loose > 0) {
        l->attribute.balance = free ? (fcap_ratio){1, 1000000}
                                    : (fcap_ratio){s->t.num * (50 - loose), s->t.den * 50};
    }
    return (rules){.n = l->n,
                   .k = r->k,
                   .capacity = free || wide > l->n ? l->n : wide,
                   .min_size = free || small < 1 ? 1 : small,
                   .attribute = &l->attribute,
                   .n_attributes = s->n_groups == 2,
                   .n_counts = s->n_groups == 2 ? 2 : 0};
}

fcap_status fcap_level_open(fcap_run *run, const points *whole, const rules *r, const shape *s,
                            level *l) {
    l->group = arena_array(&run->mem, int32_t, l->n);
    if (l->group == NULL) {
        return out_of_memory(run, l->n);
    }
    for (int64_t x = 0; x < l->n; x++) {
        l->group[x] = s->group == NULL ? 0 : s->group[l->index[x]];
    }
    TRY(fcap_points_subset(run, whole, l->index, l->n, &l->p));
    for (int loose = 0; loose <= TRIES; loose++) {
        l->r = share_of(r, s, l, loose);
        TRY(fcap_shape_open(run, &l->r, &l->s));
        if (l->s.least <= l->s.most) {
            return FCAP_OK;
        }
    }
    return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                         "a sample of %lld points cannot be divided among %d clusters",
                         (long long)l->n, (int)r->k);
}
