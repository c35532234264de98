/* test_place.c - whatever is feasible is placed, within every rule; what is not is said. */
#include "cluster/place.h"
#include "fuzz/dp_oracle.h"
#include "instances.h"
#include "verify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 60,
    K_MOST = 12
};

static double x[N_MOST * 2];
static int32_t group[N_MOST];

typedef struct request {
    int a, b, k, q, least;
    fcap_ratio t;
} request;

static request draw(dice *luck) {
    request r = {.a = (int)roll(luck, 1, 30), .b = (int)roll(luck, 1, 30)};
    r.k = (int)roll(luck, 1, r.a + r.b < K_MOST ? r.a + r.b : K_MOST);
    int const even = (r.a + r.b + r.k - 1) / r.k;
    r.q = (int)roll(luck, even, even + 4);
    r.least = (int)roll(luck, 1, even > 2 ? 2 : 1);
    int64_t const den = roll(luck, 1, 5);
    r.t = (fcap_ratio){roll(luck, 1, den), den};
    for (int i = 0; i < r.a + r.b; i++) {
        int64_t const j = roll(luck, 0, i);
        group[i] = group[j];
        group[j] = i >= r.a;
    }
    return r;
}

static fcap_status place(const request *r, const int64_t *medoid, int32_t *label) {
    fcap_attribute const attribute = {group, 2, r->t};
    rules const kept = {.n = r->a + r->b,
                        .k = r->k,
                        .capacity = r->q,
                        .min_size = r->least,
                        .attribute = &attribute,
                        .n_attributes = 1,
                        .n_counts = 2};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    fcap_status status = fcap_points_open(&run, x, kept.n, 2, &p);
    status = status == FCAP_OK ? fcap_place(&run, &p, &kept, medoid, label) : status;
    fcap_run_close(&run);
    return status;
}

static void succeeds_exactly_when_the_request_is_feasible(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int feasible = 0;
    for (int i = 0; i < 3000; i++) {
        request const r = draw(&luck);
        int const n = r.a + r.b;
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, 2);
        int64_t medoid[K_MOST];
        for (int c = 0; c < r.k; c++) {
            medoid[c] = roll(&luck, 0, n - 1); /* even the same one twice */
        }
        int32_t label[N_MOST];
        fcap_status const status = place(&r, medoid, label);
        int const expected =
            dp_feasible(r.a, r.b, r.k, r.q, r.least, (int)r.t.num, (int)r.t.den);
        assert_int_equal(status, expected ? FCAP_OK : FCAP_E_INFEASIBLE);
        if (expected) {
            verified const v = verify(x, n, 2, group, 2, r.t.num, r.t.den, label, r.k);
            assert_true(v.is_partition && v.balanced);
            assert_true(v.largest <= r.q && v.smallest >= r.least);
            feasible++;
        }
    }
    print_message("%d feasible requests\n", feasible);
    assert_true(feasible > 500);
}

static void medoids_are_chosen_for_too_many_and_too_few_clusters(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 500; i++) {
        int64_t const n = roll(&luck, 1, N_MOST);
        int32_t const c = (int32_t)roll(&luck, 1, n);
        int32_t const k = (int32_t)roll(&luck, 1, n < K_MOST ? n : K_MOST);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, 2);
        int32_t label[N_MOST];
        for (int64_t j = 0; j < n; j++) {
            label[j] = (int32_t)(j < c ? j : roll(&luck, 0, c - 1));
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        points p;
        int64_t medoid[K_MOST];
        assert_int_equal(fcap_points_open(&run, x, n, 2, &p), FCAP_OK);
        assert_int_equal(fcap_place_medoids(&run, &p, label, c, k, medoid), FCAP_OK);
        fcap_run_close(&run);
        char seen[N_MOST] = {0};
        for (int32_t m = 0; m < k; m++) {
            assert_in_range(medoid[m], 0, n - 1);
            assert_int_equal(seen[medoid[m]]++, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(succeeds_exactly_when_the_request_is_feasible),
        cmocka_unit_test(medoids_are_chosen_for_too_many_and_too_few_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
