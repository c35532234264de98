/* fair_close.c - see fair_close.h.
 *
 * A node has a box for each cluster (polygon.h). Its relaxation is the flow within the boxes;
 * the prices of that flow, valued with sigma over P n box instead of the box, are its bound, at
 * least as good as the flow. A node whose flow has all counts in P is solved: the flow is the
 * best within its boxes. Otherwise the cluster whose counts are the farthest from P is split:
 * with too many of one group for what it has of the other, either it has fewer of the one, or
 * more, and then more of the other too.
 *
 * Depth first, the child with the better bound of its parent's counts first; the stack is a
 * list of nodes that are used again.
 */
#include "cluster/fair_close.h"

#include "cluster/fair_flow.h"

#include <string.h>

#define PROVED 1e-12 /* of the cost: nodes that can gain less are not looked at */

typedef struct node {
    struct node *next;
    double bound; /* of the parent */
    box *boxes;   /* k */
    int64_t *member;
    int64_t *cluster;
} node;

typedef struct tree {
    fair_assign *fa;
    polygon *hull; /* k */
    node *open;    /* stack */
    node *spare;
    node *now; /* a copy of the node at work */
    double cost;
    double
        closed; /* the least bound of a node that was given up although it is not above cost */
} tree;

static fcap_status no_memory(fcap_run *run, const tree *t) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for assigning %lld points exactly",
                         (long long)t->fa->table.n);
}

static fcap_status new_node(fcap_run *run, tree *t, node **out) {
    int32_t const k = t->fa->k;
    node *x = t->spare;
    if (x != NULL) {
        t->spare = x->next;
    } else {
        x = arena_array(&run->mem, node, 1);
        if (x == NULL) {
            return no_memory(run, t);
        }
        x->boxes = arena_array(&run->mem, box, k);
        x->member = arena_array(&run->mem, int64_t, 2 * (int64_t)k);
        x->cluster = arena_array(&run->mem, int64_t, k);
        if (x->boxes == NULL || x->member == NULL || x->cluster == NULL) {
            return no_memory(run, t);
        }
    }
    *out = x;
    return FCAP_OK;
}

/* A child of the node at work with the prices of its flow. */
static fcap_status push(fcap_run *run, tree *t, int32_t i, const box *b) {
    const fair_assign *const fa = t->fa;
    node *x = NULL;
    TRY(new_node(run, t, &x));
    memcpy(x->boxes, t->now->boxes, (size_t)fa->k * sizeof *x->boxes);
    memcpy(x->member, fa->member, 2 * (size_t)fa->k * sizeof *x->member);
    memcpy(x->cluster, fa->cluster, (size_t)fa->k * sizeof *x->cluster);
    if (i >= 0) {
        x->boxes[i] = *b;
    }
    x->bound = t->now->bound;
    x->next = t->open;
    t->open = x;
    return FCAP_OK;
}

static void pop(tree *t) {
    const fair_assign *const fa = t->fa;
    node *const x = t->open;
    t->open = x->next;
    memcpy(t->now->boxes, x->boxes, (size_t)fa->k * sizeof *x->boxes);
    memcpy(fa->member, x->member, 2 * (size_t)fa->k * sizeof *x->member);
    memcpy(fa->cluster, x->cluster, (size_t)fa->k * sizeof *x->cluster);
    t->now->bound = x->bound;
    x->next = t->spare;
    t->spare = x;
}

/* ---------------------------------------------------------------- one node */

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

