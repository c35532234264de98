/* test_blocks.c - stars by blocks: seats as the limits say, never below the least total, and no
 * round that makes it dearer. */
#include "effort.h"
#include "fairlet/blocks.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counting.h"
#include "star_help.h"

static fcap_status in_blocks(fcap_run *run, const star_problem *p, int32_t *seat) {
    return fcap_stars_blocks(run, p, BLOCK_ROUNDS, seat);
}

static void one_block_is_solved_exactly(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < often(200); i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 1, 40),
             (int32_t)roll(&luck, 1, 4), i % 4);
        assert_int_equal(solve(in_blocks, 1, seat_of), solve(fcap_stars_dense, 1, seat_of));
    }
}

/* solve() has looked at the limits of every seat. */
static void many_blocks_cost_little_more(void **state) {
    (void)state;
    dice luck = dice_of(2);
    double worst = 1;
    for (int i = 0; i < often(60); i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 130, SEATS_MOST),
             (int32_t)roll(&luck, 1, DIM_MOST), i % 4);
        int64_t const blocks = solve(in_blocks, 1, seat_of);
        int64_t const least = solve(fcap_stars_dense, 1, seat_of);
        assert_true(blocks >= least);
        double const times = least > 0 ? (double)blocks / (double)least : 1;
        worst = times > worst ? times : worst;
    }
    print_message("at most %.4f times the least\n", worst);
    assert_true(worst < 1.1);
}

static void so_they_do_under_every_metric(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < often(24); i++) {
        in.kind = 1 + i % 3;
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 130, SEATS_MOST), 3, 1 + i % 3);
        draw_given(&luck);
        int64_t const blocks = solve(in_blocks, 1, seat_of);
        assert_true(blocks >= solve(fcap_stars_dense, 1, seat_of));
    }
    in.kind = 0;
}

static int rounds_now;

static fcap_status some_rounds(fcap_run *run, const star_problem *p, int32_t *seat) {
    return fcap_stars_blocks(run, p, rounds_now, seat);
}

static void no_round_makes_it_dearer(void **state) {
    (void)state;
    dice luck = dice_of(4);
    for (int i = 0; i < often(20); i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 130, SEATS_MOST), 2, i % 4);
        int64_t before = INT64_MAX;
        for (rounds_now = 0; rounds_now < 6; rounds_now++) {
            int64_t const now = solve(some_rounds, 1, seat_of);
            assert_true(now <= before);
            before = now;
        }
    }
}

static void threads_change_nothing(void **state) {
    (void)state;
    dice luck = dice_of(5);
    for (int i = 0; i < often(20); i++) {
        draw(&luck, (shape_of_points)(i % SHAPES), roll(&luck, 130, SEATS_MOST), 2, i % 4);
        int32_t other[ROWS_MOST];
        solve(in_blocks, 1, seat_of);
        solve(in_blocks, 3, other);
        assert_memory_equal(seat_of, other, (size_t)in.rows * sizeof *other);
    }
}

/* A seat that takes more rows than a block has otherwise. */
static void a_giant_among_the_seats_is_no_exception(void **state) {
    (void)state;
    dice luck = dice_of(6);
    draw(&luck, SCATTERED, SEATS_MOST, 2, 1);
    in.rows = ROWS_MOST;
    in.most[7] = ROWS_MOST - SEATS_MOST + 1;
    draw_points(&luck, SCATTERED, in.x, in.rows + in.seats, 2);
    assert_true(solve(in_blocks, 2, seat_of) >= solve(fcap_stars_dense, 1, seat_of));
}

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)user;
    (void)progress;
    return 1;
}

static void stops_when_asked(void **state) {
    (void)state;
    dice luck = dice_of(7);
    draw(&luck, SCATTERED, 200, 2, 2);
    fcap_options options;
    fcap_options_init(&options);
    options.tick = stop_at_once;
    fcap_run run;
    fcap_run_open(&run, &options, NULL);
    points set[2];
    star_problem p;
    assert_int_equal(open_problem(&run, set, &p), FCAP_OK);
    assert_int_equal(in_blocks(&run, &p, seat_of), FCAP_E_CANCELLED);
    fcap_run_close(&run);
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    dice luck = dice_of(8);
    draw(&luck, GRID, 200, 3, 2);
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
        status = status == FCAP_OK ? in_blocks(&run, &p, seat_of) : status;
        assert_true(status == FCAP_OK || status == FCAP_E_NO_MEMORY);
        fcap_run_close(&run);
        assert_int_equal(c.open, 0);
    }
    assert_true(fail_at > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_block_is_solved_exactly),
        cmocka_unit_test(many_blocks_cost_little_more),
        cmocka_unit_test(so_they_do_under_every_metric),
        cmocka_unit_test(no_round_makes_it_dearer),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_giant_among_the_seats_is_no_exception),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
