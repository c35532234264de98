/* patch.c - see patch.h. */
#include "general/patch.h"

#include <string.h>

typedef struct patch {
    const int32_t *list; /* clusters of the whole */
    int32_t k;
    int32_t *number; /* of a cluster of the whole: its number here, or -1 */
    int32_t *member; /* items of the whole, ascending */
    int64_t n;
    task task;
    walk walk;
} patch;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a part of %lld items",
                         (long long)n);
}

static fcap_status gather(fcap_run *run, const walk *w, patch *v) {
    const task *const whole = w->task;
    v->number = arena_array(&run->mem, int32_t, whole->t.k);
    v->member = arena_array(&run->mem, int32_t, whole->it.n);
    if (v->number == NULL || v->member == NULL) {
        return out_of_memory(run, whole->it.n);
    }
    memset(v->number, -1, (size_t)whole->t.k * sizeof *v->number);
    for (int32_t c = 0; c < v->k; c++) {
        v->number[v->list[c]] = c;
    }
    for (int64_t x = 0; x < whole->it.n; x++) {
        if (v->number[w->best.label[x]] >= 0) {
            v->member[v->n++] = (int32_t)x;
        }
    }
    v->task = (task){.p = whole->p, .r = whole->r, .by_mean = whole->by_mean};
    TRY(fcap_tally_window(run, &whole->t, v->list, v->k, &v->task.t));
    return fcap_items_window(run, &whole->it, &v->task.t, v->member, v->n, v->number,
                             &v->task.it);
}

/* The answer of the whole, as far as it lies here, and its prices. */
static void look_in(const walk *w, patch *v) {
    walk *const in = &v->walk;
    int32_t const rows = w->task->t.n_rows;
    int32_t const d = w->task->by_mean ? w->task->p->d : 0;
    for (int64_t x = 0; x < v->n; x++) {
        in->best.label[x] = v->number[w->best.label[v->member[x]]];
    }
    for (int32_t c = 0; c < v->k; c++) {
        in->best.medoid[c] = w->best.medoid[v->list[c]];
        memcpy(in->best.mean + (int64_t)c * d, w->best.mean + (int64_t)v->list[c] * d,
               (size_t)d * sizeof(double));
        memcpy(in->prices.u + (int64_t)c * rows, w->prices.u + (int64_t)v->list[c] * rows,
               (size_t)rows * sizeof(double));
    }
}

static void put_back(const patch *v, walk *w) {
    const kept *const from = &v->walk.best;
    int32_t const rows = w->task->t.n_rows;
    int32_t const d = w->task->by_mean ? w->task->p->d : 0;
    for (int64_t x = 0; x < v->n; x++) {
        w->best.label[v->member[x]] = v->list[from->label[x]];
    }
    for (int32_t c = 0; c < v->k; c++) {
        w->best.medoid[v->list[c]] = from->medoid[c];
        memcpy(w->best.mean + (int64_t)v->list[c] * d, from->mean + (int64_t)c * d,
               (size_t)d * sizeof(double));
        memcpy(w->prices.u + (int64_t)v->list[c] * rows, v->walk.prices.u + (int64_t)c * rows,
               (size_t)rows * sizeof(double));
    }
}

fcap_status fcap_patch_improve(fcap_run *run, walk *w, const int32_t *list, int32_t n,
                               int32_t kicks, int *improved) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    patch v = {.list = list, .k = n};
    TRY(gather(run, w, &v));
    TRY(fcap_walk_open(run, &v.task, fcap_rng_fork(&w->random, (uint64_t)w->round), &v.walk));
    look_in(w, &v);
    merit const before = fcap_walk_resume(&v.walk);
    run->sketching++; /* its costs are not those of answers */
    fcap_walk_kicks(run, &v.walk, kicks);
    run->sketching--;
    merit const after = v.walk.best.merit;
    w->extra += fcap_walk_spent(&v.walk) + 4 * w->task->it.n;
    w->chains.iterations += v.walk.chains.iterations;
    *improved = fcap_merit_less(after, before) &&
                !(before.excess == after.excess && before.met == after.met &&
                  after.cost > before.cost * (1 - 1e-12));
    if (*improved) {
        put_back(&v, w);
        w->best.merit.excess += after.excess - before.excess;
        w->best.merit.met += after.met - before.met;
        w->best.merit.cost += after.cost - before.cost;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
