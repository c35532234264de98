/* coarse.c - see coarse.h. */
#include "shard/coarse.h"

#include "search/large.h"
#include "search/levels.h"
#include "search/search.h"
#include "search/start.h"

#include <math.h>
#include <string.h>

enum {
    START_STREAM = 77 /* of random numbers */
};

#define PRICE_MOST 500.0 /* as in zoom.c */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a sample of %lld points",
                         (long long)n);
}

/* Few points: exchanges of all of them. Being stopped leaves the start. */
static fcap_status search_few(fcap_run *run, level *l, int32_t effort, answer *best) {
    search find;
    rng random = fcap_rng_fork(&run->random, START_STREAM);
    TRY(fcap_search_open(run, &l->p, &l->r, &l->s, &find));
    find.is_window = 1; /* its costs are not those of answers */
    TRY(fcap_start_seed(run, &find, &random, best->medoid));
    fcap_status const status =
        fcap_search_run(run, &find, fcap_search_work(&find, effort), best);
    return status == FCAP_E_CANCELLED ? FCAP_OK : status;
}

fcap_status fcap_coarse(fcap_run *run, const collected *sample, const terms *t, int32_t effort,
                        standing *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    shape whole = t->s;
    level l = {.n = sample->n, .index = arena_array(&run->mem, int64_t, sample->n + 1)};
    answer best;
    if (l.index == NULL) {
        return out_of_memory(run, sample->n);
    }
    for (int64_t i = 0; i < sample->n; i++) {
        l.index[i] = i;
    }
    whole.group = whole.n_groups == 2 ? sample->group : NULL;
    TRY(fcap_level_open(run, &sample->p, &t->r, &whole, &l));
    TRY(fcap_answer_open(run, &l.s, &best));
    TRY(fcap_large_serves(&l.p, &l.s) ? fcap_large(run, &l.p, &l.r, &l.s, effort, &best)
                                      : search_few(run, &l, effort, &best));
    for (int32_t i = 0; i < out->k; i++) {
        out->medoid[i] = sample->row[best.medoid[i]];
        fcap_points_put(&out->centre, i, &sample->p, best.medoid[i]);
    }
    out->known = sample->n;
    for (int32_t v = 0; v < out->k * out->n_groups; v++) {
        double const p = isfinite(best.price[v]) ? best.price[v] : 0;
        out->price[v] = p > PRICE_MOST ? PRICE_MOST : p < -PRICE_MOST ? -PRICE_MOST : p;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_coarse_whole(fcap_run *run, const collected *all, const terms *t,
                              const fcap_mpi_request *q, int32_t *label, standing *out,
                              fcap_report *report) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const d = all->p.d;
    double *const x = arena_array(&run->mem, double, all->n *d);
    if (x == NULL) {
        return out_of_memory(run, all->n);
    }
    for (int64_t i = 0; i < all->n; i++) {
        fcap_cloud_get(&all->p, i, x + i * d);
        for (int32_t c = 0; c < d; c++) {
            x[i * d + c] = ldexp(x[i * d + c], all->p.x_exponent);
        }
    }
    fcap_attribute const attribute = {all->group, 2, t->s.t};
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.x = x;
    problem.n = all->n;
    problem.d = d;
    problem.metric = all->p.metric;
    problem.attribute = &attribute;
    problem.n_attributes = t->s.n_groups == 2;
    fcap_rules asked = FCAP_RULES_INIT;
    asked.k = q->k;
    asked.max_size = q->max_size;
    asked.slack = q->slack;
    asked.min_size = q->min_size;
    fcap_options o;
    fcap_options_init(&o);
    o.effort = q->effort;
    o.seed = q->seed;
    o.threads = run->threads;
    o.time_limit = run->time_limit > 0 ? run->time_limit : 0;
    fcap_measures m = {.medoid = out->medoid};
    TRY(fcap_cluster(&problem, &asked, &o, label, report, run->err));
    TRY(fcap_measure(&problem, &asked, label, &o, &m, run->err));
    for (int32_t i = 0; i < out->k; i++) {
        fcap_points_put(&out->centre, i, &all->p, out->medoid[i]);
        out->medoid[i] = all->row[out->medoid[i]];
    }
    out->cost = ldexp(m.cost, -all->p.exponent);
    out->bound = ldexp(report->fixed_medoid_bound, -all->p.exponent);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
