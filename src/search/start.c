/* start.c - see start.h. */
#include "search/start.h"

#include "cluster/kmedoids.h"

#include <math.h>
#include <string.h>

static int may_be(const search *w, int64_t j) {
    return w->candidate == NULL || w->candidate[j];
}

static int is_among(const int64_t *medoid, int32_t k, int64_t j) {
    for (int32_t i = 0; i < k; i++) {
        if (medoid[i] == j) {
            return 1;
        }
    }
    return 0;
}

/* A point by lot, with these weights, which are 0 for medoids; where all are 0, any that is not
 * yet a medoid. Falls back on points that are no candidates when there is no other. */
static int64_t draw(const search *w, rng *random, const float *weight, const int64_t *medoid,
                    int32_t have) {
    int64_t const n = w->p->n;
    double total = 0;
    for (int64_t j = 0; j < n; j++) {
        total += may_be(w, j) ? (double)weight[j] : 0;
    }
    int64_t pick = -1;
    double left = fcap_rng_unit(random) * total;
    for (int64_t j = 0; j < n && left >= 0 && total > 0; j++) {
        if (weight[j] > 0 && may_be(w, j)) {
            pick = j; /* the last one, if rounding leaves a rest */
            left -= (double)weight[j];
        }
    }
    for (int pass = 0; pass < 2 && pick < 0; pass++) {
        int64_t const from = fcap_rng_below(random, n);
        for (int64_t step = 0; step < n && pick < 0; step++) {
            int64_t const j = from + step < n ? from + step : from + step - n;
            int const fits = (pass > 0 || may_be(w, j)) && !is_among(medoid, have, j);
            pick = fits ? j : -1;
        }
    }
    return pick;
}

fcap_status fcap_start_seed(fcap_run *run, const search *w, rng *random, int64_t *medoid) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const n = w->p->n;
    float *const least = arena_array(&run->mem, float, n);
    float *const scratch = arena_array(&run->mem, float, w->p->stride);
    if (least == NULL || scratch == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for starts of %lld points",
                             (long long)n);
    }
    for (int64_t j = 0; j < n; j++) {
        least[j] = 1;
    }
    for (int32_t i = 0; i < w->s->k; i++) {
        medoid[i] = draw(w, random, least, medoid, i);
        const float *const row = fcap_points_row(w->p, medoid[i], scratch);
        for (int64_t j = 0; j < n; j++) {
            least[j] = i == 0 || row[j] < least[j] ? row[j] : least[j];
        }
        least[medoid[i]] = 0;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_start_free(fcap_run *run, const search *w, int64_t *medoid) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t *const label = arena_array(&run->mem, int32_t, w->p->n);
    int64_t iterations = 0;
    points view = *w->p; /* k-medoids may make a matrix, which goes with the mark */
    if (label == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for starts of %lld points",
                             (long long)w->p->n);
    }
    run->sketching = 1; /* its costs are not ours */
    fcap_status const status =
        fcap_kmedoids(run, &view, w->s->k, 1, label, medoid, &iterations);
    run->sketching = 0;
    TRY(status);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- kicks ---- */

/* The medoids of a nearest to the point x that are not in list[0 .. have) yet, up to `wanted`
 * in all. */
static void nearest_medoids(const search *w, const answer *a, int64_t x, int32_t have,
                            int32_t wanted, int32_t *list) {
    for (; have < wanted; have++) {
        double least = INFINITY;
        list[have] = 0;
        for (int32_t i = 0; i < a->k; i++) {
            int taken = 0;
            for (int32_t c = 0; c < have; c++) {
                taken |= list[c] == i;
            }
            double const d = taken ? INFINITY : fcap_points_distance(w->p, x, a->medoid[i]);
            if (d < least) {
                least = d;
                list[have] = i;
            }
        }
    }
}

void fcap_start_region(const search *w, rng *random, const answer *a, int32_t n,
                       int32_t *list) {
    int64_t const x = fcap_rng_below(random, a->n);
    int64_t const y = fcap_rng_below(random, a->n);
    int const two_places = fcap_rng_below(random, 3) == 0;
    nearest_medoids(w, a, x, 0, two_places ? n / 2 : n, list);
    nearest_medoids(w, a, y, two_places ? n / 2 : n, n, list);
}

/* A random member of the clusters in list. */
static int64_t draw_member(const search *w, rng *random, const answer *a, const int32_t *list,
                           int32_t n) {
    int64_t const from = fcap_rng_below(random, a->n);
    for (int64_t step = 0; step < a->n; step++) {
        int64_t const j = from + step < a->n ? from + step : from + step - a->n;
        int inside = 0;
        for (int32_t c = 0; c < n; c++) {
            inside |= a->label[j] == list[c];
        }
        if (inside && may_be(w, j) && !is_among(a->medoid, a->k, j)) {
            return j;
        }
    }
    return -1;
}

enum {
    KICKED_MOST = 3, /* medoids drawn anew */
    AROUND = 2       /* further clusters whose members may be drawn */
};

void fcap_start_kick(const search *w, rng *random, answer *a) {
    int64_t const x = fcap_rng_below(random, a->n);
    int32_t const kinds = (int32_t)fcap_rng_below(random, 4);
    if (kinds == 0) { /* one from anywhere */
        int64_t const by = fcap_rng_below(random, a->n);
        int32_t const i = (int32_t)fcap_rng_below(random, a->k);
        if (!is_among(a->medoid, a->k, by) && may_be(w, by)) {
            a->medoid[i] = by;
        }
        return;
    }
    int32_t list[KICKED_MOST + AROUND] = {0};
    int32_t const most = a->k < KICKED_MOST ? a->k : KICKED_MOST;
    int32_t const kicked = most < 2 ? most : 2 + (int32_t)fcap_rng_below(random, most - 1);
    int32_t const around = kicked + AROUND < a->k ? kicked + AROUND : a->k;
    nearest_medoids(w, a, x, 0, around, list);
    for (int32_t c = 0; c < kicked; c++) {
        int64_t const by = draw_member(w, random, a, list, around);
        if (by >= 0) {
            a->medoid[list[c]] = by;
        }
    }
}

/* ---- two answers crossed ---- */

static void inherit(const answer *from, int32_t i, int32_t place, answer *out) {
    out->medoid[place] = from->medoid[i];
    for (int32_t g = 0; g < out->n_groups; g++) {
        out->price[g * out->k + place] = from->price[g * from->k + i];
    }
}

void fcap_start_cross(const search *w, rng *random, const answer *a, const answer *b,
                      answer *out) {
    int32_t const k = a->k;
    int64_t const x = fcap_rng_below(random, a->n);
    int32_t const wanted = 1 + (int32_t)fcap_rng_below(random, k - 1);
    int32_t have = 0;
    for (; have < wanted; have++) { /* of b, the nearest to x that are left */
        double least = INFINITY;
        int32_t best = 0;
        for (int32_t i = 0; i < k; i++) {
            double const d = fcap_points_distance(w->p, x, b->medoid[i]);
            if (d < least && !is_among(out->medoid, have, b->medoid[i])) {
                least = d;
                best = i;
            }
        }
        inherit(b, best, have, out);
    }
    for (; have < k; have++) { /* of a, the farthest */
        double most = -1;
        int32_t best = 0;
        for (int32_t i = 0; i < k; i++) {
            double const d = fcap_points_distance(w->p, x, a->medoid[i]);
            if (d > most && !is_among(out->medoid, have, a->medoid[i])) {
                most = d;
                best = i;
            }
        }
        inherit(a, best, have, out);
    }
}
