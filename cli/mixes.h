/* mixes.h - --balance COL without a ratio: as even as the groups allow.
 *
 * The ratio is the largest of a list, from 1 to 2 down, that is possible with the sizes and all
 * other wishes. Kinds with fewer students than there are groups cannot be in every group; they
 * are bound by no rule, and the others are mixed. With a ratio, exactly that is asked for
 * (docs/decisions/0019).
 */
#ifndef CLI_MIXES_H
#define CLI_MIXES_H

#include "clash.h"

/* Chooses the mixes of a job that were left open; their rules become part of those of the job.
 * Column by column, in the order in which they were named. Where no mix is possible, 1 to 2 is
 * asked for, so that what stands against it can be said. */
void mixes_choose(job *j, const group_shape *asked, int (*is_possible)(job *j));

/* A mix that was left open: 1 to `to` among the kinds with at least `least` students. */
typedef struct mix {
    int64_t to; /* 0: none is possible */
    int64_t least;
} mix;
/* What was chosen for attribute a, or is to be taken as if it had been; only where its mix was
 * left open (j->even). */
mix mixes_chosen(const job *j, int32_t a);
void mixes_take(job *j, int32_t a, mix chosen);

/* Notes on what was chosen, and on ratios that ask for nothing. */
void mixes_say(const job *j, const group_shape *shape);

#endif
