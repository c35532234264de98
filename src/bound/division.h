/* division.h - what to branch on: how many medoids are in a set of candidates.
 *
 * The set A is of candidates that belong to one region (regions.h), so "at most c of A are
 * medoids" and "at least c + 1 are" are regions again.
 *
 * Best is an island: candidates near one another and far from the next one, which the dual
 * gives a number of medoids that is not whole. Two true clusters that overlap may have 1.45.
 * There is no answer like that, but as long as both 1 and 2 are open, whatever is assumed of
 * some of their candidates is made good by the others.
 *
 * If there is none, A are the neighbours of a candidate that is in doubt, with half a medoid
 * together, and c = 0. One candidate would do, but where many are nearly as good, to exclude
 * one of them changes nothing.
 */
#ifndef FCAP_BOUND_DIVISION_H
#define FCAP_BOUND_DIVISION_H

#include "bound/lagrange.h"

typedef struct division {
    int64_t *side;  /* A */
    int64_t n;      /* candidates of it */
    int32_t region; /* that they belong to */
    int32_t count;  /* c; both branches have choices that the regions allow */
    double *key;    /* scratch */
} division;

/* For up to n candidates. */
fcap_status fcap_division_open(fcap_run *run, int64_t n, division *out);
/* By the weights of b, whose regions are settled and leave something open. */
void fcap_division_choose(const lagrange *b, division *out);

#endif
