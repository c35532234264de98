/* zoom.c - see zoom.h.
 *
 * Why the certificate holds. Let p be the prices of the pass and p' those of the flow. A
 * settled point of group g in cluster h has d_h + p_h + delta < d_i + p_i for every i. It stays
 * at p' if d_h + p'_h <= d_i + p'_i, that is if (p'_h - p_h) - (p'_i - p_i) <= delta: the
 * largest change of the group's prices less the smallest. The flow's prices obey complementary
 * slackness at all places, those without gathered points included, and each gathered point has
 * its distances to all k medoids; so labels and p' prove the optimum over all points within the
 * boxes.
 */
#include "shard/zoom.h"

#include "cluster/assign.h"
#include "cluster/fair_round.h"
#include "shard/budget.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    STEPS_MOST = 30, /* after which an answer without certificate is taken */
    MORE = 2         /* times as many points when zooming does not get on */
};

/* Of the errors of k prices, in standard deviations. */
#define SPREAD 6.0
/* Times as large a part in the next step, at least; else more points are needed. */
#define ZOOM_LEAST 1.5

#define PRICE_MOST 500.0 /* beyond all distances: more means the same */

static fcap_status out_of_memory(fcap_run *run, int32_t k) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
}

fcap_status fcap_standing_open(fcap_run *run, const schema *s, int32_t k, standing *out) {
    *out = (standing){.k = k,
                      .n_groups = s->n_groups,
                      .medoid = arena_array(&run->mem, int64_t, k),
                      .price = arena_array(&run->mem, double, (int64_t)k * s->n_groups),
                      .cost = INFINITY,
                      .before = INFINITY,
                      .bound = -INFINITY};
    if (out->medoid == NULL || out->price == NULL) {
        return out_of_memory(run, k);
    }
    return fcap_cloud_points(run, s, k, &out->centre);
}

void fcap_standing_copy(const standing *from, standing *to) {
    standing const own = *to;
    *to = *from;
    to->medoid = own.medoid;
    to->centre = own.centre;
    to->price = own.price;
    memcpy(to->medoid, from->medoid, (size_t)from->k * sizeof *to->medoid);
    memcpy(to->price, from->price, (size_t)(from->k * from->n_groups) * sizeof *to->price);
    for (int32_t i = 0; i < from->k; i++) {
        fcap_points_put(&to->centre, i, &from->centre, i);
    }
}

/* What a step is about. */
typedef struct view {
    double part;    /* of the points of small margin */
    int32_t bin;    /* of the largest margin */
    float margin;   /* that is, up to this one */
    int64_t gather; /* points wished for */
} view;

/* How a flow ended. */
typedef enum verdict {
    CERTAIN, /* no settled point would move */
    MOVED,   /* some might */
    STUCK    /* the points that came cannot keep the rules */
} verdict;

typedef struct flow {
    int64_t *near;  /* [g * k + i]: points of small margin, of all ranks */
    int64_t *least; /* [g * k + i] */
    int64_t *most;
    int64_t *size_least; /* k */
    int64_t *size_most;
    int64_t *member; /* prices in units */
    int64_t *cluster;
    box *boxes; /* k: what every cluster may have */
    int has_boxes;
    quota *wish;
    quota *wanted;
    double *price; /* of the flow */
    double unit;
    int32_t *label; /* of the points that came */
    pass seen;
} flow;

static fcap_status open_flow(fcap_run *run, const cloud *c, int32_t k, flow *out) {
    int64_t const places = (int64_t)k * c->n_groups;
    *out = (flow){.near = arena_array(&run->mem, int64_t, places),
                  .least = arena_array(&run->mem, int64_t, places),
                  .most = arena_array(&run->mem, int64_t, places),
                  .size_least = arena_array(&run->mem, int64_t, k),
                  .size_most = arena_array(&run->mem, int64_t, k),
                  .member = arena_array(&run->mem, int64_t, places),
                  .cluster = arena_array(&run->mem, int64_t, k),
                  .boxes = arena_array(&run->mem, box, k),
                  .wish = arena_array(&run->mem, quota, k),
                  .wanted = arena_array(&run->mem, quota, k),
                  .price = arena_array(&run->mem, double, places),
                  .unit = c->s->diameter > 0 ? c->s->diameter / COST_MOST : 1};
    if (out->near == NULL || out->least == NULL || out->most == NULL ||
        out->size_least == NULL || out->size_most == NULL || out->member == NULL ||
        out->cluster == NULL || out->boxes == NULL || out->wish == NULL ||
        out->wanted == NULL || out->price == NULL) {
        return out_of_memory(run, k);
    }
    return fcap_pass_open(run, k, c->n_groups, &out->seen);
}

