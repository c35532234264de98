/* regions.h - how many medoids are where.
 *
 * A region is a set of candidates with at least `least` and at most `most` medoids: known for
 * certain, or assumed by a branch (branch.h). Of two regions one contains the other, or they
 * have nothing in common. So they are a tree,
 *
 *     0  all candidates: k medoids
 *     +- 1  those that are medoids for certain: all of them
 *     +- 2, 3, ...  what branches assume; inside one another, too
 *
 * and a candidate belongs to the smallest region that has it.
 *
 * The medoids that such a tree allows are the bases of a matroid: as many as a region may have
 * are as many as flow through its edge of the tree, from the root with k to the candidates with
 * at most 1 each. So the cheapest are found by choosing greedily, and the cheapest with one
 * more condition on one candidate are one exchange away (choice.c).
 */
#ifndef FCAP_BOUND_REGIONS_H
#define FCAP_BOUND_REGIONS_H

#include "base/run.h"

enum {
    REGION_ALL = 0,
    REGION_CERTAIN = 1,
    REGION_NEXT = 2,       /* the first of a branch */
    ANY_NUMBER = INT32_MAX /* of medoids at most: no bound */
};

typedef struct region {
    int32_t parent; /* a lower number; of REGION_ALL itself */
    int32_t least;
    int32_t most;
    /* What follows from all bounds together; by fcap_regions_settle(). */
    int64_t size;     /* candidates that belong to it, and to no region inside */
    int64_t needed;   /* medoids in the regions inside, at least */
    int64_t capacity; /* medoids that its candidates and the regions inside could have */
    int64_t low;      /* medoids that it has, in the answer that has fewest there */
    int64_t high;     /* and in the one that has most */
} region;

typedef struct regions {
    int32_t n;
    int32_t room;
    int32_t k;
    region *at;
    int32_t *of;  /* by candidate: the smallest region that has it */
    int32_t *now; /* scratch */
} regions;

/* Regions of n candidates. */
fcap_status fcap_regions_open(fcap_run *run, int64_t n, int32_t k, regions *out);
/* How many regions a branch can have (see regions.c). */
int32_t fcap_regions_room(int32_t k);
/* Is there room for one more that has no medoid for certain? */
int fcap_regions_has_room(const regions *g);
/* All n candidates are free. */
void fcap_regions_begin(regions *g, int64_t n);
/* Candidate i is a medoid. */
void fcap_regions_certify(regions *g, int64_t i);

/* Draws all conclusions. Candidates that must be medoids become certain, those that cannot are
 * put out; all others are medoids in some choice that the regions allow and none in another.
 * Regions that say nothing more go away. Returns 0 when there is no choice. */
int fcap_regions_settle(regions *g, const int32_t *alive, int64_t n_alive, unsigned char *out);

/* After that: how many medoids n candidates that belong to region r can have. */
typedef struct region_range {
    int64_t low;
    int64_t high;
} region_range;
region_range fcap_regions_range(const regions *g, int32_t r, int64_t n);

#endif
