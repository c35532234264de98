/* ascent.c - a deflected subgradient with Polyak's step. */
#include "bound/ascent.h"

#include <assert.h>
#include <math.h>
#include <string.h>

struct ascent {
    double *centre;  /* n, by position: the best pi */
    double *trial;   /* n */
    double *slope;   /* n */
    double *start;   /* n */
    int32_t *member; /* n */
    evaluation at;
    int fresh;
    double theta;
    int64_t stall;
    int64_t step;
};

double fcap_bound_ceiling(double upper) {
    return upper * (1 - 5e-10);
}

fcap_status fcap_ascent_open(fcap_run *run, lagrange *b) {
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    struct ascent *const up = arena_array(mem, struct ascent, 1);
    if (up != NULL) {
        up->centre = arena_array(mem, double, n);
        up->trial = arena_array(mem, double, n);
        up->slope = arena_array(mem, double, n);
        up->start = arena_array(mem, double, n);
        up->member = arena_array(mem, int32_t, n);
        up->at.chosen = arena_array(mem, int64_t, b->s->k);
    }
    if (up == NULL || up->centre == NULL || up->trial == NULL || up->slope == NULL ||
        up->start == NULL || up->member == NULL || up->at.chosen == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the bound of %lld points", (long long)n);
    }
    b->up = up;
    return FCAP_OK;
}

void fcap_ascent_begin(lagrange *b, const double *pi) {
    struct ascent *const up = b->up;
    memcpy(up->trial, pi, (size_t)b->s->n * sizeof *pi);
    memset(up->slope, 0, (size_t)b->s->n * sizeof *pi);
    up->theta = 1;
    up->stall = 0;
    up->step = 0;
}

static void keep(lagrange *b) {
    struct ascent *const up = b->up;
    b->value = up->at.value;
    memcpy(up->centre, up->trial, (size_t)b->s->n * sizeof *up->centre);
    for (int64_t j = 0; j < b->s->n; j++) {
        b->pi[b->order[j]] = up->centre[j];
    }
    for (int64_t a = 0; a < b->n_alive; a++) {
        b->v[b->alive[a]] = b->set[b->alive[a]].value;
    }
}

fcap_status fcap_bound_ascend(fcap_run *run, lagrange *b, bound_goal *goal) {
    struct ascent *const up = b->up;
    int64_t const n = b->s->n;
    for (int64_t step = 0; step < goal->steps; step++) {
        if (fcap_run_should_stop(run, "bound", step, goal->steps)) {
            return FCAP_OK;
        }
        fcap_bound_evaluate(b, up->trial, &up->at);
        up->step++;
        if (up->at.value > b->value) {
            keep(b);
            up->stall = 0;
        } else if (++up->stall >= 20) {
            up->theta *= 0.5;
            up->stall = 0;
        }
        double const ceiling = fcap_bound_ceiling(goal->upper);
        if (b->value >= ceiling || goal->upper - b->value <= goal->gap * goal->upper ||
            b->n_alive < b->s->k) {
            return FCAP_OK;
        }
        double norm = 0;
        for (int64_t j = 0; j < n; j++) {
            up->start[j] = 1;
        }
        for (int64_t m = 0; m < b->s->k; m++) {
            int64_t const i = up->at.chosen[m];
            double cost;
            int64_t const size =
                fcap_subproblem_members(&b->sub, fcap_bound_row(b, i, b->row[0]), up->trial,
                                        b->place[i], &b->set[i], up->member, &cost);
            for (int64_t j = 0; j < size; j++) {
                up->start[up->member[j]] -= 1;
            }
            b->weight[i] = 0.1 + 0.9 * b->weight[i];
        }
        fcap_bound_fix(b, &up->at, ceiling);
        for (int64_t j = 0; j < n; j++) {
            up->slope[j] = up->start[j] + 0.7 * up->slope[j];
            norm += up->slope[j] * up->slope[j];
        }
        double const aim = goal->upper < INFINITY ? goal->upper * 1.0 : b->value * 1.02;
        double const length = norm > 0 ? up->theta * (aim - up->at.value) / norm : 0;
        for (int64_t j = 0; j < n; j++) {
            up->trial[j] += length * up->slope[j];
        }
    }
    return FCAP_OK;
}
