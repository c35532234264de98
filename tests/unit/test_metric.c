/* test_metric.c - the library's judge agrees with the tests' judge on any labelling. */
#include "instances.h"
#include "verify.h"

#include <faircap/faircap.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 60,
    K_MOST = 6,
    G_MOST = 4
};

typedef struct instance {
    double x[N_MOST * 4];
    int32_t group[N_MOST];
    int32_t labels[N_MOST];
    int64_t n;
    int32_t d;
    int32_t k;
    int32_t n_groups;
    fcap_ratio t;
} instance;

/* Random labels; every cluster and every group has a member. */
static instance draw(dice *luck, shape_of_points shape) {
    instance in = {0};
    in.k = (int32_t)roll(luck, 1, K_MOST);
    in.n = roll(luck, in.k + G_MOST, N_MOST);
    in.d = (int32_t)roll(luck, 1, 4);
    in.n_groups = (int32_t)roll(luck, 2, G_MOST);
    in.t = (fcap_ratio){roll(luck, 0, 3), 3};
    draw_points(luck, shape, in.x, in.n, in.d);
    for (int64_t i = 0; i < in.n; i++) {
        in.labels[i] = (int32_t)(i < in.k ? i : roll(luck, 0, in.k - 1));
        in.group[i] = (int32_t)(i < in.n_groups ? i : roll(luck, 0, in.n_groups - 1));
    }
    return in;
}

static fcap_measures measure(const instance *in, const fcap_attribute *a, int64_t q, int64_t lo,
                             int64_t *size, int64_t *medoid, double *group_cost, int threads) {
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = in->x;
    p.n = in->n;
    p.d = in->d;
    p.attribute = a;
    p.n_attributes = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = in->k;
    r.max_size = q;
    r.min_size = lo;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = threads;
    fcap_measures m = {.size = size, .medoid = medoid, .group_cost = group_cost};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, in->labels, &o, &m, &err), FCAP_OK);
    return m;
}

static double sum_to(const instance *in, int64_t m) {
    double sum = 0;
    for (int64_t j = 0; j < in->n; j++) {
        double square = 0;
        for (int32_t c = 0; c < in->d; c++) {
            double const t = in->x[j * in->d + c] / 1e150 - in->x[m * in->d + c] / 1e150;
            square += t * t;
        }
        sum += in->labels[j] == in->labels[m] ? sqrt(square) * 1e150 : 0;
    }
    return sum;
}

/* The means are those of the naive judge, and all members together have the whole cost. */
static void judge_groups(const instance *in, const int64_t *medoid, const double *group_cost,
                         double cost) {
    double all = 0;
    for (int32_t g = 0; g < in->n_groups; g++) {
        double const mean =
            verify_group_cost(in->x, in->n, in->d, in->group, g, in->labels, medoid);
        assert_true(fabs(group_cost[g] - mean) <= 1e-12 * (1 + mean));
        for (int64_t i = 0; i < in->n; i++) {
            all += in->group[i] == g ? group_cost[g] : 0;
        }
    }
    assert_true(fabs(all - cost) <= 1e-12 * (1 + cost));
}

static void agrees_with_the_naive_judge_on_3000_labellings(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 3000; i++) {
        shape_of_points const shape = (shape_of_points)(i % HUGE_ONES); /* not the huge ones */
        instance const in = draw(&luck, shape);
        fcap_attribute const a = {in.group, in.n_groups, in.t};
        int64_t const q = roll(&luck, 1, in.n);
        int64_t const lo = roll(&luck, 1, 5);
        int64_t size[K_MOST];
        int64_t medoid[K_MOST];
        double group_cost[G_MOST];
        fcap_measures const m = measure(&in, &a, q, lo, size, medoid, group_cost, 1 + i % 3);
        verified const v = verify(in.x, in.n, in.d, in.group, in.n_groups, in.t.num, in.t.den,
                                  in.labels, in.k);
        assert_true(v.is_partition);
        assert_true(fabs(m.cost - v.cost) <= 1e-12 * (1 + v.cost));
        assert_int_equal(m.violated_capacity > 0, v.largest > q);
        assert_int_equal(m.violated_min_size > 0, v.smallest < lo);
        assert_int_equal(m.violated_balance == 0, v.balanced);
        assert_true(fabs((double)m.balance.num / (double)m.balance.den - v.balance) < 1e-15);
        for (int32_t c = 0; c < in.k; c++) {
            assert_int_equal(in.labels[medoid[c]], c);
        }
        judge_groups(&in, medoid, group_cost, m.cost);
    }
}

static void ties_go_to_the_smallest_row(void **state) {
    (void)state;
    instance in = {.n = 4, .d = 1, .k = 1, .n_groups = 1, .t = {0, 1}};
    double const x[] = {0, 1, 2, 3}; /* rows 1 and 2 both have sum 4 */
    memcpy(in.x, x, sizeof x);
    fcap_attribute const a = {in.group, 1, in.t};
    int64_t medoid[K_MOST];
    fcap_measures const m = measure(&in, &a, 4, 1, NULL, medoid, NULL, 1);
    assert_int_equal(medoid[0], 1);
    assert_true(m.cost == 4);
}

