/* nodes.c - a binary heap. See nodes.h. */
#include "bound/nodes.h"

#include <assert.h>

static fcap_status no_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld branches",
                         (long long)n);
}

fcap_status fcap_nodes_open(fcap_run *run, node_size size, int64_t bytes, int64_t most,
                            nodes *out) {
    int64_t const each = size.points * (int64_t)sizeof(double) +
                         size.candidates * (int64_t)sizeof(int32_t) +
                         size.regions * (int64_t)sizeof(region) + 128;
    int64_t const fit = bytes / each;
    *out = (nodes){.room = (fit < most ? fit : most) + 3, .size = size};
    out->heap = arena_array(&run->mem, node *, out->room);
    out->spare = arena_array(&run->mem, node *, out->room);
    return out->heap == NULL || out->spare == NULL ? no_memory(run, out->room) : FCAP_OK;
}

fcap_status fcap_nodes_make(fcap_run *run, nodes *all, node **out) {
    *out = NULL;
    if (all->n_spare > 0) {
        *out = all->spare[--all->n_spare];
    } else if (all->made < all->room) {
        node *const x = arena_array(&run->mem, node, 1);
        if (x == NULL) {
            return no_memory(run, all->made);
        }
        x->at = arena_array(&run->mem, region, all->size.regions);
        x->part = arena_array(&run->mem, int32_t, all->size.candidates);
        x->pi = arena_array(&run->mem, double, all->size.points);
        if (x->at == NULL || x->part == NULL || x->pi == NULL) {
            return no_memory(run, all->made);
        }
        all->made++;
        *out = x;
    }
    return FCAP_OK;
}

static int is_before(const node *a, const node *b) {
    return a->bound < b->bound || (a->bound == b->bound && a->id < b->id);
}

void fcap_nodes_push(nodes *all, node *x) {
    assert(all->n < all->room);
    int64_t at = all->n++;
    while (at > 0 && is_before(x, all->heap[(at - 1) / 2])) {
        all->heap[at] = all->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    all->heap[at] = x;
}

node *fcap_nodes_pop(nodes *all) {
    if (all->n == 0) {
        return NULL;
    }
    node *const first = all->heap[0];
    node *const last = all->heap[--all->n];
    int64_t at = 0;
    for (;;) {
        int64_t child = 2 * at + 1;
        if (child >= all->n) {
            break;
        }
        child += child + 1 < all->n && is_before(all->heap[child + 1], all->heap[child]);
        if (!is_before(all->heap[child], last)) {
            break;
        }
        all->heap[at] = all->heap[child];
        at = child;
    }
    all->heap[at] = last;
    return first;
}

void fcap_nodes_free(nodes *all, node *x) {
    all->spare[all->n_spare++] = x;
}
