/* exact.c - see exact.h. */
#include "general/exact.h"

#include <math.h>
#include <string.h>

enum {
    FREE_MOST = 20 /* sets are bits, and there is a table of all of them */
};

/* A set of free items in one cluster, or all of them in several. */
typedef struct prize {
    int64_t met; /* -1: not possible */
    double cost;
    double least; /* what it costs when pairs may meet: a bound for answers of all kinds */
} prize;

static const prize IMPOSSIBLE = {-1, INFINITY, INFINITY};

typedef struct exact {
    const task *of;
    int32_t m;      /* free items */
    int64_t *item;  /* m */
    int32_t *place; /* of all items: the number among the free ones, or -1 */
    int32_t enemies[FREE_MOST][FREE_MOST];
    int32_t known[FREE_MOST][FREE_MOST];
    prize *of_set; /* 2^m: of the present cluster */
    prize *best;   /* 2^m: up to the cluster before */
    prize *next;
    int32_t *choice; /* [i * 2^m + S]: the set that cluster i takes */
    int64_t steps;
    /* the present cluster: */
    int32_t cluster;
    int64_t n_kept;  /* items */
    int32_t *kept;   /* n: those at home there */
    int64_t n_leads; /* points that may be medoids: of kept items, then of free ones */
    int64_t n_home;  /* of kept items */
    int64_t *lead;
    int32_t *lead_of; /* its free item, or -1 */
    double *far;      /* [item * n_leads + x]: from a free item to a point */
    /* [depth]: with the first items decided */
    double *sum;  /* n_leads a depth */
    double *mean; /* d a depth */
    double squares[FREE_MOST + 1];
    int64_t *tally;
    int64_t hostile[FREE_MOST + 1];
    int64_t met[FREE_MOST + 1];
} exact;

static fcap_status out_of_memory(fcap_run *run, int32_t m) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for all sets of %d items",
                         (int)m);
}

static int is_less(prize a, prize b) {
    if (a.met < 0 || b.met < 0) {
        return a.met >= 0;
    }
    return a.met != b.met ? a.met < b.met : a.cost < b.cost;
}

static const int64_t *tally_of(const exact *w, int64_t item) {
    const items *const it = &w->of->it;
    return it->tally + (int64_t)it->type[item] * w->of->t.n_entries;
}

static int may_lead(const exact *w, int64_t point) {
    return w->of->r->candidate == NULL || w->of->r->candidate[point];
}

/* ---- the worth of one cluster with each set ---- */

/* Joins the points of an item to those of a mean and sum of squares: no difference of large
 * numbers. */
static void join_mean(const exact *w, int64_t item, double size, double *mean,
                      double *squares) {
    const items *const it = &w->of->it;
    const points *const p = w->of->p;
    int32_t const near = p->d - w->of->n_spread;
    for (int64_t at = it->start[item]; at < it->start[item + 1]; at++) {
        size += 1;
        for (int32_t c = 0; c < p->d; c++) {
            double const t = fcap_points_coordinate(p, it->member[at], c) - mean[c];
            mean[c] += t / size;
            *squares += c < near ? t * t * (size - 1) / size : 0;
        }
    }
}

/* What it costs that the mean of a cluster is not 0 in the last coordinates. */
static double off_mean(const exact *w, double size, const double *mean) {
    int32_t const d = w->of->p->d;
    double sum = 0;
    for (int32_t c = d - w->of->n_spread; c < d; c++) {
        sum += mean[c] * mean[c];
    }
    return size * sum;
}

/* An item comes: everything of depth d, into depth d itself or the next. */
static void add_item(exact *w, int64_t item, int32_t from, int32_t to) {
    const items *const it = &w->of->it;
    int32_t const m = w->of->t.n_entries;
    int32_t const dim = w->of->p->d;
    const int64_t *const own = tally_of(w, item);
    int64_t *const tally = w->tally + (int64_t)to * m;
    double const size = (double)w->tally[(int64_t)from * m + TALLY_SIZE];
    for (int32_t e = 0; e < m; e++) {
        tally[e] = w->tally[(int64_t)from * m + e] + own[e];
    }
    w->hostile[to] = w->hostile[from];
    w->met[to] = w->met[from];
    for (int64_t x = 0; x < w->n_kept; x++) {
        w->hostile[to] += fcap_pairs_weight(&it->apart, item, w->kept[x]);
        w->met[to] += fcap_pairs_weight(&it->avoid, item, w->kept[x]);
    }
    if (w->of->by_mean) {
        double *const mean = w->mean + (int64_t)to * dim;
        memmove(mean, w->mean + (int64_t)from * dim, (size_t)dim * sizeof *mean);
        w->squares[to] = w->squares[from];
        join_mean(w, item, size, mean, &w->squares[to]);
        return;
    }
    if (w->place[item] >= 0) {
        const double *const far = w->far + w->place[item] * w->n_leads;
        for (int64_t x = 0; x < w->n_leads; x++) {
            w->sum[to * w->n_leads + x] = w->sum[from * w->n_leads + x] + far[x];
        }
    }
}

