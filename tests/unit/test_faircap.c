/* test_faircap.c - the public calls: defaults, ranges, what is untouched after an error. */
#include <faircap/faircap.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double four[8] = {0, 0, 0, 1, 9, 9, 9, 8};

static fcap_problem problem_of_four(void) {
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = four;
    p.n = 4;
    p.d = 2;
    return p;
}

static fcap_rules two_clusters(void) {
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 2;
    return r;
}

static void the_shortest_program_works(void **state) {
    (void)state;
    fcap_problem const p = problem_of_four();
    fcap_rules const r = two_clusters();
    int32_t labels[4];
    assert_int_equal(fcap_cluster(&p, &r, NULL, labels, NULL, NULL), FCAP_OK);
    int32_t const expected[] = {0, 0, 1, 1};
    assert_memory_equal(labels, expected, sizeof labels);
}

static void reports_and_errors_may_be_null(void **state) {
    (void)state;
    fcap_problem const p = problem_of_four();
    fcap_rules r = two_clusters();
    assert_int_equal(fcap_plan(&p, &r, NULL, NULL), FCAP_OK);
    r.k = 0;
    int32_t labels[4];
    assert_int_equal(fcap_plan(&p, &r, NULL, NULL), FCAP_E_ARGUMENT);
    assert_int_equal(fcap_cluster(&p, &r, NULL, labels, NULL, NULL), FCAP_E_ARGUMENT);
}

static void every_status_has_a_text(void **state) {
    (void)state;
    for (int s = 0; s < FCAP_STATUS_END; s++) {
        assert_true(strlen(fcap_status_text((fcap_status)s)) > 0);
    }
    assert_string_equal(fcap_status_text((fcap_status)99), "unknown status");
    assert_string_equal(fcap_status_text((fcap_status)-1), "unknown status");
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        assert_non_null(fcap_method_name((fcap_method)m));
    }
    assert_null(fcap_method_name(FCAP_METHOD_END));
    assert_null(fcap_method_name((fcap_method)-1));
    assert_int_equal(fcap_method_enforces(FCAP_METHOD_END), 0);
    assert_int_equal(fcap_method_enforces((fcap_method)-1), 0);
    assert_null(fcap_fairlets_name(FCAP_FAIRLETS_END));
    assert_null(fcap_fairlets_name((fcap_fairlets)-1));
    assert_null(fcap_metric_name(FCAP_METRIC_END));
    assert_null(fcap_metric_name((fcap_metric)-1));
    assert_null(fcap_objective_name(FCAP_OBJECTIVE_END));
    assert_null(fcap_objective_name((fcap_objective)-1));
    for (int r = 1; r < FCAP_REASON_END; r++) {
        assert_non_null(fcap_reason_name((fcap_reason)r));
    }
    assert_null(fcap_reason_name(FCAP_REASON_END));
    assert_null(fcap_reason_name((fcap_reason)-1));
    for (int o = 0; o < FCAP_OUTCOME_END; o++) {
        assert_non_null(fcap_outcome_name((fcap_outcome)o));
    }
    assert_null(fcap_outcome_name(FCAP_OUTCOME_END));
    assert_null(fcap_outcome_name((fcap_outcome)-1));
    for (int b = 0; b < FCAP_BOUND_END; b++) {
        assert_non_null(fcap_bound_name((fcap_bound)b));
    }
    assert_null(fcap_bound_name(FCAP_BOUND_END));
    assert_null(fcap_bound_name((fcap_bound)-1));
    assert_true(strlen(fcap_version()) > 0);
}

typedef struct bad_call {
    const char *words; /* in the sentence */
    fcap_status status;
    fcap_problem problem;
    fcap_rules rules;
    fcap_options options;
} bad_call;

/* Memory that free() must not see. */
static void *static_memory(void *user, size_t size) {
    static char memory[1 << 20];
    (void)user;
    return size < sizeof memory ? memory : NULL;
}

static bad_call good_call(void) {
    bad_call c = {.problem = problem_of_four(), .rules = two_clusters()};
    fcap_options_init(&c.options);
    return c;
}

