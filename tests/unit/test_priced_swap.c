/* test_priced_swap.c - the bounds of exchanges hold, for any prices, against trying all labels.
 */
#include "search/priced_swap.h"
#include "search/sharpen.h"
#include "search_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    N_MOST = 8,
    K_MOST = 3,
    PLACES = 2 * K_MOST
};

static void draw_medoids(dice *luck, int64_t n, int32_t k, int64_t *medoid) {
    for (int32_t i = 0; i < k; i++) {
        int taken;
        do {
            medoid[i] = roll(luck, 0, n - 1);
            taken = 0;
            for (int32_t c = 0; c < i; c++) {
                taken |= medoid[c] == medoid[i];
            }
        } while (taken);
    }
}

/* Prices of any size and sign: those of an assignment, or drawn. */
static void draw_prices(dice *luck, fcap_run *run, fair_assign *fa, answer *a, int kind) {
    for (int32_t v = 0; v < a->n_groups * a->k; v++) {
        a->price[v] = kind == 1 ? roll_unit(luck) - 0.5 : kind == 2 ? 20 * roll_unit(luck) : 0;
    }
    if (kind == 0) {
        assert_int_equal(fcap_answer_place(run, fa, 0, a), FCAP_OK);
    }
}

static void try_all(small *w, dice *luck, const answer *a, priced_swap *swaps, int *close) {
    double price[PLACES];
    for (int64_t o = 0; o < w->r.n; o++) {
        double const limit = roll(luck, 0, 1) ? INFINITY : a->cost;
        exchange const e = fcap_priced_judge(swaps, o, limit, &swaps->room[0]);
        if (e.out < 0) {
            continue;
        }
        double bound[K_MOST];
        memcpy(bound, swaps->room[0].bound, (size_t)w->r.k * sizeof *bound);
        assert_true(e.bound == bound[e.out]);
        for (int32_t i = 0; i < w->r.k; i++) {
            int64_t medoid[K_MOST];
            memcpy(medoid, a->medoid, (size_t)w->r.k * sizeof *medoid);
            medoid[i] = o;
            double const best = small_best(w, medoid);
            assert_true(bound[i] >= e.bound);
            assert_true(bound[i] <= best);
            exchange const one = fcap_priced_bound(swaps, o, i, &swaps->room[0]);
            assert_true(one.bound <= best);
            double const sharp = fcap_sharpen(swaps, &one, 20, INFINITY, price);
            assert_true(sharp >= one.bound && sharp <= best);
            *close += sharp > best * (1 - 1e-3) - 1e-3;
        }
    }
}

static void no_bound_exceeds_the_best_labels_after_the_exchange(void **state) {
    (void)state;
    dice luck = dice_of(11);
    int close = 0;
    for (int i = 0; i < 3000; i++) {
        small w;
        int64_t const n = roll(&luck, 3, N_MOST);
        int32_t const k = (int32_t)roll(&luck, 2, K_MOST);
        if (!small_open(&w, &luck, n, k, i % 3 != 0, (shape_of_points)(i % SHAPES))) {
            continue;
        }
        assert_int_equal(fcap_points_matrix(&w.run, &w.p), FCAP_OK);
        if (i % 7 == 0) {
            w.p.matrix = NULL;
        }
        fair_assign fa;
        priced_swap swaps;
        answer a;
        assert_int_equal(fcap_fair_assign_open(&w.run, &w.p, &w.s, &fa), FCAP_OK);
        assert_int_equal(fcap_priced_open(&w.run, &w.p, &fa, 2, &swaps), FCAP_OK);
        assert_int_equal(fcap_answer_open(&w.run, &w.s, &a), FCAP_OK);
        draw_medoids(&luck, n, k, a.medoid);
        draw_prices(&luck, &w.run, &fa, &a, i / 3 % 3);
        fcap_priced_set(&swaps, &a);
        try_all(&w, &luck, &a, &swaps, &close);
        fcap_run_close(&w.run);
    }
    assert_true(close > 3000); /* and they are not idle */
}

static void many_candidates_are_judged_as_one_by_one(void **state) {
    (void)state;
    static small w;
    dice luck = dice_of(5);
    int64_t const n = SMALL_MOST;
    while (!small_open(&w, &luck, n, 7, 1, SCATTERED)) {
    }
    assert_int_equal(fcap_points_matrix(&w.run, &w.p), FCAP_OK);
    fair_assign fa;
    priced_swap swaps;
    answer a;
    assert_int_equal(fcap_fair_assign_open(&w.run, &w.p, &w.s, &fa), FCAP_OK);
    assert_int_equal(fcap_priced_open(&w.run, &w.p, &fa, 2, &swaps), FCAP_OK);
    assert_int_equal(fcap_answer_open(&w.run, &w.s, &a), FCAP_OK);
    draw_medoids(&luck, n, 7, a.medoid);
    assert_int_equal(fcap_answer_place(&w.run, &fa, 0, &a), FCAP_OK);
    fcap_priced_set(&swaps, &a);
    static exchange list[20 * SMALL_MOST];
    int64_t const many = 20 * n;
    for (int64_t x = 0; x < many; x++) {
        list[x].candidate = x * 7 % n;
    }
    fcap_priced_judge_all(&w.run, &swaps, a.cost, list, many);
    for (int64_t x = 0; x < many; x++) {
        exchange const e = fcap_priced_judge(&swaps, x * 7 % n, a.cost, &swaps.room[1]);
        assert_true(e.bound == list[x].bound && e.out == list[x].out);
        assert_true(e.price[0] == list[x].price[0] && e.price[1] == list[x].price[1]);
    }
    fcap_run_close(&w.run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_exceeds_the_best_labels_after_the_exchange),
        cmocka_unit_test(many_candidates_are_judged_as_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
