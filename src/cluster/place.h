/* place.h - points to k medoids so that every rule holds: the repair when fairlets do not pack.
 *
 * Fairlets can make a feasible request infeasible: 166 pairs and 21 triples do not go into 80
 * clusters of 5, but their 395 points do. So where a method comes to a dead end it keeps its
 * medoids, dissolves everything else to points, and assigns those by flow.
 */
#ifndef FCAP_CLUSTER_PLACE_H
#define FCAP_CLUSTER_PLACE_H

#include "data/points.h"
#include "problem/rules.h"

/* Writes n labels in [0, k) that obey r: sizes, and the balance of its attribute, which has two
 * groups (or there is none, or it asks for nothing). Succeeds whenever any clustering obeys r.
 * At least cost without the balance; with it, for the sizes that fcap_quotas() chose. */
fcap_status fcap_place(fcap_run *run, const points *p, const rules *r, const int64_t *medoid,
                       int32_t *label);

/* k medoids for c clusters: of theirs as many as there are or as are wanted, or new ones. */
fcap_status fcap_place_medoids(fcap_run *run, points *p, const int32_t *label, int32_t c,
                               int32_t k, int64_t *medoid);

#endif
