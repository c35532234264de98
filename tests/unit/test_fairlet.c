/* test_fairlet.c - the definition of a fairlet decomposition is the test; mcf against brute
 * force. */
#include "effort.h"
#include "fairlet/fairlet.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 80
};

typedef fcap_status decomposition(fcap_run *run, const points *p, const two_groups *g,
                                  fairlets *out);

typedef struct instance {
    double x[N_MOST * 2];
    int32_t group[N_MOST];
    int64_t n;
    fcap_ratio t;
} instance;

/* Counts a and b in random order. */
static instance draw(dice *luck, int64_t a, int64_t b, fcap_ratio t, shape_of_points shape) {
    instance in = {.n = a + b, .t = t};
    draw_points(luck, shape, in.x, in.n, 2);
    for (int64_t i = 0; i < in.n; i++) {
        int64_t const j = roll(luck, 0, i);
        in.group[i] = in.group[j];
        in.group[j] = i >= a;
    }
    return in;
}

static fcap_status decompose(fcap_run *run, const instance *in, decomposition *make,
                             fairlets *out) {
    points p;
    two_groups g;
    fcap_attribute const a = {in->group, 2, in->t};
    TRY(fcap_points_open(run, in->x, in->n, 2, &p));
    TRY(fcap_two_groups_open(run, &a, in->n, &g));
    return make(run, &p, &g, out);
}

static int64_t gcd(int64_t a, int64_t b) {
    return b == 0 ? a : gcd(b, a % b);
}

/* [LQ21] Def. 2: a partition, at most f + m members, balance at least t. */
static void assert_is_a_decomposition(const instance *in, const fairlets *f) {
    int seen[N_MOST] = {0};
    int64_t const common = gcd(in->t.num, in->t.den);
    assert_int_equal(f->start[0], 0);
    assert_int_equal(f->start[f->n], in->n);
    for (int64_t i = 0; i < f->n; i++) {
        int64_t count[2] = {0, 0};
        int centre_inside = 0;
        for (int64_t at = f->start[i]; at < f->start[i + 1]; at++) {
            int64_t const x = f->member[at];
            assert_int_equal(seen[x]++, 0);
            count[in->group[x]]++;
            centre_inside |= f->centre[i] == x;
        }
        assert_true(centre_inside);
        assert_true(count[0] + count[1] <= (in->t.num + in->t.den) / common);
        assert_true(count[0] * in->t.den >= count[1] * in->t.num);
        assert_true(count[1] * in->t.den >= count[0] * in->t.num);
        assert_true(count[0] > 0 && count[1] > 0);
    }
}

static void every_decomposition_is_valid_for_every_balance(void **state) {
    (void)state;
    dice luck = dice_of(1);
    decomposition *const make[] = {fcap_fairlet_vanilla, fcap_fairlet_mcf, fcap_fairlet_tree};
    int tried = 0;
    for (int i = 0; i < often(4000); i++) {
        int64_t const den = roll(&luck, 1, 9);
        fcap_ratio const t = {roll(&luck, 1, den), den};
        int64_t const a = roll(&luck, 1, 20);
        int64_t const b =
            roll(&luck, a, a * t.den / t.num < N_MOST - a ? a * t.den / t.num : N_MOST - a);
        instance const in = i % 2 ? draw(&luck, a, b, t, (shape_of_points)(i % HUGE_ONES))
                                  : draw(&luck, b, a, t, (shape_of_points)(i % HUGE_ONES));
        for (int m = 0; m < 3; m++) {
            fcap_error err;
            fcap_run run;
            fcap_run_open(&run, NULL, &err);
            fairlets f;
            assert_int_equal(decompose(&run, &in, make[m], &f), FCAP_OK);
            assert_is_a_decomposition(&in, &f);
            fcap_run_close(&run);
            tried++;
        }
    }
    print_message("%d decompositions\n", tried);
}

static void counts_are_those_of_the_paper(void **state) {
    (void)state;
    dice luck = dice_of(2);
    instance const in = draw(&luck, 30, 37, (fcap_ratio){1, 2}, SCATTERED);
    decomposition *const make[] = {fcap_fairlet_vanilla, fcap_fairlet_mcf, fcap_fairlet_tree};
    for (int m = 0; m < 3; m++) {
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        fairlets f;
        assert_int_equal(decompose(&run, &in, make[m], &f), FCAP_OK);
        int64_t threes = 0;
        for (int64_t i = 0; i < f.n; i++) {
            threes += f.start[i + 1] - f.start[i] == 3;
        }
        assert_int_equal(f.n, 30); /* one for each of the minority, as 187 for 187 + 208 */
        assert_int_equal(threes, 7);
        fcap_run_close(&run);
    }
}

/* The cheapest stars by trying all: each majority point to a minority point with room. */
static double cheapest_stars(const instance *in, const int64_t *few, int64_t n_few,
                             const int64_t *many, int64_t n_many, int64_t at, int *count,
                             int64_t width) {
    if (at == n_many) {
        for (int64_t i = 0; i < n_few; i++) {
            if (count[i] == 0) {
                return INFINITY;
            }
        }
        return 0;
    }
    double best = INFINITY;
    for (int64_t i = 0; i < n_few; i++) {
        if (count[i] < width) {
            count[i]++;
            double const d = hypot(in->x[2 * many[at]] - in->x[2 * few[i]],
                                   in->x[2 * many[at] + 1] - in->x[2 * few[i] + 1]);
            double const rest =
                d + cheapest_stars(in, few, n_few, many, n_many, at + 1, count, width);
            count[i]--;
            best = rest < best ? rest : best;
        }
    }
    return best;
}

