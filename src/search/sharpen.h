/* sharpen.h - a better bound of one exchange, by steps on all prices.
 *
 * Where capacity is tight, removing a medoid changes the prices of all places around it, and
 * the bound of priced_swap.h, which keeps them, is too low to exclude much. Some steps of a
 * subgradient method towards the cost that has to be reached cost a tenth of an assignment.
 */
#ifndef FCAP_SEARCH_SHARPEN_H
#define FCAP_SEARCH_SHARPEN_H

#include "search/priced_swap.h"

/* Up to `steps` steps, until the bound reaches `target`. Returns the best bound, never below
 * e->bound, and its prices in price[g * k + i]. O(n k) a step. */
double fcap_sharpen(priced_swap *w, const exchange *e, int32_t steps, double target,
                    double *price);

#endif
