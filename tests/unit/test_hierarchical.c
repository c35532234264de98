/* test_hierarchical.c - against merging as it is defined, pair by pair, in O(n^3) and more. */
#include "cluster/hierarchical.h"
#include "counting.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 120,
    DIM_MOST = 5,
    LARGE = 1500
};

/* ---- the definition
 * --------------------------------------------------------------------------
 */

typedef struct bins {
    int64_t weight[MOST][MOST];
    int count[MOST];
} bins;

static int heavier_first(const void *left, const void *right) {
    int64_t const a = *(const int64_t *)left;
    int64_t const b = *(const int64_t *)right;
    return (a < b) - (a > b);
}

/* First-fit decreasing, weight by weight. */
static int pack(const int64_t *weight, int n, int k, int64_t q, bins *out) {
    int64_t sorted[MOST];
    memcpy(sorted, weight, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, heavier_first);
    int64_t load[MOST] = {0};
    memset(out->count, 0, sizeof out->count);
    for (int i = 0; i < n; i++) {
        int b = 0;
        while (b < k && load[b] + sorted[i] > q) {
            b++;
        }
        if (b == k) {
            return 0;
        }
        load[b] += sorted[i];
        out->weight[b][out->count[b]++] = sorted[i];
    }
    return 1;
}

/* The fullest choice of weights from i on (heaviest first), with most or fewest of the heavier
 * ones. */
static int64_t fullest(const int64_t *sorted, const char *used, int i, int64_t room, int most,
                       char *choice) {
    while (sorted[i] > 0 && (used[i] || sorted[i] > room)) {
        i++;
    }
    if (sorted[i] == 0 || room == 0) {
        return 0;
    }
    char with[MOST] = {0};
    char without[MOST] = {0};
    int next = i; /* the next that differs: leaving out one of equals means leaving out all */
    while (sorted[next] == sorted[i]) {
        next++;
    }
    int64_t a = 0; /* the sum with the next weight, and without; the second is not needed if */
    int64_t b = 0; /* the first fills the room */
    for (int turn = 0; turn < 2; turn++) {
        if (turn == !most && b < room) {
            a = sorted[i] + fullest(sorted, used, i + 1, room - sorted[i], most, with);
        } else if (turn == most && a < room) {
            b = fullest(sorted, used, next, room, most, without);
        }
    }
    with[i] = 1;
    int const takes = most ? a >= b : a > b;
    memcpy(choice, takes ? with : without, MOST);
    return takes ? a : b;
}

/* One bin after the other, as full as possible. */
static int fill_bins(const int64_t *weight, int n, int k, int64_t q, int most, bins *out) {
    int64_t sorted[MOST + 1] = {0}; /* ends with a 0 */
    char used[MOST] = {0};
    int left = n;
    memcpy(sorted, weight, (size_t)n * sizeof *sorted);
    qsort(sorted, (size_t)n, sizeof *sorted, heavier_first);
    memset(out->count, 0, sizeof out->count);
    for (int b = 0; b < k; b++) {
        char choice[MOST] = {0};
        fullest(sorted, used, 0, q, most, choice);
        for (int i = 0; i < n; i++) {
            if (choice[i]) {
                used[i] = 1;
                left--;
                out->weight[b][out->count[b]++] = sorted[i];
            }
        }
    }
    return left == 0;
}

typedef struct naive {
    int n, d, k;
    int64_t q;
    double x[MOST][DIM_MOST];
    int64_t weight[MOST]; /* 0: no longer there */
    int32_t into[MOST];
    int look_ahead;
    int kept; /* `present` was changed by hand; otherwise it is what pack() finds now */
    bins present;
    bins scratch;
} naive;

static int weights_of(const naive *s, int skip, int64_t *out) {
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        if (s->weight[i] > 0 && i != skip) {
            out[n++] = s->weight[i];
        }
    }
    return n;
}

static int packs_after(naive *s, int a, int b) {
    int64_t weight[MOST];
    s->weight[a] += s->weight[b];
    int const n = weights_of(s, b, weight);
    s->weight[a] -= s->weight[b];
    return pack(weight, n, s->k, s->q, &s->scratch);
}

static int index_in(const bins *p, int bin, int64_t weight, int except) {
    for (int i = 0; i < p->count[bin]; i++) {
        if (p->weight[bin][i] == weight && i != except) {
            return i;
        }
    }
    return -1;
}

