/* alternate.h - points to medoids, medoids to the middle of their points, until that settles.
 *
 * The descent of Lloyd [Llo82] with exact steps: quick from a poor start, but it ends where one
 * cluster alone cannot be improved. Exchanges (search/priced_swap.h) go on from there.
 */
#ifndef FCAP_SEARCH_ALTERNATE_H
#define FCAP_SEARCH_ALTERNATE_H

#include "search/answer.h"

/* Each cluster gets its best member as medoid; the labels stay, the cost falls with it. Above
 * MATRIX_POINTS points only members near the mean of a large cluster are tried. `candidate`
 * (n flags) says which points may become medoids; NULL = all. */
fcap_status fcap_alternate_medoids(fcap_run *run, const points *p, const char *candidate,
                                   answer *a, int32_t *changed);

/* From a placed answer down to one that neither step improves, in at most *rounds assignments;
 * *rounds becomes the number made. The cost never rises. */
fcap_status fcap_alternate(fcap_run *run, fair_assign *fa, const char *candidate, answer *a,
                           answer *spare, int64_t *rounds);

#endif
