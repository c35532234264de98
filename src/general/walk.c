/* walk.c - see walk.h. */
#include "general/walk.h"

#include "general/patch.h"

#include <math.h>
#include <string.h>

enum {
    FIRST_STEPS = 250, /* on the prices, for new centres */
    LAST_STEPS = 600,  /* for the bound that is handed out */
    LAST_TURNS = 3,
    WARM_STEPS = 100, /* where few centres have changed */
    SWAPS = 2,        /* moves of a chain: enough where clusters are large */
    SMALL_SIZE = 8,   /* items of a cluster: with fewer, what fits takes longer chains */
    PASSES = 6,       /* of chains, after an assignment */
    MEND_ROUNDS = 24, /* with other weights, where a repair is stuck */
    LOOSE_FROM = 3,   /* from this round on medoids may leave */
    ALTERNATIONS = 30,
    MANY = 1500,       /* items */
    JUDGED_MOST = 300, /* points, for an exchange */
    TRIED_MOST = 8,    /* exchanges in a row that may fail */
    SHAKEN_CLUSTERS = 6,
    SHAKEN_MOST = 6, /* items */
    PATCH_FROM = 24, /* clusters: with more, a few at a time */
    PATCH_MOST = 10,
    PATCH_KICKS = 12,
    RETURN = 12, /* rounds between returns to the best answer */
    STRETCH = 30 /* rounds from a new start, then as many from the best answer */
};

#define HOPEFUL       1.01 /* times the cost of the stretch: farther above it is given up */
#define HOPEFUL_FRESH 1.1  /* the same of a new start and the best cost */
#define NEARLY        1.01 /* times the best cost: good enough to go on from */
#define LITTLE        1e-4 /* of the cost: not worth another turn with many items */

/* Moves of a chain, on the way. */
static int32_t usual_depth(const walk *w) {
    return w->task->it.n < SMALL_SIZE * (int64_t)w->task->t.k ? SWAPS + 1 : SWAPS;
}

/* The same where it matters most: each move more takes several times as long. */
static int32_t greatest_depth(const walk *w) {
    return w->task->it.n > MANY ? CHAIN_MOST - 1 : CHAIN_MOST;
}

fcap_status fcap_walk_open(fcap_run *run, const task *of, rng random, walk *out) {
    *out = (walk){.task = of, .random = random};
    TRY(fcap_layout_open(run, of, &out->l));
    TRY(fcap_prices_open(run, of, &out->prices));
    TRY(fcap_chains_open(run, &out->l, &out->prices, &out->chains));
    out->chains.depth = usual_depth(out);
    TRY(fcap_centring_open(run, &out->l, &out->centring));
    TRY(fcap_leaders_open(run, &out->l, &out->leaders));
    TRY(fcap_replacing_open(run, &out->l, &out->prices, &out->replacing));
    TRY(fcap_kept_open(run, of, &out->best));
    TRY(fcap_kept_open(run, of, &out->now));
    TRY(fcap_kept_open(run, of, &out->step));
    TRY(fcap_kept_open(run, of, &out->here));
    TRY(fcap_kept_open(run, of, &out->top));
    out->shelf_bytes = (size_t)of->t.k * (size_t)of->t.n_rows * sizeof *out->shelf;
    out->shelf = arena_array(&run->mem, double, of->t.k * of->t.n_rows);
    out->label = arena_array(&run->mem, int32_t, of->it.n);
    if (out->label == NULL || out->shelf == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a search of %lld items",
                             (long long)of->it.n);
    }
    return FCAP_OK;
}

int64_t fcap_walk_spent(const walk *w) {
    return w->prices.work + w->chains.work + w->centring.work + w->replacing.work +
           w->leaders.work + w->extra;
}

/* ---- assignment ---- */

static void reset_weights(layout *l) {
    for (int32_t i = 0; i < l->k; i++) {
        l->heavy[i] = 1;
    }
    l->spite = 1;
    l->loose = 0;
    fcap_layout_recount(l);
}

/* Rules that stay broken get heavier, so that the others give way; at last medoids may leave
 * their clusters. */
static void mend(fcap_run *run, walk *w) {
    layout *const l = &w->l;
    int loose = 0;
    w->chains.depth = greatest_depth(w);
    for (int32_t round = 0; round < MEND_ROUNDS && w->chains.broken > 0; round++) {
        int64_t heavy = 0;
        for (int32_t i = 0; i < l->k; i++) {
            l->heavy[i] += l->excess[i] > 0;
            heavy += l->excess[i];
        }
        l->spite += heavy < w->chains.broken;
        loose = l->loose = round >= LOOSE_FROM;
        fcap_layout_recount(l);
        fcap_chains_begin(&w->chains);
        fcap_chains_repair(&w->chains);
        fcap_chains_improve(run, &w->chains, 2);
        if (fcap_run_should_stop(run, "repair", round, MEND_ROUNDS)) {
            break;
        }
    }
    w->chains.depth = usual_depth(w);
    reset_weights(l);
    if (loose) {
        fcap_centring_update(&w->centring);
    }
    fcap_chains_begin(&w->chains);
}

