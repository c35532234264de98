/* test_assign.c - the proof is checked on every answer; all labellings are tried on the tiny
 * ones, and a flow with a node for each point on those of middle size.
 */
#include "cluster/assign.h"
#include "effort.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 6000,
    K_MOST = 40,
    G_MOST = 4,
    COSTS_MOST = 120000,
    NONE = -1 /* no assignment */
};

/* One instance and its answer. */
typedef struct instance {
    assign_problem p;
    int32_t cost[COSTS_MOST];
    int32_t group[N_MOST];
    int64_t least[G_MOST * K_MOST];
    int64_t most[G_MOST * K_MOST];
    int64_t size_least[K_MOST];
    int64_t size_most[K_MOST];
    int32_t label[N_MOST];
    int64_t member[G_MOST * K_MOST];
    int64_t cluster[K_MOST];
} instance;

static instance at;

static int64_t bound(const int64_t *b, int64_t i, int64_t none) {
    return b == NULL ? none : b[i];
}

/* ---- oracles */

static int64_t cheapest_of_all(const assign_problem *p, int64_t j, int64_t *count) {
    int64_t const k = p->k;
    if (j == p->n) {
        for (int64_t i = 0; i < k; i++) {
            int64_t size = 0;
            for (int64_t g = 0; g < p->n_groups; g++) {
                int64_t const c = count[g * k + i];
                if (c < bound(p->least, g * k + i, 0) || c > bound(p->most, g * k + i, c)) {
                    return NONE;
                }
                size += c;
            }
            if (size < bound(p->size_least, i, 0) || size > bound(p->size_most, i, size)) {
                return NONE;
            }
        }
        return 0;
    }
    int64_t best = NONE;
    for (int64_t i = 0; i < k; i++) {
        int64_t *const c = count + (p->group == NULL ? 0 : p->group[j]) * k + i;
        (*c)++;
        int64_t const rest = cheapest_of_all(p, j + 1, count);
        (*c)--;
        int64_t const total = rest + p->cost[j * k + i];
        best = rest != NONE && (best == NONE || total < best) ? total : best;
    }
    return best;
}

enum {
    ARCS_MOST = 20000,
    NODES_MOST = 1000
};
static struct {
    int from, to;
    int64_t room, cost;
} arc[ARCS_MOST]; /* arc a ^ 1 is a backwards */
static int n_arcs;

static void add_arc(int from, int to, int64_t room, int64_t cost) {
    assert_true(n_arcs + 2 <= ARCS_MOST);
    arc[n_arcs].from = arc[n_arcs + 1].to = from;
    arc[n_arcs].to = arc[n_arcs + 1].from = to;
    arc[n_arcs].room = room;
    arc[n_arcs].cost = cost;
    arc[n_arcs + 1].room = 0;
    arc[n_arcs + 1].cost = -cost;
    n_arcs += 2;
}

/* Bellman-Ford to the sink, again and again. What a bound asks for earns a huge reward. */
static int64_t cheapest_by_flow(const assign_problem *p) {
    int const k = p->k;
    int const places = p->n_groups * k;
    int const source = 0, place = 1 + (int)p->n, sink = place + places + k;
    int64_t const reward = (int64_t)1 << 44;
    int64_t wanted = 0;
    n_arcs = 0;
    for (int j = 0; j < p->n; j++) {
        add_arc(source, 1 + j, 1, 0);
        for (int i = 0; i < k; i++) {
            add_arc(1 + j, place + (p->group == NULL ? 0 : p->group[j]) * k + i, 1,
                    p->cost[j * k + i]);
        }
    }
    for (int v = 0; v < places + k; v++) {
        int const to = v < places ? place + places + v % k : sink;
        int64_t const low =
            v < places ? bound(p->least, v, 0) : bound(p->size_least, v - places, 0);
        int64_t const high =
            v < places ? bound(p->most, v, p->n) : bound(p->size_most, v - places, p->n);
        if (low > high) {
            return NONE;
        }
        add_arc(place + v, to, low, -reward);
        add_arc(place + v, to, high - low, 0);
        wanted += low;
    }
    int64_t total = 0;
    for (int unit = 0; unit < p->n; unit++) {
        static int64_t distance[NODES_MOST];
        static int by[NODES_MOST];
        for (int v = 0; v <= sink; v++) {
            distance[v] = INT64_MAX / 2;
        }
        distance[source] = 0;
        for (int again = 1; again;) {
            again = 0;
            for (int a = 0; a < n_arcs; a++) {
                int64_t const d = distance[arc[a].from] + arc[a].cost;
                if (arc[a].room > 0 && distance[arc[a].from] < INT64_MAX / 4 &&
                    d < distance[arc[a].to]) {
                    distance[arc[a].to] = d;
                    by[arc[a].to] = a;
                    again = 1;
                }
            }
        }
        if (distance[sink] >= INT64_MAX / 4) {
            return NONE;
        }
        total += distance[sink];
        for (int v = sink; v != source; v = arc[by[v]].from) {
            arc[by[v]].room--;
            arc[by[v] ^ 1].room++;
        }
    }
    total += wanted * reward;
    return total >= reward ? NONE : total;
}

