/* test_zoom.c - assigning points that nobody has all of gives what assigning all at once gives,
 * on any number of ranks. */
#include "cluster/assign.h"
#include "cluster/fair_assign.h"
#include "shard/zoom.h"
#include "team.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 3000,
    K_MOST = 12,
    D = 3
};

typedef struct task {
    int64_t n;
    int32_t k;
    int32_t n_groups;
    fcap_ratio balance;
    double slack;
    int64_t gather;
    double wrong; /* by how much the prices to start with are */
    uint64_t seed;
    double x[N_MOST * D];
    int32_t group[N_MOST];
    int64_t medoid[K_MOST];
    int32_t label[N_MOST]; /* what came out */
    double bound;
    double cost;
    int proved;
    int failures;
} task;

static void draw(task *w) {
    rng r = fcap_rng_seed(w->seed);
    for (int64_t i = 0; i < w->n; i++) {
        for (int c = 0; c < D; c++) {
            /* now and then on a grid, for ties */
            double const v = fcap_rng_unit(&r);
            w->x[i * D + c] = w->seed % 3 == 0 ? floor(v * 8) / 8 : v;
        }
        w->group[i] = w->n_groups == 2 ? (int32_t)fcap_rng_below(&r, 2) : 0;
    }
    for (int32_t i = 0; i < w->k; i++) {
        w->medoid[i] = (w->n / w->k) * i;
    }
}

/* A schema and a cloud as the files would have made them. */
static void fill(const task *w, const fcap_comm *comm, fcap_run *run, schema *s, cloud *c) {
    *s = (schema){.n = w->n,
                  .d = D,
                  .exponent = 1,
                  .n_groups = w->n_groups,
                  .diameter = sqrt(D) / 2 * 1.01,
                  .protect = -1};
    for (int64_t i = 0; i < w->n; i++) {
        s->total[w->group[i]]++;
    }
    int64_t const from = w->n * comm->rank / comm->size;
    int64_t const to = w->n * (comm->rank + 1) / comm->size;
    *c = (cloud){.s = s,
                 .n = to - from,
                 .first = from,
                 .d = D,
                 .n_groups = w->n_groups,
                 .kept = 1,
                 .group = arena_array(&run->mem, unsigned char, to - from + 1),
                 .label = arena_array(&run->mem, int32_t, to - from + 1),
                 .margin = arena_array(&run->mem, float, to - from + 1)};
    assert_int_equal(fcap_cloud_points(run, s, to - from, &c->all), FCAP_OK);
    for (int64_t i = from; i < to; i++) {
        double half[D];
        for (int a = 0; a < D; a++) {
            half[a] = w->x[i * D + a] / 2;
        }
        fcap_cloud_put(&c->all, i - from, half);
        c->group[i - from] = (unsigned char)w->group[i];
    }
}

static void zoom_on_a_rank(fcap_comm *comm, void *context) {
    task *const w = context;
    fcap_run run;
    fcap_error err = {FCAP_OK, ""};
    fcap_run_open(&run, NULL, &err);
    schema s;
    cloud c;
    terms t;
    standing at;
    expense spent = {0};
    fill(w, comm, &run, &s, &c);
    fcap_mpi_request q = FCAP_MPI_REQUEST_INIT;
    q.k = w->k;
    q.balance = w->balance;
    q.max_size = (int64_t)((double)w->n * w->slack / w->k) + 1;
    fcap_status status = fcap_terms_open(&run, comm, &s, &q, &t);
    status = status != FCAP_OK ? status : fcap_standing_open(&run, &s, w->k, &at);
    rng r = fcap_rng_seed(w->seed + 1);
    for (int32_t i = 0; status == FCAP_OK && i < w->k; i++) {
        double half[D];
        for (int a = 0; a < D; a++) {
            half[a] = w->x[w->medoid[i] * D + a] / 2;
        }
        fcap_cloud_put(&at.centre, i, half);
        at.medoid[i] = w->medoid[i];
        double const price = w->wrong * (fcap_rng_unit(&r) - 0.5);
        at.price[i] = price;
        if (w->n_groups == 2) {
            at.price[w->k + i] = price;
        }
    }
    at.known = 100;
    status =
        status != FCAP_OK ? status : fcap_zoom(&run, comm, &c, &t, w->gather, 1, &at, &spent);
    __atomic_fetch_add(&w->failures, status != FCAP_OK, __ATOMIC_SEQ_CST);
    if (status == FCAP_OK) {
        memcpy(w->label + c.first, c.label, (size_t)c.n * sizeof *c.label);
    }
    if (status == FCAP_OK && comm->rank == 0) {
        w->bound = at.bound;
        w->proved = at.proved;
    }
    fcap_run_close(&run);
}

static double cost_of(const task *w) {
    double cost = 0;
    for (int64_t i = 0; i < w->n; i++) {
        double sum = 0;
        for (int a = 0; a < D; a++) {
            double const t = (w->x[i * D + a] - w->x[w->medoid[w->label[i]] * D + a]) / 2;
            sum += t * t;
        }
        cost += sqrt(sum);
    }
    return cost;
}

