/* blocks.c - stars by exact solutions of small blocks. See blocks.h.
 *
 * The start is right at large: a flow between cells says how many rows go from where to where
 * (coarse.h). Then come rounds. Each puts every seat, with the rows it has, at their common
 * mean, turns space by a random rotation (or, of many dimensions, projects it on a few random
 * directions), and cuts the seats into blocks of neighbours by a k-d tree (near_order.h).
 * Inside a block the rows of its seats are assigned to them at least cost: there is a solution,
 * the present one, and none is dearer than that. What crosses a border in one round is well
 * inside a block in another.
 *
 * Prices of seats are kept from round to round. They are nearly right soon, and then a block
 * takes little more than its distances.
 *
 * Blocks are independent: they are solved on several threads, and the answer does not depend on
 * their number. O(n log n) a round for the cuts, O(n * BLOCK) distances, O(n) memory.
 */
#include "fairlet/blocks.h"

#include "base/parallel.h"
#include "data/near_order.h"
#include "fairlet/coarse.h"
#include "fairlet/sweep.h"
#include "flow/assignment.h"

#include <math.h>
#include <string.h>

enum {
    BLOCK = 128,      /* seats and rows of a block, about */
    CELLS = 2000,     /* of the start */
    DIRECTIONS = 8,   /* of a projection, at most */
    PLACE_CHUNK = 512 /* seats placed together */
};

#define LEAST_GAIN 1e-3 /* of the cost; a round that saves less is the last */

/* What a thread needs to solve a block. */
typedef struct block_room {
    assignment_room room;
    double *x; /* of its seats */
    double *distance;
    int32_t *cost;
    int32_t *least;
    int32_t *most;
    double *price;
    int32_t *column;
    int32_t *row; /* the rows of the block */
    int32_t *old; /* and their columns so far */
} block_room;

typedef struct blocking {
    star_problem p;
    double scale;
    int32_t *seat;   /* of each row */
    int64_t *start;  /* of each seat: offsets into member */
    int32_t *member; /* rows, seat after seat */
    double *price;   /* of each seat */
    int64_t *order;  /* seats; neighbours in this round follow each other */
    int64_t *block;  /* n_blocks + 1 offsets into order */
    int64_t n_blocks;
    int64_t rows_most; /* of a block */
    int64_t *saved;    /* by each block in this round */
    double *place;     /* seats * directions: where they are cut */
    double *direction; /* directions * d */
    int32_t directions;
    block_room *room; /* of each thread */
} blocking;

static fcap_status out_of_memory(fcap_run *run, const star_problem *p) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for fairlets of %lld and %lld points",
                         (long long)p->row->n, (long long)p->seat->n);
}

static int64_t load(const blocking *b, int64_t seat) {
    return b->start[seat + 1] - b->start[seat];
}

static void list_rows(blocking *b) {
    int64_t const seats = b->p.seat->n;
    int64_t *const next = b->start + 1; /* of seat j: where its next row goes, in the end */
    memset(b->start, 0, (size_t)(seats + 2) * sizeof *b->start);
    for (int64_t i = 0; i < b->p.row->n; i++) {
        next[b->seat[i] + 1]++;
    }
    for (int64_t j = 0; j < seats; j++) {
        next[j + 1] += next[j];
    }
    for (int64_t i = 0; i < b->p.row->n; i++) {
        b->member[next[b->seat[i]]++] = (int32_t)i;
    }
}

/* ---- where to cut ---- */

/* Directions at right angles to each other, by the method of Gram and Schmidt. */
static void draw_directions(blocking *b, rng *luck) {
    int32_t const d = b->p.seat->d;
    for (int32_t k = 0; k < b->directions; k++) {
        double *const v = b->direction + (int64_t)k * d;
        for (int32_t c = 0; c < d; c++) {
            v[c] = fcap_rng_normal(luck);
        }
        for (int32_t before = 0; before <= k; before++) {
            const double *const w = b->direction + (int64_t)before * d;
            double along = 0;
            for (int32_t c = 0; c < d; c++) {
                along += v[c] * w[c];
            }
            for (int32_t c = 0; c < d; c++) {
                v[c] = before < k ? v[c] - along * w[c] : v[c] / sqrt(along);
            }
        }
    }
}

static void place_seat(const blocking *b, int64_t seat, double *place) {
    double const n = (double)(load(b, seat) + 1);
    memset(place, 0, (size_t)b->directions * sizeof *place);
    for (int32_t c = 0; c < b->p.seat->d; c++) {
        double x = fcap_points_coordinate(b->p.seat, seat, c);
        for (int64_t at = b->start[seat]; at < b->start[seat + 1]; at++) {
            x += fcap_points_coordinate(b->p.row, b->member[at], c);
        }
        for (int32_t k = 0; k < b->directions; k++) {
            place[k] += b->direction[(int64_t)k * b->p.seat->d + c] * (x / n);
        }
    }
}