static void mcf_stars_are_the_cheapest(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < often(500); i++) {
        int64_t const width = roll(&luck, 1, 3);
        int64_t const a = roll(&luck, 1, 4);
        int64_t const b = roll(&luck, a, a * width < 7 ? a * width : 7);
        instance const in = draw(&luck, a, b, (fcap_ratio){1, width}, (shape_of_points)(i % 3));
        int64_t few[8];
        int64_t many[8];
        int64_t n_few = 0;
        int64_t n_many = 0;
        for (int64_t p = 0; p < in.n; p++) {
            if (in.group[p] == 0) {
                few[n_few++] = p;
            } else {
                many[n_many++] = p;
            }
        }
        int count[8] = {0};
        double const optimum = cheapest_stars(&in, few, n_few, many, n_many, 0, count, width);
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        fairlets f;
        assert_int_equal(decompose(&run, &in, fcap_fairlet_mcf, &f), FCAP_OK);
        assert_true(fabs(f.cost - optimum) <= 1e-7 * (1 + optimum));
        fairlets v;
        assert_int_equal(decompose(&run, &in, fcap_fairlet_vanilla, &v), FCAP_OK);
        assert_true(v.cost >= f.cost - 1e-7 * (1 + f.cost));
        fcap_run_close(&run);
    }
}

/* Large enough for the way without a matrix, with stars and with groups. */
static void threads_change_nothing(void **state) {
    (void)state;
    enum {
        N = 700
    };
    static double x[N * 2];
    static int32_t group[N];
    dice luck = dice_of(5);
    fcap_ratio const balance[] = {{1, 1}, {1, 2}, {1, 3}, {2, 3}};
    int const stride = often(24) == 24 ? 1 : 7;
    for (int i = 0; i < 24; i += stride) {
        fcap_ratio const t = balance[i % 4];
        decomposition *const make = i < 12 ? fcap_fairlet_mcf : fcap_fairlet_tree;
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, N, 2);
        for (int64_t p = 0; p < N; p++) {
            group[p] = p * (t.num + t.den) / N < t.num; /* no less balanced than t */
        }
        fcap_attribute const a = {group, 2, t};
        fairlets f[2];
        fcap_run run[2];
        for (int r = 0; r < 2; r++) {
            fcap_options options;
            fcap_options_init(&options);
            options.threads = r == 0 ? 1 : 3;
            fcap_run_open(&run[r], &options, NULL);
            points p;
            two_groups g;
            assert_int_equal(fcap_points_open(&run[r], x, N, 2, &p), FCAP_OK);
            assert_int_equal(fcap_two_groups_open(&run[r], &a, N, &g), FCAP_OK);
            assert_int_equal(make(&run[r], &p, &g, &f[r]), FCAP_OK);
        }
        assert_int_equal(f[0].n, f[1].n);
        assert_memory_equal(f[0].start, f[1].start, (size_t)(f[0].n + 1) * sizeof(int64_t));
        assert_memory_equal(f[0].member, f[1].member, N * sizeof(int64_t));
        assert_memory_equal(f[0].centre, f[1].centre, (size_t)f[0].n * sizeof(int64_t));
        assert_true(f[0].cost == f[1].cost);
        fcap_run_close(&run[0]);
        fcap_run_close(&run[1]);
    }
}

static void random_centres_are_members_and_follow_the_seed(void **state) {
    (void)state;
    dice luck = dice_of(6);
    instance const in = draw(&luck, 30, 40, (fcap_ratio){1, 2}, SCATTERED);
    int64_t centre[3][30];
    for (int r = 0; r < 3; r++) {
        fcap_options options;
        fcap_options_init(&options);
        options.seed = r < 2 ? 7 : 8;
        fcap_run run;
        fcap_run_open(&run, &options, NULL);
        fairlets f;
        assert_int_equal(decompose(&run, &in, fcap_fairlet_mcf, &f), FCAP_OK);
        fcap_fairlets_random_centres(&run, &f);
        assert_is_a_decomposition(&in, &f); /* which asks for a centre inside */
        memcpy(centre[r], f.centre, sizeof centre[r]);
        fcap_run_close(&run);
    }
    assert_memory_equal(centre[0], centre[1], sizeof centre[0]);
    assert_memory_not_equal(centre[0], centre[2], sizeof centre[0]);
}

static void what_cannot_be_decomposed_is_said(void **state) {
    (void)state;
    dice luck = dice_of(4);
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    fairlets f;
    instance in = draw(&luck, 3, 7, (fcap_ratio){1, 2}, SCATTERED);
    assert_int_equal(decompose(&run, &in, fcap_fairlet_mcf, &f), FCAP_E_INFEASIBLE);
    assert_string_equal(err.message, "the data have balance 3/7, less than 1/2");
    in.t = (fcap_ratio){0, 1};
    assert_int_equal(decompose(&run, &in, fcap_fairlet_mcf, &f), FCAP_E_ARGUMENT);
    in.t = (fcap_ratio){1, 3};
    in.group[5] = -1;
    assert_int_equal(decompose(&run, &in, fcap_fairlet_vanilla, &f), FCAP_E_ARGUMENT);
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_decomposition_is_valid_for_every_balance),
        cmocka_unit_test(counts_are_those_of_the_paper),
        cmocka_unit_test(mcf_stars_are_the_cheapest),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(random_centres_are_members_and_follow_the_seed),
        cmocka_unit_test(what_cannot_be_decomposed_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
