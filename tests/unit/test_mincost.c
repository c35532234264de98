/* test_mincost.c - the proof is checked on every answer; enumeration of all flows judges the
 * tiny ones, the dense assignment the larger ones. */
#include "flow/assignment.h"
#include "flow/mincost.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "counting.h"

enum {
    NODES_MOST = 400,
    ARCS_MOST = 40000,
    TINY_NODES = 5,
    TINY_ARCS = 6
};

static flow_arc arcs[ARCS_MOST];
static int64_t supply[NODES_MOST];
static int64_t flow[ARCS_MOST];
static int64_t price[NODES_MOST];
static const int64_t NONE = INT64_MAX;

/* ---- the oracle: all flows of the arcs from `arc` on ---- */

static int64_t cheapest(const flow_problem *p, int64_t arc, int64_t *left) {
    if (arc == p->n_arcs) {
        for (int32_t v = 0; v < p->nodes; v++) {
            if (left[v] != 0) {
                return NONE;
            }
        }
        return 0;
    }
    int64_t best = NONE;
    flow_arc const a = p->arc[arc];
    for (int64_t x = a.lower; x <= a.upper; x++) {
        left[a.from] -= x;
        left[a.to] += x;
        int64_t const rest = cheapest(p, arc + 1, left);
        left[a.from] += x;
        left[a.to] -= x;
        best = rest != NONE && rest + x * a.cost < best ? rest + x * a.cost : best;
    }
    return best;
}

/* ---- the proof ---- */

static int64_t proved_cost(const flow_problem *p) {
    int64_t left[NODES_MOST];
    memcpy(left, p->supply, (size_t)p->nodes * sizeof *left);
    int64_t total = 0;
    for (int64_t i = 0; i < p->n_arcs; i++) {
        flow_arc const a = p->arc[i];
        int64_t const reduced = a.cost + price[a.from] - price[a.to];
        assert_true(flow[i] >= a.lower && flow[i] <= a.upper);
        assert_true(reduced >= 0 || flow[i] == a.upper);
        assert_true(reduced <= 0 || flow[i] == a.lower);
        left[a.from] -= flow[i];
        left[a.to] += flow[i];
        total += flow[i] * a.cost;
    }
    for (int32_t v = 0; v < p->nodes; v++) {
        assert_int_equal(left[v], 0);
    }
    return total;
}

/* NONE when infeasible. */
static int64_t solve(const flow_problem *p) {
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    int64_t given[NODES_MOST];
    memcpy(given, price, sizeof given);
    fcap_status const status = fcap_mincost_solve(&run, p, flow, price);
    fcap_run_close(&run);
    for (int32_t v = 0; status == FCAP_OK && v < p->nodes; v++) {
        assert_true(price[v] <= given[v]);
    }
    if (status == FCAP_E_INFEASIBLE) {
        assert_non_null(strstr(err.message, "units of flow cannot be led from node"));
        return NONE;
    }
    assert_int_equal(status, FCAP_OK);
    return proved_cost(p);
}

static void start_cold(const flow_problem *p) {
    memset(flow, 0, (size_t)p->n_arcs * sizeof *flow);
    memset(price, 0, (size_t)p->nodes * sizeof *price);
}

static void start_anywhere(dice *luck, const flow_problem *p, int64_t range) {
    for (int64_t i = 0; i < p->n_arcs; i++) {
        flow[i] = roll(luck, -9, 9);
    }
    for (int32_t v = 0; v < p->nodes; v++) {
        price[v] = roll(luck, -range, range);
    }
}

/* Nodes without arcs, parallel arcs, loops and negative costs all turn up. */
static flow_problem tiny(dice *luck, int64_t range) {
    flow_problem const p = {.nodes = (int32_t)roll(luck, 1, TINY_NODES),
                            .n_arcs = roll(luck, 0, TINY_ARCS),
                            .arc = arcs,
                            .supply = supply};
    for (int64_t i = 0; i < p.n_arcs; i++) {
        int64_t const lower = roll(luck, 0, 2) == 0 ? roll(luck, -1, 1) : 0;
        arcs[i] = (flow_arc){.from = (int32_t)roll(luck, 0, p.nodes - 1),
                             .to = (int32_t)roll(luck, 0, p.nodes - 1),
                             .lower = lower,
                             .upper = lower + roll(luck, 0, 3),
                             .cost = roll(luck, -range / 2, range)};
    }
    memset(supply, 0, sizeof supply);
    for (int64_t i = roll(luck, 0, 3); i > 0; i--) {
        supply[roll(luck, 0, p.nodes - 1)]++;
        supply[roll(luck, 0, p.nodes - 1)]--;
    }
    return p;
}

