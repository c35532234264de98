/* test_stars.c - few arcs with a proof against the matrix of all: the same total, to the last
 * unit, on data of all shapes. */
#include "fairlet/coarse.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counting.h"
#include "effort.h"
#include "star_help.h"

static void few_arcs_cost_what_all_arcs_cost(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < often(400); i++) {
        int64_t const seats = roll(&luck, 1, 4) > 1 ? roll(&luck, 1, 40) : roll(&luck, 40, 90);
        draw(&luck, (shape_of_points)(i % SHAPES), seats, (int32_t)roll(&luck, 1, 4), i % 4);
        int64_t const dense = solve(fcap_stars_dense, 1, seat_of);
        assert_int_equal(solve(fcap_stars_sparse, 1, seat_of), dense);
        assert_int_equal(solve(fcap_stars_solve, 1, seat_of), dense);
    }
}

static void and_so_they_do_under_every_metric(void **state) {
    (void)state;
    dice luck = dice_of(8);
    for (int i = 0; i < often(240); i++) {
        in.kind = 1 + i % 3;
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 1, 60),
             (int32_t)roll(&luck, 1, 4), i % 4);
        draw_given(&luck);
        int64_t const dense = solve(fcap_stars_dense, 1, seat_of);
        assert_int_equal(solve(fcap_stars_sparse, 1, seat_of), dense);
    }
    in.kind = 0;
}

/* Clusters that hold many of one group and few of the other: rows must go far. */
static void uneven_clusters_are_no_exception(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 10; i++) {
        int32_t const d = i % 2 ? 2 : DIM_MOST;
        draw(&luck, SCATTERED, SEATS_MOST / 2, d, 1 + i % 3);
        for (int64_t p = 0; p < in.rows + in.seats; p++) {
            int64_t const at = p < in.rows ? roll(&luck, 0, 1) : roll(&luck, 0, 6);
            in.x[p * d] += 5 * (double)at;
            in.x[p * d + 1] += 7 * (double)(at * at % 3);
        }
        assert_int_equal(solve(fcap_stars_sparse, 1, seat_of),
                         solve(fcap_stars_dense, 1, seat_of));
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < 20; i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 50, 200), 2, i % 4);
        int32_t other[ROWS_MOST];
        solve(fcap_stars_sparse, 1, seat_of);
        solve(fcap_stars_sparse, 3, other);
        assert_memory_equal(seat_of, other, (size_t)in.rows * sizeof *other);
    }
}

/* Every level of it: rows of many units, seats of none, arcs without room. */
static void the_rough_solution_is_a_solution(void **state) {
    (void)state;
    dice luck = dice_of(4);
    for (int i = 0; i < often(200); i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 1, SEATS_MOST), 2, i % 4);
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        points set[2];
        star_problem p;
        galaxy g;
        assert_int_equal(open_problem(&run, set, &p), FCAP_OK);
        assert_int_equal(fcap_stars_coarse(&run, &p, fcap_stars_scale(&p), &g), FCAP_OK);
        for (int64_t a = g.seats; a < g.n_arcs; a++) {
            flow_arc const arc = g.arc[a];
            int64_t const reduced = arc.cost + g.price[arc.from] - g.price[arc.to];
            assert_true(reduced >= 0 || g.flow[a] == 1);
            assert_true(reduced <= 0 || g.flow[a] == 0);
            if (g.flow[a] > 0) {
                seat_of[arc.from] = arc.to - g.rows;
            }
        }
        assert_obeys_bounds(seat_of);
        fcap_run_close(&run);
    }
}

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void stops_when_asked(void **state) {
    (void)state;
    dice luck = dice_of(5);
    draw(&luck, SCATTERED, 100, 2, 2);
    fcap_options options;
    fcap_options_init(&options);
    options.tick = stop_at_once;
    way *const with[] = {fcap_stars_sparse, fcap_stars_dense};
    for (int i = 0; i < 2; i++) {
        fcap_run run;
        fcap_run_open(&run, &options, NULL);
        points set[2];
        star_problem p;
        assert_int_equal(open_problem(&run, set, &p), FCAP_OK);
        assert_int_equal(with[i](&run, &p, seat_of), FCAP_E_CANCELLED);
        fcap_run_close(&run);
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    dice luck = dice_of(6);
    way *const with[] = {fcap_stars_sparse, fcap_stars_dense};
    draw(&luck, GRID, SEATS_MOST, 3, 2);
    for (int i = 0; i < 2; i++) {
        fcap_status status = FCAP_E_NO_MEMORY;
        int fail_at = 0;
        while (status != FCAP_OK) {
            counting c = {.fail_at = ++fail_at};
            fcap_options options;
            fcap_options_init(&options);
            options.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
            options.threads = 2;
            fcap_run run;
            fcap_run_open(&run, &options, NULL);
            points set[2];
            star_problem p;
            status = open_problem(&run, set, &p);
            status = status == FCAP_OK ? with[i](&run, &p, seat_of) : status;
            assert_true(status == FCAP_OK || status == FCAP_E_NO_MEMORY);
            fcap_run_close(&run);
            assert_int_equal(c.open, 0);
        }
        assert_true(fail_at > 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_arcs_cost_what_all_arcs_cost),
        cmocka_unit_test(and_so_they_do_under_every_metric),
        cmocka_unit_test(uneven_clusters_are_no_exception),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(the_rough_solution_is_a_solution),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
