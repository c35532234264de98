/* sharpen.c - see sharpen.h.
 *
 * The dual value L(p) = sum_j min_i (d_ji + p[g(j)][i]) - sum_i sigma_P(p_i) is concave. If
 * point j goes to its cheapest place and (a_i, b_i) are the counts at which sigma_P(p_i) is
 * reached, members - counts is a subgradient s, and p + (target - L) s / |s|^2 is the step of
 * Polyak: it comes nearer to all prices whose value is the target, if there are any.
 */
#include "search/sharpen.h"

#include "base/vector.h"

#include <math.h>
#include <string.h>

enum {
    TILE = 256
};

#define SLOP 5e-7 /* as in priced_swap.c */

typedef struct dual {
    double value;
    double steepness; /* |s|^2 */
} dual;

WIDE static void cheapest(const priced_swap *w, const float *const *row, const double *price,
                          int64_t from, int64_t to, float *restrict least,
                          int32_t *restrict where) {
    const float *restrict const other = w->other + from;
    for (int64_t j = 0; j < to - from; j++) {
        least[j] = INFINITY;
        where[j] = 0;
    }
    for (int32_t i = 0; i < w->k; i++) {
        const float *restrict const d = row[i] + from;
        float const p0 = (float)price[i];
        float const difference = w->n_groups == 2 ? (float)(price[w->k + i] - price[i]) : 0.0f;
        for (int64_t j = 0; j < to - from; j++) {
            float const e = d[j] + (p0 + other[j] * difference);
            where[j] = e < least[j] ? i : where[j];
            least[j] = e < least[j] ? e : least[j];
        }
    }
}

/* The counts at which a cluster pays most are taken off the slope. */
static double pay_most(const priced_swap *w, const double *price, double *slope) {
    const polygon *const h = &w->fa->hull;
    double total = 0;
    for (int32_t i = 0; i < w->k; i++) {
        double const p1 = w->n_groups == 2 ? price[w->k + i] : 0;
        double most = -INFINITY;
        int32_t corner = 0;
        for (int32_t c = 0; c < h->n; c++) {
            double const pays = h->a[c] * price[i] + h->b[c] * p1;
            corner = pays > most ? c : corner;
            most = pays > most ? pays : most;
        }
        total += most;
        slope[i] -= h->a[corner];
        slope[w->k + i] -= h->b[corner];
    }
    return total;
}

static dual evaluate(const priced_swap *w, const float *const *row, const double *price,
                     double *slope) {
    int64_t const n = w->p->n;
    float least[TILE];
    int32_t where[TILE];
    double sum = 0;
    double size = 0;
    memset(slope, 0, 2 * (size_t)w->k * sizeof *slope);
    for (int64_t from = 0; from < n; from += TILE) {
        int64_t const to = n - from < TILE ? n : from + TILE;
        cheapest(w, row, price, from, to, least, where);
        for (int64_t j = 0; j < to - from; j++) {
            sum += (double)least[j];
            size += fabs((double)least[j]);
            slope[where[j] + (w->other[from + j] > 0 ? w->k : 0)] += 1;
        }
    }
    double const paid = pay_most(w, price, slope);
    double most = 0;
    double steepness = 0;
    for (int32_t v = 0; v < w->n_groups * w->k; v++) {
        most = fabs(price[v]) > most ? fabs(price[v]) : most;
        steepness += slope[v] * slope[v];
    }
    return (dual){sum - paid - SLOP * (size + 3 * most * (double)n), steepness};
}

double fcap_sharpen(priced_swap *w, const exchange *e, int32_t steps, double target,
                    double *price) {
    swap_room *const room = &w->room[0];
    int32_t const places = w->n_groups * w->k;
    const float *const kept = w->row[e->out];
    double best = e->bound;
    w->row[e->out] = fcap_points_row(w->p, e->candidate, room->row);
    memcpy(price, w->price, (size_t)places * sizeof *price);
    price[e->out] = e->price[0];
    if (w->n_groups == 2) {
        price[w->k + e->out] = e->price[1];
    }
    memcpy(room->price, price, (size_t)places * sizeof *price);
    for (int32_t step = 0; step < steps && best < target; step++) {
        dual const now = evaluate(w, w->row, room->price, room->slope);
        if (now.value > best) {
            best = now.value;
            memcpy(price, room->price, (size_t)places * sizeof *price);
        }
        if (now.steepness == 0 || best >= target) {
            break; /* the best prices there are, or good enough */
        }
        double const length = (target - now.value) / now.steepness;
        for (int32_t v = 0; v < places; v++) {
            room->price[v] += length * room->slope[v];
        }
    }
    w->row[e->out] = kept;
    return best;
}
