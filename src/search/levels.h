/* levels.h - samples of a problem, each a part of the next, that ask for the same in small.
 *
 * A sample has its share of every group, spread evenly over the order of the points, so what
 * the rules allow in the whole they allow in it, but for rounding. Medoids and prices of one
 * level are where the next begins.
 */
#ifndef FCAP_SEARCH_LEVELS_H
#define FCAP_SEARCH_LEVELS_H

#include "data/points.h"
#include "problem/shape.h"

enum {
    LEVELS_MOST = 16,
    LEVEL_STEP = 4 /* times as many points in the next level */
};

typedef struct level {
    int64_t n;
    int64_t *index; /* n points of the whole, ascending; NULL: all of them */
    /* after fcap_level_open(): */
    int32_t *group;
    fcap_attribute attribute;
    rules r;
    shape s;
    points p;
} level;

/* out[0 .. *n_levels): about `first` points, then LEVEL_STEP times as many, and so on, the last
 * one less than half of the whole. None when there is no room for the first. */
fcap_status fcap_levels_draw(fcap_run *run, const shape *whole, int64_t first, rng *random,
                             level *out, int32_t *n_levels);
/* Another sample of about so many points of `from`, in proportion. */
fcap_status fcap_level_draw(fcap_run *run, const shape *whole, const level *from,
                            int64_t wanted, rng *random, level *out);
/* The whole itself as a level, open. */
level fcap_level_whole(const points *p, const rules *r, const shape *s);

/* Points, rules and shape, with sizes in proportion. Where rounding leaves no answer, the rules
 * are loosened until there is one. l must not move afterwards. */
fcap_status fcap_level_open(fcap_run *run, const points *whole, const rules *r, const shape *s,
                            level *l);

/* The number in l of a point of the whole that is in l. O(log n). */
int64_t fcap_level_find(const level *l, int64_t point);

#endif
