/* opening.h - labels to begin with, by the rules alone.
 *
 * Items of one type are dealt to the groups in turn, so that each gets its part of them; what
 * then breaks a rule is mended by changes. Where that does not help, the divisions of counts
 * are tried (problem/divide.h), and at last the search with other costs, which knows more ways
 * to mend (general/general.h).
 */
#ifndef FCAP_MIXTURE_OPENING_H
#define FCAP_MIXTURE_OPENING_H

#include "mixture/annealing.h"

/* Sets the labels of a->g: as far as possible those of the start, if there is one. The rules
 * hold, or FCAP_E_NOT_FOUND, FCAP_E_INFEASIBLE, FCAP_E_CANCELLED. */
fcap_status fcap_opening_find(fcap_run *run, const fcap_options *o, annealing *a);

#endif
