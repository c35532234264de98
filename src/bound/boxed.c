/* boxed.c - see boxed.h. O(n + m log m + cells G log m) for m costs listed, at most `most` of
 * each of G classes. */
#include "bound/boxed.h"

#include "bound/sorting.h"

#include <math.h>
#include <string.h>

enum {
    /* units of work: */
    LOOK_WORK = 6, /* a cost looked at */
    SORT_WORK = 30,
    CELL_WORK = 20 /* a class of a cell */
};

/* Scratch of one thread. */
typedef struct boxed_room {
    double *cost;   /* n */
    double *list;   /* the smallest costs of each class, sorted */
    double *sum;    /* and the sums of the first of them; one more for each class */
    int64_t *have;  /* of each class: costs listed */
    int64_t *low;   /* of each class: of the cell in hand, without the candidate */
    int64_t *high;  /* the same */
    int64_t *count; /* of each class: of the best cell */
    int32_t *table; /* ranks + 1 rows: how many of each class are below */
    int64_t ranks;
    int64_t below; /* ranks with costs below 0 */
} boxed_room;

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void *open_room(fcap_run *run, const void *self) {
    const boxed *const b = self;
    int32_t const classes = b->c->n_classes;
    int64_t const listed = b->offset[classes];
    boxed_room *const room = arena_array(&run->mem, boxed_room, 1);
    if (room == NULL) {
        return NULL;
    }
    room->cost = arena_array(&run->mem, double, b->n);
    room->list = arena_array(&run->mem, double, listed + 1);
    room->sum = arena_array(&run->mem, double, listed + classes);
    room->have = arena_array(&run->mem, int64_t, classes);
    room->low = arena_array(&run->mem, int64_t, classes);
    room->high = arena_array(&run->mem, int64_t, classes);
    room->count = arena_array(&run->mem, int64_t, classes);
    room->table = arena_array(&run->mem, int32_t, (listed + 1) * classes);
    return room->cost == NULL || room->list == NULL || room->sum == NULL ||
                   room->have == NULL || room->low == NULL || room->high == NULL ||
                   room->count == NULL || room->table == NULL
               ? NULL
               : room;
}

/* ---------------------------------------------------------------- the costs */

static int32_t class_of(const boxed *b, int64_t position) {
    return b->c->class_of[b->order[position]];
}

/* The smallest costs of each class but the candidate's own, sorted and summed up. */
static void list_costs(const boxed *b, const family_query *ask, boxed_room *room) {
    for (int32_t g = 0; g < b->c->n_classes; g++) {
        double *const cost = room->cost + b->begin[g];
        double *const sum = room->sum + b->offset[g] + g;
        double *const list = room->list + b->offset[g];
        int64_t const most = b->offset[g + 1] - b->offset[g];
        int64_t n = 0;
        for (int64_t j = b->begin[g]; j < b->begin[g + 1]; j++) {
            cost[n] = ask->distance[j] - ask->pi[j];
            n += j != ask->own;
        }
        fcap_select_smallest(cost, n, most);
        n = smaller(n, most);
        memcpy(list, cost, (size_t)n * sizeof *list);
        fcap_sort(list, n);
        room->have[g] = n;
        sum[0] = 0;
        for (int64_t x = 0; x < n; x++) {
            sum[x + 1] = sum[x] + list[x];
        }
    }
}

/* All of them in one order; ties to lower classes. */
static void merge(const boxed *b, boxed_room *room) {
    int32_t const classes = b->c->n_classes;
    int32_t *row = room->table;
    room->below = 0;
    memset(row, 0, (size_t)classes * sizeof *row);
    for (room->ranks = 0;; room->ranks++) {
        int32_t next = -1;
        double least = INFINITY;
        for (int32_t g = 0; g < classes; g++) {
            double const cost =
                row[g] < room->have[g] ? room->list[b->offset[g] + row[g]] : INFINITY;
            if (cost < least) {
                least = cost;
                next = g;
            }
        }
        if (next < 0) {
            return;
        }
        memcpy(row + classes, row, (size_t)classes * sizeof *row);
        row += classes;
        row[next]++;
        room->below += least < 0;
    }
}

/* ---------------------------------------------------------------- one cell */

static int64_t count_at(const boxed_room *room, const int32_t *row, int32_t g) {
    return larger(room->low[g], smaller(row[g], room->high[g]));
}

static int64_t size_at(const boxed *b, const boxed_room *room, int64_t rank) {
    const int32_t *const row = room->table + rank * b->c->n_classes;
    int64_t size = 0;
    for (int32_t g = 0; g < b->c->n_classes; g++) {
        size += count_at(room, row, g);
    }
    return size;
}

