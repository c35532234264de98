/* test_rng.c - the promise "same seed, same labels" rests on these numbers: they are compared
 * with published and independently computed values, and what is drawn from them must be fair.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void gives_the_published_splitmix64_sequence(void **state) {
    (void)state;
    /* The reference values for seed 1234567 that the ports of splitmix64 are tested with. */
    static const uint64_t known[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    rng r = {1234567};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(fcap_rng_next(&r) == known[i]);
    }
}

static void seeds_and_forks_give_the_numbers_of_the_first_release(void **state) {
    (void)state;
    /* Computed by a Python version of rng.c; a change here changes everybody's labels. */
    rng one = fcap_rng_seed(1);
    rng seven = fcap_rng_fork(&one, 7);
    assert_true(fcap_rng_next(&one) == 0x5e41ab087439611eu);
    assert_true(fcap_rng_next(&one) == 0xf18d6ce93d6cf1eeu);
    assert_true(fcap_rng_next(&one) == 0x0b95f66d327e8d78u);
    assert_true(fcap_rng_next(&one) == 0xc7061b1b93322ba9u);
    assert_true(fcap_rng_next(&seven) == 0xae193efb2fcfdae5u);
    assert_true(fcap_rng_next(&seven) == 0xdac5cd1176d38caau);
}

static void forking_does_not_advance_the_parent(void **state) {
    (void)state;
    rng a = fcap_rng_seed(5);
    rng const b = a;
    rng const first = fcap_rng_fork(&a, 3);
    rng const second = fcap_rng_fork(&a, 3);
    assert_true(a.state == b.state);
    assert_true(first.state == second.state);
    fcap_rng_next(&a);
    rng const later = fcap_rng_fork(&a, 3);
    assert_true(later.state != first.state);
}

