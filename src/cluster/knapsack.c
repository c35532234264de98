/* knapsack.c - the knapsack by classes, exact, in one walk along a sorted list.
 *
 * Greedy: take items by falling value per weight until one, the break item, does not fit. That
 * is an optimum of the linear relaxation, but for the room R that is left; if R = 0, or if all
 * items have one weight, it is the optimum. Otherwise an optimum exists that differs from it in
 * at most 2 D + 1 items, D being the largest weight (the proximity bound of [EW20] for one
 * row). So per class only the last 2 D + 1 items taken and the next 2 D + 1 not taken are open:
 *
 *     order of a class:   taken, fixed | taken, open | not taken, open | not taken, fixed
 *                                      x = 0 ... inside ............ many
 *
 * and gain(x) = the value of open items taken beyond `inside`, or minus that of those given
 * back. With two classes x of the first decides that of the second; with more, a small dynamic
 * program over the classes.
 *
 * Numbers: plain exp(-d / lambda) is 0 for d > 745 lambda, and every choice would look the
 * same. Here values are relative to the break item, and where two gains agree to nine digits
 * the two choices are compared by the items in which they differ, relative to the nearest of
 * those. So the unit of the data does not matter. Equal choices: more of the lighter classes.
 */
#include "cluster/knapsack.h"

#include "base/elementary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLASSES_MOST = 255
};

#define VALUE_MOST 1e150 /* so much above the break item that it is never given back */

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a knapsack of %lld items",
                         (long long)n);
}

static int by_number(const void *left, const void *right) {
    int64_t const a = *(const int64_t *)left;
    int64_t const b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

fcap_status fcap_knapsack_open(fcap_run *run, const int64_t *weight, int64_t n, double lambda,
                               int64_t capacity, knapsack *out) {
    assert(lambda > 0 && n < INT32_MAX);
    int64_t *const sorted = arena_array(&run->mem, int64_t, n);
    *out = (knapsack){.n = n,
                      .class_of = arena_array(&run->mem, uint8_t, n),
                      .lambda = lambda,
                      .capacity = capacity};
    if (sorted == NULL || out->class_of == NULL) {
        return out_of_memory(run, n);
    }
    memcpy(sorted, weight, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, by_number);
    int64_t different = 0;
    for (int64_t i = 0; i < n; i++) {
        if (different == 0 || sorted[i] != sorted[different - 1]) {
            sorted[different++] = sorted[i];
        }
    }
    if (different > CLASSES_MOST) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "a knapsack takes up to %d different weights, not %lld",
                             CLASSES_MOST, (long long)different);
    }
    out->n_classes = (int32_t)different;
    out->weight = sorted;
    out->handicap = arena_array(&run->mem, double, different);
    if (out->handicap == NULL) {
        return out_of_memory(run, n);
    }
    for (int32_t c = 0; c < out->n_classes; c++) {
        out->handicap[c] = lambda * fcap_log((double)sorted[c]);
    }
    for (int64_t i = 0; i < n; i++) {
        uint8_t c = 0;
        while (sorted[c] != weight[i]) {
            c++;
        }
        out->class_of[i] = c;
    }
    int64_t const heaviest = different > 0 ? sorted[different - 1] : 1;
    out->window = 2 * heaviest + 1 < n ? 2 * heaviest + 1 : n;
    return FCAP_OK;
}

fcap_status fcap_knapsack_room(fcap_run *run, const knapsack *k, knapsack_room *out) {
    arena *const mem = &run->mem;
    int64_t const open = k->n_classes * (2 * k->window + 1);
    int64_t const table = k->n_classes > 2 ? (k->n_classes + 1) * (k->capacity + 1) : 0;
    *out = (knapsack_room){.gain = arena_array(mem, double, open),
                           .item = arena_array(mem, int32_t, open),
                           .inside = arena_array(mem, int32_t, k->n_classes),
                           .many = arena_array(mem, int32_t, k->n_classes),
                           .best = arena_array(mem, double, table),
                           .taken = arena_array(mem, int32_t, table),
                           .count = arena_array(mem, int32_t, k->n_classes),
                           .other = arena_array(mem, int32_t, k->n_classes),
                           .rest = arena_array(mem, int64_t, k->n_classes)};
    return out->gain == NULL || out->item == NULL || out->inside == NULL || out->many == NULL ||
                   out->best == NULL || out->taken == NULL || out->count == NULL ||
                   out->other == NULL || out->rest == NULL
               ? out_of_memory(run, k->n)
               : FCAP_OK;
}

