/* fairlet.h - small fair sets that later steps keep together ([LQ21] Def. 2, [CKLV17]).
 *
 * Given t = f/m in lowest terms and a data set with balance at least t, a decomposition divides
 * the points into fairlets of at most f + m members, each with balance at least t. Clusters
 * made of whole fairlets then have balance at least t ([LQ21] Theorem 1).
 */
#ifndef FCAP_FAIRLET_FAIRLET_H
#define FCAP_FAIRLET_FAIRLET_H

#include "data/points.h"

/* The two groups of one attribute; the smaller one first (ties: group 0). */
typedef struct two_groups {
    int64_t *few; /* points of the minority, ascending */
    int64_t n_few;
    int64_t *many;
    int64_t n_many;
    int64_t f; /* t <= f / m in lowest terms, 1 <= f <= m; equal where stars will do */
    int64_t m;
} two_groups;

/* How the others come to the members of the minority. */
typedef enum matching {
    AT_RANDOM,
    OF_LEAST_COST,
    IN_BLOCKS /* nearly */
} matching;

typedef struct fairlets {
    int64_t n;
    int64_t *start;  /* n + 1 offsets into member */
    int64_t *member; /* points, fairlet after fairlet; of each the minority first */
    int64_t *centre; /* n points: of each fairlet the member of least total distance; see also
                        below */
    double cost;     /* sum of distances of majority members to their minority, see fairlet.c */
} fairlets;

/* FCAP_E_ARGUMENT unless the attribute has two groups, all points have one, and t > 0;
 * FCAP_E_INFEASIBLE when the data are less balanced than t. */
fcap_status fcap_two_groups_open(fcap_run *run, const fcap_attribute *attribute, int64_t n,
                                 two_groups *out);

/* Replaces f/m by the fraction of smallest terms that both it and the data's balance allow: 1/w
 * where each fairlet can have one member of the minority. */
void fcap_two_groups_simplify(two_groups *g);

/* Arbitrary but valid: the construction of [CKLV17] Lemma 3 on shuffled points. O(n). */
fcap_status fcap_fairlet_vanilla(fcap_run *run, const points *p, const two_groups *g,
                                 fairlets *out);
/* Of least cost where that is possible; see fairlet_mcf.c. O(n) memory, on several threads. */
fcap_status fcap_fairlet_mcf(fcap_run *run, const points *p, const two_groups *g,
                             fairlets *out);
/* The same in nearly linear time, of nearly the least cost (blocks.h). */
fcap_status fcap_fairlet_tree(fcap_run *run, const points *p, const two_groups *g,
                              fairlets *out);

/* Makes a random member the centre of each fairlet. The same for the same seed. */
void fcap_fairlets_random_centres(fcap_run *run, fairlets *f);

/* Room for n fairlets of n_points points in all. For the files of this folder. */
fcap_status fcap_fairlets_open(fcap_run *run, int64_t n, int64_t n_points, fairlets *out);
/* Which of the first n_candidates members has the least sum of distances to all? Ties: the
 * smaller point. */
int64_t fcap_fairlet_median(const points *p, const int64_t *member, int64_t size,
                            int64_t n_candidates, double *sum);
/* Centres and cost, when members and starts are there. n_few[i] minority members lead fairlet
 * i. */
void fcap_fairlets_measure(const points *p, fairlets *out, const int64_t *n_few);

#endif
