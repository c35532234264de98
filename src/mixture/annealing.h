/* annealing.h - the search: changes by lot, at first also bad ones, less and less so.
 *
 * Three goals follow each other. To obey: the excess of the rules sinks to 0, whatever it
 * costs. To meet anew: then the pairs that meet again, with all rules kept. To cost less: then
 * the cost, with the rules kept and no pair more. A change of the cost is taken when it is
 * worse by less than a limit that sinks: threshold accepting [DS90]. Excess and pairs are whole
 * numbers; there a step back of one is taken with a chance that sinks. The work is counted in
 * proposals, so answers depend on it alone.
 */
#ifndef FCAP_MIXTURE_ANNEALING_H
#define FCAP_MIXTURE_ANNEALING_H

#include "mixture/proposals.h"

typedef struct annealing {
    grouping *g;
    proposals proposals;
    int32_t *label;  /* the best answer so far, */
    int32_t *points; /* and the same of points, for progress; NULL: nobody looks */
    merit best;
    int64_t done;    /* proposals so far, */
    int64_t planned; /* and in all: for progress */
    int64_t taken;   /* changes that were made */
} annealing;

fcap_status fcap_annealing_open(fcap_run *run, grouping *g, rng random, annealing *out);
/* Until the rules hold, or so many proposals are spent; from the labels of g. */
void fcap_annealing_obey(fcap_run *run, annealing *a, int64_t tries);
/* From labels of g that obey the rules; a->best is the best answer. */
void fcap_annealing_run(fcap_run *run, annealing *a, int64_t tries);

#endif
