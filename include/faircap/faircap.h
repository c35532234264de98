/* faircap.h - fair-capacitated clustering: the whole stable C interface.
 *
 * Read it top to bottom:
 *   1 status and errors        2 the problem (plain structs, you own the arrays)
 *   3 options and callbacks    4 one call: fcap_cluster()
 *   5 before: fcap_plan()      6 after: fcap_measure(), fcap_certify()
 *
 * Reading files into such a problem is in <faircap/table.h>.
 *
 * True everywhere in this file:
 *   - A function that can fail returns fcap_status, and FCAP_OK is 0.
 *   - After any other status no output has been written, except *err.
 *   - err, report and every array marked "may be NULL" may be NULL.
 *   - There is no global state; calls on different data may run at the same time.
 *   - The library never prints, never exits and never touches signals.
 */
#ifndef FAIRCAP_FAIRCAP_H
#define FAIRCAP_FAIRCAP_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define FCAP_API       __attribute__((visibility("default")))
#define FCAP_MUST_USE  __attribute__((warn_unused_result))
#define FCAP_PRINTF(f) __attribute__((format(printf, f, (f) + 1)))
#else
#define FCAP_API
#define FCAP_MUST_USE
#define FCAP_PRINTF(f)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. status and errors ---------------------------------------------------------------- */

/* Did the call work? Values are part of the ABI: append, never renumber. */
typedef enum fcap_status {
    FCAP_OK = 0,
    FCAP_E_ARGUMENT = 1,   /* an argument or option is out of range */
    FCAP_E_INFEASIBLE = 2, /* proved: no clustering meets the request */
    FCAP_E_NOT_FOUND = 3,  /* none found in the given effort, none excluded either */
    FCAP_E_NO_MEMORY = 4,  /* the allocator returned NULL */
    FCAP_E_OVERFLOW = 5,   /* a size, a distance or an integer cost does not fit its type */
    FCAP_E_CANCELLED = 6,  /* the tick callback asked to stop before there was an answer */
    FCAP_E_INTERNAL = 7,   /* a bug in faircap; please report it */
    FCAP_E_DATA = 8,       /* the input data are faulty; the faults are listed */
    FCAP_E_IO = 9,         /* a file could not be read */
    FCAP_STATUS_END        /* not a status: one past the last, for bindings */
} fcap_status;

/* After a call that failed: what happened this time, with the offending numbers in the
 * sentence; after any other it means nothing. Lives in the caller's memory, so it is
 * thread-safe without thread-locals. */
typedef struct fcap_error {
    fcap_status status;
    char message[400];
} fcap_error;

/* A fixed English text for a status; "unknown status" outside the range. */
FCAP_API const char *fcap_status_text(fcap_status status);

/* The version of the library, as in "0.1.0". */
FCAP_API const char *fcap_version(void);

/* ---- 2. the problem ---------------------------------------------------------------------- */

/* A ratio of whole numbers, 0 <= num <= 10^9 and 1 <= den <= 10^9. 0.3333 is not 1/3, so
 * balances are never floating point. */
typedef struct fcap_ratio {
    int64_t num;
    int64_t den;
} fcap_ratio;

/* Reads "1/2", "0.5", "1" exactly; num and den come out reduced and at most 10^9. */
FCAP_API fcap_status fcap_ratio_parse(const char *text, fcap_ratio *out,
                                      fcap_error *err) FCAP_MUST_USE;

/* One protected attribute: to which of n_groups groups does each point belong? */
typedef struct fcap_attribute {
    const int32_t *group; /* n ids in [0, n_groups); -1 = unknown, bound by no rule */
    int32_t n_groups;     /* 2 for the paper's setting; every group has a member */
    fcap_ratio balance;   /* each cluster needs count_g / count_h >= balance for all groups
                             g, h ([LQ21] Eq. 3); 0/1 asks for nothing; at most 1/1 */
} fcap_attribute;

/* How far apart two points are. */
typedef enum fcap_metric {
    FCAP_METRIC_EUCLIDEAN = 0,
    FCAP_METRIC_MANHATTAN = 1,
    FCAP_METRIC_SQEUCLIDEAN = 2, /* the square of the first: no metric in the strict sense */
    FCAP_METRIC_END
} fcap_metric;

