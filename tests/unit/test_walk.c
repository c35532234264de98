/* test_walk.c - the search of the general engine by itself, on problems that exact.h would
 * otherwise take: whatever it hands out obeys the rules, and it seldom misses the best.
 */
#include "effort.h"
#include "general/walk.h"
#include "general_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    LITTLE_WORK = 3000000
};

static wish w; /* too large for the stack */

typedef struct opened {
    fcap_run run;
    rules r;
    points p;
    task task;
    walk walk;
} opened;

static opened at;

/* 0 when the rules contradict each other at first sight; then nothing is open. */
static int open_walk(void) {
    fcap_options o;
    fcap_options_init(&o);
    o.threads = 1;
    fcap_run_open(&at.run, &o, NULL);
    at.task = (task){.p = &at.p, .r = &at.r};
    at.task.by_mean = w.p.objective == FCAP_OBJECTIVE_SSE;
    assert_int_equal(fcap_rules_open(&at.run, &w.p, &w.r, &at.r), FCAP_OK);
    assert_int_equal(fcap_points_open(&at.run, w.x, w.p.n, WISH_D, &at.p), FCAP_OK);
    assert_int_equal(fcap_tally_open(&at.run, &at.r, &at.task.t), FCAP_OK);
    if (fcap_items_open(&at.run, &at.r, &at.task.t, &at.task.it) != FCAP_OK) {
        fcap_run_close(&at.run);
        return 0;
    }
    rng const random = fcap_rng_seed(5);
    assert_int_equal(fcap_walk_open(&at.run, &at.task, random, &at.walk), FCAP_OK);
    return 1;
}

static void labels_of_points(const int32_t *label, int32_t *out) {
    for (int64_t j = 0; j < w.p.n; j++) {
        out[j] = label[at.task.it.of_point[j]];
    }
}

static int drawn_rules(dice *luck) {
    int asked = 0;
    for (int rule = 1; rule < ASK_END; rule *= 2) {
        asked |= roll(luck, 0, 3) == 0 ? rule : 0;
    }
    return asked;
}

static void answers_obey_all_rules_and_are_nearly_always_the_best(void **state) {
    (void)state;
    dice luck = dice_of(71);
    int feasible = 0;
    int missed = 0;
    for (int i = 0; i < often(500); i++) {
        int64_t const n = roll(&luck, 3, 7);
        wish_draw(&w, &luck, n, (int32_t)roll(&luck, 1, 3), drawn_rules(&luck));
        wished const best = wish_best(&w);
        if (!open_walk()) {
            assert_false(best.found);
            continue;
        }
        int32_t label[WISH_MOST];
        assert_int_equal(fcap_walk_run(&at.run, &at.walk, LITTLE_WORK), FCAP_OK);
        merit const worth = at.walk.best.merit;
        labels_of_points(at.walk.best.label, label);
        assert_int_equal(worth.excess == 0, wish_obeyed(&w, label));
        feasible += best.found;
        missed += best.found && worth.excess > 0;
        if (worth.excess == 0) {
            double const cost = wish_cost(&w, label);
            int const scale = at.task.by_mean ? 2 * at.p.exponent : at.p.exponent;
            assert_int_equal(worth.met, wish_pairs(&w, &w.r.avoid, label));
            assert_true(fabs(ldexp(worth.cost, scale) - cost) <= 1e-9 * (1 + cost));
            assert_true(worth.met >= best.met);
            missed += worth.met > best.met || cost > best.cost * (1 + 1e-9) + 1e-12;
        }
        fcap_run_close(&at.run);
    }
    print_message("%d of %d missed\n", missed, feasible);
    assert_true(feasible > often(100) && missed <= feasible / 20);
}

static void the_bound_of_the_medoids_is_below_every_answer_with_them(void **state) {
    (void)state;
    dice luck = dice_of(72);
    int judged = 0;
    for (int i = 0; i < 200; i++) {
        int const asked = drawn_rules(&luck) & ~(ASK_SSE | ASK_AVOID);
        wish_draw(&w, &luck, roll(&luck, 4, 7), (int32_t)roll(&luck, 2, 3), asked);
        if (!open_walk()) {
            continue;
        }
        assert_int_equal(fcap_walk_run(&at.run, &at.walk, 1), FCAP_OK);
        double const bound = fcap_walk_finish(&at.run, &at.walk);
        if (at.walk.best.merit.excess == 0) {
            int32_t label[WISH_MOST] = {0};
            double least = INFINITY; /* of all labellings with these medoids */
            for (int64_t j = 0; j < w.p.n;) {
                double cost = 0;
                int ok = wish_obeyed(&w, label);
                for (int32_t c = 0; c < w.r.k; c++) {
                    ok &= label[at.walk.best.medoid[c]] == c;
                }
                for (int64_t x = 0; ok && x < w.p.n; x++) {
                    cost += wish_distance(&w, x, at.walk.best.medoid[label[x]]);
                }
                least = ok && cost < least ? cost : least;
                for (j = 0; j < w.p.n && ++label[j] == w.r.k; j++) {
                    label[j] = 0;
                }
            }
            assert_true(ldexp(bound, at.p.exponent) <= least * (1 + 1e-9) + 1e-12);
            judged++;
        }
        fcap_run_close(&at.run);
    }
    assert_true(judged > 40);
}

static void a_start_is_never_made_worse(void **state) {
    (void)state;
    dice luck = dice_of(73);
    int began = 0;
    for (int i = 0; i < 300; i++) {
        int64_t const n = roll(&luck, 3, 9);
        int32_t label[WISH_MOST];
        wish_draw(&w, &luck, n, (int32_t)roll(&luck, 1, 3), drawn_rules(&luck) & ~ASK_KEEP);
        for (int64_t j = 0; j < n; j++) {
            label[j] = (int32_t)roll(&luck, 0, w.r.k - 1);
        }
        if (!wish_obeyed(&w, label) || !open_walk()) {
            continue;
        }
        int32_t of_item[WISH_MOST];
        for (int64_t j = 0; j < n; j++) {
            of_item[at.task.it.of_point[j]] = label[j];
        }
        fcap_walk_begin(&at.run, &at.walk, of_item);
        int64_t const met = wish_pairs(&w, &w.r.avoid, label);
        double const cost = wish_cost(&w, label);
        labels_of_points(at.walk.best.label, label);
        assert_true(wish_obeyed(&w, label));
        assert_true(wish_pairs(&w, &w.r.avoid, label) <= met);
        assert_true(wish_pairs(&w, &w.r.avoid, label) < met ||
                    wish_cost(&w, label) <= cost * (1 + 1e-9));
        began++;
        fcap_run_close(&at.run);
    }
    assert_true(began > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_obey_all_rules_and_are_nearly_always_the_best),
        cmocka_unit_test(the_bound_of_the_medoids_is_below_every_answer_with_them),
        cmocka_unit_test(a_start_is_never_made_worse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
