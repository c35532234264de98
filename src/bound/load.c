/* load.c - see load.h. */
#include "bound/load.h"

#include "problem/cells.h"

#include <math.h>

enum {
    BRANCHES = 4000, /* of one knapsack */
    /* units of work: */
    LOOK_WORK = 2, /* a point looked at */
    ITEM_WORK = 40,
    BRANCH_WORK = 15
};

/* A point worth taking. */
typedef struct item {
    double worth; /* above 0 */
    double rate;  /* for a unit of weight */
    int64_t weight;
    int32_t position;
} item;

/* Scratch of one thread. */
typedef struct load_room {
    item *item;      /* n, by falling rate */
    int64_t n;       /* of them */
    double *worth;   /* n + 1: of the first items together */
    int64_t *weight; /* n + 1: the same */
    int32_t *now;    /* items taken, ascending */
    int32_t *best;   /* the best so far */
    int64_t n_best;
    int64_t branches;
} load_room;

static void *open_room(fcap_run *run, const void *self) {
    const load *const l = self;
    load_room *const room = arena_array(&run->mem, load_room, 1);
    if (room == NULL) {
        return NULL;
    }
    room->item = arena_array(&run->mem, item, l->n);
    room->worth = arena_array(&run->mem, double, l->n + 1);
    room->weight = arena_array(&run->mem, int64_t, l->n + 1);
    room->now = arena_array(&run->mem, int32_t, l->n);
    room->best = arena_array(&run->mem, int32_t, l->n);
    return room->item == NULL || room->worth == NULL || room->weight == NULL ||
                   room->now == NULL || room->best == NULL
               ? NULL
               : room;
}

/* ---------------------------------------------------------------- the items */

static int comes_before(const item *a, const item *b) {
    return a->rate > b->rate || (a->rate == b->rate && a->position < b->position);
}

/* Shell's sort: mostly there are a few dozen. */
static void sort_items(item *x, int64_t n) {
    int64_t gap = 1;
    while (gap < n / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (int64_t i = gap; i < n; i++) {
            item const v = x[i];
            int64_t j = i;
            for (; j >= gap && comes_before(&v, &x[j - gap]); j -= gap) {
                x[j] = x[j - gap];
            }
            x[j] = v;
        }
    }
}

static void list_items(const load *l, const family_query *ask, int64_t place, load_room *room) {
    room->n = 0;
    for (int64_t j = 0; j < l->n; j++) {
        if (ask->distance[j] < ask->pi[j] && j != ask->own && l->weight[j] <= place) {
            double const worth = ask->pi[j] - ask->distance[j];
            room->item[room->n++] =
                (item){worth, worth / (double)l->weight[j], l->weight[j], (int32_t)j};
        }
    }
    sort_items(room->item, room->n);
    for (int64_t x = 0; x < room->n; x++) {
        room->worth[x + 1] = room->worth[x] + room->item[x].worth;
        room->weight[x + 1] = room->weight[x] + room->item[x].weight;
    }
}

/* ---------------------------------------------------------------- the knapsack */

/* Items [from, returned) fit into the place whole, the next one does not. */
static int64_t first_that_breaks(const load_room *room, int64_t from, int64_t place) {
    int64_t low = from;
    int64_t high = room->n;
    while (low < high) {
        int64_t const middle = (low + high + 1) / 2;
        if (room->weight[middle] - room->weight[from] <= place) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* No choice of items from `from` on is worth more. */
static double relaxation(const load_room *room, int64_t from, int64_t place) {
    int64_t const x = first_that_breaks(room, from, place);
    double const whole = room->worth[x] - room->worth[from];
    int64_t const left = place - (room->weight[x] - room->weight[from]);
    return x < room->n ? whole + (double)left * room->item[x].rate : whole;
}

/* The most that items are worth which fit, or an upper bound of it. */
static double fill(load_room *room, int64_t place) {
    double const limit = relaxation(room, 0, place);
    double most = -1;
    double worth = 0;
    int64_t taken = 0;
    int64_t at = 0;
    room->branches = 0;
    for (;;) {
        int hopeful = 1;
        while (at < room->n && hopeful) { /* down: take what fits */
            int64_t const x = first_that_breaks(room, at, place);
            for (; at < x; at++) {
                worth += room->item[at].worth;
                place -= room->item[at].weight;
                room->now[taken++] = (int32_t)at;
            }
            at += at < room->n;
            hopeful = at >= room->n || worth + relaxation(room, at, place) > most;
        }
        if (hopeful && worth > most) {
            most = worth;
            room->n_best = taken;
            for (int64_t x = 0; x < taken; x++) {
                room->best[x] = room->now[x];
            }
        }
        do { /* up: without the last one taken */
            if (taken == 0) {
                return most;
            }
            at = room->now[--taken];
            worth -= room->item[at].worth;
            place += room->item[at].weight;
            at++;
            room->branches++;
        } while (worth + relaxation(room, at, place) <= most);
        if (room->branches > BRANCHES) {
            return limit;
        }
    }
}

/* ---------------------------------------------------------------- the set */

static void list_members(const family_query *ask, const load_room *room, family_set *out) {
    out->n = 0;
    out->member[out->n++] = (int32_t)ask->own;
    for (int64_t x = 0; x < room->n_best; x++) {
        int32_t const position = room->item[room->best[x]].position;
        int64_t at = out->n++;
        for (; at > 0 && out->member[at - 1] > position; at--) {
            out->member[at] = out->member[at - 1];
        }
        out->member[at] = position;
    }
    out->cost = 0;
    for (int64_t x = 0; x < out->n; x++) {
        out->cost += ask->distance[out->member[x]];
    }
}

static void cheapest(const void *self, void *scratch, const family_query *ask,
                     family_set *out) {
    const load *const l = self;
    load_room *const room = scratch;
    int64_t const place = l->capacity - l->weight[ask->own];
    out->work = l->n * LOOK_WORK;
    out->value = INFINITY;
    if (place < 0) {
        return;
    }
    list_items(l, ask, place, room);
    out->value = ask->distance[ask->own] - ask->pi[ask->own] - fill(room, place);
    out->work += room->n * ITEM_WORK + room->branches * BRANCH_WORK;
    if (out->member != NULL) {
        list_members(ask, room, out);
    }
}

/* ---------------------------------------------------------------- opening */

fcap_status fcap_load_open(fcap_run *run, const rules *r, load *out) {
    *out = (load){.n = r->n, .weight = r->weight, .capacity = r->capacity};
    TRY(fcap_cells_rows(run, r, &out->most));
    out->order = arena_array(&run->mem, int64_t, r->n);
    if (out->order == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the bound of %lld points", (long long)r->n);
    }
    for (int64_t j = 0; j < r->n; j++) {
        out->order[j] = j;
    }
    return FCAP_OK;
}

family fcap_load_family(const load *l) {
    return (family){.self = l,
                    .n = l->n,
                    .most = l->most,
                    .first = l->n,
                    .order = l->order,
                    .room = open_room,
                    .cheapest = cheapest};
}
