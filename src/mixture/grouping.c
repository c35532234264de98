/* grouping.c - see grouping.h. */
#include "mixture/grouping.h"

#include "base/vector.h"

#include <string.h>

fcap_status fcap_grouping_open(fcap_run *run, const task *of, const blend *b, grouping *out) {
    int64_t const n = of->it.n;
    int32_t const k = of->t.k;
    *out = (grouping){.task = of,
                      .blend = b,
                      .label = arena_array(&run->mem, int32_t, n),
                      .sum = arena_array(&run->mem, double, (int64_t)k * b->stride),
                      .size = arena_array(&run->mem, double, k),
                      .value = arena_array(&run->mem, double, k),
                      .tally = arena_array(&run->mem, int64_t, (int64_t)k * of->t.n_entries),
                      .excess = arena_array(&run->mem, int64_t, k),
                      .first = arena_array(&run->mem, int32_t, k),
                      .next = arena_array(&run->mem, int32_t, n),
                      .before = arena_array(&run->mem, int32_t, n),
                      .scratch = arena_array(&run->mem, int64_t, of->t.n_entries)};
    int const ok = out->label != NULL && out->sum != NULL && out->size != NULL &&
                   out->value != NULL && out->tally != NULL && out->excess != NULL &&
                   out->first != NULL && out->next != NULL && out->before != NULL &&
                   out->scratch != NULL;
    return ok ? FCAP_OK
              : fcap_run_fail(run, FCAP_E_NO_MEMORY,
                              "out of memory for %lld items in %d groups", (long long)n,
                              (int)k);
}

static const int64_t *tally_of(const grouping *g, int32_t item) {
    const items *const it = &g->task->it;
    return it->tally + (int64_t)it->type[item] * g->task->t.n_entries;
}

/* ---- before a change ---- */

static double size_of(const blend *b, int32_t item) {
    return item < 0 ? 0 : b->size[item];
}

static const double *sum_of(const blend *b, int32_t item) {
    return item < 0 ? b->nothing : b->sum + (int64_t)item * b->stride;
}

/* Where the search spends its time: Q of each group after its exchange. */
WIDE static double costs_of(const grouping *g, const change *c) {
    const blend *const b = g->blend;
    double gain = 0;
    for (int32_t i = 0; i < c->n; i++) {
        const exchange *const e = &c->at[i];
        const double *const sum = g->sum + (int64_t)e->group * b->stride;
        const double *const in = sum_of(b, e->in);
        const double *const out = sum_of(b, e->out);
        double const size = g->size[e->group] + size_of(b, e->in) - size_of(b, e->out);
        quad_double q = {0, 0, 0, 0};
        for (int32_t at = 0; at < b->stride; at += BLEND_LANES) {
            quad_double const t = *(const quad_double *)(sum + at) +
                                  *(const quad_double *)(in + at) -
                                  *(const quad_double *)(out + at);
            q += *(const quad_double *)(b->sign + at) * t * t;
        }
        double const whole = (q[0] + q[1]) + (q[2] + q[3]);
        gain += (size > 0 ? whole / size : 0) - g->value[e->group];
    }
    return -gain;
}

/* By itself because what has versions for several processors cannot be kept out of the shared
 * library's names. */
double fcap_grouping_costs(const grouping *g, const change *c) {
    return costs_of(g, c);
}

static int64_t excess_after(const grouping *g, const exchange *e) {
    int32_t const m = g->task->t.n_entries;
    memcpy(g->scratch, g->tally + (int64_t)e->group * m, (size_t)m * sizeof *g->scratch);
    if (e->in >= 0) {
        const int64_t *const more = tally_of(g, e->in);
        for (int32_t i = 0; i < m; i++) {
            g->scratch[i] += more[i];
        }
    }
    if (e->out >= 0) {
        const int64_t *const less = tally_of(g, e->out);
        for (int32_t i = 0; i < m; i++) {
            g->scratch[i] -= less[i];
        }
    }
    return fcap_tally_excess(&g->task->t, e->group, g->scratch);
}

/* The weight of the partners of an item in a group, one item left out. */
static int64_t partners_in(const grouping *g, const pairs *p, int32_t item, int32_t group,
                           int32_t without) {
    int64_t weight = 0;
    for (int64_t at = p->start[item]; at < p->start[item + 1]; at++) {
        int32_t const other = p->with[at];
        weight += g->label[other] == group && other != without ? p->weight[at] : 0;
    }
    return weight;
}

/* Pairs that a change joins, less those that it parts. */
static int64_t pairs_joined(const grouping *g, const pairs *p, const change *c) {
    int64_t joined = 0;
    for (int32_t i = 0; i < c->n && p->start != NULL; i++) {
        const exchange *const e = &c->at[i];
        joined += e->in < 0 ? 0 : partners_in(g, p, e->in, e->group, e->out);
        joined -= e->out < 0 ? 0 : partners_in(g, p, e->out, e->group, -1);
    }
    return joined;
}

