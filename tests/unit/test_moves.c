/* test_moves.c - against all members read anew, while points move about. */
#include "cluster/moves.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
    N_MOST = 400,
    K_MOST = 20,
    G_MOST = 3
};

static int32_t cost[N_MOST * K_MOST];
static int32_t group[N_MOST];

/* What the cheapest member of the place pays for going to t; INT32_MAX when nobody is there. */
static int32_t cheapest_to(const moves *m, int32_t place, int32_t t) {
    int32_t const k = m->p->k;
    int32_t best = INT32_MAX;
    for (int64_t j = 0; j < m->p->n; j++) {
        if (group[j] == place / k && m->label[j] == place % k) {
            int32_t const c = cost[j * k + t] - cost[j * k + place % k];
            best = c < best ? c : best;
        }
    }
    return best;
}

static void check_place(moves *m, int32_t place, dice *luck) {
    int32_t const k = m->p->k;
    if (m->count[place] == 0) {
        return;
    }
    fcap_moves_look(m, place);
    for (int32_t t = 0; t < k; t++) {
        if (t != place % k) {
            int64_t const pair = (int64_t)place * k + t;
            int32_t const best = cheapest_to(m, place, t);
            assert_true(m->least[pair] <= best);
            if (roll(luck, 0, 1)) {
                fcap_moves_confirm(m, place, t);
                int32_t const j = m->mover[pair];
                assert_int_equal(m->least[pair], best);
                assert_int_equal(group[j] * k + m->label[j], place);
                assert_int_equal(cost[j * k + t] - cost[j * k + place % k], best);
            }
        }
    }
}

static void bounds_hold_and_confirmed_moves_are_the_cheapest(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int round = 0; round < 60; round++) {
        assign_problem const p = {.n = roll(&luck, 1, round % 2 ? N_MOST : 20),
                                  .k = (int32_t)roll(&luck, 2, round % 3 ? 4 : K_MOST),
                                  .n_groups = (int32_t)roll(&luck, 1, G_MOST),
                                  .group = group,
                                  .cost = cost};
        for (int64_t c = 0; c < p.n * p.k; c++) {
            cost[c] = (int32_t)roll(&luck, 0, round % 4 ? COST_MOST : 3);
        }
        fcap_error err;
        fcap_run run;
        fcap_run_open(&run, NULL, &err);
        moves m;
        assert_int_equal(fcap_moves_open(&run, &p, &m), FCAP_OK);
        for (int64_t j = 0; j < p.n; j++) {
            group[j] = (int32_t)roll(&luck, 0, p.n_groups - 1);
            m.label[j] = (int32_t)roll(&luck, 0, p.k - 1);
        }
        fcap_moves_begin(&m);
        for (int step = 0; step < 600; step++) {
            int32_t const place = (int32_t)roll(&luck, 0, p.n_groups * p.k - 1);
            check_place(&m, place, &luck);
            int32_t j = (int32_t)roll(&luck, 0, p.n - 1);
            int32_t const t = (int32_t)roll(&luck, 0, p.k - 1);
            if (m.count[place] > 0 && m.known[place] && t != place % p.k && step % 4) {
                fcap_moves_confirm(&m, place, t); /* as on a path: the cheapest goes */
                j = m.mover[(int64_t)place * p.k + t];
            }
            if (m.label[j] != t) {
                fcap_moves_make(&m, j, t);
                assert_int_equal(m.label[j], t);
            }
        }
        fcap_run_close(&run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_and_confirmed_moves_are_the_cheapest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