static void refuses(bad_call c) {
    int32_t labels[4] = {7, 7, 7, 7};
    int32_t const before[4] = {7, 7, 7, 7};
    fcap_report report = {.cost = 7};
    fcap_error err = {.status = FCAP_OK};
    fcap_status const status =
        fcap_cluster(&c.problem, &c.rules, &c.options, labels, &report, &err);
    assert_int_equal(status, c.status);
    assert_int_equal(err.status, c.status);
    assert_non_null(strstr(err.message, c.words));
    assert_memory_equal(labels, before, sizeof labels); /* no output has been written */
    assert_true(report.cost == 7);
}

static void measuring_and_certifying_refuse_the_same_options(void **state) {
    (void)state;
    bad_call c = good_call();
    int32_t const labels[4] = {0, 0, 1, 1};
    double const multipliers[4] = {0};
    double bound = 7;
    fcap_measures m = {.cost = 7};
    fcap_error err;
    c.options.allocator.alloc = static_memory;
    assert_int_equal(fcap_measure(&c.problem, &c.rules, labels, &c.options, &m, &err),
                     FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "both alloc and release"));
    assert_int_equal(fcap_certify(&c.problem, &c.rules, multipliers, &c.options, &bound, &err),
                     FCAP_E_ARGUMENT);
    assert_non_null(strstr(err.message, "both alloc and release"));
    assert_true(m.cost == 7 && bound == 7);
}

