/* priced_swap.c - see priced_swap.h.
 *
 * With e1_j and e2_j the cheapest and second cheapest place of point j, f_j = d_jo + p_o[g(j)]
 * and near_j the medoid of e1_j, (1) is
 *
 *     base + A(o) - sigma(p_o) + removal_i + sum over j near i of min(max(f_j, e1_j) - e2_j, 0)
 *     A(o) = sum_j min(f_j - e1_j, 0),   removal_i = sigma_i + sum over j near i of (e2_j -
 * e1_j)
 *
 * as in FasterPAM [SR21]. p_o is tried as: the prices where o is now; those at which a new
 * cluster around o closes when nothing is removed; and, for the medoids that are left, the best
 * ones. For these (1) is base + removal_i - V, V being the most that a cluster around o gains
 * when each point j pays c_j - d_jo, c_j its cheapest place without medoid i (gains.h): V is
 * the least value of the concave dual over p_o, taken over integer counts.
 *
 * Distances and e are floats, sums are doubles in a fixed order. A distance is wrong by at most
 * 9e-8 of itself, and sums and differences of two by 6e-8 more each, so SLOP of all magnitudes
 * that enter is more than all rounding; every bound is lowered by that.
 */
#include "search/priced_swap.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    TILE = 256,              /* points per vector loop: fits the first-level cache */
    CHUNK = 16,              /* candidates that a thread takes at a time */
    PARALLEL_WORK = 1000000, /* points times candidates from which threads are worth making */
    LOOKS = 2                /* medoids whose best p_o is looked for, unless told otherwise */
};

#define SLOP 5e-7

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for exchanges of %lld points",
                         (long long)n);
}

static fcap_status open_room(fcap_run *run, const priced_swap *w, swap_room *r) {
    arena *const mem = &run->mem;
    int64_t const stride = w->p->stride;
    TRY(fcap_gains_open(run, w->fa->s, &r->best));
    r->gain = arena_array(mem, float, stride);
    r->row = arena_array(mem, float, w->p->matrix == NULL ? stride : 0);
    r->loss = arena_array(mem, double, 4 * (int64_t)w->k);
    r->bound = arena_array(mem, double, w->k);
    r->price = arena_array(mem, double, (int64_t)w->n_groups * w->k);
    r->slope = arena_array(mem, double, 2 * (int64_t)w->k);
    int const ok = r->gain != NULL && r->row != NULL && r->loss != NULL && r->bound != NULL &&
                   r->price != NULL && r->slope != NULL;
    return ok ? FCAP_OK : out_of_memory(run, w->p->n);
}

fcap_status fcap_priced_open(fcap_run *run, const points *p, const fair_assign *fa,
                             int32_t threads, priced_swap *out) {
    arena *const mem = &run->mem;
    int32_t const k = fa->k;
    assert(k >= 2);
    *out = (priced_swap){.p = p,
                         .fa = fa,
                         .k = k,
                         .n_groups = fa->s->n_groups,
                         .rooms = threads,
                         .looks = LOOKS,
                         .room = arena_array(mem, swap_room, threads),
                         .medoid = arena_array(mem, int64_t, k),
                         .is_medoid = arena_array(mem, char, p->n),
                         .row = arena_array(mem, const float *, k),
                         .rows = arena_array(mem, float, p->matrix == NULL ? k * p->stride : 0),
                         .other = arena_array(mem, float, p->stride),
                         .price = arena_array(mem, double, 2 * (int64_t)k),
                         .sigma = arena_array(mem, double, k),
                         .e1 = arena_array(mem, float, p->stride),
                         .e2 = arena_array(mem, float, p->stride),
                         .near = arena_array(mem, int32_t, p->stride),
                         .removal = arena_array(mem, double, k)};
    int const ok = out->room != NULL && out->medoid != NULL && out->is_medoid != NULL &&
                   out->row != NULL && out->rows != NULL && out->other != NULL &&
                   out->price != NULL && out->sigma != NULL && out->e1 != NULL &&
                   out->e2 != NULL && out->near != NULL && out->removal != NULL;
    if (!ok) {
        return out_of_memory(run, p->n);
    }
    for (int64_t j = 0; fa->s->group != NULL && j < p->n; j++) {
        out->other[j] = (float)fa->s->group[j];
    }
    for (int32_t t = 0; t < threads; t++) {
        TRY(open_room(run, out, &out->room[t]));
    }
    return FCAP_OK;
}

/* ---- the state ---- */

static double second_price(const priced_swap *w, const double *price, int32_t i) {
    return w->n_groups == 2 ? price[w->k + i] : 0;
}