static int shared_bin(naive *s, int64_t a, int64_t b) {
    if (!s->kept) {
        int64_t weight[MOST];
        assert_true(pack(weight, weights_of(s, -1, weight), s->k, s->q, &s->present));
    }
    for (int bin = 0; bin < s->k; bin++) {
        int const i = index_in(&s->present, bin, a, -1);
        if (i >= 0 && index_in(&s->present, bin, b, i) >= 0) {
            return bin;
        }
    }
    return -1;
}

static int may_merge(naive *s, int a, int b) {
    return !s->look_ahead || packs_after(s, a, b) ||
           shared_bin(s, s->weight[a], s->weight[b]) >= 0;
}

static void merge(naive *s, int a, int b) {
    int64_t const wa = s->weight[a];
    int64_t const wb = s->weight[b];
    if (s->look_ahead && packs_after(s, a, b)) {
        s->kept = 0;
    } else if (s->look_ahead) {
        int const bin = shared_bin(s, wa, wb);
        bins *const p = &s->present;
        int const i = index_in(p, bin, wa, -1);
        p->weight[bin][i] = wa + wb;
        int const j = index_in(p, bin, wb, i);
        p->weight[bin][j] = p->weight[bin][--p->count[bin]];
        s->kept = 1;
    }
    for (int c = 0; c < s->d; c++) {
        s->x[a][c] = ((double)wa * s->x[a][c] + (double)wb * s->x[b][c]) / (double)(wa + wb);
    }
    s->weight[a] = wa + wb;
    s->weight[b] = 0;
    s->into[b] = a;
}

static double square(const naive *s, int a, int b) {
    double sum = 0;
    for (int c = 0; c < s->d; c++) {
        double const t = s->x[b][c] - s->x[a][c];
        sum += t * t;
    }
    return sum;
}

/* The closest pair that is not refused in this step; 0 when there is none. */
static int closest(const naive *s, char (*refused)[MOST], int *a, int *b) {
    double least = INFINITY;
    for (int i = 0; i < s->n; i++) {
        for (int j = i + 1; j < s->n && s->weight[i] > 0; j++) {
            if (s->weight[j] > 0 && s->weight[i] + s->weight[j] <= s->q && !refused[i][j] &&
                square(s, i, j) < least) {
                least = square(s, i, j);
                *a = i;
                *b = j;
            }
        }
    }
    return least < INFINITY;
}

static int64_t total(const merge_items *items) {
    int64_t sum = 0;
    for (int64_t i = 0; i < items->n; i++) {
        sum += items->weight[i];
    }
    return sum;
}

static naive state;
static int filled_up; /* instances that only fill_bins() can pack */

/* Returns the number of clusters. */
static int merge_by_definition(const merge_items *items, int32_t k, int64_t q, int look_ahead,
                               int32_t *label) {
    naive *const s = &state;
    memset(s, 0, sizeof *s);
    s->n = (int)items->n;
    s->d = items->d;
    s->k = k < s->n ? k : s->n;
    s->q = q;
    double largest = 0;
    for (int i = 0; i < s->n * s->d; i++) {
        largest = fmax(largest, fabs(items->x[i]));
    }
    int exponent = 0;
    frexp(largest, &exponent);
    for (int i = 0; i < s->n; i++) {
        for (int c = 0; c < s->d; c++) {
            s->x[i][c] = ldexp(items->x[i * s->d + c], -exponent);
        }
        s->weight[i] = items->weight[i];
        s->into[i] = i;
    }
    s->look_ahead = look_ahead && pack(s->weight, s->n, s->k, q, &s->scratch);
    if (look_ahead && !s->look_ahead && (total(items) + s->k - 1) / s->k <= q &&
        (fill_bins(s->weight, s->n, s->k, q, 1, &s->present) ||
         fill_bins(s->weight, s->n, s->k, q, 0, &s->present))) {
        s->look_ahead = s->kept = 1;
        filled_up++;
    }
    for (int left = s->n; left > k; left--) {
        static char refused[MOST][MOST];
        memset(refused, 0, sizeof refused);
        int a = 0;
        int b = 0;
        int found = 0;
        while ((found = closest(s, refused, &a, &b)) && !may_merge(s, a, b)) {
            refused[a][b] = 1;
        }
        if (!found) {
            break;
        }
        merge(s, a, b);
    }
    int clusters = 0;
    for (int i = 0; i < s->n; i++) {
        label[i] = s->into[i] == i ? clusters++ : label[s->into[i]];
    }
    return clusters;
}

/* ---- instances
 * --------------------------------------------------------------------------------
 */

static double x[LARGE * DIM_MOST];
static int64_t weight[LARGE];
static int32_t label[LARGE];
static int32_t expected[LARGE];