static double bound_of(const tree *t) {
    const fair_assign *const fa = t->fa;
    int32_t const k = fa->k;
    double pay = 0;
    for (int32_t v = 0; v < fa->s->n_groups * k; v++) {
        fa->price[v] = (double)fa->member[v] * fa->unit;
    }
    for (int32_t i = 0; i < k; i++) {
        double const second = fa->s->n_groups == 2 ? fa->price[k + i] : 0;
        pay += fcap_polygon_support(&t->hull[i], fa->price[i], second);
    }
    return fcap_fair_table_least(&fa->table, fa->price) - pay;
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

/* Where to cut the range of b, or of a when b is settled: between what the counts are and what
 * they could be. Both parts are smaller than the box. */
static box_side cut(const shape *s, const box *x, quota c, int64_t *at) {
    int const empty = s->low[c.a - s->least] > s->high[c.a - s->least];
    if (!empty && x->least[OF_B] < x->most[OF_B]) {
        int64_t const low = s->low[c.a - s->least];
        int64_t const high = s->high[c.a - s->least];
        int64_t const v = c.b > high ? (high + c.b - 1) / 2 : (c.b + low - 1) / 2;
        *at = v < x->least[OF_B] ? x->least[OF_B] : v >= x->most[OF_B] ? x->most[OF_B] - 1 : v;
        return OF_B;
    }
    *at = c.a < x->most[OF_A] ? c.a : x->most[OF_A] - 1;
    return OF_A;
}

static fcap_status branch(fcap_run *run, tree *t) {
    const fair_assign *const fa = t->fa;
    int32_t worst = -1;
    int64_t most = 0;
    for (int32_t i = 0; i < fa->k; i++) {
        int64_t const v = violation(fa->s, fa->count[i]);
        if (v > most) {
            most = v;
            worst = i;
        }
    }
    box const whole = t->now->boxes[worst];
    int64_t at;
    box_side const side = cut(fa->s, &whole, fa->count[worst], &at);
    box below = whole;
    box above = whole;
    below.most[side] = at;
    above.least[side] = at + 1;
    TRY(push(run, t, worst, &above));
    return push(run, t, worst, &below);
}

/* ---------------------------------------------------------------- the tree */

static fcap_status visit(fcap_run *run, tree *t) {
    fair_assign *const fa = t->fa;
    if (!tighten(t)) {
        return FCAP_OK;
    }
    fcap_error *const err = run->err;
    run->err = NULL; /* what it says would be about a part of the problem */
    fcap_status const status = fcap_fair_flow(run, fa, t->now->boxes, fa->label);
    run->err = err;
    if (status != FCAP_OK) {
        return status == FCAP_E_INFEASIBLE  ? FCAP_OK
               : status == FCAP_E_NO_MEMORY ? no_memory(run, t)
                                            : status;
    }
    double const bound = bound_of(t);
    t->now->bound = bound > t->now->bound ? bound : t->now->bound;
    if (t->now->bound >= t->cost * (1 - PROVED)) {
        return FCAP_OK;
    }
    if (!fcap_fair_count(fa, fa->label, fa->count)) {
        return branch(run, t);
    }
    double const cost = fcap_fair_table_cost(&fa->table, fa->label);
    if (cost < t->cost) {
        t->cost = cost;
        memcpy(fa->best, fa->label, (size_t)fa->table.n * sizeof *fa->best);
    }
    t->closed = t->now->bound < t->closed ? t->now->bound : t->closed;
    return FCAP_OK;
}

fcap_status fcap_fair_close(fcap_run *run, fair_assign *fa, int64_t nodes, double *cost,
                            double *bound) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    tree t = {.fa = fa,
              .hull = arena_array(&run->mem, polygon, fa->k),
              .cost = *cost,
              .closed = *cost};
    if (t.hull == NULL) {
        return no_memory(run, &t);
    }
    for (int32_t i = 0; i < fa->k; i++) {
        TRY(fcap_polygon_open(run, fa->s, &t.hull[i]));
    }
    TRY(new_node(run, &t, &t.now));
    for (int32_t i = 0; i < fa->k; i++) {
        t.now->boxes[i] = fa->around;
    }
    t.now->bound = *bound;
    TRY(push(run, &t, -1, NULL));
    int64_t spent = 0;
    for (; t.open != NULL && spent < nodes; spent++) {
        if (fcap_run_should_stop(run, "close", spent, nodes)) {
            break;
        }
        pop(&t);
        if (t.now->bound >= t.cost * (1 - PROVED)) {
            continue;
        }
        fcap_status const status = visit(run, &t);
        if (status == FCAP_E_CANCELLED) {
            t.closed = t.now->bound < t.closed ? t.now->bound : t.closed;
            break;
        }
        TRY(status);
    }
    double least = t.closed < t.cost ? t.closed : t.cost;
    for (const node *x = t.open; x != NULL; x = x->next) {
        least = x->bound < least ? x->bound : least;
    }
    *bound = least > *bound ? least : *bound;
    *cost = t.cost;
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
