/* assignment.c - shortest augmenting paths on a dense cost matrix, after Jonker and Volgenant
 * [JV87].
 *
 * Nodes are the columns and one more, the rest: a column needs its least, and may pass up to
 * most - least rows on to the rest, which needs all others. At any prices y each row sits at a
 * column of least c - y, and a column passes on nothing where y is above the price of the rest,
 * all it may where y is below. That leaves columns (or the rest) with too many rows and some
 * with too few. A row too many moves along a shortest path in reduced costs, found by
 * Dijkstra's algorithm, to the nearest node that has too few; then the prices are updated.
 *
 * Invariant: every row is at a column of least c - y, and no column passes on more or less than
 * its price allows. That is complementary slackness, and so the proof in the end.
 *
 * All numbers are whole; they are kept in doubles, which are exact up to 2^53 and four to a
 * vector. JV's bidding phase before the paths is left out: on points in the plane its price
 * wars took 20 times as long as all paths (2000 x 2000: 8.4 s against 0.4 s).
 *
 * O(rows^2 columns) at worst, far less in practice; memory 56 bytes a column and 8 a row
 * besides the costs.
 */
#include "flow/assignment.h"

#include "base/vector.h"

#include <assert.h>
#include <math.h>

enum {
    NOBODY = -1,
    BY_THE_REST = -2 /* in `by` */
};

typedef struct solver {
    const assignment_problem *p;
    assignment_room *room;
    int32_t *column; /* of each row */
    int32_t rest;    /* the node after the columns */
} solver;

static const int32_t *costs_of(const solver *s, int64_t row) {
    return s->p->cost + row * s->p->columns;
}

static int32_t spare(const solver *s, int64_t column) {
    return s->p->most[column] - s->p->least[column];
}

/* ---- a start that fits the prices ---- */

/* The first column of least c - price. */
WIDE static int32_t best_column(const int32_t *restrict cost, const double *restrict price,
                                double *restrict value, int64_t n) {
    double least = INFINITY;
    for (int64_t j = 0; j < n; j++) {
        value[j] = (double)cost[j] - price[j];
    }
    for (int64_t j = 0; j < n; j++) {
        least = value[j] < least ? value[j] : least;
    }
    int32_t j = 0;
    while (value[j] > least) {
        j++;
    }
    return j;
}

static void push(solver *s, int32_t row, int32_t column) {
    s->room->next[row] = s->room->first[column];
    s->room->first[column] = row;
    s->column[row] = column;
}

static void start(solver *s, const double *price) {
    assignment_room *const room = s->room;
    for (int32_t j = 0; j < s->rest; j++) {
        room->price[j] = price[j];
        room->first[j] = NOBODY;
        room->excess[j] = -s->p->least[j];
    }
    room->price[s->rest] = 0;
    int64_t others = s->p->rows;
    for (int32_t r = 0; r < s->p->rows; r++) {
        int32_t const j = best_column(costs_of(s, r), room->price, room->reach, s->rest);
        push(s, r, j);
        room->excess[j]++;
    }
    for (int32_t j = 0; j < s->rest; j++) {
        int32_t const wish = room->excess[j] < 0 ? 0 : room->excess[j];
        int32_t const most = spare(s, j);
        room->above[j] = price[j] > 0 ? 0 : price[j] < 0 ? most : (wish < most ? wish : most);
        room->excess[j] -= room->above[j];
        others -= s->p->least[j] + room->above[j];
    }
    room->excess[s->rest] = (int32_t)-others;
}

/* ---- one shortest path ---- */

/* The first column of the least reach, in four lanes. */
typedef struct finding {
    quad_double least;
    quad_double at; /* numbers of columns, as doubles: lanes of the same width */
} finding;

/* Vectors go by pointers: by value they would depend on the instruction set. */
static inline void look_at(finding *f, const quad_double *reach, const quad_double *at) {
    quad_int64 const nearer = *reach < f->least;
    f->least = (quad_double)CHOOSE(nearer, *reach, f->least);
    f->at = (quad_double)CHOOSE(nearer, *at, f->at);
}

static inline int32_t first_of(const finding *f, double *least) {
    int best = 0;
    for (int l = 1; l < 4; l++) {
        int const nearer = f->least[l] < f->least[best] ||
                           (f->least[l] == f->least[best] && f->at[l] < f->at[best]);
        best = nearer ? l : best;
    }
    *least = f->least[best];
    return (int32_t)f->at[best];
}

