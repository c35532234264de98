/* many.h - fairlets of an attribute with any number of groups, unknown points among them.
 *
 * The smallest group is the reference. Every fairlet has s members of it, and of each other
 * group between s and s m / f, so that no two groups are further apart than t = f/m. Each other
 * group is matched with the reference by itself, a chain of matchings (after [BFLS20]); with
 * two groups that is what fairlet_mcf.c does. A point of unknown group is a fairlet of its own:
 * no balance asks for it.
 */
#ifndef FCAP_FAIRLET_MANY_H
#define FCAP_FAIRLET_MANY_H

#include "fairlet/fairlet.h"

/* FCAP_E_INFEASIBLE when the data are less balanced than t > 0. */
fcap_status fcap_fairlet_many(fcap_run *run, const points *p, const fcap_attribute *attribute,
                              int64_t n, matching how, fairlets *out);

#endif
