/* many.c - see many.h.
 *
 * With w = floor(m / f): if no group has more than w members for each of the reference, a seat
 * is one reference point (s = 1); otherwise a seat is a group of f neighbours, as with two
 * groups. For one group after the other the cheapest seats are found exactly (stars.h). What
 * one group chooses does not depend on the others, because the cost of a fairlet is the sum of
 * distances to its reference, and the bounds are the same for all groups.
 */
#include "fairlet/many.h"

#include "fairlet/blocks.h"
#include "fairlet/groups.h"
#include "fairlet/stars.h"
#include "problem/rules.h"

#include <string.h>

typedef struct gathering {
    const points *p;
    const fcap_attribute *attribute;
    int64_t n;
    int32_t n_groups;
    int32_t reference;
    int64_t *first;  /* n_groups + 2: group g has listed[first[g]] ..; the unknown come last */
    int64_t *listed; /* n: points, group after group */
    int64_t f;
    int64_t m;
    /* seats */
    int64_t n_seats;
    int64_t *start;  /* n_seats + 1 offsets into seated */
    int64_t *seated; /* reference points, seat after seat */
    int32_t *least;
    int32_t *most;
    int32_t *seat;  /* of listed[i]; not of the reference and the unknown */
    int64_t *count; /* [seat * n_groups + g] */
} gathering;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for fairlets of %lld points",
                         (long long)n);
}

static int64_t members(const gathering *g, int32_t group) {
    return g->first[group + 1] - g->first[group];
}

/* ---- groups ---- */

static void sort_by_group(gathering *g) {
    const int32_t *const group = g->attribute->group;
    int64_t *const next = g->first + 1; /* of group g: where its next point goes, in the end */
    for (int64_t i = 0; i < g->n; i++) {
        int32_t const at = group[i] < 0 ? g->n_groups : group[i];
        next[at]++;
    }
    int64_t before = 0;
    for (int32_t at = 0; at <= g->n_groups; at++) {
        int64_t const size = next[at];
        next[at] = before;
        before += size;
    }
    for (int64_t i = 0; i < g->n; i++) {
        int32_t const at = group[i] < 0 ? g->n_groups : group[i];
        g->listed[next[at]++] = i;
    }
}

static fcap_status open_groups(fcap_run *run, gathering *g) {
    fcap_ratio const t = g->attribute->balance;
    g->first = arena_array(&run->mem, int64_t, g->n_groups + 2);
    g->listed = arena_array(&run->mem, int64_t, g->n);
    if (g->first == NULL || g->listed == NULL) {
        return out_of_memory(run, g->n);
    }
    sort_by_group(g);
    int64_t largest = 0;
    for (int32_t group = 0; group < g->n_groups; group++) {
        int64_t const size = members(g, group);
        largest = size > largest ? size : largest;
        g->reference = size < members(g, g->reference) ? group : g->reference;
    }
    int64_t const smallest = members(g, g->reference);
    if (g->n_groups < 2 || smallest * t.den < largest * t.num) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "the data have balance %lld/%lld, less than %lld/%lld",
                             (long long)(g->n_groups < 2 ? 0 : smallest), (long long)largest,
                             (long long)t.num, (long long)t.den);
    }
    two_groups extremes = {.n_few = smallest, .n_many = largest, .f = t.num, .m = t.den};
    fcap_two_groups_simplify(&extremes);
    g->f = extremes.f;
    g->m = extremes.m;
    return FCAP_OK;
}

/* ---- seats ---- */