static void huge_coordinates_are_measured_or_refused_never_infinite(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 100; i++) {
        instance const in = draw(&luck, HUGE_ONES);
        fcap_attribute const a = {in.group, in.n_groups, in.t};
        int64_t medoid[K_MOST];
        fcap_measures const m = measure(&in, &a, in.n, 1, NULL, medoid, NULL, 1);
        double expected = 0;
        for (int32_t c = 0; c < in.k; c++) {
            expected += sum_to(&in, medoid[c]);
        }
        assert_true(isfinite(m.cost));
        assert_true(fabs(m.cost - expected) <= 1e-12 * expected);
    }
    instance in = {.n = 40, .d = 1, .k = 1, .n_groups = 1, .t = {0, 1}};
    for (int i = 0; i < 40; i++) {
        in.x[i] = i % 2 == 0 ? 1.7e308 : -1.7e308;
    }
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = in.x;
    p.n = in.n;
    p.d = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 1;
    fcap_measures m = {0};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, in.labels, NULL, &m, &err), FCAP_E_OVERFLOW);
}

static void the_mean_of_a_group_is_over_its_own_members(void **state) {
    (void)state;
    double const x[7] = {0, 1, 3, 10, 11, 15, 100}; /* medoids: 1, 11, 100 */
    int32_t const labels[7] = {0, 0, 0, 1, 1, 1, 2};
    int32_t const sex[7] = {0, 0, 1, 1, 0, 1, -1};
    int32_t const school[7] = {1, 1, 1, 1, 1, 1, 0}; /* and nobody is in 2 */
    fcap_attribute const a[2] = {{sex, 2, {0, 1}}, {school, 3, {0, 1}}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 7;
    p.d = 1;
    p.attribute = a;
    p.n_attributes = 2;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 3;
    double mean[5];
    fcap_measures m = {.group_cost = mean};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    double const expected[5] = {1.0 / 3, 7.0 / 3, 0, 8.0 / 6, 0};
    for (int g = 0; g < 5; g++) {
        assert_true(fabs(mean[g] - expected[g]) < 1e-15);
    }
}

static void points_of_unknown_group_count_in_sizes_only(void **state) {
    (void)state;
    double const x[4] = {0, 0, 0, 0};
    int32_t const group[4] = {0, 1, -1, -1};
    int32_t const labels[4] = {0, 0, 0, 1};
    fcap_attribute const a = {group, 2, {1, 1}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 4;
    p.d = 1;
    p.attribute = &a;
    p.n_attributes = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    r.max_size = 3;
    int64_t size[2];
    int64_t count[4];
    fcap_measures m = {.size = size, .count = count};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    assert_int_equal(size[0], 3);
    assert_int_equal(count[0] + count[1], 2);
    assert_int_equal(count[2] + count[3], 0);
    assert_int_equal(m.violated_balance, 0);
}

static void each_output_says_what_it_is_named_for(void **state) {
    (void)state;
    double const x[5] = {0, 1, 5, 10, 12};
    int32_t const labels[5] = {0, 0, 0, 1, 1}; /* cluster 2 is empty */
    int32_t const group[5] = {0, 1, 1, 0, 0};
    int64_t const weight[5] = {3, 1, 1, 7, 2};
    char const candidate[5] = {1, 0, 1, 0, 0};
    fcap_attribute const a = {group, 2, {1, 2}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 5;
    p.d = 1;
    p.attribute = &a;
    p.n_attributes = 1;
    p.weight = weight;
    p.candidate = candidate;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 3;
    r.max_size = 8;
    int64_t size[3];
    int64_t load[3];
    int64_t medoid[3];
    int64_t count[6];
    double cost[3];
    fcap_ratio balance[3];
    fcap_measures m = {.size = size,
                       .load = load,
                       .medoid = medoid,
                       .count = count,
                       .cluster_cost = cost,
                       .cluster_balance = balance};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    int64_t const sizes[3] = {3, 2, 0};
    int64_t const loads[3] = {5, 9, 0};
    int64_t const medoids[3] = {0, -1, -1}; /* 0 and 5 may be: the smaller row */
    int64_t const counts[6] = {1, 2, 2, 0, 0, 0};
    double const costs[3] = {6, 2, 0}; /* without a candidate: around the best member */
    assert_memory_equal(size, sizes, sizeof sizes);
    assert_memory_equal(load, loads, sizeof loads);
    assert_memory_equal(medoid, medoids, sizeof medoids);
    assert_memory_equal(count, counts, sizeof counts);
    assert_memory_equal(cost, costs, sizeof costs);
    assert_true(m.cost == 8);
    assert_true(balance[0].num * 2 == balance[0].den && balance[1].num == 0);
    assert_int_equal(m.balance.num, 0);
    assert_int_equal(m.violated_capacity, 1);
    assert_int_equal(m.violated_min_size, 1);
    assert_int_equal(m.violated_medoids, 1);
    assert_int_equal(m.violated_balance, 1);
}

static void without_attributes_or_points_what_they_would_tell_is_left_alone(void **state) {
    (void)state;
    double const x[3] = {0, 1, 5};
    int32_t const labels[3] = {0, 0, 1};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.n = 3;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    int64_t count = 77;
    double group_cost = 77;
    int64_t medoid[2] = {77, 77};
    fcap_measures m = {
        .cost = 77, .count = &count, .group_cost = &group_cost, .medoid = medoid};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    assert_true(m.cost == 77 && medoid[0] == 77 && medoid[1] == 77);
    p.x = x;
    p.d = 1;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    assert_true(m.cost == 1 && medoid[0] == 0 && medoid[1] == 2);
    assert_true(count == 77 && group_cost == 77);
    assert_int_equal(m.balance.den, 0);
}

/* Beside 1e180 the squares of 3 and 4 are 0 where all have one scale; so are those of 3e-200
 * beside 1. */
static void what_is_near_is_measured_beside_what_is_very_far(void **state) {
    (void)state;
    struct {
        double far;
        double unit;
    } const pair[] = {{1e180, 1}, {1e308, 1}, {1, 1e-200}, {1e308, 1e-250}, {1e300, 5e-324}};
    int32_t const labels[8] = {0, 0, 0, 1, 2, 2, 2, 2};
    int32_t const group[8] = {0, 1, 1, 0, 0, 1, 1, 0};
    fcap_attribute const a = {group, 2, {0, 1}};
    for (int i = 0; i < 5; i++) {
        double const u = pair[i].unit;
        double const x[8][2] = {
            {0, 0},           {3 * u, 4 * u},   {-3 * u, 4 * u},   {pair[i].far, 0},
            {0, pair[i].far}, {u, pair[i].far}, {-u, pair[i].far}, {0, pair[i].far}};
        fcap_problem p = FCAP_PROBLEM_INIT;
        p.x = x[0];
        p.n = 8;
        p.d = 2;
        p.attribute = &a;
        p.n_attributes = 1;
        fcap_rules r = FCAP_RULES_INIT;
        r.k = 3;
        double cost[3];
        double mean[2];
        int64_t medoid[3];
        fcap_measures m = {.cluster_cost = cost, .group_cost = mean, .medoid = medoid};
        fcap_error err;
        assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
        assert_true(fabs(cost[0] - 10 * u) <= 1e-15 * u && cost[1] == 0 && cost[2] == 2 * u);
        assert_true(medoid[0] == 0 && medoid[1] == 3 && medoid[2] == 4);
        assert_true(mean[0] == 0 && fabs(mean[1] - 3 * u) <= 1e-15 * u);
        p.metric = FCAP_METRIC_SQEUCLIDEAN;
        p.objective = i % 2 == 0 ? FCAP_OBJECTIVE_MEDOIDS : FCAP_OBJECTIVE_SSE;
        assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
        double const rest = i % 2 == 0 ? 0 : 64.0 / 3; /* the squares of x - mean: 18 + 32/3 */
        assert_true(fabs(cost[0] - (50 - rest) * u * u) <= 1e-14 * u * u);
        assert_true(cost[2] == 2 * u * u);
    }
}

/* A group whose members are near and far: its mean is that of the far ones. */
static void a_mean_over_clusters_of_several_scales_is_right(void **state) {
    (void)state;
    double const x[7] = {1e180, 2e180, 1, 4, 3e-160, 0, 3e180};
    int32_t const labels[7] = {0, 0, 1, 1, 2, 2, 0};
    int32_t const group[7] = {0, 0, 1, 1, 0, 1, -1};
    fcap_attribute const a = {group, 2, {0, 1}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 7;
    p.d = 1;
    p.attribute = &a;
    p.n_attributes = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 3;
    double mean[2];
    fcap_measures m = {.group_cost = mean};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_OK);
    assert_true(fabs(mean[0] - 1e180 / 3) <= 1e165);
    assert_true(mean[1] == 1);
}

static void labels_out_of_range_are_named(void **state) {
    (void)state;
    double const x[3] = {0, 1, 2};
    int32_t const labels[3] = {0, 2, 1};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = 3;
    p.d = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    fcap_measures m = {0};
    fcap_error err;
    assert_int_equal(fcap_measure(&p, &r, labels, NULL, &m, &err), FCAP_E_ARGUMENT);
    assert_string_equal(err.message,
                        "point 1 is in cluster 2, but clusters are numbered from 0 to 1");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_naive_judge_on_3000_labellings),
        cmocka_unit_test(ties_go_to_the_smallest_row),
        cmocka_unit_test(huge_coordinates_are_measured_or_refused_never_infinite),
        cmocka_unit_test(the_mean_of_a_group_is_over_its_own_members),
        cmocka_unit_test(points_of_unknown_group_count_in_sizes_only),
        cmocka_unit_test(each_output_says_what_it_is_named_for),
        cmocka_unit_test(without_attributes_or_points_what_they_would_tell_is_left_alone),
        cmocka_unit_test(what_is_near_is_measured_beside_what_is_very_far),
        cmocka_unit_test(a_mean_over_clusters_of_several_scales_is_right),
        cmocka_unit_test(labels_out_of_range_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