static fcap_status cluster(const merge_items *items, int32_t k, int64_t q, int32_t threads,
                           int32_t *clusters) {
    fcap_error err;
    fcap_run run;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = threads;
    fcap_run_open(&run, &o, &err);
    merge_result out = {.label = label};
    fcap_status const status = fcap_hierarchical(&run, items, k, q, &out);
    fcap_run_close(&run);
    *clusters = out.n_clusters;
    return status;
}

static merge_items draw_items(dice *luck, int shape, int64_t n, int32_t d, int weights) {
    static const int64_t low[] = {1, 2, 1, 5};
    static const int64_t high[] = {1, 3, 9, 40};
    draw_points(luck, (shape_of_points)shape, x, n, d);
    for (int64_t i = 0; i < n; i++) {
        weight[i] = roll(luck, low[weights], high[weights]);
    }
    return (merge_items){.n = n, .d = d, .x = x, .weight = weight};
}

static void equals_merging_by_definition(void **unused) {
    (void)unused;
    dice luck = dice_of(1);
    int dead_ends = 0;
    int saved = 0;
    int without = 0;
    for (int i = 0; i < 3000; i++) {
        int64_t const n = roll(&luck, 1, i % 20 == 0 ? MOST : 40);
        merge_items const items =
            draw_items(&luck, i % SHAPES, n, (int32_t)roll(&luck, 1, DIM_MOST), i / 5 % 4);
        int32_t const k = (int32_t)roll(&luck, 1, i % 2 ? 5 : n + 2);
        int64_t const tight = (total(&items) + k - 1) / k; /* a bin less and nothing fits */
        int64_t const q = i % 3 == 0   ? tight
                          : i % 3 == 1 ? tight + roll(&luck, 0, tight / 10 + 2)
                                       : roll(&luck, 1, total(&items) + 3);
        int32_t clusters = 0;
        assert_int_equal(cluster(&items, k, q, 1, &clusters), FCAP_OK);
        int const by_definition = merge_by_definition(&items, k, q, 1, expected);
        assert_int_equal(clusters, by_definition);
        assert_memory_equal(label, expected, (size_t)n * sizeof *label);
        int const wanted = k < n ? k : (int)n;
        assert_true(clusters == wanted || !state.look_ahead);
        dead_ends += clusters > wanted;
        without += !state.look_ahead;
        if (state.look_ahead) {
            saved += merge_by_definition(&items, k, q, 0, expected) > wanted;
        }
    }
    print_message(
        "dead ends: %d of 3000, all among the %d for which no packing is found; avoided "
        "by looking ahead: %d, %d of them by filling up\n",
        dead_ends, without, saved, filled_up);
    assert_true(filled_up > 50);
    assert_true(saved > 100);
    assert_true(dead_ends > 100);
}

static void as_many_clusters_as_items_when_k_is_larger(void **unused) {
    (void)unused;
    dice luck = dice_of(2);
    merge_items const items = draw_items(&luck, GRID, 7, 2, 1);
    int32_t clusters = 0;
    assert_int_equal(cluster(&items, 100, 50, 1, &clusters), FCAP_OK);
    assert_int_equal(clusters, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(label[i], i);
    }
}

/* Twos and threes on a line, capacity 5: if the two nearest twos merge, one three goes with the
 * last two, and the other threes stay alone. */
static void looking_ahead_avoids_a_dead_end(void **unused) {
    (void)unused;
    static const double line[] = {0, 0.1, 10, 20, 30, 40};
    static const int64_t members[] = {2, 2, 3, 3, 2, 3};
    merge_items const items = {.n = 6, .d = 1, .x = line, .weight = members};
    assert_int_equal(merge_by_definition(&items, 3, 5, 0, expected), 4);
    int32_t clusters = 0;
    assert_int_equal(cluster(&items, 3, 5, 1, &clusters), FCAP_OK);
    assert_int_equal(clusters, 3);
}

static void nothing_fits_is_a_dead_end_and_no_error(void **unused) {
    (void)unused;
    dice luck = dice_of(3);
    merge_items const items = draw_items(&luck, SCATTERED, 30, 2, 3);
    int32_t clusters = 0;
    assert_int_equal(cluster(&items, 2, 9, 1, &clusters), FCAP_OK);
    assert_int_equal(clusters, 30);
}

static void one_cluster_when_everything_fits(void **unused) {
    (void)unused;
    dice luck = dice_of(4);
    for (int shape = 0; shape < SHAPES; shape++) {
        merge_items const items = draw_items(&luck, shape, LARGE, 2, 0);
        int32_t clusters = 0;
        assert_int_equal(cluster(&items, 1, LARGE, 1, &clusters), FCAP_OK);
        assert_int_equal(clusters, 1);
    }
}

