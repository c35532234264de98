/* network.h - places, clusters and the sink, with flow and prices: what fcap_assign() works on.
 *
 *     point j --c[j,i]--> (g, i) --[least, most]--> i --[size_least, size_most]--> sink
 *
 * Points are not nodes: each is in one place (g, i), and a unit of flow at a place can be one
 * of its points that moves to (g, t), the cheapest of them (moves.h). So the network has
 * (groups + 1) k + 1 nodes, however many points there are.
 *
 * Every node v has a price y[v]; an arc u -> v of cost c has the reduced cost c - y[u] + y[v].
 *
 *     Invariant: no arc with room has a negative reduced cost.
 */
#ifndef FCAP_CLUSTER_NETWORK_H
#define FCAP_CLUSTER_NETWORK_H

#include "cluster/moves.h"

typedef struct network {
    const assign_problem *p;
    int32_t places; /* nodes [0, places) are g * k + i, then come k clusters, then the sink */
    int32_t sink;
    int64_t *group_size;
    moves m;
    /* of a node: */
    double *price;
    int64_t *excess; /* what comes in less what goes out */
    /* of the arc from a node (other than the sink) to the next kind: */
    int64_t *flow;
    int64_t *least;
    int64_t *most;
    /* Dijkstra, for one path (network.c): */
    double *reach;    /* length of the shortest path found so far; infinite once settled */
    double *open;     /* price, infinite once settled */
    int64_t *from;    /* the node before on it; as wide as reach, for vectors */
    int32_t *settled; /* nodes in the order in which they were settled */
    double *length;   /* and their lengths */
    int32_t n_settled;
    int32_t *ready; /* nodes as near as the last settled one, to be settled next */
    int32_t n_ready;
    double *low; /* no reach is below it: of a group's places, of the clusters, of the sink */
} network;

/* Bounds, without flow; FCAP_E_INFEASIBLE when sums show that nothing can fit. */
fcap_status fcap_network_open(fcap_run *run, const assign_problem *p, network *w);
/* From a state that keeps the invariant to one without excess that keeps it, which is optimal;
 * FCAP_E_INFEASIBLE when there is none. */
fcap_status fcap_network_route(fcap_run *run, network *w);
/* The node that the arc with bounds leads to. */
int32_t fcap_network_head(const network *w, int32_t node);

/* What is said when it fails. */
fcap_status fcap_network_infeasible(fcap_run *run, const assign_problem *p);
fcap_status fcap_network_stopped(fcap_run *run, const assign_problem *p);
fcap_status fcap_network_no_memory(fcap_run *run, const assign_problem *p);

#endif