/* "euclidean", "manhattan", "sqeuclidean"; NULL outside the range. */
FCAP_API const char *fcap_metric_name(fcap_metric metric);

/* What a clustering costs. */
typedef enum fcap_objective {
    FCAP_OBJECTIVE_MEDOIDS = 0, /* distances to the best member of the cluster, [LQ21] Eq. 1 */
    FCAP_OBJECTIVE_SSE = 1,     /* squared Euclidean distances to the mean of the cluster */
    FCAP_OBJECTIVE_MIXED = 2,   /* alike members in some coordinates, alike clusters in others:
                                   see fcap_problem.aim */
    FCAP_OBJECTIVE_END
} fcap_objective;

/* "medoids", "sse", "mixed"; NULL outside the range. */
FCAP_API const char *fcap_objective_name(fcap_objective objective);

/* Borrowed for the duration of a call; never modified. Start from FCAP_PROBLEM_INIT. */
typedef struct fcap_problem {
    size_t struct_size;              /* set by FCAP_PROBLEM_INIT */
    const double *x;                 /* n rows of d coordinates, row-major, all finite */
    int64_t n;                       /* points, 1 <= n < 2^31 */
    int32_t d;                       /* coordinates per point, d >= 1 */
    const fcap_attribute *attribute; /* may be NULL when n_attributes is 0 */
    int32_t n_attributes;            /* 0: no fairness is asked for */
    const int64_t *weight;  /* n, each at least 1: what a point takes of a capacity; NULL: 1 */
    fcap_metric metric;     /* of the coordinates */
    const double *distance; /* n x n, instead of coordinates: symmetric, finite, none negative,
                               0 from a point to itself; NULL: x and metric */
    const char *candidate;  /* n flags: 0 for points that must not be medoids; NULL: all may */
    fcap_objective objective;
    const double *aim; /* d, of FCAP_OBJECTIVE_MIXED; else NULL. Above 0: the weight of a
                          coordinate in which the members of a cluster shall be alike; it costs
                          the squared distances to the mean of the cluster. Below 0: minus the
                          weight of one in which the clusters shall be alike; it costs, for
                          every member, the squared distance of its cluster's mean to the mean
                          of all points. 0: it does not matter */
} fcap_problem;
#define FCAP_PROBLEM_INIT                                                                      \
    { .struct_size = sizeof(fcap_problem) }

/* Bounds on the part of one group in every cluster: least <= count / members <= most. */
typedef struct fcap_share {
    int32_t attribute;
    int32_t group; /* of that attribute; -1: the points of unknown group */
    fcap_ratio least;
    fcap_ratio most;
} fcap_share;

/* No cluster may have exactly one member of this group. */
typedef struct fcap_no_isolate {
    int32_t attribute;
    int32_t group;
} fcap_no_isolate;

/* Sets of points: set s is member[start[s]] .. member[start[s + 1] - 1]. */
typedef struct fcap_sets {
    int64_t n;
    const int64_t *start;  /* n + 1, ascending from 0 or more; may be NULL when n is 0 */
    const int64_t *member; /* points, counted from 0 */
} fcap_sets;

/* What every cluster must be. Start from FCAP_RULES_INIT. */
typedef struct fcap_rules {
    size_t struct_size; /* set by FCAP_RULES_INIT */
    int32_t k;          /* clusters wanted: exactly k, none empty; must be set */
    int64_t max_size;   /* capacity q; 0 means ceil(n * slack / k), [LQ21] Eq. 15 */
    fcap_ratio slack;   /* epsilon of that equation, at least 1 */
    int64_t min_size;   /* fewest members of a cluster, at least 1 */
    /* All that follows may be left 0: then it asks for nothing. */
    const int64_t *capacity; /* k: a capacity for each cluster, by its label, instead of
                                max_size; NULL: the same for all */
    const fcap_share *share;
    int32_t n_shares;
    const fcap_no_isolate *no_isolate;
    int32_t n_no_isolate;
    fcap_sets together;   /* the members of a set share a cluster */
    fcap_sets apart;      /* no two members of a set share a cluster */
    fcap_sets avoid;      /* earlier teams: of all answers that obey the rules, those with the
                             fewest pairs that met before, and of these the cheapest */
    const int32_t *start; /* n labels in [0, k), or -1 where there is none: an answer to start
                             from; NULL: none */
    int32_t keep;         /* not 0: points with a label in start stay there, and clusters keep
                             the numbers of start */
} fcap_rules;
#define FCAP_RULES_INIT                                                                        \
    { .struct_size = sizeof(fcap_rules), .slack = {101, 100}, .min_size = 1 }

