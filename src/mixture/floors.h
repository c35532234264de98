/* floors.h - what no groups can do better: each coordinate alone, all other wishes forgotten.
 *
 * The sum of these floors is a lower bound of the cost. It knows sizes and the number of
 * groups, no other rule, and is weak where wishes compete; where they do not, it is near.
 *
 * A similar coordinate: some optimal groups are runs of the sorted values [BHR92], so the least
 * squares inside runs of allowed sizes are found from left to right. A diverse one with two
 * values (a text as 0/1): a group of s members with m of one kind costs (m - p s)^2 / s, where
 * p is its part of the class. Both have a multiplier on the number of groups, the second also
 * on members and on members of that kind: any multipliers prove a bound, and good ones are
 * searched. Other diverse coordinates have the floor 0.
 */
#ifndef FCAP_MIXTURE_FLOORS_H
#define FCAP_MIXTURE_FLOORS_H

#include "mixture/blend.h"

/* The sum of all floors, less what rounding may have added; in the scale of the blend. */
fcap_status fcap_floors(fcap_run *run, const blend *b, const rules *r, double *out);

#endif