static int by_key(const void *left, const void *right) {
    const knapsack_key *const a = left;
    const knapsack_key *const b = right;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    if (a->class != b->class) {
        return a->class < b->class ? -1 : 1;
    }
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    return (a->item > b->item) - (a->item < b->item);
}

void fcap_knapsack_order(const knapsack *k, const float *distance, knapsack_key *sorting,
                         int32_t *order) {
    for (int64_t i = 0; i < k->n; i++) {
        uint8_t const class = k->class_of[i];
        sorting[i] = (knapsack_key){(double)distance[i] + k->handicap[class], distance[i],
                                    (int32_t)i, class};
    }
    qsort(sorting, (size_t)k->n, sizeof *sorting, by_key);
    for (int64_t i = 0; i < k->n; i++) {
        order[i] = sorting[i].item;
    }
}

static int64_t lesser(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- the open items ---- */

static double *gains_of(const knapsack *k, const knapsack_room *room, int32_t c) {
    return room->gain + c * (2 * k->window + 1);
}

static int32_t *items_of(const knapsack *k, const knapsack_room *room, int32_t c) {
    return room->item + c * (2 * k->window + 1);
}

/* Takes the open items of all classes out of the greedy choice; returns their weight. */
static int64_t open_taken(const knapsack *k, knapsack_room *room, int32_t *chosen,
                          int64_t *n_chosen) {
    memset(room->inside, 0, (size_t)k->n_classes * sizeof *room->inside);
    int64_t first = *n_chosen; /* items from here on are looked at */
    for (int32_t full = 0; first > 0 && full < k->n_classes; first--) {
        int32_t const c = k->class_of[chosen[first - 1]];
        if (room->inside[c] < k->window) {
            full += ++room->inside[c] == k->window;
        }
    }
    int64_t weight = 0;
    int64_t kept = first;
    for (int32_t c = 0; c < k->n_classes; c++) {
        room->many[c] = -room->inside[c]; /* counts up to 0 while the open ones are seen */
    }
    for (int64_t i = *n_chosen; i-- > first;) { /* backwards: the last ones are open */
        int32_t const c = k->class_of[chosen[i]];
        if (room->many[c] < 0) {
            items_of(k, room, c)[-++room->many[c]] = chosen[i];
            weight += k->weight[c];
            chosen[i] = -1;
        }
    }
    for (int64_t i = first; i < *n_chosen; i++) {
        if (chosen[i] >= 0) {
            chosen[kept++] = chosen[i];
        }
    }
    *n_chosen = kept;
    return weight;
}

/* Adds the next open items of each class, from place `at` of the order on: not more than the
 * capacity that is open can hold. */
static void open_next(const knapsack *k, const knapsack_offer *offer, knapsack_room *room,
                      int64_t at, int64_t capacity) {
    const int64_t *const rest = room->rest;
    int32_t full = 0;
    for (int32_t c = 0; c < k->n_classes; c++) {
        int64_t const fit = lesser(capacity / k->weight[c], room->inside[c] + k->window);
        room->many[c] = room->inside[c];
        room->count[c] = (int32_t)lesser(fit, room->inside[c] + rest[c]); /* items wanted */
        full += room->many[c] >= room->count[c];
    }
    for (; full < k->n_classes; at++) { /* ends: no more are wanted than there are */
        int32_t const j = offer->order[at];
        int32_t const c = k->class_of[j];
        if (!offer->gone[j] && room->many[c] < room->count[c]) {
            items_of(k, room, c)[room->many[c]++] = j;
            full += room->many[c] == room->count[c];
        }
    }
}

/* gain(x) for x = 0..many of each class, relative to the greedy choice x = inside. */
static void sum_gains(const knapsack *k, const knapsack_offer *offer, knapsack_room *room,
                      float break_distance) {
    for (int32_t c = 0; c < k->n_classes; c++) {
        double *const gain = gains_of(k, room, c);
        const int32_t *const item = items_of(k, room, c);
        gain[room->inside[c]] = 0;
        for (int32_t x = room->inside[c]; x > 0; x--) {
            double const nearer = (double)break_distance - (double)offer->distance[item[x - 1]];
            double const value = fcap_exp(nearer / k->lambda);
            gain[x - 1] = gain[x] - (value < VALUE_MOST ? value : VALUE_MOST);
        }
        for (int32_t x = room->inside[c]; x < room->many[c]; x++) {
            double const nearer = (double)break_distance - (double)offer->distance[item[x]];
            gain[x + 1] = gain[x] + fcap_exp(nearer / k->lambda);
        }
    }
}

/* ---- the choice among them ---- */

/* Is taking `count` of each class worth more than `other`? Items in both cancel, and the rest
 * is measured against its nearest item, so that nothing that matters can vanish. */
static int worth_more(const knapsack *k, const knapsack_room *room, const float *distance,
                      const int32_t *count, const int32_t *other) {
    double nearest = INFINITY;
    for (int32_t c = 0; c < k->n_classes; c++) {
        if (count[c] != other[c]) {
            int32_t const first = count[c] < other[c] ? count[c] : other[c];
            double const d = (double)distance[items_of(k, room, c)[first]];
            nearest = d < nearest ? d : nearest;
        }
    }
    double more = 0;
    for (int32_t c = 0; c < k->n_classes; c++) {
        const int32_t *const item = items_of(k, room, c);
        for (int32_t x = other[c]; x < count[c]; x++) {
            more += fcap_exp((nearest - (double)distance[item[x]]) / k->lambda);
        }
        for (int32_t x = count[c]; x < other[c]; x++) {
            more -= fcap_exp((nearest - (double)distance[item[x]]) / k->lambda);
        }
    }
    return more > 0;
}

/* Are two gains so near to each other that rounding may have decided? `part` is the largest
 * number that was added to make them. */
static int doubtful(double a, double b, double part) {
    double const size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return fabs(a - b) <= 1e-9 * (fabs(part) > size ? fabs(part) : size);
}

static void choose_two(const knapsack *k, knapsack_room *room, const float *distance,
                       int64_t capacity) {
    double const *const first = gains_of(k, room, 0);
    double const *const second = gains_of(k, room, 1);
    double best = -INFINITY;
    for (int64_t x = lesser(room->many[0], capacity / k->weight[0]); x >= 0; x--) {
        int64_t const y = lesser(room->many[1], (capacity - x * k->weight[0]) / k->weight[1]);
        double const gain = first[x] + second[y];
        int32_t const count[2] = {(int32_t)x, (int32_t)y};
        int const better = best > -INFINITY && doubtful(gain, best, first[x])
                               ? worth_more(k, room, distance, count, room->count)
                               : gain > best;
        if (better) {
            best = gain;
            memcpy(room->count, count, sizeof count);
        }
    }
}

/* The counts of the first c classes in the best choice with capacity q; of the others 0. */
static void trace(const knapsack *k, const knapsack_room *room, int32_t c, int64_t q,
                  int32_t *count) {
    memset(count, 0, (size_t)k->n_classes * sizeof *count);
    while (c-- > 0) {
        count[c] = room->taken[(c + 1) * (k->capacity + 1) + q];
        q -= count[c] * k->weight[c];
    }
}

/* best[c][q] = the most gain of the first c classes with capacity q. */
static void choose_many(const knapsack *k, knapsack_room *room, const float *distance,
                        int64_t capacity) {
    int64_t const width = k->capacity + 1;
    memset(room->best, 0, (size_t)(capacity + 1) * sizeof *room->best);
    for (int32_t c = 0; c < k->n_classes; c++) {
        double const *const gain = gains_of(k, room, c);
        double const *const before = room->best + c * width;
        double *const after = room->best + (c + 1) * width;
        int32_t *const taken = room->taken + (c + 1) * width;
        for (int64_t q = 0; q <= capacity; q++) {
            after[q] = -INFINITY;
            for (int64_t x = lesser(room->many[c], q / k->weight[c]); x >= 0; x--) {
                double const total = before[q - x * k->weight[c]] + gain[x];
                int better = total > after[q];
                if (after[q] > -INFINITY && doubtful(total, after[q], gain[x])) {
                    trace(k, room, c, q - x * k->weight[c], room->count);
                    room->count[c] = (int32_t)x;
                    trace(k, room, c + 1, q, room->other);
                    better = worth_more(k, room, distance, room->count, room->other);
                }
                if (better) {
                    after[q] = total;
                    taken[q] = (int32_t)x;
                }
            }
        }
    }
    trace(k, room, k->n_classes, capacity, room->count);
}

/* Takes items while any would fit, without a branch that depends on what is gone: whether the
 * next item is there is a coin toss, and a wrong guess costs the processor more than the step.
 */
static int64_t take_freely(const knapsack *k, const knapsack_offer *offer, int64_t there,
                           int32_t *chosen, int64_t *at, int64_t *left) {
    int64_t const heaviest = k->weight[k->n_classes - 1];
    int64_t n = 0;
    int64_t i = 0;
    int64_t room = *left;
    if (k->n_classes == 1) {
        int64_t const most = lesser(room / heaviest, there);
        for (; n < most; i++) {
            int32_t const j = offer->order[i];
            chosen[n] = j;
            n += !offer->gone[j];
        }
        room -= n * heaviest;
    } else {
        for (; n < there && room >= heaviest; i++) {
            int32_t const j = offer->order[i];
            int64_t const taken = !offer->gone[j];
            chosen[n] = j;
            n += taken;
            room -= taken * k->weight[k->class_of[j]];
        }
    }
    *at = i;
    *left = room;
    return n;
}

int64_t fcap_knapsack_choose(const knapsack *k, const knapsack_offer *offer,
                             knapsack_room *room, int32_t *chosen) {
    int64_t left = offer->capacity;
    int64_t at = 0;
    int64_t there = 0;
    for (int32_t c = 0; c < k->n_classes; c++) {
        there += offer->left[c];
    }
    int64_t n = take_freely(k, offer, there, chosen, &at, &left);
    if (k->n_classes == 1) {
        return n;
    }
    for (; n < there; at++) {
        int32_t const j = offer->order[at];
        if (offer->gone[j]) {
            continue;
        }
        int64_t const weight = k->weight[k->class_of[j]];
        if (weight > left) {
            break;
        }
        chosen[n++] = j;
        left -= weight;
    }
    if (n == there || left == 0) {
        return n;
    }
    memcpy(room->rest, offer->left, (size_t)k->n_classes * sizeof *room->rest);
    for (int64_t i = 0; i < n; i++) {
        room->rest[k->class_of[chosen[i]]]--;
    }
    float const break_distance = offer->distance[offer->order[at]];
    left += open_taken(k, room, chosen, &n);
    open_next(k, offer, room, at, left);
    sum_gains(k, offer, room, break_distance);
    if (k->n_classes == 2) {
        choose_two(k, room, offer->distance, left);
    } else {
        choose_many(k, room, offer->distance, left);
    }
    for (int32_t c = 0; c < k->n_classes; c++) {
        memcpy(chosen + n, items_of(k, room, c), (size_t)room->count[c] * sizeof *chosen);
        n += room->count[c];
    }
    return n;
}