static int is_valid(const task *w) {
    int64_t count[2][K_MOST] = {{0}};
    int64_t const most = (int64_t)((double)w->n * w->slack / w->k) + 1;
    for (int64_t i = 0; i < w->n; i++) {
        count[w->group[i]][w->label[i]]++;
    }
    for (int32_t i = 0; i < w->k; i++) {
        int64_t const a = count[0][i];
        int64_t const b = count[1][i];
        if (a + b < 1 || a + b > most ||
            (w->n_groups == 2 && (w->balance.num * a > w->balance.den * b ||
                                  w->balance.num * b > w->balance.den * a))) {
            return 0;
        }
    }
    return 1;
}

/* The least cost of all assignments, by one flow of all points. */
static double optimum(const task *w) {
    fcap_run run;
    fcap_error err;
    fcap_run_open(&run, NULL, &err);
    points p;
    fcap_attribute const attribute = {w->group, 2, w->balance};
    rules const r = {.n = w->n,
                     .k = w->k,
                     .capacity = (int64_t)((double)w->n * w->slack / w->k) + 1,
                     .min_size = 1,
                     .attribute = &attribute,
                     .n_attributes = w->n_groups == 2,
                     .n_counts = 2};
    shape s;
    fair_assign fa;
    placed io = {.label = arena_array(&run.mem, int32_t, w->n),
                 .price = arena_array(&run.mem, double, 2 * w->k)};
    assert_int_equal(fcap_points_open(&run, w->x, w->n, D, &p), FCAP_OK);
    assert_int_equal(fcap_shape_open(&run, &r, &s), FCAP_OK);
    assert_int_equal(fcap_fair_assign_open(&run, &p, &s, &fa), FCAP_OK);
    assert_int_equal(fcap_fair_assign(&run, &fa, w->medoid, 200, &io), FCAP_OK);
    double const cost = ldexp(io.cost, p.exponent - 1);
    fcap_run_close(&run);
    return cost;
}

static task *draw_task(int turn) {
    task *const w = calloc(1, sizeof *w);
    *w = (task){.n = 300 + 100 * (turn % 27),
                .k = 2 + turn % (K_MOST - 2),
                .n_groups = 1 + turn % 2,
                .slack = turn % 5 == 0 ? 1.0 : 1.05,
                .gather = 40 + 13 * (turn % 17),
                .wrong = turn % 4 == 0 ? 0 : 0.2,
                .seed = (uint64_t)turn + 1};
    w->balance = w->n_groups == 2 ? (fcap_ratio){1 + turn % 3, 4} : (fcap_ratio){0, 1};
    draw(w);
    return w;
}

static void zooming_finds_the_optimum_of_one_group(void **state) {
    (void)state;
    int proved = 0;
    for (int turn = 0; turn < 60; turn += 2) {
        task *const w = draw_task(turn);
        team_run(1 + turn % 4, zoom_on_a_rank, w);
        assert_int_equal(w->failures, 0);
        assert_true(is_valid(w));
        double const cost = cost_of(w);
        double const best = optimum(w);
        assert_true(cost >= best * (1 - 1e-9));
        assert_true(w->bound <= best * (1 + 1e-9));
        if (w->proved) { /* then it must be the optimum: a false certificate would show */
            assert_true(cost <= best * (1 + 1e-6));
        }
        proved += w->proved;
        free(w);
    }
    assert_true(proved >= 25);
}

static void zooming_keeps_a_balance_and_comes_near_the_optimum(void **state) {
    (void)state;
    double worst = 0;
    int exact = 0;
    for (int turn = 1; turn < 60; turn += 2) {
        task *const w = draw_task(turn);
        team_run(1 + turn % 4, zoom_on_a_rank, w);
        assert_int_equal(w->failures, 0);
        assert_true(is_valid(w));
        double const cost = cost_of(w);
        double const best = optimum(w);
        assert_true(w->bound <= best * (1 + 1e-9));
        worst = cost / best - 1 > worst ? cost / best - 1 : worst;
        exact += cost <= best * (1 + 1e-9);
        free(w);
    }
    assert_true(worst < 0.05);
    assert_true(exact >= 25); /* of 30, from prices that are far off */
}

static void labels_do_not_depend_on_the_ranks(void **state) {
    (void)state;
    for (int turn = 0; turn < 12; turn++) {
        task *const one = draw_task(turn);
        team_run(1, zoom_on_a_rank, one);
        for (int ranks = 2; ranks <= 7; ranks += 1 + turn % 3) {
            task *const many = draw_task(turn);
            team_run(ranks, zoom_on_a_rank, many);
            assert_memory_equal(one->label, many->label, sizeof one->label);
            assert_true(one->bound == many->bound);
            free(many);
        }
        free(one);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zooming_finds_the_optimum_of_one_group),
        cmocka_unit_test(zooming_keeps_a_balance_and_comes_near_the_optimum),
        cmocka_unit_test(labels_do_not_depend_on_the_ranks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
