/* grouping.h - the state of the search: who is in which group, and what a change would mean.
 *
 * A change gives each of up to three groups a new item, takes one from it, or both: a move is
 * two groups, an exchange two, a round of three items three. Whether the rules hold afterwards,
 * how many pairs meet again and what it costs is said before it is made.
 */
#ifndef FCAP_MIXTURE_GROUPING_H
#define FCAP_MIXTURE_GROUPING_H

#include "mixture/blend.h"

enum {
    CHANGE_GROUPS = 3
};

/* An item comes into a group and one leaves it; -1: none does. */
typedef struct exchange {
    int32_t group;
    int32_t in;
    int32_t out;
} exchange;

typedef struct change {
    int32_t n;
    exchange at[CHANGE_GROUPS]; /* different groups */
} change;

typedef struct grouping {
    const task *task;
    const blend *blend;
    int32_t *label;  /* of items */
    double *sum;     /* k rows of blend->stride */
    double *size;    /* k: points */
    double *value;   /* k: Q / size, 0 of an empty group */
    int64_t *tally;  /* k rows */
    int64_t *excess; /* k: how far a group is from obeying the rules about its counts */
    int32_t *first;  /* k: a member, or -1 */
    int32_t *next;   /* of items: the members of a group are a ring */
    int32_t *before;
    int64_t *scratch; /* a tally */
    merit now;        /* cost in the scale of the blend */
} grouping;

fcap_status fcap_grouping_open(fcap_run *run, const task *of, const blend *b, grouping *out);
/* Labels as a whole, also those that g has: everything is added up anew. */
void fcap_grouping_set(grouping *g, const int32_t *label);

/* What a change would add to the cost, */
double fcap_grouping_costs(const grouping *g, const change *c);
/* to the excess, pairs that must be apart included, */
int64_t fcap_grouping_breaks(const grouping *g, const change *c);
/* and to the pairs that meet again. */
int64_t fcap_grouping_meets(const grouping *g, const change *c);
/* Makes it. */
void fcap_grouping_make(grouping *g, const change *c);

#endif
