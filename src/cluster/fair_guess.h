/* fair_guess.h - a price for a medoid that has just come in.
 *
 * What point j would pay to be in cluster i is the least of the others' distance and price less
 * its own distance. The price that fills the cluster to the brim is the q-th largest of that,
 * or nothing if fewer would come; a cluster with a least size may have to pay for it.
 */
#ifndef FCAP_CLUSTER_FAIR_GUESS_H
#define FCAP_CLUSTER_FAIR_GUESS_H

#include "cluster/fair_assign.h"

/* Replaces every NAN in price ([g * k + i]), the same for both groups. O(n k) for each. Prices
 * that cannot be meant become 0. */
void fcap_fair_guess(fair_assign *fa, double *price);

#endif
