/* search.c - see search.h.
 *
 * Some starts fill an elite of different local optima. From then on, in turn: two of the elite
 * are crossed (the medoids of one around a place, of the other elsewhere) and led down again,
 * which finds what lies far apart (PISA, k = 20: 4039.4 instead of 4044 to 4058); and a window
 * of the best answer is searched by kicks, which finds what lies together, at a fraction of the
 * work. With few clusters kicks of the whole take the place of windows; with many there are
 * fewer starts, because a descent takes long, and more windows.
 *
 * A walk down is: assign, alternate, give up if that is far above the best, else exchange.
 * Assignments on the way are quick ones; only an end that could be the best is assigned with
 * care.
 */
#include "search/search.h"

#include "search/alternate.h"
#include "search/descent.h"
#include "search/start.h"
#include "search/window.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACE_WORK = 30,     /* a point and medoid: an assignment */
    PATHS_WORK = 30,     /* a medoid cubed, where it is a careful one */
    PLACE_LEAST = 20000, /* and that at least */
    WINDOW_MOST = 10,    /* clusters */
    WINDOW_FROM = 6,     /* with fewer clusters a window is no smaller problem */
    WINDOW_KICKS = 8,
    STEPS = 4,          /* on the prices, before an assignment */
    CLOSE_NODES = 2000, /* of branching, for the labels of the answer that is certified */
    FRESH = 48,         /* rounds between new starts: what is crossed has to stay different */
    TRIES = 12,         /* assignments in a row that may fail */
    MANY_CLUSTERS = 24, /* where a window is a small part, and a descent takes long */
    MANY = 20000,       /* points; beyond, the budget rises more slowly */
    FREE_FROM = 1000,   /* points: with fewer, one start more is as good and quicker */
    REACH_LEAST = 50,
    REACH_PART = 6 /* of the candidates are judged after a kick */
};

#define SAME 1e-7 /* relative: answers whose costs differ by less count as one */
#define LUCK 0.01 /* of the cost: how far luck moves a candidate in the order */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a search of %lld points",
                         (long long)n);
}

fcap_status fcap_search_open(fcap_run *run, points *p, const rules *r, const shape *s,
                             search *out) {
    *out = (search){.p = p, .r = r, .s = s, .random = fcap_rng_fork(&run->random, 4)};
    if (p->matrix == NULL) {
        TRY(fcap_points_matrix(run, p));
    }
    TRY(fcap_fair_assign_open(run, p, s, &out->fa));
    out->routed = run->routed;
    if (s->k > 1) {
        TRY(fcap_priced_open(run, p, &out->fa, run->threads, &out->swaps));
    }
    TRY(fcap_answer_open(run, s, &out->now));
    TRY(fcap_answer_open(run, s, &out->trial));
    TRY(fcap_answer_open(run, s, &out->spare));
    out->list = arena_array(&run->mem, exchange, p->n);
    out->order = arena_array(&run->mem, int64_t, p->n);
    out->bound = arena_array(&run->mem, double, s->k);
    out->score = arena_array(&run->mem, float, p->n);
    TRY(fcap_middles_open(run, &out->middles));
    if (out->list == NULL || out->order == NULL || out->bound == NULL || out->score == NULL) {
        return out_of_memory(run, p->n);
    }
    return FCAP_OK;
}

int64_t fcap_search_place_work(const search *w, int64_t closing) {
    int64_t const k = w->s->k;
    int64_t const paths = closing >= 0 && w->s->n_groups == 2 ? PATHS_WORK * k * k * k : 0;
    return PLACE_LEAST + PLACE_WORK * w->p->n * k + paths;
}

void fcap_search_count(const fcap_run *run, search *w, int64_t reckoned) {
    int64_t const routed = run->routed - w->routed;
    w->spent += routed > reckoned ? routed : reckoned;
    w->routed = run->routed;
}

