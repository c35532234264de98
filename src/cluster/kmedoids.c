/* kmedoids.c - k points ("medoids") of least total distance to the others; no other rule.
 *
 *     minimise  sum_j min_i d(j, m_i)    over distinct points m_1 .. m_k
 *
 * Starts come from samples: distance sampling [AV07] and the swap search of swap.c on a sample,
 * whose medoids are then tried on all points. The cheapest go on with the swap search on all
 * points. Up to MATRIX_POINTS points every point is a candidate there, and the answer is
 * swap-optimal; beyond, only likely candidates are tried, and it is not.
 */
#include "cluster/kmedoids.h"

#include "cluster/swap.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SMALL_POINTS = 500,     /* up to here a start uses all points */
    SAMPLE_POINTS = 1500,   /* of a start, at most; larger: better starts, each slower */
    SAMPLE_LARGE = 4000,    /* the same beyond MATRIX_POINTS, where starts count for more */
    MATRIX_CHEAP = 2048,    /* up to here (16 MB) the matrix pays for itself at once */
    MATRIX_WIDE = 32,       /* from so many coordinates on it pays up to MATRIX_POINTS */
    NEAR_MEAN = 64,         /* candidates of each cluster beyond MATRIX_POINTS */
    CANDIDATES_RANDOM = 512 /* and anywhere */
};

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k-medoids of %lld points",
                         (long long)n);
}

/* ---- starts ---- */

/* The next medoid is drawn with probability proportional to its distance from those before. */
static void seed(swap_state *s, rng *random) {
    int64_t const n = s->p->n;
    fcap_swap_clear(s);
    for (int32_t c = 0; c < s->k; c++) {
        double total = 0;
        for (int64_t j = 0; j < n && c > 0; j++) {
            total += s->dn[j];
        }
        int64_t pick = -1;
        if (c == 0) {
            pick = fcap_rng_below(random, n);
        } else if (total > 0) {
            double left = fcap_rng_unit(random) * total;
            for (int64_t j = 0; j < n; j++) {
                if (s->dn[j] > 0 && !s->is_medoid[j]) {
                    pick = j; /* the last one, if rounding leaves a rest */
                    left -= s->dn[j];
                    if (left < 0) {
                        break;
                    }
                }
            }
        }
        for (int64_t j = 0; pick < 0; j++) { /* all points coincide with medoids */
            pick = s->is_medoid[j] ? -1 : j;
        }
        fcap_swap_add(s, c, pick);
    }
    fcap_swap_sum(s);
}

/* One start and descent on all points of a sample. */
static fcap_status search_sample(fcap_run *run, points *p, int32_t k, rng random,
                                 int64_t *medoid, int64_t *iterations) {
    TRY(fcap_points_matrix(run, p));
    swap_state s;
    TRY(fcap_swap_open(run, p, k, &s));
    int64_t *const order = arena_array(&run->mem, int64_t, p->n);
    if (order == NULL) {
        return out_of_memory(run, p->n);
    }
    fcap_rng_shuffle(&random, order, p->n);
    seed(&s, &random);
    TRY(fcap_swap_descend(run, &s, order, p->n, iterations));
    memcpy(medoid, s.medoid, (size_t)k * sizeof *medoid);
    return FCAP_OK;
}