/* ---- the proof */

static void check_proof(const assign_problem *p, int64_t cost) {
    int64_t const k = p->k;
    int64_t count[G_MOST * K_MOST] = {0};
    int64_t size[K_MOST] = {0};
    int64_t total = 0;
    for (int64_t j = 0; j < p->n; j++) {
        int64_t const g = p->group == NULL ? 0 : p->group[j];
        int64_t const i = at.label[j];
        assert_in_range(i, 0, k - 1);
        count[g * k + i]++;
        size[i]++;
        total += p->cost[j * k + i];
        for (int64_t t = 0; t < k; t++) {
            assert_true(p->cost[j * k + i] + at.member[g * k + i] <=
                        p->cost[j * k + t] + at.member[g * k + t]);
        }
    }
    assert_int_equal(total, cost);
    for (int64_t i = 0; i < k; i++) {
        int64_t const low = bound(p->size_least, i, 0), high = bound(p->size_most, i, p->n);
        assert_true(size[i] >= low && size[i] <= high);
        assert_true(at.cluster[i] <= 0 || size[i] == high);
        assert_true(at.cluster[i] >= 0 || size[i] == low);
        for (int64_t v = i; v < p->n_groups * k; v += k) {
            assert_true(count[v] >= bound(p->least, v, 0));
            assert_true(count[v] <= bound(p->most, v, p->n));
            assert_true(at.member[v] <= at.cluster[i] || count[v] == bound(p->most, v, p->n));
            assert_true(at.member[v] >= at.cluster[i] || count[v] == bound(p->least, v, 0));
        }
    }
}

static fcap_error err;

/* From the prices in `at`; the cost or NONE, proved unless NONE. */
static int64_t solve_warm(const assign_problem *p) {
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    int64_t cost = NONE;
    fcap_status const status =
        fcap_assign(&run, p, (assign_prices){at.member, at.cluster}, at.label, &cost);
    fcap_run_close(&run);
    if (status != FCAP_OK) {
        assert_int_equal(status, FCAP_E_INFEASIBLE);
        assert_true(strlen(err.message) > 20);
        assert_int_equal(cost, NONE);
        return NONE;
    }
    check_proof(p, cost);
    return cost;
}

static int64_t solve(const assign_problem *p) {
    memset(at.member, 0, sizeof at.member);
    memset(at.cluster, 0, sizeof at.cluster);
    return solve_warm(p);
}

/* ---- instances */

/* Costs with ties, few ties or none. */
static void draw_costs(dice *luck, int range) {
    int64_t const most = range == 0 ? 3 : range == 1 ? 100 : COST_MOST;
    for (int64_t c = 0; c < at.p.n * at.p.k; c++) {
        at.cost[c] = (int32_t)roll(luck, 0, most);
    }
}

/* Distances between points on a line, which is what the algorithm is for. */
static void draw_distances(dice *luck, shape_of_points shape) {
    static double x[N_MOST + K_MOST];
    draw_points(luck, shape, x, at.p.n + at.p.k, 1);
    double largest = 1e-9;
    for (int64_t j = 0; j < at.p.n + at.p.k; j++) {
        double const a = x[j] < 0 ? -x[j] : x[j];
        largest = a > largest ? a : largest;
    }
    for (int64_t j = 0; j < at.p.n; j++) {
        for (int64_t i = 0; i < at.p.k; i++) {
            double const d = (x[j] - x[at.p.n + i]) / largest / 2;
            at.cost[j * at.p.k + i] = (int32_t)((d < 0 ? -d : d) * COST_MOST);
        }
    }
}