static int by_value(const void *left, const void *right) {
    uint64_t const a = *(const uint64_t *)left;
    uint64_t const b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

static void neighbouring_seeds_and_forks_share_no_numbers(void **state) {
    (void)state;
    enum {
        STREAMS = 2000,
        DRAWS = 50
    };
    uint64_t *const all = malloc(sizeof(uint64_t) * STREAMS * DRAWS);
    assert_non_null(all);
    for (uint64_t i = 0; i < STREAMS; i++) {
        rng parent = fcap_rng_seed(i / 100);
        rng r = i % 100 == 0 ? parent : fcap_rng_fork(&parent, i % 100);
        for (uint64_t j = 0; j < DRAWS; j++) {
            all[i * DRAWS + j] = fcap_rng_next(&r);
        }
    }
    qsort(all, STREAMS * DRAWS, sizeof *all, by_value);
    for (size_t i = 1; i < STREAMS * DRAWS; i++) {
        assert_true(all[i - 1] != all[i]);
    }
    free(all);
}

static void below_reaches_every_value_equally_often(void **state) {
    (void)state;
    enum {
        N = 10,
        DRAWS = 100000
    };
    rng r = fcap_rng_seed(11);
    int count[N] = {0};
    for (int i = 0; i < DRAWS; i++) {
        int64_t const v = fcap_rng_below(&r, N);
        assert_in_range(v, 0, N - 1);
        count[v]++;
    }
    double chi2 = 0;
    for (int i = 0; i < N; i++) {
        double const off = count[i] - DRAWS / (double)N;
        chi2 += off * off / (DRAWS / (double)N);
    }
    assert_true(chi2 < 35); /* 9 degrees of freedom: p < 1e-4 */
    for (int i = 0; i < 100; i++) {
        assert_int_equal(fcap_rng_below(&r, 1), 0);
    }
}

static void below_has_no_bias_for_huge_ranges(void **state) {
    (void)state;
    /* 2^64 / (3 * 2^61) = 2.67: a plain remainder would fall below 2^62 in 3/4 of all draws,
     * a fair one in 2/3. */
    int64_t const n = (int64_t)3 << 61;
    rng r = fcap_rng_seed(12);
    int low = 0;
    enum {
        DRAWS = 100000
    };
    for (int i = 0; i < DRAWS; i++) {
        int64_t const v = fcap_rng_below(&r, n);
        assert_true(v >= 0 && v < n);
        low += v < (int64_t)1 << 62;
    }
    assert_true(fabs(low / (double)DRAWS - 2.0 / 3) < 0.01);
    assert_true(fcap_rng_below(&r, INT64_MAX) >= 0);
}

static void unit_is_a_multiple_of_2_to_the_minus_53_below_1(void **state) {
    (void)state;
    rng r = fcap_rng_seed(13);
    double sum = 0;
    double low = 1;
    double high = 0;
    enum {
        DRAWS = 100000
    };
    for (int i = 0; i < DRAWS; i++) {
        double const u = fcap_rng_unit(&r);
        assert_true(u >= 0 && u < 1);
        assert_true(ldexp(u, 53) == floor(ldexp(u, 53)));
        sum += u;
        low = u < low ? u : low;
        high = u > high ? u : high;
    }
    assert_true(fabs(sum / DRAWS - 0.5) < 0.005);
    assert_true(low < 0.001 && high > 0.999);
    rng top = {0};
    rng raw = {0};
    for (int i = 0; i < 1000; i++) {
        assert_true(fcap_rng_unit(&top) == (double)(fcap_rng_next(&raw) >> 11) / 0x1p53);
    }
}

static void normal_has_mean_0_and_deviation_1(void **state) {
    (void)state;
    rng r = fcap_rng_seed(14);
    double sum = 0;
    double squares = 0;
    int within = 0;
    enum {
        DRAWS = 50000
    };
    for (int i = 0; i < DRAWS; i++) {
        double const v = fcap_rng_normal(&r);
        assert_true(v >= -6 && v <= 6);
        sum += v;
        squares += v * v;
        within += fabs(v) < 1;
    }
    assert_true(fabs(sum / DRAWS) < 0.02);
    assert_true(fabs(squares / DRAWS - 1) < 0.03);
    assert_true(fabs(within / (double)DRAWS - 0.6827) < 0.02);
}

static void shuffle_gives_each_permutation_equally_often(void **state) {
    (void)state;
    rng r = fcap_rng_seed(15);
    int count[64] = {0};
    enum {
        DRAWS = 60000
    };
    for (int i = 0; i < DRAWS; i++) {
        int64_t order[3] = {-1, -1, -1}; /* what was there before does not matter */
        fcap_rng_shuffle(&r, order, 3);
        for (int j = 0; j < 3; j++) {
            assert_in_range(order[j], 0, 2);
        }
        count[order[0] + 4 * order[1] + 16 * order[2]]++;
    }
    int seen = 0;
    for (int code = 0; code < 64; code++) {
        if (count[code] > 0) {
            seen++;
            assert_in_range(count[code], DRAWS / 6 - 500, DRAWS / 6 + 500);
        }
    }
    assert_int_equal(seen, 6);
}

static void shuffle_is_a_permutation(void **state) {
    (void)state;
    enum {
        N = 1000
    };
    rng r = fcap_rng_seed(16);
    int64_t order[N];
    memset(order, 0xff, sizeof order);
    fcap_rng_shuffle(&r, order, N);
    char seen[N] = {0};
    int64_t in_place = 0;
    for (int64_t i = 0; i < N; i++) {
        assert_in_range(order[i], 0, N - 1);
        assert_int_equal(seen[order[i]], 0);
        seen[order[i]] = 1;
        in_place += order[i] == i;
    }
    assert_true(in_place < 20);
    fcap_rng_shuffle(&r, order, 0);
    fcap_rng_shuffle(&r, order, 1);
    assert_int_equal(order[0], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_published_splitmix64_sequence),
        cmocka_unit_test(seeds_and_forks_give_the_numbers_of_the_first_release),
        cmocka_unit_test(forking_does_not_advance_the_parent),
        cmocka_unit_test(neighbouring_seeds_and_forks_share_no_numbers),
        cmocka_unit_test(below_reaches_every_value_equally_often),
        cmocka_unit_test(below_has_no_bias_for_huge_ranges),
        cmocka_unit_test(unit_is_a_multiple_of_2_to_the_minus_53_below_1),
        cmocka_unit_test(normal_has_mean_0_and_deviation_1),
        cmocka_unit_test(shuffle_gives_each_permutation_equally_often),
        cmocka_unit_test(shuffle_is_a_permutation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
