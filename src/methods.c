/* methods.c - the layers that may not know each other, joined: fairlets and clustering.
 *
 *     points --fairlet--> fairlets --cluster--> cluster of each fairlet --> labels of points
 *                                      |
 *                                      +-- fewer or more than k, too small, or some do not fit:
 *                                          medoids --place--> labels of points
 *
 * Clusters of whole fairlets are balanced ([LQ21] Theorem 1), so only sizes need looking at.
 * The method best (search/best.h) knows points only.
 */
#include "methods.h"

#include "cluster/fair_kmedoids.h"
#include "cluster/hierarchical.h"
#include "cluster/kcenter.h"
#include "cluster/kmedoids.h"
#include "cluster/place.h"
#include "data/bundle.h"
#include "fairlet/fairlet.h"
#include "fairlet/many.h"
#include "general/general.h"
#include "mixture/mixture.h"
#include "problem/shape.h"
#include "search/best.h"
#include "search/settle.h"

#include <string.h>

enum {
    WEIGHTS_MOST = 32 /* different sizes of fairlets; with more a knapsack takes too long */
};

/* What a fairlet method works with, and what it finds. */
typedef struct fair_work {
    points *p;
    const rules *r;
    const fcap_options *o;
    fairlets f;
    int32_t *of_fairlet; /* cluster of each fairlet; -1: it fits nowhere */
    int64_t *medoid;     /* k points, for the repair */
    int32_t found;       /* clusters found */
} fair_work;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for clusters of %lld fairlets",
                         (long long)n);
}

/* ---- fairlets ---- */

/* A balance of 0 asks for nothing: every point is a fairlet. */
static fcap_status single_points(fcap_run *run, int64_t n, fairlets *f) {
    TRY(fcap_fairlets_open(run, n, n, f));
    for (int64_t i = 0; i < n; i++) {
        f->start[i + 1] = i + 1;
        f->member[i] = f->centre[i] = i;
    }
    return FCAP_OK;
}

static fcap_status decompose(fcap_run *run, fair_work *w) {
    if (w->r->n_attributes != 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "fairlets need one protected attribute, not %d; the method best "
                             "takes several",
                             (int)w->r->n_attributes);
    }
    if (w->r->attribute[0].balance.num == 0) {
        return single_points(run, w->r->n, &w->f);
    }
    matching const how = w->o->fairlets == FCAP_FAIRLETS_VANILLA ? AT_RANDOM
                         : w->o->fairlets == FCAP_FAIRLETS_TREE  ? IN_BLOCKS
                                                                 : OF_LEAST_COST;
    if (fcap_shape_known(w->r)) {
        two_groups g;
        TRY(fcap_two_groups_open(run, &w->r->attribute[0], w->r->n, &g));
        TRY(how == AT_RANDOM   ? fcap_fairlet_vanilla(run, w->p, &g, &w->f)
            : how == IN_BLOCKS ? fcap_fairlet_tree(run, w->p, &g, &w->f)
                               : fcap_fairlet_mcf(run, w->p, &g, &w->f));
    } else {
        TRY(fcap_fairlet_many(run, w->p, &w->r->attribute[0], w->r->n, how, &w->f));
    }
    if (w->o->fairlet_centre == FCAP_FAIRLET_CENTRE_RANDOM) {
        fcap_fairlets_random_centres(run, &w->f);
    }
    return FCAP_OK;
}

/* ---- clusters of fairlets ---- */

static fcap_status hierarchical(fcap_run *run, fair_work *w) {
    int32_t const d = w->p->d;
    if (d == 0 || w->p->metric == FCAP_METRIC_MANHATTAN) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "fair-hierarchical merges by Euclidean distances of means, not by "
                             "%s distances; use the method best",
                             d == 0 ? "given" : "manhattan");
    }
    int64_t *const weight = arena_array(&run->mem, int64_t, w->f.n);
    double *const mean = arena_array(&run->mem, double, w->f.n *d);
    if (weight == NULL || mean == NULL) {
        return out_of_memory(run, w->f.n);
    }
    for (int64_t i = 0; i < w->f.n; i++) {
        weight[i] = w->f.start[i + 1] - w->f.start[i];
        for (int32_t c = 0; c < d; c++) {
            double sum = 0;
            for (int64_t at = w->f.start[i]; at < w->f.start[i + 1]; at++) {
                sum += fcap_points_coordinate(w->p, w->f.member[at], c);
            }
            mean[i * d + c] = sum / (double)weight[i];
        }
    }
    merge_items const items = {w->f.n, d, mean, weight};
    merge_result out = {.label = w->of_fairlet};
    TRY(fcap_hierarchical(run, &items, w->r->k, w->r->capacity, &out));
    w->found = out.n_clusters;
    return FCAP_OK;
}

