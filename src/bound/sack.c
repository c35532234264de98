/* sack.c - see sack.h. */
#include "bound/sack.h"

#include <math.h>
#include <string.h>

enum {
    BRANCHES = 200,       /* before the core is looked at */
    BRANCHES_MORE = 4000, /* where its table is too large */
    WIDEST = 1 << 16,     /* weights of the core's table, */
    TABLE = 1 << 18,      /* and its entries */
    BRANCH_WORK = 40,     /* in about nanoseconds, as an entry is one */
    ITEM_WORK = 40
};

fcap_status fcap_sack_open(fcap_run *run, int64_t n, sack *out) {
    *out = (sack){
        .item = arena_array(&run->mem, sack_item, n),
        .best = arena_array(&run->mem, int32_t, n),
        .worth = arena_array(&run->mem, double, n + 1),
        .weight = arena_array(&run->mem, int64_t, n + 1),
        .now = arena_array(&run->mem, int32_t, n),
        .core = arena_array(&run->mem, int32_t, n),
        .row = {arena_array(&run->mem, double, WIDEST), arena_array(&run->mem, double, WIDEST)},
        .taken = arena_array(&run->mem, char, TABLE)};
    if (out->item == NULL || out->best == NULL || out->worth == NULL || out->weight == NULL ||
        out->now == NULL || out->core == NULL || out->row[0] == NULL || out->row[1] == NULL ||
        out->taken == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a knapsack of %lld",
                             (long long)n);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the order */

static int comes_before(const sack_item *a, const sack_item *b) {
    return a->rate > b->rate || (a->rate == b->rate && a->position < b->position);
}

/* Shell's sort: mostly there are a few dozen. */
static void sort_items(sack_item *x, int64_t n) {
    int64_t gap = 1;
    while (gap < n / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (int64_t i = gap; i < n; i++) {
            sack_item const v = x[i];
            int64_t j = i;
            for (; j >= gap && comes_before(&v, &x[j - gap]); j -= gap) {
                x[j] = x[j - gap];
            }
            x[j] = v;
        }
    }
}

static void put_in_order(sack *s) {
    sort_items(s->item, s->n);
    s->worth[0] = 0;
    s->weight[0] = 0;
    for (int64_t x = 0; x < s->n; x++) {
        s->worth[x + 1] = s->worth[x] + s->item[x].worth;
        s->weight[x + 1] = s->weight[x] + s->item[x].weight;
    }
}

/* ---------------------------------------------------------------- branch and bound */

/* Items [from, returned) fit into the place whole, the next one does not. */
static int64_t first_that_breaks(const sack *s, int64_t from, int64_t place) {
    int64_t low = from;
    int64_t high = s->n;
    while (low < high) {
        int64_t const middle = (low + high + 1) / 2;
        if (s->weight[middle] - s->weight[from] <= place) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* No choice of items from `from` on is worth more. */
static double relaxation(const sack *s, int64_t from, int64_t place) {
    int64_t const x = first_that_breaks(s, from, place);
    double const whole = s->worth[x] - s->worth[from];
    int64_t const left = place - (s->weight[x] - s->weight[from]);
    return x < s->n ? whole + (double)left * s->item[x].rate : whole;
}

typedef struct branching {
    double most; /* worth of the best */
    double worth;
    int64_t place; /* that is left */
    int64_t taken;
    int64_t at;       /* the next item */
    int64_t branches; /* so far */
} branching;

static void keep_best(sack *s, branching *b) {
    if (b->worth > b->most) {
        b->most = b->worth;
        s->n_best = b->taken;
        memcpy(s->best, s->now, (size_t)b->taken * sizeof *s->now);
    }
}

/* Goes on until all is known (returns 1) or there have been `branches`. */
static int search(sack *s, branching *b, int64_t branches) {
    while (b->branches <= branches) {
        int hopeful = 1;
        while (b->at < s->n && hopeful) { /* down: take what fits */
            int64_t const x = first_that_breaks(s, b->at, b->place);
            for (; b->at < x; b->at++) {
                b->worth += s->item[b->at].worth;
                b->place -= s->item[b->at].weight;
                s->now[b->taken++] = (int32_t)b->at;
            }
            b->at += b->at < s->n;
            b->branches++;
            hopeful = b->at >= s->n || b->worth + relaxation(s, b->at, b->place) > b->most;
        }
        if (hopeful) {
            keep_best(s, b);
        }
        do { /* up: without the last one taken */
            if (b->taken == 0) {
                return 1;
            }
            b->at = s->now[--b->taken];
            b->worth -= s->item[b->at].worth;
            b->place += s->item[b->at].weight;
            b->at++;
            b->branches++;
        } while (b->worth + relaxation(s, b->at, b->place) <= b->most);
    }
    return 0;
}

/* ---------------------------------------------------------------- the core */

/* Items whose place in the best choice is not known. Any other choice for one of the others
 * loses so much of the linear relaxation `limit` that no more than `most` is left. They begin
 * s->core; those that are in for sure end it. */
typedef struct core {
    int64_t n;
    int64_t n_in;
    int64_t place; /* left by those that are in; below 0: no better choice */
    double worth;  /* of those that are in */
} core;

static core find_core(sack *s, int64_t place, double limit, double most) {
    int64_t const middle = first_that_breaks(s, 0, place);
    double const rate = middle < s->n ? s->item[middle].rate : 0;
    core c = {.place = place};
    for (int64_t x = 0; x < s->n; x++) {
        const sack_item *const it = &s->item[x];
        if (fabs(it->worth - rate * (double)it->weight) < limit - most) {
            s->core[c.n++] = (int32_t)x;
        } else if (x < middle) {
            s->core[s->n - ++c.n_in] = (int32_t)x;
            c.place -= it->weight;
            c.worth += it->worth;
        }
    }
    return c;
}

/* The most worth of core items within each weight, one item after the other. */
static double fill_table(sack *s, const core *c) {
    double *restrict before = s->row[0];
    double *restrict after = s->row[1];
    int64_t const width = c->place + 1;
    memset(before, 0, (size_t)width * sizeof *before);
    for (int64_t x = 0; x < c->n; x++) {
        const sack_item *const it = &s->item[s->core[x]];
        char *const taken = s->taken + x * width;
        int64_t const least = it->weight < width ? it->weight : width;
        memcpy(after, before, (size_t)least * sizeof *after);
        memset(taken, 0, (size_t)least);
        for (int64_t w = least; w < width; w++) {
            double const with = before[w - it->weight] + it->worth;
            taken[w] = with > before[w];
            after[w] = with > before[w] ? with : before[w];
        }
        double *const swap = before;
        before = after;
        after = swap;
    }
    return before[c->place];
}

static void take_from_table(sack *s, const core *c) {
    int64_t const width = c->place + 1;
    int64_t w = c->place;
    s->n_best = c->n_in;
    memcpy(s->best, s->core + s->n - c->n_in, (size_t)c->n_in * sizeof *s->core);
    for (int64_t x = c->n - 1; x >= 0; x--) {
        if (s->taken[x * width + w]) {
            s->best[s->n_best++] = s->core[x];
            w -= s->item[s->core[x]].weight;
        }
    }
}

double fcap_sack_fill(sack *s, int64_t place) {
    put_in_order(s);
    double const limit = relaxation(s, 0, place);
    branching b = {.most = -1, .place = place};
    int known = search(s, &b, BRANCHES);
    s->work = s->n * ITEM_WORK;
    if (!known) {
        core const c = find_core(s, place, limit, b.most);
        if (c.place >= WIDEST || c.n * (c.place + 1) > TABLE) {
            known = search(s, &b, BRANCHES_MORE);
        } else {
            known = 1;
            s->work += c.place < 0 ? 0 : c.n * (c.place + 1);
            double const worth = c.place < 0 ? -1 : c.worth + fill_table(s, &c);
            if (worth > b.most) {
                b.most = worth;
                take_from_table(s, &c);
            }
        }
    }
    s->work += b.branches * BRANCH_WORK;
    return known ? b.most : limit;
}
