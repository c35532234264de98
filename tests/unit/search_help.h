/* search_help.h - small problems for the tests of src/search, and what is best by trying all.
 */
#ifndef TESTS_SEARCH_HELP_H
#define TESTS_SEARCH_HELP_H

#include "instances.h"
#include "search/search.h"
#include "verify.h"

#include <math.h>
#include <string.h>

enum {
    SMALL_MOST = 400,
    SMALL_D = 3
};

/* A drawn problem, opened. */
typedef struct small {
    fcap_run run;
    double x[SMALL_MOST * SMALL_D];
    int32_t group[SMALL_MOST];
    fcap_attribute attribute;
    rules r;
    shape s;
    points p;
    int32_t d;
} small;

/* n points, k clusters: with `balanced` two groups and a balance, else sizes alone. 0 when no
 * answer exists; then nothing is open. */
static inline int small_open(small *w, dice *luck, int64_t n, int32_t k, int balanced,
                             shape_of_points kind) {
    w->d = (int32_t)roll(luck, 1, SMALL_D);
    draw_points(luck, kind, w->x, n, w->d);
    for (int64_t j = 0; j < n; j++) {
        w->group[j] = (int32_t)roll(luck, 0, 1);
    }
    int64_t const den = roll(luck, 1, 4);
    w->attribute = (fcap_attribute){w->group, 2, {roll(luck, 1, den), den}};
    int64_t const even = (n + k - 1) / k;
    w->r = (rules){.n = n,
                   .k = k,
                   .capacity = even + roll(luck, 0, 2),
                   .min_size = even > 2 ? roll(luck, 1, 2) : 1,
                   .attribute = &w->attribute,
                   .n_attributes = balanced,
                   .n_counts = balanced ? 2 : 0};
    fcap_options o;
    fcap_options_init(&o);
    o.threads = 2;
    fcap_run_open(&w->run, &o, NULL);
    int const ok = w->r.min_size * k <= n &&
                   fcap_points_open(&w->run, w->x, n, w->d, &w->p) == FCAP_OK &&
                   fcap_shape_open(&w->run, &w->r, &w->s) == FCAP_OK && w->s.least <= w->s.most;
    if (!ok) {
        fcap_run_close(&w->run);
    }
    return ok;
}

static inline int small_allows(const small *w, const int32_t *label) {
    int64_t count[2][16] = {{0}};
    for (int64_t j = 0; j < w->r.n; j++) {
        count[w->r.n_attributes > 0 ? w->group[j] : 0][label[j]]++;
    }
    for (int32_t i = 0; i < w->r.k; i++) {
        int64_t const a = count[0][i];
        int64_t const b = count[1][i];
        fcap_ratio const t = w->attribute.balance;
        if (a + b < w->r.min_size || a + b > w->r.capacity) {
            return 0;
        }
        if (w->r.n_attributes > 0 && (a * t.den < b * t.num || b * t.den < a * t.num)) {
            return 0;
        }
    }
    return 1;
}

/* The least cost of all labels for these medoids; infinite when there are none. k^n trials. */
static inline double small_best(const small *w, const int64_t *medoid) {
    int32_t label[16] = {0};
    double best = INFINITY;
    for (;;) {
        if (small_allows(w, label)) {
            double cost = 0;
            for (int64_t j = 0; j < w->r.n; j++) {
                cost += fcap_points_distance(&w->p, medoid[label[j]], j);
            }
            best = cost < best ? cost : best;
        }
        int64_t j = 0;
        while (j < w->r.n && ++label[j] == w->r.k) {
            label[j++] = 0;
        }
        if (j == w->r.n) {
            return best;
        }
    }
}

/* An answer as the tests' own judge sees it; its squares of huge coordinates are infinite. */
static inline int small_is_valid(const small *w, const answer *a) {
    fcap_ratio const t = w->r.n_attributes > 0 ? w->attribute.balance : (fcap_ratio){0, 1};
    int32_t const groups = w->r.n_attributes > 0 ? 2 : 0;
    verified const v =
        verify(w->x, w->r.n, w->d, w->group, groups, t.num, t.den, a->label, w->r.k);
    double const cost = ldexp(a->cost, w->p.exponent);
    int const as_claimed = v.cost == INFINITY || fabs(v.cost - cost) <= 1e-9 * (1 + cost);
    return v.is_partition && v.largest <= w->r.capacity && v.smallest >= w->r.min_size &&
           (w->r.n_attributes == 0 || v.balanced) && as_claimed;
}

#endif