/* Bounds around the counts of a random labelling, so that there is an answer, unless
 * `hopeless`. `kinds` has a bit for each of the four. */
static void draw_bounds(dice *luck, int kinds, int64_t slack, int hopeless) {
    assign_problem *const p = &at.p;
    int64_t const k = p->k;
    memset(at.least, 0, sizeof at.least);
    memset(at.size_least, 0, sizeof at.size_least);
    for (int64_t j = 0; j < p->n; j++) {
        at.group[j] = (int32_t)roll(luck, 0, p->n_groups - 1);
        int64_t const i = roll(luck, 0, k - 1);
        at.least[at.group[j] * k + i]++;
        at.size_least[i]++;
    }
    for (int64_t v = 0; v < p->n_groups * k; v++) {
        at.most[v] = at.least[v] + roll(luck, hopeless ? -1 : 0, slack);
        at.most[v] = at.most[v] < 0 ? 0 : at.most[v];
        at.least[v] -= roll(luck, hopeless ? -1 : 0, slack);
        at.least[v] = at.least[v] < 0 ? 0 : at.least[v];
    }
    for (int64_t i = 0; i < k; i++) {
        at.size_most[i] = at.size_least[i] + roll(luck, hopeless ? -1 : 0, slack);
        at.size_most[i] = at.size_most[i] < 0 ? 0 : at.size_most[i];
        at.size_least[i] -= roll(luck, hopeless ? -1 : 0, slack);
        at.size_least[i] = at.size_least[i] < 0 ? 0 : at.size_least[i];
    }
    p->cost = at.cost;
    p->group = p->n_groups == 1 && roll(luck, 0, 1) ? NULL : at.group;
    p->least = kinds & 1 ? at.least : NULL;
    p->most = kinds & 2 ? at.most : NULL;
    p->size_least = kinds & 4 ? at.size_least : NULL;
    p->size_most = kinds & 8 ? at.size_most : NULL;
}

static void draw_prices(dice *luck, int64_t most) {
    for (int v = 0; v < G_MOST * K_MOST; v++) {
        at.member[v] = roll(luck, -most, most);
    }
    for (int i = 0; i < K_MOST; i++) {
        at.cluster[i] = roll(luck, -most, most);
    }
}

/* ---- tests */

static void equals_all_labellings_on_tiny_problems(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int feasible = 0;
    for (int round = 0; round < often(6000); round++) {
        at.p = (assign_problem){.n = roll(&luck, 1, 7),
                                .k = (int32_t)roll(&luck, 1, 3),
                                .n_groups = (int32_t)roll(&luck, 1, 3)};
        draw_bounds(&luck, (int)roll(&luck, 0, 15), roll(&luck, 0, 2), round % 3 == 0);
        draw_costs(&luck, round % 4);
        int64_t count[G_MOST * K_MOST] = {0};
        int64_t const best = cheapest_of_all(&at.p, 0, count);
        assert_int_equal(solve(&at.p), best);
        assert_int_equal(solve_warm(&at.p), best); /* from its own prices */
        draw_prices(&luck, round % 2 ? 5 : COST_MOST);
        assert_int_equal(solve_warm(&at.p), best); /* from any prices */
        feasible += best != NONE;
    }
    assert_in_range(feasible, often(4000), often(5500));
}

static void equals_a_flow_with_a_node_for_each_point(void **state) {
    (void)state;
    dice luck = dice_of(2);
    int feasible = 0;
    for (int round = 0; round < often(150); round++) {
        at.p = (assign_problem){.n = roll(&luck, 10, 80),
                                .k = (int32_t)roll(&luck, 2, 9),
                                .n_groups = (int32_t)roll(&luck, 1, 4)};
        draw_bounds(&luck, (int)roll(&luck, 1, 15), roll(&luck, 0, 4), round % 4 == 0);
        if (round % 2) {
            draw_distances(&luck, (shape_of_points)(round / 2 % SHAPES));
        } else {
            draw_costs(&luck, round / 2 % 3);
        }
        int64_t const best = cheapest_by_flow(&at.p);
        assert_int_equal(solve(&at.p), best);
        draw_prices(&luck, COST_MOST);
        assert_int_equal(solve_warm(&at.p), best);
        feasible += best != NONE;
    }
    assert_in_range(feasible, often(100), often(149));
}