/* reach = min(reach, cost - price + add) for each column; returns the one of least reach. */
WIDE static int32_t relax(const int32_t *cost, const double *price, double *reach, double *by,
                          int64_t n, double add, double row, double *least) {
    double const far = INFINITY;
    finding f = {{far, far, far, far}, {0}};
    quad_double at = {0, 1, 2, 3};
    int64_t j = 0;
    for (; j + 4 <= n; j += 4) {
        quad_double *const to = (quad_double *)(void *)(reach + j);
        quad_double *const from = (quad_double *)(void *)(by + j);
        quad_double const d = __builtin_convertvector(
                                  *(const quad_int32 *)(const void *)(cost + j), quad_double) +
                              add - *(const quad_double *)(const void *)(price + j);
        quad_int64 const shorter = d < *to;
        quad_double const rows = {row, row, row, row};
        *to = (quad_double)CHOOSE(shorter, d, *to);
        *from = (quad_double)CHOOSE(shorter, rows, *from);
        look_at(&f, to, &at);
        at += 4.0;
    }
    for (; j < n; j++) {
        double const d = (double)cost[j] + add - price[j];
        int const shorter = d < reach[j];
        reach[j] = shorter ? d : reach[j];
        by[j] = shorter ? row : by[j];
        quad_double const here = {reach[j], far, far, far};
        quad_double const number = {(double)j, 0, 0, 0};
        look_at(&f, &here, &number);
    }
    return first_of(&f, least);
}

/* The column of least reach. */
static int32_t nearest_column(const solver *s, double *least) {
    int32_t best = 0;
    for (int32_t j = 1; j < s->rest; j++) {
        best = s->room->reach[j] < s->room->reach[best] ? j : best;
    }
    *least = s->room->reach[best];
    return best;
}

/* From a column at this length: its rows may move, or one more be passed on to the rest.
 * Returns the column of least reach, as the other one does. */
static int32_t leave_column(solver *s, int32_t j, double length, double *least) {
    assignment_room *const room = s->room;
    double const d = length + room->price[j] - room->masked[s->rest];
    if (room->above[j] < spare(s, j) && d < room->reach[s->rest]) {
        room->reach[s->rest] = d;
        room->by[s->rest] = j;
    }
    int32_t r = room->first[j];
    int32_t found = NOBODY;
    for (; r != NOBODY; r = room->next[r]) {
        const int32_t *const cost = costs_of(s, r);
        found = relax(cost, room->masked, room->reach, room->by, s->rest,
                      length + room->price[j] - cost[j], r, least);
    }
    return found == NOBODY ? nearest_column(s, least) : found;
}

/* From the rest: any column may pass on one less. */
static int32_t leave_rest(solver *s, double length, double *least) {
    assignment_room *const room = s->room;
    for (int32_t j = 0; j < s->rest; j++) {
        double const d = length + room->price[s->rest] - room->masked[j];
        if (room->above[j] > 0 && d < room->reach[j]) {
            room->reach[j] = d;
            room->by[j] = BY_THE_REST;
        }
    }
    return nearest_column(s, least);
}

/* Dijkstra from a node with too many rows to the nearest one with too few, which is returned.
 * Prices are updated. */
static int32_t nearest_lack(solver *s, int32_t source) {
    assignment_room *const room = s->room;
    for (int32_t v = 0; v <= s->rest; v++) {
        room->masked[v] = room->price[v];
        room->reach[v] = INFINITY;
    }
    int32_t v = source;
    double length = 0;
    int64_t n = 0;
    while (v == source || room->excess[v] >= 0) {
        room->settled[n] = v;
        room->length[n++] = length;
        room->reach[v] = INFINITY;
        room->masked[v] = -INFINITY;
        v = v == s->rest ? leave_rest(s, length, &length) : leave_column(s, v, length, &length);
        if (room->reach[s->rest] <= length) {
            v = s->rest;
            length = room->reach[v];
        }
        assert(length < INFINITY); /* the problem is feasible */
    }
    for (int64_t i = 0; i < n; i++) {
        room->price[room->settled[i]] += room->length[i] - length;
    }
    return v;
}

/* ---- all of them ---- */

static void move_row(solver *s, int32_t row, int32_t to) {
    int32_t *at = &s->room->first[s->column[row]];
    while (*at != row) {
        at = &s->room->next[*at];
    }
    *at = s->room->next[row];
    push(s, row, to);
}