/* Hardly any room and many weights: more pairs are refused in a step than answers are
 * remembered. */
static void ends_with_k_however_many_pairs_are_refused(void **unused) {
    (void)unused;
    dice luck = dice_of(8);
    merge_items const items = draw_items(&luck, SCATTERED, LARGE, 2, 2);
    int64_t const q = total(&items) / 100 + 1;
    int32_t clusters = 0;
    assert_int_equal(cluster(&items, 100, q, 1, &clusters), FCAP_OK);
    assert_int_equal(clusters, 100);
    int64_t members[100] = {0};
    for (int i = 0; i < LARGE; i++) {
        members[label[i]] += weight[i];
    }
    for (int c = 0; c < 100; c++) {
        assert_in_range(members[c], 1, q);
    }
}

static void threads_change_nothing(void **unused) {
    (void)unused;
    dice luck = dice_of(5);
    for (int i = 0; i < 20; i++) {
        int64_t const n = roll(&luck, 1, LARGE);
        merge_items const items = draw_items(&luck, i % SHAPES, n, 3, i / 5);
        int64_t const q = total(&items) / 10 + 10;
        int32_t clusters = 0;
        int32_t again = 0;
        assert_int_equal(cluster(&items, 11, q, 1, &clusters), FCAP_OK);
        memcpy(expected, label, sizeof label);
        assert_int_equal(cluster(&items, 11, q, 3, &again), FCAP_OK);
        assert_int_equal(clusters, again);
        assert_memory_equal(label, expected, (size_t)n * sizeof *label);
    }
}

static void heights_are_distances_of_the_data(void **unused) {
    (void)unused;
    static const double line[] = {0, 1, 3, 100};
    static const int64_t one[] = {1, 1, 1, 1};
    merge_items const items = {.n = 4, .d = 1, .x = line, .weight = one};
    double height[4];
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    merge_result out = {.label = label, .height = height};
    assert_int_equal(fcap_hierarchical(&run, &items, 1, 4, &out), FCAP_OK);
    fcap_run_close(&run);
    static const double by_hand[] = {1, 2.5, 100 - 4.0 / 3};
    for (int i = 0; i < 3; i++) {
        assert_true(fabs(height[i] - by_hand[i]) < 1e-12);
    }
}

static int stop(void *user, const fcap_progress *progress) {
    (void)progress;
    return ++*(int *)user > 0;
}

static void stops_when_asked(void **unused) {
    (void)unused;
    dice luck = dice_of(6);
    merge_items const items = draw_items(&luck, SCATTERED, 100, 2, 0);
    int calls = 0;
    fcap_error err;
    fcap_run run;
    fcap_options o;
    fcap_options_init(&o);
    o.tick = stop;
    o.tick_user = &calls;
    fcap_run_open(&run, &o, &err);
    merge_result out = {.label = label};
    assert_int_equal(fcap_hierarchical(&run, &items, 1, 100, &out), FCAP_E_CANCELLED);
    assert_string_equal(err.message, "stopped while merging 100 clusters");
    assert_int_equal(calls, 1);
    fcap_run_close(&run);
}

static void out_of_memory_is_reported_wherever_it_happens(void **unused) {
    (void)unused;
    dice luck = dice_of(7);
    merge_items const items = draw_items(&luck, SCATTERED, LARGE, 5, 0);
    fcap_status status = FCAP_E_NO_MEMORY;
    int at = 0;
    while (status == FCAP_E_NO_MEMORY) {
        counting c = {.fail_at = ++at};
        fcap_error err;
        fcap_run run;
        fcap_options o;
        fcap_options_init(&o);
        o.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
        fcap_run_open(&run, &o, &err);
        merge_result out = {.label = label};
        status = fcap_hierarchical(&run, &items, 1400, LARGE, &out);
        fcap_run_close(&run);
        assert_int_equal(c.open, 0);
        assert_true(status == FCAP_OK || status == FCAP_E_NO_MEMORY);
    }
    assert_int_equal(status, FCAP_OK);
    assert_true(at > 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_merging_by_definition),
        cmocka_unit_test(as_many_clusters_as_items_when_k_is_larger),
        cmocka_unit_test(looking_ahead_avoids_a_dead_end),
        cmocka_unit_test(nothing_fits_is_a_dead_end_and_no_error),
        cmocka_unit_test(one_cluster_when_everything_fits),
        cmocka_unit_test(ends_with_k_however_many_pairs_are_refused),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(heights_are_distances_of_the_data),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(out_of_memory_is_reported_wherever_it_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