/* What the set makes of the cluster; depth m. */
static prize judge(const exact *w, uint32_t set) {
    int32_t const at = w->m;
    const int64_t *const tally = w->tally + (int64_t)at * w->of->t.n_entries;
    prize out = IMPOSSIBLE;
    if (w->hostile[at] > 0 || fcap_tally_excess(&w->of->t, w->cluster, tally) > 0) {
        return out;
    }
    out.met = w->met[at];
    if (w->of->by_mean) {
        out.cost = w->squares[at] +
                   off_mean(w, (double)tally[TALLY_SIZE], w->mean + (int64_t)at * w->of->p->d);
        out.least = out.cost;
        return out;
    }
    const double *const sum = w->sum + at * w->n_leads;
    for (int64_t x = 0; x < w->n_leads; x++) {
        int const inside = w->lead_of[x] < 0 || (set >> w->lead_of[x] & 1) != 0;
        out.cost = inside && sum[x] < out.cost ? sum[x] : out.cost;
    }
    out.least = out.cost;
    return out;
}

/* All sets that agree with `set` in the first d items. */
static void judge_all(exact *w, int32_t d, uint32_t set) {
    if (d == w->m) {
        w->of_set[set] = judge(w, set);
        return;
    }
    int32_t const m = w->of->t.n_entries;
    int32_t const dim = w->of->p->d;
    add_item(w, w->item[d], d, d + 1);
    for (int32_t x = 0; x < d; x++) {
        if (set >> x & 1) {
            w->hostile[d + 1] += w->enemies[d][x];
            w->met[d + 1] += w->known[d][x];
        }
    }
    judge_all(w, d + 1, set | 1u << d);
    memcpy(w->tally + (int64_t)(d + 1) * m, w->tally + (int64_t)d * m,
           (size_t)m * sizeof *w->tally);
    w->hostile[d + 1] = w->hostile[d];
    w->met[d + 1] = w->met[d];
    w->squares[d + 1] = w->squares[d];
    if (w->of->by_mean) {
        memcpy(w->mean + (int64_t)(d + 1) * dim, w->mean + (int64_t)d * dim,
               (size_t)dim * sizeof *w->mean);
    } else {
        memcpy(w->sum + (d + 1) * w->n_leads, w->sum + d * w->n_leads,
               (size_t)w->n_leads * sizeof *w->sum);
    }
    judge_all(w, d + 1, set);
}

static double distance_to(const exact *w, int64_t item, int64_t point) {
    const items *const it = &w->of->it;
    double sum = 0;
    for (int64_t at = it->start[item]; at < it->start[item + 1]; at++) {
        sum += fcap_points_distance(w->of->p, it->member[at], point);
    }
    return sum;
}

static void list_leads(exact *w, int64_t item) {
    const items *const it = &w->of->it;
    for (int64_t at = it->start[item]; at < it->start[item + 1]; at++) {
        if (may_lead(w, it->member[at])) {
            w->lead_of[w->n_leads] = w->place[item];
            w->lead[w->n_leads++] = it->member[at];
        }
    }
}