/* From the centres to labels. */
static void assign(fcap_run *run, walk *w, int32_t steps) {
    double const upper = w->best.merit.excess == 0 ? w->best.merit.cost : INFINITY;
    fcap_prices_ascend(&w->prices, &w->l, upper, steps);
    fcap_prices_labels(&w->prices, &w->l, w->label);
    fcap_layout_set_labels(&w->l, w->label);
    fcap_chains_begin(&w->chains);
    fcap_chains_repair(&w->chains);
    fcap_chains_improve(run, &w->chains, PASSES);
    if (w->chains.broken > 0) {
        mend(run, w);
        fcap_chains_improve(run, &w->chains, PASSES);
    }
}

/* Longer chains, where the answer could be the best. */
static int polish(fcap_run *run, walk *w) {
    int64_t const before = w->chains.iterations;
    w->chains.depth = greatest_depth(w);
    fcap_chains_begin(&w->chains);
    fcap_chains_improve(run, &w->chains, PASSES);
    w->chains.depth = usual_depth(w);
    return w->chains.iterations > before;
}

/* From new centres to labels: with many items prices lead to an assignment sooner than chains
 * lead from the last one. */
static void follow_centres(fcap_run *run, walk *w) {
    if (w->l.n > MANY) {
        assign(run, w, FIRST_STEPS);
    } else {
        fcap_chains_begin(&w->chains);
        fcap_chains_improve(run, &w->chains, PASSES);
    }
}

/* Centres and assignments in turn, until neither helps. */
static merit alternate(fcap_run *run, walk *w) {
    merit now = fcap_layout_merit(&w->l);
    fcap_layout_keep(&w->l, now, &w->now);
    for (int32_t turn = 0; turn < ALTERNATIONS; turn++) {
        if (fcap_run_should_stop(run, "alternate", turn, 0)) {
            break;
        }
        if (fcap_centring_update(&w->centring) > 0) {
            follow_centres(run, w);
        } else if (w->l.n > MANY || now.cost > w->top.merit.cost * HOPEFUL || !polish(run, w)) {
            break;
        }
        merit const next = fcap_layout_merit(&w->l);
        if (!fcap_merit_less(next, now)) {
            break;
        }
        double const gain = (now.cost - next.cost) / now.cost;
        int const little = next.excess == now.excess && next.met == now.met && gain < LITTLE;
        now = next;
        fcap_layout_keep(&w->l, now, &w->now);
        if (w->l.n > MANY && little) {
            break;
        }
    }
    if (fcap_merit_less(now, fcap_layout_merit(&w->l))) {
        fcap_layout_restore(&w->l, &w->now);
    }
    fcap_centring_update(&w->centring);
    return fcap_layout_merit(&w->l);
}

static int keep_if_better(fcap_run *run, walk *w, merit worth) {
    if (!fcap_merit_less(worth, w->best.merit)) {
        return 0;
    }
    fcap_layout_keep(&w->l, worth, &w->best);
    if (worth.excess == 0) {
        fcap_run_note_cost(run, fcap_task_cost(w->task, worth.cost));
    }
    return 1;
}

/* ---- exchanges ---- */

/* One centre after the other is replaced, as long as that helps; w->step is where it stands. A
 * replacement is tried when its bound leaves hope, the most promising ones first. */
static void descend(fcap_run *run, walk *w, rng *random, int64_t until) {
    const task *const of = w->task;
    int64_t const all = of->it.start[of->it.n];
    int64_t const tries = all < JUDGED_MOST ? all : JUDGED_MOST;
    int improved = 1;
    while (improved && fcap_walk_spent(w) < until && run->stopped == FCAP_FEASIBLE) {
        improved = 0;
        fcap_layout_restore(&w->l, &w->step);
        fcap_prices_ascend(&w->prices, &w->l, w->step.merit.cost, WARM_STEPS);
        int64_t const n = fcap_replacing_list(run, &w->replacing, random, tries);
        memcpy(w->shelf, w->prices.u, w->shelf_bytes);
        for (int64_t x = 0; x < n && x < TRIED_MOST && !improved; x++) {
            replacement const r = w->replacing.list[x];
            if ((r.bound >= w->step.merit.cost && !of->by_mean) ||
                run->stopped != FCAP_FEASIBLE) {
                break;
            }
            fcap_layout_restore(&w->l, &w->step);
            memcpy(w->prices.u, w->shelf, w->shelf_bytes);
            fcap_layout_set_medoid(&w->l, r.cluster, r.point);
            assign(run, w, WARM_STEPS);
            merit const worth = alternate(run, w);
            if (fcap_merit_less(worth, w->step.merit)) {
                fcap_layout_keep(&w->l, worth, &w->step);
                improved = 1;
            }
        }
    }
}

