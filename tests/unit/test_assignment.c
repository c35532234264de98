/* test_assignment.c - the proof is checked on every answer, and brute force on the tiny ones.
 */
#include "flow/assignment.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    ROWS_MOST = 300,
    COLUMNS_MOST = 300,
    TINY = 7
};

static int32_t cost[ROWS_MOST * COLUMNS_MOST];
static int32_t column[ROWS_MOST];
static int64_t u[ROWS_MOST];
static int64_t v[COLUMNS_MOST];
static int32_t least[COLUMNS_MOST];
static int32_t most[COLUMNS_MOST];

/* All ways to place the rows from `row` on; -1 when there is none. */
static int64_t cheapest(const assignment_problem *p, int64_t row, int *count) {
    if (row == p->rows) {
        for (int64_t j = 0; j < p->columns; j++) {
            if (count[j] < p->least[j]) {
                return -1;
            }
        }
        return 0;
    }
    int64_t best = -1;
    for (int64_t j = 0; j < p->columns; j++) {
        if (count[j] < p->most[j]) {
            count[j]++;
            int64_t const rest = cheapest(p, row + 1, count);
            count[j]--;
            int64_t const total = rest + p->cost[row * p->columns + j];
            best = rest >= 0 && (best < 0 || total < best) ? total : best;
        }
    }
    return best;
}

/* Prices feasible, equality where used, signs as the counts allow: then it is optimal. */
static int64_t proved_cost(const assignment_problem *p) {
    int64_t total = 0;
    int count[COLUMNS_MOST] = {0};
    for (int64_t r = 0; r < p->rows; r++) {
        assert_in_range(column[r], 0, p->columns - 1);
        count[column[r]]++;
        total += p->cost[r * p->columns + column[r]];
        for (int64_t j = 0; j < p->columns; j++) {
            int64_t const slack = p->cost[r * p->columns + j] - u[r] - v[j];
            assert_true(slack >= 0);
            assert_true(j != column[r] || slack == 0);
        }
    }
    for (int64_t j = 0; j < p->columns; j++) {
        assert_in_range(count[j], p->least[j], p->most[j]);
        assert_true(v[j] <= 0 || count[j] == p->least[j]);
        assert_true(v[j] >= 0 || count[j] == p->most[j]);
    }
    return total;
}

static int64_t solve(const assignment_problem *p) {
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    assert_int_equal(fcap_assignment_solve(&run, p, column, (assignment_proof){u, v}), FCAP_OK);
    fcap_run_close(&run);
    return proved_cost(p);
}

static void equals_brute_force_on_tiny_problems(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 10000; i++) {
        assignment_problem p = {.cost = cost, .least = least, .most = most};
        p.columns = roll(&luck, 1, 4);
        int64_t needed = 0;
        int64_t room = 0;
        for (int64_t j = 0; j < p.columns; j++) {
            least[j] = (int32_t)roll(&luck, 0, i % 2 ? 1 : 2);
            most[j] = (int32_t)roll(&luck, least[j] > 0 ? least[j] : 1, 3);
            needed += least[j];
            room += most[j];
        }
        if (needed > TINY) {
            continue;
        }
        p.rows = roll(&luck, needed > 0 ? needed : 1, room < TINY ? room : TINY);
        int64_t const range = i % 3 == 0   ? 3
                              : i % 3 == 1 ? 100
                                           : COST_MOST; /* ties, few, wide */
        for (int64_t c = 0; c < p.rows * p.columns; c++) {
            cost[c] = (int32_t)roll(&luck, 0, range);
        }
        int count[4] = {0};
        assert_int_equal(solve(&p), cheapest(&p, 0, count));
    }
}

static void larger_answers_carry_their_proof(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 30; i++) {
        assignment_problem p = {.cost = cost, .least = least, .most = most};
        p.columns = roll(&luck, 1, 100);
        for (int64_t j = 0; j < p.columns; j++) {
            least[j] = 1;
            most[j] = 1 + i % 3;
        }
        p.rows = roll(&luck, p.columns, p.columns * (1 + i % 3));
        double x[ROWS_MOST + COLUMNS_MOST];
        draw_points(&luck, i % 2 ? CLUMPED : GRID, x, p.rows + p.columns, 1);
        for (int64_t r = 0; r < p.rows; r++) {
            for (int64_t j = 0; j < p.columns; j++) {
                double const d =
                    x[r] > x[p.rows + j] ? x[r] - x[p.rows + j] : x[p.rows + j] - x[r];
                cost[r * p.columns + j] = (int32_t)(d * 1e6);
            }
        }
        solve(&p);
    }
}

/* Any whole prices: the answer is proved by those it leaves, and costs what a cold start finds.
 */
static void any_prices_are_a_start(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < 300; i++) {
        assignment_problem p = {.cost = cost, .least = least, .most = most};
        p.columns = roll(&luck, 1, 40);
        int64_t needed = 0;
        int64_t room_for = 0;
        for (int64_t j = 0; j < p.columns; j++) {
            least[j] = (int32_t)roll(&luck, 0, 2);
            most[j] = (int32_t)roll(&luck, least[j] > 0 ? least[j] : 1, 3);
            needed += least[j];
            room_for += most[j];
        }
        p.rows = roll(&luck, needed > 0 ? needed : 1, room_for);
        for (int64_t c = 0; c < p.rows * p.columns; c++) {
            cost[c] = (int32_t)roll(&luck, 0, i % 2 ? 5 : COST_MOST);
        }
        int64_t const cold = solve(&p);
        double price[40];
        for (int64_t j = 0; j < p.columns; j++) {
            price[j] = (double)roll(&luck, -COST_MOST, COST_MOST);
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        assignment_room room;
        assert_int_equal(fcap_assignment_room_open(&run, p.rows, p.columns, &room), FCAP_OK);
        for (int again = 0; again < 2; again++) {
            fcap_assignment_solve_in(&room, &p, price, column);
            for (int64_t j = 0; j < p.columns; j++) {
                v[j] = (int64_t)price[j];
            }
            for (int64_t r = 0; r < p.rows; r++) {
                u[r] = cost[r * p.columns + column[r]] - v[column[r]];
            }
            assert_int_equal(proved_cost(&p), cold);
        }
        fcap_run_close(&run);
    }
}

static void what_does_not_fit_is_infeasible(void **state) {
    (void)state;
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    for (int j = 0; j < 3; j++) {
        least[j] = 1;
        most[j] = 2;
    }
    assignment_problem p = {
        .rows = 7, .columns = 3, .cost = cost, .least = least, .most = most};
    assert_int_equal(fcap_assignment_solve(&run, &p, column, (assignment_proof){0}),
                     FCAP_E_INFEASIBLE);
    p.rows = 2;
    assert_int_equal(fcap_assignment_solve(&run, &p, column, (assignment_proof){0}),
                     FCAP_E_INFEASIBLE);
    assert_string_equal(err.message,
                        "2 rows cannot be divided among 3 columns that take 3 to 6 "
                        "together");
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_brute_force_on_tiny_problems),
        cmocka_unit_test(larger_answers_carry_their_proof),
        cmocka_unit_test(any_prices_are_a_start),
        cmocka_unit_test(what_does_not_fit_is_infeasible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