static int by_index(const void *left, const void *right) {
    int64_t const a = *(const int64_t *)left;
    int64_t const b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* m different numbers below n, ascending. scratch has room for n if 2 m > n. */
static void draw_sample(rng *random, int64_t n, int64_t m, int64_t *out, int64_t *scratch) {
    if (2 * m > n) {
        fcap_rng_shuffle(random, scratch, n);
        memcpy(out, scratch, (size_t)m * sizeof *out);
        qsort(out, (size_t)m, sizeof *out, by_index);
        return;
    }
    for (int64_t have = 0; have < m;) {
        for (int64_t i = have; i < m; i++) {
            out[i] = fcap_rng_below(random, n);
        }
        qsort(out, (size_t)m, sizeof *out, by_index);
        have = 0;
        for (int64_t i = 0; i < m; i++) {
            if (have == 0 || out[i] != out[have - 1]) {
                out[have++] = out[i];
            }
        }
    }
}

static int64_t sample_size(int64_t n, int32_t k) {
    if (n <= SMALL_POINTS) {
        return n;
    }
    int64_t const most = n > MATRIX_POINTS ? SAMPLE_LARGE : SAMPLE_POINTS;
    int64_t const least = 100 + 5 * (int64_t)k;
    int64_t m = n / 3 < most ? n / 3 : most;
    m = m < least ? least : m;
    return m > n ? n : m;
}

/* The medoids of a sample, as points of the whole. */
static fcap_status medoids_of_sample(fcap_run *run, const points *p, int32_t k, rng random,
                                     int64_t *medoid, int64_t *iterations) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const m = sample_size(p->n, k);
    int64_t *const index = arena_array(&run->mem, int64_t, m);
    int64_t *const scratch = arena_array(&run->mem, int64_t, 2 * m > p->n ? p->n : 0);
    if (index == NULL || scratch == NULL) {
        return out_of_memory(run, m);
    }
    draw_sample(&random, p->n, m, index, scratch);
    points sample;
    TRY(fcap_points_subset(run, p, index, m, &sample));
    TRY(search_sample(run, &sample, k, random, medoid, iterations));
    for (int32_t c = 0; c < k; c++) {
        medoid[c] = index[medoid[c]];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* Random candidates and, for each cluster, the points nearest to its mean: where a better
 * medoid is likely. */
static fcap_status likely_candidates(fcap_run *run, const swap_state *s, rng *random,
                                     int64_t n_random, int64_t **out, int64_t *n_out) {
    int64_t const n = s->p->n;
    int32_t const d = s->p->d;
    int64_t const room = n_random + (int64_t)s->k * NEAR_MEAN;
    int64_t *const list = arena_array(&run->mem, int64_t, room);
    double *const mean = arena_array(&run->mem, double, (int64_t)s->k *d);
    int64_t *const size = arena_array(&run->mem, int64_t, s->k);
    double *const nearest = arena_array(&run->mem, double, (int64_t)s->k *NEAR_MEAN);
    int64_t *const who = arena_array(&run->mem, int64_t, (int64_t)s->k * NEAR_MEAN);
    int32_t *const have = arena_array(&run->mem, int32_t, s->k);
    if (list == NULL || mean == NULL || size == NULL || nearest == NULL || who == NULL ||
        have == NULL) {
        return out_of_memory(run, n);
    }
    for (int64_t j = 0; j < n; j++) {
        size[s->near[j]]++;
        for (int32_t c = 0; c < d; c++) {
            mean[(int64_t)s->near[j] * d + c] += fcap_points_coordinate(s->p, j, c);
        }
    }
    for (int64_t j = 0; j < n; j++) {
        int32_t const i = s->near[j];
        double square = 0;
        for (int32_t c = 0; c < d; c++) {
            double const t =
                fcap_points_coordinate(s->p, j, c) - mean[(int64_t)i * d + c] / (double)size[i];
            square += t * t;
        }
        double *const best = nearest + (int64_t)i * NEAR_MEAN;
        int64_t *const index = who + (int64_t)i * NEAR_MEAN;
        if (have[i] == NEAR_MEAN && square >= best[NEAR_MEAN - 1]) {
            continue;
        }
        int32_t at = have[i] < NEAR_MEAN ? have[i]++ : NEAR_MEAN - 1;
        for (; at > 0 && best[at - 1] > square; at--) {
            best[at] = best[at - 1];
            index[at] = index[at - 1];
        }
        best[at] = square;
        index[at] = j;
    }
    *n_out = 0;
    for (int32_t rank = 0; rank < NEAR_MEAN; rank++) { /* the nearest of all clusters first */
        for (int32_t i = 0; i < s->k; i++) {
            if (rank < have[i]) {
                list[(*n_out)++] = who[(int64_t)i * NEAR_MEAN + rank];
            }
        }
    }
    for (int64_t i = 0; i < n_random; i++) {
        list[(*n_out)++] = fcap_rng_below(random, n);
    }
    *out = list;
    return FCAP_OK;
}

/* All points in random order, or the likely ones where there are too many. */
static fcap_status choose_candidates(fcap_run *run, const swap_state *s, rng random,
                                     int64_t **out, int64_t *n_out) {
    if (s->p->n > MATRIX_POINTS) {
        return likely_candidates(run, s, &random, CANDIDATES_RANDOM, out, n_out);
    }
    *n_out = s->p->n;
    *out = arena_array(&run->mem, int64_t, *n_out);
    if (*out == NULL) {
        return out_of_memory(run, s->p->n);
    }
    fcap_rng_shuffle(&random, *out, *n_out);
    return FCAP_OK;
}

/* ---- the story ---- */

/* A start: medoids from a sample, and what they cost on all points. */
typedef struct start {
    double cost;
    int32_t number;
    int64_t *medoid;
} start;

static int by_cost(const void *left, const void *right) {
    const start *const a = left;
    const start *const b = right;
    if (a->cost != b->cost) {
        return a->cost < b->cost ? -1 : 1;
    }
    return (a->number > b->number) - (a->number < b->number);
}

/* Starts in [0, n), cheapest first; fewer when the run is stopped, but at least one. */
static fcap_status make_starts(fcap_run *run, swap_state *s, start *list, int32_t *n,
                               int64_t *iterations) {
    int32_t const wanted = *n;
    for (*n = 0; *n < wanted;) {
        start *const t = &list[*n];
        t->number = *n;
        t->medoid = arena_array(&run->mem, int64_t, s->k);
        if (t->medoid == NULL) {
            return out_of_memory(run, s->p->n);
        }
        rng const random = fcap_rng_fork(&run->random, (uint64_t)*n);
        TRY(medoids_of_sample(run, s->p, s->k, random, s->medoid, iterations));
        fcap_swap_refresh(s);
        t->cost = s->cost;
        memcpy(t->medoid, s->medoid, (size_t)s->k * sizeof *t->medoid);
        (*n)++;
        fcap_run_note_cost(run, ldexp(s->cost, s->p->exponent));
        if (fcap_run_should_stop(run, "sample", *n, wanted)) {
            break;
        }
    }
    qsort(list, (size_t)*n, sizeof *list, by_cost);
    return FCAP_OK;
}

fcap_status fcap_kmedoids(fcap_run *run, points *p, int32_t k, int32_t effort, int32_t *labels,
                          int64_t *medoid, int64_t *iterations) {
    assert(k >= 1 && k <= p->n && effort >= 1 && effort <= 9);
    /* By effort: starts from samples, and how many of them go on with all points. Local optima
     * differ by some tenths of a percent where the data have no clusters, so several are worth
     * their time; one more where a sample is a small part of the data. */
    static const int32_t starts[] = {0, 1, 1, 2, 2, 2, 4, 8, 16, 32};
    static const int32_t finalists[] = {0, 1, 1, 1, 2, 2, 4, 8, 16, 32};
    int64_t const cheap = 1000000 / (p->n * p->n); /* small problems can afford more */
    int32_t const times = cheap < 1 ? 1 : cheap > 8 ? 8 : (int32_t)cheap;
    int const large = p->n > MATRIX_CHEAP;
    int32_t const most_finalists = times * finalists[effort] + (large && effort >= 5);
    int32_t n = (times > 1 || large ? 4 : 1) * times * starts[effort];
    if (p->n <= MATRIX_CHEAP || p->d >= MATRIX_WIDE) {
        TRY(fcap_points_matrix(run, p));
    }
    swap_state s;
    TRY(fcap_swap_open(run, p, k, &s));
    int64_t *const best = arena_array(&run->mem, int64_t, k);
    start *const list = arena_array(&run->mem, start, n);
    if (best == NULL || list == NULL) {
        return out_of_memory(run, p->n);
    }
    TRY(make_starts(run, &s, list, &n, iterations));
    double best_cost = list[0].cost;
    memcpy(best, list[0].medoid, (size_t)k * sizeof *best);
    for (int32_t f = 0; f < most_finalists && f < n && run->stopped == FCAP_FEASIBLE; f++) {
        memcpy(s.medoid, list[f].medoid, (size_t)k * sizeof *best);
        fcap_swap_refresh(&s);
        arena_mark const mark = fcap_arena_save(&run->mem);
        rng const random = fcap_rng_fork(&run->random, UINT64_MAX - (uint64_t)f);
        int64_t *candidate = NULL;
        int64_t n_candidates = 0;
        TRY(choose_candidates(run, &s, random, &candidate, &n_candidates));
        TRY(fcap_swap_descend(run, &s, candidate, n_candidates, iterations));
        fcap_arena_restore(&run->mem, mark);
        if (s.cost < best_cost) {
            best_cost = s.cost;
            memcpy(best, s.medoid, (size_t)k * sizeof *best);
        }
    }
    memcpy(s.medoid, best, (size_t)k * sizeof *best);
    fcap_swap_refresh(&s);
    memcpy(labels, s.near, (size_t)p->n * sizeof *labels);
    for (int32_t c = 0; c < k; c++) {
        labels[best[c]] = c; /* even where two medoids coincide, no cluster is empty */
    }
    if (medoid != NULL) {
        memcpy(medoid, best, (size_t)k * sizeof *medoid);
    }
    return FCAP_OK;
}
