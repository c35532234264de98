/* patch.h - a few neighbouring clusters as a problem of their own.
 *
 * With many clusters most of an assignment has nothing to do with a change in one place. A
 * patch takes the items of some clusters, which no other item can share, searches among these
 * alone, and puts what is better back.
 */
#ifndef FCAP_GENERAL_PATCH_H
#define FCAP_GENERAL_PATCH_H

#include "general/walk.h"

/* Improves w->best in the clusters of list by so many kicks; 1 in *improved when it did. */
fcap_status fcap_patch_improve(fcap_run *run, walk *w, const int32_t *list, int32_t n,
                               int32_t kicks, int *improved);

#endif
