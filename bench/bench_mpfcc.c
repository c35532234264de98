/* bench_mpfcc.c - the scheme of MPFCC from faircap's own parts, for a given time.
 *
 *     bench_mpfcc FILE K MAX_SIZE BALANCE SECONDS SEED [CLOSING]
 *
 * repeat { k medoids by k-means++; until nothing changes { assign all points to the medoids at
 * least cost under sizes and balance; take the exact medoid of each cluster } }, until the time
 * is over, and keep the cheapest. That is how MPFCC works, except that it starts once and has
 * an integer program for each assignment. The clock is looked at between assignments and the
 * first start is finished, so it may take a little longer than told: never less. Seconds are
 * those of the processor, on one thread, so other work on the machine takes nothing away.
 *
 * CLOSING: nodes that an assignment may spend to become exact (cluster/fair_assign.h); 1000
 * unless told. BALANCE: 1/2, say; 0 asks for none.
 *
 * One row: what,n,d,k,threads,starts,rounds,seconds,cost; cost is that of the labels.
 */
#include "bench.h"
#include "cluster/fair_assign.h"
#include "metric/metric.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double processor_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

typedef struct scheme {
    fcap_run run;
    fcap_error err;
    points p;
    rules r;
    shape s;
    fair_assign fa;
    int64_t closing;
    int64_t *medoid; /* k */
    double *near;    /* n: squared distance to the nearest medoid chosen so far */
    double *row;     /* stride */
    placed placed;
    int64_t starts;
    int64_t rounds;
    double best;
} scheme;

static void must(scheme *m, fcap_status status) {
    bench_must(status, &m->err);
}

static void *array(scheme *m, int64_t count, size_t size) {
    void *const made = fcap_arena_alloc(&m->run.mem, (size_t)count, size);
    if (made == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return made;
}

/* Where the sum of near[] reaches `level`; near is 0 for points chosen already. */
static int64_t point_at(const scheme *m, double level) {
    int64_t last = -1;
    for (int64_t j = 0; j < m->p.n; j++) {
        last = m->near[j] > 0 ? j : last;
        level -= m->near[j];
        if (level < 0 && last >= 0) {
            break;
        }
    }
    return last;
}

static int is_medoid(const scheme *m, int32_t chosen, int64_t point) {
    for (int32_t i = 0; i < chosen; i++) {
        if (m->medoid[i] == point) {
            return 1;
        }
    }
    return 0;
}

/* The first medoid at random, each next one in proportion to the squared distance; when all
 * other points are where a medoid is, the first that is free. */
static void start(scheme *m, rng *random) {
    for (int32_t i = 0; i < m->r.k; i++) {
        double sum = 0;
        for (int64_t j = 0; i > 0 && j < m->p.n; j++) {
            sum += m->near[j];
        }
        int64_t chosen =
            i > 0 ? point_at(m, fcap_rng_unit(random) * sum) : fcap_rng_below(random, m->p.n);
        for (int64_t j = 0; chosen < 0; j++) {
            chosen = is_medoid(m, i, j) ? -1 : j;
        }
        m->medoid[i] = chosen;
        fcap_points_distances(&m->p, chosen, m->row);
        for (int64_t j = 0; j < m->p.n; j++) {
            double const square = m->row[j] * m->row[j];
            m->near[j] = i == 0 || square < m->near[j] ? square : m->near[j];
        }
    }
}

/* One start, until the cost no longer falls. */
static void descend(scheme *m, double deadline) {
    double before = INFINITY;
    int32_t const places = m->s.n_groups * m->r.k;
    for (int32_t v = 0; v < places; v++) {
        m->placed.price[v] = 0;
    }
    for (;;) {
        arena_mark const mark = fcap_arena_save(&m->run.mem);
        must(m, fcap_fair_assign(&m->run, &m->fa, m->medoid, m->closing, &m->placed));
        fcap_measures found = {.medoid = m->medoid};
        must(m, fcap_measure_labels(&m->run, &m->p, &m->r, m->placed.label, &found, NULL));
        fcap_arena_restore(&m->run.mem, mark);
        m->rounds++;
        m->best = found.cost < m->best ? found.cost : m->best;
        if (!(found.cost < before * (1 - 1e-12)) ||
            (m->starts > 0 && processor_seconds() >= deadline)) {
            break;
        }
        before = found.cost;
    }
    m->starts++;
}

static void open_scheme(scheme *m, const bench_data *data, char **argv) {
    fcap_ratio t;
    bench_must(fcap_ratio_parse(argv[4], &t, &m->err), &m->err);
    fcap_options o;
    fcap_options_init(&o);
    o.seed = strtoull(argv[6], NULL, 10);
    fcap_run_open(&m->run, &o, &m->err);
    static fcap_attribute attribute;
    attribute = (fcap_attribute){data->group, data->n_groups, t};
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.x = data->x;
    problem.n = data->n;
    problem.d = data->d;
    problem.attribute = &attribute;
    problem.n_attributes = t.num > 0;
    fcap_rules asked = FCAP_RULES_INIT;
    asked.k = atoi(argv[2]);
    asked.max_size = atoll(argv[3]);
    must(m, fcap_rules_open(&m->run, &problem, &asked, &m->r));
    must(m, fcap_points_open(&m->run, data->x, data->n, data->d, &m->p));
    must(m, fcap_shape_open(&m->run, &m->r, &m->s));
    must(m, fcap_fair_assign_open(&m->run, &m->p, &m->s, &m->fa));
    m->medoid = array(m, m->r.k, sizeof *m->medoid);
    m->near = array(m, m->p.n, sizeof *m->near);
    m->row = array(m, m->p.stride, sizeof *m->row);
    m->placed.label = array(m, m->p.n, sizeof *m->placed.label);
    m->placed.price = array(m, 2 * m->r.k, sizeof *m->placed.price);
    m->best = INFINITY;
}

int main(int argc, char **argv) {
    if (argc != 7 && argc != 8) {
        fputs("usage: bench_mpfcc FILE K MAX_SIZE BALANCE SECONDS SEED [CLOSING]\n", stderr);
        return 2;
    }
    bench_data data = bench_read(argv[1]);
    double const from = processor_seconds();
    double const deadline = from + atof(argv[5]);
    scheme m = {.closing = argc == 8 ? atoll(argv[7]) : 1000};
    open_scheme(&m, &data, argv);
    do {
        rng random = fcap_rng_fork(&m.run.random, (uint64_t)m.starts);
        start(&m, &random);
        descend(&m, deadline);
    } while (processor_seconds() < deadline);
    printf("mpfcc,%lld,%d,%d,%d,%lld,%lld,%.4f,%.10g\n", (long long)data.n, (int)data.d,
           (int)m.r.k, (int)m.run.threads, (long long)m.starts, (long long)m.rounds,
           processor_seconds() - from, m.best);
    fcap_run_close(&m.run);
    bench_free(&data);
    return 0;
}
