/* nodes.h - the open nodes of a branch and bound, the one with the least bound first. */
#ifndef FCAP_BOUND_NODES_H
#define FCAP_BOUND_NODES_H

#include "base/run.h"

enum {
    NODE_OUT = -2, /* a candidate that is no medoid */
    NODE_FREE = -1 /* nothing is required of it; else the required set that it is in */
};

typedef struct node {
    double bound;   /* of every answer in it */
    int64_t id;     /* ties go to the older one */
    int32_t n_sets; /* required sets */
    int32_t *part;  /* of each candidate: NODE_OUT, NODE_FREE or a set */
    double *pi;     /* n, by position */
} node;

typedef struct nodes {
    int64_t n; /* open */
    int64_t room;
    int64_t made;       /* ever */
    int64_t candidates; /* of each node */
    int64_t points;
    node **heap;  /* room: the least bound first */
    node **spare; /* room: nodes to use again */
    int64_t n_spare;
} nodes;

fcap_status fcap_nodes_open(fcap_run *run, int64_t room, int64_t candidates, int64_t points,
                            nodes *out);
/* A node to fill in, not yet open; *out is NULL when there is no room. */
fcap_status fcap_nodes_make(fcap_run *run, nodes *all, node **out);
void fcap_nodes_push(nodes *all, node *x);
/* The open node with the least bound, no longer open; NULL for none. */
node *fcap_nodes_pop(nodes *all);
void fcap_nodes_free(nodes *all, node *x);

#endif