static void a_warm_start_of_a_similar_problem_finds_the_same_optimum(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int round = 0; round < often(60); round++) {
        at.p = (assign_problem){.n = roll(&luck, 100, 1500),
                                .k = (int32_t)roll(&luck, 2, K_MOST),
                                .n_groups = (int32_t)roll(&luck, 1, G_MOST)};
        draw_bounds(&luck, (int)roll(&luck, 1, 15), roll(&luck, 0, 20), 0);
        draw_distances(&luck, round % 2 ? SCATTERED : CLUMPED);
        assert_true(solve(&at.p) != NONE);
        int64_t const changed = roll(&luck, 0, at.p.k - 1); /* another medoid there */
        for (int64_t j = 0; j < at.p.n; j++) {
            at.cost[j * at.p.k + changed] = (int32_t)roll(&luck, 0, COST_MOST);
        }
        for (int64_t i = 0; i < at.p.k; i++) { /* and wider bounds */
            at.size_most[i] += roll(&luck, 0, 2);
            at.least[i] /= 2;
        }
        int64_t const warm = solve_warm(&at.p);
        assert_int_equal(warm, solve(&at.p));
        at.p.n = at.p.n * 3 / 4; /* and a part of the points: there may be no answer */
        int64_t const part = solve_warm(&at.p);
        assert_int_equal(part, solve(&at.p));
    }
}

static void larger_answers_carry_their_proof(void **state) {
    (void)state;
    dice luck = dice_of(4);
    for (int round = 0; round < often(20); round++) {
        at.p = (assign_problem){.k = (int32_t)roll(&luck, 2, 20),
                                .n_groups = (int32_t)roll(&luck, 1, G_MOST)};
        at.p.n = roll(&luck, 4000, N_MOST);
        at.p.k = round % 4 == 0 ? 20 : at.p.k;
        draw_bounds(&luck, 1 + round % 15, round % 3 ? roll(&luck, 0, 100) : 0, 0);
        draw_distances(&luck, (shape_of_points)(round % SHAPES));
        int64_t const cold = solve(&at.p);
        assert_true(cold != NONE);
        draw_prices(&luck, COST_MOST / 8); /* not cold: no samples */
        assert_int_equal(solve_warm(&at.p), cold);
    }
}

static void without_bounds_every_point_is_at_its_nearest(void **state) {
    (void)state;
    dice luck = dice_of(5);
    at.p = (assign_problem){.n = 1000, .k = 7, .n_groups = 1, .cost = at.cost};
    draw_costs(&luck, 0);
    solve(&at.p);
    for (int64_t j = 0; j < at.p.n; j++) {
        int first = 0;
        for (int i = 1; i < 7; i++) {
            first = at.cost[j * 7 + i] < at.cost[j * 7 + first] ? i : first;
        }
        assert_int_equal(at.label[j], first);
    }
}

static void what_does_not_fit_is_said_in_numbers(void **state) {
    (void)state;
    int64_t const two[3] = {2, 2, 2};
    at.p = (assign_problem){.n = 7, .k = 3, .n_groups = 1, .cost = at.cost, .size_most = two};
    assert_int_equal(solve(&at.p), NONE);
    assert_string_equal(
        err.message, "7 points cannot be divided among 3 clusters that take 0 to 6 together");
    at.p = (assign_problem){.n = 5, .k = 3, .n_groups = 1, .cost = at.cost, .size_least = two};
    assert_int_equal(solve(&at.p), NONE);
    assert_string_equal(
        err.message, "5 points cannot be divided among 3 clusters that take 6 to 15 together");
    int64_t const one[3] = {1, 1, 1};
    at.p = (assign_problem){.n = 9, .k = 3, .n_groups = 1, .cost = at.cost, .most = one};
    at.p.least = two;
    assert_int_equal(solve(&at.p), NONE);
    assert_string_equal(err.message,
                        "cluster 0 takes at least 2 and at most 1 points of group 0");
    at.p.least = NULL;
    assert_int_equal(solve(&at.p), NONE);
    assert_string_equal(
        err.message,
        "9 points of group 0 cannot be divided among 3 clusters that take 0 to 3 of them");
}

