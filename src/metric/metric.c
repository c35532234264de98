/* metric.c - balance (Eqs. 3 and 4), sizes, loads and shares of a labelling, its cost (Eq. 1,
 * by metric/centres.h), the mean cost of each group, and broken wishes (metric/wishes.h).
 */
#include "metric/metric.h"

#include "metric/centres.h"
#include "metric/mixed.h"
#include "metric/wishes.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* What is counted of each cluster. */
typedef struct tally {
    int64_t *size;
    int64_t *load;
    int64_t *count;     /* k * n_counts */
    int64_t *candidate; /* members that may be medoids */
} tally;

/* The largest unit that distances above 0 in each group have; INT_MIN where there are none. */
static void find_units(const rules *r, const int32_t *labels, const centres *found, int *unit) {
    for (int32_t g = 0; g < r->n_counts; g++) {
        unit[g] = INT_MIN;
    }
    for (int64_t i = 0; i < r->n; i++) {
        int const here = found->distance[i] > 0 ? found->exponent[labels[i]] : INT_MIN;
        int *of_attribute = unit;
        for (int32_t a = 0; a < r->n_attributes; a++) {
            int32_t const g = r->attribute[a].group[i];
            if (g >= 0 && here > of_attribute[g]) {
                of_attribute[g] = here;
            }
            of_attribute += r->attribute[a].n_groups;
        }
    }
}

/* mean[g] = (1 / n_g) sum { d(x, medoid of x's cluster) : x in g };  0 when n_g is 0. */
static void mean_costs(const rules *r, const int32_t *labels, const centres *found,
                       const int64_t *count, int *unit, double *mean) {
    find_units(r, labels, found, unit);
    memset(mean, 0, (size_t)r->n_counts * sizeof *mean);
    for (int64_t i = 0; i < r->n; i++) {
        int32_t before = 0; /* groups of the attributes before */
        for (int32_t a = 0; a < r->n_attributes; a++) {
            int32_t const g = r->attribute[a].group[i];
            if (g >= 0 && found->distance[i] > 0) {
                int const shift = found->exponent[labels[i]] - unit[before + g];
                mean[before + g] +=
                    shift == 0 ? found->distance[i] : ldexp(found->distance[i], shift);
            }
            before += r->attribute[a].n_groups;
        }
    }
    for (int32_t g = 0; g < r->n_counts; g++) {
        int64_t members = 0;
        for (int32_t c = 0; c < r->k; c++) {
            members += count[(int64_t)c * r->n_counts + g];
        }
        mean[g] = mean[g] > 0 ? ldexp(mean[g] / (double)members, unit[g]) : 0;
    }
}

/* The members of a group in a cluster; of unknown group: those that no group has. */
static int64_t members_of(const rules *r, const tally *t, int32_t cluster, int32_t attribute,
                          int32_t group) {
    const int64_t *count = t->count + (int64_t)cluster * r->n_counts;
    for (int32_t a = 0; a < attribute; a++) {
        count += r->attribute[a].n_groups;
    }
    if (group >= 0) {
        return count[group];
    }
    int64_t unknown = t->size[cluster];
    for (int32_t g = 0; g < r->attribute[attribute].n_groups; g++) {
        unknown -= count[g];
    }
    return unknown;
}

static int keeps_shares(const rules *r, const tally *t, int32_t c) {
    for (int32_t i = 0; i < r->n_shares; i++) {
        const fcap_share *const s = &r->share[i];
        int64_t const members = members_of(r, t, c, s->attribute, s->group);
        if (members * s->least.den < s->least.num * t->size[c] ||
            members * s->most.den > s->most.num * t->size[c]) {
            return 0;
        }
    }
    return 1;
}

static int isolates(const rules *r, const tally *t, int32_t c) {
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        if (members_of(r, t, c, r->no_isolate[i].attribute, r->no_isolate[i].group) == 1) {
            return 1;
        }
    }
    return 0;
}

static void judge_balance(const rules *r, const tally *t, fcap_measures *out) {
    out->balance = (fcap_ratio){0, 0};
    out->violated_balance = 0;
    for (int32_t c = 0; c < r->k; c++) {
        const int64_t *const of_cluster = t->count + (int64_t)c * r->n_counts;
        fcap_ratio const balance = fcap_rules_balance(r, of_cluster);
        if (balance.den > 0 && t->size[c] > 0 &&
            (out->balance.den == 0 || fcap_ratio_less(balance, out->balance))) {
            out->balance = balance;
        }
        out->violated_balance += !fcap_rules_balanced(r, of_cluster);
        if (out->cluster_balance != NULL) {
            out->cluster_balance[c] = balance;
        }
    }
}