static void place_some(void *context, int64_t from, int64_t to, int32_t thread) {
    blocking const *const b = context;
    (void)thread;
    for (int64_t j = from; j < to; j++) {
        place_seat(b, j, b->place + j * b->directions);
    }
}

/* Without coordinates: by the distances of the seats to two of them, which ones depends on
 * which comes first. */
static fcap_status arrange_given(fcap_run *run, blocking *b, rng *luck) {
    int64_t const n = b->p.seat->n;
    int64_t *const shuffled = arena_array(&run->mem, int64_t, n);
    int64_t *const order = arena_array(&run->mem, int64_t, n);
    if (shuffled == NULL || order == NULL) {
        return out_of_memory(run, &b->p);
    }
    points p;
    fcap_rng_shuffle(luck, shuffled, n);
    TRY(fcap_points_subset(run, b->p.seat, shuffled, n, &p));
    TRY(fcap_points_near_order(run, &p, order));
    for (int64_t i = 0; i < n; i++) {
        b->order[i] = shuffled[order[i]];
    }
    return FCAP_OK;
}

static fcap_status arrange_seats(fcap_run *run, blocking *b, rng *luck) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    if (b->p.seat->d == 0) {
        TRY(arrange_given(run, b, luck));
    } else {
        points p;
        draw_directions(b, luck);
        fcap_parallel_for(run->threads, b->p.seat->n, PLACE_CHUNK, place_some, b);
        TRY(fcap_points_open(run, b->place, b->p.seat->n, b->directions, &p));
        TRY(fcap_points_near_order(run, &p, b->order));
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* Blocks as full as they may be, but for the first, which ends anywhere. */
static void cut(blocking *b, rng *luck) {
    int64_t rows = 0;
    int64_t seats = fcap_rng_below(luck, BLOCK);
    b->n_blocks = 0;
    for (int64_t at = 0; at < b->p.seat->n; at++) {
        int64_t const more = load(b, b->order[at]);
        if (at == 0 || seats == BLOCK || rows + more > b->rows_most) {
            b->block[b->n_blocks++] = at;
            rows = 0;
            seats = at == 0 ? seats : 0;
        }
        rows += more;
        seats++;
    }
    b->block[b->n_blocks] = b->p.seat->n;
}

/* ---- one block ---- */

static void price_rows(const blocking *b, const int64_t *seat, int64_t n, int64_t rows,
                       block_room *t) {
    points local;
    int const given = b->p.seat->d == 0;
    if (!given) {
        fcap_points_gather(b->p.seat, seat, n, t->x, &local);
    }
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t j = 0; given && j < n; j++) {
            t->distance[j] = fcap_points_distance_to(b->p.row, t->row[r], b->p.seat, seat[j]);
        }
        if (!given) {
            fcap_points_distances_to(b->p.row, t->row[r], &local, t->distance);
        }
        for (int64_t j = 0; j < n; j++) {
            t->cost[r * n + j] = whole_distance(t->distance[j], b->scale);
        }
    }
}

/* Where every seat has its most, or its least, prices may all rise or fall alike: they stay, on
 * average, where they were, or seats of different blocks would not compare in the next round.
 */
static void keep_prices(const blocking *b, const int64_t *seat, int64_t n, int64_t rows,
                        const block_room *t) {
    int64_t least = 0;
    int64_t most = 0;
    double rise = 0;
    for (int64_t j = 0; j < n; j++) {
        least += t->least[j];
        most += t->most[j];
        rise += t->price[j] - b->price[seat[j]];
    }
    rise = rows == least || rows == most ? floor(rise / (double)n) : 0;
    for (int64_t j = 0; j < n; j++) {
        b->price[seat[j]] = t->price[j] - rise;
    }
}

/* Returns what is saved. */
static int64_t solve_block(const blocking *b, const int64_t *seat, int64_t n, block_room *t) {
    int64_t rows = 0;
    for (int64_t j = 0; j < n; j++) {
        t->least[j] = b->p.least[seat[j]];
        t->most[j] = b->p.most[seat[j]];
        t->price[j] = b->price[seat[j]];
        for (int64_t at = b->start[seat[j]]; at < b->start[seat[j] + 1]; at++) {
            t->row[rows] = b->member[at];
            t->old[rows++] = (int32_t)j;
        }
    }
    price_rows(b, seat, n, rows, t);
    assignment_problem const p = {rows, n, t->cost, t->least, t->most};
    fcap_assignment_solve_in(&t->room, &p, t->price, t->column);
    int64_t saved = 0;
    for (int64_t r = 0; r < rows; r++) {
        saved += t->cost[r * n + t->old[r]] - t->cost[r * n + t->column[r]];
    }
    for (int64_t r = 0; saved > 0 && r < rows; r++) {
        b->seat[t->row[r]] = (int32_t)seat[t->column[r]];
    }
    keep_prices(b, seat, n, rows, t);
    return saved;
}

