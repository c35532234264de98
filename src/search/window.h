/* window.h - some clusters as a problem of their own.
 *
 * The members of w clusters of a valid answer can be divided into w allowed clusters, so they
 * are a problem of the same kind, (k / w)^2 times cheaper to search. What is found there is put
 * back if it is cheaper.
 */
#ifndef FCAP_SEARCH_WINDOW_H
#define FCAP_SEARCH_WINDOW_H

#include "search/search.h"

/* Searches `n` clusters of a (their numbers in list) for `rounds` kicks. a takes what is
 * cheaper and is placed again; *improved says whether that happened. */
fcap_status fcap_window_search(fcap_run *run, search *w, const int32_t *list, int32_t n,
                               int64_t rounds, answer *a, int *improved);

#endif
