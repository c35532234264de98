/* leaders.c - see leaders.h. */
#include "general/leaders.h"

#include <math.h>

enum {
    KICKED_MOST = 3, /* centres drawn anew */
    AROUND = 2       /* further clusters whose members may be drawn */
};

fcap_status fcap_leaders_open(fcap_run *run, layout *l, leaders *out) {
    *out = (leaders){.l = l, .weight = arena_array(&run->mem, double, l->n)};
    if (out->weight == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for centres of %lld items",
                             (long long)l->n);
    }
    return FCAP_OK;
}

/* May this point be the medoid of cluster i, as far as is known now? */
static int may_lead(const leaders *w, int64_t point, int32_t i) {
    const task *const t = w->l->task;
    int32_t const item = t->it.of_point[point];
    return item >= 0 && (t->r->candidate == NULL || t->r->candidate[point]) &&
           (t->it.home[item] < 0 || t->it.home[item] == i) &&
           (w->l->pinned[item] < 0 || w->l->pinned[item] == i);
}

/* A point of an item that may lead cluster i; the items by lot, with these weights. */
static int64_t draw_leader(leaders *w, rng *random, int32_t i, const double *weight) {
    const items *const it = &w->l->task->it;
    double total = 0;
    for (int64_t x = 0; x < it->n; x++) {
        total += weight[x];
    }
    double left = fcap_rng_unit(random) * total;
    int64_t found = -1;
    int64_t const turn = fcap_rng_below(random, it->n);
    for (int64_t x = 0; x < it->n && (left >= 0 || found < 0); x++) {
        left -= weight[x];
        int64_t const size = it->start[x + 1] - it->start[x];
        int64_t const from = turn % size;
        for (int64_t s = 0; weight[x] > 0 && s < size; s++) {
            int64_t const j = it->member[it->start[x] + (from + s) % size];
            if (may_lead(w, j, i)) {
                found = j;
                break;
            }
        }
    }
    for (int64_t s = 0; s < it->n && found < 0; s++) { /* all weights 0: anyone */
        int64_t const x = (turn + s) % it->n;
        for (int64_t at = it->start[x]; at < it->start[x + 1] && found < 0; at++) {
            found = may_lead(w, it->member[at], i) ? it->member[at] : -1;
        }
    }
    w->work += 4 * it->n;
    return found;
}

/* k-means++: the farther from all centres so far, the likelier; clusters that have kept items
 * begin with one of these. */
void fcap_leaders_seed(leaders *w, rng *random) {
    layout *const l = w->l;
    const items *const it = &w->l->task->it;
    for (int32_t i = 0; i < l->k; i++) { /* nobody leads */
        if (l->medoid[i] >= 0) {
            l->pinned[it->of_point[l->medoid[i]]] = -1;
            l->medoid[i] = -1;
        }
    }
    for (int32_t i = 0; i < l->k; i++) {
        int64_t leader = -1;
        double homes = 0;
        for (int64_t x = 0; x < l->n && it->n_free < it->n; x++) {
            w->weight[x] = it->home[x] == i;
            homes += w->weight[x];
        }
        if (homes > 0) {
            leader = draw_leader(w, random, i, w->weight);
        }
        if (leader < 0) {
            for (int64_t x = 0; x < l->n; x++) {
                double least = i == 0 ? 1 : INFINITY;
                for (int32_t c = 0; c < i; c++) {
                    double const e = l->cost[x * l->k + c];
                    least = e < least ? e : least;
                }
                w->weight[x] = it->home[x] < 0 || it->home[x] == i ? least : 0;
            }
            leader = draw_leader(w, random, i, w->weight);
        }
        w->work += l->n * (i + 4);
        if (leader < 0) { /* no candidate is left: the repair has to find one */
            leader = it->member[fcap_rng_below(random, it->start[it->n])];
        }
        fcap_layout_set_medoid(l, i, leader);
    }
}

/* ---- kicks ---- */

void fcap_leaders_near(const layout *l, int64_t item, int32_t n, int32_t *list) {
    for (int32_t have = 0; have < n; have++) {
        double least = INFINITY;
        list[have] = 0;
        for (int32_t i = 0; i < l->k; i++) {
            int taken = 0;
            for (int32_t c = 0; c < have; c++) {
                taken |= list[c] == i;
            }
            if (!taken && l->cost[item * l->k + i] < least) {
                least = l->cost[item * l->k + i];
                list[have] = i;
            }
        }
    }
}

void fcap_leaders_kick(leaders *w, rng *random) {
    layout *const l = w->l;
    int32_t list[KICKED_MOST + AROUND] = {0};
    int64_t const x = fcap_rng_below(random, l->n);
    int32_t const most = l->k < KICKED_MOST ? l->k : KICKED_MOST;
    int32_t const kicked = 1 + (int32_t)fcap_rng_below(random, most);
    int32_t const around = kicked + AROUND < l->k ? kicked + AROUND : l->k;
    fcap_leaders_near(l, x, around, list);
    for (int64_t y = 0; y < l->n; y++) {
        w->weight[y] = 0;
        for (int32_t c = 0; c < around; c++) {
            w->weight[y] += l->label[y] == list[c];
        }
    }
    for (int32_t c = 0; c < kicked; c++) {
        int64_t const leader = draw_leader(w, random, list[c], w->weight);
        if (leader >= 0) {
            fcap_layout_set_medoid(l, list[c], leader);
        }
    }
    w->work += 10 * l->n;
}

void fcap_leaders_trade(leaders *w, rng *random) {
    layout *const l = w->l;
    int32_t const a = (int32_t)fcap_rng_below(random, l->k);
    int32_t const b = (int32_t)fcap_rng_below(random, l->k);
    if (a == b || l->task->t.capacity[a] == l->task->t.capacity[b]) {
        return;
    }
    int64_t const lead_a = l->medoid[a];
    int64_t const lead_b = l->medoid[b];
    const int32_t *const home = l->task->it.home;
    const int32_t *const item = l->task->it.of_point;
    if (item[lead_a] < 0 || item[lead_b] < 0) {
        return; /* a mean was put there, and the patch does not have the point */
    }
    if (home[item[lead_a]] < 0 && home[item[lead_b]] < 0) {
        fcap_layout_set_medoid(l, a, lead_b);
        fcap_layout_set_medoid(l, b, lead_a);
    }
}
