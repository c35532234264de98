/* nodes.h - the open nodes of a branch and bound, the one with the least bound first. */
#ifndef FCAP_BOUND_NODES_H
#define FCAP_BOUND_NODES_H

#include "bound/regions.h"

enum {
    NODE_OUT = -1 /* a candidate that is no medoid */
};

typedef struct node {
    double bound;      /* of every answer in it */
    int64_t id;        /* ties go to the older one */
    int32_t n_regions; /* what is assumed of how many medoids are where, see regions.h */
    region *at;        /* room for regions */
    int32_t *part;     /* of each candidate: NODE_OUT, or the region that it belongs to */
    double *pi;        /* n, by position */
} node;

/* How much of everything a node has. */
typedef struct node_size {
    int64_t candidates;
    int64_t points;
    int32_t regions;
} node_size;

typedef struct nodes {
    int64_t n; /* open */
    int64_t room;
    int64_t made; /* ever */
    node_size size;
    node **heap;  /* room: the least bound first */
    node **spare; /* room: nodes to use again */
    int64_t n_spare;
} nodes;

/* For so many bytes, and at most `most` nodes. */
fcap_status fcap_nodes_open(fcap_run *run, node_size size, int64_t bytes, int64_t most,
                            nodes *out);
/* A node to fill in, not yet open; *out is NULL when there is no room. */
fcap_status fcap_nodes_make(fcap_run *run, nodes *all, node **out);
void fcap_nodes_push(nodes *all, node *x);
/* The open node with the least bound, no longer open; NULL for none. */
node *fcap_nodes_pop(nodes *all);
void fcap_nodes_free(nodes *all, node *x);

#endif