static void what_is_out_of_range_is_named_and_nothing_is_written(void **state) {
    (void)state;
    bad_call c = good_call();
    c.status = FCAP_E_ARGUMENT;

#define REFUSES(change, sentence)                                                              \
    do {                                                                                       \
        bad_call bad = c;                                                                      \
        change;                                                                                \
        bad.words = sentence;                                                                  \
        refuses(bad);                                                                          \
    } while (0)
    REFUSES(bad.rules.k = 0, "0 clusters are asked for");
    REFUSES(bad.problem.n = 0, "n is 0");
    REFUSES(bad.problem.d = 0, "no coordinates");
    REFUSES(bad.problem.x = NULL, "no coordinates");
    REFUSES(bad.problem.struct_size = 0, "struct_size is not set");
    REFUSES(bad.rules.struct_size = 0, "struct_size is not set");
    REFUSES(bad.rules.max_size = -1, "both must be at least 1");
    REFUSES(bad.rules.min_size = 0, "both must be at least 1");
    REFUSES(bad.rules.slack.num = 1, "slack is 1/100");
    REFUSES(bad.rules.slack.den = 0, "slack is 101/0");
    REFUSES((bad.rules.slack = (fcap_ratio){2000000000, 1000000000}), "numbers up to 10^9");
    REFUSES(bad.options.effort = 0, "effort is 0");
    REFUSES(bad.options.effort = 10, "effort is 10");
    REFUSES(bad.options.threads = -1, "must not be negative");
    REFUSES(bad.options.time_limit = NAN, "must not be negative");
    REFUSES(bad.options.method = FCAP_METHOD_END, "there is no method");
    REFUSES(bad.options.method = (fcap_method)-1, "there is no method number -1");
    REFUSES(bad.options.time_limit = -1, "must not be negative");
    REFUSES(bad.options.fairlets = (fcap_fairlets)-1, "no fairlets number -1");
    REFUSES(bad.options.fairlets = FCAP_FAIRLETS_END, "there are no fairlets");
    REFUSES(bad.options.fairlet_centre = (fcap_fairlet_centre)-1, "with centres number -1");
    REFUSES(bad.options.fairlet_centre = FCAP_FAIRLET_CENTRE_END, "with centres number");
    REFUSES(bad.options.lambda = 0, "lambda is 0");
    REFUSES(bad.options.lambda = INFINITY, "lambda is inf");
    REFUSES(bad.options.gap = -1, "the gap is -1");
    REFUSES(bad.options.bound = (fcap_bound)-1, "no bound number -1");
    REFUSES(bad.problem.n = (int64_t)INT32_MAX + 1, "n is 2147483648");
    REFUSES(bad.problem.n_attributes = -1, "the -1 attributes are not there");
    REFUSES(bad.problem.n_attributes = 1, "the 1 attributes are not there");
    REFUSES(bad.problem.metric = (fcap_metric)-1, "there is no metric number -1");
    REFUSES(bad.problem.metric = FCAP_METRIC_END, "there is no metric number");
    REFUSES(bad.problem.objective = (fcap_objective)-1, "there is no objective number -1");
    REFUSES(bad.problem.objective = FCAP_OBJECTIVE_END, "there is no objective number");
    REFUSES(bad.problem.objective = FCAP_OBJECTIVE_MIXED, "needs an aim for each coordinate");
    REFUSES((bad.problem.aim = (const double[]){1, 1}), "goes with the objective mixed only");
    REFUSES((bad.problem.objective = FCAP_OBJECTIVE_MIXED,
             bad.problem.aim = (const double[]){NAN, NAN}),
            "the aim of coordinate 0 is not finite");
    REFUSES((bad.problem.objective = FCAP_OBJECTIVE_SSE,
             bad.problem.metric = FCAP_METRIC_MANHATTAN),
            "not with manhattan distances");
    REFUSES((bad.problem.objective = FCAP_OBJECTIVE_SSE,
             bad.problem.distance = (const double[16]){0}),
            "not with given distances");
    REFUSES(bad.problem.weight = ((const int64_t[]){1, 0, 1, 1}), "point 1 has weight 0");
    REFUSES(bad.problem.weight = ((const int64_t[]){1, INT64_MAX, 1, 1}), "at most 2^53");
    REFUSES(bad.rules.capacity = ((const int64_t[]){4, 0}), "cluster 1 has capacity 0");
    REFUSES(bad.rules.keep = 1, "there is no start to keep");
    REFUSES(bad.rules.start = ((const int32_t[]){0, 1, 2, 0}), "point 2 starts in cluster 2");
    REFUSES(bad.rules.start = ((const int32_t[]){0, 1, -2, 0}), "point 2 starts in cluster -2");
    REFUSES(bad.rules.n_shares = -1, "the -1 shares, or 0 rules");
    REFUSES(bad.rules.n_shares = 1, "the 1 shares");
    REFUSES(bad.rules.n_no_isolate = -1, "or -1 rules against being alone");
    REFUSES(bad.rules.n_no_isolate = 1, "or 1 rules against being alone");
    REFUSES((bad.rules.n_no_isolate = 1, bad.rules.no_isolate = &(fcap_no_isolate){0, 0}),
            "group 0 of attribute 0, which does not exist");
    REFUSES(bad.rules.together.n = -1, "the sets of together are not there");
    REFUSES(bad.rules.apart.n = 1, "the sets of apart are not there");
    REFUSES((bad.rules.avoid.n = 1, bad.rules.avoid.start = ((const int64_t[]){0, 2})),
            "the sets of avoid are not there");
    REFUSES(
        (bad.rules.apart = (fcap_sets){1, (const int64_t[]){0, 2}, (const int64_t[]){0, 4}}),
        "a set of apart has point 4; there are 4");
    REFUSES((bad.rules.together =
                 (fcap_sets){1, (const int64_t[]){0, 2}, (const int64_t[]){0, -1}}),
            "a set of together has point -1");
    REFUSES((bad.rules.apart =
                 (fcap_sets){2, (const int64_t[]){0, 3, 0}, (const int64_t[]){0, 1, 2}}),
            "set 1 of apart is from member 3 to 0");
    REFUSES((bad.rules.avoid = (fcap_sets){1, (const int64_t[]){-1, 1}, (const int64_t[]){0}}),
            "set 0 of avoid is from member -1 to 1");
    REFUSES(bad.options.gap = 1, "the gap is 1");
    REFUSES(bad.options.gap = NAN, "the gap is nan");
    REFUSES(bad.options.bound = FCAP_BOUND_END, "no bound number 3");
    REFUSES(bad.options.allocator.release = (void (*)(void *, void *))abort, "both alloc");
    int32_t const group[4] = {0, 1, 2, 0};
    fcap_attribute const three = {group, 2, {1, 2}};
    REFUSES((bad.problem.attribute = &three, bad.problem.n_attributes = 1),
            "point 2 has group 2 of attribute 0, which has 2 groups");
    fcap_attribute const steep = {group, 3, {3, 2}};
    REFUSES((bad.problem.attribute = &steep, bad.problem.n_attributes = 1),
            "must lie between 0 and 1");
    fcap_attribute const fine = {(const int32_t[]){0, 1, -1, 0}, 2, {1, 2}};
    fcap_attribute t = fine;
#define REFUSES_ATTRIBUTE(change, sentence)                                                    \
    t = fine;                                                                                  \
    change;                                                                                    \
    REFUSES((bad.problem.attribute = &t, bad.problem.n_attributes = 1), sentence)
    REFUSES_ATTRIBUTE(t.n_groups = -1, "attribute 0 has no groups");
    REFUSES_ATTRIBUTE(t.group = NULL, "attribute 0 has no groups");
    REFUSES_ATTRIBUTE(t.group = ((const int32_t[]){0, -2, 0, 0}), "point 1 has group -2");
    REFUSES_ATTRIBUTE(t.balance.num = -1, "is -1/2; it must lie");
    REFUSES_ATTRIBUTE(t.balance.den = 0, "is 1/0; it must lie");
    REFUSES_ATTRIBUTE(t.balance.den = INT64_MAX,
                      "between 0 and 1, of whole numbers up to 10^9");
    REFUSES_ATTRIBUTE((t.balance.num = INT64_MAX, t.balance.den = 1), "it must lie between");
#undef REFUSES_ATTRIBUTE
    c.status = FCAP_E_OVERFLOW;
    fcap_attribute const many[] = {{group, INT32_MAX, {0, 1}}, {group, INT32_MAX, {0, 1}}};
    REFUSES((bad.problem.attribute = many, bad.problem.n_attributes = 1),
            "the groups of 1 attributes are more than 2147483646");
    REFUSES((bad.problem.attribute = many, bad.problem.n_attributes = 2),
            "the groups of 2 attributes are more than 2147483645");
    c.status = FCAP_E_INFEASIBLE;
    REFUSES(bad.rules.k = 5, "5 clusters cannot be made of 4 points");
#undef REFUSES
}

