/* faircap.c - the public entry points; the only file that knows every layer.
 *
 * The life of fcap_cluster():  check the request -> lay out the points -> feasible? -> method
 * -> number the clusters -> measure with independent code -> refuse what breaks a promise ->
 * copy out. Outputs are written last, after everything that can fail.
 */
#include "base/parallel.h"
#include "methods.h"
#include "metric/certificate.h"
#include "metric/metric.h"
#include "problem/feasible.h"
#include "problem/group_size.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifndef FCAP_VERSION
#error "the build defines FCAP_VERSION from the file VERSION"
#endif

const char *fcap_version(void) {
    return FCAP_VERSION;
}

/* ---- names ---- */

typedef struct method_entry {
    const char *name;
    unsigned enforces;
} method_entry;

enum {
    EVERYTHING = FCAP_ENFORCES_CAPACITY | FCAP_ENFORCES_BALANCE | FCAP_ENFORCES_WISHES
};

static const method_entry methods[] = {
    [FCAP_METHOD_KMEDOIDS] = {"kmedoids", 0},
    [FCAP_METHOD_FAIR_HIERARCHICAL] = {"fair-hierarchical", EVERYTHING},
    [FCAP_METHOD_FAIR_KMEDOIDS] = {"fair-kmedoids", EVERYTHING},
    [FCAP_METHOD_FAIRLET_KCENTER] = {"fairlet-kcenter", FCAP_ENFORCES_BALANCE},
    [FCAP_METHOD_FAIRLET_KMEDOIDS] = {"fairlet-kmedoids", FCAP_ENFORCES_BALANCE},
    [FCAP_METHOD_BEST] = {"best", EVERYTHING},
};
_Static_assert(sizeof methods / sizeof *methods == FCAP_METHOD_END, "every method needs a row");

const char *fcap_method_name(fcap_method method) {
    return (int)method >= 0 && method < FCAP_METHOD_END ? methods[method].name : NULL;
}

unsigned fcap_method_enforces(fcap_method method) {
    return (int)method >= 0 && method < FCAP_METHOD_END ? methods[method].enforces : 0;
}

const char *fcap_fairlets_name(fcap_fairlets fairlets) {
    static const char *const name[] = {"mcf", "vanilla", "tree"};
    _Static_assert(sizeof name / sizeof *name == FCAP_FAIRLETS_END,
                   "every decomposition needs a name");
    return (int)fairlets >= 0 && fairlets < FCAP_FAIRLETS_END ? name[fairlets] : NULL;
}

const char *fcap_bound_name(fcap_bound bound) {
    static const char *const name[] = {"auto", "off", "certify"};
    _Static_assert(sizeof name / sizeof *name == FCAP_BOUND_END, "every bound needs a name");
    return (int)bound >= 0 && bound < FCAP_BOUND_END ? name[bound] : NULL;
}

const char *fcap_metric_name(fcap_metric metric) {
    static const char *const name[] = {"euclidean", "manhattan", "sqeuclidean"};
    _Static_assert(sizeof name / sizeof *name == FCAP_METRIC_END, "every metric needs a name");
    return (int)metric >= 0 && metric < FCAP_METRIC_END ? name[metric] : NULL;
}

const char *fcap_objective_name(fcap_objective objective) {
    static const char *const name[] = {"medoids", "sse", "mixed"};
    _Static_assert(sizeof name / sizeof *name == FCAP_OBJECTIVE_END,
                   "every objective needs a name");
    return (int)objective >= 0 && objective < FCAP_OBJECTIVE_END ? name[objective] : NULL;
}

const char *fcap_outcome_name(fcap_outcome outcome) {
    static const char *const name[] = {"optimal", "feasible", "time_limit", "interrupted"};
    _Static_assert(sizeof name / sizeof *name == FCAP_OUTCOME_END,
                   "every outcome needs a name");
    return (int)outcome >= 0 && outcome < FCAP_OUTCOME_END ? name[outcome] : NULL;
}

/* ---- options ---- */

void fcap_options_init_sized(fcap_options *options, size_t struct_size) {
    fcap_options o = {.struct_size = struct_size,
                      .method = FCAP_METHOD_BEST,
                      .effort = 5,
                      .threads = 0,
                      .seed = 1,
                      .lambda = 0.3};
    memcpy(options, &o, struct_size < sizeof o ? struct_size : sizeof o);
}

/* A program built with an older, shorter struct gets defaults for the rest. */
static fcap_options complete(const fcap_options *options) {
    fcap_options o;
    fcap_options_init(&o);
    if (options != NULL) {
        memcpy(&o, options, options->struct_size < sizeof o ? options->struct_size : sizeof o);
    }
    return o;
}