/* Different sizes of fairlets, at most WEIGHTS_MOST + 1. */
static int32_t different_sizes(const fairlets *f) {
    int64_t seen[WEIGHTS_MOST + 1];
    int32_t n = 0;
    for (int64_t i = 0; i < f->n && n <= WEIGHTS_MOST; i++) {
        int64_t const size = f->start[i + 1] - f->start[i];
        int32_t at = 0;
        while (at < n && seen[at] != size) {
            at++;
        }
        if (at == n) {
            seen[n++] = size;
        }
    }
    return n;
}

static fcap_status fair_kmedoids(fcap_run *run, fair_work *w, int64_t *iterations) {
    if (different_sizes(&w->f) > WEIGHTS_MOST) {
        memset(w->of_fairlet, -1, (size_t)w->f.n * sizeof *w->of_fairlet);
        return FCAP_OK; /* nothing found: the repair will do */
    }
    bundles const b = {w->f.n, w->f.start, w->f.member, w->f.centre};
    fair_kmedoids_options const o = {w->r->k, w->r->capacity, w->o->lambda};
    w->found = w->r->k;
    return fcap_fair_kmedoids(run, w->p, &b, &o, w->of_fairlet, w->medoid, iterations);
}

/* The two baselines cluster the fairlets' centres and know no capacity. */
static fcap_status cluster_centres(fcap_run *run, fair_work *w, int64_t *iterations) {
    points centres;
    TRY(fcap_points_subset(run, w->p, w->f.centre, w->f.n, &centres));
    w->found = w->r->k;
    if (w->o->method == FCAP_METHOD_FAIRLET_KCENTER) {
        return fcap_kcenter(run, &centres, w->r->k, w->of_fairlet, w->medoid);
    }
    return fcap_kmedoids(run, &centres, w->r->k, w->o->effort, w->of_fairlet, NULL, iterations);
}

/* ---- labels of points ---- */

/* Writes the labels; 0 when some fairlet fits nowhere or a cluster is too small. */
static int label_points(const fair_work *w, int64_t *size, int32_t *label) {
    int complete = w->found == w->r->k;
    memset(size, 0, (size_t)w->found * sizeof *size);
    for (int64_t i = 0; i < w->f.n; i++) {
        for (int64_t at = w->f.start[i]; at < w->f.start[i + 1]; at++) {
            label[w->f.member[at]] = w->of_fairlet[i];
        }
        if (w->of_fairlet[i] >= 0) {
            size[w->of_fairlet[i]] += w->f.start[i + 1] - w->f.start[i];
        }
        complete &= w->of_fairlet[i] >= 0;
    }
    for (int32_t c = 0; c < w->found; c++) {
        complete &= size[c] >= w->r->min_size && size[c] <= w->r->capacity;
    }
    return complete;
}

/* With more than two groups an assignment is no flow: the clusters so far are a start for the
 * search that knows all rules. */
static fcap_status repair_any(fcap_run *run, const fair_work *w, method_result *out) {
    int32_t *const start = arena_array(&run->mem, int32_t, w->r->n);
    if (start == NULL) {
        return out_of_memory(run, w->r->n);
    }
    for (int64_t i = 0; i < w->r->n; i++) {
        start[i] = out->label[i] < w->r->k ? out->label[i] : -1;
    }
    rules started = *w->r;
    fcap_options quick = *w->o;
    method_result found = {.label = out->label};
    started.start = start;
    quick.effort = 1;
    quick.bound = FCAP_BOUND_OFF;
    return fcap_general(run, &quick, w->p, &started, &found);
}