static void solve_some(void *context, int64_t from, int64_t to, int32_t thread) {
    blocking const *const b = context;
    for (int64_t k = from; k < to; k++) {
        b->saved[k] = solve_block(b, b->order + b->block[k], b->block[k + 1] - b->block[k],
                                  &b->room[thread]);
    }
}

/* ---- the whole ---- */

static fcap_status open_room(fcap_run *run, const blocking *b, block_room *t) {
    arena *const mem = &run->mem;
    *t = (block_room){.x = arena_array(mem, double, (int64_t)BLOCK * b->p.seat->d),
                      .distance = arena_array(mem, double, BLOCK),
                      .cost = arena_array(mem, int32_t, b->rows_most * BLOCK),
                      .least = arena_array(mem, int32_t, BLOCK),
                      .most = arena_array(mem, int32_t, BLOCK),
                      .price = arena_array(mem, double, BLOCK),
                      .column = arena_array(mem, int32_t, b->rows_most),
                      .row = arena_array(mem, int32_t, b->rows_most),
                      .old = arena_array(mem, int32_t, b->rows_most)};
    if (t->x == NULL || t->distance == NULL || t->cost == NULL || t->least == NULL ||
        t->most == NULL || t->price == NULL || t->column == NULL || t->row == NULL ||
        t->old == NULL) {
        return out_of_memory(run, &b->p);
    }
    return fcap_assignment_room_open(run, b->rows_most, BLOCK, &t->room);
}

static fcap_status open_blocking(fcap_run *run, blocking *b) {
    arena *const mem = &run->mem;
    int64_t const seats = b->p.seat->n;
    int32_t const d = b->p.seat->d;
    int64_t widest = BLOCK; /* four of the largest stars fit into a block */
    for (int64_t j = 0; j < seats; j++) {
        widest = 4 * (int64_t)b->p.most[j] > widest ? 4 * (int64_t)b->p.most[j] : widest;
    }
    b->rows_most = widest < b->p.row->n ? widest : b->p.row->n;
    b->directions = d < DIRECTIONS ? d : DIRECTIONS;
    b->start = arena_array(mem, int64_t, seats + 2);
    b->member = arena_array(mem, int32_t, b->p.row->n);
    b->price = arena_array(mem, double, seats);
    b->order = arena_array(mem, int64_t, seats);
    b->block = arena_array(mem, int64_t, seats + 1);
    b->saved = arena_array(mem, int64_t, seats);
    b->place = arena_array(mem, double, seats * b->directions);
    b->direction = arena_array(mem, double, (int64_t)b->directions *d);
    b->room = arena_array(mem, block_room, run->threads);
    if (b->start == NULL || b->member == NULL || b->price == NULL || b->order == NULL ||
        b->block == NULL || b->saved == NULL || b->place == NULL || b->direction == NULL ||
        b->room == NULL) {
        return out_of_memory(run, &b->p);
    }
    for (int32_t t = 0; t < run->threads; t++) {
        TRY(open_room(run, b, &b->room[t]));
    }
    return FCAP_OK;
}

static int64_t total(const blocking *b) {
    int64_t sum = 0;
    for (int64_t i = 0; i < b->p.row->n; i++) {
        sum += whole_distance(fcap_points_distance_to(b->p.row, i, b->p.seat, b->seat[i]),
                              b->scale);
    }
    return sum;
}

static fcap_status improve(fcap_run *run, blocking *b, int rounds) {
    rng const stream = fcap_rng_fork(&run->random, UINT64_C(0xfa4));
    int64_t cost = total(b);
    for (int r = 0; r < rounds; r++) {
        rng luck = fcap_rng_fork(&stream, (uint64_t)r);
        list_rows(b);
        TRY(arrange_seats(run, b, &luck));
        cut(b, &luck);
        fcap_parallel_for(run->threads, b->n_blocks, 1, solve_some, b);
        int64_t saved = 0;
        for (int64_t k = 0; k < b->n_blocks; k++) {
            saved += b->saved[k];
        }
        cost -= saved;
        if (fcap_run_should_stop(run, "fairlets in blocks", r, rounds)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while making fairlets");
        }
        if ((double)saved < LEAST_GAIN * (double)cost) {
            break;
        }
    }
    return FCAP_OK;
}

static fcap_status solve(fcap_run *run, const star_problem *p, int rounds, int32_t *seat) {
    blocking b = {.p = *p, .scale = fcap_stars_scale(p), .seat = seat};
    TRY(fcap_stars_rough(run, p, b.scale, CELLS, seat));
    TRY(open_blocking(run, &b));
    return improve(run, &b, rounds);
}

fcap_status fcap_stars_blocks(fcap_run *run, const star_problem *p, int rounds, int32_t *seat) {
    if (p->row->n <= BLOCK) {
        return fcap_stars_dense(run, p, seat);
    }
    return fcap_stars_in_order(run, p, solve, rounds, seat);
}