static void judge_counts(const rules *r, const tally *t, fcap_measures *out) {
    out->violated_capacity = out->violated_min_size = out->violated_medoids = 0;
    out->violated_share = out->violated_no_isolate = 0;
    for (int32_t c = 0; c < r->k; c++) {
        out->violated_capacity +=
            t->load[c] > (r->capacities != NULL ? r->capacities[c] : r->capacity);
        out->violated_min_size += t->size[c] < r->min_size;
        out->violated_medoids += t->size[c] > 0 && t->candidate[c] == 0;
        out->violated_share += !keeps_shares(r, t, c);
        out->violated_no_isolate += isolates(r, t, c);
    }
    judge_balance(r, t, out);
}

static fcap_status count_members(fcap_run *run, const rules *r, const int32_t *labels,
                                 tally *t) {
    *t = (tally){.size = arena_array(&run->mem, int64_t, r->k),
                 .load = arena_array(&run->mem, int64_t, r->k),
                 .count = arena_array(&run->mem, int64_t, (int64_t)r->k * r->n_counts),
                 .candidate = arena_array(&run->mem, int64_t, r->k)};
    if (t->size == NULL || t->load == NULL || t->count == NULL || t->candidate == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)r->k);
    }
    for (int64_t i = 0; i < r->n; i++) {
        int32_t const c = labels[i];
        t->size[c]++;
        t->load[c] += r->weight != NULL ? r->weight[i] : 1;
        t->candidate[c] += r->candidate == NULL || r->candidate[i];
        int64_t *counts = t->count + (int64_t)c * r->n_counts;
        for (int32_t a = 0; a < r->n_attributes; a++) {
            int32_t const g = r->attribute[a].group[i];
            if (g >= 0) {
                counts[g]++;
            }
            counts += r->attribute[a].n_groups;
        }
    }
    return FCAP_OK;
}

/* A cluster without any candidate is measured around its best member, but has no medoid. */
static fcap_status measure_cost(fcap_run *run, const points *p, const rules *r,
                                const int32_t *labels, const tally *t, fcap_measures *out,
                                int *lost) {
    int const by_group = out->group_cost != NULL && r->n_counts > 0;
    int *const unit = arena_array(&run->mem, int, r->n_counts);
    centres found = {.medoid = arena_array(&run->mem, int64_t, r->k),
                     .cost = arena_array(&run->mem, double, r->k),
                     .distance = by_group ? arena_array(&run->mem, double, r->n) : NULL,
                     .exponent = arena_array(&run->mem, int, r->k)};
    if (unit == NULL || found.medoid == NULL || found.cost == NULL || found.exponent == NULL ||
        (by_group && found.distance == NULL)) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for measuring %d clusters",
                             (int)r->k);
    }
    TRY(fcap_centres(run, p, r, labels, t->size, &found));
    if (r->objective == FCAP_OBJECTIVE_MIXED) {
        TRY(fcap_mixed_costs(run, p, r, labels, t->size, found.cost, &found.lost));
    }
    out->cost = 0;
    for (int32_t c = 0; c < r->k; c++) {
        out->cost += found.cost[c];
        if (out->cluster_cost != NULL) {
            out->cluster_cost[c] = found.cost[c];
        }
        if (out->medoid != NULL) {
            out->medoid[c] = t->candidate[c] > 0 ? found.medoid[c] : -1;
        }
    }
    if (by_group) {
        mean_costs(r, labels, &found, t->count, unit, out->group_cost);
    }
    *lost = found.lost;
    return FCAP_OK;
}

fcap_status fcap_measure_labels(fcap_run *run, const points *p, const rules *r,
                                const int32_t *labels, fcap_measures *out, int *lost) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    tally t;
    fcap_measures found = *out; /* arrays are written after all that can fail */
    int unseen = 0;
    TRY(count_members(run, r, labels, &t));
    TRY(fcap_wishes_judge(run, r, labels, &found));
    if (p != NULL) {
        TRY(measure_cost(run, p, r, labels, &t, &found, &unseen));
    }
    judge_counts(r, &t, &found);
    *out = found;
    if (lost != NULL) {
        *lost = unseen;
    }
    if (out->size != NULL) {
        memcpy(out->size, t.size, (size_t)r->k * sizeof *t.size);
    }
    if (out->load != NULL) {
        memcpy(out->load, t.load, (size_t)r->k * sizeof *t.load);
    }
    if (out->count != NULL && r->n_counts > 0) {
        memcpy(out->count, t.count, (size_t)r->k * (size_t)r->n_counts * sizeof *t.count);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
