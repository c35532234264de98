/* master.h - the next multipliers, from all columns known.
 *
 * The columns give a model of L that lies above it, exact where they were found. Its maximum
 * may be far from there, so distance is paid for, in the norm that belongs to the products of
 * columns.h:
 *
 *     max over pi   sum_j pi_j + min over shares of  sum_c share_c value_c(pi)
 *                   - |pi - centre|^2 / (2 t)
 *
 * over shares >= 0, at most 1 for each candidate, and for each region (regions.h) as much as it
 * may have medoids; k for all. Minimum and maximum change places: with r_j = 1 - (how much the
 * shares cover j),
 *
 *     min over shares   sum_c share_c value_c(centre) + t/2 |r|^2,
 *     pi_j = centre_j + t (r_j + DRIFT x the mean of r over j's group).
 *
 * That is solved by moving share from column to column, the pair that promises most at a time:
 * candidates, regions and all are nested sums, so whatever can be improved can be by such a
 * pair. It need not be exact.
 *
 * The shares of each candidate are an estimate of the answer of the relaxed problem.
 */
#ifndef FCAP_BOUND_MASTER_H
#define FCAP_BOUND_MASTER_H

#include "bound/columns.h"
#include "bound/lagrange.h"

/* From a giver to a taker; both are columns, or -1. */
typedef struct share_move {
    int32_t from;
    int32_t to;
} share_move;

typedef struct master {
    columns c;
    double *value;   /* room: of the columns, at the centre */
    double *slope;   /* room: of the objective; INFINITY for candidates that are out */
    double *taken;   /* n: shares of each candidate */
    double *held;    /* shares of each region, with those inside */
    int32_t *newest; /* n: the latest column of each candidate */
    /* for a solution: the columns of candidates that are not out, candidate by candidate */
    int32_t *order; /* room */
    int32_t *begin; /* n + 1: where those of each candidate begin */
    int64_t *owner; /* n: which candidate that is */
    int64_t owners;
    share_move *best;     /* of each region: the best giver and taker in it */
    double *spare;        /* of each region: scratch */
    double *part;         /* of each region: scratch */
    unsigned char *gives; /* of each region: scratch */
    int64_t work;         /* of the last solution, see lagrange.h */
} master;

fcap_status fcap_master_open(fcap_run *run, const lagrange *b, int32_t room, master *out);
/* Shares that keep the rules, near those there are. Everything chosen has columns. */
void fcap_master_repair(master *m, const lagrange *b, const evaluation *at);

typedef struct master_aim {
    const double *centre; /* by position */
    double t;             /* above 0: how far to go */
    double enough;        /* stop when no pair gains more than that, for all k shares */
} master_aim;
/* Writes pi; returns what the model promises there. */
double fcap_master_solve(master *m, const lagrange *b, master_aim aim, double *pi);

#endif
