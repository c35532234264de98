/* assignment.c - shortest augmenting paths on a dense cost matrix, after Jonker and Volgenant
 * [JV87].
 *
 * A column that takes up to `most` rows becomes that many slots of one row each. The first
 * `least` slots are free of charge, the others cost a fee M more, where M exceeds what any
 * chain of moves can save: so an optimum fills every free one. What remains is a rectangular
 * assignment of rows to slots (slot s of column j has number s * columns + j), solved row by
 * row: each is assigned along a shortest path in reduced costs c + fee - v, found by Dijkstra's
 * algorithm over the slots, after which the prices v are updated.
 *
 * Invariant: v <= 0, v = 0 for slots never taken, and every assigned row sits in a slot of
 * least reduced cost. That is complementary slackness, and so the proof in the end.
 *
 * All numbers are whole; they are kept in doubles, which are exact up to 2^53 and four to a
 * vector. JV's bidding phase before the paths is left out: on points in the plane its price
 * wars took 20 times as long as all paths (2000 x 2000: 8.4 s against 0.4 s).
 *
 * O(rows^2 slots) at worst, far less in practice; memory 52 bytes a slot besides the costs.
 */
#include "flow/assignment.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    NOBODY = -1
};

typedef struct solver {
    const assignment_problem *p;
    int64_t n_slots;
    double m;       /* M */
    double *fee;    /* of a slot: 0, M, or infinity where the column has no such slot */
    double *v;      /* slot prices */
    int32_t *owner; /* row of a slot, or NOBODY */
    int32_t *slot;  /* slot of a row, or NOBODY */
    /* Dijkstra, for one path: */
    double *price;    /* v - fee, or -infinity once the slot is settled */
    double *reach;    /* length of the shortest path found so far, infinity once settled */
    int32_t *from;    /* the row before the slot on it */
    int32_t *settled; /* slots in the order in which they were settled */
    double *length;   /* and their lengths */
} solver;

static double cost_of(const solver *s, int64_t row, int64_t slot) {
    int64_t const columns = s->p->columns;
    return s->fee[slot] + s->p->cost[row * columns + slot % columns];
}

/* reach = min(reach, cost - price + add) for one slot of each column; returns the least reach.
 */
WIDE static double relax(const int32_t *restrict cost, const double *restrict price,
                         double *restrict reach, int32_t *restrict from, int64_t n, double add,
                         int32_t row) {
    double least = INFINITY;
    for (int64_t j = 0; j < n; j++) {
        double const d = (double)cost[j] + add - price[j];
        int const shorter = d < reach[j];
        reach[j] = shorter ? d : reach[j];
        from[j] = shorter ? row : from[j];
    }
    double lane[8];
    for (int l = 0; l < 8; l++) {
        lane[l] = INFINITY;
    }
    int64_t j = 0;
    for (; j + 8 <= n; j += 8) {
        for (int l = 0; l < 8; l++) {
            lane[l] = reach[j + l] < lane[l] ? reach[j + l] : lane[l];
        }
    }
    for (; j < n; j++) {
        least = reach[j] < least ? reach[j] : least;
    }
    for (int l = 0; l < 8; l++) {
        least = lane[l] < least ? lane[l] : least;
    }
    return least;
}

/* Dijkstra from a row to the nearest free slot, which is returned; n counts the settled ones.
 */
static int32_t nearest_free(solver *s, int32_t start, int64_t *n, double *to_free) {
    int64_t const columns = s->p->columns;
    for (int64_t j = 0; j < s->n_slots; j++) {
        s->price[j] = s->v[j] - s->fee[j];
        s->reach[j] = INFINITY;
    }
    *n = 0;
    int32_t row = start;
    double add = 0;
    for (;;) {
        double least = INFINITY;
        for (int64_t base = 0; base < s->n_slots; base += columns) {
            double const m = relax(s->p->cost + (int64_t)row * columns, s->price + base,
                                   s->reach + base, s->from + base, columns, add, row);
            least = m < least ? m : least;
        }
        int32_t found = NOBODY; /* the first of the least, a free one if there is */
        for (int64_t j = 0; j < s->n_slots; j++) {
            if (s->reach[j] == least) {
                if (s->owner[j] == NOBODY) {
                    *to_free = least;
                    return (int32_t)j;
                }
                found = found == NOBODY ? (int32_t)j : found;
            }
        }
        s->settled[*n] = found;
        s->length[(*n)++] = least;
        s->reach[found] = INFINITY;
        s->price[found] = -INFINITY;
        row = s->owner[found];
        add = least - (cost_of(s, row, found) - s->v[found]);
    }
}

