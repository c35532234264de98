/* alternate.c - see alternate.h.
 *
 * The best member of a cluster C minimises S(x) = sum over y in C of d(x, y). After S(m) is
 * known for the medoid m,
 *
 *     S(x) >= |C| d(x, m) - S(m)                                   (triangle inequality)
 *
 * excludes the far ones, and a sum that exceeds the best one is broken off. Sums of floats
 * screen, sums of doubles decide, in the order of the members; ties: the medoid, then the
 * smaller index. O(n^2 / k) at worst, some tenths of that usually.
 */
#include "search/alternate.h"

#include "base/parallel.h"

#include <math.h>
#include <string.h>

enum {
    STRIP = 32,          /* members summed between looks at the limit */
    NEAR_MEAN = 48,      /* tried in a large cluster */
    LARGE_SIZE = 1000,   /* members of a large cluster, where there is no matrix */
    PARALLEL_FROM = 1500 /* points; with fewer a thread is not worth making */
};

#define LEAST_GAIN  1e-10 /* of the cost; smaller gains are rounding */
#define FLOAT_SLACK 1e-6  /* relative: more than sums of float distances can be wrong */

typedef struct middles {
    const points *p;
    const answer *a;
    const char *candidate;
    int64_t *start;  /* k + 1: where the members of a cluster begin */
    int64_t *member; /* n, ascending in each cluster */
    int64_t *found;  /* k: the best members */
    double *sum;     /* k: their sums */
    double *own;     /* k: the sums of the medoids as they were */
    double *mean;    /* k rows of d, where there is no matrix */
} middles;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for medoids of %lld points",
                         (long long)n);
}

static void list_members(middles *w) {
    const answer *const a = w->a;
    memset(w->start, 0, (size_t)(a->k + 1) * sizeof *w->start);
    for (int64_t j = 0; j < a->n; j++) {
        w->start[a->label[j] + 1]++;
    }
    for (int32_t i = 0; i < a->k; i++) {
        w->start[i + 1] += w->start[i];
    }
    for (int64_t j = 0; j < a->n; j++) {
        w->member[w->start[a->label[j]]++] = j;
    }
    for (int32_t i = a->k; i > 0; i--) {
        w->start[i] = w->start[i - 1];
    }
    w->start[0] = 0;
}

/* The sum in doubles. */
static double sum_of(const middles *w, int32_t i, int64_t x) {
    double sum = 0;
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        sum += fcap_points_distance(w->p, x, w->member[at]);
    }
    return sum;
}

/* The sum of floats, broken off above the limit. */
static double screened(const middles *w, int32_t i, int64_t x, double limit) {
    const float *const row = w->p->matrix == NULL ? NULL : fcap_points_row(w->p, x, NULL);
    double sum = 0;
    for (int64_t at = w->start[i]; at < w->start[i + 1] && sum <= limit;) {
        int64_t const left = w->start[i + 1] - at;
        int64_t const to = at + (left < STRIP ? left : STRIP);
        for (; at < to; at++) {
            int64_t const y = w->member[at];
            sum += row != NULL ? row[y] : fcap_points_distance_float(w->p, x, y);
        }
    }
    return sum;
}

static void try_member(middles *w, int32_t i, int64_t x) {
    int64_t const m = w->a->medoid[i];
    double const size = (double)(w->start[i + 1] - w->start[i]);
    double const limit = w->sum[i] * (1 + FLOAT_SLACK);
    if (x == w->found[i] || (w->candidate != NULL && !w->candidate[x])) {
        return;
    }
    double const far = w->p->matrix == NULL ? fcap_points_distance_float(w->p, m, x)
                                            : fcap_points_row(w->p, m, NULL)[x];
    if (size * far * (1 - FLOAT_SLACK) - w->own[i] > limit) {
        return;
    }
    if (screened(w, i, x, limit) > limit) {
        return;
    }
    double const sum = sum_of(w, i, x);
    if (sum < w->sum[i]) {
        w->sum[i] = sum;
        w->found[i] = x;
    }
}

static void all_members(middles *w, int32_t i) {
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        try_member(w, i, w->member[at]);
    }
}