int64_t fcap_grouping_breaks(const grouping *g, const change *c) {
    const items *const it = &g->task->it;
    int64_t more = pairs_joined(g, &it->apart, c) * g->task->t.unit;
    for (int32_t i = 0; i < c->n; i++) {
        const exchange *const e = &c->at[i];
        if (e->in >= 0 && e->out >= 0 && it->type[e->in] == it->type[e->out]) {
            continue; /* the counts stay what they are */
        }
        more += excess_after(g, e) - g->excess[e->group];
    }
    return more;
}

int64_t fcap_grouping_meets(const grouping *g, const change *c) {
    return pairs_joined(g, &g->task->it.avoid, c);
}

/* ---- the change itself ---- */

static void leave_group(grouping *g, int32_t item) {
    int32_t *const first = &g->first[g->label[item]];
    int32_t const next = g->next[item];
    g->next[g->before[item]] = next;
    g->before[next] = g->before[item];
    if (*first == item) {
        *first = next == item ? -1 : next;
    }
}

static void join_group(grouping *g, int32_t item, int32_t group) {
    int32_t const host = g->first[group];
    g->label[item] = group;
    if (host < 0) {
        g->first[group] = g->next[item] = g->before[item] = item;
        return;
    }
    g->before[item] = host;
    g->next[item] = g->next[host];
    g->before[g->next[host]] = item;
    g->next[host] = item;
}

/* The counts and sums of an item come to a group or leave it. */
static void count_item(grouping *g, int32_t item, int32_t group, int sign) {
    const blend *const b = g->blend;
    int32_t const m = g->task->t.n_entries;
    const int64_t *const own = tally_of(g, item);
    const double *const x = b->sum + (int64_t)item * b->stride;
    for (int32_t i = 0; i < m; i++) {
        g->tally[(int64_t)group * m + i] += sign * own[i];
    }
    for (int32_t c = 0; c < b->d; c++) {
        g->sum[(int64_t)group * b->stride + c] += sign * x[c];
    }
    g->size[group] += sign * b->size[item];
}

static void judge_group(grouping *g, int32_t group) {
    const blend *const b = g->blend;
    double const q = fcap_blend_q(b, g->sum + (int64_t)group * b->stride);
    g->value[group] = g->size[group] > 0 ? q / g->size[group] : 0;
    g->excess[group] =
        fcap_tally_excess(&g->task->t, group, g->tally + (int64_t)group * g->task->t.n_entries);
}

void fcap_grouping_make(grouping *g, const change *c) {
    g->now.excess += fcap_grouping_breaks(g, c);
    g->now.met += fcap_grouping_meets(g, c);
    for (int32_t i = 0; i < c->n; i++) {
        const exchange *const e = &c->at[i];
        if (e->out >= 0) {
            leave_group(g, e->out);
            count_item(g, e->out, e->group, -1);
        }
    }
    for (int32_t i = 0; i < c->n; i++) {
        const exchange *const e = &c->at[i];
        if (e->in >= 0) {
            join_group(g, e->in, e->group);
            count_item(g, e->in, e->group, 1);
        }
        g->now.cost += g->value[e->group];
        judge_group(g, e->group);
        g->now.cost -= g->value[e->group];
    }
}

/* ---- all labels ---- */

void fcap_grouping_set(grouping *g, const int32_t *label) {
    const task *const of = g->task;
    int32_t const k = of->t.k;
    memset(g->sum, 0, (size_t)k * (size_t)g->blend->stride * sizeof *g->sum);
    memset(g->size, 0, (size_t)k * sizeof *g->size);
    memset(g->tally, 0, (size_t)k * (size_t)of->t.n_entries * sizeof *g->tally);
    memset(g->first, -1, (size_t)k * sizeof *g->first);
    for (int64_t x = 0; x < of->it.n; x++) {
        join_group(g, (int32_t)x, label[x]);
        count_item(g, (int32_t)x, label[x], 1);
    }
    g->now = (merit){0, 0, g->blend->at_most};
    for (int32_t i = 0; i < k; i++) {
        judge_group(g, i);
        g->now.excess += g->excess[i];
        g->now.cost -= g->value[i];
    }
    int64_t hostile = 0; /* each pair is seen from both ends */
    for (int64_t x = 0; x < of->it.n; x++) {
        int32_t const item = (int32_t)x;
        hostile += of->it.apart.start == NULL
                       ? 0
                       : partners_in(g, &of->it.apart, item, g->label[x], -1);
        g->now.met += of->it.avoid.start == NULL
                          ? 0
                          : partners_in(g, &of->it.avoid, item, g->label[x], -1);
    }
    g->now.excess += hostile / 2 * of->t.unit;
    g->now.met = g->now.met / 2 + of->it.avoid.inside;
}