static fcap_status check_options(fcap_run *run, const fcap_options *o) {
    if ((int)o->method < 0 || o->method >= FCAP_METHOD_END) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "there is no method number %d",
                             (int)o->method);
    }
    if (o->effort < 1 || o->effort > 9) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "effort is %d; it must lie between 1 and 9",
                             (int)o->effort);
    }
    if (o->threads < 0 || !(o->time_limit >= 0)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "threads (%d) and time limit (%g) must not be negative",
                             (int)o->threads, o->time_limit);
    }
    if ((int)o->fairlets < 0 || o->fairlets >= FCAP_FAIRLETS_END ||
        (int)o->fairlet_centre < 0 || o->fairlet_centre >= FCAP_FAIRLET_CENTRE_END) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "there are no fairlets number %d with centres number %d",
                             (int)o->fairlets, (int)o->fairlet_centre);
    }
    if (!(o->lambda > 0 && o->lambda < 1e300)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "lambda is %g; it must be above 0 and below 1e300", o->lambda);
    }
    if (!(o->gap >= 0 && o->gap < 1) || (int)o->bound < 0 || o->bound >= FCAP_BOUND_END) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the gap is %g, which must be at least 0 and below 1; or there is "
                             "no bound number %d",
                             o->gap, (int)o->bound);
    }
    if ((o->allocator.alloc == NULL) != (o->allocator.release == NULL)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the allocator needs both alloc and release, or neither");
    }
    return FCAP_OK;
}

/* What the members, and the clusters, shall be alike in. */
static fcap_status check_aim(fcap_run *run, const fcap_problem *problem, const rules *r) {
    int const mixed = problem->objective == FCAP_OBJECTIVE_MIXED;
    if (mixed != (r->aim != NULL)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             mixed ? "the objective mixed needs an aim for each coordinate"
                                   : "an aim goes with the objective mixed only");
    }
    for (int32_t c = 0; mixed && problem->x != NULL && c < problem->d; c++) {
        if (!isfinite(r->aim[c])) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT, "the aim of coordinate %d is not finite",
                                 (int)c);
        }
    }
    return FCAP_OK;
}

static fcap_status open_points(fcap_run *run, const fcap_problem *problem, const rules *r,
                               points *p) {
    int const squared = problem->objective != FCAP_OBJECTIVE_MEDOIDS;
    TRY(check_aim(run, problem, r));
    if ((int)problem->metric < 0 || problem->metric >= FCAP_METRIC_END) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "there is no metric number %d",
                             (int)problem->metric);
    }
    if (squared && (problem->distance != NULL || problem->metric == FCAP_METRIC_MANHATTAN)) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the objective %s is about squared Euclidean distances to means; "
                             "it goes with coordinates, not with %s distances",
                             fcap_objective_name(problem->objective),
                             problem->distance != NULL ? "given" : "manhattan");
    }
    if (problem->distance != NULL) {
        return fcap_points_open_given(run, problem->distance, problem->n, p);
    }
    if (problem->x == NULL || problem->d < 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "there are no coordinates (d is %d)",
                             (int)problem->d);
    }
    return fcap_points_open_metric(run, problem->x, problem->n, problem->d, problem->metric, p);
}

/* ---- clustering ---- */

/* The rules as far as the method promises to keep them; the others are as wide as can be. */
static rules promised(const rules *r, unsigned enforces) {
    rules kept = *r;
    if (!(enforces & FCAP_ENFORCES_BALANCE)) {
        kept.n_attributes = 0;
        kept.n_counts = 0;
    }
    if (!(enforces & FCAP_ENFORCES_CAPACITY)) {
        kept.capacity = kept.asked_capacity = r->total_weight;
        kept.min_size = 1;
    }
    return kept;
}

/* Is there any answer that keeps what the method promises? */
static fcap_status check_feasible(fcap_run *run, const rules *kept, const fcap_rules *asked,
                                  unsigned enforces) {
    fcap_rules kept_asked = *asked;
    if (!(enforces & FCAP_ENFORCES_CAPACITY)) {
        kept_asked.max_size = kept->total_weight;
    }
    fcap_plan_report plan;
    TRY(fcap_feasible(run, kept, &kept_asked, &plan));
    if (plan.verdict == FCAP_VERDICT_INFEASIBLE) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE, "%s", plan.sentence);
    }
    return FCAP_OK;
}

