/* conflicts.c - see conflicts.h. */
#include "problem/conflicts.h"

#include "problem/packing_bound.h"
#include "problem/spread.h"

#include <string.h>

enum {
    SPANS_MOST = 20000000, /* steps for the compositions of sets */
    CLIQUE_UNITS = 1024    /* units in the graph of those that are apart */
};

static finding found(fcap_reason reason, detail way) {
    finding f = NOTHING_FOUND;
    f.reason = reason;
    f.detail = way;
    return f;
}

/* ---- weights ---- */

/* Units that do not fit, each for itself or counted. */
static fcap_status judge_packing(fcap_run *run, const request *q, unsigned mask,
                                 fcap_reason reason, finding *out) {
    kinds k;
    packing_gap gap;
    TRY(fcap_request_kinds(run, q, mask, &k));
    TRY(fcap_packing_bound(run, q, mask, &k, &gap));
    if (gap.excluded) {
        *out = found(reason, gap.hold >= 0 ? TOO_MANY_HEAVY : AS_A_WHOLE);
        out->a = gap.n;
        out->b = gap.weight;
        out->c = gap.hold;
    }
    return FCAP_OK;
}

static int64_t heaviest(const units *u) {
    int64_t best = 0;
    for (int64_t v = 1; v < u->n; v++) {
        best = u->weight[v] > u->weight[best] ? v : best;
    }
    return best;
}

static int64_t largest_capacity(const request *q) {
    int64_t most = 0;
    for (int64_t c = 0; c < (q->r->capacities == NULL ? 1 : q->k); c++) {
        int64_t const capacity = fcap_request_capacity(q, c);
        most = capacity > most ? capacity : most;
    }
    return most;
}

fcap_status fcap_judge_weights(fcap_run *run, const request *q, finding *out) {
    int64_t const v = heaviest(&q->single);
    if (q->single.weight[v] > largest_capacity(q)) {
        *out = found(FCAP_REASON_WEIGHT, POINT_TOO_HEAVY);
        out->point = v;
        out->a = q->single.weight[v];
        out->b = largest_capacity(q);
        return FCAP_OK;
    }
    return judge_packing(run, q, RULE_WEIGHT, FCAP_REASON_WEIGHT, out);
}

/* ---- together ---- */

