/* kmedoids.c - k points ("medoids") of least total distance to the others; no other rule.
 *
 *     minimise  sum_j min_i d(j, m_i)    over distinct points m_1 .. m_k
 *
 * The swap search of PAM [KR90], evaluated as in FasterPAM [SR21]: with dn_j and ds_j the
 * distances of j to its nearest and second nearest medoid, exchanging medoid i for o changes
 * the cost by
 *
 *     A(o) + R(i) + sum over j near i of min(max(d_jo, dn_j) - ds_j, 0)                (1)
 *     A(o) = sum_j min(d_jo - dn_j, 0),   R(i) = sum over j near i of (ds_j - dn_j)
 *
 * so one pass over the points judges all k exchanges for o. Candidates are judged in batches,
 * in parallel against the same medoids; then the improving ones are taken, best first, each
 * judged again if another was taken before it. The batches do not depend on the threads, so
 * neither do the labels. The search ends when no exchange of any candidate improves.
 *
 * Starts come from samples: distance sampling [AV07] and the same search on a sample, whose
 * medoids are then tried on all points. The cheapest go on with the search on all points. Up to
 * MATRIX_POINTS points every point is a candidate there, and the answer is swap-optimal;
 * beyond, only likely candidates are tried, and it is not.
 */
#include "cluster/kmedoids.h"

#include "base/parallel.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(FCAP_WIDE_VECTORS)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

enum {
    BATCH = 32,             /* candidates judged together; larger: better swaps, more judging */
    TOGETHER = 8,           /* of these share a thread and the loading of the points */
    TILE = 256,             /* points per vector loop: fits the first-level cache */
    SMALL_POINTS = 500,     /* up to here a start uses all points */
    SAMPLE_POINTS = 1500,   /* of a start, at most; larger: better starts, each slower */
    SAMPLE_LARGE = 4000,    /* the same beyond MATRIX_POINTS, where starts count for more */
    MATRIX_CHEAP = 2048,    /* up to here (16 MB) the matrix pays for itself at once */
    MATRIX_WIDE = 32,       /* from so many coordinates on it pays up to MATRIX_POINTS */
    NEAR_MEAN = 64,         /* candidates of each cluster beyond MATRIX_POINTS */
    CANDIDATES_RANDOM = 512 /* and anywhere */
};

#define LEAST_GAIN 1e-9 /* of the cost; smaller gains are rounding */

/* The medoids and what every point thinks of them. */
typedef struct state {
    points *p;
    int32_t k;
    double cost;
    int64_t *medoid; /* k */
    int32_t *near;   /* n: index of the nearest medoid */
    int32_t *second; /* n: of the second nearest; -1 when k = 1 */
    float *dn;       /* n: distance to the nearest */
    float *ds;       /* n: to the second nearest, `far` when k = 1 */
    double *removal; /* k: R(i) of (1) */
    char *is_medoid; /* n */
    float *row;      /* scratch for one row of distances */
    float far;       /* above every distance, but not so far that sums lose digits */
} state;

/* One candidate's best exchange. */
typedef struct swap {
    double change; /* of the cost; >= 0 means none improves */
    int64_t candidate;
    int32_t out; /* index of the medoid that goes */
} swap;

typedef struct batch {
    const state *s;
    swap swap[BATCH];
    float *row[BATCH];
    double *loss[BATCH];
} batch;

/* ---- the state ---- */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k-medoids of %lld points",
                         (long long)n);
}

static fcap_status state_open(fcap_run *run, points *p, int32_t k, state *s) {
    arena *const mem = &run->mem;
    *s = (state){.p = p,
                 .k = k,
                 .far = (float)(2 + 2 * sqrt((double)p->d)), /* coordinates are below 1 */
                 .medoid = arena_array(mem, int64_t, k),
                 .near = arena_array(mem, int32_t, p->stride),
                 .second = arena_array(mem, int32_t, p->stride),
                 .dn = arena_array(mem, float, p->stride),
                 .ds = arena_array(mem, float, p->stride),
                 .removal = arena_array(mem, double, k),
                 .is_medoid = arena_array(mem, char, p->n),
                 .row = arena_array(mem, float, p->stride)};
    int const ok = s->medoid != NULL && s->near != NULL && s->second != NULL && s->dn != NULL &&
                   s->ds != NULL && s->removal != NULL && s->is_medoid != NULL &&
                   s->row != NULL;
    return ok ? FCAP_OK : out_of_memory(run, p->n);
}

