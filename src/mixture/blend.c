/* blend.c - see blend.h. */
#include "mixture/blend.h"

#include <math.h>

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the coordinates of %lld rows", (long long)n);
}

/* Coordinate `from` of the points, around its mean and times `by`, as coordinate `to`. */
static void take_coordinate(const points *p, int32_t from, double by, blend *b, int32_t to) {
    double mean = 0;
    for (int64_t i = 0; i < p->n; i++) {
        mean += fcap_points_coordinate(p, i, from);
    }
    mean /= (double)p->n;
    for (int64_t i = 0; i < p->n; i++) {
        b->x[i * b->d + to] = (fcap_points_coordinate(p, i, from) - mean) * by;
    }
}

fcap_status fcap_blend_open(fcap_run *run, const points *p, const rules *r, blend *out) {
    double most = 0;
    *out = (blend){.d = 0};
    for (int32_t c = 0; c < p->d; c++) {
        out->near += r->aim[c] > 0;
        out->d += r->aim[c] != 0;
        /* no fmax() here: gcc 12 for aarch64 fails on it ("internal compiler error") */
        double const weight = fabs(r->aim[c]);
        most = weight > most ? weight : most;
    }
    out->idle = out->d == 0;
    out->d += out->idle; /* a coordinate that is 0 everywhere */
    out->unit = frexp(most, &out->exponent);
    out->exponent += 2 * p->x_exponent;
    out->x = arena_array(&run->mem, double, p->n * out->d);
    if (out->x == NULL) {
        return out_of_memory(run, p->n);
    }
    int32_t near = 0;
    int32_t spread = out->near;
    for (int32_t c = 0; c < p->d; c++) {
        if (r->aim[c] != 0) {
            take_coordinate(p, c, sqrt(fabs(r->aim[c]) / most), out,
                            r->aim[c] > 0 ? near++ : spread++);
        }
    }
    return FCAP_OK;
}

fcap_status fcap_blend_items(fcap_run *run, const items *it, blend *b) {
    b->stride = (b->d + BLEND_LANES - 1) / BLEND_LANES * BLEND_LANES;
    b->sum = arena_array(&run->mem, double, it->n * b->stride);
    b->sign = arena_array(&run->mem, double, b->stride);
    b->size = arena_array(&run->mem, double, it->n);
    b->nothing = arena_array(&run->mem, double, b->stride);
    if (b->sum == NULL || b->sign == NULL || b->size == NULL || b->nothing == NULL) {
        return out_of_memory(run, it->n);
    }
    for (int32_t c = 0; c < b->d; c++) {
        b->sign[c] = c < b->near ? 1 : -1;
    }
    b->at_most = b->whole = 0;
    for (int64_t item = 0; item < it->n; item++) {
        double *const sum = b->sum + item * b->stride;
        b->size[item] = (double)(it->start[item + 1] - it->start[item]);
        for (int64_t at = it->start[item]; at < it->start[item + 1]; at++) {
            const double *const x = b->x + it->member[at] * b->d;
            for (int32_t c = 0; c < b->d; c++) {
                sum[c] += x[c];
                b->at_most += c < b->near ? x[c] * x[c] : 0;
                b->whole += x[c] * x[c];
            }
        }
    }
    return FCAP_OK;
}

double fcap_blend_q(const blend *b, const double *sum) {
    double q = 0;
    for (int32_t c = 0; c < b->d; c++) {
        q += b->sign[c] * sum[c] * sum[c];
    }
    return q;
}
