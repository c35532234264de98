/* rule_draws.c - see rule_draws.h. */
#include "rule_draws.h"

#include "instances.h"

#include <stddef.h>
#include <string.h>

static int64_t least_of(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Once in `times`. */
static int sometimes(dice *luck, int64_t times) {
    return roll(luck, 1, times) == 1;
}

/* ---- the answer around which a request may be made ---- */

static void draw_labels(dice *luck, int64_t n, int32_t k, int32_t *label) {
    for (int64_t i = 0; i < n; i++) {
        label[i] = i < k ? (int32_t)i : (int32_t)roll(luck, 0, k - 1);
    }
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t const other = roll(luck, 0, i);
        int32_t const held = label[i];
        label[i] = label[other];
        label[other] = held;
    }
}

static int64_t size_of(const rule_draw *r, int32_t c) {
    int64_t size = 0;
    for (int64_t i = 0; i < r->problem.n; i++) {
        size += r->label[i] == c;
    }
    return size;
}

static int64_t load_of(const rule_draw *r, int32_t c) {
    int64_t load = 0;
    for (int64_t i = 0; i < r->problem.n; i++) {
        load += r->label[i] == c ? (r->problem.weight != NULL ? r->weight[i] : 1) : 0;
    }
    return load;
}

static int64_t count_of(const rule_draw *r, int32_t c, int32_t attribute, int32_t group) {
    int64_t count = 0;
    for (int64_t i = 0; i < r->problem.n; i++) {
        count += r->label[i] == c && r->group[attribute][i] == group;
    }
    return count;
}

/* ---- points ---- */

static void draw_places(dice *luck, rule_draw *r) {
    static const shape_of_points shapes[] = {SCATTERED, SCATTERED, CLUMPED, GRID, GRID, EQUAL};
    int64_t const which = roll(luck, 0, sizeof shapes / sizeof *shapes - 1);
    draw_points(luck, shapes[which], r->x, r->problem.n, r->problem.d);
    r->problem.x = r->x;
}

/* Any symmetric numbers: no triangle holds. Small whole ones now and then, for ties. */
static void draw_distance(dice *luck, rule_draw *r) {
    int64_t const n = r->problem.n;
    int const ties = sometimes(luck, 3);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++) {
            double const apart = ties ? (double)roll(luck, 0, 4) : roll_unit(luck) * 9;
            r->distance[i * n + j] = r->distance[j * n + i] = apart;
        }
    }
    r->problem.distance = r->distance;
    if (sometimes(luck, 2)) {
        r->problem.x = NULL;
    }
}

/* A member of each cluster of the planted answer, and others. */
static void draw_candidates(dice *luck, rule_draw *r) {
    for (int64_t i = 0; i < r->problem.n; i++) {
        r->candidate[i] = (char)roll(luck, 0, 1);
    }
    for (int32_t c = 0; r->planted && c < r->asked.k; c++) {
        int64_t nth = roll(luck, 1, size_of(r, c));
        for (int64_t i = 0; i < r->problem.n; i++) {
            if (r->label[i] == c && --nth == 0) {
                r->candidate[i] = 1;
            }
        }
    }
    r->problem.candidate = r->candidate;
}

/* ---- groups ---- */

/* Every group has a member. Planted: each cluster has about as many of each. */
static void draw_groups(dice *luck, rule_draw *r, int32_t a, int32_t n_groups, int unknown) {
    int64_t const n = r->problem.n;
    int32_t *const group = r->group[a];
    int32_t next[DRAW_POINTS_MOST] = {0}; /* of each cluster of the planted answer */
    int const even = sometimes(luck, 2);
    for (int64_t i = 0; i < n; i++) {
        int32_t *const turn = &next[r->label[i]];
        group[i] = even && !sometimes(luck, 6) ? (*turn)++ % n_groups
                                               : (int32_t)roll(luck, 0, n_groups - 1);
        if (unknown && sometimes(luck, 4)) {
            group[i] = -1;
        }
    }
    for (int32_t g = 0; g < n_groups; g++) {
        int64_t members = 0;
        for (int64_t i = 0; i < n; i++) {
            members += group[i] == g;
        }
        if (members == 0) { /* the first n_groups points are rarely all one group's */
            group[roll(luck, 0, n - 1)] = g;
            g = -1;
        }
    }
}