/* Takes medoid number c into account; ties go to the smaller number. */
static void consider(state *s, int32_t c) {
    const float *const d = fcap_points_row(s->p, s->medoid[c], s->row);
    for (int64_t j = 0; j < s->p->n; j++) {
        if (d[j] < s->dn[j]) {
            s->ds[j] = s->dn[j];
            s->second[j] = s->near[j];
            s->dn[j] = d[j];
            s->near[j] = c;
        } else if (d[j] < s->ds[j]) {
            s->ds[j] = d[j];
            s->second[j] = c;
        }
    }
}

static void sum_up(state *s) {
    memset(s->removal, 0, (size_t)s->k * sizeof *s->removal);
    s->cost = 0;
    for (int64_t j = 0; j < s->p->n; j++) {
        s->cost += s->dn[j];
        s->removal[s->near[j]] += (double)s->ds[j] - s->dn[j];
    }
}

/* Everything from the medoids alone. */
static void refresh(state *s) {
    memset(s->is_medoid, 0, (size_t)s->p->n);
    for (int64_t j = 0; j < s->p->n; j++) {
        s->dn[j] = s->ds[j] = s->far;
        s->near[j] = s->second[j] = -1;
    }
    for (int32_t c = 0; c < s->k; c++) {
        s->is_medoid[s->medoid[c]] = 1;
        consider(s, c);
    }
    sum_up(s);
}

/* ---- judging and making exchanges ---- */

/* Fills loss with R(i) + the sum of (1), and returns A(o). */
WIDE static double judge_points(const float *restrict d, const float *restrict dn,
                                const float *restrict ds, const int32_t *restrict near,
                                int64_t n, double *restrict loss) {
    double lane[LANES] = {0};
    double v[TILE];
    for (int64_t from = 0; from < n; from += TILE) {
        int64_t const to = n - from < TILE ? n - from : TILE;
        for (int64_t j = 0; j < to; j++) {
            double const a = d[from + j];
            double const b = dn[from + j];
            double const worse = (a > b ? a : b) - (double)ds[from + j];
            v[j] = worse < 0 ? worse : 0;
        }
        int64_t j = 0;
        for (; j + LANES <= to; j += LANES) {
            for (int l = 0; l < LANES; l++) {
                double const gain = (double)d[from + j + l] - (double)dn[from + j + l];
                lane[l] += gain < 0 ? gain : 0;
            }
        }
        for (; j < to; j++) {
            double const gain = (double)d[from + j] - (double)dn[from + j];
            lane[j % LANES] += gain < 0 ? gain : 0;
        }
        for (j = 0; j < to; j++) {
            loss[near[from + j]] += v[j];
        }
    }
    double gained = 0;
    for (int l = 0; l < LANES; l++) {
        gained += lane[l];
    }
    return gained;
}

/* d is the row of o. */
static swap judge(const state *s, int64_t o, const float *d, double *loss) {
    swap best = {0, o, -1};
    if (s->is_medoid[o]) {
        return best;
    }
    memcpy(loss, s->removal, (size_t)s->k * sizeof *loss);
    double const gained = judge_points(d, s->dn, s->ds, s->near, s->p->n, loss);
    for (int32_t i = 0; i < s->k; i++) {
        if (best.out < 0 || loss[i] + gained < best.change) {
            best.change = loss[i] + gained;
            best.out = i;
        }
    }
    return best;
}

static void judge_batch(void *context, int64_t from, int64_t to, int32_t thread) {
    batch *const b = context;
    const points *const p = b->s->p;
    (void)thread;
    if (p->matrix == NULL) {
        int64_t index[TOGETHER];
        for (int64_t i = from; i < to; i++) {
            index[i - from] = b->swap[i].candidate;
        }
        fcap_points_rows(p, index, to - from, &b->row[from]);
    }
    for (int64_t i = from; i < to; i++) {
        const float *const d =
            p->matrix == NULL ? b->row[i] : fcap_points_row(p, b->swap[i].candidate, NULL);
        b->swap[i] = judge(b->s, b->swap[i].candidate, d, b->loss[i]);
    }
}