/* ---- rounds ---- */

/* Some items of a neighbourhood go elsewhere in it; chains put things right again. */
static void shake(fcap_run *run, walk *w, rng *random) {
    layout *const l = &w->l;
    int32_t list[SHAKEN_CLUSTERS] = {0};
    int32_t const around = l->k < SHAKEN_CLUSTERS ? l->k : SHAKEN_CLUSTERS;
    int64_t const wanted = 2 + fcap_rng_below(random, SHAKEN_MOST);
    fcap_leaders_near(l, fcap_rng_below(random, l->n), around, list);
    for (int64_t tries = 8 * wanted, moved = 0; tries > 0 && moved < wanted; tries--) {
        int64_t const x = fcap_rng_below(random, l->n);
        int32_t const to = list[fcap_rng_below(random, around)];
        int inside = 0;
        for (int32_t c = 0; c < around; c++) {
            inside |= l->label[x] == list[c];
        }
        if ((inside || tries < 2 * wanted) && l->label[x] != to &&
            !fcap_layout_is_fixed(l, x)) {
            fcap_layout_move(l, x, to);
            moved++;
        }
    }
    fcap_chains_begin(&w->chains);
    fcap_chains_repair(&w->chains);
    fcap_chains_improve(run, &w->chains, PASSES);
    if (w->chains.broken > 0) {
        mend(run, w);
        fcap_chains_improve(run, &w->chains, PASSES);
    }
}

/* A step away from w->here. */
static void step_away(fcap_run *run, walk *w, rng *random) {
    const task *const of = w->task;
    int const pairs_count = of->it.avoid.start != NULL; /* more than centres do */
    fcap_layout_restore(&w->l, &w->here);
    if (pairs_count && fcap_rng_below(random, 2) == 0) {
        shake(run, w, random);
        return;
    }
    if (of->r->capacities != NULL && fcap_rng_below(random, 3) == 0) {
        fcap_leaders_trade(&w->leaders, random);
    } else {
        fcap_leaders_kick(&w->leaders, random);
    }
    assign(run, w, WARM_STEPS);
}

/* The walk goes on from an answer that is nearly as good as the best of this stretch, and
 * returns to that now and then. */
static void go_on_from(walk *w, int fresh) {
    const kept *const step = &w->step;
    if (fresh || w->top.merit.excess > 0 || fcap_merit_less(step->merit, w->top.merit)) {
        fcap_kept_copy(w->task, step, &w->top);
    }
    if (fresh || w->round % RETURN == 0 || w->here.merit.excess > 0) {
        fcap_kept_copy(w->task, &w->top, &w->here);
    } else if (step->merit.excess == 0 && step->merit.met <= w->top.merit.met &&
               step->merit.cost < w->top.merit.cost * NEARLY) {
        fcap_kept_copy(w->task, step, &w->here);
    }
}

/* A local optimum from where the walk is now. Far above the best of this stretch, exchanges are
 * not tried. */
static void come_down(fcap_run *run, walk *w, rng *random, int fresh, int64_t until) {
    const kept *const top = fresh ? &w->best : &w->top;
    double const most = top->merit.cost * (fresh ? HOPEFUL_FRESH : HOPEFUL);
    merit const worth = alternate(run, w);
    keep_if_better(run, w, worth);
    fcap_layout_keep(&w->l, worth, &w->step);
    if (worth.excess == 0 && worth.met <= top->merit.met && !(worth.cost >= most) &&
        w->task->t.k <= PATCH_FROM) {
        descend(run, w, random, until);
        fcap_layout_restore(&w->l, &w->step);
        keep_if_better(run, w, w->step.merit);
    }
    go_on_from(w, fresh);
}

merit fcap_walk_resume(walk *w) {
    fcap_layout_restore(&w->l, &w->best);
    w->best.merit = fcap_layout_merit(&w->l);
    fcap_kept_copy(w->task, &w->best, &w->here);
    fcap_kept_copy(w->task, &w->best, &w->top);
    w->round = 1; /* no new start */
    return w->best.merit;
}

void fcap_walk_kicks(fcap_run *run, walk *w, int32_t kicks) {
    for (int32_t x = 0; x < kicks && run->stopped == FCAP_FEASIBLE; x++) {
        rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
        step_away(run, w, &random);
        come_down(run, w, &random, 0, INT64_MAX);
    }
}

