/* test_boxed.c - the cheapest cluster with counts in cells, against all sets of points. */
#include "bound/boxed.h"

#include "rule_draws.h"

#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static int is_in_a_cell(const cells *c, unsigned set, int64_t n) {
    int64_t count[DRAW_POINTS_MOST + 1] = {0};
    int64_t size = 0;
    for (int64_t j = 0; j < n; j++) {
        count[c->class_of[j]] += set >> j & 1u;
        size += set >> j & 1u;
    }
    for (int64_t x = 0; x < c->n; x++) {
        int fits = size >= c->size_least[x] && size <= c->size_most_of[x];
        for (int32_t g = 0; g < c->n_classes; g++) {
            fits &= count[g] >= c->low[x * c->n_classes + g] &&
                    count[g] <= c->high[x * c->n_classes + g];
        }
        if (fits) {
            return 1;
        }
    }
    return 0;
}

/* By point. */
typedef struct costs {
    int64_t n;
    double distance[DRAW_POINTS_MOST];
    double pi[DRAW_POINTS_MOST];
} costs;

static double value_of(const costs *x, unsigned set) {
    double value = 0;
    for (int64_t j = 0; j < x->n; j++) {
        value += set >> j & 1u ? x->distance[j] - x->pi[j] : 0;
    }
    return value;
}

static double least_of_all_sets(const cells *c, const costs *x, int64_t own) {
    double least = INFINITY;
    for (unsigned set = 0; set < 1u << x->n; set++) {
        double const value = value_of(x, set);
        if ((set >> own & 1u) && value < least && is_in_a_cell(c, set, x->n)) {
            least = value;
        }
    }
    return least;
}

static void is_the_cheapest(fcap_run *run, const cells *c, const costs *x, int64_t own) {
    boxed b;
    int32_t member[DRAW_POINTS_MOST];
    double distance[DRAW_POINTS_MOST];
    double pi[DRAW_POINTS_MOST];
    int64_t at = 0;
    assert_int_equal(fcap_boxed_open(run, c, x->n, &b), FCAP_OK);
    family const f = fcap_boxed_family(&b);
    for (int64_t j = 0; j < x->n; j++) {
        distance[j] = x->distance[f.order[j]];
        pi[j] = x->pi[f.order[j]];
        at = f.order[j] == own ? j : at;
    }
    family_query const ask = {distance, pi, at};
    family_set found = {.member = member};
    f.cheapest(f.self, f.room(run, f.self), &ask, &found);
    double const least = least_of_all_sets(c, x, own);
    if (least == INFINITY) {
        assert_true(found.value == INFINITY);
        return;
    }
    unsigned set = 0;
    for (int64_t m = 0; m < found.n; m++) {
        set |= 1u << f.order[found.member[m]];
    }
    assert_true(fabs(found.value - least) <= 1e-12);
    assert_true(fabs(value_of(x, set) - least) <= 1e-12);
    assert_true((set >> own & 1u) && is_in_a_cell(c, set, x->n) && found.n <= f.most);
}

static void the_set_found_is_the_cheapest(void **state) {
    (void)state;
    static const unsigned kind[] = {DRAWN_GROUPS, DRAWN_UNKNOWN, DRAWN_SHARE, DRAWN_NO_ISOLATE,
                                    DRAWN_GROUPS | DRAWN_SHARE | DRAWN_NO_ISOLATE};
    static rule_draw drawn;
    int64_t judged = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        dice luck = dice_of(seed);
        fcap_run run;
        rules r;
        cells c;
        rule_draw_make(seed, kind[seed % 5], DRAWN_TINY, &drawn);
        fcap_run_open(&run, NULL, NULL);
        assert_int_equal(fcap_rules_open(&run, &drawn.problem, &drawn.asked, &r), FCAP_OK);
        int32_t const attribute = (int32_t)roll(&luck, -1, r.n_attributes - 1);
        assert_int_equal(fcap_cells_open(&run, &r, attribute, &c), FCAP_OK);
        costs x = {.n = r.n};
        for (int64_t j = 0; j < r.n; j++) {
            x.distance[j] = roll(&luck, 0, 3) == 0 ? 0.5 : roll_unit(&luck);
            x.pi[j] = roll(&luck, 0, 3) == 0 ? 0.7 : 3 * roll_unit(&luck) - 1;
        }
        if (c.n > 0) {
            is_the_cheapest(&run, &c, &x, roll(&luck, 0, r.n - 1));
            judged++;
        }
        fcap_run_close(&run);
    }
    print_message("%lld requests\n", (long long)judged);
    assert_true(judged > 700);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_set_found_is_the_cheapest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