/* ---------------------------------------------------------------- which points */

/* The widest margin of which about `gather` points come, the part considered. */
static view choose_view(const pass *seen, double part, int64_t gather) {
    view v = {.part = part, .gather = gather};
    int64_t below = 0;
    for (int32_t b = 0; b <= MARGIN_BINS; b++) {
        below += seen->margin[b];
        if (b > 0 && part * (double)below > (double)gather) {
            break;
        }
        v.bin = b;
    }
    v.margin = fcap_margin_limit(v.bin);
    return v;
}

static int comes(const cloud *c, const view *v, uint64_t seed, int64_t i) {
    return c->margin[i] <= v->margin &&
           (v->part >= 1 || ldexp((double)fcap_row_hash(seed, c->first + i), -64) < v->part);
}

static fcap_status gather_near(fcap_run *run, fcap_comm *comm, const cloud *c, const view *v,
                               uint64_t seed, int32_t k, int64_t *near, int64_t **own,
                               collected *out) {
    int64_t n = 0;
    int64_t const places = (int64_t)k * c->n_groups;
    memset(near, 0, (size_t)places * sizeof *near);
    for (int64_t i = 0; i < c->n; i++) {
        near[(int64_t)c->group[i] * k + c->label[i]] += c->margin[i] <= v->margin;
        n += comes(c, v, seed, i);
    }
    fcap_comm_sum(comm, near, places);
    int64_t *const index = arena_array(&run->mem, int64_t, n + 1);
    fcap_status const status = index != NULL ? FCAP_OK : out_of_memory(run, k);
    AGREE(run, comm, status);
    n = 0;
    for (int64_t i = 0; i < c->n; i++) {
        if (comes(c, v, seed, i)) {
            index[n++] = i;
        }
    }
    *own = index;
    int64_t all = n;
    fcap_comm_sum(comm, &all, 1);
    AGREE(run, comm,
          comm->rank == 0 ? fcap_budget_gather(run, c->s, k, c->limit, all) : FCAP_OK);
    return fcap_collect(run, comm, c, index, n, out);
}

/* ---------------------------------------------------------------- bounds */

/* Two groups: boxes of allowed counts around those that the prices lead to. One: all sizes. */
static fcap_status choose_boxes(fcap_run *run, const terms *t, flow *f) {
    int32_t const k = t->s.k;
    f->has_boxes = 1;
    if (t->s.n_groups == 1) {
        for (int32_t i = 0; i < k; i++) {
            f->boxes[i] = t->around;
        }
        return FCAP_OK;
    }
    for (int32_t i = 0; i < k; i++) {
        f->wish[i] = (quota){f->seen.load[i], f->seen.load[k + i]};
    }
    TRY(fcap_quotas(run, &t->r, f->wish, f->wanted));
    rules within = t->r;
    within.capacity = t->around.most[OF_SIZE];
    within.min_size = t->around.least[OF_SIZE];
    for (int32_t i = 0; i < k; i++) {
        f->boxes[i] = fcap_fair_box(&within, t->s.t, f->wanted[i]);
    }
    return FCAP_OK;
}

static int64_t rounded(double x, int up) {
    return (int64_t)(up ? ceil(x) : floor(x));
}

/* What the settled points leave, times the part of the others that came. Bounds are rounded to
 * the loose side: the points that came have the shares of an answer of the whole, but for
 * rounding, so they have an answer. 0: settled points alone break a bound. */
static int residual_bounds(const terms *t, const collected *got, flow *f) {
    int32_t const k = t->s.k;
    int32_t const groups = t->s.n_groups;
    double came[2] = {0, 0};
    double near[2] = {0, 0};
    for (int64_t j = 0; j < got->n; j++) {
        came[got->group[j]]++;
    }
    for (int32_t v = 0; v < groups * k; v++) {
        near[v / k] += (double)f->near[v];
    }
    double share[2] = {0, 0};
    assert(groups <= 2);
    for (int32_t g = 0; g < 2; g++) {
        share[g] = near[g] > 0 ? came[g] / near[g] : 0;
    }
    if (groups == 1 || near[1] == 0) {
        share[1] = share[0];
    }
    if (near[0] == 0) {
        share[0] = share[1];
    }
    double const less = share[0] < share[1] ? share[0] : share[1];
    double const more = share[0] < share[1] ? share[1] : share[0];
    for (int32_t i = 0; i < k; i++) {
        int64_t settled = 0;
        for (int32_t g = 0; g < groups; g++) {
            int32_t const v = g * k + i;
            int64_t const here = f->seen.load[v] - f->near[v];
            box_side const side = g == 0 ? OF_A : OF_B;
            int64_t const least = f->boxes[i].least[side] - here;
            int64_t const most = f->boxes[i].most[side] - here;
            if (most < 0) {
                return 0;
            }
            f->least[v] = rounded(share[g] * (double)(least > 0 ? least : 0), 0);
            f->most[v] = rounded(share[g] * (double)most, 1);
            settled += here;
        }
        int64_t const least = f->boxes[i].least[OF_SIZE] - settled;
        int64_t const most = f->boxes[i].most[OF_SIZE] - settled;
        if (most < 0) {
            return 0;
        }
        f->size_least[i] = rounded(less * (double)(least > 0 ? least : 0), 0);
        f->size_most[i] = rounded(more * (double)most, 1);
    }
    return 1;
}

