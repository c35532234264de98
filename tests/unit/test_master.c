/* test_master.c - the shares of the master keep to all regions, and are the best that do. */
#include "bound/master.h"

#include "bound_case.h"
#include "region_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    ROUNDS = 3, /* columns of each candidate, at most */
    MOST = 9
};

static const double CLOSE = 1e-9;

typedef struct drawn {
    bound_case c;
    lagrange b;
    evaluation at;
    master m;
    double pi[MOST];
} drawn;

/* A few columns of each candidate, and any shares. Returns 0 when the regions allow nothing. */
static int draw(dice *luck, drawn *w) {
    small_problem p = draw_problem(luck, MOST);
    p.groups = 1;
    p.least = 1;
    case_open(&w->c, &p);
    lagrange *const b = &w->b;
    columns *const c = &w->m.c;
    assert_int_equal(fcap_bound_open(&w->c.run, &w->c.points, &w->c.s, b), FCAP_OK);
    assert_int_equal(fcap_master_open(&w->c.run, b, MOST * ROUNDS, &w->m), FCAP_OK);
    w->at = fcap_bound_evaluation(&w->c.run, p.k);
    draw_regions(luck, &b->regions, p.n);
    for (int round = 0; round < ROUNDS; round++) {
        for (int j = 0; j < p.n; j++) {
            w->pi[j] = roll_unit(luck);
        }
        fcap_bound_evaluate(b, w->pi, &w->at);
        for (int64_t i = 0; i < p.n; i++) {
            double cost;
            int64_t const size =
                fcap_subproblem_members(&b->sub, fcap_bound_row(b, i, b->row[0]), w->pi,
                                        b->place[i], &b->set[i], fcap_columns_next(c), &cost);
            fcap_columns_add(c, i, size, cost);
        }
    }
    for (int i = 0; i < p.n; i++) {
        b->out[i] = roll(luck, 0, 5) == 0;
    }
    fcap_bound_list_alive(b);
    double const scale = roll_unit(luck);
    double space[MOST];
    for (int i = 0; i < p.n; i++) {
        space[i] = 1;
    }
    for (int32_t x = 0; x < c->n; x++) {
        int32_t const i = c->candidate[x];
        c->share[x] = roll(luck, 0, 1) ? 0 : scale * space[i];
        space[i] -= c->share[x];
    }
    fcap_bound_evaluate(b, w->pi, &w->at);
    return w->at.value < INFINITY;
}

static void check_rules(const drawn *w) {
    const regions *const g = &w->b.regions;
    const columns *const c = &w->m.c;
    for (int32_t r = 0; r < g->n; r++) {
        double held = 0;
        for (int32_t x = 0; x < c->n; x++) {
            int32_t s = g->of[c->candidate[x]];
            while (s > r) {
                s = g->at[s].parent;
            }
            held += s == r ? c->share[x] : 0;
        }
        assert_true(held >= g->at[r].least - CLOSE && held <= g->at[r].most + CLOSE);
    }
    for (int64_t i = 0; i < w->b.s->n; i++) {
        double taken = 0;
        for (int32_t x = 0; x < c->n; x++) {
            assert_true(c->share[x] >= 0);
            taken += c->candidate[x] == i ? c->share[x] : 0;
        }
        assert_true(taken <= (w->b.out[i] ? 0 : 1) + CLOSE);
    }
}

static void repaired_shares_keep_to_the_regions(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    for (int round = 0; round < 6000; round++) {
        drawn w;
        if (draw(&luck, &w)) {
            fcap_master_repair(&w.m, &w.b, &w.at);
            check_rules(&w);
            tried++;
        }
        case_close(&w.c);
    }
    assert_true(tried > 2000);
}

/* Shares that keep to the regions stay as they are. */
static void what_needs_no_repair_gets_none(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int round = 0; round < 2000; round++) {
        drawn w;
        if (draw(&luck, &w)) {
            double before[MOST * ROUNDS];
            fcap_master_repair(&w.m, &w.b, &w.at);
            memcpy(before, w.m.c.share, (size_t)w.m.c.n * sizeof *before);
            fcap_master_repair(&w.m, &w.b, &w.at);
            for (int32_t x = 0; x < w.m.c.n; x++) {
                assert_true(fabs(w.m.c.share[x] - before[x]) <= CLOSE);
            }
        }
        case_close(&w.c);
    }
}

/* The least sum of the best columns that the regions allow. */
static double slow_answer(const drawn *w) {
    int const n = (int)w->b.s->n;
    double value[MOST];
    double least = INFINITY;
    for (int i = 0; i < n; i++) {
        value[i] = INFINITY;
    }
    for (int32_t x = 0; x < w->m.c.n; x++) {
        double const v = fcap_columns_value(&w->m.c, x, w->pi);
        int32_t const i = w->m.c.candidate[x];
        value[i] = v < value[i] ? v : value[i];
    }
    for (int choice = 0; choice < 1 << n; choice++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += choice >> i & 1 ? value[i] : 0;
        }
        if (sum < least && is_allowed(&w->b.regions, w->b.out, n, choice)) {
            least = sum;
        }
    }
    return least;
}

/* Next to where it stands, the master's model is linear and its best shares are a choice. */
static void small_steps_find_the_best_shares(void **state) {
    (void)state;
    dice luck = dice_of(3);
    int64_t tried = 0;
    for (int round = 0; round < 6000; round++) {
        drawn w;
        if (draw(&luck, &w)) {
            double pi[MOST];
            double centre = 0;
            double worth = 0;
            for (int64_t j = 0; j < w.b.s->n; j++) {
                centre += w.pi[j];
            }
            fcap_master_repair(&w.m, &w.b, &w.at);
            master_aim const aim = {w.pi, 1e-9, 0};
            for (int again = 0; again < 3; again++) {
                worth = fcap_master_solve(&w.m, &w.b, aim, pi);
            }
            check_rules(&w);
            assert_true(fabs(worth - centre - slow_answer(&w)) < 1e-5);
            tried++;
        }
        case_close(&w.c);
    }
    assert_true(tried > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repaired_shares_keep_to_the_regions),
        cmocka_unit_test(what_needs_no_repair_gets_none),
        cmocka_unit_test(small_steps_find_the_best_shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
