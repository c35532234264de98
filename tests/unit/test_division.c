/* test_division.c - a division leaves choices on both sides, and finds what lies apart. */
#include "bound/division.h"

#include "bound_case.h"
#include "region_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int is_open(const lagrange *b) {
    for (int64_t a = 0; a < b->n_alive; a++) {
        if (b->regions.of[b->alive[a]] != REGION_CERTAIN) {
            return 1;
        }
    }
    return 0;
}

/* Does some allowed choice have at most c of the side, and another more? */
static void check_both_sides(const lagrange *b, const division *by) {
    int const n = (int)b->s->n;
    int side = 0;
    int few = 0;
    int more = 0;
    for (int64_t m = 0; m < by->n; m++) {
        assert_int_equal(b->regions.of[by->side[m]], by->region);
        assert_true(!b->out[by->side[m]] && !(side >> by->side[m] & 1));
        side |= 1 << by->side[m];
    }
    for (int choice = 0; choice < 1 << n; choice++) {
        if (is_allowed(&b->regions, b->out, n, choice)) {
            int const held = __builtin_popcount((unsigned)(choice & side));
            few += held <= by->count;
            more += held > by->count;
        }
    }
    assert_true(few > 0 && more > 0);
}

static void both_branches_have_choices_whatever_the_weights(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    int64_t several = 0;
    for (int round = 0; round < 6000; round++) {
        small_problem p = draw_problem(&luck, 9);
        p.groups = 1;
        p.least = 1;
        bound_case c;
        lagrange b;
        division by;
        case_open(&c, &p);
        assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
        draw_regions(&luck, &b.regions, p.n);
        double const scale = roll_unit(&luck);
        for (int i = 0; i < p.n; i++) {
            b.out[i] = roll(&luck, 0, 6) == 0;
            b.weight[i] =
                roll(&luck, 0, 3) ? scale * roll_unit(&luck) : (double)roll(&luck, 0, 1);
        }
        fcap_bound_list_alive(&b);
        int const possible = fcap_regions_settle(&b.regions, b.alive, b.n_alive, b.out);
        fcap_bound_list_alive(&b);
        if (possible && is_open(&b)) {
            assert_int_equal(fcap_division_open(&c.run, p.n, &by), FCAP_OK);
            fcap_division_choose(&b, &by);
            assert_true(by.n > 0);
            check_both_sides(&b, &by);
            tried++;
            several += by.count > 0;
        }
        case_close(&c);
    }
    print_message("%lld divisions, %lld by more than one medoid\n", (long long)tried,
                  (long long)several);
    assert_true(tried > 2000 && several > 20);
}

/* Two clumps on a line: one or two medoids are in the first, the dual says 1.45. */
static void a_clump_with_a_fraction_is_an_island(void **state) {
    (void)state;
    small_problem p = {
        .n = 9, .d = 1, .k = 3, .q = 9, .least = 1, .groups = 1, .num = 1, .den = 1};
    double const x[] = {0, 1, 2, 3, 4, 100, 101, 102, 103};
    double const weight[] = {0.5, 0, 0.15, 0, 0.8, 0.55, 0, 0.5, 0.5};
    memcpy(p.x, x, sizeof x);
    bound_case c;
    lagrange b;
    division by;
    case_open(&c, &p);
    assert_int_equal(fcap_bound_open(&c.run, &c.points, &c.s, &b), FCAP_OK);
    assert_int_equal(fcap_division_open(&c.run, p.n, &by), FCAP_OK);
    memcpy(b.weight, weight, sizeof weight);
    assert_true(fcap_regions_settle(&b.regions, b.alive, b.n_alive, b.out));
    fcap_division_choose(&b, &by);
    assert_int_equal(by.count, 1);
    assert_int_equal(by.region, REGION_ALL);
    int side = 0;
    for (int64_t m = 0; m < by.n; m++) {
        side |= 1 << by.side[m];
    }
    assert_true(side == 0x1f || side == 0x1e0);
    case_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_branches_have_choices_whatever_the_weights),
        cmocka_unit_test(a_clump_with_a_fraction_is_an_island),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
