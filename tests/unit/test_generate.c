/* test_generate.c - synthetic data: what cannot be made is refused, and every group is one. */
#include <faircap/table.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum {
    N = 100
};

typedef struct made {
    double x[2 * N];
    int32_t group[N];
    int32_t truth[N];
    int64_t weight[N];
    fcap_error err;
} made;

static fcap_generate_options defaults(void) {
    fcap_generate_options o;
    fcap_generate_options_init(&o);
    o.n = N;
    return o;
}

static fcap_status make(fcap_generate_options o, made *out) {
    return fcap_generate(&o, out->x, out->group, out->truth, out->weight, &out->err);
}

static void refuses(fcap_generate_options o, const char *words) {
    made out;
    assert_int_equal(make(o, &out), FCAP_E_ARGUMENT);
    assert_non_null(strstr(out.err.message, words));
}

static void what_cannot_be_made_is_refused_by_its_reason(void **state) {
    (void)state;
    fcap_generate_options o = defaults();
    o.n = 0;
    refuses(o, "points (0)");
    o.n = (int64_t)INT32_MAX + 1;
    refuses(o, "2147483648 points are asked for; at most 2147483647 are possible");
    o = defaults();
    o.groups = N + 1;
    refuses(o, "101 groups");
    o = defaults();
    o.balance.num = 0;
    refuses(o, "the balance 0/1");
    o = defaults();
    o.weight_low = 5;
    o.weight_high = 4;
    refuses(o, "weights from 5 to 4");
    o.weight_low = 0;
    o.weight_high = INT64_MAX;
    refuses(o, "weights from 0 to 9223372036854775807");
}

static void weights_may_be_nearly_as_large_as_numbers_are(void **state) {
    (void)state;
    fcap_generate_options o = defaults();
    made out;
    o.weight_low = INT64_MAX - 2;
    o.weight_high = INT64_MAX - 1;
    assert_int_equal(make(o, &out), FCAP_OK);
    for (int i = 0; i < N; i++) {
        assert_true(out.weight[i] == INT64_MAX - 2 || out.weight[i] == INT64_MAX - 1);
    }
}

static void every_group_has_a_member_and_no_other_is_there(void **state) {
    (void)state;
    for (int32_t groups = 1; groups <= N; groups++) {
        fcap_generate_options o = defaults();
        int64_t members[N] = {0};
        made out;
        o.groups = groups;
        o.balance = (fcap_ratio){1, INT64_MAX};
        assert_int_equal(make(o, &out), FCAP_OK);
        for (int i = 0; i < N; i++) {
            assert_true(out.group[i] >= 0 && out.group[i] < groups);
            members[out.group[i]]++;
        }
        for (int32_t g = 0; g < groups; g++) {
            assert_true(members[g] > 0);
        }
    }
}

static void as_many_groups_as_points_take_no_quadratic_time(void **state) {
    (void)state;
    enum {
        MANY = 100000 /* whose square takes ten seconds and more */
    };
    fcap_generate_options o = defaults();
    o.n = o.groups = MANY;
    o.dim = 1;
    double *const x = malloc(MANY * sizeof *x);
    int32_t *const group = malloc(MANY * sizeof *group);
    assert_true(x != NULL && group != NULL);
    clock_t const begin = clock();
    assert_int_equal(fcap_generate(&o, x, group, NULL, NULL, NULL), FCAP_OK);
    assert_true(clock() - begin < 5 * CLOCKS_PER_SEC);
    free(x);
    free(group);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cannot_be_made_is_refused_by_its_reason),
        cmocka_unit_test(weights_may_be_nearly_as_large_as_numbers_are),
        cmocka_unit_test(as_many_groups_as_points_take_no_quadratic_time),
        cmocka_unit_test(every_group_has_a_member_and_no_other_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