static void rules_that_are_not_set_have_no_capacity(void **state) {
    (void)state;
    fcap_rules r = FCAP_RULES_INIT;
    assert_int_equal(fcap_rules_capacity(&r, 10), 0);
    r.k = -3;
    assert_int_equal(fcap_rules_capacity(&r, 10), 0);
    r.k = 3;
    assert_int_equal(fcap_rules_capacity(&r, 0), 0);
    assert_int_equal(fcap_rules_capacity(&r, INT64_MIN), 0);
    assert_int_equal(fcap_rules_capacity(&r, 10), 4);
    assert_int_equal(fcap_rules_capacity(&r, INT64_MAX), 3105201919074441189);
    r.slack = (fcap_ratio){INT64_MAX, 1};
    assert_int_equal(fcap_rules_capacity(&r, INT64_MAX), INT64_MAX);
    r.slack = (fcap_ratio){1, 0};
    assert_int_equal(fcap_rules_capacity(&r, 10), 0);
    r.slack = (fcap_ratio){-1, 1};
    assert_int_equal(fcap_rules_capacity(&r, 10), 0);
    r.max_size = 7;
    assert_int_equal(fcap_rules_capacity(&r, 10), 7);
}

static void a_shorter_options_struct_gets_defaults(void **state) {
    (void)state;
    struct {
        fcap_options options;
        char guard[16];
    } old;
    memset(&old, 0x55, sizeof old);
    fcap_options_init_sized(&old.options, offsetof(fcap_options, seed));
    assert_int_equal(old.options.struct_size, offsetof(fcap_options, seed));
    unsigned char const untouched =
        ((unsigned char *)&old.options)[offsetof(fcap_options, seed)];
    assert_int_equal(untouched, 0x55); /* beyond its size nothing is written, nor read: */
    fcap_problem const p = problem_of_four();
    fcap_rules const r = two_clusters();
    int32_t labels[4];
    assert_int_equal(fcap_cluster(&p, &r, &old.options, labels, NULL, NULL), FCAP_OK);
}

static void ratios_are_read_exactly(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int64_t num;
        int64_t den;
    } good[] = {{"1/2", 1, 2},
                {"0.5", 1, 2},
                {"1", 1, 1},
                {"0", 0, 1},
                {"2/4", 1, 2},
                {"0.89", 89, 100},
                {"0.694", 347, 500},
                {".5", 1, 2},
                {"1.01", 101, 100},
                {"0.3333", 3333, 10000},
                {"999999999/1000000000", 999999999, 1000000000}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        fcap_ratio r;
        assert_int_equal(fcap_ratio_parse(good[i].text, &r, NULL), FCAP_OK);
        assert_int_equal(r.num, good[i].num);
        assert_int_equal(r.den, good[i].den);
    }
    static const char *const bad[] = {"",
                                      "/",
                                      "1/",
                                      "/2",
                                      "1/0",
                                      "-1/2",
                                      "0.5/2",
                                      "1/2/3",
                                      "1e-1",
                                      "half",
                                      "0,5",
                                      " 1/2",
                                      "1/2 ",
                                      ".",
                                      "1.",
                                      "1/10000000001",
                                      "0.12345678901234"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fcap_ratio r = {7, 7};
        fcap_error err;
        assert_int_equal(fcap_ratio_parse(bad[i], &r, &err), FCAP_E_ARGUMENT);
        assert_int_equal(r.num, 7);
    }
}

