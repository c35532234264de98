/* tally.h - what a cluster may be: conditions on what is counted in it.
 *
 * A tally is a vector of whole numbers: the load (total weight), the size, and one count for
 * each group that some rule is about. Tallies of points add up to those of clusters, so every
 * rule about a cluster is a condition on one vector, whatever moved:
 *
 *     load <= capacity of cluster i        size >= min_size        some member may be a medoid
 *     c_g >= ceil(t c_h) for the groups g, h of a balanced attribute
 *     ceil(least * size) <= c_g <= floor(most * size) for a share        c_g != 1 for
 * no_isolate
 *
 * excess() is 0 iff all hold; otherwise it is about how many points (or how much weight) would
 * have to come or go, so that a repair has a slope to follow. rows() are the same conditions as
 * far as they are linear, for prices.
 */
#ifndef FCAP_PROBLEM_TALLY_H
#define FCAP_PROBLEM_TALLY_H

#include "problem/rules.h"

enum {
    TALLY_LOAD = 0,
    TALLY_SIZE = 1,
    TALLY_GROUPS = 2 /* the first of the counts */
};

/* An attribute with a balance: its groups are entries first .. first + n_groups - 1. */
typedef struct tally_balance {
    int32_t first;
    int32_t n_groups;
    double t;
    const int32_t *need; /* [c]: the fewest of each group beside c of another */
} tally_balance;

typedef struct tally_share {
    int32_t entry;
    double least;
    double most;
    const int32_t *low; /* [size] */
    const int32_t *high;
} tally_share;

/* on_a * tally[a] + on_b * tally[b] <= limit; that of the capacity is its cluster's. */
typedef struct tally_row {
    int32_t a;
    int32_t b;
    double on_a;
    double on_b;
    double limit; /* of a capacity: 1 / (weight of a mean point), the scale of the row */
    int is_capacity;
} tally_row;

typedef struct tally_rules {
    const rules *r;
    int32_t k;
    int32_t n_entries;       /* of a tally */
    const int64_t *capacity; /* k */
    int64_t unit;            /* of excess that one point counts as */
    tally_balance *balance;
    int32_t n_balances;
    tally_share *share;
    int32_t n_shares;
    int32_t *alone; /* entries that must not be 1 */
    int32_t n_alone;
    int32_t candidates; /* the entry of points that may be medoids; -1: all may */
    int32_t *entry;     /* [offset[a] + g + 1]: of group g of attribute a; -1: none */
    int32_t *offset;    /* of each attribute */
    tally_row *row;
    int32_t n_rows;
} tally_rules;

/* The rules must outlive it. */
fcap_status fcap_tally_open(fcap_run *run, const rules *r, tally_rules *out);
/* The same conditions for the clusters in list alone, as clusters 0 .. n - 1. */
fcap_status fcap_tally_window(fcap_run *run, const tally_rules *whole, const int32_t *list,
                              int32_t n, tally_rules *out);

/* Adds point j to a tally. */
void fcap_tally_add(const tally_rules *t, int64_t j, int64_t *tally);
/* How far cluster i is from being allowed: 0 iff it is. */
int64_t fcap_tally_excess(const tally_rules *t, int32_t i, const int64_t *tally);
/* What a row may be at most in cluster i. */
double fcap_tally_limit(const tally_rules *t, const tally_row *row, int32_t i);

#endif