static void augment(solver *s, int32_t row) {
    int64_t n = 0;
    double length = 0;
    int32_t slot = nearest_free(s, row, &n, &length);
    for (int64_t i = 0; i < n; i++) {
        s->v[s->settled[i]] += s->length[i] - length;
    }
    for (;;) { /* back along the path: each row moves to the slot it reached */
        int32_t const mover = s->from[slot];
        int32_t const left = s->slot[mover];
        s->owner[slot] = mover;
        s->slot[mover] = slot;
        if (mover == row) {
            return;
        }
        slot = left;
    }
}

static fcap_status open_solver(fcap_run *run, const assignment_problem *p, solver *s) {
    arena *const mem = &run->mem;
    int32_t most = 0;
    for (int64_t j = 0; j < p->columns; j++) {
        most = p->most[j] > most ? p->most[j] : most;
    }
    int64_t const n = p->columns * most;
    *s = (solver){.p = p,
                  .n_slots = n,
                  .fee = arena_array(mem, double, n),
                  .v = arena_array(mem, double, n),
                  .owner = arena_array(mem, int32_t, n),
                  .slot = arena_array(mem, int32_t, p->rows),
                  .price = arena_array(mem, double, n),
                  .reach = arena_array(mem, double, n),
                  .from = arena_array(mem, int32_t, n),
                  .settled = arena_array(mem, int32_t, n),
                  .length = arena_array(mem, double, n)};
    if (s->fee == NULL || s->v == NULL || s->owner == NULL || s->slot == NULL ||
        s->price == NULL || s->reach == NULL || s->from == NULL || s->settled == NULL ||
        s->length == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for assigning %lld rows to %lld columns",
                             (long long)p->rows, (long long)p->columns);
    }
    memset(s->owner, -1, (size_t)n * sizeof *s->owner);
    memset(s->slot, -1, (size_t)p->rows * sizeof *s->slot);
    int32_t largest = 0;
    for (int64_t i = 0; i < p->rows * p->columns; i++) {
        largest = p->cost[i] > largest ? p->cost[i] : largest;
    }
    s->m = (double)largest * (double)(p->rows + 1) + 1; /* a chain has at most `rows` moves */
    for (int64_t slot = 0; slot < n; slot++) {
        int64_t const j = slot % p->columns;
        int64_t const number = slot / p->columns;
        s->fee[slot] = number < p->least[j] ? 0 : number < p->most[j] ? s->m : INFINITY;
    }
    return FCAP_OK;
}

/* Slot prices to column prices. A slot counts with its fee, and the best slot of a column
 * counts; adding M everywhere makes the price 0 where a column has room and more than it needs:
 * there an untaken slot has v = 0, so all its slots have the net price -M. */
static void write_proof(const solver *s, assignment_proof proof) {
    int64_t const columns = s->p->columns;
    for (int64_t j = 0; j < columns && proof.v != NULL; j++) {
        double price = -INFINITY;
        for (int64_t slot = j; slot < s->n_slots; slot += columns) {
            double const net = s->v[slot] - s->fee[slot];
            price = net > price ? net : price;
        }
        proof.v[j] = (int64_t)(price + s->m);
    }
    for (int64_t r = 0; r < s->p->rows && proof.u != NULL; r++) {
        proof.u[r] = (int64_t)(cost_of(s, r, s->slot[r]) - s->v[s->slot[r]] - s->m);
    }
}

fcap_status fcap_assignment_solve(fcap_run *run, const assignment_problem *p, int32_t *column,
                                  assignment_proof proof) {
    assert(p->rows < (1 << 21)); /* lengths stay below 2^53 */
    int64_t least = 0;
    int64_t most = 0;
    for (int64_t j = 0; j < p->columns; j++) {
        assert(p->least[j] >= 0 && p->least[j] <= p->most[j]);
        least += p->least[j];
        most += p->most[j];
    }
    if (most < p->rows || least > p->rows) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld rows cannot be divided among %lld columns that take %lld to "
                             "%lld together",
                             (long long)p->rows, (long long)p->columns, (long long)least,
                             (long long)most);
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    solver s;
    TRY(open_solver(run, p, &s));
    for (int64_t r = 0; r < p->rows; r++) {
        augment(&s, (int32_t)r);
        if (fcap_run_should_stop(run, "assignment", r, p->rows)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while assigning %lld rows",
                                 (long long)p->rows);
        }
    }
    for (int64_t r = 0; r < p->rows; r++) {
        column[r] = (int32_t)(s.slot[r] % p->columns);
    }
    write_proof(&s, proof);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