/* The capacity that the rules mean for n points (with weights: for a total weight of n):
 * max_size, or the equation in integers; 0 where n, k or slack is none. */
FCAP_API int64_t fcap_rules_capacity(const fcap_rules *rules, int64_t n);

/* ---- 3. options and callbacks ------------------------------------------------------------ */

typedef enum fcap_method {
    FCAP_METHOD_KMEDOIDS = 0, /* unconstrained k-medoids: a baseline; enforces nothing */
    FCAP_METHOD_FAIR_HIERARCHICAL = 1, /* [LQ21] Algorithm 1; enforces everything */
    FCAP_METHOD_FAIR_KMEDOIDS = 2,     /* [LQ21] Algorithm 2; enforces everything */
    FCAP_METHOD_FAIRLET_KCENTER = 3,   /* k-center of fairlets: a baseline; enforces balance */
    FCAP_METHOD_FAIRLET_KMEDOIDS = 4,  /* k-medoids of fairlets: a baseline; enforces balance */
    FCAP_METHOD_BEST = 5, /* points, not fairlets: the cheapest answers, and how far from the
                             optimum they can be; enforces everything */
    FCAP_METHOD_END
} fcap_method;

/* The name that the command line and the reports use, such as "kmedoids"; NULL outside. */
FCAP_API const char *fcap_method_name(fcap_method method);

/* What a method promises never to break, as a set of bits. */
enum {
    FCAP_ENFORCES_CAPACITY = 1,
    FCAP_ENFORCES_BALANCE = 2,
    FCAP_ENFORCES_WISHES = 4 /* shares, no_isolate, together, apart, keep */
};
FCAP_API unsigned fcap_method_enforces(fcap_method method);

/* How the methods named after fairlets divide the points into fairlets ([LQ21] Def. 2). They
 * need one attribute with two groups. */
typedef enum fcap_fairlets {
    FCAP_FAIRLETS_MCF = 0,     /* of least cost, by min-cost flow */
    FCAP_FAIRLETS_VANILLA = 1, /* any valid ones */
    FCAP_FAIRLETS_TREE = 2,    /* of nearly the least cost, in nearly linear time */
    FCAP_FAIRLETS_END
} fcap_fairlets;

/* "mcf", "vanilla", "tree"; NULL outside the range. */
FCAP_API const char *fcap_fairlets_name(fcap_fairlets fairlets);

/* Which member stands for a fairlet. */
typedef enum fcap_fairlet_centre {
    FCAP_FAIRLET_CENTRE_MEDIAN = 0, /* the one of least total distance to the others */
    FCAP_FAIRLET_CENTRE_RANDOM = 1, /* a random one, as in the paper */
    FCAP_FAIRLET_CENTRE_END
} fcap_fairlet_centre;

/* Whether FCAP_METHOD_BEST proves how far from the optimum its answer can be. */
typedef enum fcap_bound {
    FCAP_BOUND_AUTO = 0,    /* where that takes about as long as the search itself */
    FCAP_BOUND_OFF = 1,     /* never */
    FCAP_BOUND_CERTIFY = 2, /* always, however many points there are */
    FCAP_BOUND_END
} fcap_bound;

/* "auto", "off", "certify"; NULL outside the range. */
FCAP_API const char *fcap_bound_name(fcap_bound bound);

typedef struct fcap_progress {
    const char *stage;     /* a word such as "swap" */
    int64_t done;          /* steps done in this stage */
    int64_t total;         /* steps in all, 0 when not known */
    double cost;           /* cost of the best answer so far, negative when there is none */
    double bound;          /* proved: no answer costs less; negative when nothing is */
    const int32_t *labels; /* n: the best answer so far, in [0, k) but numbered anyhow unless
                              rules->keep; yours to read during the call. NULL when there is
                              none, and for all objectives but FCAP_OBJECTIVE_MIXED */
} fcap_progress;

/* Called about every 50 ms from the calling thread. Return non-zero to stop: with the best
 * answer so far if there is one. Must return: no longjmp, no C++ exception. */