WIDE static void add_medoid(const float *restrict d, const float *restrict other, float p0,
                            float difference, int32_t i, int64_t n, float *restrict e1,
                            float *restrict e2, int32_t *restrict near) {
    for (int64_t j = 0; j < n; j++) {
        float const e = d[j] + (p0 + other[j] * difference);
        float const worse = e < e1[j] ? e1[j] : e;
        near[j] = e < e1[j] ? i : near[j];
        e1[j] = e < e1[j] ? e : e1[j];
        e2[j] = worse < e2[j] ? worse : e2[j];
    }
}

static void sum_up(priced_swap *w) {
    double total = 0;
    double size = 0;
    double most = 0;
    for (int32_t i = 0; i < w->k; i++) {
        w->removal[i] = w->sigma[i];
        total -= w->sigma[i];
    }
    for (int32_t v = 0; v < w->n_groups * w->k; v++) {
        most = fabs(w->price[v]) > most ? fabs(w->price[v]) : most;
    }
    for (int64_t j = 0; j < w->p->n; j++) {
        double const e1 = w->e1[j];
        double const e2 = w->e2[j];
        total += e1;
        size += fabs(e1) + fabs(e2);
        w->removal[w->near[j]] += e2 - e1;
    }
    w->base = total;
    w->slop = SLOP * (size + 2 * most * (double)w->p->n);
}

void fcap_priced_set(priced_swap *w, const answer *a) {
    int64_t const n = w->p->n;
    int32_t const k = w->k;
    for (int32_t i = 0; i < k; i++) {
        w->is_medoid[w->medoid[i]] = 0;
    }
    memcpy(w->medoid, a->medoid, (size_t)k * sizeof *w->medoid);
    memcpy(w->price, a->price, (size_t)w->n_groups * (size_t)k * sizeof *w->price);
    for (int64_t j = 0; j < n; j++) {
        w->e1[j] = w->e2[j] = INFINITY;
        w->near[j] = 0;
    }
    for (int32_t i = 0; i < k; i++) {
        double const p1 = second_price(w, w->price, i);
        w->is_medoid[w->medoid[i]] = 1;
        w->row[i] = fcap_points_row(w->p, w->medoid[i],
                                    w->p->matrix == NULL ? w->rows + i * w->p->stride : NULL);
        w->sigma[i] = fcap_fair_support(w->fa, w->price[i], p1);
        add_medoid(w->row[i], w->other, (float)w->price[i],
                   w->n_groups == 2 ? (float)(p1 - w->price[i]) : 0.0f, i, n, w->e1, w->e2,
                   w->near);
    }
    sum_up(w);
}

/* ---- judging ---- */

/* Adds the sums over j near i to loss[4 i .. 4 i + 3] and returns A(o). Four sums for each
 * medoid, because neighbouring points often have the same one: a single sum would wait for
 * itself at every point. */
WIDE static double judge_points(const priced_swap *w, const float *restrict d, float p0,
                                float difference, double *restrict loss) {
    const float *restrict const e1 = w->e1;
    const float *restrict const e2 = w->e2;
    const float *restrict const other = w->other;
    int64_t const n = w->p->n;
    double lane[LANES] = {0};
    float change[TILE];
    float v[TILE];
    for (int64_t from = 0; from < n; from += TILE) {
        int64_t const to = n - from < TILE ? n - from : TILE;
        for (int64_t j = 0; j < to; j++) {
            float const f = d[from + j] + (p0 + other[from + j] * difference);
            float const a = e1[from + j];
            float const worse = (f > a ? f : a) - e2[from + j];
            v[j] = worse < 0 ? worse : 0;
            change[j] = f < a ? f - a : 0;
        }
        int64_t j = 0;
        for (; j + LANES <= to; j += LANES) {
            for (int l = 0; l < LANES; l++) {
                lane[l] += (double)change[j + l];
            }
        }
        for (; j < to; j++) {
            lane[j % LANES] += (double)change[j];
        }
        const int32_t *const of = w->near + from;
        for (j = 0; j + 4 <= to; j += 4) {
            loss[4 * of[j]] += (double)v[j];
            loss[4 * of[j + 1] + 1] += (double)v[j + 1];
            loss[4 * of[j + 2] + 2] += (double)v[j + 2];
            loss[4 * of[j + 3] + 3] += (double)v[j + 3];
        }
        for (; j < to; j++) {
            loss[4 * of[j]] += (double)v[j];
        }
    }
    double change_of_all = 0;
    for (int l = 0; l < LANES; l++) {
        change_of_all += lane[l];
    }
    return change_of_all;
}