/* Point j has lost its nearest or second nearest: find both again. */
static void look_again(state *s, int64_t j, const float *const *medoid_row) {
    s->dn[j] = s->ds[j] = s->far;
    s->near[j] = s->second[j] = -1;
    for (int32_t c = 0; c < s->k; c++) {
        float const d = medoid_row != NULL ? medoid_row[c][j]
                                           : fcap_points_distance_float(s->p, s->medoid[c], j);
        if (d < s->dn[j]) {
            s->ds[j] = s->dn[j];
            s->second[j] = s->near[j];
            s->dn[j] = d;
            s->near[j] = c;
        } else if (d < s->ds[j]) {
            s->ds[j] = d;
            s->second[j] = c;
        }
    }
}

static void make(state *s, swap w, const float **medoid_row) {
    s->is_medoid[s->medoid[w.out]] = 0;
    s->is_medoid[w.candidate] = 1;
    s->medoid[w.out] = w.candidate;
    const float *const d = fcap_points_row(s->p, w.candidate, s->row);
    int const kept = s->p->matrix != NULL;
    for (int32_t c = 0; kept && c < s->k; c++) {
        medoid_row[c] = fcap_points_row(s->p, s->medoid[c], NULL);
    }
    for (int64_t j = 0; j < s->p->n; j++) {
        if (s->near[j] == w.out || s->second[j] == w.out) {
            look_again(s, j, kept ? medoid_row : NULL);
        } else if (d[j] < s->dn[j]) {
            s->ds[j] = s->dn[j];
            s->second[j] = s->near[j];
            s->dn[j] = d[j];
            s->near[j] = w.out;
        } else if (d[j] < s->ds[j]) {
            s->ds[j] = d[j];
            s->second[j] = w.out;
        }
    }
    sum_up(s);
}

static int by_change(const void *left, const void *right) {
    const swap *const a = left;
    const swap *const b = right;
    if (a->change != b->change) {
        return a->change < b->change ? -1 : 1;
    }
    return (a->candidate > b->candidate) - (a->candidate < b->candidate);
}

