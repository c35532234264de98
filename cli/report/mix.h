/* mix.h - how one protected attribute is mixed in every cluster, judged by its rule.
 *
 * balance(C) = least count / largest count over the groups of the attribute ([LQ21] Eq. 3 for
 * two groups); with one group only it is 0, because the other has no member anywhere.
 */
#ifndef CLI_MIX_H
#define CLI_MIX_H

#include "report/result.h"

typedef struct mix_row {
    int32_t cluster;      /* from 0; -1 = the whole file */
    const int64_t *count; /* n_groups */
    int64_t unknown;      /* members without a group */
    int64_t members;
    fcap_ratio balance; /* not reduced: the two counts; den 0 when nobody has a group */
    int broken;         /* below what was asked */
} mix_row;

typedef struct mix {
    const result *result;
    int32_t attribute;
    int32_t n_groups;
    fcap_ratio asked; /* num 0: nothing was asked */
    int32_t broken;   /* clusters */
    mix_row whole;
    mix_row *row;       /* k, by cluster */
    int32_t *order;     /* k, the least balanced cluster first; equal ones by mean distance */
    int64_t *total;     /* what whole.count points to */
    const double *cost; /* n_groups: mean distance to the medoid */
} mix;

/* Is a less than b? Neither den is 0. */
int mix_below(fcap_ratio a, fcap_ratio b);

mix mix_open(const result *r, int32_t attribute);
void mix_close(mix *m);
/* The name of group g, as it is in the file. */
const char *mix_group(const mix *m, int32_t g);
/* The name of the attribute, as it is in the file. */
const char *mix_attribute(const mix *m);

#endif
