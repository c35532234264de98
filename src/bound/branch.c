/* branch.c - see branch.h. The node with the least bound comes first, so what is proved when
 * time is up is as much as the nodes looked at can prove. */
#include "bound/branch.h"

#include "bound/nodes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    PROPOSALS = 4,             /* one node in so many proposes medoids */
    STEPS = 40,                /* evaluations at a node, at most */
    MEMORY = 256 * 1024 * 1024 /* bytes for open nodes, at most */
};

static const double EXACT = 1e-9; /* a leaf whose bound is that near its cost is solved */
static const double HALF = 0.5;
static const double CERTAIN = 1e-6; /* a share as near as that to 0 or 1 */
static const double HOPE = 0.1;  /* of what is missing must be promised, to go on at a node, */
static const double RISE = 3e-4; /* or that much of the cost */

typedef struct tree {
    lagrange *b;
    branch_goal *goal;
    nodes open;
    int64_t n;          /* candidates of the root */
    int64_t *candidate; /* n, ascending */
    int64_t *twin;      /* n: the one before at the same place and of the same group, or -1 */
    int64_t *side;      /* n: scratch, the set to branch on */
    double *key;        /* n: scratch */
    double proved;      /* least bound of leaves that are not closed */
} tree;

/* ---------------------------------------------------------------- the state of a node */

static void list_twins(tree *w, double *scratch) {
    const lagrange *const b = w->b;
    for (int64_t x = 0; x < w->n; x++) {
        int64_t const i = w->candidate[x];
        const double *const row = fcap_bound_row(b, i, scratch);
        w->twin[x] = -1;
        for (int64_t y = 0; y < x; y++) {
            int64_t const h = w->candidate[y];
            int const same = b->s->group == NULL || b->s->group[i] == b->s->group[h];
            w->twin[x] = same && row[b->place[h]] == 0 ? y : w->twin[x];
        }
    }
}

/* If the first of equal points is no medoid, neither are the others. */
static void exclude_twins(tree *w) {
    lagrange *const b = w->b;
    for (int64_t x = 0; x < w->n; x++) {
        if (w->twin[x] >= 0 && b->out[w->candidate[w->twin[x]]]) {
            b->out[w->candidate[x]] = 1;
        }
    }
    fcap_bound_list_alive(b);
}

static void load(tree *w, const node *x) {
    lagrange *const b = w->b;
    b->n_sets = x->n_sets;
    for (int64_t c = 0; c < w->n; c++) {
        int64_t const i = w->candidate[c];
        b->out[i] = x->part[c] == NODE_OUT;
        b->set_of[i] = x->part[c] == NODE_OUT ? -1 : x->part[c];
    }
    exclude_twins(w);
    fcap_ascent_restart(b, x->pi);
}

static void store(const tree *w, node *x) {
    const lagrange *const b = w->b;
    x->bound = b->value;
    x->n_sets = b->n_sets;
    for (int64_t c = 0; c < w->n; c++) {
        int64_t const i = w->candidate[c];
        x->part[c] = b->out[i] ? NODE_OUT : b->set_of[i];
    }
    memcpy(x->pi, fcap_ascent_centre(b), (size_t)b->s->n * sizeof *x->pi);
}

/* ---------------------------------------------------------------- what to branch on */

/* The candidate whose share is least certain; of those that are certain, one that is not yet
 * required. -1: all k are. */
static int64_t choose_pivot(const tree *w) {
    const lagrange *const b = w->b;
    int64_t pivot = -1;
    double best = -1;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        double const y = b->weight[i];
        double const doubt = y < HALF ? y : 1 - y;
        int alone = b->set_of[i] >= 0;
        for (int64_t h = 0; alone && h < b->n_alive; h++) {
            alone = b->alive[h] == i || b->set_of[b->alive[h]] != b->set_of[i];
        }
        if (!alone && (doubt > best || (doubt == best && y > b->weight[pivot]))) {
            best = doubt;
            pivot = i;
        }
    }
    return pivot;
}

/* The pivot and its nearest neighbours of the same set (or of none), until they have half a
 * medoid. Not all of the set: that would divide nothing. Returns how many. */
