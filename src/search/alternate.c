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
    LISTED = 8,          /* that floats cannot tell from the best, at most */
    NEAR_MEAN = 48,      /* tried in a large cluster */
    LARGE_SIZE = 1000,   /* members of a large cluster, where there is no matrix */
    PARALLEL_FROM = 1500 /* points; with fewer a thread is not worth making */
};

#define LEAST_GAIN  1e-10 /* of the cost; smaller gains are rounding */
#define FLOAT_SLACK 1e-6  /* relative: more than sums of float distances can be wrong */

/* Members that floats cannot tell from the best. */
typedef struct shortlist {
    double own;   /* sum of the medoid, as floats have it */
    double least; /* the least sum so far */
    int32_t n;
    int64_t who[LISTED];
} shortlist;

typedef struct middles {
    const points *p;
    const answer *a;
    const char *candidate;
    int64_t *start;  /* k + 1: where the members of a cluster begin */
    int64_t *member; /* n, ascending in each cluster */
    int64_t *found;  /* k: the best members */
    double *gain;    /* k: what they gain over the medoids */
    double *mean;    /* k rows of d, where there is no matrix */
    shortlist *list; /* k */
    uint64_t *hash;  /* k: of the members */
    middle_memory *memory;
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
            sum += (double)(row != NULL ? row[y] : fcap_points_distance_float(w->p, x, y));
        }
    }
    return sum;
}

static void try_member(middles *w, int32_t i, int64_t x) {
    shortlist *const l = &w->list[i];
    double const size = (double)(w->start[i + 1] - w->start[i]);
    double const limit = l->least * (1 + FLOAT_SLACK);
    if (x == w->a->medoid[i] || (w->candidate != NULL && !w->candidate[x])) {
        return;
    }
    double const far =
        (double)(w->p->matrix == NULL ? fcap_points_distance_float(w->p, w->a->medoid[i], x)
                                      : fcap_points_row(w->p, w->a->medoid[i], NULL)[x]);
    if (fcap_points_metric(w->p) && size * far * (1 - FLOAT_SLACK) - l->own > limit) {
        return;
    }
    double const sum = screened(w, i, x, limit);
    if (sum > limit) {
        return;
    }
    if (sum < l->least * (1 - FLOAT_SLACK)) {
        l->n = 0; /* those before are no match */
    }
    l->least = sum < l->least ? sum : l->least;
    if (l->n < LISTED) {
        l->who[l->n++] = x;
    }
}

