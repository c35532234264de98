/* generate.c - synthetic data with known structure.
 *
 * true_clusters centres are drawn uniformly in the cube [0, 10]^dim; each point belongs to one
 * of them (in turn, so that the true clusters have equal sizes) and lies around it with unit
 * spread. Group g of G gets a share proportional to  b + (1 - b) (G - 1 - g) / (G - 1),  so the
 * smallest group over the largest is the balance b, or a little more, as whole points allow;
 * groups are dealt in random order and do not depend on the place.
 */
#include "base/run.h"

#include <faircap/table.h>

#include <string.h>

void fcap_generate_options_init_sized(fcap_generate_options *options, size_t struct_size) {
    memset(options, 0, struct_size);
    *options = (fcap_generate_options){.struct_size = struct_size,
                                       .n = 100,
                                       .dim = 2,
                                       .groups = 2,
                                       .balance = {1, 1},
                                       .true_clusters = 5,
                                       .seed = 1};
}

static fcap_status check(const fcap_generate_options *o, fcap_error *err) {
    if (o->n > INT32_MAX) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "%lld points are asked for; at most %d are possible",
                              (long long)o->n, INT32_MAX);
    }
    if (o->n < 1 || o->dim < 1 || o->groups < 1 || o->true_clusters < 1) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "points (%lld), dimensions (%d), groups (%d) and clusters (%d) "
                              "must all be at least 1",
                              (long long)o->n, (int)o->dim, (int)o->groups,
                              (int)o->true_clusters);
    }
    if (o->groups > o->n || o->true_clusters > o->n) {
        return fcap_error_set(
            err, FCAP_E_ARGUMENT, "%d group%s and %d cluster%s cannot be made of %lld point%s",
            (int)o->groups, o->groups == 1 ? "" : "s", (int)o->true_clusters,
            o->true_clusters == 1 ? "" : "s", (long long)o->n, o->n == 1 ? "" : "s");
    }
    if (o->balance.num < 1 || o->balance.num > o->balance.den) {
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "the balance %lld/%lld of the groups must lie above 0 and be at "
                              "most 1",
                              (long long)o->balance.num, (long long)o->balance.den);
    }
    if (o->weight_low < 0 || o->weight_high < o->weight_low || o->weight_high == INT64_MAX) {
        return fcap_error_set(err, FCAP_E_ARGUMENT, "weights from %lld to %lld cannot be drawn",
                              (long long)o->weight_low, (long long)o->weight_high);
    }
    return FCAP_OK;
}

/* A group's part of the points, but for a factor that all have. */
static double share_of(const fcap_generate_options *o, int32_t g) {
    double const b = (double)o->balance.num / (double)o->balance.den;
    double const step =
        o->groups == 1 ? 0 : (double)(o->groups - 1 - g) / (double)(o->groups - 1);
    return b + (1 - b) * step;
}

/* How many points the groups up to g have together, whose shares are `part` of `all`; every
 * group has at least one, and the last has the last, however n * part / all is rounded. */
static int64_t members_up_to(const fcap_generate_options *o, int32_t g, double part,
                             double all) {
    if (g == o->groups - 1) {
        return o->n;
    }
    int64_t const least = g + 1;
    int64_t const most = o->n - (o->groups - 1 - g);
    int64_t const wanted = (int64_t)((double)o->n * part / all + 1e-9);
    return wanted < least ? least : wanted > most ? most : wanted;
}

/* The group of each point, in random order. */
static void deal_groups(const fcap_generate_options *o, rng *deal, int32_t *group) {
    double all = 0;
    for (int32_t g = 0; g < o->groups; g++) {
        all += share_of(o, g);
    }
    int32_t g = 0;
    double part = share_of(o, 0);
    int64_t end = members_up_to(o, 0, part, all);
    for (int64_t i = 0; i < o->n; i++) {
        while (i >= end) {
            g++;
            part += share_of(o, g);
            end = members_up_to(o, g, part, all);
        }
        int64_t const j = fcap_rng_below(deal, i + 1); /* a shuffle as it grows */
        group[i] = group[j];
        group[j] = g;
    }
}

fcap_status fcap_generate(const fcap_generate_options *options, double *x, int32_t *group,
                          int32_t *truth, int64_t *weight, fcap_error *err) {
    fcap_generate_options const o = *options;
    fcap_status const status = check(&o, err);
    if (status != FCAP_OK) {
        return status;
    }
    rng const root = fcap_rng_seed(o.seed);
    rng deal = fcap_rng_fork(&root, 0);
    rng weights = fcap_rng_fork(&root, 1);
    rng const centres = fcap_rng_fork(&root, 2);
    rng const noise = fcap_rng_fork(&root, 3);
    deal_groups(&o, &deal, group);
    for (int64_t i = 0; i < o.n; i++) {
        int32_t const of = (int32_t)(i % o.true_clusters);
        rng centre = fcap_rng_fork(&centres, (uint64_t)of);
        rng around = fcap_rng_fork(&noise, (uint64_t)i);
        for (int32_t c = 0; c < o.dim; c++) {
            x[i * o.dim + c] = 10 * fcap_rng_unit(&centre) + fcap_rng_normal(&around);
        }
        if (truth != NULL) {
            truth[i] = of;
        }
        if (weight != NULL) {
            weight[i] =
                o.weight_low + fcap_rng_below(&weights, o.weight_high - o.weight_low + 1);
        }
    }
    return FCAP_OK;
}
