/* test_knapsack.c - the knapsack by classes against the plain dynamic program over items, and
 * against all subsets where values differ by more than a double can hold. */
#include "cluster/knapsack.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 60,
    Q_MOST = 120
};

typedef struct instance {
    int64_t n;
    float distance[N_MOST];
    int64_t weight[N_MOST];
    char gone[N_MOST];
    int64_t capacity;
    double lambda;
} instance;

static instance draw(dice *luck, int64_t n, int classes, double spread, double lambda) {
    instance in = {.n = n, .lambda = lambda};
    int64_t kind[5];
    for (int c = 0; c < classes; c++) {
        kind[c] = roll(luck, 1, 9);
    }
    for (int64_t i = 0; i < n; i++) {
        double const u = roll_unit(luck);
        in.distance[i] =
            (float)(roll(luck, 0, 3) == 0 ? floor(u * 8) / 8 * spread : u * spread);
        in.weight[i] = kind[roll(luck, 0, classes - 1)];
        in.gone[i] = roll(luck, 0, 5) == 0;
    }
    in.capacity = roll(luck, 0, n * 4 < Q_MOST ? n * 4 : Q_MOST);
    return in;
}

/* The chosen items, checked: offered, once each, within the capacity. */
static int64_t choose(const instance *in, int32_t *chosen) {
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    knapsack k;
    knapsack_room room;
    knapsack_key sorting[N_MOST];
    int32_t order[N_MOST];
    assert_int_equal(fcap_knapsack_open(&run, in->weight, in->n, in->lambda, Q_MOST, &k),
                     FCAP_OK);
    assert_int_equal(fcap_knapsack_room(&run, &k, &room), FCAP_OK);
    fcap_knapsack_order(&k, in->distance, sorting, order);
    int64_t left[5] = {0};
    for (int64_t i = 0; i < in->n; i++) {
        left[k.class_of[i]] += !in->gone[i];
    }
    knapsack_offer const offer = {in->distance, order, in->gone, left, in->capacity};
    int64_t const n = fcap_knapsack_choose(&k, &offer, &room, chosen);
    fcap_run_close(&run);
    int seen[N_MOST] = {0};
    int64_t weight = 0;
    for (int64_t i = 0; i < n; i++) {
        assert_in_range(chosen[i], 0, in->n - 1);
        assert_true(!in->gone[chosen[i]] && seen[chosen[i]]++ == 0);
        weight += in->weight[chosen[i]];
    }
    assert_true(weight <= in->capacity);
    return n;
}

/* The plain dynamic program over items and capacities, [LQ21] line "knapsack". */
static double best_by_items(const instance *in) {
    double best[Q_MOST + 1] = {0};
    for (int64_t i = 0; i < in->n; i++) {
        double const value = exp(-(double)in->distance[i] / in->lambda);
        for (int64_t q = in->capacity; q >= in->weight[i] && !in->gone[i]; q--) {
            double const with = best[q - in->weight[i]] + value;
            best[q] = with > best[q] ? with : best[q];
        }
    }
    return best[in->capacity];
}

static void equals_the_plain_dynamic_program(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int slack = 0;
    for (int i = 0; i < 20000; i++) {
        int const classes = 1 + i % 5;
        double const lambda = (double)roll(&luck, 1, 20) / 10;
        instance const in = draw(&luck, roll(&luck, 1, N_MOST), classes, 3, lambda);
        int32_t chosen[N_MOST];
        int64_t const n = choose(&in, chosen);
        double value = 0;
        int64_t left = in.capacity;
        for (int64_t j = 0; j < n; j++) {
            value += exp(-(double)in.distance[chosen[j]] / in.lambda);
            left -= in.weight[chosen[j]];
        }
        slack += left > 0;
        double const best = best_by_items(&in);
        assert_true(fabs(value - best) <= 1e-12 * best);
    }
    print_message("%d of 20000 did not fill the capacity\n", slack);
}

/* > 0 when the items of set a are worth more than those of b: common items cancel, the others
 * are measured against the nearest of them, so nothing vanishes. */
static double compare(const instance *in, unsigned a, unsigned b) {
    double nearest = INFINITY;
    for (int64_t i = 0; i < in->n; i++) {
        if (((a ^ b) >> i & 1) && (double)in->distance[i] < nearest) {
            nearest = (double)in->distance[i];
        }
    }
    double sum = 0;
    for (int64_t i = 0; i < in->n; i++) {
        if ((a ^ b) >> i & 1) {
            double const value = exp((nearest - (double)in->distance[i]) / in->lambda);
            sum += a >> i & 1 ? value : -value;
        }
    }
    return sum;
}

static void unscaled_data_do_not_underflow(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 600;
         i++) { /* distances up to 1e6 with lambda 0.3: exp(-d/lambda) is 0 */
        instance in = draw(&luck, roll(&luck, 1, 11), 1 + i % 3, i % 2 ? 1e6 : 300, 0.3);
        in.capacity = roll(&luck, 0, 40);
        unsigned best = 0;
        for (unsigned set = 0; set < 1u << in.n; set++) {
            int64_t weight = 0;
            int allowed = 1;
            for (int64_t j = 0; j < in.n; j++) {
                if (set >> j & 1) {
                    weight += in.weight[j];
                    allowed &= !in.gone[j];
                }
            }
            if (allowed && weight <= in.capacity && compare(&in, set, best) > 0) {
                best = set;
            }
        }
        int32_t chosen[N_MOST];
        int64_t const n = choose(&in, chosen);
        unsigned set = 0;
        for (int64_t j = 0; j < n; j++) {
            set |= 1u << chosen[j];
        }
        assert_true(compare(&in, best, set) <= 1e-6);
    }
}

static void too_many_weights_are_said(void **state) {
    (void)state;
    int64_t weight[300];
    for (int i = 0; i < 300; i++) {
        weight[i] = i + 1;
    }
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    knapsack k;
    assert_int_equal(fcap_knapsack_open(&run, weight, 300, 1, 10, &k), FCAP_E_ARGUMENT);
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_plain_dynamic_program),
        cmocka_unit_test(unscaled_data_do_not_underflow),
        cmocka_unit_test(too_many_weights_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
