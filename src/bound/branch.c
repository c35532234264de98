/* branch.c - see branch.h. The node with the least bound comes first, so what is proved when
 * time is up is as much as the nodes looked at can prove. */
#include "bound/branch.h"

#include "bound/division.h"
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
static const double HOPE = 0.1;   /* of what is missing must be promised, to go on at a node, */
static const double RISE = 3e-4;  /* or that much of the cost */

typedef struct tree {
    lagrange *b;
    branch_goal *goal;
    nodes open;
    int64_t n;          /* candidates of the root */
    int64_t *candidate; /* n, ascending */
    int64_t *seat;      /* by point: where it is among the candidates */
    int64_t *twin;      /* n: the one before at the same place and of the same group, or -1 */
    division by;        /* how the node that is looked at is divided */
    double proved;      /* least bound of leaves that are not closed */
} tree;

/* ---------------------------------------------------------------- the state of a node */

static void list_twins(tree *w, double *scratch) {
    const lagrange *const b = w->b;
    for (int64_t x = 0; x < w->n; x++) {
        int64_t const i = w->candidate[x];
        const double *const row = fcap_bound_row(b, i, scratch);
        w->twin[x] = -1;
        for (int64_t y = 0; b->family == NULL && y < x; y++) {
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
    b->regions.n = x->n_regions;
    memcpy(b->regions.at, x->at, (size_t)x->n_regions * sizeof *x->at);
    for (int64_t c = 0; c < w->n; c++) {
        int64_t const i = w->candidate[c];
        b->out[i] = x->part[c] == NODE_OUT;
        b->regions.of[i] = x->part[c] == NODE_OUT ? REGION_ALL : x->part[c];
    }
    exclude_twins(w);
    fcap_ascent_restart(b, x->pi);
}

static void store(const tree *w, node *x) {
    const lagrange *const b = w->b;
    x->bound = b->value;
    x->n_regions = b->regions.n;
    memcpy(x->at, b->regions.at, (size_t)x->n_regions * sizeof *x->at);
    for (int64_t c = 0; c < w->n; c++) {
        int64_t const i = w->candidate[c];
        x->part[c] = b->out[i] ? NODE_OUT : b->regions.of[i];
    }
    memcpy(x->pi, fcap_ascent_centre(b), (size_t)b->s->n * sizeof *x->pi);
}

/* ---------------------------------------------------------------- children */

/* The region that the side is in the node: a new one, unless it is all of one that there is. */
static int32_t region_of_side(const tree *w, node *x) {
    const region *const around = &w->b->regions.at[w->by.region];
    if (w->by.n == around->size && w->by.n == around->capacity) {
        return w->by.region;
    }
    int32_t const r = x->n_regions++;
    assert(r < w->b->regions.room);
    x->at[r] = (region){.parent = w->by.region, .most = ANY_NUMBER};
    return r;
}

static void move_side(const tree *w, node *x, int32_t part) {
    for (int64_t m = 0; m < w->by.n; m++) {
        x->part[w->seat[w->by.side[m]]] = part;
    }
}

/* A node like the one that is loaded, but with more than `count` medoids in the side, or not.
 */
static fcap_status add_child(fcap_run *run, tree *w, const node *parent, int more) {
    node *x;
    TRY(fcap_nodes_make(run, &w->open, &x));
    if (x == NULL) {
        w->proved = parent->bound < w->proved ? parent->bound : w->proved;
        return FCAP_OK;
    }
    x->n_regions = parent->n_regions;
    memcpy(x->at, parent->at, (size_t)parent->n_regions * sizeof *x->at);
    memcpy(x->part, parent->part, (size_t)w->n * sizeof *x->part);
    memcpy(x->pi, parent->pi, (size_t)w->b->s->n * sizeof *x->pi);
    x->id = w->goal->used * 2 + more;
    x->bound = parent->bound;
    if (!more && w->by.count == 0) {
        move_side(w, x, NODE_OUT);
    } else {
        int32_t const r = region_of_side(w, x);
        move_side(w, x, r);
        if (more) {
            x->at[r].least = w->by.count + 1;
        } else {
            x->at[r].most = w->by.count;
        }
    }
    fcap_nodes_push(&w->open, x);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- one node */

/* What its node proves holds for a leaf as well. */
static fcap_status solve_leaf(tree *w, const int64_t *medoid, double proved) {
    double cost = INFINITY;
    double bound = -INFINITY;
    TRY(w->goal->leaf(w->goal->user, medoid, &cost, &bound));
    w->goal->upper = cost < w->goal->upper ? cost : w->goal->upper;
    if (bound < cost * (1 - EXACT)) { /* else nothing is left open */
        bound = bound > proved ? bound : proved;
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

/* What the regions say of the candidates left. Returns 0 when they allow nothing. */
static int settle(lagrange *b) {
    int const possible = fcap_regions_settle(&b->regions, b->alive, b->n_alive, b->out);
    fcap_bound_list_alive(b);
    return possible;
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
    if (b->value >= fcap_bound_ceiling(goal.upper) || !settle(b)) {
        return FCAP_OK; /* closed */
    }
    if (b->value == -INFINITY) { /* stopped before the first evaluation */
        w->proved = before < w->proved ? before : w->proved;
        return FCAP_OK;
    }
    if (b->n_alive == b->s->k) {
        for (int64_t a = 0; a < b->n_alive; a++) {
            w->by.side[a] = b->alive[a];
        }
        return solve_leaf(w, w->by.side, before > b->value ? before : b->value);
    }
    store(w, x);
    x->bound = before > b->value ? before : b->value;
    fcap_division_choose(b, &w->by);
    TRY(add_child(run, w, x, 0));
    return add_child(run, w, x, 1);
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
    w->n = b->n_alive;
    w->proved = INFINITY;
    w->candidate = arena_array(mem, int64_t, w->n);
    w->seat = arena_array(mem, int64_t, b->s->n);
    w->twin = arena_array(mem, int64_t, w->n);
    double *const row = arena_array(mem, double, b->stride);
    if (w->candidate == NULL || w->seat == NULL || w->twin == NULL || row == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for branches over %lld candidates",
                             (long long)w->n);
    }
    for (int64_t a = 0; a < w->n; a++) {
        w->candidate[a] = b->alive[a];
        w->seat[b->alive[a]] = a;
    }
    list_twins(w, row);
    TRY(fcap_division_open(run, w->n, &w->by));
    node_size const size = {w->n, b->s->n, b->regions.room};
    return fcap_nodes_open(run, size, MEMORY, w->goal->nodes, &w->open);
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