static void equals_enumeration_on_tiny_networks_from_any_start(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int feasible = 0;
    int const tried = 20000;
    for (int i = 0; i < tried; i++) {
        int64_t const range = i % 3 == 0 ? 2 : i % 3 == 1 ? 50 : INT64_C(1) << 40;
        flow_problem const p = tiny(&luck, range);
        int64_t left[TINY_NODES];
        memcpy(left, supply, sizeof left);
        int64_t const optimum = cheapest(&p, 0, left);
        start_cold(&p);
        assert_true(solve(&p) == optimum);
        start_anywhere(&luck, &p, 2 * range);
        assert_true(solve(&p) == optimum);
        feasible += optimum != NONE;
    }
    assert_in_range(feasible, tried / 5, tried - tried / 5);
}

/* Rows, then columns, then a sink for the rows above a column's least. */
static flow_problem from_assignment(const assignment_problem *a) {
    int32_t const sink = (int32_t)(a->rows + a->columns);
    flow_problem p = {.nodes = sink + 1, .arc = arcs, .supply = supply};
    supply[sink] = 0;
    for (int64_t r = 0; r < a->rows; r++) {
        supply[r] = 1;
        supply[sink]--;
        for (int64_t j = 0; j < a->columns; j++) {
            arcs[p.n_arcs++] = (flow_arc){(int32_t)r, (int32_t)(a->rows + j), 0, 1,
                                          a->cost[r * a->columns + j]};
        }
    }
    for (int64_t j = 0; j < a->columns; j++) {
        supply[a->rows + j] = -a->least[j];
        supply[sink] += a->least[j];
        arcs[p.n_arcs++] =
            (flow_arc){(int32_t)(a->rows + j), sink, 0, a->most[j] - a->least[j], 0};
    }
    return p;
}

static void equals_the_dense_assignment(void **state) {
    (void)state;
    dice luck = dice_of(2);
    static int32_t cost[ARCS_MOST];
    for (int i = 0; i < 60; i++) {
        int32_t least[100];
        int32_t most[100];
        int32_t column[300];
        assignment_problem a = {
            .columns = roll(&luck, 1, 100), .cost = cost, .least = least, .most = most};
        for (int64_t j = 0; j < a.columns; j++) {
            least[j] = i % 5 == 0 ? 0 : 1;
            most[j] = 1 + i % 3;
        }
        a.rows = roll(&luck, a.columns, a.columns * (1 + i % 3));
        int64_t const range = i % 4 == 0 ? 3 : COST_MOST;
        for (int64_t c = 0; c < a.rows * a.columns; c++) {
            cost[c] = (int32_t)roll(&luck, 0, range);
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        assert_int_equal(fcap_assignment_solve(&run, &a, column, (assignment_proof){0}),
                         FCAP_OK);
        fcap_run_close(&run);
        int64_t optimum = 0;
        for (int64_t r = 0; r < a.rows; r++) {
            optimum += cost[r * a.columns + column[r]];
        }
        flow_problem const p = from_assignment(&a);
        start_cold(&p);
        assert_int_equal(solve(&p), optimum);
        start_anywhere(&luck, &p, range);
        assert_int_equal(solve(&p), optimum);
    }
}

/* A network of any kind, feasible because the supplies are those of a random flow. */
static flow_problem feasible_network(dice *luck, int32_t nodes, int64_t n_arcs, int64_t range) {
    flow_problem const p = {.nodes = nodes, .n_arcs = n_arcs, .arc = arcs, .supply = supply};
    memset(supply, 0, sizeof supply);
    for (int64_t i = 0; i < n_arcs; i++) {
        int64_t const lower = roll(luck, -5, 20);
        arcs[i] = (flow_arc){.from = (int32_t)roll(luck, 0, nodes - 1),
                             .to = (int32_t)roll(luck, 0, nodes - 1),
                             .lower = lower,
                             .upper = lower + roll(luck, 0, 1000),
                             .cost = roll(luck, -range / 3, range)};
        int64_t const x = roll(luck, lower, arcs[i].upper);
        supply[arcs[i].from] += x;
        supply[arcs[i].to] -= x;
    }
    return p;
}

static void larger_answers_carry_their_proof(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < 60; i++) {
        int32_t const nodes = (int32_t)roll(&luck, 2, NODES_MOST);
        int64_t const range = i % 2 ? 10 : INT64_C(1) << 45;
        flow_problem const p = feasible_network(&luck, nodes, roll(&luck, 1, 5) * nodes, range);
        start_cold(&p);
        int64_t const cold = solve(&p);
        assert_true(cold != NONE);
        assert_true(solve(&p) == cold); /* the answer as a start is the answer */
        start_anywhere(&luck, &p, range);
        assert_true(solve(&p) == cold);
    }
}

