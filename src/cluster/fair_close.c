/* fair_close.c - see fair_close.h.
 *
 * A node has a box for each cluster (polygon.h). Two relaxations bound what is in it: the flow
 * within the boxes, in which counts are whole, but need not be in P; and the assignment with
 * divided points, in which counts are in the hull of P n box, but need not be whole
 * (fair_dual.h). Both leave prices, and the bound is the better dual value over P n box. A node
 * whose flow has all counts in P is solved. Otherwise it is split:
 *
 *     where a count of the divided points is the farthest from whole, below and above it; or
 *     where the flow is the farthest from P: with too many of one group for what the cluster
 *     has of the other, it has fewer of the one, or more, and then more of the other too.
 *
 * The node with the least bound comes next, so that the bound of all rises with every node;
 * beyond OPEN_MOST of them the last one does, so that memory is bounded by the depth.
 */
#include "cluster/fair_close.h"

#include "cluster/fair_flow.h"
#include "cluster/fair_round.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    OPEN_MOST = 20000, /* nodes; some 2 KB each with k = 20 */
    ROUND_ALWAYS = 30, /* nodes at first that look for better answers, */
    ROUND_EVERY = 5    /* and how many do later */
};

#define WHOLE     0.02 /* counts this near to whole are taken for it */
#define PROMISING 1e-3 /* of the cost: answers this near to the best are worth exchanges */

typedef struct node {
    double bound;
    int64_t number; /* ties: the first made comes first */
    box *boxes;     /* k */
    double *price;  /* [g * k + i] */
} node;

typedef struct tree {
    fair_assign *fa;
    polygon *hull; /* k */
    node **heap;   /* [0, n): the least bound first; [n, n + deep): a stack */
    int64_t n;
    int64_t deep;
    int64_t room;
    node **spare;
    int64_t n_spare;
    node *now;
    int64_t made;
    int64_t serial;
    int64_t visited;
    double scale;
    double cost;
    double solved; /* the least bound of a node that was solved */
} tree;

static fcap_status no_memory(fcap_run *run, const tree *t) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for assigning %lld points exactly",
                         (long long)t->fa->table.n);
}

/* ---------------------------------------------------------------- open nodes */

static int is_before(const node *x, const node *y) {
    return x->bound != y->bound ? x->bound < y->bound : x->number < y->number;
}

/* Room for one more of both lists, which are never longer than nodes were made. */
static fcap_status grow(fcap_run *run, tree *t) {
    if (t->made < t->room) {
        return FCAP_OK;
    }
    int64_t const room = t->room == 0 ? 64 : 4 * t->room;
    node **const heap = arena_array(&run->mem, node *, room);
    node **const spare = arena_array(&run->mem, node *, room);
    if (heap == NULL || spare == NULL) {
        return no_memory(run, t);
    }
    if (t->room > 0) {
        memcpy(heap, t->heap, (size_t)t->room * sizeof(node *));
        memcpy(spare, t->spare, (size_t)t->room * sizeof(node *));
    }
    t->heap = heap;
    t->spare = spare;
    t->room = room;
    return FCAP_OK;
}

static fcap_status new_node(fcap_run *run, tree *t, node **out) {
    int32_t const k = t->fa->k;
    if (t->n_spare > 0) {
        *out = t->spare[--t->n_spare];
        return FCAP_OK;
    }
    TRY(grow(run, t));
    node *const x = arena_array(&run->mem, node, 1);
    if (x == NULL) {
        return no_memory(run, t);
    }
    x->boxes = arena_array(&run->mem, box, k);
    x->price = arena_array(&run->mem, double, 2 * (int64_t)k);
    if (x->boxes == NULL || x->price == NULL) {
        return no_memory(run, t);
    }
    t->made++;
    *out = x;
    return FCAP_OK;
}