static int stop_at_once(void *user, const fcap_progress *progress) {
    (void)progress;
    return ++*(int *)user >= 1;
}

static void a_stopped_run_says_so_and_writes_nothing(void **state) {
    (void)state;
    dice luck = dice_of(6);
    at.p = (assign_problem){.n = 1000, .k = 10, .n_groups = 2};
    draw_bounds(&luck, 15, 1, 0);
    draw_distances(&luck, SCATTERED);
    fcap_options o;
    fcap_options_init(&o);
    int ticks = 0;
    o.tick = stop_at_once;
    o.tick_user = &ticks;
    fcap_run run;
    fcap_run_open(&run, &o, &err);
    run.next_tick = 0; /* now */
    memset(at.label, 7, sizeof at.label);
    memset(at.member, 0, sizeof at.member);
    memset(at.cluster, 0, sizeof at.cluster);
    int64_t cost = NONE;
    assert_int_equal(
        fcap_assign(&run, &at.p, (assign_prices){at.member, at.cluster}, at.label, &cost),
        FCAP_E_CANCELLED);
    assert_string_equal(err.message, "stopped while assigning 1000 points");
    assert_int_equal(at.label[0], 0x07070707);
    assert_int_equal(at.cluster[0], 0);
    assert_int_equal(cost, NONE);
    fcap_run_close(&run);
}

/* Where many places are as near, those with room are looked at first: a path settles few. */
static void equal_points_are_assigned_with_little_work(void **state) {
    (void)state;
    enum {
        K = 400,
        N = 2 * K
    };
    static int32_t costs[N * K];
    static int32_t group[N];
    static int32_t label[N];
    static int64_t price[3 * K];
    int64_t one[2 * K];
    int64_t two[K];
    for (int64_t i = 0; i < 2 * K; i++) {
        one[i] = 1;
        two[i % K] = 2;
    }
    for (int pairs = 0; pairs < 2; pairs++) { /* sizes alone; one of each group */
        for (int64_t j = 0; j < N; j++) {
            group[j] = pairs ? (int32_t)(j % 2) : 0;
        }
        assign_problem const p = {.n = N,
                                  .k = K,
                                  .n_groups = 1 + pairs,
                                  .group = group,
                                  .cost = costs,
                                  .most = pairs ? one : NULL,
                                  .size_most = two};
        memset(price, 0, sizeof price);
        fcap_run run;
        int64_t cost;
        int64_t members[K] = {0};
        fcap_run_open(&run, NULL, &err);
        assert_int_equal(
            fcap_assign(&run, &p, (assign_prices){price, price + p.n_groups * K}, label, &cost),
            FCAP_OK);
        assert_int_equal(cost, 0);
        for (int64_t j = 0; j < N; j++) {
            members[label[j]]++;
        }
        for (int64_t i = 0; i < K; i++) {
            assert_int_equal(members[i], 2);
        }
        assert_true(run.routed > 0 && run.routed < (int64_t)8 * N * K); /* N K^2 / 4 before */
        fcap_run_close(&run);
    }
}

static void labels_do_not_depend_on_threads(void **state) {
    (void)state;
    dice luck = dice_of(7);
    at.p = (assign_problem){.n = N_MOST, .k = 15, .n_groups = 2};
    draw_bounds(&luck, 15, 10, 0);
    draw_distances(&luck, GRID);
    solve(&at.p);
    static int32_t label[N_MOST];
    memcpy(label, at.label, sizeof label);
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    run.threads = 3;
    memset(at.member, 0, sizeof at.member);
    memset(at.cluster, 0, sizeof at.cluster);
    int64_t cost;
    assert_int_equal(
        fcap_assign(&run, &at.p, (assign_prices){at.member, at.cluster}, at.label, &cost),
        FCAP_OK);
    fcap_run_close(&run);
    assert_memory_equal(label, at.label, sizeof label);
}

