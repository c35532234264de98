/* coarse.h - a rough solution of a star problem (stars.h) for the exact one to start from. */
#ifndef FCAP_FAIRLET_COARSE_H
#define FCAP_FAIRLET_COARSE_H

#include "fairlet/stars.h"

/* price: of the seats, and behind them of the sink (see stars.c); seat: a seat for each row,
 * with least and most obeyed. */
fcap_status fcap_stars_coarse(fcap_run *run, const star_problem *p, int64_t *price,
                              int32_t *seat);

#endif