static int64_t choose_side(tree *w, int64_t pivot) {
    const lagrange *const b = w->b;
    int64_t m = 0;
    for (int64_t a = 0; a < b->n_alive; a++) {
        int64_t const i = b->alive[a];
        if (b->set_of[i] == b->set_of[pivot] && b->weight[i] > CERTAIN) {
            double const d = i == pivot ? -1 : fcap_points_distance(b->p, pivot, i);
            int64_t x = m++;
            for (; x > 0 && w->key[x - 1] > d; x--) {
                w->key[x] = w->key[x - 1];
                w->side[x] = w->side[x - 1];
            }
            w->key[x] = d;
            w->side[x] = i;
        }
    }
    if (m == 0) {
        w->side[m++] = pivot;
    }
    double sum = 0;
    int64_t n = 0;
    while (n < m && (n == 0 || sum + b->weight[w->side[n]] <= HALF)) {
        sum += b->weight[w->side[n++]];
    }
    return n;
}

/* ---------------------------------------------------------------- children */

/* A node like the one that is loaded, but for the side: out, or required. */
static fcap_status add_child(fcap_run *run, tree *w, const node *parent, int64_t n_side,
                             int required) {
    lagrange *const b = w->b;
    node *x;
    TRY(fcap_nodes_make(run, &w->open, &x));
    if (x == NULL) {
        w->proved = parent->bound < w->proved ? parent->bound : w->proved;
        return FCAP_OK;
    }
    memcpy(x->part, parent->part, (size_t)w->n * sizeof *x->part);
    memcpy(x->pi, parent->pi, (size_t)b->s->n * sizeof *x->pi);
    x->n_sets = parent->n_sets;
    x->id = w->goal->used * 2 + required;
    int32_t const old = b->set_of[w->side[0]];
    int32_t const set = required && old < 0 ? x->n_sets++ : old;
    for (int64_t c = 0; c < w->n; c++) {
        int mine = 0;
        for (int64_t m = 0; m < n_side && !mine; m++) {
            mine = w->side[m] == w->candidate[c];
        }
        if (mine) {
            x->part[c] = required ? set : NODE_OUT;
        } else if (required && old >= 0 && x->part[c] == old) {
            x->part[c] = NODE_FREE; /* the smaller set stands for the larger */
        }
    }
    x->bound = parent->bound;
    fcap_nodes_push(&w->open, x);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- one node */

static fcap_status solve_leaf(tree *w, const int64_t *medoid) {
    double cost = INFINITY;
    double bound = -INFINITY;
    TRY(w->goal->leaf(w->goal->user, medoid, &cost, &bound));
    w->goal->upper = cost < w->goal->upper ? cost : w->goal->upper;
    if (bound < cost * (1 - EXACT)) { /* else nothing is left open */
        w->proved = bound < w->proved ? bound : w->proved;
    }
    return FCAP_OK;
}

/* The share of what is missing that must be promised: steps are worth less than a branch when
 * they promise little of it, unless that is a rise worth having. */
static double hope_for(double upper, double bound) {
    double const missing = upper - bound;
    return missing * HOPE > upper * RISE ? upper * RISE / missing : HOPE;
}

static fcap_status look_at(fcap_run *run, tree *w, node *x) {
    lagrange *const b = w->b;
    bound_goal goal = {.upper = w->goal->upper,
                       .gap = 0,
                       .steps = STEPS,
                       .hope = hope_for(w->goal->upper, x->bound),
                       .propose = w->goal->used % PROPOSALS == 0 ? w->goal->propose : NULL,
                       .user = w->goal->user};
    double const before = x->bound;
    load(w, x);
    TRY(fcap_bound_ascend(run, b, &goal));
    w->goal->upper = goal.upper;
    exclude_twins(w);
    if (b->n_alive < b->s->k || b->value >= fcap_bound_ceiling(goal.upper)) {
        return FCAP_OK; /* closed */
    }
    if (b->value == -INFINITY) { /* stopped before the first evaluation */
        w->proved = before < w->proved ? before : w->proved;
        return FCAP_OK;
    }
    if (b->n_alive == b->s->k) {
        for (int64_t a = 0; a < b->n_alive; a++) {
            w->side[a] = b->alive[a];
        }
        return solve_leaf(w, w->side);
    }
    store(w, x);
    x->bound = before > b->value ? before : b->value;
    int64_t const pivot = choose_pivot(w);
    assert(pivot >= 0); /* else at most k would be left */
    int64_t const n_side = choose_side(w, pivot);
    TRY(add_child(run, w, x, n_side, 0));
    return add_child(run, w, x, n_side, 1);
}

static fcap_status search(fcap_run *run, tree *w) {
    branch_goal *const goal = w->goal;
    for (goal->used = 0; goal->used < goal->nodes; goal->used++) {
        int const spent = goal->work > 0 && w->b->work > goal->work;
        if (spent || w->open.n == 0 ||
            fcap_run_should_stop(run, "proof", goal->used,
                                 goal->nodes < INT64_MAX ? goal->nodes : 0)) {
            break;
        }
        node *const x = fcap_nodes_pop(&w->open);
        if (x->bound >= fcap_bound_ceiling(goal->upper)) {
            fcap_nodes_push(&w->open, x); /* and so are all others */
            break;
        }
        TRY(look_at(run, w, x));
        fcap_nodes_free(&w->open, x);
    }
    double bound = fcap_bound_ceiling(goal->upper);
    bound = w->open.n > 0 && w->open.heap[0]->bound < bound ? w->open.heap[0]->bound : bound;
    bound = w->proved < bound ? w->proved : bound;
    goal->bound = bound > 0 ? bound : 0;
    return FCAP_OK;
}

/* ---------------------------------------------------------------- all of it */

static fcap_status open_tree(fcap_run *run, tree *w) {
    lagrange *const b = w->b;
    arena *const mem = &run->mem;
    int64_t const n = b->s->n;
    w->n = b->n_alive;
    w->proved = INFINITY;
    w->candidate = arena_array(mem, int64_t, w->n);
    w->twin = arena_array(mem, int64_t, w->n);
    w->side = arena_array(mem, int64_t, w->n + 1);
    w->key = arena_array(mem, double, w->n + 1);
    double *const row = arena_array(mem, double, b->stride);
    if (w->candidate == NULL || w->twin == NULL || w->side == NULL || w->key == NULL ||
        row == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for branches over %lld candidates",
                             (long long)w->n);
    }
    for (int64_t a = 0; a < w->n; a++) {
        w->candidate[a] = b->alive[a];
    }
    list_twins(w, row);
    int64_t const size = n * (int64_t)sizeof(double) + w->n * (int64_t)sizeof(int32_t) + 128;
    int64_t const fit = MEMORY / size + 3;
    int64_t const wanted = w->goal->nodes < fit ? w->goal->nodes + 3 : fit;
    TRY(fcap_nodes_open(run, wanted < fit ? wanted : fit, w->n, n, &w->open));
    return FCAP_OK;
}