static void costs_are_distances_in_whole_units(void **state) {
    (void)state;
    dice luck = dice_of(8);
    for (int round = 0; round < 20; round++) {
        static double x[300 * 3];
        int64_t const n = roll(&luck, 1, 300);
        int32_t const k = (int32_t)roll(&luck, 1, n < 40 ? n : 40);
        draw_points(&luck, (shape_of_points)(round % SHAPES), x, n, 3);
        int64_t medoid[K_MOST];
        for (int32_t i = 0; i < k; i++) {
            medoid[i] = roll(&luck, 0, n - 1);
        }
        fcap_run run;
        fcap_run_open(&run, NULL, &err);
        run.threads = 1 + round % 3;
        points p;
        assert_int_equal(fcap_points_open(&run, x, n, 3, &p), FCAP_OK);
        int32_t *cost = NULL;
        double unit = 0;
        assert_int_equal(fcap_assign_costs(&run, &p, medoid, k, &cost, &unit), FCAP_OK);
        int32_t largest = 0;
        for (int64_t j = 0; j < n; j++) {
            for (int32_t i = 0; i < k; i++) {
                double const off =
                    cost[j * k + i] - fcap_points_distance(&p, j, medoid[i]) / unit;
                assert_true(off >= -0.51 && off <= 0.51);
                largest = cost[j * k + i] > largest ? cost[j * k + i] : largest;
            }
        }
        assert_true(largest == COST_MOST || largest == 0);
        double const tiny = unit / 2;
        unit = unit * 2; /* a unit given is kept */
        double const given = unit;
        assert_int_equal(fcap_assign_costs(&run, &p, medoid, k, &cost, &unit), FCAP_OK);
        assert_true(unit == given && (cost[0] == 0 || cost[0] <= COST_MOST / 2));
        unit = tiny;
        assert_int_equal(fcap_assign_costs(&run, &p, medoid, k, &cost, &unit),
                         largest > 0 ? FCAP_E_OVERFLOW : FCAP_OK);
        fcap_run_close(&run);
    }
}

typedef struct faulty {
    int calls;
    int fail_from;
} faulty;

static void *faulty_alloc(void *user, size_t size) {
    faulty *const f = user;
    return ++f->calls >= f->fail_from ? NULL : malloc(size);
}

static void faulty_release(void *user, void *block) {
    (void)user;
    free(block);
}

static void running_out_of_memory_is_reported_and_writes_nothing(void **state) {
    (void)state;
    dice luck = dice_of(9);
    at.p = (assign_problem){.n = N_MOST, .k = 20, .n_groups = 3};
    draw_bounds(&luck, 15, 10, 0);
    draw_distances(&luck, CLUMPED);
    fcap_options o;
    fcap_options_init(&o);
    fcap_status status = FCAP_E_NO_MEMORY;
    int failures = 0;
    for (int from = 1; status != FCAP_OK; from++) {
        faulty f = {.fail_from = from};
        o.allocator = (fcap_allocator){faulty_alloc, faulty_release, &f};
        fcap_run run;
        fcap_run_open(&run, &o, &err);
        memset(at.label, 7, sizeof at.label);
        memset(at.member, 0, sizeof at.member);
        memset(at.cluster, 0, sizeof at.cluster);
        int64_t cost = NONE;
        status =
            fcap_assign(&run, &at.p, (assign_prices){at.member, at.cluster}, at.label, &cost);
        fcap_run_close(&run);
        if (status != FCAP_OK) {
            assert_int_equal(status, FCAP_E_NO_MEMORY);
            assert_int_equal(at.label[0], 0x07070707);
            assert_int_equal(cost, NONE);
            failures++;
        }
    }
    assert_true(failures >= 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_all_labellings_on_tiny_problems),
        cmocka_unit_test(equals_a_flow_with_a_node_for_each_point),
        cmocka_unit_test(a_warm_start_of_a_similar_problem_finds_the_same_optimum),
        cmocka_unit_test(larger_answers_carry_their_proof),
        cmocka_unit_test(without_bounds_every_point_is_at_its_nearest),
        cmocka_unit_test(what_does_not_fit_is_said_in_numbers),
        cmocka_unit_test(a_stopped_run_says_so_and_writes_nothing),
        cmocka_unit_test(equal_points_are_assigned_with_little_work),
        cmocka_unit_test(labels_do_not_depend_on_threads),
        cmocka_unit_test(costs_are_distances_in_whole_units),
        cmocka_unit_test(running_out_of_memory_is_reported_and_writes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
