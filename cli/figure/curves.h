/* curves.h - the trials of a sweep or a tune by series and k, all seeds together.
 *
 * What the figures and the pages are made from.
 */
#ifndef CLI_CURVES_H
#define CLI_CURVES_H

#include "figure/plot.h"
#include "study/trials.h"

/* The median, and the least and largest, over those seeds that have an answer. */
typedef struct middle {
    double median;
    double least;
    double largest;
} middle;

typedef struct curve_point {
    const trial *trial; /* the first of its trials; they follow each other */
    int32_t runs;       /* trials that were run, of n_trials; those not run are in no count */
    int32_t n_trials;
    int32_t answers;    /* 0: the curve has a gap here */
    int32_t infeasible; /* proved */
    int32_t optimal;    /* answers that are proved to be */
    int32_t repaired;
    int32_t over_capacity; /* answers that break the capacity */
    int32_t unbalanced;    /* answers that break the balance */
    int32_t broken;        /* answers that break one of them or both */
    int64_t q;
    middle cost;
    middle balance;
    double bound; /* the highest; negative: none */
    double seconds;
} curve_point;

typedef struct curves {
    const trials *trials;
    int32_t n_series;
    int32_t n_k;
    int32_t *k; /* ascending */
    int32_t most_seeds;
    curve_point *point; /* n_series * n_k; no trial: trial is NULL */
    int32_t bounded;    /* the first series with bounds, or -1 */
} curves;

curves curves_open(const trials *t);
void curves_close(curves *c);

const curve_point *curves_at(const curves *c, int32_t s, int32_t i);

/* The line of a series: a colour for the method; solid for mcf and methods without fairlets,
 * dashed for vanilla, dotted for tree; a marker of its own. */
plot_look curves_look(const curves *c, int32_t s);

/* Has no trial an answer? */
int curves_empty(const curves *c);

/* Is there a protected attribute, so that balance means something? */
int curves_have_balance(const curves *c);
/* In thousandths, rounded down as the page of one run has it: below 1/2 looks so. */
double curves_shown_balance(double balance);
/* The balance of the whole file: the smallest of its attributes. */
double curves_whole_balance(const curves *c);

/* A series over all k. */
typedef struct curve_sum {
    int32_t answered;   /* k with an answer */
    int32_t infeasible; /* k proved to have none */
    int64_t answers;    /* trials */
    int64_t over_capacity;
    int64_t unbalanced;
    int64_t broken;
    int64_t repaired;
    int64_t optimal;
    double cost; /* means over k of the medians; 0 without an answer */
    double balance;
    double least_balance;
    double seconds; /* of a run */
    int64_t bounds; /* answers with a bound */
    double gap;     /* mean and largest over the k with a bound */
    double largest_gap;
} curve_sum;
curve_sum curves_sum(const curves *c, int32_t s);

/* Mean over the k where both have an answer of cost / cost of `other`; 0 where there is none,
 * or where the other costs nothing. `common` counts these k; may be NULL. */
double curves_relative(const curves *c, int32_t s, int32_t other, int32_t *common);

/* Is the series cheaper than the other, all k together for which both have an answer? Costs of
 * other k cannot be compared. */
int curves_is_cheaper(const curves *c, int32_t s, int32_t other);

/* The cheapest of the series that keep every rule wherever they have an answer: the one with
 * most k answered, then with the least cost on the k that several answer. -1: there is none. */
int32_t curves_cheapest(const curves *c);

#endif
