/* answer.c - see answer.h. */
#include "search/answer.h"

#include <math.h>
#include <string.h>

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for an answer of %lld points",
                         (long long)n);
}

fcap_status fcap_answer_open(fcap_run *run, const shape *s, answer *out) {
    int64_t const places = (int64_t)s->n_groups * s->k;
    *out = (answer){.n = s->n,
                    .k = s->k,
                    .n_groups = s->n_groups,
                    .medoid = arena_array(&run->mem, int64_t, s->k),
                    .label = arena_array(&run->mem, int32_t, s->n),
                    .cost = INFINITY,
                    .fixed_bound = -INFINITY,
                    .price = arena_array(&run->mem, double, places)};
    if (out->medoid == NULL || out->label == NULL || out->price == NULL) {
        return out_of_memory(run, s->n);
    }
    return FCAP_OK;
}

void fcap_answer_copy(const answer *from, answer *to) {
    if (from == to) {
        return;
    }
    size_t const places = (size_t)from->n_groups * (size_t)from->k;
    memcpy(to->medoid, from->medoid, (size_t)from->k * sizeof *to->medoid);
    memcpy(to->label, from->label, (size_t)from->n * sizeof *to->label);
    memcpy(to->price, from->price, places * sizeof *to->price);
    to->cost = from->cost;
    to->fixed_bound = from->fixed_bound;
    to->swap_optimal = from->swap_optimal;
}

fcap_status fcap_answer_place(fcap_run *run, fair_assign *fa, int64_t closing, answer *a) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    placed io = {.label = arena_array(&run->mem, int32_t, a->n), .price = a->price};
    if (io.label == NULL) {
        return out_of_memory(run, a->n);
    }
    double const before = a->cost;
    a->swap_optimal = 0;
    TRY(fcap_fair_assign(run, fa, a->medoid, closing, &io));
    a->fixed_bound = io.bound;
    if (io.cost <= before) {
        a->cost = io.cost;
        memcpy(a->label, io.label, (size_t)a->n * sizeof *a->label);
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