/* A balance that the planted answer has, or any. */
static fcap_ratio draw_balance(dice *luck, const rule_draw *r, int32_t a, int32_t n_groups) {
    static const fcap_ratio any[] = {{1, 4}, {1, 3}, {2, 5}, {1, 2}, {2, 3}, {1, 1}};
    fcap_ratio const wish = any[roll(luck, 0, sizeof any / sizeof *any - 1)];
    fcap_ratio most = {1, 1};
    for (int32_t c = 0; r->planted && c < r->asked.k; c++) {
        for (int32_t g = 0; g < n_groups; g++) {
            for (int32_t h = 0; h < n_groups; h++) {
                fcap_ratio const here = {count_of(r, c, a, g), count_of(r, c, a, h)};
                if (here.num * most.den < most.num * here.den) {
                    most = here;
                }
            }
        }
    }
    return r->planted && (wish.num * most.den > most.num * wish.den || sometimes(luck, 2))
               ? most
               : wish;
}

static int32_t add_attribute(dice *luck, rule_draw *r, int32_t n_groups, int unknown) {
    int32_t const a = r->problem.n_attributes++;
    draw_groups(luck, r, a, n_groups, unknown);
    r->attribute[a] = (fcap_attribute){r->group[a], n_groups, {0, 1}};
    r->problem.attribute = r->attribute;
    return a;
}

static void add_balance(dice *luck, rule_draw *r, int32_t n_groups, int unknown) {
    if (r->problem.n_attributes < DRAW_ATTRIBUTES_MOST && n_groups <= r->problem.n) {
        int32_t const a = add_attribute(luck, r, n_groups, unknown);
        r->attribute[a].balance = draw_balance(luck, r, a, n_groups);
    }
}

static int32_t any_attribute(dice *luck, rule_draw *r) {
    if (r->problem.n_attributes == 0 ||
        (r->problem.n_attributes < DRAW_ATTRIBUTES_MOST && sometimes(luck, 3))) {
        int32_t const n_groups = (int32_t)roll(luck, 1, least_of(3, r->problem.n));
        return add_attribute(luck, r, n_groups, sometimes(luck, 3));
    }
    return (int32_t)roll(luck, 0, r->problem.n_attributes - 1);
}

static void add_share(dice *luck, rule_draw *r) {
    static const fcap_ratio low[] = {{0, 1}, {1, 5}, {1, 4}, {1, 3}, {1, 2}};
    static const fcap_ratio high[] = {{1, 1}, {1, 1}, {3, 4}, {2, 3}, {1, 2}};
    fcap_share *const s = &r->share[r->asked.n_shares++];
    s->attribute = any_attribute(luck, r);
    s->group = (int32_t)roll(luck, sometimes(luck, 5) ? -1 : 0,
                             r->attribute[s->attribute].n_groups - 1);
    s->least = low[roll(luck, 0, 4)];
    s->most = high[roll(luck, 0, 4)];
    for (int32_t c = 0; r->planted && c < r->asked.k; c++) {
        fcap_ratio const here = {count_of(r, c, s->attribute, s->group), size_of(r, c)};
        if (here.num * s->least.den < s->least.num * here.den) {
            s->least = here;
        }
        if (here.num * s->most.den > s->most.num * here.den) {
            s->most = here;
        }
    }
    r->asked.share = r->share;
}

/* Groups of which the planted answer has nowhere exactly one. */
static void add_no_isolate(dice *luck, rule_draw *r) {
    int32_t const a = any_attribute(luck, r);
    int const every = sometimes(luck, 2);
    for (int32_t g = 0; g < r->attribute[a].n_groups && r->asked.n_no_isolate < 4; g++) {
        int alone = 0;
        for (int32_t c = 0; r->planted && c < r->asked.k; c++) {
            alone |= count_of(r, c, a, g) == 1;
        }
        if (!alone && (every || sometimes(luck, 2))) {
            r->no_isolate[r->asked.n_no_isolate++] = (fcap_no_isolate){a, g};
        }
    }
    r->asked.no_isolate = r->no_isolate;
}

/* ---- sizes ---- */

static void draw_weights(dice *luck, rule_draw *r) {
    int64_t const most = sometimes(luck, 3) ? 1000 : sometimes(luck, 2) ? 20 : 4;
    for (int64_t i = 0; i < r->problem.n; i++) {
        r->weight[i] = roll(luck, 1, most);
    }
    r->problem.weight = r->weight;
}

