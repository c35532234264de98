/* answer.h - k medoids, the points placed with them, and the prices that say how well.
 *
 * The medoids decide: the labels are an exact assignment (cluster/fair_assign.h), so the cost
 * is a function of the medoids alone. Prices travel with the answer, because those of one set
 * of medoids are a good start for the next, and because they judge exchanges
 * (search/priced_swap.h).
 */
#ifndef FCAP_SEARCH_ANSWER_H
#define FCAP_SEARCH_ANSWER_H

#include "cluster/fair_assign.h"
#include "data/points.h"
#include "problem/shape.h"

typedef struct answer {
    int64_t n;
    int32_t k;
    int32_t n_groups;
    int64_t *medoid;    /* k different points, each a member of its own cluster */
    int32_t *label;     /* n */
    double cost;        /* in the scale of the points; infinite while there is no answer */
    double fixed_bound; /* no labels with these medoids cost less */
    double *price;      /* [g * k + i] */
    int swap_optimal;   /* proved: no exchange of one medoid lowers the cost */
} answer;

/* No answer yet: the cost is infinite, the prices are 0. */
fcap_status fcap_answer_open(fcap_run *run, const shape *s, answer *out);
void fcap_answer_copy(const answer *from, answer *to);

/* Labels, cost and prices for a->medoid, from a->price as a start. `closing` as in
 * fair_assign.h. Where a->cost is finite it is that of a->label with these medoids, and the
 * labels are kept if the new ones are not cheaper: an assignment that is not exact can be
 * dearer than the one before. */
fcap_status fcap_answer_place(fcap_run *run, fair_assign *fa, int64_t closing, answer *a);

#endif