static void insert(tree *t, node *x) {
    assert(t->heap != NULL);
    if (t->n >= OPEN_MOST || t->deep > 0) {
        t->heap[t->n + t->deep++] = x;
        return;
    }
    int64_t at = t->n++;
    for (; at > 0 && is_before(x, t->heap[(at - 1) / 2]); at = (at - 1) / 2) {
        t->heap[at] = t->heap[(at - 1) / 2];
    }
    t->heap[at] = x;
}

static node *take(tree *t) {
    if (t->deep > 0) {
        return t->heap[t->n + --t->deep];
    }
    node *const top = t->heap[0];
    node *const last = t->heap[--t->n];
    int64_t at = 0;
    for (;;) {
        int64_t child = 2 * at + 1;
        if (child + 1 < t->n && is_before(t->heap[child + 1], t->heap[child])) {
            child++;
        }
        if (child >= t->n || is_before(last, t->heap[child])) {
            break;
        }
        t->heap[at] = t->heap[child];
        at = child;
    }
    t->heap[at] = last;
    return top;
}

/* A child of the node at work, with box b for cluster i. */
static fcap_status add_child(fcap_run *run, tree *t, int32_t i, const box *b) {
    int32_t const k = t->fa->k;
    node *x = NULL;
    TRY(new_node(run, t, &x));
    memcpy(x->boxes, t->now->boxes, (size_t)k * sizeof *x->boxes);
    memcpy(x->price, t->now->price, 2 * (size_t)k * sizeof *x->price);
    x->boxes[i] = *b;
    x->bound = t->now->bound;
    x->number = t->serial++;
    insert(t, x);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- bounds of a node */

/* Boxes become as small as P and the totals of the groups allow; 0 when nothing is left. */
static int tighten(tree *t) {
    const fair_assign *const fa = t->fa;
    box *const boxes = t->now->boxes;
    int64_t const total[SIDES] = {fa->s->total[0], fa->s->total[1], fa->s->n};
    for (int changed = 1; changed;) {
        int64_t least[SIDES] = {0, 0, 0};
        int64_t most[SIDES] = {0, 0, 0};
        for (int32_t i = 0; i < fa->k; i++) {
            if (!fcap_polygon_build(fa->s, &boxes[i], &t->hull[i])) {
                return 0;
            }
            for (int c = 0; c < SIDES; c++) {
                least[c] += boxes[i].least[c];
                most[c] += boxes[i].most[c];
            }
        }
        changed = 0;
        for (int32_t i = 0; i < fa->k; i++) {
            for (int c = 0; c < SIDES; c++) {
                int64_t const low = total[c] - (most[c] - boxes[i].most[c]);
                int64_t const high = total[c] - (least[c] - boxes[i].least[c]);
                if (low > boxes[i].least[c]) {
                    boxes[i].least[c] = low;
                    changed = 1;
                }
                if (high < boxes[i].most[c]) {
                    boxes[i].most[c] = high;
                    changed = 1;
                }
            }
        }
    }
    return 1;
}

/* Keeps the better prices and bound; 1 when the node cannot hold anything better. */
static int offer_bound(tree *t, const double *price) {
    double const bound = fcap_fair_dual_value(&t->fa->dual, price);
    if (bound > t->now->bound) {
        t->now->bound = bound;
        memmove(t->now->price, price, 2 * (size_t)t->fa->k * sizeof *price);
    }
    return fcap_fair_proved(t->fa, t->cost, t->now->bound);
}

static int offer_dual(tree *t) {
    fair_dual *const d = &t->fa->dual;
    double const gap = (t->cost - t->now->bound) / t->cost;
    memcpy(d->price, t->now->price, 2 * (size_t)t->fa->k * sizeof *d->price);
    fcap_fair_dual_raise(
        d, &(dual_plan){
               .scale = t->scale, .from = fcap_dual_width(gap), .to = 1e-4, .enough = t->cost});
    return offer_bound(t, d->price);
}

/* ---------------------------------------------------------------- answers */

static void offer_labels(tree *t) {
    fair_assign *const fa = t->fa;
    double const cost = fcap_fair_table_cost(&fa->table, fa->label);
    if (cost < t->cost) {
        t->cost = cost;
        memcpy(fa->best, fa->label, (size_t)fa->table.n * sizeof *fa->best);
    }
}

/* The flow has counts in P: its last digits, and the node is done. */
static void finish(fcap_run *run, tree *t) {
    fair_assign *const fa = t->fa;
    offer_labels(t);
    if (!fcap_fair_proved(fa, t->cost, t->now->bound)) {
        residual *const r = &fa->residual;
        r->label = fa->label;
        r->boxes = t->now->boxes;
        r->pairs = 0;
        r->price = fa->price;
        fcap_residual_settle(run, r);
        offer_labels(t);
        offer_bound(t, fa->price);
    }
    t->solved = t->now->bound < t->solved ? t->now->bound : t->solved;
}

/* An answer near the counts of the divided points. */
static fcap_status round_counts(fcap_run *run, tree *t) {
    fair_assign *const fa = t->fa;
    if (t->visited >= ROUND_ALWAYS && t->visited % ROUND_EVERY != 0) {
        return FCAP_OK;
    }
    fcap_fair_round(fa, fa->dual.count, fa->wish);
    fcap_fair_take_prices(fa, t->now->price);
    TRY(fcap_fair_near(run, fa, fa->wish, fa->label));
    if (fcap_fair_table_cost(&fa->table, fa->label) < t->cost * (1 + PROMISING)) {
        fa->residual.label = fa->label;
        fcap_fair_exchange(run, &fa->exchange);
        offer_labels(t);
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- branching */

static int64_t away(int64_t x, int64_t low, int64_t high) {
    return x < low ? low - x : x > high ? x - high : 0;
}

/* How far the counts are from P, in members of group 1. */
static int64_t violation(const shape *s, quota c) {
    if (fcap_shape_allows(s, c.a, c.b)) {
        return 0;
    }
    if (c.a < s->least || c.a > s->most || s->low[c.a - s->least] > s->high[c.a - s->least]) {
        return 1;
    }
    return away(c.b, s->low[c.a - s->least], s->high[c.a - s->least]);
}

typedef struct cut {
    int32_t cluster;
    box_side side;
    int64_t at; /* up to it, and from the next on */
} cut;

/* By the counts of the flow. Both parts are smaller than the box. */
static cut cut_by_flow(const tree *t) {
    const fair_assign *const fa = t->fa;
    const shape *const s = fa->s;
    cut out = {0, OF_B, 0};
    int64_t most = 0;
    for (int32_t i = 0; i < fa->k; i++) {
        int64_t const v = violation(s, fa->count[i]);
        if (v > most) {
            most = v;
            out.cluster = i;
        }
    }
    const box *const x = &t->now->boxes[out.cluster];
    quota const c = fa->count[out.cluster];
    int64_t const low = s->low[c.a - s->least];
    int64_t const high = s->high[c.a - s->least];
    if (low <= high && x->least[OF_B] < x->most[OF_B]) {
        out.at = c.b > high ? (high + c.b - 1) / 2 : (c.b + low - 1) / 2;
    } else {
        out.side = OF_A;
        out.at = c.a;
    }
    int64_t const first = x->least[out.side];
    int64_t const last = x->most[out.side] - 1;
    out.at = out.at < first ? first : out.at > last ? last : out.at;
    return out;
}

/* By the counts of the divided points: 0 when all are nearly whole. */
static int cut_by_dual(const tree *t, cut *out) {
    int32_t const k = t->fa->k;
    const double *const count = t->fa->dual.count;
    double worst = WHOLE;
    for (int32_t i = 0; i < k; i++) {
        double const value[SIDES] = {count[i], count[k + i], count[i] + count[k + i]};
        for (int c = 0; c < SIDES; c++) {
            double const low = floor(value[c]);
            double const part = value[c] - low;
            double const far = part < 0.5 ? part : 1 - part;
            int64_t const at = (int64_t)low;
            if (far > worst && at >= t->now->boxes[i].least[c] &&
                at < t->now->boxes[i].most[c]) {
                worst = far;
                *out = (cut){i, (box_side)c, at};
            }
        }
    }
    return worst > WHOLE;
}

static fcap_status branch(fcap_run *run, tree *t) {
    cut c = {0, OF_A, 0};
    if (!cut_by_dual(t, &c)) {
        c = cut_by_flow(t);
    }
    box below = t->now->boxes[c.cluster];
    box above = below;
    below.most[c.side] = c.at;
    above.least[c.side] = c.at + 1;
    TRY(add_child(run, t, c.cluster, &above));
    return add_child(run, t, c.cluster, &below);
}

/* ---------------------------------------------------------------- the tree */

static fcap_status visit(fcap_run *run, tree *t) {
    fair_assign *const fa = t->fa;
    if (!tighten(t) || offer_bound(t, t->now->price)) {
        return FCAP_OK;
    }
    fcap_fair_take_prices(fa, t->now->price);
    fcap_status const status = fcap_fair_flow(run, fa, t->now->boxes, fa->label);
    if (status != FCAP_OK) {
        return status == FCAP_E_INFEASIBLE ? FCAP_OK : status;
    }
    if (offer_bound(t, fa->price)) {
        return FCAP_OK;
    }
    if (fcap_fair_count(fa, fa->label, fa->count)) {
        finish(run, t);
        return FCAP_OK;
    }
    if (offer_dual(t)) {
        return FCAP_OK;
    }
    TRY(round_counts(run, t));
    return branch(run, t);
}

static fcap_status open_tree(fcap_run *run, tree *t, const double *price) {
    fair_assign *const fa = t->fa;
    t->hull = arena_array(&run->mem, polygon, fa->k);
    if (t->hull == NULL) {
        return no_memory(run, t);
    }
    for (int32_t i = 0; i < fa->k; i++) {
        TRY(fcap_polygon_open(run, fa->s, &t->hull[i]));
        fa->dual.hull[i] = &t->hull[i];
    }
    node *root = NULL;
    TRY(new_node(run, t, &root));
    assert(root != NULL && root->boxes != NULL);
    for (int32_t i = 0; i < fa->k; i++) {
        root->boxes[i] = fa->around;
    }
    memcpy(root->price, price, 2 * (size_t)fa->k * sizeof *price);
    root->bound = -INFINITY;
    insert(t, root);
    return FCAP_OK;
}

/* Nodes until the gap is closed, the nodes are spent or the run is stopped. */
static fcap_status search(fcap_run *run, tree *t, int64_t nodes) {
    while (t->n + t->deep > 0 && t->visited < nodes) {
        if (fcap_run_should_stop(run, "close", t->visited, nodes)) {
            break;
        }
        t->now = take(t);
        if (!fcap_fair_proved(t->fa, t->cost, t->now->bound)) {
            fcap_status const status = visit(run, t);
            if (status == FCAP_E_CANCELLED) {
                insert(t, t->now);
                break;
            }
            TRY(status);
            t->visited++;
        }
        t->spare[t->n_spare++] = t->now;
    }
    return FCAP_OK;
}

fcap_status fcap_fair_close(fcap_run *run, fair_assign *fa, int64_t nodes, placed *io) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    tree t = {.fa = fa,
              .cost = io->cost,
              .solved = INFINITY,
              .scale = fcap_fair_usual_distance(fa, io->cost)};
    TRY(open_tree(run, &t, io->price));
    TRY(search(run, &t, nodes));
    fa->nodes += t.visited;
    for (int32_t i = 0; i < fa->k; i++) {
        fa->dual.hull[i] = &fa->hull;
    }
    double least = t.solved < t.cost ? t.solved : t.cost;
    for (int64_t x = 0; x < t.n + t.deep; x++) {
        least = t.heap[x]->bound < least ? t.heap[x]->bound : least;
    }
    io->bound = least > io->bound ? least : io->bound;
    io->cost = t.cost;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