int64_t fcap_search_work(const search *w, int32_t effort) {
    static const int64_t share[] = {0, 10, 30, 100, 300, 1000, 2000, 5000, 12000, 30000};
    assert(effort >= 1 && effort <= 9);
    int64_t const n = w->p->n;
    int64_t const much = n < MANY ? n : MANY;
    int64_t const few = n < 58 ? 100000000 : n * n * 30000; /* medoids to choose from */
    int64_t const base = n < 140 ? few : 600000000;
    int64_t const whole = base + 1000000 * much + 200000 * (n - much);
    return whole / 1000 * share[effort];
}

void fcap_search_note(fcap_run *run, const search *w, const answer *a) {
    if (!w->is_window) {
        fcap_run_note_cost(run, ldexp(a->cost, w->p->exponent));
    }
}

static int by_score(const void *left, const void *right) {
    const exchange *const a = left;
    const exchange *const b = right;
    if (a->bound != b->bound) {
        return a->bound < b->bound ? -1 : 1;
    }
    return (a->candidate > b->candidate) - (a->candidate < b->candidate);
}

/* Candidates, the most promising of late first, with some luck. */
static void order_candidates(search *w, rng *random) {
    int64_t n = 0;
    for (int64_t j = 0; j < w->p->n; j++) {
        if (w->candidate == NULL || w->candidate[j]) {
            double const luck = LUCK * fcap_rng_unit(random);
            w->list[n++] = (exchange){.bound = (double)w->score[j] + luck, .candidate = j};
        }
    }
    qsort(w->list, (size_t)n, sizeof *w->list, by_score);
    for (int64_t x = 0; x < n; x++) {
        w->order[x] = w->list[x].candidate;
    }
    w->n_order = n;
}

/* Being stopped is no failure once there is an answer. */
static fcap_status or_stopped(fcap_status status, const answer *best) {
    return status == FCAP_E_CANCELLED && best->cost < INFINITY ? FCAP_OK : status;
}

static fcap_status settle(fcap_run *run, search *w, int64_t rounds, answer *a) {
    alternation how = {w->candidate, &w->middles, rounds, &w->spare};
    TRY(fcap_answer_place(run, &w->fa, FAIR_ASSIGN_QUICK, a));
    fcap_search_note(run, w, a);
    TRY(or_stopped(fcap_alternate(run, &w->fa, &how, a), a));
    fcap_search_count(run, w, (1 + how.rounds) * fcap_search_place_work(w, FAIR_ASSIGN_QUICK));
    return FCAP_OK;
}

/* Where little has changed, the promising candidates are enough. */
static int64_t near_reach(const search *w) {
    return REACH_LEAST + w->p->n / REACH_PART;
}

/* w->now down to a local optimum. */
static fcap_status go_down(fcap_run *run, search *w, int64_t reach, double hopeless,
                           int64_t until) {
    patience const how = {.tries = TRIES, .reach = reach, .steps = STEPS, .gain = 1e-6};
    TRY(settle(run, w, 20, &w->now));
    if (w->now.cost > hopeless || w->spent >= until || run->stopped != FCAP_FEASIBLE) {
        return FCAP_OK;
    }
    return or_stopped(fcap_descend(run, w, how, until, &w->now), &w->now);
}

/* The walk may end with a quick assignment; a careful one is made where it could be best. */
static fcap_status keep_if_cheaper(fcap_run *run, search *w, answer *best) {
    if (w->now.cost >= best->cost && w->now.fixed_bound < best->cost * (1 - 1e-9) &&
        w->now.cost < best->cost * 1.003 && run->stopped == FCAP_FEASIBLE) {
        TRY(fcap_answer_place(run, &w->fa, 0, &w->now));
        fcap_search_count(run, w, fcap_search_place_work(w, 0));
    }
    if (w->now.cost < best->cost) {
        fcap_answer_copy(&w->now, best);
        fcap_search_note(run, w, best);
    }
    return FCAP_OK;
}

