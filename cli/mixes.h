/* mixes.h - --balance COL without a ratio: as even as the groups allow.
 *
 * The ratio is the largest of a list, from 1 to 2 down, that is possible with the sizes and all
 * other wishes. Kinds with fewer students than there are groups cannot be in every group; they
 * are bound by no rule, and the others are mixed. With a ratio, exactly that is asked for
 * (docs/decisions/0019).
 */
#ifndef CLI_MIXES_H
#define CLI_MIXES_H

#include "group_shape.h"

/* Of an attribute (j->even). */
typedef enum mix_choice {
    MIX_GIVEN, /* its ratio */
    MIX_OPEN,
    MIX_REFUSED /* it was left open, and no ratio is possible */
} mix_choice;

/* Chooses the mixes of a job that were left open; their rules become part of those of the job.
 * Column by column, in the order in which they were named. Where no mix is possible, the least
 * of all is asked for, so that what stands against it can be said: one of each of the commonest
 * kinds, two where these are told apart by their numbers, in every group. */
void mixes_choose(job *j, const group_shape *asked, int (*is_possible)(job *j));

/* A mix that was left open: 1 to `to` among the kinds with at least `least` students. */
typedef struct mix {
    int64_t to; /* 0: none is possible */
    int64_t least;
} mix;
/* What was chosen for attribute a, or is to be taken as if it had been; only where its mix was
 * left open. */
mix mixes_chosen(const job *j, int32_t a);
void mixes_take(job *j, int32_t a, mix chosen);
/* As if this ratio had been given; 0: no mix is asked for. */
void mixes_give(job *j, int32_t a, fcap_ratio ratio);

/* Notes on what was chosen, and on ratios that ask for nothing. */
void mixes_say(const job *j, const group_shape *shape);

#endif