/* What b shows of the root, to be had again in the end. */
typedef struct root_view {
    node *at;
    double value;
    double *v;
    double *weight;
} root_view;

static fcap_status keep_root(fcap_run *run, tree *w, root_view *out) {
    lagrange *const b = w->b;
    size_t const size = (size_t)b->s->n * sizeof(double);
    TRY(fcap_nodes_make(run, &w->open, &out->at));
    out->value = b->value;
    out->v = arena_array(&run->mem, double, b->s->n);
    out->weight = arena_array(&run->mem, double, b->s->n);
    if (out->v == NULL || out->weight == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points",
                             (long long)b->s->n);
    }
    store(w, out->at);
    memcpy(out->v, b->v, size);
    memcpy(out->weight, b->weight, size);
    return FCAP_OK;
}

static void return_to_root(tree *w, const root_view *root) {
    lagrange *const b = w->b;
    size_t const size = (size_t)b->s->n * sizeof(double);
    load(w, root->at);
    fcap_ascent_reset(b, root->at->pi, root->value);
    memcpy(b->v, root->v, size);
    memcpy(b->weight, root->weight, size);
}

fcap_status fcap_branch(fcap_run *run, lagrange *b, branch_goal *goal) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    tree w = {.b = b, .goal = goal};
    bound_goal first = {.upper = goal->upper, .steps = 1};
    if (b->value == -INFINITY) {
        TRY(fcap_bound_ascend(run, b, &first));
    }
    goal->used = 0;
    if (b->n_alive < b->s->k || b->value >= fcap_bound_ceiling(goal->upper)) {
        goal->bound = fcap_bound_ceiling(goal->upper);
        return FCAP_OK;
    }
    TRY(open_tree(run, &w));
    root_view kept;
    node *root;
    TRY(keep_root(run, &w, &kept));
    TRY(fcap_nodes_make(run, &w.open, &root));
    store(&w, root);
    fcap_nodes_push(&w.open, root);
    TRY(search(run, &w));
    return_to_root(&w, &kept);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