/* Do clusters a and b have to obey the same, whatever their numbers? */
static int interchangeable(const rules *r, const char *kept, int32_t a, int32_t b) {
    return !kept[a] && !kept[b] &&
           (r->capacities == NULL || r->capacities[a] == r->capacities[b]);
}

/* Clusters are numbered by their smallest row, so equal partitions get equal labels; where the
 * numbers mean something, only among those for which they mean the same. */
static fcap_status number_clusters(fcap_run *run, const rules *r, int32_t *labels) {
    int32_t *const number = arena_array(&run->mem, int32_t, r->k); /* from 1 on */
    char *const taken = arena_array(&run->mem, char, r->k);
    char *const kept = arena_array(&run->mem, char, r->k);
    if (number == NULL || taken == NULL || kept == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters", (int)r->k);
    }
    for (int64_t i = 0; r->keep && i < r->n; i++) {
        if (r->start[i] >= 0) {
            kept[r->start[i]] = 1;
            number[r->start[i]] = r->start[i] + 1;
        }
    }
    for (int64_t i = 0; i < r->n; i++) {
        int32_t const c = labels[i];
        for (int32_t to = 0; number[c] == 0; to++) {
            if (!taken[to] && interchangeable(r, kept, c, to)) {
                taken[to] = 1;
                number[c] = to + 1;
            }
        }
        labels[i] = number[c] - 1;
    }
    return FCAP_OK;
}

/* Everything that FCAP_ENFORCES_WISHES names, together. */
static int64_t broken_wishes(const fcap_measures *m) {
    return m->violated_share + m->violated_no_isolate + m->violated_together +
           m->violated_apart + m->violated_keep;
}

/* Nothing leaves the library that breaks what its method promises. */
static fcap_status check_promises(fcap_run *run, const fcap_measures *m, const int64_t *size,
                                  int32_t k, unsigned enforces) {
    int32_t empty = 0;
    for (int32_t c = 0; c < k; c++) {
        empty += size[c] == 0;
    }
    int const sizes_broken = m->violated_capacity > 0 || m->violated_min_size > 0;
    int const wishes_broken = broken_wishes(m) > 0 || m->violated_medoids > 0;
    if (empty > 0 || ((enforces & FCAP_ENFORCES_CAPACITY) && sizes_broken) ||
        ((enforces & FCAP_ENFORCES_BALANCE) && m->violated_balance > 0) ||
        ((enforces & FCAP_ENFORCES_WISHES) && wishes_broken)) {
        return fcap_run_fail(run, FCAP_E_INTERNAL,
                             "the answer did not pass its check: %d clusters empty, %d too "
                             "large, %d too small, %d unbalanced, %d without a medoid, %d with "
                             "a wrong share, %d isolating; %lld sets divided, %lld pairs not "
                             "apart, %lld points moved; please report this",
                             (int)empty, (int)m->violated_capacity, (int)m->violated_min_size,
                             (int)m->violated_balance, (int)m->violated_medoids,
                             (int)m->violated_share, (int)m->violated_no_isolate,
                             (long long)m->violated_together, (long long)m->violated_apart,
                             (long long)m->violated_keep);
    }
    return FCAP_OK;
}

/* Of the i-th coordinate of all, as it is scaled: 0 in columns that are left out of account. */
static double magnitude_of(const points *p, int64_t i) {
    return fabs(fcap_points_coordinate(p, i / p->d, (int32_t)(i % p->d)));
}

/* A search that saw other costs than those of its answer has looked at nothing. */
static fcap_status check_range(fcap_run *run, const points *p, int lost) {
    if (!lost) {
        return FCAP_OK;
    }
    int64_t far = 0;
    for (int64_t i = 1; i < p->n * p->d; i++) {
        far = magnitude_of(p, i) > magnitude_of(p, far) ? i : far;
    }
    return fcap_run_fail(run, FCAP_E_OVERFLOW,
                         "coordinate %d of point %lld is %g, and beside it other distances are "
                         "too small to be %s; mend or leave out that value%s",
                         (int)(far % p->d), (long long)(far / p->d), p->origin[far],
                         p->metric == FCAP_METRIC_MANHATTAN ? "told apart" : "squared",
                         p->metric == FCAP_METRIC_MANHATTAN ? ""
                                                            : ", or take the metric manhattan");
}

/* ---- how far from the optimum ---- */

/* A bound of the method in true units: rounded down where these are too small for all digits.
 */
static double true_bound(double bound, int exponent) {
    if (bound < 0) {
        return -1;
    }
    double const value = ldexp(bound, exponent);
    return ldexp(value, -exponent) > bound ? value - DBL_TRUE_MIN : value;
}

