/* test_subproblem.c - the cheapest cluster against all subsets. */
#include "bound/subproblem.h"

#include "bound_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* V of the candidate at position `own` by looking at every set; counts by position. */
static double slow_value(const shape *s, const double *distance, const double *pi, int own) {
    double least = INFINITY;
    for (int set = 0; set < 1 << s->n; set++) {
        int count[2] = {0, 0};
        double sum = 0;
        for (int j = 0; j < s->n; j++) {
            if (set >> j & 1) {
                count[j >= s->total[0]]++;
                sum += distance[j] - pi[j];
            }
        }
        if (set >> own & 1 && fcap_shape_allows(s, count[0], count[1])) {
            least = sum < least ? sum : least;
        }
    }
    return least;
}

static void check_members(const subproblem *sub, const double *distance, const double *pi,
                          int64_t own, const cheapest_set *set) {
    int32_t member[CASE_POINTS];
    double cost;
    int64_t const m = fcap_subproblem_members(sub, distance, pi, own, set, member, &cost);
    assert_int_equal(m, set->count[0] + set->count[1]);
    int64_t count[2] = {0, 0};
    double sum = 0;
    double reduced = 0;
    int mine = 0;
    for (int64_t j = 0; j < m; j++) {
        assert_true(j == 0 || member[j] > member[j - 1]);
        count[member[j] >= sub->begin[1]]++;
        sum += distance[member[j]];
        reduced += distance[member[j]] - pi[member[j]];
        mine |= member[j] == own;
    }
    assert_true(mine);
    assert_true(fcap_shape_allows(sub->s, count[0], count[1]));
    assert_int_equal(count[0], set->count[0]);
    assert_true(fabs(sum - cost) <= 1e-12 * sum);
    double size = 1;
    for (int64_t j = 0; j < sub->s->n; j++) {
        size += fabs(pi[j]);
    }
    assert_true(fabs(reduced - set->value) <= 1e-13 * size);
}

/* Several pi in a row, near and far, so that windows fit, nearly fit and do not. */
static void v_is_the_least_over_all_subsets(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    for (int i = 0; i < 1500; i++) {
        small_problem const p = draw_problem(&luck, CASE_POINTS);
        bound_case c;
        case_open(&c, &p);
        subproblem sub;
        cost_room room;
        fcap_subproblem_open(&c.s, &sub);
        assert_int_equal(fcap_subproblem_room(&c.run, &sub, &room), FCAP_OK);
        double distance[CASE_POINTS];
        double pi[CASE_POINTS];
        int const own = (int)roll(&luck, 0, p.n - 1);
        for (int j = 0; j < p.n; j++) {
            distance[j] = j == own ? 0 : (double)roll(&luck, 0, 20) / 16;
        }
        cost_window window = {{0, 0}, {0, 0}, 0};
        draw_pi(&luck, pi, p.n);
        for (int round = 0; round < 6; round++) {
            cheapest_set set;
            multipliers const at = fcap_subproblem_multipliers(&sub, pi);
            double const expected = slow_value(&c.s, distance, pi, own);
            fcap_subproblem_solve(&sub, distance, &at, own, &window, &room, &set);
            if (expected == INFINITY) {
                assert_true(set.value == INFINITY);
            } else {
                double size = 1;
                for (int j = 0; j < p.n; j++) {
                    size += fabs(pi[j]);
                }
                assert_true(fabs(set.value - expected) <= 1e-13 * size);
                check_members(&sub, distance, pi, own, &set);
                tried++;
            }
            for (int j = 0; j < p.n; j++) {
                pi[j] += round == 3 ? 5 * roll_unit(&luck) - 2 : 0.2 * roll_unit(&luck) - 0.1;
            }
        }
        case_close(&c);
    }
    print_message("%lld values\n", (long long)tried);
    assert_true(tried > 3000);
}

enum {
    MANY = 300
};

/* Larger ones, where the window leaves something out: against no window at all. */
static void a_window_changes_no_value(void **state) {
    (void)state;
    dice luck = dice_of(2);
    static double distance[MANY];
    static double pi[MANY];
    static int32_t group[MANY];
    for (int i = 0; i < 150; i++) {
        int const n = (int)roll(&luck, 40, MANY);
        int const k = (int)roll(&luck, 2, 8);
        for (int j = 0; j < n; j++) {
            group[j] = roll(&luck, 0, 9) < 4;
            distance[j] = roll(&luck, 0, 1) ? roll_unit(&luck) : (double)roll(&luck, 0, 9) / 8;
            pi[j] = roll_unit(&luck);
        }
        fcap_attribute const t = {group, 2, {roll(&luck, 1, 5), 10}};
        rules const r = {.n = n,
                         .k = k,
                         .capacity = (n + k - 1) / k + roll(&luck, 0, 3),
                         .min_size = roll(&luck, 1, n / k),
                         .attribute = &t,
                         .n_attributes = (int32_t)roll(&luck, 0, 1),
                         .n_counts = 2};
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        shape s;
        assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
        subproblem sub;
        cost_room room;
        fcap_subproblem_open(&s, &sub);
        assert_int_equal(fcap_subproblem_room(&run, &sub, &room), FCAP_OK);
        cost_window window = {{0, 0}, {0, 0}, 0};
        for (int round = 0; round < 20; round++) {
            int64_t const own = roll(&luck, 0, n - 1);
            cost_window none = {{-INFINITY, -INFINITY}, {INFINITY, INFINITY}, 0};
            cheapest_set set;
            cheapest_set expected;
            multipliers const at = fcap_subproblem_multipliers(&sub, pi);
            fcap_subproblem_solve(&sub, distance, &at, own, &none, &room, &expected);
            fcap_subproblem_solve(&sub, distance, &at, own, &window, &room, &set);
            if (expected.value == INFINITY) {
                assert_true(set.value == INFINITY);
                continue;
            }
            assert_true(fabs(set.value - expected.value) <= 1e-12 * n);
            int32_t member[MANY];
            double cost;
            assert_int_equal(
                fcap_subproblem_members(&sub, distance, pi, own, &set, member, &cost),
                set.count[0] + set.count[1]);
            for (int j = 0; j < n; j++) {
                pi[j] += (round % 5 == 4 ? 1 : 0.05) * (roll_unit(&luck) - 0.5);
            }
        }
        fcap_run_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v_is_the_least_over_all_subsets),
        cmocka_unit_test(a_window_changes_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
