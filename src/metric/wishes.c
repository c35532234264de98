/* wishes.c - sets of points against a labelling. See wishes.h.
 *
 * Pairs. Two points are a pair when some set has both and they share a cluster; a pair counts
 * once, however many sets have it. Earlier teams may be large, and there may be several files
 * of them, so pairs are not listed one by one: points of one cluster that are in the very same
 * sets are of one kind, and
 *
 *     pairs = sum over kinds A in some set of  |A| (|A| - 1) / 2
 *           + sum over kinds A, B that share a set and a cluster of  |A| |B|.
 *
 * Large teams have few kinds, and small teams few members: with m the sum of the sizes of all
 * sets it takes O(m log m) for sorting and, for each team and cluster, the square of the number
 * of kinds in both.
 */
#include "metric/wishes.h"

#include <stdlib.h>
#include <string.h>

/* A point in a set. */
typedef struct entry {
    int64_t point;
    int64_t set;
} entry;

/* A point, or points of one kind: in this cluster, in these sets. */
typedef struct kind {
    int32_t label;
    int64_t n_sets;
    const entry *set; /* n_sets of them, ascending */
    int64_t members;
} kind;

/* A kind in a set, where those of one set and cluster lie together. */
typedef struct seat {
    int32_t label;
    int64_t set;
    int64_t kind;
} seat;

typedef struct pairing {
    entry *list; /* points in sets, each once, by point and set */
    int64_t n_list;
    kind *kinds;
    int64_t n_kinds;
    seat *seats; /* by cluster, set and kind */
    int64_t n_seats;
    int64_t *place; /* of a kind's seats, in the order of its sets */
    int64_t *last;  /* kind that met this one last */
} pairing;

static int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static int by_point_and_set(const void *left, const void *right) {
    const entry *const a = left;
    const entry *const b = right;
    return a->point != b->point ? compare(a->point, b->point) : compare(a->set, b->set);
}

static int by_label_and_sets(const void *left, const void *right) {
    const kind *const a = left;
    const kind *const b = right;
    if (a->label != b->label || a->n_sets != b->n_sets) {
        return a->label != b->label ? compare(a->label, b->label)
                                    : compare(a->n_sets, b->n_sets);
    }
    for (int64_t s = 0; s < a->n_sets; s++) {
        if (a->set[s].set != b->set[s].set) {
            return compare(a->set[s].set, b->set[s].set);
        }
    }
    return 0;
}

static int by_place(const void *left, const void *right) {
    const seat *const a = left;
    const seat *const b = right;
    if (a->label != b->label) {
        return compare(a->label, b->label);
    }
    return a->set != b->set ? compare(a->set, b->set) : compare(a->kind, b->kind);
}

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for sets of %lld points",
                         (long long)n);
}

/* Every point of a set with that set, once. */
static fcap_status list_entries(fcap_run *run, const fcap_sets *sets, pairing *w) {
    int64_t n = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        n += sets->start[s + 1] - sets->start[s];
    }
    w->list = arena_array(&run->mem, entry, n);
    if (w->list == NULL) {
        return out_of_memory(run, n);
    }
    int64_t filled = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t at = sets->start[s]; at < sets->start[s + 1]; at++) {
            w->list[filled++] = (entry){sets->member[at], s};
        }
    }
    qsort(w->list, (size_t)filled, sizeof *w->list, by_point_and_set);
    for (int64_t i = 0; i < filled; i++) {
        if (i == 0 || by_point_and_set(&w->list[i], &w->list[i - 1]) != 0) {
            w->list[w->n_list++] = w->list[i];
        }
    }
    return FCAP_OK;
}