/* The kept items of cluster i, and the sums that they begin with. */
static void enter_cluster(exact *w, int32_t i) {
    const items *const it = &w->of->it;
    w->cluster = i;
    w->n_kept = w->n_leads = 0;
    memset(w->tally, 0, (size_t)w->of->t.n_entries * sizeof *w->tally);
    w->hostile[0] = w->met[0] = 0;
    w->squares[0] = 0;
    if (w->of->by_mean) {
        memset(w->mean, 0, (size_t)w->of->p->d * sizeof *w->mean);
    }
    for (int64_t x = 0; x < it->n; x++) {
        if (it->home[x] == i) {
            list_leads(w, x);
        }
    }
    w->n_home = w->n_leads;
    for (int32_t x = 0; x < w->m; x++) {
        list_leads(w, w->item[x]);
    }
    for (int64_t x = 0; x < it->n; x++) { /* each meets those before it */
        if (it->home[x] == i) {
            add_item(w, x, 0, 0);
            w->kept[w->n_kept++] = (int32_t)x;
        }
    }
    if (w->of->by_mean) {
        return;
    }
    for (int64_t x = 0; x < w->n_leads; x++) {
        w->sum[x] = 0;
        for (int64_t y = 0; y < w->n_kept; y++) {
            w->sum[x] += distance_to(w, w->kept[y], w->lead[x]);
        }
        for (int32_t y = 0; y < w->m; y++) {
            w->far[y * w->n_leads + x] = distance_to(w, w->item[y], w->lead[x]);
        }
    }
}

/* ---- all clusters ---- */

/* Do clusters a and b mean the same? */
static int are_alike(const exact *w, int32_t a, int32_t b, const char *has_kept) {
    return !has_kept[a] && !has_kept[b] && w->of->t.capacity[a] == w->of->t.capacity[b];
}

static void offer(exact *w, uint32_t before, uint32_t set, int32_t *choice) {
    prize const one = w->of_set[set];
    if (one.met < 0) {
        return;
    }
    prize *const next = &w->next[before | set];
    prize both = {w->best[before].met + one.met, w->best[before].cost + one.cost,
                  w->best[before].least + one.least};
    both.least = next->least < both.least ? next->least : both.least;
    if (is_less(both, *next)) {
        *next = both;
        choice[before | set] = (int32_t)set;
    }
    next->least = both.least;
}

/* The cluster takes any set of what is left; with `anchored` one with the first item. */
static int fill_cluster(fcap_run *run, exact *w, int anchored, int last, int32_t *choice) {
    uint32_t const all = (uint32_t)((1ull << w->m) - 1);
    for (uint32_t s = 0;; s++) {
        w->next[s] = IMPOSSIBLE;
        if (s == all) {
            break;
        }
    }
    for (uint32_t before = 0;; before++) {
        uint32_t const rest = all ^ before;
        uint32_t const first = anchored ? rest & (0u - rest) : 0;
        if ((before & 255) == 0 && fcap_run_should_stop(run, "exact", before, all)) {
            return 0;
        }
        if (w->best[before].met >= 0 && last) {
            offer(w, before, rest, choice);
        } else if (w->best[before].met >= 0) {
            uint32_t const others = rest ^ first;
            for (uint32_t sub = others;; sub = (sub - 1) & others) {
                offer(w, before, sub | first, choice);
                if (sub == 0) {
                    break;
                }
            }
        }
        if (before == all) {
            return 1;
        }
    }
}

static fcap_status open_sets(fcap_run *run, exact *w) {
    const task *const of = w->of;
    int64_t const sets = (int64_t)1 << w->m;
    int64_t const n = of->it.start[of->it.n];
    w->of_set = arena_array(&run->mem, prize, sets);
    w->best = arena_array(&run->mem, prize, sets);
    w->next = arena_array(&run->mem, prize, sets);
    w->choice = arena_array(&run->mem, int32_t, sets * of->t.k);
    w->kept = arena_array(&run->mem, int32_t, of->it.n);
    w->lead = arena_array(&run->mem, int64_t, n);
    w->lead_of = arena_array(&run->mem, int32_t, n);
    w->far = arena_array(&run->mem, double, of->by_mean ? 0 : n *(w->m + 1));
    w->sum = arena_array(&run->mem, double, of->by_mean ? 0 : n *(w->m + 1));
    w->mean = arena_array(&run->mem, double, of->by_mean ? (w->m + 1) * of->p->d : 0);
    w->tally = arena_array(&run->mem, int64_t, (w->m + 1) * of->t.n_entries);
    int const ok = w->of_set != NULL && w->best != NULL && w->next != NULL &&
                   w->choice != NULL && w->kept != NULL && w->lead != NULL &&
                   w->lead_of != NULL && w->far != NULL && w->sum != NULL && w->mean != NULL &&
                   w->tally != NULL;
    return ok ? FCAP_OK : out_of_memory(run, w->m);
}

