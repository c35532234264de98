/* test_load.c - the cheapest cluster within a load, against all sets of points. */
#include "bound/load.h"

#include "effort.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    POINTS_MOST = 11
};

typedef struct load_case {
    int64_t n;
    int64_t weight[POINTS_MOST];
    int64_t capacity;
    double distance[POINTS_MOST];
    double pi[POINTS_MOST];
    int64_t own;
} load_case;

/* Few or many different weights, small or of many digits. */
static load_case draw_case(dice *luck) {
    static const int64_t heaviest[] = {1, 3, 20, 1000000, (int64_t)1 << 48};
    load_case c = {.n = roll(luck, 1, POINTS_MOST)};
    int64_t const most = heaviest[roll(luck, 0, 4)];
    int64_t total = 0;
    for (int64_t j = 0; j < c.n; j++) {
        c.weight[j] = roll(luck, 1, most);
        total += c.weight[j];
        c.distance[j] = roll(luck, 0, 3) == 0 ? 0.5 : roll_unit(luck);
        c.pi[j] = roll(luck, 0, 3) == 0 ? 1 : 2 * roll_unit(luck) - 0.3;
    }
    c.own = roll(luck, 0, c.n - 1);
    c.distance[c.own] = 0;
    c.capacity = roll(luck, 1, total);
    return c;
}

static double least_of_all_sets(const load_case *c) {
    double least = INFINITY;
    for (unsigned set = 0; set < 1u << c->n; set++) {
        int64_t weight = 0;
        double value = 0;
        for (int64_t j = 0; j < c->n; j++) {
            if (set >> j & 1u) {
                weight += c->weight[j];
                value += c->distance[j] - c->pi[j];
            }
        }
        if ((set >> c->own & 1u) && weight <= c->capacity && value < least) {
            least = value;
        }
    }
    return least;
}

static void open_case(fcap_run *run, const load_case *c, load *out) {
    rules const r = {.n = c->n, .k = 1, .capacity = c->capacity, .weight = c->weight};
    assert_int_equal(fcap_load_open(run, &r, out), FCAP_OK);
}

static void is_a_set_of_that_value(const load_case *c, const family_set *s) {
    int64_t weight = 0;
    double value = 0;
    double cost = 0;
    int owned = 0;
    for (int64_t x = 0; x < s->n; x++) {
        int32_t const j = s->member[x];
        assert_true(x == 0 || s->member[x - 1] < j);
        weight += c->weight[j];
        value += c->distance[j] - c->pi[j];
        cost += c->distance[j];
        owned |= j == c->own;
    }
    assert_true(owned && weight <= c->capacity);
    assert_true(fabs(value - s->value) <= 1e-12 && fabs(cost - s->cost) <= 1e-12);
}

static void the_set_found_is_the_cheapest(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t without = 0;
    int const cases = often(6000);
    for (int i = 0; i < cases; i++) {
        load_case const c = draw_case(&luck);
        fcap_run run;
        load l;
        int32_t member[POINTS_MOST];
        fcap_run_open(&run, NULL, NULL);
        open_case(&run, &c, &l);
        family const f = fcap_load_family(&l);
        family_query const ask = {c.distance, c.pi, c.own};
        family_set found = {.member = member};
        f.cheapest(f.self, f.room(&run, f.self), &ask, &found);
        double const least = least_of_all_sets(&c);
        if (least < INFINITY) {
            assert_true(fabs(found.value - least) <= 1e-12);
            assert_true(found.n <= f.most);
            is_a_set_of_that_value(&c, &found);
        } else {
            assert_true(found.value == INFINITY);
            without++;
        }
        fcap_run_close(&run);
    }
    print_message("%d knapsacks, %lld without a place for the candidate\n", cases,
                  (long long)without);
    assert_true(without > cases / 60 && without < cases / 2);
}

/* Weights that are all worth the same for their weight, and no sum is the capacity. */
static void a_hard_knapsack_ends_with_a_bound(void **state) {
    (void)state;
    enum {
        MANY = 60
    };
    int64_t weight[MANY];
    double distance[MANY] = {0};
    double pi[MANY];
    int32_t member[MANY];
    dice luck = dice_of(2);
    for (int j = 0; j < MANY; j++) {
        weight[j] = 2 * roll(&luck, 500000, 1000000);
        pi[j] = (double)weight[j] * 1e-6;
    }
    rules const r = {.n = MANY, .k = 1, .capacity = 20000001 + weight[0], .weight = weight};
    fcap_run run;
    load l;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_load_open(&run, &r, &l), FCAP_OK);
    family const f = fcap_load_family(&l);
    family_query const ask = {distance, pi, 0};
    family_set found = {.member = member};
    f.cheapest(f.self, f.room(&run, f.self), &ask, &found);
    assert_true(found.value >= -20.000001 - pi[0] - 1e-9); /* the linear relaxation */
    assert_true(found.value <= -19 - pi[0] && found.work < 1000000);
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_set_found_is_the_cheapest),
        cmocka_unit_test(a_hard_knapsack_ends_with_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