/* The cell without the candidate, who is of class `own`. Returns 0 when he has no place. */
static int take_cell(const boxed *b, int64_t cell, int32_t own, boxed_room *room) {
    const cells *const c = b->c;
    int64_t least = 0;
    for (int32_t g = 0; g < c->n_classes; g++) {
        room->low[g] = larger(0, c->low[cell * c->n_classes + g] - (g == own));
        room->high[g] = c->high[cell * c->n_classes + g] - (g == own);
        least += room->low[g];
    }
    return room->high[own] >= 0 && least <= c->size_most_of[cell] - 1;
}

/* The rank of the level: all ranks before it are taken. */
static int64_t level_of(const boxed *b, int64_t cell, const boxed_room *room) {
    int64_t const least = b->c->size_least[cell] - 1;
    int64_t const most = b->c->size_most_of[cell] - 1;
    int64_t const size = size_at(b, room, room->below);
    int64_t from = size > most ? 0 : room->below; /* the first rank with the size, */
    int64_t to = size > most ? room->below : room->ranks;
    int64_t const wanted = size > most ? most : least;
    if (size <= most && size >= least) {
        return room->below;
    }
    while (from < to) {
        int64_t const middle = (from + to) / 2;
        if (size_at(b, room, middle) < wanted) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from;
}

static double value_at(const boxed *b, const boxed_room *room, int64_t rank) {
    const int32_t *const row = room->table + rank * b->c->n_classes;
    double value = 0;
    for (int32_t g = 0; g < b->c->n_classes; g++) {
        value += room->sum[b->offset[g] + g + count_at(room, row, g)];
    }
    return value;
}

/* ---------------------------------------------------------------- the members */

static void list_members(const boxed *b, const family_query *ask, const boxed_room *room,
                         family_set *out) {
    out->n = 0;
    out->cost = 0;
    for (int32_t g = 0; g < b->c->n_classes; g++) {
        int64_t equal = room->count[g];
        double const cut = equal == 0 ? -INFINITY : room->list[b->offset[g] + equal - 1];
        for (int64_t j = b->begin[g]; j < b->begin[g + 1]; j++) {
            equal -= j != ask->own && ask->distance[j] - ask->pi[j] < cut;
        }
        for (int64_t j = b->begin[g]; j < b->begin[g + 1]; j++) {
            double const cost = ask->distance[j] - ask->pi[j];
            int const tie = j != ask->own && cost == cut && equal > 0;
            equal -= tie;
            if (j == ask->own || cost < cut || tie) {
                out->member[out->n++] = (int32_t)j;
                out->cost += ask->distance[j];
            }
        }
    }
}

static void cheapest(const void *self, void *scratch, const family_query *ask,
                     family_set *out) {
    const boxed *const b = self;
    boxed_room *const room = scratch;
    int32_t const own = class_of(b, ask->own);
    out->value = INFINITY;
    list_costs(b, ask, room);
    merge(b, room);
    for (int64_t cell = 0; cell < b->c->n; cell++) {
        if (!take_cell(b, cell, own, room)) {
            continue;
        }
        int64_t const rank = level_of(b, cell, room);
        double const value = value_at(b, room, rank);
        if (value < out->value) {
            const int32_t *const row = room->table + rank * b->c->n_classes;
            out->value = value;
            for (int32_t g = 0; g < b->c->n_classes; g++) {
                room->count[g] = count_at(room, row, g);
            }
        }
    }
    out->value += ask->distance[ask->own] - ask->pi[ask->own];
    out->work =
        b->n * LOOK_WORK + room->ranks * SORT_WORK + b->c->n * b->c->n_classes * CELL_WORK;
    if (out->member != NULL && out->value < INFINITY) {
        list_members(b, ask, room, out);
    }
}

/* ---------------------------------------------------------------- opening */

fcap_status fcap_boxed_open(fcap_run *run, const cells *c, int64_t n, boxed *out) {
    *out = (boxed){.c = c, .n = n};
    out->order = arena_array(&run->mem, int64_t, n);
    out->begin = arena_array(&run->mem, int64_t, c->n_classes + 2);
    out->offset = arena_array(&run->mem, int64_t, c->n_classes + 1);
    if (out->order == NULL || out->begin == NULL || out->offset == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the bound of %lld points", (long long)n);
    }
    for (int32_t g = 0; g < c->n_classes; g++) {
        out->begin[g + 2] = out->begin[g + 1] + c->total[g];
        out->offset[g + 1] = out->offset[g] + smaller(c->most[g], c->total[g]);
    }
    for (int64_t j = 0; j < n; j++) { /* begin[g + 1] goes from the begin of g to its end */
        out->order[out->begin[c->class_of[j] + 1]++] = j;
    }
    return FCAP_OK;
}

family fcap_boxed_family(const boxed *b) {
    return (family){.self = b,
                    .n = b->n,
                    .most = b->c->size_most,
                    .first = b->begin[1],
                    .order = b->order,
                    .room = open_room,
                    .cheapest = cheapest};
}
