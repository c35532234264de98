/* knapsack.h - which items does a medoid take? [LQ21] Eq. 11-14, Algorithm 2 line "knapsack".
 *
 *     maximise  sum of exp(-d_j / lambda)  over chosen items   with   sum of weights <= q
 *
 * Items are fairlets: few different weights ("classes"), and within a class the value falls
 * with the distance, so the best x items of a class are its x nearest. See knapsack.c.
 */
#ifndef FCAP_CLUSTER_KNAPSACK_H
#define FCAP_CLUSTER_KNAPSACK_H

#include "base/run.h"

/* The items' weights, common to all knapsacks of one problem. */
typedef struct knapsack {
    int64_t n;
    uint8_t *class_of; /* n */
    int32_t n_classes;
    int64_t *weight;  /* of each class, ascending */
    double *handicap; /* of each class: lambda * ln(weight) */
    double lambda;
    int64_t capacity; /* the largest that will be asked for */
    int64_t window;   /* items of a class that may differ from the greedy choice */
} knapsack;

/* What one thread needs while it chooses. */
typedef struct knapsack_room {
    double *gain;    /* n_classes * (2 * window + 1) */
    int32_t *item;   /* the same: items of a class, nearest first */
    int32_t *inside; /* n_classes: how many of them the greedy choice took */
    int32_t *many;   /* n_classes: how many there are */
    double *best;    /* (n_classes + 1) * (capacity + 1), with three classes and more */
    int32_t *taken;  /* the same */
    int32_t *count;  /* n_classes: the choice */
    int32_t *other;  /* n_classes: one to compare with */
    int64_t *rest;   /* n_classes: items that the greedy choice leaves */
} knapsack_room;

/* FCAP_E_ARGUMENT when there are more than 255 different weights. lambda > 0, in the unit of
 * the distances. */
fcap_status fcap_knapsack_open(fcap_run *run, const int64_t *weight, int64_t n, double lambda,
                               int64_t capacity, knapsack *out);
fcap_status fcap_knapsack_room(fcap_run *run, const knapsack *k, knapsack_room *out);

/* The items in the order in which a greedy choice takes them: by d + lambda ln(weight), which
 * is by falling value per weight; within a class by d, even where a large lambda swallows it;
 * ties by index. `sorting` has room for n. */
typedef struct knapsack_key {
    double key;
    float distance;
    int32_t item;
    uint8_t class;
} knapsack_key;
void fcap_knapsack_order(const knapsack *k, const float *distance, knapsack_key *sorting,
                         int32_t *order);

/* The items to choose from: those of `order` whose mark in `gone` is 0. */
typedef struct knapsack_offer {
    const float *distance; /* n */
    const int32_t *order;  /* up to n: all that are not gone, and others */
    const char *gone;      /* n */
    const int64_t *left;   /* n_classes: how many are not gone, so that nobody looks for more */
    int64_t capacity;
} knapsack_offer;

/* Writes the chosen items and returns how many. O(items looked at). */
int64_t fcap_knapsack_choose(const knapsack *k, const knapsack_offer *offer,
                             knapsack_room *room, int32_t *chosen);

#endif
