/* blend.h - similar and diverse coordinates as one sum of squares.
 *
 * With coordinates around the mean of all points, and sums S_g over the m_g members of group g,
 * the variation T of a coordinate divides into what is inside groups and what is between them:
 *
 *     T = W + B,     B = sum over g of S_g^2 / m_g
 *
 * A similar coordinate costs W = T - B, a diverse one B. With each coordinate multiplied by the
 * root of its weight, the cost is
 *
 *     sum of T of the similar ones  -  sum over g of  Q(S_g) / m_g,
 *     Q(S) = |S in the similar ones|^2 - |S in the diverse ones|^2,
 *
 * so a group is worth what its sum says, and a member comes or goes in O(d).
 */
#ifndef FCAP_MIXTURE_BLEND_H
#define FCAP_MIXTURE_BLEND_H

#include "general/layout.h"

enum {
    BLEND_LANES = 4 /* of base/vector.h */
};

typedef struct blend {
    int32_t d;    /* coordinates that matter; at least 1 */
    int32_t near; /* the first ones of these: similar; those behind them: diverse */
    int idle;     /* no coordinate matters: every answer costs 0 */
    double *x;    /* n points: rows of d, around 0, weighted */
    double unit;  /* true cost = cost here * unit * 2^exponent, of which no factor overflows */
    int exponent;
    /* of items: */
    int32_t stride;  /* d rounded up to a multiple of BLEND_LANES; what is beyond d is 0 */
    double *sign;    /* stride: 1 of similar ones, -1 of diverse ones */
    double *sum;     /* rows of stride */
    double *size;    /* points */
    double *nothing; /* stride zeros: no item */
    double at_most;  /* T of the similar ones: the cost without any Q */
    double whole;    /* T of all */
} blend;

/* The coordinates of points, as r->aim weighs them. */
fcap_status fcap_blend_open(fcap_run *run, const points *p, const rules *r, blend *out);
/* What an item is: the sum of its points. */
fcap_status fcap_blend_items(fcap_run *run, const items *it, blend *b);
/* Q of a sum. */
double fcap_blend_q(const blend *b, const double *sum);

#endif