/* The walk's end joins the elite if it is new and cheaper than one of them. */
static void keep_if_elite(search *w) {
    int32_t at = w->n_elite;
    if (w->elite[0].medoid == NULL || !(w->now.cost < INFINITY)) {
        return;
    }
    for (int32_t e = 0; e < w->n_elite; e++) {
        if (fabs(w->elite[e].cost - w->now.cost) <= SAME * w->now.cost) {
            return;
        }
    }
    if (at == ELITES) {
        at--;
        if (w->now.cost >= w->elite[at].cost) {
            return;
        }
    } else {
        w->n_elite++;
    }
    answer const room = w->elite[at];
    for (; at > 0 && w->elite[at - 1].cost > w->now.cost; at--) {
        w->elite[at] = w->elite[at - 1];
    }
    w->elite[at] = room;
    fcap_answer_copy(&w->now, &w->elite[at]);
}

static void clear_prices(answer *a) {
    memset(a->price, 0, (size_t)a->n_groups * (size_t)a->k * sizeof *a->price);
    a->cost = INFINITY;
}

static fcap_status from_seed(fcap_run *run, search *w, int64_t until, answer *best) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    order_candidates(w, &random);
    int const large = w->p->n > FREE_FROM || w->s->k > MANY_CLUSTERS;
    if (w->round == 1 && large && w->candidate == NULL) {
        TRY(fcap_start_free(run, w, w->now.medoid));
    } else {
        TRY(fcap_start_seed(run, w, &random, w->now.medoid));
    }
    clear_prices(&w->now);
    TRY(go_down(run, w, w->p->n, best->cost * 1.1, until));
    keep_if_elite(w);
    return keep_if_cheaper(run, w, best);
}

static fcap_status from_two(fcap_run *run, search *w, int64_t until, answer *best) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    int32_t const a = (int32_t)fcap_rng_below(&random, w->n_elite);
    int32_t const b = (int32_t)fcap_rng_below(&random, w->n_elite - 1);
    order_candidates(w, &random);
    fcap_start_cross(w, &random, &w->elite[a], &w->elite[b + (b >= a)], &w->now);
    w->now.cost = INFINITY;
    TRY(go_down(run, w, w->p->n / 2, best->cost * 1.03, until));
    keep_if_elite(w);
    return keep_if_cheaper(run, w, best);
}

static fcap_status from_kick(fcap_run *run, search *w, int64_t until, answer *best) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    order_candidates(w, &random);
    fcap_answer_copy(best, &w->now);
    fcap_start_kick(w, &random, &w->now);
    w->now.cost = INFINITY;
    TRY(go_down(run, w, near_reach(w), best->cost * 1.02, until));
    return keep_if_cheaper(run, w, best);
}

/* Labels that came from elsewhere than alternating may have better medoids. */
static fcap_status tidy(fcap_run *run, search *w, answer *best) {
    int32_t changed = 0;
    TRY(fcap_alternate_medoids(run, w->p, w->candidate, &w->middles, best, &changed));
    if (changed > 0 || best->fixed_bound < best->cost) {
        TRY(or_stopped(fcap_answer_place(run, &w->fa, 0, best), best));
    }
    return FCAP_OK;
}

fcap_status fcap_search_improve(fcap_run *run, search *w, const int64_t *medoid, answer *best) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    order_candidates(w, &random);
    memcpy(w->now.medoid, medoid, (size_t)w->s->k * sizeof *medoid);
    clear_prices(&w->now);
    TRY(or_stopped(go_down(run, w, w->p->n, best->cost * 1.01, INT64_MAX), best));
    keep_if_elite(w);
    return or_stopped(keep_if_cheaper(run, w, best), best);
}

fcap_status fcap_search_kicks(fcap_run *run, search *w, int64_t rounds, answer *best) {
    for (int64_t i = 0; i < rounds; i++) {
        TRY(or_stopped(from_kick(run, w, INT64_MAX, best), best));
        if (fcap_run_should_stop(run, "window", i, rounds)) {
            break;
        }
    }
    return FCAP_OK;
}