/* Is there an attribute by whose rules no cluster contains the set? Looks at the roomiest. */
static fcap_status judge_set(fcap_run *run, const request *q, int64_t v, int64_t most,
                             finding *out) {
    const units *const u = &q->joined;
    arena_mark const mark = fcap_arena_save(&run->mem);
    for (int32_t a = 0; a < q->r->n_attributes && out->reason == FCAP_REASON_NONE; a++) {
        const fcap_attribute *const t = &q->r->attribute[a];
        group_rules g;
        TRY(fcap_group_rules_open(run, q, a, RULES_OF_GROUPS, &g));
        int64_t *const floor = arena_array(&run->mem, int64_t, t->n_groups + 1);
        span *const spans = arena_array(&run->mem, span, t->n_groups + 1);
        if (floor == NULL || spans == NULL) {
            return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d groups",
                                 (int)t->n_groups);
        }
        for (int64_t at = u->start[v]; at < u->start[v + 1]; at++) {
            int32_t const group = t->group[u->member[at]];
            floor[group < 0 ? t->n_groups : group]++;
        }
        int64_t s = u->start[v + 1] - u->start[v];
        while (s <= most && !fcap_spans(&g, s, floor, g.total, spans)) {
            s++;
        }
        if (s > most) {
            *out = found(FCAP_REASON_TOGETHER, SET_UNLIKE);
            out->attribute = a;
            out->point = u->member[u->start[v]];
            out->a = u->start[v + 1] - u->start[v];
            out->b = most;
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_judge_together(fcap_run *run, const request *q, finding *out) {
    const units *const u = &q->joined;
    int64_t const v = heaviest(u);
    if (u->weight[v] > largest_capacity(q)) {
        *out = found(FCAP_REASON_TOGETHER, SET_TOO_HEAVY);
        out->point = u->member[u->start[v]];
        out->a = u->start[v + 1] - u->start[v];
        out->b = u->weight[v];
        out->c = largest_capacity(q);
        return FCAP_OK;
    }
    if (u->n < q->k) {
        *out = found(FCAP_REASON_TOGETHER, UNITS_BELOW_K);
        out->a = u->n;
        return FCAP_OK;
    }
    TRY(judge_packing(run, q, RULE_WEIGHT | RULE_TOGETHER, FCAP_REASON_TOGETHER, out));
    kinds k;
    TRY(fcap_request_kinds(run, q, 0, &k));
    int64_t const most = k.kind[0].most; /* the roomiest comes first */
    int64_t steps = 0;
    for (int64_t s = 0; s < u->n && out->reason == FCAP_REASON_NONE; s++) {
        steps += u->start[s + 1] - u->start[s] > 1 ? most * (1 + q->width) : 0;
        if (u->start[s + 1] - u->start[s] > 1 && steps < SPANS_MOST) {
            TRY(judge_set(run, q, s, most, out));
        }
    }
    return FCAP_OK;
}

/* ---- apart ---- */

/* Two members of one apart set in one unit. */
static int apart_and_together(const request *q, finding *out) {
    const fcap_sets *const apart = &q->r->apart;
    for (int64_t s = 0; s < apart->n; s++) {
        for (int64_t i = apart->start[s]; i < apart->start[s + 1]; i++) {
            for (int64_t j = i + 1; j < apart->start[s + 1]; j++) {
                int64_t const a = apart->member[i];
                int64_t const b = apart->member[j];
                if (a != b && q->joined.of[a] == q->joined.of[b]) {
                    *out = found(FCAP_REASON_APART, APART_AND_TOGETHER);
                    out->point = a;
                    out->other = b;
                    return 1;
                }
            }
        }
    }
    return 0;
}

/* Who must be apart from whom, among the units in sets of apart. */
typedef struct conflicts {
    int64_t n;
    int64_t room;  /* units looked at, at most */
    int64_t *unit; /* n */
    char *apart;   /* n x n */
} conflicts;

static int64_t place_of(conflicts *c, int64_t unit) {
    int64_t i = 0;
    while (i < c->n && c->unit[i] != unit) {
        i++;
    }
    if (i == c->n && c->n < c->room) {
        c->unit[c->n++] = unit;
    }
    return i;
}

static void fill_conflicts(const request *q, conflicts *c) {
    const fcap_sets *const apart = &q->r->apart;
    for (int64_t s = 0; s < apart->n; s++) {
        for (int64_t i = apart->start[s]; i < apart->start[s + 1]; i++) {
            int64_t const a = place_of(c, q->joined.of[apart->member[i]]);
            for (int64_t j = apart->start[s]; j < i && a < c->room; j++) {
                int64_t const b = place_of(c, q->joined.of[apart->member[j]]);
                if (a != b && b < c->room) {
                    c->apart[a * c->room + b] = c->apart[b * c->room + a] = 1;
                }
            }
        }
    }
}

/* Units each apart from all others, beginning with one of them; the largest such set found. */
static int64_t greedy_clique(const conflicts *c, int64_t *chosen) {
    int64_t best = 0;
    for (int64_t first = 0; first < c->n; first++) {
        int64_t size = 0;
        chosen[size++] = first;
        for (int64_t i = 0; i < c->n; i++) {
            int64_t j = 0;
            while (j < size && c->apart[i * c->room + chosen[j]]) {
                j++;
            }
            if (j == size) {
                chosen[size++] = i;
            }
        }
        best = size > best ? size : best;
    }
    return best;
}

fcap_status fcap_judge_apart(fcap_run *run, const request *q, finding *out) {
    if (apart_and_together(q, out)) {
        return FCAP_OK;
    }
    arena_mark const mark = fcap_arena_save(&run->mem);
    const fcap_sets *const apart = &q->r->apart;
    int64_t const members = apart->start[apart->n] - apart->start[0];
    conflicts c = {.room = members < CLIQUE_UNITS ? members : CLIQUE_UNITS};
    c.unit = arena_array(&run->mem, int64_t, c.room);
    c.apart = arena_array(&run->mem, char, c.room *c.room);
    int64_t *const chosen = arena_array(&run->mem, int64_t, c.room);
    if (c.unit == NULL || c.apart == NULL || chosen == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points",
                             (long long)c.room);
    }
    fill_conflicts(q, &c);
    int64_t const clique = greedy_clique(&c, chosen);
    if (clique > q->k) {
        *out = found(FCAP_REASON_APART, TOO_MANY_APART);
        out->a = clique;
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* ---- keep ---- */

/* Two points that are kept, against a rule about both. */
static int kept_pairs(const request *q, finding *out) {
    if (q->joined.torn[0] >= 0) {
        *out = found(FCAP_REASON_KEEP, KEPT_TORN);
        out->point = q->joined.torn[0];
        out->other = q->joined.torn[1];
        return 1;
    }
    const fcap_sets *const apart = &q->r->apart;
    for (int64_t s = 0; s < apart->n; s++) {
        for (int64_t i = apart->start[s]; i < apart->start[s + 1]; i++) {
            int64_t const a = q->joined.of[apart->member[i]];
            for (int64_t j = i + 1; j < apart->start[s + 1]; j++) {
                int64_t const b = q->joined.of[apart->member[j]];
                if (a != b && q->joined.kept[a] >= 0 &&
                    q->joined.kept[a] == q->joined.kept[b]) {
                    *out = found(FCAP_REASON_KEEP, KEPT_APART);
                    out->point = apart->member[i];
                    out->other = apart->member[j];
                    out->cluster = q->joined.kept[a];
                    return 1;
                }
            }
        }
    }
    return 0;
}

static int is_in_set(const request *q, int64_t set, int64_t unit) {
    const fcap_sets *const apart = &q->r->apart;
    for (int64_t i = apart->start[set]; i < apart->start[set + 1]; i++) {
        if (q->joined.of[apart->member[i]] == unit) {
            return 1;
        }
    }
    return 0;
}

/* Clusters that keep somebody the unit is to be apart from. seen[c] is a unit + 1. */
static int64_t clusters_barred(const request *q, int64_t unit, int64_t *seen) {
    const fcap_sets *const apart = &q->r->apart;
    int64_t barred = 0;
    for (int64_t s = 0; s < apart->n; s++) {
        if (!is_in_set(q, s, unit)) {
            continue;
        }
        for (int64_t i = apart->start[s]; i < apart->start[s + 1]; i++) {
            int32_t const c = q->joined.kept[q->joined.of[apart->member[i]]];
            if (c >= 0 && seen[c] != unit + 1) {
                seen[c] = unit + 1;
                barred++;
            }
        }
    }
    return barred;
}

/* A unit that joins, and has somebody to be apart from in every cluster. */
static fcap_status judge_blocked(fcap_run *run, const request *q, finding *out) {
    const fcap_sets *const apart = &q->r->apart;
    int64_t *const seen = arena_array(&run->mem, int64_t, q->k);
    if (seen == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld clusters",
                             (long long)q->k);
    }
    for (int64_t i = apart->n > 0 ? apart->start[0] : 0;
         apart->n > 0 && i < apart->start[apart->n]; i++) {
        int64_t const unit = q->joined.of[apart->member[i]];
        if (q->joined.kept[unit] < 0 && clusters_barred(q, unit, seen) == q->k) {
            *out = found(FCAP_REASON_KEEP, KEPT_BLOCKED);
            out->point = apart->member[i];
            return FCAP_OK;
        }
    }
    return FCAP_OK;
}

/* Rooms and sizes: what is kept, what may come, and who comes. */
static int kept_sizes(const request *q, const kinds *k, finding *out) {
    int64_t least = 0;
    int64_t room = 0;
    int64_t const free_weight =
        q->lightest_free == NULL ? q->n_free : q->lightest_free[q->n_free];
    for (int64_t j = 0; j < k->n; j++) {
        const kind *const c = &k->kind[j];
        int64_t const there = c->kept == NULL ? 0 : c->kept->size;
        if (c->kept != NULL && c->room < 0) {
            *out = found(FCAP_REASON_KEEP, KEPT_TOO_HEAVY);
            out->cluster = c->cluster;
            out->a = c->kept->weight;
            out->b = c->room + c->kept->weight;
            return 1;
        }
        least += c->times * (c->least - there);
        room =
            c->room > (free_weight - room) / c->times ? free_weight : room + c->room * c->times;
    }
    if (least > q->n_free) {
        *out = found(FCAP_REASON_KEEP, KEPT_TOO_FEW);
        out->a = least;
        out->b = q->n_free;
        return 1;
    }
    if (room < free_weight) {
        *out = found(FCAP_REASON_KEEP, KEPT_NO_ROOM);
        out->a = room;
        out->b = free_weight;
        return 1;
    }
    return 0;
}

fcap_status fcap_judge_keep(fcap_run *run, const request *q, finding *out) {
    if (kept_pairs(q, out)) {
        return FCAP_OK;
    }
    unsigned const mask = RULE_KEEP | RULES_OF_GROUPS;
    kinds k;
    TRY(fcap_request_kinds(run, q, mask, &k));
    if (kept_sizes(q, &k, out)) {
        return FCAP_OK;
    }
    for (int32_t a = 0; a < q->r->n_attributes; a++) {
        spread s;
        if (!fcap_request_asks(q, a, RULES_OF_GROUPS)) {
            continue;
        }
        TRY(fcap_spread(run, q, a, mask, &k, &s));
        if (s.excluded) {
            int const named = s.barred >= 0 && k.kind[s.barred].kept != NULL;
            *out = found(FCAP_REASON_KEEP, named ? KEPT_UNMENDED : AS_A_WHOLE);
            out->attribute = a;
            out->group = s.group;
            out->cluster = named ? k.kind[s.barred].cluster : -1;
            out->a = q->n_free;
            return FCAP_OK;
        }
    }
    TRY(judge_blocked(run, q, out));
    return out->reason != FCAP_REASON_NONE
               ? FCAP_OK
               : judge_packing(run, q, RULE_KEEP | RULE_WEIGHT, FCAP_REASON_KEEP, out);
}

/* ---- medoids ---- */

fcap_status fcap_judge_medoids(fcap_run *run, const request *q, finding *out) {
    int64_t candidates = 0;
    int64_t needing = q->k;
    kinds k;
    TRY(fcap_request_kinds(run, q, RULE_KEEP, &k));
    for (int64_t v = 0; v < q->joined.n; v++) {
        candidates += q->joined.kept[v] < 0 && q->joined.candidate[v];
    }
    for (int64_t j = 0; j < k.n; j++) {
        needing -= k.kind[j].kept != NULL && k.kind[j].kept->candidates > 0;
    }
    if (candidates < needing) {
        *out = found(FCAP_REASON_MEDOIDS, AS_A_WHOLE);
        out->a = candidates;
        out->b = needing;
    }
    return FCAP_OK;
}
