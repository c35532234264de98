/* prices.h - what the rules are worth in each cluster: multipliers of the linear ones.
 *
 * With a multiplier u >= 0 on each linear condition (tally_row) of each cluster, every item
 * pays for what it uses of them:
 *
 *     value(u) = sum over items of min over i of (cost + price of the item in cluster i)
 *                - sum over clusters and rows of u * limit
 *
 * No assignment to these centres that obeys the rules costs less than value(u), for any u. The
 * clusters that attain the minima are a good beginning for an assignment, and priced costs
 * tell which items are worth moving (general/chains.h).
 */
#ifndef FCAP_GENERAL_PRICES_H
#define FCAP_GENERAL_PRICES_H

#include "general/layout.h"

typedef struct prices {
    const task *task;
    double *u;      /* [i * n_rows + row] */
    double *entry;  /* [i * n_entries + e]: the price of one unit of an entry */
    double *limits; /* k: sum of u * limit */
    double *type;   /* [type * k + i]: the price of an item of this type */
    double value;   /* of u at the last centres it was computed for */
    /* scratch of the ascent: */
    double *best;      /* u of the largest value */
    double *slope;     /* by which each row is exceeded */
    double *direction; /* smoothed slopes */
    double *tally;     /* [i * n_entries + e] of the minima */
    int64_t work;      /* so far, in about nanoseconds */
} prices;

/* All prices are 0. */
fcap_status fcap_prices_open(fcap_run *run, const task *of, prices *out);
/* Raises the value by at most `steps` steps for the centres of l; upper is the cost of an
 * answer, or what one may cost. Keeps the best multipliers met. */
void fcap_prices_ascend(prices *p, const layout *l, double upper, int32_t steps);
/* p->value less what rounding may have added to it. */
double fcap_prices_bound(const prices *p, const layout *l);
/* p->entry, limits and type from p->u. */
void fcap_prices_apply(prices *p);
/* Each item where it costs least at these prices; those that are fixed stay. */
void fcap_prices_labels(const prices *p, const layout *l, int32_t *label);
/* What is left unused of cluster i, at these prices. */
double fcap_prices_room(const prices *p, const layout *l, int32_t i);

#endif
