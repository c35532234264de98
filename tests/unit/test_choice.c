/* test_choice.c - the choice under regions, and what it fixes, against every choice of a few
 * candidates. */
#include "bound/lagrange.h"

#include "bound_case.h"
#include "region_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* V are drawn, not evaluated: small whole numbers with ties, so that sums are exact. */
typedef struct drawn {
    bound_case c;
    lagrange b;
    evaluation at;
} drawn;

static void draw(dice *luck, drawn *w) {
    small_problem p = draw_problem(luck, 9);
    p.groups = 1;
    p.least = 1;
    case_open(&w->c, &p);
    lagrange *const b = &w->b;
    assert_int_equal(fcap_bound_open(&w->c.run, &w->c.points, &w->c.s, b), FCAP_OK);
    w->at = fcap_bound_evaluation(&w->c.run, p.k);
    draw_regions(luck, &b->regions, p.n);
    for (int i = 0; i < p.n; i++) {
        b->out[i] = roll(luck, 0, 5) == 0;
        b->set[i].value = (double)roll(luck, -20, 20);
    }
    b->pi_sum = 0;
    fcap_bound_list_alive(b);
}

/* The least sum over the choices that are allowed and have all bits of `with`, none of
 * `without`. */
static double least_sum(const lagrange *b, int with, int without) {
    int const n = (int)b->s->n;
    double least = INFINITY;
    for (int choice = 0; choice < 1 << n; choice++) {
        if ((choice & with) != with || (choice & without) != 0 ||
            !is_allowed(&b->regions, b->out, n, choice)) {
            continue;
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += choice >> i & 1 ? b->set[i].value : 0;
        }
        least = sum < least ? sum : least;
    }
    return least;
}

static void the_choice_is_the_least_that_the_regions_allow(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t found = 0;
    int64_t inner = 0;
    for (int round = 0; round < 4000; round++) {
        drawn w;
        draw(&luck, &w);
        fcap_bound_choose(&w.b, &w.at);
        double const least = least_sum(&w.b, 0, 0);
        assert_true(w.at.value == least);
        if (least < INFINITY) {
            int choice = 0;
            double sum = 0;
            for (int m = 0; m < w.b.s->k; m++) {
                assert_true(m == 0 || w.at.chosen[m] > w.at.chosen[m - 1]);
                choice |= 1 << w.at.chosen[m];
                sum += w.b.set[w.at.chosen[m]].value;
            }
            assert_true(sum == least);
            assert_true(is_allowed(&w.b.regions, w.b.out, (int)w.b.s->n, choice));
            found++;
            for (int32_t r = REGION_NEXT; r < w.b.regions.n; r++) {
                inner += w.b.regions.at[r].parent >= REGION_NEXT;
            }
        }
        case_close(&w.c);
    }
    print_message("%lld choices, %lld regions inside others\n", (long long)found,
                  (long long)inner);
    assert_true(found > 1000 && inner > 200);
}

/* Not one more and not one less is fixed than holds for all choices below the ceiling; and
 * these choices stay. */
static void fixing_is_exact(void **state) {
    (void)state;
    dice luck = dice_of(2);
    int64_t out = 0;
    int64_t certain = 0;
    for (int round = 0; round < 6000; round++) {
        drawn w;
        draw(&luck, &w);
        lagrange *const b = &w.b;
        int const n = (int)b->s->n;
        fcap_bound_choose(b, &w.at);
        if (w.at.value < INFINITY) {
            double const ceiling = w.at.value + (double)roll(&luck, 0, 12) + 0.5;
            int expect_out = 0;
            int expect_certain = 0;
            unsigned char below[1 << 9];
            for (int i = 0; i < n; i++) {
                expect_out |= (!b->out[i] && least_sum(b, 1 << i, 0) >= ceiling) << i;
                expect_certain |= (least_sum(b, 0, 1 << i) >= ceiling) << i;
            }
            for (int choice = 0; choice < 1 << n; choice++) {
                below[choice] = least_sum(b, choice, ~choice) < ceiling;
            }
            int before = 0;
            for (int i = 0; i < n; i++) {
                before |= b->out[i] << i;
            }
            fcap_bound_fix(b, &w.at, ceiling);
            for (int i = 0; i < n; i++) {
                assert_int_equal(b->out[i], (before | expect_out) >> i & 1);
                assert_int_equal(!b->out[i] && b->regions.of[i] == REGION_CERTAIN,
                                 expect_certain >> i & 1);
            }
            for (int choice = 0; choice < 1 << n; choice++) {
                assert_true(!below[choice] || is_allowed(&b->regions, b->out, n, choice));
            }
            out += __builtin_popcount((unsigned)expect_out);
            certain += __builtin_popcount((unsigned)expect_certain);
        }
        case_close(&w.c);
    }
    print_message("%lld out, %lld certain\n", (long long)out, (long long)certain);
    assert_true(out > 1000 && certain > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_choice_is_the_least_that_the_regions_allow),
        cmocka_unit_test(fixing_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
