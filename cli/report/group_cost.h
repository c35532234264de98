/* group_cost.h - is one group served worse? The mean distance to the medoid by group. */
#ifndef CLI_GROUP_COST_H
#define CLI_GROUP_COST_H

#include "report/mix.h"

/* The groups of an attribute from the one farthest from its medoids to the nearest. */
typedef struct served {
    int32_t group;
    int64_t members;
    double mean;
} served;

/* m->n_groups, the farthest first; yours to free. */
served *served_open(const mix *m);

/* The section of one attribute: a sentence, and a table whose rows have bars. Nothing where
 * there is no second group to compare with. */
void group_cost_section(output *out, const mix *m);

#endif
