/* blocks.h - cheap stars in near-linear time: exact inside small blocks, and blocks of another
 * cut again and again. */
#ifndef FCAP_FAIRLET_BLOCKS_H
#define FCAP_FAIRLET_BLOCKS_H

#include "fairlet/stars.h"

enum {
    BLOCK_ROUNDS = 24
};

/* Writes the seat of each row; units are 1. No round makes it dearer, and the first rounds of
 * many are those of few. The least total where one block holds everything. On several threads.
 */
fcap_status fcap_stars_blocks(fcap_run *run, const star_problem *p, int rounds, int32_t *seat);

#endif
