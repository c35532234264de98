/* priced_swap.h - what exchanging a medoid would cost at least, for all medoids at once.
 *
 * With prices p[g][i] of the places, e_ji = d_ji + p[g(j)][i] and any prices p_o for the places
 * around a new medoid o, labels with o instead of medoid i cost at least
 *
 *     sum_j min( min over i' != i of e_ji', d_jo + p_o[g(j)] )
 *         - (sum over i' != i of sigma_P(p_i')) - sigma_P(p_o),                            (1)
 *
 * the dual of the assignment (cluster/fair_assign.h): a bound for any prices, and near the true
 * cost for those of the present assignment. So one pass over the points judges all k exchanges
 * for o, and only those that the bound does not exclude need an assignment.
 */
#ifndef FCAP_SEARCH_PRICED_SWAP_H
#define FCAP_SEARCH_PRICED_SWAP_H

#include "search/answer.h"
#include "search/gains.h"

/* Medoid number `out` goes, point `candidate` comes. */
typedef struct exchange {
    double bound; /* no labels cost less after it; rounding is allowed for */
    int64_t candidate;
    int32_t out;     /* -1: the candidate is a medoid already */
    double price[2]; /* of the places around the candidate */
} exchange;

/* Scratch for one thread. */
typedef struct swap_room {
    gains best;
    float *gain;   /* stride: also a row of distances */
    float *row;    /* stride, where there is no matrix */
    double *loss;  /* 4 for each medoid, see priced_swap.c */
    double *bound; /* k */
    double *price; /* n_groups * k */
    double *slope; /* 2 k */
} swap_room;

/* Medoids and prices, and what every point thinks of them. */
typedef struct priced_swap {
    const points *p;
    const fair_assign *fa;
    int32_t k;
    int32_t n_groups;
    int32_t rooms;
    swap_room *room;
    int64_t *medoid;
    char *is_medoid;   /* n */
    const float **row; /* k: distances of a medoid */
    float *rows;       /* where there is no matrix */
    float *other;      /* stride: 1 for members of group 1, else 0 */
    double *price;     /* [g * k + i] */
    double *sigma;     /* k */
    float *e1;         /* stride: the cheapest place */
    float *e2;         /* the second cheapest */
    int32_t *near;     /* which the cheapest is */
    double base;       /* sum_j e1_j - sum_i sigma_i: the dual value of the prices */
    double *removal;   /* k: what the dual value loses without a medoid, before o comes */
    double slop;       /* more than rounding can add to a bound, but for that of p_o */
    int32_t looks;     /* medoids of a candidate for which the best p_o is looked for */
} priced_swap;

/* k >= 2. `threads` candidates can be judged at a time. */
fcap_status fcap_priced_open(fcap_run *run, const points *p, const fair_assign *fa,
                             int32_t threads, priced_swap *out);
/* From the medoids and prices of an answer. O(n k). */
void fcap_priced_set(priced_swap *w, const answer *a);

/* (1) for one candidate and the medoid for which it is least, with p_o chosen well. Bounds that
 * exceed `limit` are not improved further. O(n), or O(n + q log q). */
exchange fcap_priced_judge(const priced_swap *w, int64_t o, double limit, swap_room *room);
/* The same for n candidates, named in list[].candidate. */
void fcap_priced_judge_all(fcap_run *run, const priced_swap *w, double limit, exchange *list,
                           int64_t n);
/* (1) for one exchange and the best p_o. */
exchange fcap_priced_bound(const priced_swap *w, int64_t o, int32_t out, swap_room *room);

#endif