enum {
    MANY = 40
};

/* What labels cost on a line, in any unit. */
static double cost_on_a_line(const double *x, const int32_t *labels, int32_t k) {
    double cost = 0;
    for (int32_t c = 0; c < k; c++) {
        double least = INFINITY;
        for (int m = 0; m < MANY; m++) {
            double sum = 0;
            for (int i = 0; labels[m] == c && i < MANY; i++) {
                sum += labels[i] == c ? fabs(x[i] - x[m]) : 0;
            }
            least = labels[m] == c && sum < least ? sum : least;
        }
        cost += least;
    }
    return cost;
}

/* Six clusters by each method: a right cost, or words about the value that is far away.
 * Returns how many methods were refused. */
static int cluster_by_each_method(const double *x, fcap_metric metric, const char *words) {
    int refused = 0;
    int32_t group[MANY];
    for (int i = 0; i < MANY; i++) {
        group[i] = i % 2;
    }
    fcap_attribute const a = {group, 2, {0, 1}};
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = MANY;
    p.d = 1;
    p.attribute = &a;
    p.n_attributes = 1;
    p.metric = metric;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 6;
    r.max_size = MANY;
    fcap_options o;
    fcap_options_init(&o);
    o.effort = 1;
    for (int method = 0; method < FCAP_METHOD_END; method++) {
        int32_t labels[MANY] = {-7};
        fcap_report report = {.cost = -7};
        fcap_error err;
        o.method = (fcap_method)method;
        if (metric == FCAP_METRIC_MANHATTAN && method == FCAP_METHOD_FAIR_HIERARCHICAL) {
            continue;
        }
        fcap_status const status = fcap_cluster(&p, &r, &o, labels, &report, &err);
        if (status == FCAP_OK) {
            double const cost = cost_on_a_line(x, labels, r.k);
            assert_true(fabs(report.cost - cost) <= 1e-11 * cost);
            assert_true(report.lower_bound <= report.cost);
            continue;
        }
        assert_int_equal(status, FCAP_E_OVERFLOW);
        assert_non_null(words);
        assert_non_null(strstr(err.message, words));
        assert_true(labels[0] == -7 && report.cost == -7); /* no output has been written */
        refused++;
    }
    return refused;
}

/* 39 points within 0 to 4100 units and, last, one that is far away. */
static void draw_line(double unit, double far, double *x) {
    for (int i = 0; i < MANY; i++) {
        x[i] = (double)(i * i * 37 % 4100) * unit;
    }
    x[MANY - 1] = far;
}

static void squares_that_one_far_value_makes_0_are_no_answer(void **state) {
    (void)state;
    double x[MANY];
    struct {
        double unit;
        double far;
        const char *words;
    } const lost[] = {
        {1, 1e180,
         "coordinate 0 of point 39 is 1e+180, and beside it other distances are too "
         "small to be squared; mend or leave out that value, or take the metric "
         "manhattan"},
        {1, -1e308, "coordinate 0 of point 39 is -1e+308, and"},
        {1e-300, 1, "coordinate 0 of point 39 is 1, and"},
        {5e-324, 1e-100, "coordinate 0 of point 39 is 1e-100, and"},
    };
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        draw_line(lost[i].unit, lost[i].far, x);
        assert_true(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, lost[i].words) >= 2);
        assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_MANHATTAN, NULL), 0);
    }
    draw_line(1e-10, 1e308, x); /* differences that are 0 without being squared */
    assert_true(cluster_by_each_method(x, FCAP_METRIC_MANHATTAN,
                                       "too small to be told apart; mend or leave out that "
                                       "value") >= 1);
}