/* The clusters around one place, or around two. */
static fcap_status from_window(fcap_run *run, search *w, int64_t until, answer *best) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    int32_t list[WINDOW_MOST];
    int32_t const most = w->s->k - 1 < WINDOW_MOST ? w->s->k - 1 : WINDOW_MOST;
    int32_t const size = most <= 3 ? most : 3 + (int32_t)fcap_rng_below(&random, most - 2);
    int improved = 0;
    fcap_start_region(w, &random, best, size, list);
    TRY(fcap_window_search(run, w, list, size, WINDOW_KICKS, best, &improved));
    if (!improved || run->stopped != FCAP_FEASIBLE) {
        return FCAP_OK;
    }
    patience const how = {.tries = TRIES, .reach = near_reach(w), .steps = STEPS, .gain = 1e-6};
    order_candidates(w, &random);
    fcap_answer_copy(best, &w->now);
    TRY(fcap_descend(run, w, how, until, &w->now));
    TRY(keep_if_cheaper(run, w, best));
    if (w->n_elite > 0 && best->cost < w->elite[0].cost) {
        fcap_answer_copy(best, &w->elite[0]); /* most likely it came from that */
    }
    return FCAP_OK;
}

/* One start, or one step on from the answers there are. */
static fcap_status next_round(fcap_run *run, search *w, int64_t until, answer *best) {
    int const many = w->s->k > MANY_CLUSTERS;
    int64_t const turn = w->round % (many ? 4 : 2);
    if (w->round < (many ? 3 : ELITES) || w->round % FRESH == 0) {
        return from_seed(run, w, until, best);
    }
    if (turn == 0 && w->n_elite > 1) {
        return from_two(run, w, until, best);
    }
    if (w->s->k < WINDOW_FROM) {
        return from_kick(run, w, until, best);
    }
    return from_window(run, w, until, best);
}

/* Any answer, soon: who is stopped early has that at least. */
static fcap_status answer_soon(fcap_run *run, search *w, answer *best) {
    rng random = fcap_rng_fork(&w->random, UINT64_MAX - 1);
    TRY(fcap_start_seed(run, w, &random, best->medoid));
    clear_prices(best);
    TRY(fcap_answer_place(run, &w->fa, FAIR_ASSIGN_QUICK, best));
    fcap_search_note(run, w, best);
    fcap_search_count(run, w, fcap_search_place_work(w, FAIR_ASSIGN_QUICK));
    return FCAP_OK;
}

fcap_status fcap_search_run(fcap_run *run, search *w, int64_t work, answer *best) {
    int64_t const until = work < INT64_MAX - w->spent ? w->spent + work : INT64_MAX;
    int64_t const begun = w->spent;
    for (int32_t e = 0; e < ELITES && w->elite[e].medoid == NULL; e++) {
        TRY(fcap_answer_open(run, w->s, &w->elite[e]));
    }
    if (best->cost == INFINITY) {
        TRY(answer_soon(run, w, best));
    }
    while (best->cost > 0 && (w->round == 0 || w->spent < until) &&
           !fcap_run_should_stop(run, "search", w->spent - begun, work)) {
        TRY(or_stopped(next_round(run, w, until, best), best));
        if (w->s->k == 1) {
            break; /* alternating is exact */
        }
    }
    return tidy(run, w, best);
}

fcap_status fcap_search_certify_swaps(fcap_run *run, search *w, int64_t work, answer *best) {
    int64_t const until = work < INT64_MAX - w->spent ? w->spent + work : INT64_MAX;
    rng random = fcap_rng_fork(&w->random, UINT64_MAX);
    order_candidates(w, &random);
    fcap_answer_copy(best, &w->now);
    int64_t const nodes = work / fcap_search_place_work(w, 0);
    TRY(or_stopped(
        fcap_answer_place(run, &w->fa, nodes < CLOSE_NODES ? nodes : CLOSE_NODES, &w->now),
        best));
    TRY(or_stopped(fcap_descend_all(run, w, until, &w->now), best));
    if (w->now.cost <= best->cost) {
        fcap_answer_copy(&w->now, best);
        fcap_search_note(run, w, best);
    }
    return FCAP_OK;
}