/* A bound above the cost of a valid answer is wrong, beyond what rounding in sums explains
 * (1e-12, and half a unit of the smallest numbers in each cluster); up to there it is the cost.
 */
static fcap_status settle_bound(fcap_run *run, const rules *r, double cost, double *bound) {
    if (!(*bound <= cost * (1 + 1e-12) + r->k * DBL_TRUE_MIN)) {
        return fcap_run_fail(run, FCAP_E_INTERNAL,
                             "the lower bound %.17g is above the cost %.17g of the answer; "
                             "please report this",
                             *bound, cost);
    }
    *bound = *bound > cost ? cost : *bound;
    return FCAP_OK;
}

/* What best proved, into the report. */
static fcap_status report_bounds(fcap_run *run, const rules *r, const points *p,
                                 const method_result *found, fcap_report *report) {
    report->lower_bound = true_bound(found->lower_bound, p->exponent);
    report->fixed_medoid_bound = true_bound(found->fixed_medoid_bound, p->exponent);
    report->multiplier_bound = true_bound(found->multiplier_bound, p->exponent);
    TRY(settle_bound(run, r, report->cost, &report->lower_bound));
    TRY(settle_bound(run, r, report->cost, &report->multiplier_bound));
    if (report->fixed_medoid_bound > report->cost) { /* the clusters have better medoids now */
        report->fixed_medoid_bound = report->cost;
    }
    report->swap_optimal = found->swap_optimal;
    report->nodes = found->nodes;
    report->all_tried = found->all_tried;
    report->outcome = found->optimal ? FCAP_OPTIMAL : report->outcome;
    return FCAP_OK;
}

/* To or from true units; what is beyond the range of numbers comes to its end, and any
 * multipliers prove something. */
static void scale_multipliers(const double *from, int64_t n, int exponent, double *to) {
    for (int64_t j = 0; j < n; j++) {
        double const value = ldexp(from[j], exponent);
        to[j] = value > DBL_MAX ? DBL_MAX : value < -DBL_MAX ? -DBL_MAX : value;
    }
}

static fcap_status cluster(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                           const fcap_options *o, int32_t *labels, fcap_report *report) {
    TRY(check_options(run, o));
    rules r;
    TRY(fcap_rules_open(run, problem, asked, &r));
    points p;
    TRY(open_points(run, problem, &r, &p));
    unsigned const enforces = fcap_method_enforces(o->method);
    rules const kept = promised(&r, enforces);
    TRY(check_feasible(run, &kept, asked, enforces));
    int const best = o->method == FCAP_METHOD_BEST;
    method_result found = {.label = arena_array(&run->mem, int32_t, r.n),
                           .multiplier = best ? arena_array(&run->mem, double, r.n) : NULL,
                           .lower_bound = -1,
                           .fixed_medoid_bound = -1,
                           .multiplier_bound = -1};
    int64_t *const size = arena_array(&run->mem, int64_t, r.k);
    if (found.label == NULL || size == NULL || (best && found.multiplier == NULL)) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld labels",
                             (long long)r.n);
    }
    TRY(fcap_method_run(run, o, &p, &kept, &found));
    TRY(number_clusters(run, &r, found.label));
    fcap_measures m = {.size = size};
    int lost = 0;
    TRY(fcap_measure_labels(run, &p, &r, found.label, &m, &lost));
    TRY(check_promises(run, &m, size, r.k, enforces));
    TRY(check_range(run, &p, lost));
    int64_t const wishes = broken_wishes(&m);
    fcap_report about = {.outcome = run->stopped,
                         .cost = m.cost,
                         .violated_capacity = m.violated_capacity + m.violated_min_size,
                         .violated_balance = m.violated_balance,
                         .violated_wishes = (int32_t)(wishes < INT32_MAX ? wishes : INT32_MAX),
                         .repeated_pairs = m.repeated_pairs,
                         .iterations = found.iterations,
                         .threads = run->threads,
                         .n_fairlets = found.n_fairlets,
                         .fairlet_cost = found.fairlet_cost,
                         .repaired = found.repaired};
    TRY(report_bounds(run, &kept, &p, &found, &about));
    memcpy(labels, found.label, (size_t)r.n * sizeof *labels);
    if (o->multipliers != NULL && found.multiplier_bound >= 0) {
        scale_multipliers(found.multiplier, r.n, p.exponent, o->multipliers);
    }
    if (report != NULL) {
        about.seconds = fcap_run_seconds(run);
        about.peak_bytes = run->mem.peak;
        *report = about;
    }
    return FCAP_OK;
}