typedef int fcap_tick(void *user, const fcap_progress *progress);

/* All memory of the library comes from here. Both or neither may be NULL (malloc, free). */
typedef struct fcap_allocator {
    void *(*alloc)(void *user, size_t size);
    void (*release)(void *user, void *block);
    void *user;
} fcap_allocator;

/* Always start from fcap_options_init(), then change what you need. */
typedef struct fcap_options {
    size_t struct_size; /* filled by fcap_options_init(); leave it alone */
    fcap_method method; /* default FCAP_METHOD_BEST */
    int32_t effort;     /* 1..9, how hard to search; default 5 */
    int32_t threads;    /* 0 = all cores (default); labels never depend on it */
    uint64_t seed;      /* default 1; same seed and version, same labels */
    double time_limit;  /* seconds, 0 = none (default); running out is not an error */
    fcap_tick *tick;    /* may be NULL */
    void *tick_user;
    fcap_allocator allocator;           /* all zero means malloc and free */
    fcap_fairlets fairlets;             /* of the fairlet methods; default FCAP_FAIRLETS_MCF */
    fcap_fairlet_centre fairlet_centre; /* default FCAP_FAIRLET_CENTRE_MEDIAN */
    double lambda; /* above 0: decay of the knapsack's values, [LQ21] Eq. 11; default 0.3 */
    /* of FCAP_METHOD_BEST: */
    double gap; /* 0..1: stop once (cost - lower_bound) / cost is at most this; default 0 */
    fcap_bound bound;    /* default FCAP_BOUND_AUTO */
    double *multipliers; /* n, yours, or NULL (default): written when the report has a
                            multiplier_bound, which fcap_certify() recomputes from them */
} fcap_options;

FCAP_API void fcap_options_init_sized(fcap_options *options, size_t struct_size);
#define fcap_options_init(options) fcap_options_init_sized((options), sizeof *(options))

/* ---- 4. one call ------------------------------------------------------------------------- */

/* How good is the answer? A separate question from "did the call work". */
typedef enum fcap_outcome {
    FCAP_OPTIMAL = 0,     /* proved: nothing that obeys the rules is cheaper */
    FCAP_FEASIBLE = 1,    /* the search ended by itself */
    FCAP_TIME_LIMIT = 2,  /* stopped by time_limit; the best answer so far */
    FCAP_INTERRUPTED = 3, /* stopped by tick; the best answer so far */
    FCAP_OUTCOME_END
} fcap_outcome;

/* "optimal", "feasible", "time_limit", "interrupted"; NULL outside the range. */
FCAP_API const char *fcap_outcome_name(fcap_outcome outcome);

typedef struct fcap_report {
    fcap_outcome outcome;
    double cost; /* [LQ21] Eq. 1 with the best member of each cluster as its centre */
    double
        lower_bound; /* no clustering that obeys the rules costs less; negative: none known */
    int32_t violated_capacity; /* clusters above their capacity or with too few members */
    int32_t violated_balance;  /* clusters that break a balance rule */
    int64_t iterations;        /* improvements made by the search */
    int32_t threads;           /* used */
    double seconds;            /* of wall clock */
    size_t peak_bytes;         /* most memory held by the library at one time */
    int64_t n_fairlets;        /* 0 for methods without fairlets */
    double fairlet_cost;       /* sum of distances of members to their minority member */
    int32_t repaired; /* 1: the fairlets did not pack, and points were placed one by one */
    /* of FCAP_METHOD_BEST: */
    double fixed_medoid_bound; /* no clustering around the same medoids that obeys the rules
                                  costs less; negative: none known */
    int32_t swap_optimal;      /* 1: proved: no medoid for another makes it cheaper; 0: not */
    double multiplier_bound;   /* what the multipliers alone prove; negative: nothing.
                                  lower_bound may be larger, by branch and bound */
    int64_t nodes;             /* of branch and bound */
    int32_t violated_wishes;   /* all of what FCAP_ENFORCES_WISHES names, as in fcap_measures */
    int64_t repeated_pairs;    /* pairs of rules->avoid that share a cluster */
    int32_t all_tried;         /* 1: proved by trying all: no answer has fewer repeated_pairs,
                                  and none with as few costs less. Without rules->avoid that is
                                  FCAP_OPTIMAL; with it, others may repeat more and cost less,
                                  which is what lower_bound and FCAP_OPTIMAL are about */
} fcap_report;