/* ---------------------------------------------------------------- the flow */

static void take_prices(const standing *at, flow *f) {
    int32_t const k = at->k;
    for (int32_t v = 0; v < at->n_groups * k; v++) {
        f->member[v] = (int64_t)floor(at->price[v] / f->unit + 0.5);
    }
    for (int32_t i = 0; i < k; i++) {
        int64_t const a = f->member[i];
        int64_t const b = at->n_groups == 2 ? f->member[k + i] : a;
        f->cluster[i] = a > b ? a : b;
    }
}

/* The most that a settled point could gain by moving. */
static double largest_change(const standing *at, const flow *f) {
    double worst = 0;
    for (int32_t g = 0; g < at->n_groups; g++) {
        double low = INFINITY;
        double high = -INFINITY;
        for (int32_t i = 0; i < at->k; i++) {
            double const change = f->price[g * at->k + i] - at->price[g * at->k + i];
            low = change < low ? change : low;
            high = change > high ? change : high;
        }
        worst = high - low > worst ? high - low : worst;
    }
    return worst;
}

static int nobody_needed(const standing *at, const flow *f) {
    for (int32_t v = 0; v < at->n_groups * at->k; v++) {
        if (f->least[v] > 0) {
            return 0;
        }
    }
    for (int32_t i = 0; i < at->k; i++) {
        if (f->size_least[i] > 0) {
            return 0;
        }
    }
    return 1;
}

/* Whatever the clock says: there is no answer without it. */
static fcap_status assign_anyway(fcap_run *run, const assign_problem *a, flow *f) {
    fcap_outcome const stopped = run->stopped;
    double const limit = run->time_limit;
    int64_t total = 0;
    run->stopped = FCAP_FEASIBLE;
    run->time_limit = 0;
    fcap_status const status =
        fcap_assign(run, a, (assign_prices){f->member, f->cluster}, f->label, &total);
    run->stopped = stopped;
    run->time_limit = limit;
    return status;
}

/* On rank 0. */
static fcap_status assign_near(fcap_run *run, const terms *t, const standing *at, const view *v,
                               const collected *got, flow *f, verdict *out) {
    int32_t const k = at->k;
    *out = STUCK;
    memcpy(f->price, at->price, (size_t)(at->n_groups * k) * sizeof *f->price);
    if (!f->has_boxes) {
        TRY(choose_boxes(run, t, f));
    }
    if (!residual_bounds(t, got, f)) {
        return FCAP_OK;
    }
    if (got->n == 0) {
        *out = nobody_needed(at, f) ? CERTAIN : STUCK;
        return FCAP_OK;
    }
    take_prices(at, f);
    assign_problem const a = {.n = got->n,
                              .k = k,
                              .n_groups = at->n_groups,
                              .group = got->group,
                              .source = {&got->p, &at->centre, 1 / f->unit},
                              .least = f->least,
                              .most = f->most,
                              .size_least = f->size_least,
                              .size_most = f->size_most};
    fcap_status const status = assign_anyway(run, &a, f);
    if (status == FCAP_E_INFEASIBLE) {
        return FCAP_OK;
    }
    TRY(status);
    for (int32_t x = 0; x < at->n_groups * k; x++) {
        double const price = (double)f->member[x] * f->unit;
        f->price[x] = price > PRICE_MOST    ? PRICE_MOST
                      : price < -PRICE_MOST ? -PRICE_MOST
                                            : price;
    }
    double const enough = (double)v->margin * (1 - 1e-6) - 2 * f->unit;
    *out = v->bin == MARGIN_BINS || largest_change(at, f) <= enough ? CERTAIN : MOVED;
    return FCAP_OK;
}