/* Moves one unit from where there are too many to where there are too few. */
static void augment(solver *s, int32_t source) {
    assignment_room *const room = s->room;
    int32_t v = nearest_lack(s, source);
    room->excess[v]++;
    room->excess[source]--;
    while (v != source) {
        int32_t const by = (int32_t)room->by[v];
        if (v == s->rest) {
            room->above[by]++;
            v = by;
        } else if (by == BY_THE_REST) {
            room->above[v]--;
            v = s->rest;
        } else {
            int32_t const from = s->column[by];
            move_row(s, by, v);
            v = from;
        }
    }
}

static void write_prices(const solver *s, double *price) {
    for (int32_t j = 0; j < s->rest; j++) {
        price[j] = s->room->price[j] - s->room->price[s->rest];
    }
}

static int feasible(const assignment_problem *p, int64_t *least, int64_t *most) {
    *least = *most = 0;
    for (int64_t j = 0; j < p->columns; j++) {
        assert(p->least[j] >= 0 && p->least[j] <= p->most[j]);
        *least += p->least[j];
        *most += p->most[j];
    }
    return *most >= p->rows && *least <= p->rows;
}

void fcap_assignment_solve_in(assignment_room *room, const assignment_problem *p, double *price,
                              int32_t *column) {
    solver s = {p, room, column, (int32_t)p->columns};
    start(&s, price);
    for (int32_t v = 0; v <= s.rest; v++) {
        while (room->excess[v] > 0) {
            augment(&s, v);
        }
    }
    write_prices(&s, price);
}

fcap_status fcap_assignment_room_open(fcap_run *run, int64_t rows, int64_t columns,
                                      assignment_room *room) {
    arena *const mem = &run->mem;
    int64_t const nodes = columns + 1;
    *room = (assignment_room){.price = arena_array(mem, double, nodes),
                              .masked = arena_array(mem, double, nodes),
                              .reach = arena_array(mem, double, nodes),
                              .by = arena_array(mem, double, nodes),
                              .settled = arena_array(mem, int32_t, nodes),
                              .length = arena_array(mem, double, nodes),
                              .excess = arena_array(mem, int32_t, nodes),
                              .above = arena_array(mem, int32_t, nodes),
                              .first = arena_array(mem, int32_t, nodes),
                              .next = arena_array(mem, int32_t, rows)};
    if (room->price == NULL || room->masked == NULL || room->reach == NULL ||
        room->by == NULL || room->settled == NULL || room->length == NULL ||
        room->excess == NULL || room->above == NULL || room->first == NULL ||
        room->next == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for assigning %lld rows to %lld columns",
                             (long long)rows, (long long)columns);
    }
    return FCAP_OK;
}

static void write_proof(const solver *s, const double *price, assignment_proof proof) {
    for (int64_t j = 0; j < s->p->columns && proof.v != NULL; j++) {
        proof.v[j] = (int64_t)price[j];
    }
    for (int64_t r = 0; r < s->p->rows && proof.u != NULL; r++) {
        proof.u[r] = costs_of(s, r)[s->column[r]] - (int64_t)price[s->column[r]];
    }
}

fcap_status fcap_assignment_solve(fcap_run *run, const assignment_problem *p, int32_t *column,
                                  assignment_proof proof) {
    assert(p->rows < (1 << 21)); /* lengths stay below 2^53 */
    int64_t least;
    int64_t most;
    if (!feasible(p, &least, &most)) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "%lld rows cannot be divided among %lld columns that take %lld to "
                             "%lld together",
                             (long long)p->rows, (long long)p->columns, (long long)least,
                             (long long)most);
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    assignment_room room;
    TRY(fcap_assignment_room_open(run, p->rows, p->columns, &room));
    double *const price = arena_array(&run->mem, double, p->columns);
    if (price == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld prices",
                             (long long)p->columns);
    }
    solver s = {p, &room, column, (int32_t)p->columns};
    start(&s, price);
    for (int32_t v = 0; v <= s.rest; v++) {
        while (room.excess[v] > 0) {
            augment(&s, v);
            if (fcap_run_should_stop(run, "assignment", v, p->columns)) {
                return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while assigning %lld rows",
                                     (long long)p->rows);
            }
        }
    }
    write_prices(&s, price);
    write_proof(&s, price, proof);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