/* Each point is a kind of one; then equal kinds become one. */
static fcap_status make_kinds(fcap_run *run, const int32_t *labels, pairing *w) {
    w->kinds = arena_array(&run->mem, kind, w->n_list);
    if (w->kinds == NULL) {
        return out_of_memory(run, w->n_list);
    }
    int64_t points = 0;
    for (int64_t i = 0; i < w->n_list; i++) {
        if (i == 0 || w->list[i].point != w->list[i - 1].point) {
            w->kinds[points++] = (kind){labels[w->list[i].point], 0, &w->list[i], 1};
        }
        w->kinds[points - 1].n_sets++;
    }
    qsort(w->kinds, (size_t)points, sizeof *w->kinds, by_label_and_sets);
    for (int64_t i = 0; i < points; i++) {
        if (w->n_kinds > 0 && by_label_and_sets(&w->kinds[i], &w->kinds[w->n_kinds - 1]) == 0) {
            w->kinds[w->n_kinds - 1].members++;
        } else {
            w->kinds[w->n_kinds++] = w->kinds[i];
        }
    }
    return FCAP_OK;
}

static fcap_status seat_kinds(fcap_run *run, pairing *w) {
    int64_t *const first = arena_array(&run->mem, int64_t, w->n_kinds + 1);
    w->seats = arena_array(&run->mem, seat, w->n_list);
    w->place = arena_array(&run->mem, int64_t, w->n_list);
    w->last = arena_array(&run->mem, int64_t, w->n_kinds);
    if (first == NULL || w->seats == NULL || w->place == NULL || w->last == NULL) {
        return out_of_memory(run, w->n_list);
    }
    for (int64_t a = 0; a < w->n_kinds; a++) {
        const kind *const of = &w->kinds[a];
        first[a] = w->n_seats;
        w->last[a] = -1;
        for (int64_t s = 0; s < of->n_sets; s++) {
            w->seats[w->n_seats++] = (seat){of->label, of->set[s].set, a};
        }
    }
    qsort(w->seats, (size_t)w->n_seats, sizeof *w->seats, by_place);
    for (int64_t i = 0; i < w->n_seats; i++) { /* the sets of a kind come in their order */
        w->place[first[w->seats[i].kind]++] = i;
    }
    return FCAP_OK;
}

/* Kinds after `a` that share one of its sets, each once. */
static int64_t pairs_with_others(pairing *w, int64_t a, const int64_t *place) {
    int64_t others = 0;
    for (int64_t s = 0; s < w->kinds[a].n_sets; s++) {
        const seat *const own = &w->seats[place[s]];
        for (int64_t i = place[s] + 1;
             i < w->n_seats && w->seats[i].set == own->set && w->seats[i].label == own->label;
             i++) {
            int64_t const b = w->seats[i].kind;
            others += w->last[b] == a ? 0 : w->kinds[b].members;
            w->last[b] = a;
        }
    }
    return others * w->kinds[a].members;
}

static fcap_status count_pairs(fcap_run *run, const fcap_sets *sets, const int32_t *labels,
                               int64_t *pairs) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    pairing w = {.list = NULL};
    TRY(list_entries(run, sets, &w));
    TRY(make_kinds(run, labels, &w));
    TRY(seat_kinds(run, &w));
    *pairs = 0;
    const int64_t *place = w.place;
    for (int64_t a = 0; a < w.n_kinds; a++) {
        int64_t const members = w.kinds[a].members;
        *pairs += members * (members - 1) / 2 + pairs_with_others(&w, a, place);
        place += w.kinds[a].n_sets;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static int64_t divided_sets(const fcap_sets *sets, const int32_t *labels) {
    int64_t divided = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        int apart = 0;
        for (int64_t at = sets->start[s] + 1; at < sets->start[s + 1]; at++) {
            apart |= labels[sets->member[at]] != labels[sets->member[at - 1]];
        }
        divided += apart;
    }
    return divided;
}

fcap_status fcap_wishes_judge(fcap_run *run, const rules *r, const int32_t *labels,
                              fcap_measures *out) {
    out->violated_together = divided_sets(&r->together, labels);
    out->violated_keep = 0;
    for (int64_t i = 0; r->keep && i < r->n; i++) {
        out->violated_keep += r->start[i] >= 0 && r->start[i] != labels[i];
    }
    TRY(count_pairs(run, &r->apart, labels, &out->violated_apart));
    return count_pairs(run, &r->avoid, labels, &out->repeated_pairs);
}
