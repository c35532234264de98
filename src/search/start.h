/* start.h - medoids to begin with, and to go on from. */
#ifndef FCAP_SEARCH_START_H
#define FCAP_SEARCH_START_H

#include "search/search.h"

/* k different medoids: each next one is drawn with a probability proportional to its distance
 * from those before [AV07]. O(n k). */
fcap_status fcap_start_seed(fcap_run *run, const search *w, rng *random, int64_t *medoid);
/* Those of k-medoids without other rules. */
fcap_status fcap_start_free(fcap_run *run, const search *w, int64_t *medoid);
/* Some neighbouring medoids of a are drawn anew from the points around them, or one from all
 * points. Prices of the places that change are forgotten. */
void fcap_start_kick(const search *w, rng *random, answer *a);
/* The medoids of a, but around one place those of b instead, as many. */
void fcap_start_cross(const search *w, rng *random, const answer *a, const answer *b,
                      answer *out);
/* n clusters of a that lie together, or half of them at another place. */
void fcap_start_region(const search *w, rng *random, const answer *a, int32_t n, int32_t *list);

#endif