static void tiny_values_that_do_not_matter_are_ordinary(void **state) {
    (void)state;
    double x[MANY];
    draw_line(1, 1e150, x);
    assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, NULL), 0);
    for (int i = 0; i < MANY; i++) { /* probabilities */
        x[i] = i % 4 == 0 ? 1e-250 * i : 0.02 * i;
    }
    assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, NULL), 0);
    draw_line(5e-324, 0, x); /* denormals only */
    assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, NULL), 0);
    for (int i = 0; i < MANY; i++) {
        x[i] = 1e180;
    }
    assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, NULL), 0);
    x[3] = 1; /* six clusters of two places: nothing costs anything */
    assert_int_equal(cluster_by_each_method(x, FCAP_METRIC_EUCLIDEAN, NULL), 0);
}

/* A column in which all are equal adds nothing, however far from 0 it is. */
static void a_constant_column_is_no_far_value(void **state) {
    (void)state;
    double x[MANY];
    double wide[MANY][2];
    int32_t labels[2][MANY];
    fcap_report report[2];
    draw_line(1, 5000, x);
    double const constants[] = {1e180, -1e308};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < MANY; j++) {
            wide[j][0] = constants[i];
            wide[j][1] = x[j];
        }
        for (int metric = 0; metric < FCAP_METRIC_END; metric++) {
            for (int d = 1; d <= 2; d++) {
                fcap_problem p = FCAP_PROBLEM_INIT;
                p.x = d == 1 ? x : wide[0];
                p.n = MANY;
                p.d = d;
                p.metric = (fcap_metric)metric;
                fcap_rules r = FCAP_RULES_INIT;
                r.k = 6;
                r.max_size = MANY;
                fcap_options o;
                fcap_options_init(&o);
                o.effort = 1;
                assert_int_equal(fcap_cluster(&p, &r, &o, labels[d - 1], &report[d - 1], NULL),
                                 FCAP_OK);
            }
            assert_memory_equal(labels[0], labels[1], sizeof labels[0]);
            assert_true(report[0].cost == report[1].cost && report[0].cost > 0);
        }
    }
}

static void squares_of_other_objectives_are_no_answer_either(void **state) {
    (void)state;
    double x[MANY];
    int32_t labels[MANY];
    double const alike = 1;
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = x;
    p.n = MANY;
    p.d = 1;
    fcap_rules r = FCAP_RULES_INIT;
    r.k = 6;
    r.max_size = MANY;
    fcap_options o;
    fcap_options_init(&o);
    o.effort = 1;
    fcap_error err;
    double const unit[] = {1, 1e-200};
    for (int i = 0; i < 2; i++) {
        draw_line(unit[i], i == 0 ? 1e180 : 1e-20, x);
        p.aim = NULL;
        p.metric = FCAP_METRIC_SQEUCLIDEAN;
        p.objective = FCAP_OBJECTIVE_MEDOIDS;
        assert_int_equal(fcap_cluster(&p, &r, &o, labels, NULL, &err), FCAP_E_OVERFLOW);
        assert_non_null(strstr(err.message, "of point 39 is 1e"));
        p.objective = FCAP_OBJECTIVE_SSE;
        assert_int_equal(fcap_cluster(&p, &r, &o, labels, NULL, &err), FCAP_E_OVERFLOW);
        assert_non_null(strstr(err.message, "of point 39 is 1e"));
        p.metric = FCAP_METRIC_EUCLIDEAN;
        p.objective = FCAP_OBJECTIVE_MIXED;
        p.aim = &alike;
        assert_int_equal(fcap_cluster(&p, &r, &o, labels, NULL, &err), FCAP_E_OVERFLOW);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shortest_program_works),
        cmocka_unit_test(reports_and_errors_may_be_null),
        cmocka_unit_test(every_status_has_a_text),
        cmocka_unit_test(what_is_out_of_range_is_named_and_nothing_is_written),
        cmocka_unit_test(measuring_and_certifying_refuse_the_same_options),
        cmocka_unit_test(rules_that_are_not_set_have_no_capacity),
        cmocka_unit_test(a_shorter_options_struct_gets_defaults),
        cmocka_unit_test(ratios_are_read_exactly),
        cmocka_unit_test(squares_that_one_far_value_makes_0_are_no_answer),
        cmocka_unit_test(tiny_values_that_do_not_matter_are_ordinary),
        cmocka_unit_test(a_constant_column_is_no_far_value),
        cmocka_unit_test(squares_of_other_objectives_are_no_answer_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
