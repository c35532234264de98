/* near_order.h - points in an order in which neighbours in the list are neighbours in space. */
#ifndef FCAP_DATA_NEAR_ORDER_H
#define FCAP_DATA_NEAR_ORDER_H

#include "data/points.h"

enum {
    NEAR_CELL = 4 /* LANES is a multiple of it */
};

/* order: the n points. Blocks of LANES in it (as points.h lays them out) are cells of a k-d
 * tree, and so are runs of blocks; and so are runs of NEAR_CELL within a block. The same points
 * in the same order give the same answer. On several threads. */
fcap_status fcap_points_near_order(fcap_run *run, const points *p, int64_t *order);

#endif