static fcap_status shuffle(fcap_run *run, int64_t *list, int64_t n) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t *const order = arena_array(&run->mem, int64_t, n);
    int64_t *const copy = arena_array(&run->mem, int64_t, n);
    if (order == NULL || copy == NULL) {
        return out_of_memory(run, n);
    }
    rng random = fcap_rng_fork(&run->random, UINT64_C(0xfa3) + (uint64_t)list[0]);
    fcap_rng_shuffle(&random, order, n);
    memcpy(copy, list, (size_t)n * sizeof *list);
    for (int64_t i = 0; i < n; i++) {
        list[i] = copy[order[i]];
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static fcap_status open_seats(fcap_run *run, gathering *g, matching how) {
    int64_t const few = members(g, g->reference);
    const int64_t *const reference = g->listed + g->first[g->reference];
    arena *const mem = &run->mem;
    g->start = arena_array(mem, int64_t, few + 1);
    g->seated = arena_array(mem, int64_t, few);
    g->least = arena_array(mem, int32_t, few);
    g->most = arena_array(mem, int32_t, few);
    g->seat = arena_array(mem, int32_t, g->n);
    g->count = arena_array(mem, int64_t, few * g->n_groups);
    if (g->start == NULL || g->seated == NULL || g->least == NULL || g->most == NULL ||
        g->seat == NULL || g->count == NULL) {
        return out_of_memory(run, g->n);
    }
    if (g->f > 1 && how != AT_RANDOM) {
        TRY((how == IN_BLOCKS ? fcap_fairlet_groups_fast : fcap_fairlet_groups)(
            run, g->p, reference, few, g->f, g->start, g->seated, &g->n_seats));
    } else {
        memcpy(g->seated, reference, (size_t)few * sizeof *reference);
        if (how == AT_RANDOM) {
            TRY(shuffle(run, g->seated, few));
        }
        for (int64_t at = 0; at < few; at = g->start[g->n_seats]) {
            g->start[++g->n_seats] = at + g->f < few ? at + g->f : few;
        }
    }
    for (int64_t s = 0; s < g->n_seats; s++) {
        int64_t const size = g->start[s + 1] - g->start[s];
        g->least[s] = (int32_t)size;
        g->most[s] = (int32_t)(size * g->m / g->f < g->n ? size * g->m / g->f : g->n);
        g->count[s * g->n_groups + g->reference] = size;
    }
    return FCAP_OK;
}

/* Each seat gets its least, then what is left goes to the first seats that have room. */
static fcap_status seat_at_random(fcap_run *run, gathering *g, int32_t group) {
    int32_t *const seat = g->seat + g->first[group];
    TRY(shuffle(run, g->listed + g->first[group], members(g, group)));
    int64_t surplus = members(g, group) - members(g, g->reference);
    for (int64_t s = 0, next = 0; s < g->n_seats; s++) {
        int64_t const room = g->most[s] - g->least[s];
        int64_t const more = surplus < room ? surplus : room;
        surplus -= more;
        for (int64_t i = 0; i < g->least[s] + more; i++) {
            seat[next++] = (int32_t)s;
        }
    }
    return FCAP_OK;
}

static fcap_status seat_by_cost(fcap_run *run, gathering *g, const points *median, matching how,
                                int32_t group) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    points row;
    TRY(fcap_points_subset(run, g->p, g->listed + g->first[group], members(g, group), &row));
    star_problem const problem = {&row, median, g->least, g->most, NULL};
    int32_t *const seat = g->seat + g->first[group];
    TRY(how == IN_BLOCKS ? fcap_stars_blocks(run, &problem, BLOCK_ROUNDS, seat)
                         : fcap_stars_solve(run, &problem, seat));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static fcap_status medians(fcap_run *run, const gathering *g, points *out) {
    int64_t *const median = arena_array(&run->mem, int64_t, g->n_seats);
    if (median == NULL) {
        return out_of_memory(run, g->n_seats);
    }
    for (int64_t s = 0; s < g->n_seats; s++) {
        int64_t const size = g->start[s + 1] - g->start[s];
        double unused = 0;
        median[s] = fcap_fairlet_median(g->p, g->seated + g->start[s], size, size, &unused);
    }
    return fcap_points_subset(run, g->p, median, g->n_seats, out);
}

static fcap_status take_seats(fcap_run *run, gathering *g, matching how) {
    points median;
    if (how != AT_RANDOM) {
        TRY(medians(run, g, &median));
    }
    for (int32_t group = 0; group < g->n_groups; group++) {
        if (group == g->reference) {
            continue;
        }
        TRY(how == AT_RANDOM ? seat_at_random(run, g, group)
                             : seat_by_cost(run, g, &median, how, group));
        for (int64_t i = g->first[group]; i < g->first[group + 1]; i++) {
            g->count[g->seat[i] * g->n_groups + group]++;
        }
    }
    return FCAP_OK;
}

/* ---- fairlets ---- */

/* Reference points first, then the others group by group, then the unknown one by one. */
static fcap_status write_fairlets(fcap_run *run, const gathering *g, fairlets *out) {
    int64_t const unknown = members(g, g->n_groups);
    TRY(fcap_fairlets_open(run, g->n_seats + unknown, g->n, out));
    int64_t *const n_few = arena_array(&run->mem, int64_t, out->n);
    int64_t *const next = arena_array(&run->mem, int64_t, g->n_seats);
    if (n_few == NULL || next == NULL) {
        return out_of_memory(run, g->n);
    }
    for (int64_t s = 0; s < g->n_seats; s++) {
        int64_t size = 0;
        for (int32_t group = 0; group < g->n_groups; group++) {
            size += g->count[s * g->n_groups + group];
        }
        n_few[s] = g->start[s + 1] - g->start[s];
        out->start[s + 1] = out->start[s] + size;
        next[s] = out->start[s] + n_few[s];
        memcpy(out->member + out->start[s], g->seated + g->start[s],
               (size_t)n_few[s] * sizeof *out->member);
    }
    for (int32_t group = 0; group < g->n_groups; group++) {
        for (int64_t i = g->first[group]; group != g->reference && i < g->first[group + 1];
             i++) {
            out->member[next[g->seat[i]]++] = g->listed[i];
        }
    }
    for (int64_t i = 0; i < unknown; i++) {
        int64_t const at = g->n_seats + i;
        n_few[at] = 1;
        out->start[at + 1] = out->start[at] + 1;
        out->member[out->start[at]] = g->listed[g->first[g->n_groups] + i];
    }
    fcap_fairlets_measure(g->p, out, n_few);
    return FCAP_OK;
}

fcap_status fcap_fairlet_many(fcap_run *run, const points *p, const fcap_attribute *attribute,
                              int64_t n, matching how, fairlets *out) {
    gathering g = {.p = p, .attribute = attribute, .n = n, .n_groups = attribute->n_groups};
    TRY(open_groups(run, &g));
    TRY(open_seats(run, &g, how));
    TRY(take_seats(run, &g, how));
    return write_fairlets(run, &g, out);
}