/* Bounds of all k exchanges for these prices of o; where they are larger, room->bound takes
 * them. Returns the least of room->bound. */
static int32_t judge_prices(const priced_swap *w, const float *d, const double *price,
                            swap_room *room) {
    memset(room->loss, 0, 4 * (size_t)w->k * sizeof *room->loss);
    double const sigma = fcap_fair_support(w->fa, price[0], price[1]);
    float const p0 = (float)price[0];
    float const difference = w->n_groups == 2 ? (float)(price[1] - price[0]) : 0.0f;
    double const joined = judge_points(w, d, p0, difference, room->loss);
    double const slop =
        w->slop + SLOP * 2 * (fabs(price[0]) + fabs(price[1])) * (double)w->p->n;
    int32_t least = 0;
    for (int32_t i = 0; i < w->k; i++) {
        const double *const l = room->loss + 4 * (int64_t)i;
        double const bound =
            w->base + joined - sigma + w->removal[i] + ((l[0] + l[1]) + (l[2] + l[3])) - slop;
        room->bound[i] = bound > room->bound[i] ? bound : room->bound[i];
        least = room->bound[i] < room->bound[least] ? i : least;
    }
    return least;
}

/* What each point would pay for a place around o; `out` is the medoid that goes, or -1. */
WIDE static void pay(const priced_swap *w, const float *restrict d, int32_t out,
                     float *restrict gain) {
    const float *restrict const e1 = w->e1;
    const float *restrict const e2 = w->e2;
    const int32_t *restrict const near = w->near;
    for (int64_t j = 0; j < w->p->n; j++) {
        gain[j] = (near[j] == out ? e2[j] : e1[j]) - d[j];
    }
}

static exchange bound_one(const priced_swap *w, const float *d, int64_t o, int32_t out,
                          swap_room *room) {
    pay(w, d, out, room->gain);
    gained const v = fcap_gains_best(&room->best, room->gain);
    double const bound = w->base + w->removal[out] - v.value - w->slop - SLOP * v.size;
    return (exchange){bound, o, out, {v.price[0], v.price[1]}};
}

exchange fcap_priced_bound(const priced_swap *w, int64_t o, int32_t out, swap_room *room) {
    return bound_one(w, fcap_points_row(w->p, o, room->row), o, out, room);
}

exchange fcap_priced_judge(const priced_swap *w, int64_t o, double limit, swap_room *room) {
    exchange best = {INFINITY, o, -1, {0, 0}};
    if (w->is_medoid[o]) {
        return best;
    }
    const float *const d = fcap_points_row(w->p, o, room->row);
    int32_t const here = w->near[o];
    for (int32_t i = 0; i < w->k; i++) {
        room->bound[i] = -INFINITY;
    }
    best.price[0] = w->price[here];
    best.price[1] = second_price(w, w->price, here);
    best.out = judge_prices(w, d, best.price, room);
    best.bound = room->bound[best.out];
    if (best.bound > limit) {
        return best;
    }
    pay(w, d, -1, room->gain);
    gained const alone = fcap_gains_best(&room->best, room->gain);
    best.out = judge_prices(w, d, alone.price, room);
    best.bound = room->bound[best.out];
    for (int32_t look = 0; look < w->looks && best.bound <= limit; look++) {
        exchange const e = bound_one(w, d, o, best.out, room);
        double const before = room->bound[best.out];
        room->bound[best.out] = e.bound > before ? e.bound : before;
        int32_t next = best.out;
        for (int32_t i = 0; i < w->k; i++) {
            next = room->bound[i] < room->bound[next] ? i : next;
        }
        memcpy(best.price, e.price, sizeof best.price);
        best.bound = room->bound[next];
        if (next == best.out) {
            break;
        }
        best.out = next;
    }
    return best;
}

typedef struct judging {
    const priced_swap *w;
    double limit;
    exchange *list;
} judging;

static void judge_chunk(void *context, int64_t from, int64_t to, int32_t thread) {
    judging const *const job = context;
    for (int64_t i = from; i < to; i++) {
        job->list[i] = fcap_priced_judge(job->w, job->list[i].candidate, job->limit,
                                         &job->w->room[thread]);
    }
}

void fcap_priced_judge_all(fcap_run *run, const priced_swap *w, double limit, exchange *list,
                           int64_t n) {
    judging job = {w, limit, list};
    int32_t const wanted = n * w->p->n < PARALLEL_WORK ? 1 : run->threads;
    fcap_parallel_for(wanted < w->rooms ? wanted : w->rooms, n, CHUNK, judge_chunk, &job);
}
