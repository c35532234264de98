/* swap.c - the swap search of PAM [KR90], evaluated as in FasterPAM [SR21].
 *
 * With dn_j and ds_j the distances of point j to its nearest and second nearest medoid,
 * exchanging medoid i for o changes the cost by
 *
 *     A(o) + R(i) + sum over j near i of min(max(d_jo, dn_j) - ds_j, 0)                (1)
 *     A(o) = sum_j min(d_jo - dn_j, 0),   R(i) = sum over j near i of (ds_j - dn_j)
 *
 * so one pass over the points judges all k exchanges for o, in O(n). Candidates are judged in
 * batches, in parallel against the same medoids; then the improving ones are taken, best first,
 * each judged again if another was taken before it. The batches do not depend on the threads,
 * so neither does the answer. FasterPAM takes the first improvement instead; a batch costs a
 * few more judgements and takes better ones.
 */
#include "cluster/swap.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 32,   /* candidates judged together; larger: better swaps, more judging */
    TOGETHER = 8, /* of these share a thread and the loading of the points */
    TILE = 256    /* points per vector loop: fits the first-level cache */
};

#define LEAST_GAIN 1e-9 /* of the cost; smaller gains are rounding */

/* One candidate's best exchange. */
typedef struct swap {
    double change; /* of the cost; >= 0 means none improves */
    int64_t candidate;
    int32_t out; /* index of the medoid that goes */
} swap;

typedef struct batch {
    const swap_state *s;
    swap swap[BATCH];
    float *row; /* BATCH rows, where there is no matrix */
    double *loss[BATCH];
} batch;

/* ---- the state ---- */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k-medoids of %lld points",
                         (long long)n);
}

fcap_status fcap_swap_open(fcap_run *run, points *p, int32_t k, swap_state *s) {
    arena *const mem = &run->mem;
    *s = (swap_state){.p = p,
                      .k = k,
                      .far = (float)(2 + fcap_points_limit(p)),
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

void fcap_swap_clear(swap_state *s) {
    memset(s->is_medoid, 0, (size_t)s->p->n);
    for (int64_t j = 0; j < s->p->n; j++) {
        s->dn[j] = s->ds[j] = s->far;
        s->near[j] = s->second[j] = -1;
    }
}

/* Ties go to the smaller number. */
void fcap_swap_add(swap_state *s, int32_t c, int64_t i) {
    s->medoid[c] = i;
    s->is_medoid[i] = 1;
    const float *const d = fcap_points_row(s->p, i, s->row);
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

void fcap_swap_sum(swap_state *s) {
    memset(s->removal, 0, (size_t)s->k * sizeof *s->removal);
    s->cost = 0;
    for (int64_t j = 0; j < s->p->n; j++) {
        s->cost += s->dn[j];
        s->removal[s->near[j]] += (double)s->ds[j] - s->dn[j];
    }
}

void fcap_swap_refresh(swap_state *s) {
    fcap_swap_clear(s);
    for (int32_t c = 0; c < s->k; c++) {
        fcap_swap_add(s, c, s->medoid[c]);
    }
    fcap_swap_sum(s);
}

/* ---- judging and making exchanges ---- */

/* Adds the sums of (1) over j near i to loss[4 i .. 4 i + 3], and returns A(o). Four sums for
 * each medoid, because neighbouring points often have the same one: a single sum would wait for
 * itself at every point. */
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
        const int32_t *const of = near + from;
        for (j = 0; j + 4 <= to; j += 4) {
            loss[4 * of[j]] += v[j];
            loss[4 * of[j + 1] + 1] += v[j + 1];
            loss[4 * of[j + 2] + 2] += v[j + 2];
            loss[4 * of[j + 3] + 3] += v[j + 3];
        }
        for (; j < to; j++) {
            loss[4 * of[j]] += v[j];
        }
    }
    double gained = 0;
    for (int l = 0; l < LANES; l++) {
        gained += lane[l];
    }
    return gained;
}

/* d is the row of o. */
static swap judge(const swap_state *s, int64_t o, const float *d, double *loss) {
    swap best = {0, o, -1};
    if (s->is_medoid[o]) {
        return best;
    }
    memset(loss, 0, 4 * (size_t)s->k * sizeof *loss);
    double const gained = judge_points(d, s->dn, s->ds, s->near, s->p->n, loss);
    for (int32_t i = 0; i < s->k; i++) {
        const double *const l = loss + 4 * (int64_t)i;
        double const change = gained + s->removal[i] + ((l[0] + l[1]) + (l[2] + l[3]));
        if (best.out < 0 || change < best.change) {
            best.change = change;
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
        fcap_points_rows(p, index, to - from, b->row + from * p->stride);
    }
    for (int64_t i = from; i < to; i++) {
        int64_t const o = b->swap[i].candidate;
        const float *const d =
            p->matrix == NULL ? b->row + i * p->stride : fcap_points_row(p, o, NULL);
        b->swap[i] = judge(b->s, o, d, b->loss[i]);
    }
}

/* Point j has lost its nearest or second nearest: find both again. */
static void look_again(swap_state *s, int64_t j, const float *const *medoid_row) {
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

static void make(swap_state *s, swap w, const float **medoid_row) {
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
    fcap_swap_sum(s);
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
fcap_status fcap_swap_descend(fcap_run *run, swap_state *s, const int64_t *candidate, int64_t n,
                              int64_t *iterations) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    batch b = {.s = s};
    const float **const medoid_row = arena_array(&run->mem, const float *, s->k);
    int64_t const rows = s->p->matrix == NULL ? BATCH : 0;
    b.row = arena_array(&run->mem, float, rows * s->p->stride);
    int ok = medoid_row != NULL && b.row != NULL;
    for (int i = 0; i < BATCH && ok; i++) {
        b.loss[i] = arena_array(&run->mem, double, 4 * (int64_t)s->k);
        ok = b.loss[i] != NULL;
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
            swap const w =
                made == 0 ? b.swap[i] : judge(s, o, fcap_points_row(s->p, o, b.row), b.loss[0]);
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
