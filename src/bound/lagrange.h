/* lagrange.h - a lower bound of the cost of every answer, for any multipliers.
 *
 * "Each point is in one cluster" is relaxed: a point j that is served pays pi_j (of any sign),
 * and may be served by several medoids or none. What is left falls apart:
 *
 *     L(pi) = sum_j pi_j + (the sum of the k smallest V_i(pi))  <=  cost of every answer
 *
 * with V_i the cheapest cluster of candidate i (subproblem.h). V_i may be positive; exactly k
 * are taken all the same.
 *
 * Candidates leave. With an answer of cost `upper` known, a candidate i that is not among the k
 * smallest and has L + V_i - V_(k) >= upper is a medoid in no cheaper answer; and one of the k
 * smallest with L - V_i + V_(k+1) >= upper is one in all of them. Both hold at any pi.
 *
 * Regions (regions.h) say how many medoids are where. Then it is the least sum of k values that
 * they allow which counts, and V_(k) and V_(k+1) are what i can be exchanged for (choice.c).
 *
 * Any family of clusters will do (family.h): with it, the shape says only k and n.
 *
 * Points have positions: group 0 first, in index order. Multipliers inside, rows of distances
 * and members of clusters go by position; candidates by index.
 */
#ifndef FCAP_BOUND_LAGRANGE_H
#define FCAP_BOUND_LAGRANGE_H

#include "bound/family.h"
#include "bound/regions.h"
#include "bound/subproblem.h"
#include "data/points.h"

/* Up to here the distances are kept, as doubles (6000: 288 MB); else made when needed. */
enum {
    BOUND_MATRIX_POINTS = 6000
};

/* What an evaluation has of a region. */
typedef struct region_choice {
    int64_t
        begin;    /* the V of the candidates that belong to it: in sorted_v from here, sorted */
    int64_t size; /* of them */
    int64_t own;  /* of them chosen: the smallest */
    int64_t held; /* chosen, with the regions inside */
    int64_t ties; /* scratch */
    double leaves; /* the largest V chosen that can make place for one of it; or -INFINITY */
    double comes;  /* the smallest V that can take the place of one of it; or INFINITY */
} region_choice;

/* L at some pi. */
typedef struct evaluation {
    double value;      /* INFINITY: the regions allow no choice */
    int64_t *chosen;   /* k candidates with the least sum of V that the regions allow; ascending
                        */
    region_choice *of; /* each region */
} evaluation;

typedef struct lagrange {
    const points *p;
    const shape *s;
    double *pi;      /* n: the best multipliers, by point */
    double value;    /* L there: a bound for every answer cheaper than the upper bound known */
    int32_t *alive;  /* candidates that may still be medoids in a cheaper answer, ascending */
    int64_t n_alive; /* below k: there is no cheaper answer */
    double *v;       /* n: V_i at pi; INFINITY for candidates that are out */
    double *weight;  /* n: in [0, 1], sum k: how much the dual likes a candidate */
    int64_t work;    /* done so far, in units of about a nanosecond of one core */

    /* for bound/ alone */
    const family *family; /* NULL: the clusters of s */
    const char *may;      /* n flags: candidates at all; NULL: all points are */
    unsigned char *out;   /* n: is it a medoid in no cheaper answer? */
    regions regions;      /* how many medoids are where */
    int64_t *order;       /* n: the point at a position */
    int64_t *place;       /* n: the position of a point */
    points sorted;        /* the points by position */
    double *matrix;       /* n rows by candidate, of `stride` distances by position; or NULL */
    int64_t stride;       /* of rows */
    subproblem sub;       /* what V needs */
    int32_t threads;      /* of run */
    double **row;         /* for each thread: one row, where there is no matrix */
    cost_room *room;      /* for each thread */
    void **family_room;   /* for each thread, with a family */
    cost_window *window;  /* n */
    cheapest_set *set;    /* n: as evaluated last */
    double *sorted_v;     /* n: scratch */
    double pi_sum;        /* of the pi evaluated last */
    struct ascent *up;    /* the state of the ascent */
} lagrange;

fcap_status fcap_bound_open(fcap_run *run, const points *p, const shape *s, lagrange *out);
/* The same for any family. s has its n and k, its counts of first and other positions as
 * totals, and no cluster above its `most`. may: the points that can be medoids, or NULL. */
fcap_status fcap_bound_open_family(fcap_run *run, const points *p, const shape *s,
                                   const family *of, const char *may, lagrange *out);
/* pi by point, or NULL for a start of its own. All candidates are free again. */
void fcap_bound_begin(lagrange *b, const double *pi);

/* ---- for bound/ alone ---- */

/* L at pi (by position) over the candidates alive. */
void fcap_bound_evaluate(lagrange *b, const double *pi, evaluation *out);
evaluation fcap_bound_evaluation(fcap_run *run, int32_t k); /* chosen is NULL: no memory */
/* The choice alone, from the V evaluated last. */
void fcap_bound_choose(lagrange *b, evaluation *out);
/* Puts out candidates or makes them certain as the evaluation shows for answers below
 * `ceiling`. Returns how many. */
int64_t fcap_bound_fix(lagrange *b, const evaluation *at, double ceiling);
/* The members of the cluster of candidate i, as evaluated last, at pi (by position). Returns
 * how many; `cost` is the sum of their distances. */
int64_t fcap_bound_members(lagrange *b, int64_t i, const double *pi, int32_t *member,
                           double *cost);
/* The distances of candidate i by position; into scratch (stride) where there is no matrix. */
const double *fcap_bound_row(const lagrange *b, int64_t i, double *scratch);
/* Lists the candidates that are not out. */
void fcap_bound_list_alive(lagrange *b);

/* ---- the bound that is printed ---- */

/* L(pi), pi by point, over all n candidates with compensated sums, less all that rounding can
 * have added, and at least 0: never above the cost of any answer. */
fcap_status fcap_bound_certified(fcap_run *run, const points *p, const shape *s,
                                 const double *pi, double *value);

#endif
