/* ranking.h - the clusters of an answer from the worst to the best, and why the first is called
 * the worst: the reader of the page should not have to look for it.
 *
 * Worse is, in this order: to break more rules; to have more members too many or too few; to be
 * less balanced; to have members farther from their medoid on average; to have the lower
 * number.
 */
#ifndef CLI_RANKING_H
#define CLI_RANKING_H

#include "report/mix.h"

typedef struct rank {
    int32_t cluster;    /* from 0 */
    int32_t broken;     /* rules */
    int64_t off;        /* members too many or too few */
    fcap_ratio balance; /* the least over the attributes; den 0: none */
    int32_t attribute;  /* that has it, or -1 */
    double mean;        /* distance to the medoid */
} rank;

/* k, the worst first; yours to free. mixes are those of all attributes. */
rank *ranking_open(const result *r, const mix *mixes);

/* Says which cluster is the worst and why; nothing where there is one only. */
void ranking_words(output *out, const result *r, const mix *mixes, const rank *ranks);

#endif