static void draw_capacity(dice *luck, rule_draw *r) {
    int64_t total = 0;
    int64_t fullest = 0;
    for (int32_t c = 0; c < r->asked.k; c++) {
        total += load_of(r, c);
        fullest = load_of(r, c) > fullest ? load_of(r, c) : fullest;
    }
    int64_t const even = (total + r->asked.k - 1) / r->asked.k;
    if (r->planted) {
        r->asked.max_size = fullest + (sometimes(luck, 2) ? 0 : roll(luck, 0, even));
    } else if (sometimes(luck, 3)) {
        r->asked.slack = (fcap_ratio){roll(luck, 10, 18), 10}; /* the capacity follows */
    } else {
        r->asked.max_size = even + roll(luck, 0, even);
    }
}

static void draw_capacities(dice *luck, rule_draw *r) {
    int32_t const k = r->asked.k;
    for (int32_t c = 0; c < k; c++) {
        int64_t const like = r->planted ? load_of(r, c) : load_of(r, (c + 1) % k);
        int64_t const room = sometimes(luck, 2) ? 0 : roll(luck, 0, like);
        r->capacity[c] = like + room - (!r->planted && like > 1 && sometimes(luck, 3));
    }
    r->asked.capacity = r->capacity;
}

static void draw_min_size(dice *luck, rule_draw *r) {
    int64_t smallest = r->problem.n;
    for (int32_t c = 0; c < r->asked.k; c++) {
        smallest = least_of(smallest, size_of(r, c));
    }
    int64_t const even = r->problem.n / r->asked.k;
    r->asked.min_size =
        r->planted ? roll(luck, 1, smallest) : roll(luck, 1, even + sometimes(luck, 4));
}

/* ---- wishes ---- */

/* Sets of two to `most` points; with `where` all of one cluster (1) or no two of one (-1). */
static void draw_sets(dice *luck, const rule_draw *r, int where, int64_t most,
                      drawn_sets *drawn, fcap_sets *out) {
    int64_t const wanted =
        roll(luck, 1, r->problem.n <= RULES_POINTS_MOST ? 4 : DRAW_SETS_MOST);
    *out = (fcap_sets){0, drawn->start, drawn->member};
    for (int64_t s = 0; s < wanted; s++) {
        int64_t at = drawn->start[out->n];
        int64_t const size = roll(luck, 2, most);
        for (int tries = 0; tries < 12 && at < drawn->start[out->n] + size; tries++) {
            int64_t const point = roll(luck, 0, r->problem.n - 1);
            int fits = 1;
            for (int64_t b = drawn->start[out->n]; b < at; b++) {
                int64_t const other = drawn->member[b];
                int const same = r->label[point] == r->label[other];
                fits &= point != other && !(where > 0 && !same) && !(where < 0 && same);
            }
            if (fits) {
                drawn->member[at++] = point;
            }
        }
        if (at >= drawn->start[out->n] + 2) {
            drawn->start[++out->n] = at;
        }
    }
}

static void draw_start(dice *luck, rule_draw *r, int keep) {
    int64_t const times = roll(luck, 1, 4); /* one in so many has no label */
    for (int64_t i = 0; i < r->problem.n; i++) {
        int const without = keep ? sometimes(luck, times) : times == 1 && sometimes(luck, 4);
        r->start[i] = without ? -1 : r->label[i];
    }
    r->asked.start = r->start;
    r->asked.keep = keep;
}

/* ---- a request ---- */

static void draw_wishes(dice *luck, rule_draw *r) {
    int const planted = r->planted;
    if (r->rules & DRAWN_TOGETHER) {
        draw_sets(luck, r, planted ? 1 : 0, 3, &r->together, &r->asked.together);
    }
    if (r->rules & DRAWN_APART) {
        draw_sets(luck, r, planted ? -1 : 0, 4, &r->apart, &r->asked.apart);
    }
    if (r->rules & DRAWN_AVOID) {
        draw_sets(luck, r, 0, 4, &r->avoid, &r->asked.avoid);
    }
    if (r->rules & (DRAWN_KEEP | DRAWN_START)) {
        draw_start(luck, r, (r->rules & DRAWN_KEEP) != 0);
    }
    if (r->rules & DRAWN_MEDOIDS) {
        draw_candidates(luck, r);
    }
}