/* Makes k clusters. Writes n labels in [0, k). Clusters are numbered by their smallest row.
 * What the method enforces has been checked by independent code before this returns. */
FCAP_API fcap_status fcap_cluster(const fcap_problem *problem, const fcap_rules *rules,
                                  const fcap_options *options, int32_t *labels,
                                  fcap_report *report, fcap_error *err) FCAP_MUST_USE;

/* ---- 5. before: can it be done? ---------------------------------------------------------- */

/* Why a request cannot be met; tried in this order, the first that applies is given. */
typedef enum fcap_reason {
    FCAP_REASON_NONE = 0,
    FCAP_REASON_K_ABOVE_N = 1,     /* more clusters than points */
    FCAP_REASON_CAPACITY = 2,      /* k * max_size < n */
    FCAP_REASON_MIN_SIZE = 3,      /* k * min_size > n, or min_size > max_size */
    FCAP_REASON_ONE_GROUP = 4,     /* a balance is asked for, but there is one group only */
    FCAP_REASON_BALANCE = 5,       /* the data set itself is less balanced than asked for */
    FCAP_REASON_GROUP_BELOW_K = 6, /* a group has fewer members than there are clusters */
    FCAP_REASON_PACKING = 7, /* the counts cannot be divided among clusters of these sizes */
    FCAP_REASON_WEIGHT = 8,  /* a point exceeds any capacity, or the weights do not pack */
    FCAP_REASON_SHARE = 9,   /* a share that the whole file, or no cluster, can have */
    FCAP_REASON_NO_ISOLATE = 10, /* no division has both a balance and nobody alone */
    FCAP_REASON_TOGETHER = 11,   /* a set that stays together exceeds any capacity or breaks
                                    another rule by itself, or such sets do not pack */
    FCAP_REASON_APART = 12,      /* more points that must be apart than clusters, or kept so */
    FCAP_REASON_KEEP = 13,       /* what is kept breaks a rule that new points cannot mend */
    FCAP_REASON_MEDOIDS = 14,    /* fewer points that may be medoids than clusters */
    FCAP_REASON_COMBINED = 15,   /* each rule can hold, but all divisions were tried in vain */
    FCAP_REASON_END
} fcap_reason;

/* "capacity", "packing", ... as in the JSON report; NULL outside the range and for NONE. */
FCAP_API const char *fcap_reason_name(fcap_reason reason);

typedef enum fcap_verdict {
    FCAP_VERDICT_FEASIBLE = 0,   /* proved: a clustering exists */
    FCAP_VERDICT_INFEASIBLE = 1, /* proved: none exists */
    FCAP_VERDICT_OPEN = 2 /* not excluded, not proved: beyond sizes and one balance of two
                             groups only small requests are always decided */
} fcap_verdict;

/* The judgement on a request. Each change alone would be enough, all else as asked: the changed
 * request has been judged as it would be if it were asked, and is FCAP_VERDICT_FEASIBLE or,
 * where the sentence says "not excluded", some of them FCAP_VERDICT_OPEN. What changes less is
 * excluded. An absent one (0 or den = 0) cannot help alone, or finding it would take too long:
 * only where all are absent for the first reason the sentence says that no single change helps,
 * unless it has other advice. */
typedef struct fcap_plan_report {
    fcap_verdict verdict;
    fcap_reason reason;         /* FCAP_REASON_NONE unless infeasible */
    int32_t attribute;          /* the attribute that caused it, -1 when none did */
    int64_t max_size;           /* the capacity in force */
    int64_t change_max_size;    /* the smallest capacity that works */
    int32_t change_clusters;    /* the nearest k that works; the smaller of two */
    fcap_ratio change_balance;  /* the largest balance that works, of change_attribute */
    char sentence[400];         /* all this in words; empty when feasible. It counts points and
                                   clusters from 1 */
    int64_t point;              /* a point that the sentence names, counted from 0; -1: none */
    int32_t cluster;            /* a cluster that it names, counted from 0; -1: none */
    int64_t change_min_size;    /* the largest minimum size that works */
    int32_t change_attribute;   /* whose balance change_balance is, -1: every one is cut down to
                                   it, as no single one's would do */
    fcap_ratio change_balances; /* the largest balance that works as a limit of every one */
} fcap_plan_report;