/* The clusters around one place. */
static fcap_status improve_patch(fcap_run *run, walk *w) {
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round);
    int32_t list[PATCH_MOST];
    int32_t const size = 3 + (int32_t)fcap_rng_below(&random, PATCH_MOST - 2);
    int64_t const x = fcap_rng_below(&random, w->task->it.n);
    int improved = 0;
    if (w->stale) {
        fcap_layout_restore(&w->l, &w->best);
        w->stale = 0;
    }
    fcap_leaders_near(&w->l, x, size, list);
    w->extra += (int64_t)size * size * w->task->t.k;
    TRY(fcap_patch_improve(run, w, list, size, PATCH_KICKS, &improved));
    if (improved) {
        for (int32_t c = 0; c < size && !w->task->by_mean; c++) {
            fcap_layout_set_medoid(&w->l, list[c], w->best.medoid[list[c]]);
        }
        w->stale = w->task->by_mean;
        fcap_run_note_cost(run, fcap_task_cost(w->task, w->best.merit.cost));
    }
    w->round++;
    return FCAP_OK;
}

static fcap_status next_round(fcap_run *run, walk *w, int64_t until) {
    int const fresh = w->best.merit.excess > 0 || w->round % (2 * STRETCH) == 0;
    if (w->task->t.k > PATCH_FROM && w->best.merit.excess == 0) {
        return improve_patch(run, w);
    }
    if (w->round % (2 * STRETCH) == STRETCH) {
        fcap_kept_copy(w->task, &w->best, &w->top);
        fcap_kept_copy(w->task, &w->best, &w->here);
    }
    rng random = fcap_rng_fork(&w->random, (uint64_t)w->round++);
    if (fresh) {
        fcap_leaders_seed(&w->leaders, &random);
        assign(run, w, FIRST_STEPS);
    } else {
        step_away(run, w, &random);
    }
    come_down(run, w, &random, fresh, until);
    w->stale = 1;
    return FCAP_OK;
}

void fcap_walk_begin(fcap_run *run, walk *w, const int32_t *label) {
    rng random = fcap_rng_fork(&w->random, UINT64_MAX);
    fcap_leaders_seed(&w->leaders, &random);
    fcap_prices_labels(&w->prices, &w->l, w->label);
    for (int64_t x = 0; x < w->task->it.n; x++) {
        w->label[x] = label[x] >= 0 ? label[x] : w->label[x];
    }
    fcap_layout_set_labels(&w->l, w->label);
    fcap_centring_update(&w->centring);
    keep_if_better(run, w, fcap_layout_merit(&w->l));
    fcap_chains_begin(&w->chains);
    fcap_chains_repair(&w->chains);
    fcap_chains_improve(run, &w->chains, PASSES);
    keep_if_better(run, w, alternate(run, w));
}

void fcap_walk_from(fcap_run *run, walk *w, const int64_t *medoid, int64_t until) {
    rng random = fcap_rng_fork(&w->random, UINT64_MAX - 1);
    for (int32_t i = 0; i < w->l.k; i++) {
        if (w->l.medoid[i] >= 0) {
            w->l.pinned[w->task->it.of_point[w->l.medoid[i]]] = -1;
            w->l.medoid[i] = -1;
        }
    }
    for (int32_t i = 0; i < w->l.k; i++) {
        fcap_layout_set_medoid(&w->l, i, medoid[i]);
    }
    assign(run, w, FIRST_STEPS);
    w->round++; /* it counts as a start */
    come_down(run, w, &random, 1, until);
    w->stale = 1;
}

double fcap_walk_finish(fcap_run *run, walk *w) {
    int better = 1;
    for (int32_t turn = 0; turn < LAST_TURNS && better && run->stopped == FCAP_FEASIBLE;
         turn++) {
        fcap_layout_restore(&w->l, &w->best);
        assign(run, w, LAST_STEPS);
        better = keep_if_better(run, w, alternate(run, w));
    }
    if (w->task->by_mean || w->best.merit.excess > 0) {
        return -1;
    }
    int const stopped = run->stopped != FCAP_FEASIBLE;
    fcap_layout_restore(&w->l, &w->best);
    fcap_prices_ascend(&w->prices, &w->l, w->best.merit.cost,
                       stopped  ? WARM_STEPS
                       : better ? LAST_STEPS
                                : 0);
    return fcap_prices_bound(&w->prices, &w->l);
}

fcap_status fcap_walk_run(fcap_run *run, walk *w, int64_t until) {
    int64_t const begun = fcap_walk_spent(w);
    while ((w->round == 0 || fcap_walk_spent(w) < until) &&
           !fcap_run_should_stop(run, "search", fcap_walk_spent(w) - begun, until - begun)) {
        TRY(next_round(run, w, until));
        if (w->task->t.k == 1) {
            break;
        }
    }
    return FCAP_OK;
}