/* The members nearest to the mean, for clusters whose all would take too long. */
static void members_near_mean(middles *w, int32_t i) {
    const points *const p = w->p;
    double *const mean = w->mean + (int64_t)i * p->d;
    double const size = (double)(w->start[i + 1] - w->start[i]);
    int64_t who[NEAR_MEAN];
    double far[NEAR_MEAN];
    int32_t have = 0;
    memset(mean, 0, (size_t)p->d * sizeof *mean);
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        for (int32_t c = 0; c < p->d; c++) {
            mean[c] += fcap_points_coordinate(p, w->member[at], c) / size;
        }
    }
    for (int64_t at = w->start[i]; at < w->start[i + 1]; at++) {
        double square = 0;
        for (int32_t c = 0; c < p->d; c++) {
            double const t = fcap_points_coordinate(p, w->member[at], c) - mean[c];
            square += t * t;
        }
        if (have == NEAR_MEAN && square >= far[NEAR_MEAN - 1]) {
            continue;
        }
        int32_t to = have < NEAR_MEAN ? have++ : NEAR_MEAN - 1;
        for (; to > 0 && far[to - 1] > square; to--) {
            far[to] = far[to - 1];
            who[to] = who[to - 1];
        }
        far[to] = square;
        who[to] = w->member[at];
    }
    for (int32_t at = 0; at < have; at++) {
        try_member(w, i, who[at]);
    }
}

static void middle_of(void *context, int64_t from, int64_t to, int32_t thread) {
    (void)thread;
    middles *const w = context;
    for (int32_t i = (int32_t)from; i < (int32_t)to; i++) {
        w->found[i] = w->a->medoid[i];
        w->own[i] = w->sum[i] = sum_of(w, i, w->found[i]);
        if (w->p->matrix == NULL && w->start[i + 1] - w->start[i] > LARGE_SIZE) {
            members_near_mean(w, i);
        } else {
            all_members(w, i);
        }
    }
}

fcap_status fcap_alternate_medoids(fcap_run *run, const points *p, const char *candidate,
                                   answer *a, int32_t *changed) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const coordinates = p->matrix == NULL ? (int64_t)a->k * p->d : 0;
    middles w = {.p = p,
                 .a = a,
                 .candidate = candidate,
                 .start = arena_array(&run->mem, int64_t, a->k + 1),
                 .member = arena_array(&run->mem, int64_t, a->n),
                 .found = arena_array(&run->mem, int64_t, a->k),
                 .sum = arena_array(&run->mem, double, a->k),
                 .own = arena_array(&run->mem, double, a->k),
                 .mean = arena_array(&run->mem, double, coordinates)};
    if (w.start == NULL || w.member == NULL || w.found == NULL || w.sum == NULL ||
        w.own == NULL || w.mean == NULL) {
        return out_of_memory(run, a->n);
    }
    list_members(&w);
    int32_t const threads = a->n < PARALLEL_FROM ? 1 : run->threads;
    fcap_parallel_for(threads, a->k, 1, middle_of, &w);
    *changed = 0;
    double gained = 0;
    for (int32_t i = 0; i < a->k; i++) {
        *changed += w.found[i] != a->medoid[i];
        a->medoid[i] = w.found[i];
        gained += w.own[i] - w.sum[i];
    }
    a->cost -= gained;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_alternate(fcap_run *run, fair_assign *fa, const char *candidate, answer *a,
                           answer *spare, int64_t *rounds) {
    int64_t const most = *rounds;
    for (*rounds = 0; *rounds < most;) {
        int32_t changed = 0;
        fcap_answer_copy(a, spare);
        TRY(fcap_alternate_medoids(run, fa->p, candidate, spare, &changed));
        if (changed == 0 || fcap_run_should_stop(run, "alternate", *rounds, 0)) {
            break;
        }
        TRY(fcap_answer_place(run, fa, 0, spare));
        (*rounds)++;
        if (!(spare->cost < a->cost * (1 - LEAST_GAIN))) {
            break;
        }
        fcap_answer_copy(spare, a);
    }
    return FCAP_OK;
}