static void added_arcs_need_no_new_start(void **state) {
    (void)state;
    dice luck = dice_of(4);
    for (int i = 0; i < 60; i++) {
        flow_problem p = feasible_network(&luck, 100, 600, 1000);
        int64_t const all = p.n_arcs;
        for (int64_t a = 300; a < all; a++) { /* the later ones may stay empty */
            supply[arcs[a].from] -= arcs[a].lower;
            supply[arcs[a].to] += arcs[a].lower;
            arcs[a].upper -= arcs[a].lower;
            arcs[a].lower = 0;
        }
        start_cold(&p);
        int64_t const optimum = solve(&p);
        start_cold(&p);
        int64_t before = NONE;
        for (p.n_arcs = 300; p.n_arcs <= all; p.n_arcs += 100) {
            int64_t const now = solve(&p);
            assert_true(now <= before);
            before = now;
        }
        assert_true(before == optimum);
    }
}

static void the_ends_of_the_range_do_not_overflow(void **state) {
    (void)state;
    enum {
        N = 7
    };
    flow_problem const p = {.nodes = N, .n_arcs = N - 1, .arc = arcs, .supply = supply};
    memset(supply, 0, sizeof supply);
    supply[0] = 1;
    supply[N - 1] = -1;
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i + 1 < N; i++) {
            arcs[i] =
                (flow_arc){i, i + 1, 0, INT64_C(1) << 56, sign * (FLOW_COST_MOST / (N + 1))};
            price[i] = i % 2 ? FLOW_PRICE_MOST : -FLOW_PRICE_MOST;
            flow[i] = INT64_MIN;
        }
        price[N - 1] = FLOW_PRICE_MOST;
        assert_true(solve(&p) == sign * (FLOW_COST_MOST / (N + 1)) * (N - 1));
    }
}

static void nothing_to_do_is_done(void **state) {
    (void)state;
    memset(supply, 0, sizeof supply);
    flow_problem p = {.nodes = 0, .n_arcs = 0, .arc = arcs, .supply = supply};
    assert_int_equal(solve(&p), 0);
    p.nodes = 3;
    start_cold(&p);
    assert_int_equal(solve(&p), 0);
    arcs[0] = (flow_arc){1, 1, 2, 5, -3}; /* a loop that pays */
    p.n_arcs = 1;
    start_cold(&p);
    assert_int_equal(solve(&p), -15);
}

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)user;
    assert_string_equal(progress->stage, "flow");
    return 1;
}

static void stops_when_asked(void **state) {
    (void)state;
    dice luck = dice_of(5);
    flow_problem const p = feasible_network(&luck, 50, 200, 10);
    start_cold(&p);
    fcap_options options;
    fcap_options_init(&options);
    options.tick = stop_at_once;
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, &options, &err);
    assert_int_equal(fcap_mincost_solve(&run, &p, flow, price), FCAP_E_CANCELLED);
    assert_string_equal(err.message, "stopped while looking for a flow of 50 nodes");
    fcap_run_close(&run);
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    dice luck = dice_of(6);
    flow_problem const p = feasible_network(&luck, NODES_MOST, ARCS_MOST, 10);
    fcap_status status = FCAP_E_NO_MEMORY;
    int fail_at = 0;
    while (status != FCAP_OK) {
        counting c = {.fail_at = ++fail_at};
        fcap_options options;
        fcap_options_init(&options);
        options.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
        fcap_error err;
        fcap_run run;
        fcap_run_open(&run, &options, &err);
        start_cold(&p);
        status = fcap_mincost_solve(&run, &p, flow, price);
        if (status != FCAP_OK) {
            assert_int_equal(status, FCAP_E_NO_MEMORY);
            assert_string_equal(err.message,
                                "out of memory for a flow of 400 nodes and 40000 arcs");
        }
        fcap_run_close(&run);
        assert_int_equal(c.open, 0);
    }
    assert_true(fail_at > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_enumeration_on_tiny_networks_from_any_start),
        cmocka_unit_test(equals_the_dense_assignment),
        cmocka_unit_test(larger_answers_carry_their_proof),
        cmocka_unit_test(added_arcs_need_no_new_start),
        cmocka_unit_test(the_ends_of_the_range_do_not_overflow),
        cmocka_unit_test(nothing_to_do_is_done),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