static void draw_counts(dice *luck, rule_draw *r) {
    if (sometimes(luck, 3)) { /* the paper's setting, with whatever else */
        add_balance(luck, r, 2, 0);
    }
    if (r->rules & DRAWN_GROUPS) {
        add_balance(luck, r, (int32_t)roll(luck, 3, 4), sometimes(luck, 4));
    }
    if (r->rules & DRAWN_ATTRIBUTES) {
        int64_t const wanted = roll(luck, 2, 3);
        for (int64_t a = 0; a < wanted; a++) {
            add_balance(luck, r, sometimes(luck, 3) ? 3 : 2, sometimes(luck, 5));
        }
    }
    if (r->rules & DRAWN_UNKNOWN) {
        add_balance(luck, r, 2, 1);
    }
    if (r->rules & DRAWN_SHARE) {
        add_share(luck, r);
        if (sometimes(luck, 2)) {
            add_share(luck, r);
        }
    }
    if (r->rules & DRAWN_NO_ISOLATE) {
        add_no_isolate(luck, r);
    }
}

static void draw_measure(dice *luck, rule_draw *r) {
    draw_places(luck, r);
    if (r->rules & DRAWN_METRIC) {
        int const straight = (r->rules & DRAWN_SSE) != 0 || !sometimes(luck, 3);
        r->problem.metric = straight ? FCAP_METRIC_SQEUCLIDEAN : FCAP_METRIC_MANHATTAN;
    }
    if (r->rules & DRAWN_SSE) {
        r->problem.objective = FCAP_OBJECTIVE_SSE;
    } else if (r->rules & DRAWN_DISTANCE) {
        draw_distance(luck, r); /* which has no means */
    }
}

static void draw_size(dice *luck, drawn_size size, rule_draw *r) {
    if (size == DRAWN_TINY) {
        r->problem.n = roll(luck, sometimes(luck, 4) ? 2 : 7, RULES_POINTS_MOST);
    } else if (size == DRAWN_SMALL) {
        r->problem.n = roll(luck, RULES_POINTS_MOST + 4, DRAW_SMALL_MOST);
    } else {
        r->problem.n = roll(luck, 2 * DRAW_MANY_LEAST, DRAW_POINTS_MOST);
    }
    int64_t const n = r->problem.n;
    r->problem.d = (int32_t)roll(luck, 1, DRAW_DIMENSIONS_MOST);
    r->asked.k = (int32_t)roll(luck, size == DRAWN_MANY ? DRAW_MANY_LEAST : 1,
                               sometimes(luck, 6) ? n : (n + 1) / 2);
    r->planted = sometimes(luck, 2) || size != DRAWN_TINY;
}

void rule_draw_make(uint64_t seed, unsigned rules, drawn_size size, rule_draw *out) {
    dice luck = dice_of(seed);
    memset(out, 0, sizeof *out);
    out->seed = seed;
    out->rules = rules;
    out->problem = (fcap_problem)FCAP_PROBLEM_INIT;
    out->asked = (fcap_rules)FCAP_RULES_INIT;
    draw_size(&luck, size, out);
    int64_t const n = out->problem.n;
    draw_labels(&luck, n, out->asked.k, out->label);
    draw_measure(&luck, out);
    if (rules & DRAWN_WEIGHT) {
        draw_weights(&luck, out);
    }
    draw_capacity(&luck, out);
    if (rules & DRAWN_CAPACITIES) {
        draw_capacities(&luck, out);
    }
    if (rules & DRAWN_MIN_SIZE) {
        draw_min_size(&luck, out);
    }
    draw_counts(&luck, out);
    draw_wishes(&luck, out);
}

unsigned rule_draw_combination(uint64_t seed) {
    dice luck = dice_of(~seed);
    int64_t const times = roll(&luck, 2, 6);
    unsigned rules = 0;
    for (unsigned rule = 1; rule <= DRAWN_AVOID; rule *= 2) {
        rules |= sometimes(&luck, times) ? rule : 0;
    }
    return rules;
}

const char *rule_draw_name(drawn_rule rule) {
    static const char *const names[] = {
        "groups",  "attributes", "unknown",  "share", "isolate", "weights",
        "sizes",   "min-size",   "together", "apart", "keep",    "start",
        "medoids", "metric",     "distance", "sse",   "avoid"};
    int which = 0;
    while (rule >> which > 1) {
        which++;
    }
    return names[which];
}
