/* sketch.h - medoids to begin with when there are very many points: those of a sample.
 *
 * Some thousand points drawn evenly show where the clusters are, and for sizes alone they have
 * an exact assignment (search/search.h). From the medoids of that, a walk (general/walk.h) with
 * the rules about groups, in proportion, finds those of the sample; it can go much farther
 * there than among all points. If the sample has no answer, the medoids for sizes remain.
 */
#ifndef FCAP_GENERAL_SKETCH_H
#define FCAP_GENERAL_SKETCH_H

#include "general/layout.h"

/* Is this a task for it: many points, free to go anywhere, any of them a medoid? */
int fcap_sketch_fits(const task *t);
/* Writes k medoids, with so much work for the walk; *found is 0 when the run was stopped before
 * there were any. */
fcap_status fcap_sketch_medoids(fcap_run *run, const task *t, int32_t effort, int64_t work,
                                int64_t *medoid, int *found);

#endif