static fcap_status list_free(fcap_run *run, exact *w, char **has_kept) {
    const items *const it = &w->of->it;
    w->item = arena_array(&run->mem, int64_t, it->n_free);
    w->place = arena_array(&run->mem, int32_t, it->n);
    *has_kept = arena_array(&run->mem, char, w->of->t.k);
    if (w->item == NULL || w->place == NULL || *has_kept == NULL) {
        return out_of_memory(run, (int32_t)it->n_free);
    }
    for (int64_t x = 0; x < it->n; x++) {
        w->place[x] = -1;
        if (it->home[x] >= 0) {
            (*has_kept)[it->home[x]] = 1;
        } else {
            w->place[x] = w->m;
            w->item[w->m++] = x;
        }
    }
    for (int32_t a = 0; a < w->m; a++) {
        for (int32_t b = 0; b < w->m; b++) {
            w->enemies[a][b] = fcap_pairs_weight(&it->apart, w->item[a], w->item[b]);
            w->known[a][b] = fcap_pairs_weight(&it->avoid, w->item[a], w->item[b]);
        }
    }
    return FCAP_OK;
}

/* Clusters with kept items first, then the others by capacity. */
static void order_clusters(const exact *w, const char *has_kept, int32_t *order) {
    int32_t n = 0;
    for (int32_t i = 0; i < w->of->t.k; i++) {
        int32_t at = n++;
        for (; at > 0; at--) {
            int32_t const other = order[at - 1];
            int const before = has_kept[i] != has_kept[other]
                                   ? has_kept[i]
                                   : w->of->t.capacity[i] < w->of->t.capacity[other];
            if (!before) {
                break;
            }
            order[at] = other;
        }
        order[at] = i;
    }
}

static void trace_back(const exact *w, const int32_t *order, int32_t *label) {
    const items *const it = &w->of->it;
    uint32_t left = (uint32_t)((1ull << w->m) - 1);
    for (int64_t x = 0; x < it->n; x++) {
        label[x] = it->home[x];
    }
    for (int32_t c = w->of->t.k - 1; c >= 0; c--) {
        uint32_t const set = (uint32_t)w->choice[((int64_t)c << w->m) + left];
        for (int32_t x = 0; x < w->m; x++) {
            if (set >> x & 1) {
                label[w->item[x]] = order[c];
            }
        }
        left ^= set;
    }
}

static int64_t steps_needed(const task *of) {
    double steps = (double)of->t.k;
    for (int64_t x = 0; x < of->it.n_free; x++) {
        steps *= 3;
    }
    int64_t widest = 0; /* sums of distances in a cluster */
    for (int64_t x = 0; x < of->it.n; x++) {
        widest += of->it.home[x] >= 0;
    }
    steps += (double)widest * (double)widest / of->t.k * (of->p->d + 10);
    return steps < 1e18 ? (int64_t)steps : INT64_MAX;
}

fcap_status fcap_exact(fcap_run *run, const task *of, int64_t work, exact_end *end,
                       exact_answer *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    exact w = {.of = of};
    char *has_kept = NULL;
    *end = EXACT_LEFT;
    if (of->it.n_free > FREE_MOST || steps_needed(of) > work) {
        return FCAP_OK;
    }
    TRY(list_free(run, &w, &has_kept));
    TRY(open_sets(run, &w));
    int32_t const k = of->t.k;
    int32_t *const order = arena_array(&run->mem, int32_t, k);
    if (order == NULL) {
        return out_of_memory(run, w.m);
    }
    order_clusters(&w, has_kept, order);
    for (uint32_t s = 0; s < 1u << w.m; s++) {
        w.best[s] = IMPOSSIBLE;
    }
    w.best[0] = (prize){of->it.avoid.inside, 0, 0};
    for (int32_t c = 0; c < k; c++) {
        int const as_before = c > 0 && are_alike(&w, order[c - 1], order[c], has_kept);
        int const anchored = are_alike(&w, order[c], order[k - 1], has_kept);
        if (!as_before) {
            enter_cluster(&w, order[c]);
            judge_all(&w, 0, 0);
        }
        if (!fill_cluster(run, &w, anchored, c == k - 1, w.choice + ((int64_t)c << w.m))) {
            fcap_arena_restore(&run->mem, mark);
            return FCAP_OK; /* stopped */
        }
        prize *const swap = w.best;
        w.best = w.next;
        w.next = swap;
    }
    prize const found = w.best[(1u << w.m) - 1];
    *end = found.met >= 0 ? EXACT_FOUND : EXACT_NONE;
    if (found.met >= 0) {
        trace_back(&w, order, out->label);
        out->worth = (merit){0, found.met, found.cost};
        out->least = found.least;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