/* Doubles decide among those that floats cannot tell apart. */
static void decide(middles *w, int32_t i) {
    shortlist *const l = &w->list[i];
    w->found[i] = w->a->medoid[i];
    w->gain[i] = 0;
    if (l->n == 0) {
        return;
    }
    double const own = sum_of(w, i, w->found[i]);
    double best = own;
    for (int32_t c = 0; c < l->n; c++) {
        double const sum = sum_of(w, i, l->who[c]);
        if (sum < best) {
            best = sum;
            w->found[i] = l->who[c];
        }
    }
    w->gain[i] = own - best;
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
    double far[NEAR_MEAN] = {0};
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

/* A hash of the members of each cluster, whatever the number of the cluster. */
static void hash_members(const answer *a, const char *candidate, uint64_t *hash) {
    for (int32_t i = 0; i < a->k; i++) {
        hash[i] = candidate == NULL ? 1 : 2;
    }
    for (int64_t j = 0; j < a->n; j++) {
        rng r = {(uint64_t)j};
        hash[a->label[j]] += fcap_rng_next(&r);
    }
}

/* Is the best member known? */
static int recall(middles *w, int32_t i) {
    uint64_t const slot = w->hash[i] % MIDDLES_KEPT;
    int64_t const best = w->memory->best[slot];
    if (w->memory->members[slot] != w->hash[i] || best >= w->a->n || w->a->label[best] != i) {
        return 0;
    }
    if (best != w->a->medoid[i]) {
        w->list[i].who[0] = best;
        w->list[i].n = 1;
    }
    return 1;
}

static void middle_of(void *context, int64_t from, int64_t to, int32_t thread) {
    (void)thread;
    middles *const w = context;
    for (int32_t i = (int32_t)from; i < (int32_t)to; i++) {
        w->list[i].n = 0;
        if (recall(w, i)) {
            decide(w, i);
            continue;
        }
        w->list[i].own = screened(w, i, w->a->medoid[i], INFINITY);
        w->list[i].least = w->list[i].own;
        if (w->p->matrix == NULL && w->start[i + 1] - w->start[i] > LARGE_SIZE) {
            members_near_mean(w, i);
        } else {
            all_members(w, i);
        }
        decide(w, i);
    }
}

fcap_status fcap_middles_open(fcap_run *run, middle_memory *out) {
    out->members = arena_array(&run->mem, uint64_t, MIDDLES_KEPT);
    out->best = arena_array(&run->mem, int32_t, MIDDLES_KEPT);
    return out->members != NULL && out->best != NULL ? FCAP_OK
                                                     : out_of_memory(run, MIDDLES_KEPT);
}

static void take_middles(middles *w, answer *a, int32_t *changed) {
    double gained = 0;
    *changed = 0;
    for (int32_t i = 0; i < a->k; i++) {
        uint64_t const slot = w->hash[i] % MIDDLES_KEPT;
        w->memory->members[slot] = w->hash[i];
        w->memory->best[slot] = (int32_t)w->found[i];
        *changed += w->found[i] != a->medoid[i];
        a->medoid[i] = w->found[i];
        gained += w->gain[i];
    }
    a->cost -= gained;
    if (*changed > 0) { /* what was proved was about others */
        a->fixed_bound = -INFINITY;
        a->swap_optimal = 0;
    }
}

fcap_status fcap_alternate_medoids(fcap_run *run, const points *p, const char *candidate,
                                   middle_memory *memory, answer *a, int32_t *changed) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const coordinates = p->matrix == NULL ? (int64_t)a->k * p->d : 0;
    middles w = {.p = p,
                 .a = a,
                 .candidate = candidate,
                 .memory = memory,
                 .hash = arena_array(&run->mem, uint64_t, a->k),
                 .start = arena_array(&run->mem, int64_t, a->k + 1),
                 .member = arena_array(&run->mem, int64_t, a->n),
                 .found = arena_array(&run->mem, int64_t, a->k),
                 .gain = arena_array(&run->mem, double, a->k),
                 .list = arena_array(&run->mem, shortlist, a->k),
                 .mean = arena_array(&run->mem, double, coordinates)};
    if (w.hash == NULL || w.start == NULL || w.member == NULL || w.found == NULL ||
        w.gain == NULL || w.list == NULL || w.mean == NULL) {
        return out_of_memory(run, a->n);
    }
    hash_members(a, candidate, w.hash);
    list_members(&w);
    int32_t const threads = a->n < PARALLEL_FROM ? 1 : run->threads;
    fcap_parallel_for(threads, a->k, 1, middle_of, &w);
    take_middles(&w, a, changed);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_alternate(fcap_run *run, fair_assign *fa, alternation *how, answer *a) {
    int64_t const most = how->rounds;
    answer *const spare = how->spare;
    for (how->rounds = 0; how->rounds < most;) {
        int32_t changed = 0;
        fcap_answer_copy(a, spare);
        TRY(fcap_alternate_medoids(run, fa->p, how->candidate, how->memory, spare, &changed));
        if (changed == 0 || fcap_run_should_stop(run, "alternate", how->rounds, 0)) {
            break;
        }
        TRY(fcap_answer_place(run, fa, FAIR_ASSIGN_QUICK, spare));
        how->rounds++;
        if (!(spare->cost < a->cost * (1 - LEAST_GAIN))) {
            break;
        }
        fcap_answer_copy(spare, a);
    }
    return FCAP_OK;
}
