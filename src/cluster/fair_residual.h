/* fair_residual.h - an assignment made optimal by moving points around cycles, in doubles.
 *
 * Nodes are the places (g, i), and a move of the cheapest member is an arc between two places
 * of a group. How counts of a cluster may change together depends on what is asked:
 *
 *     boxes: a, b and a + b within bounds (polygon.h): arcs (g, i) - i - sink;
 *     pairs: a = b within bounds (balance 1): arcs (0, i) - (1, i), group 1 backwards.
 *
 * Without a cycle of negative cost the assignment is optimal, and the lengths of shortest paths
 * are prices that prove it. Flows in whole units end within rounding of that, so this is for
 * the last digits; and it is how pairs are solved, from an answer nearby.
 */
#ifndef FCAP_CLUSTER_FAIR_RESIDUAL_H
#define FCAP_CLUSTER_FAIR_RESIDUAL_H

#include "cluster/fair_table.h"
#include "problem/polygon.h"

typedef struct residual {
    const fair_table *t;
    int32_t *label;   /* n, the caller's: valid, and better afterwards */
    const box *boxes; /* k */
    int pairs;        /* 1: a = b within boxes[i].least/most[OF_A] */
    double *price;    /* [g * k + i], the caller's: where to start, and the proof */
    /* the rest is for fair_residual.c */
    int32_t nodes;
    int64_t *count; /* [g * k + i] */
    double *move;   /* [(g * k + h) * k + i]: the least cost of a move from h to i */
    int32_t *mover; /* who */
    double *own;    /* n: the distance of each point to its medoid */
    double *length; /* of a node: its price, that of group 1 negative in pairs */
    int32_t *next;  /* of a node: the next one on its shortest path; -1 for none */
    int32_t *seen;  /* of a node */
    double least;   /* gains below it are rounding */
} residual;

fcap_status fcap_residual_open(fcap_run *run, const fair_table *t, residual *out);
/* Set label, boxes, pairs and price before. Stops early when the run says so. O(n k) and, for
 * each cycle, O(n + k^2) or a little more. */
void fcap_residual_settle(fcap_run *run, residual *r);

/* Counts and moves of the labels; and the moves out of a place again, after labels changed. */
void fcap_residual_begin(residual *r);
void fcap_residual_refresh(residual *r, int32_t place);

#endif