/* Judges a request before any work. Looks at counts only: problem->x may be NULL. */
FCAP_API fcap_status fcap_plan(const fcap_problem *problem, const fcap_rules *rules,
                               fcap_plan_report *report, fcap_error *err) FCAP_MUST_USE;

/* The fewest groups of a wished size. */
typedef struct fcap_group_plan {
    int32_t k;      /* groups; 0: no number of groups is possible */
    int32_t fewest; /* numbers of groups that the sizes alone allow; 0, 0: none */
    int32_t most;
    fcap_plan_report plan; /* of k groups; where no number is possible: of the first tried, with
                              changes that make some number possible; change_clusters is 0 */
    char sentence[400];    /* how k was chosen, or why there is none */
} fcap_group_plan;

/* Groups of `least` to `most` members: how many? Writes the smallest k whose request, with
 * min_size = least and max_size = most and all other rules as given, is not excluded. Sizes
 * count points, so there must be no weights and no capacities of single clusters. */
FCAP_API fcap_status fcap_plan_group_size(const fcap_problem *problem, const fcap_rules *rules,
                                          int64_t least, int64_t most, fcap_group_plan *out,
                                          fcap_error *err) FCAP_MUST_USE;

/* ---- 6. after: what does a labelling amount to? -------------------------------------------
 */

/* Everything is recomputed from the labels alone; nothing of the search is used. The arrays are
 * yours, each may be NULL. The counts of attribute a and cluster c start at
 * count[c * total + offset(a)], where total is the sum of all n_groups. */
typedef struct fcap_measures {
    double cost;        /* as problem->objective says: sum over clusters of the least sum of
                           distances to a member (a candidate, if there are candidates), or of
                           the squared distances to the mean, or as problem->aim says */
    fcap_ratio balance; /* [LQ21] Eq. 4, the smallest over attributes; den 0: no attribute */
    int32_t violated_capacity; /* clusters whose weight exceeds their capacity */
    int32_t violated_min_size; /* clusters below min_size, empty ones included */
    int32_t violated_balance;  /* clusters that break a balance rule */
    int64_t *size;             /* k: members */
    int64_t *medoid;      /* k: the best member (ties: the smallest index), -1 when empty, or
                             when no member is a candidate: such a cluster is counted in
                             violated_medoids */
    double *cluster_cost; /* k */
    fcap_ratio *cluster_balance; /* k: [LQ21] Eq. 3; den 0 without attributes */
    int64_t *count;              /* k * total group counts */
    double *group_cost; /* total: the mean distance of a group's members to the medoids of their
                           clusters; that of attribute a and group g is at offset(a) + g */
    int32_t violated_share;      /* clusters that break a share */
    int32_t violated_no_isolate; /* clusters with exactly one member of such a group */
    int64_t violated_together;   /* sets of rules->together in more than one cluster */
    int64_t violated_apart;      /* pairs of rules->apart in one cluster */
    int64_t violated_keep;       /* points not where rules->start has them, when rules->keep */
    int64_t repeated_pairs;      /* pairs of rules->avoid in one cluster; a pair counts once */
    int32_t violated_medoids;    /* clusters without a member that may be a medoid */
    int64_t *load;               /* k: total weight */
} fcap_measures;

/* labels must be in [0, k). Without problem->x and problem->distance costs and medoids are left
 * out. */
FCAP_API fcap_status fcap_measure(const fcap_problem *problem, const fcap_rules *rules,
                                  const int32_t *labels, const fcap_options *options,
                                  fcap_measures *measures, fcap_error *err) FCAP_MUST_USE;

/* What do n multipliers prove? Writes a bound that no clustering obeying the rules costs less
 * than, whoever made the multipliers and however: none is trusted. Its code shares nothing with
 * what searches for them. At most one attribute may ask for a balance, with two groups, known
 * for every point; the objective is that of medoids. Rules beyond sizes, that balance and
 * candidates are left out: they could only raise the bound. Takes about n^2 distances. */
FCAP_API fcap_status fcap_certify(const fcap_problem *problem, const fcap_rules *rules,
                                  const double *multipliers, const fcap_options *options,
                                  double *bound, fcap_error *err) FCAP_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
