/* moves.h - the cheapest move out of every place, kept up to date while points move.
 *
 * A place is a (group, cluster) pair, number g * k + i. Taking point j from cluster i to
 * cluster t costs c[j, t] - c[j, i]; of interest is, for each place and each t, the member for
 * which that is least.
 */
#ifndef FCAP_CLUSTER_MOVES_H
#define FCAP_CLUSTER_MOVES_H

#include "cluster/assign.h"

typedef struct moves {
    const assign_problem *p;
    assign_row room;
    int32_t *label; /* n: where each point is */
    int64_t *count; /* of a place: its members now */
    /* [place * k + t], for places that fcap_moves_look() was called for: */
    int32_t *least; /* no member moves for less */
    int32_t *mover; /* who moves for that, unless gone */
    /* the rest is for moves.c */
    int32_t *others; /* [place * k + t]: a member not in the queue moves for this or more */
    int32_t *length; /* [place * k + t]: of the queue; 0 while there is none */
    int64_t *queue;  /* `depth` entries each */
    int32_t depth;
    char *known;       /* of a place: was it looked at? */
    int64_t *first;    /* of a place: its first members are order[first .. first of the next) */
    int32_t *order;    /* n */
    int32_t *home;     /* n: the cluster where a point was first */
    int32_t *guest;    /* of a place: the last who came and is not at home, or -1 */
    int32_t *next;     /* n: the guest before, or -1 */
    int32_t *previous; /* n: the guest after, or -1 */
} moves;

/* Then fill m->label and begin. */
fcap_status fcap_moves_open(fcap_run *run, const assign_problem *p, moves *m);
void fcap_moves_begin(moves *m);
/* Row `place` of least and mover are lower bounds from now on; the place has members. */
void fcap_moves_look(moves *m, int32_t place);
/* Entry (place, t) is exact until the next move; the place has members. */
void fcap_moves_confirm(moves *m, int32_t place, int32_t t);
/* Point j goes to cluster t. */
void fcap_moves_make(moves *m, int32_t j, int32_t t);

#endif