fcap_status fcap_cluster(const fcap_problem *problem, const fcap_rules *asked,
                         const fcap_options *options, int32_t *labels, fcap_report *report,
                         fcap_error *err) {
    fcap_options const o = complete(options);
    fcap_run run;
    fcap_run_open(&run, &o, err);
    fcap_status status = cluster(&run, problem, asked, &o, labels, report);
    if (status == FCAP_E_CANCELLED && run.stopped == FCAP_TIME_LIMIT) {
        status = fcap_run_fail(&run, FCAP_E_NOT_FOUND, "no answer was found within %g seconds",
                               o.time_limit);
    }
    fcap_run_close(&run);
    return status;
}

/* ---- before and after ---- */

fcap_status fcap_plan(const fcap_problem *problem, const fcap_rules *asked,
                      fcap_plan_report *report, fcap_error *err) {
    fcap_run run;
    fcap_run_open(&run, NULL, err);
    rules r;
    fcap_plan_report plan = {0};
    fcap_status status = fcap_rules_open(&run, problem, asked, &r);
    if (status == FCAP_OK) {
        status = fcap_feasible(&run, &r, asked, &plan);
    }
    if (status == FCAP_OK && report != NULL) {
        *report = plan;
    }
    fcap_run_close(&run);
    return status;
}

fcap_status fcap_plan_group_size(const fcap_problem *problem, const fcap_rules *asked,
                                 int64_t least, int64_t most, fcap_group_plan *out,
                                 fcap_error *err) {
    fcap_run run;
    fcap_run_open(&run, NULL, err);
    fcap_group_plan plan;
    fcap_status const status = fcap_group_size(&run, problem, asked, least, most, &plan);
    if (status == FCAP_OK) {
        *out = plan;
    }
    fcap_run_close(&run);
    return status;
}

static fcap_status measure(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                           const int32_t *labels, fcap_measures *out) {
    rules r;
    TRY(fcap_rules_open(run, problem, asked, &r));
    for (int64_t i = 0; i < r.n; i++) {
        if (labels[i] < 0 || labels[i] >= r.k) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "point %lld is in cluster %d, but clusters are numbered from "
                                 "0 to %d",
                                 (long long)i, (int)labels[i], (int)r.k - 1);
        }
    }
    int const measured = problem->x != NULL || problem->distance != NULL;
    points p;
    if (measured) {
        TRY(open_points(run, problem, &r, &p));
    }
    return fcap_measure_labels(run, measured ? &p : NULL, &r, labels, out, NULL);
}

fcap_status fcap_measure(const fcap_problem *problem, const fcap_rules *asked,
                         const int32_t *labels, const fcap_options *options,
                         fcap_measures *measures, fcap_error *err) {
    fcap_options const o = complete(options);
    fcap_run run;
    fcap_run_open(&run, &o, err);
    fcap_status status = check_options(&run, &o);
    if (status == FCAP_OK) {
        status = measure(&run, problem, asked, labels, measures);
    }
    fcap_run_close(&run);
    return status;
}

static fcap_status certify(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                           const double *multipliers, double *bound) {
    rules r;
    TRY(fcap_rules_open(run, problem, asked, &r));
    points p = {.n = 0};
    TRY(open_points(run, problem, &r, &p));
    double *const scaled = arena_array(&run->mem, double, r.n);
    if (scaled == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld multipliers",
                             (long long)r.n);
    }
    for (int64_t j = 0; j < r.n; j++) {
        if (!isfinite(multipliers[j])) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT, "multiplier %lld is not finite",
                                 (long long)j);
        }
    }
    scale_multipliers(multipliers, r.n, -p.exponent, scaled);
    double found = 0;
    TRY(fcap_certificate_bound(run, &p, &r, scaled, &found));
    *bound = true_bound(found, p.exponent);
    return FCAP_OK;
}

fcap_status fcap_certify(const fcap_problem *problem, const fcap_rules *asked,
                         const double *multipliers, const fcap_options *options, double *bound,
                         fcap_error *err) {
    fcap_options const o = complete(options);
    fcap_run run;
    fcap_run_open(&run, &o, err);
    fcap_status status = check_options(&run, &o);
    if (status == FCAP_OK) {
        status = certify(&run, problem, asked, multipliers, bound);
    }
    if (status == FCAP_E_CANCELLED && run.stopped == FCAP_TIME_LIMIT) {
        status = fcap_run_fail(&run, FCAP_E_NOT_FOUND,
                               "the certificate was not computed to its end within %g seconds",
                               o.time_limit);
    }
    fcap_run_close(&run);
    return status;
}