/* What rank 0 tells of a step. */
typedef struct told {
    int64_t ended;
    int64_t came; /* points */
    double bound;
} told;

static fcap_status step(fcap_run *run, fcap_comm *comm, cloud *c, const terms *t, const view *v,
                        uint64_t seed, int last, standing *io, flow *f, expense *spent,
                        told *out) {
    collected got = {.n = 0};
    int64_t *own = NULL;
    verdict ended = STUCK;
    fcap_status status = FCAP_OK;
    TRY(gather_near(run, comm, c, v, seed, io->k, f->near, &own, &got));
    spent->steps++;
    spent->gathered += got.n;
    f->label = arena_array(&run->mem, int32_t, got.n + 1);
    status = f->label != NULL ? FCAP_OK : out_of_memory(run, io->k);
    AGREE(run, comm, status);
    if (comm->rank == 0) {
        out->bound = fixed_value(f->seen.least) - fcap_terms_support(t, io->price);
        status = assign_near(run, t, io, v, &got, f, &ended);
    }
    AGREE(run, comm, status);
    out->ended = (int64_t)ended;
    out->came = got.n;
    fcap_comm_broadcast(comm, out, sizeof *out);
    fcap_comm_broadcast(comm, f->price, (size_t)(io->n_groups * io->k) * sizeof *f->price);
    if (v->part >= 1 && (out->ended == CERTAIN || (last && out->ended == MOVED))) {
        fcap_comm_broadcast(comm, f->label, (size_t)got.n * sizeof *f->label);
        for (int64_t x = 0; x < got.own; x++) {
            c->label[own[x]] = f->label[got.at + x];
        }
    }
    return FCAP_OK;
}

/* How much larger a part the next step may have. A flow of N points, N / k to a cluster, has
 * prices that are wrong by about sqrt(k / N) of the margin that the points came from. */
static double zoom_of(int64_t gather, int32_t k) {
    double const zoom = sqrt((double)gather / k) / SPREAD;
    return zoom > ZOOM_LEAST ? zoom : ZOOM_LEAST;
}

/* A step that is certain gives the prices of the next, with a larger part. One that is not has
 * moved more points than it had to choose from, and its prices are worse than those before: the
 * next has a wider margin, and a smaller part. */
fcap_status fcap_zoom(fcap_run *run, fcap_comm *comm, cloud *c, const terms *t, int64_t gather,
                      uint64_t seed, standing *io, expense *spent) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    size_t const bytes = (size_t)(io->n_groups * io->k) * sizeof *io->price;
    flow f;
    AGREE(run, comm, open_flow(run, c, io->k, &f));
    double const all = (double)gather / (double)c->s->n; /* the part that has no margin */
    double zoom = zoom_of(gather, io->k);
    double sure = all; /* the largest part that was certain, or would be */
    double part = io->known > 0 ? all * sqrt((double)io->known / io->k) / SPREAD : 1;
    int fresh = 0;
    io->bound = -INFINITY;
    for (int32_t steps = 0;; steps++) {
        arena_mark const within = fcap_arena_save(&run->mem);
        int const last = steps >= STEPS_MOST;
        told said = {0};
        part = part >= 1 || last ? 1 : part < all ? all : part;
        if (!fresh) {
            int64_t const messages = comm->rounds;
            int64_t const sent = comm->bytes;
            TRY(fcap_pass(run, comm, c, &io->centre, io->price, &f.seen));
            spent->passes++;
            spent->pass_messages += comm->rounds - messages;
            spent->pass_bytes += comm->bytes - sent;
            fresh = 1;
            f.has_boxes = 0;
        }
        view const v = choose_view(&f.seen, part, gather);
        TRY(step(run, comm, c, t, &v, seed, last, io, &f, spent, &said));
        fcap_arena_restore(&run->mem, within);
        fcap_arena_trim();
        io->bound = said.bound > io->bound ? said.bound : io->bound;
        int const over = part >= 1 && (said.ended == CERTAIN || (last && said.ended == MOVED));
        if (said.ended == CERTAIN || over) {
            memcpy(io->price, f.price, bytes);
            fresh = 0;
            sure = part;
        }
        if (over) {
            io->proved = said.ended == CERTAIN;
            io->slack = 2 * f.unit * (double)(said.came + 1);
            break;
        }
        if (said.ended == CERTAIN) {
            part = sure * zoom;
            continue;
        }
        zoom = sqrt(zoom);
        if (zoom < ZOOM_LEAST || last) { /* too few points for so many clusters */
            gather *= MORE;
            zoom = zoom_of(gather, io->k);
        }
        part = part > sure * zoom ? sure * zoom : part / zoom;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