/* Keeps the medoids and places the points around them one by one. */
static fcap_status repair(fcap_run *run, fair_work *w, method_result *out) {
    if (!fcap_shape_known(w->r) || !fcap_points_metric(w->p)) {
        return repair_any(run, w, out);
    }
    if (w->o->method != FCAP_METHOD_FAIR_KMEDOIDS || w->found != w->r->k) {
        TRY(fcap_place_medoids(run, w->p, out->label, w->found, w->r->k, w->medoid));
    }
    return fcap_settle(run, w->p, w->r, w->medoid, out->label);
}

static fcap_status run_fair(fcap_run *run, fair_work *w, method_result *out) {
    TRY(decompose(run, w));
    out->n_fairlets = w->f.n;
    out->fairlet_cost = w->f.cost;
    int64_t const most = w->f.n > w->r->k ? w->f.n : w->r->k;
    int64_t *const size = arena_array(&run->mem, int64_t, most);
    w->of_fairlet = arena_array(&run->mem, int32_t, w->f.n);
    w->medoid = arena_array(&run->mem, int64_t, w->r->k);
    if (size == NULL || w->of_fairlet == NULL || w->medoid == NULL) {
        return out_of_memory(run, w->f.n);
    }
    if (w->f.n < w->r->k) { /* each fairlet is a cluster, and points make the others */
        w->found = (int32_t)w->f.n;
        for (int32_t i = 0; i < w->found; i++) {
            w->of_fairlet[i] = i;
        }
    } else if (w->o->method == FCAP_METHOD_FAIR_HIERARCHICAL) {
        TRY(hierarchical(run, w));
    } else if (w->o->method == FCAP_METHOD_FAIR_KMEDOIDS) {
        TRY(fair_kmedoids(run, w, &out->iterations));
    } else {
        TRY(cluster_centres(run, w, &out->iterations));
    }
    if (!label_points(w, size, out->label)) {
        out->repaired = 1;
        TRY(repair(run, w, out));
    }
    return FCAP_OK;
}

/* ---- points, not fairlets ---- */

/* Sizes and one balance of two groups have an engine of their own, which proves bounds. Of
 * several attributes at most one asks for a balance there; the others go. */
static fcap_status run_best(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                            method_result *out) {
    if (r->objective == FCAP_OBJECTIVE_MIXED) {
        return fcap_mixture(run, o, p, r, out);
    }
    if (!fcap_shape_known(r) || !fcap_points_metric(p)) {
        return fcap_general(run, o, p, r, out);
    }
    rules asked = *r;
    asked.n_attributes = asked.n_counts = 0;
    for (int32_t a = 0; a < r->n_attributes; a++) {
        if (r->attribute[a].balance.num > 0) {
            asked.attribute = &r->attribute[a];
            asked.n_attributes = 1;
            asked.n_counts = 2;
        }
    }
    return fcap_best(run, o, p, &asked, out);
}

/* The first thing asked for that only best can do; NULL: nothing is. */
static const char *beyond_plain(const rules *r) {
    if (r->objective != FCAP_OBJECTIVE_MEDOIDS) {
        return r->objective == FCAP_OBJECTIVE_SSE ? "squared distances to means"
                                                  : "what clusters shall be alike in";
    }
    return r->weight != NULL       ? "weights"
           : r->capacities != NULL ? "a capacity for each cluster"
           : r->n_shares > 0       ? "shares"
           : r->n_no_isolate > 0   ? "groups of which nobody is alone"
           : r->together.n > 0     ? "points that stay together"
           : r->apart.n > 0        ? "points that stay apart"
           : r->avoid.n > 0        ? "pairs to avoid"
           : r->keep               ? "points that stay where they are"
           : r->start != NULL      ? "an answer to start from"
           : r->candidate != NULL  ? "candidates for medoids"
                                   : NULL;
}

fcap_status fcap_method_run(fcap_run *run, const fcap_options *o, points *p, const rules *r,
                            method_result *out) {
    if (o->method == FCAP_METHOD_BEST) {
        return run_best(run, o, p, r, out);
    }
    if (!fcap_rules_plain(r)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the method %s does not know %s; use -m best",
                             fcap_method_name(o->method), beyond_plain(r));
    }
    if (o->method == FCAP_METHOD_KMEDOIDS) {
        return fcap_kmedoids(run, p, r->k, o->effort, out->label, NULL, &out->iterations);
    }
    fair_work w = {.p = p, .r = r, .o = o};
    return run_fair(run, &w, out);
}