/* Exchanges until none of the candidates improves. */
static fcap_status descend(fcap_run *run, state *s, const int64_t *candidate, int64_t n,
                           int64_t *iterations) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    batch b = {.s = s};
    const float **const medoid_row = arena_array(&run->mem, const float *, s->k);
    int ok = medoid_row != NULL;
    for (int i = 0; i < BATCH && ok; i++) {
        b.row[i] = s->p->matrix == NULL ? arena_array(&run->mem, float, s->p->stride) : s->row;
        b.loss[i] = arena_array(&run->mem, double, s->k);
        ok = b.row[i] != NULL && b.loss[i] != NULL;
    }
    if (!ok) {
        return out_of_memory(run, s->p->n);
    }
    int64_t since_gain = 0; /* candidates judged in a row that did not improve */
    for (int64_t at = 0; since_gain < n;) {
        int64_t const size = n < BATCH ? n : BATCH;
        for (int64_t i = 0; i < size; i++) {
            b.swap[i].candidate = candidate[at];
            at = at + 1 == n ? 0 : at + 1;
        }
        fcap_parallel_for(s->p->n < 2000 ? 1 : run->threads, size, TOGETHER, judge_batch, &b);
        qsort(b.swap, (size_t)size, sizeof b.swap[0], by_change);
        int made = 0;
        for (int64_t i = 0; i < size && b.swap[i].change < -LEAST_GAIN * s->cost; i++) {
            int64_t const o = b.swap[i].candidate;
            swap const w = made == 0
                               ? b.swap[i]
                               : judge(s, o, fcap_points_row(s->p, o, b.row[0]), b.loss[0]);
            if (w.change < -LEAST_GAIN * s->cost) {
                make(s, w, medoid_row);
                made++;
            }
        }
        *iterations += made;
        since_gain = made > 0 ? 0 : since_gain + size;
        if (fcap_run_should_stop(run, "swap", since_gain, n)) {
            break;
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- starts ---- */

/* The next medoid is drawn with probability proportional to its distance from those before. */
static void seed(state *s, rng *random) {
    int64_t const n = s->p->n;
    memset(s->is_medoid, 0, (size_t)n);
    for (int64_t j = 0; j < n; j++) {
        s->dn[j] = s->ds[j] = s->far;
        s->near[j] = s->second[j] = -1;
    }
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
        s->medoid[c] = pick;
        s->is_medoid[pick] = 1;
        consider(s, c);
    }
    sum_up(s);
}

/* One start and descent on all points of a sample. */
static fcap_status search_sample(fcap_run *run, points *p, int32_t k, rng random,
                                 int64_t *medoid, int64_t *iterations) {
    TRY(fcap_points_matrix(run, p));
    state s;
    TRY(state_open(run, p, k, &s));
    int64_t *const order = arena_array(&run->mem, int64_t, p->n);
    if (order == NULL) {
        return out_of_memory(run, p->n);
    }
    fcap_rng_shuffle(&random, order, p->n);
    seed(&s, &random);
    TRY(descend(run, &s, order, p->n, iterations));
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
static fcap_status likely_candidates(fcap_run *run, const state *s, rng *random,
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
static fcap_status choose_candidates(fcap_run *run, const state *s, rng random, int64_t **out,
                                     int64_t *n_out) {
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
static fcap_status make_starts(fcap_run *run, state *s, start *list, int32_t *n,
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
        refresh(s);
        t->cost = s->cost;
        memcpy(t->medoid, s->medoid, (size_t)s->k * sizeof *t->medoid);
        (*n)++;
        if (run->best_cost < 0 || ldexp(s->cost, s->p->exponent) < run->best_cost) {
            run->best_cost = ldexp(s->cost, s->p->exponent);
        }
        if (fcap_run_should_stop(run, "sample", *n, wanted)) {
            break;
        }
    }
    qsort(list, (size_t)*n, sizeof *list, by_cost);
    return FCAP_OK;
}

fcap_status fcap_kmedoids(fcap_run *run, points *p, int32_t k, int32_t effort, int32_t *labels,
                          int64_t *iterations) {
    /* By effort: starts from samples, and how many of them go on with all points. */
    static const int32_t starts[] = {0, 1, 2, 4, 6, 8, 12, 16, 32, 64};
    static const int32_t finalists[] = {0, 1, 1, 1, 1, 1, 2, 4, 8, 16};
    int64_t const cheap = 1000000 / (p->n * p->n); /* small problems can afford more */
    int32_t const times = cheap < 1 ? 1 : cheap > 8 ? 8 : (int32_t)cheap;
    int32_t const most_finalists = times * finalists[effort];
    int32_t n = times > 1 ? 2 * times * starts[effort] : starts[effort];
    assert(k >= 1 && k <= p->n && effort >= 1 && effort <= 9);
    if (p->n <= MATRIX_CHEAP || p->d >= MATRIX_WIDE) {
        TRY(fcap_points_matrix(run, p));
    }
    state s;
    TRY(state_open(run, p, k, &s));
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
        refresh(&s);
        arena_mark const mark = fcap_arena_save(&run->mem);
        rng const random = fcap_rng_fork(&run->random, UINT64_MAX - (uint64_t)f);
        int64_t *candidate = NULL;
        int64_t n_candidates = 0;
        TRY(choose_candidates(run, &s, random, &candidate, &n_candidates));
        TRY(descend(run, &s, candidate, n_candidates, iterations));
        fcap_arena_restore(&run->mem, mark);
        if (s.cost < best_cost) {
            best_cost = s.cost;
            memcpy(best, s.medoid, (size_t)k * sizeof *best);
        }
    }
    memcpy(s.medoid, best, (size_t)k * sizeof *best);
    refresh(&s);
    memcpy(labels, s.near, (size_t)p->n * sizeof *labels);
    for (int32_t c = 0; c < k; c++) {
        labels[best[c]] = c; /* even where two medoids coincide, no cluster is empty */
    }
    return FCAP_OK;
}
