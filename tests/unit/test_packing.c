/* test_packing.c - what is admitted can be packed (by trying everything), and merging what is
 * admitted never gets stuck. */
#include "cluster/packing.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 200,
    BINS_MOST = 20
};

/* Weights from i on into bins of the given room, in every way. */
static int can_be_packed(const int64_t *weight, int i, int64_t *room, int k) {
    if (i < 0) {
        return 1;
    }
    for (int b = 0; b < k; b++) {
        int same = 0; /* a bin with the room of an earlier one makes no difference */
        for (int earlier = 0; earlier < b; earlier++) {
            same |= room[earlier] == room[b];
        }
        if (!same && room[b] >= weight[i]) {
            room[b] -= weight[i];
            int const fits = can_be_packed(weight, i - 1, room, k);
            room[b] += weight[i];
            if (fits) {
                return 1;
            }
        }
    }
    return 0;
}

static int packs(const int64_t *weight, int n, int k, int64_t q) {
    int64_t room[BINS_MOST];
    for (int b = 0; b < k; b++) {
        room[b] = q;
    }
    return can_be_packed(weight, n - 1, room, k);
}

static int64_t draw_weights(dice *luck, int64_t *weight, int n, int64_t most) {
    int64_t sum = 0;
    for (int i = 0; i < n; i++) {
        weight[i] = roll(luck, 1, most);
        sum += weight[i];
    }
    return sum;
}

/* Merges random admitted pairs until k are left; with `exact`, checks every answer. */
static void merge_down(dice *luck, packing *p, int64_t *weight, int n, int exact) {
    while (n > p->bins) {
        int a = 0;
        int b = 0;
        int64_t ways = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                if (weight[i] + weight[j] <= p->capacity &&
                    fcap_packing_admits(p, weight[i], weight[j])) {
                    if (roll(luck, 0, ways++) == 0) {
                        a = i;
                        b = j;
                    }
                }
            }
        }
        assert_true(ways > 0);
        fcap_packing_merge(p, weight[a], weight[b]);
        weight[b] += weight[a];
        weight[a] = weight[--n];
        assert_true(!exact || packs(weight, n, p->bins, p->capacity));
    }
    for (int i = 0; i < n; i++) {
        assert_true(weight[i] <= p->capacity);
    }
}

static void merging_what_is_admitted_ends_with_k(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int packed = 0;
    for (int i = 0; i < 600; i++) {
        int64_t weight[MOST];
        int const exact = i % 4 > 0;
        int const k = (int)roll(&luck, 1, exact ? 4 : BINS_MOST);
        int const n = (int)roll(&luck, k, exact ? 12 : 40);
        int64_t const sum = draw_weights(&luck, weight, n, i % 3 == 0 ? 3 : 20);
        int64_t const q = (sum + k - 1) / k + roll(&luck, 0, 3);
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        packing p;
        assert_int_equal(fcap_packing_open(&run, weight, n, k, q, &p), FCAP_OK);
        if (p.on) {
            packed++;
            merge_down(&luck, &p, weight, n, exact);
        }
        fcap_run_close(&run);
    }
    assert_true(packed > 200);
}

static void without_a_packing_everything_is_admitted(void **state) {
    (void)state;
    static const int64_t weight[] = {3, 3, 3, 1, 1};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    packing p;
    assert_int_equal(fcap_packing_open(&run, weight, 5, 2, 5, &p), FCAP_OK);
    assert_false(p.on);
    assert_true(fcap_packing_admits(&p, 1, 1));
    fcap_packing_merge(&p, 1, 1);
    fcap_run_close(&run);
}

/* Sizes 3 and 2 fill bins of 5; 2 + 2 would leave a 3 alone. */
static void refuses_what_would_waste_too_much(void **state) {
    (void)state;
    static const int64_t weight[] = {3, 2, 3, 2};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    packing p;
    assert_int_equal(fcap_packing_open(&run, weight, 4, 2, 5, &p), FCAP_OK);
    assert_false(fcap_packing_admits(&p, 2, 2));
    assert_true(fcap_packing_admits(&p, 3, 2));
    assert_true(fcap_packing_admits(&p, 2, 3));
    fcap_run_close(&run);
}

static void a_capacity_beyond_all_weights_admits_everything(void **state) {
    (void)state;
    static const int64_t weight[] = {3, 2, 3, 2};
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    for (int k = 1; k <= 4; k++) {
        packing p;
        assert_int_equal(fcap_packing_open(&run, weight, 4, k, INT64_MAX, &p), FCAP_OK);
        assert_true(p.on);
        assert_true(fcap_packing_admits(&p, 3, 3));
    }
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merging_what_is_admitted_ends_with_k),
        cmocka_unit_test(without_a_packing_everything_is_admitted),
        cmocka_unit_test(refuses_what_would_waste_too_much),
        cmocka_unit_test(a_capacity_beyond_all_weights_admits_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
