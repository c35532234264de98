/* test_fair_kmedoids.c - the answer is what naive sequential knapsacks make of its medoids, and
 * no exchange that a naive pass tries is cheaper. */
#include "cluster/fair_kmedoids.h"
#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    BUNDLES_MOST = 40,
    POINTS_MOST = 160,
    K_MOST = 8,
    Q_MOST = 200
};

typedef struct instance {
    double x[POINTS_MOST * 2];
    int64_t n; /* points */
    int64_t start[BUNDLES_MOST + 1];
    int64_t member[POINTS_MOST];
    int64_t centre[BUNDLES_MOST];
    bundles b;
    fair_kmedoids_options o;
} instance;

/* Bundles of neighbours by number, of `sizes` different sizes. */
static void draw(dice *luck, instance *in, int64_t bundles_wanted, int sizes,
                 shape_of_points shape) {
    in->n = 0;
    for (int64_t i = 0; i < bundles_wanted; i++) {
        int64_t const size = 2 + (sizes > 1 ? roll(luck, 0, sizes - 1) : 0);
        in->start[i] = in->n;
        in->centre[i] = in->n + roll(luck, 0, size - 1);
        for (int64_t m = 0; m < size; m++) {
            in->member[in->n] = in->n;
            in->n++;
        }
    }
    in->start[bundles_wanted] = in->n;
    draw_points(luck, shape, in->x, in->n, 2);
    in->b = (bundles){bundles_wanted, in->start, in->member, in->centre};
}

static double distance(const instance *in, int64_t i, int64_t j) {
    double const dx = in->x[2 * i] - in->x[2 * j];
    double const dy = in->x[2 * i + 1] - in->x[2 * j + 1];
    return sqrt(dx * dx + dy * dy);
}

static double widest(const instance *in) {
    double most = 0;
    for (int64_t i = 0; i < in->n; i++) {
        double const d = distance(in, 0, i);
        most = d > most ? d : most;
    }
    return most;
}

static double spread(const instance *in, int64_t bundle, int64_t medoid) {
    double sum = 0;
    for (int64_t at = in->start[bundle]; at < in->start[bundle + 1]; at++) {
        sum += distance(in, in->member[at], in->centre[medoid]);
    }
    return sum;
}

/* The plain knapsack over items; marks what medoid c takes. */
static void knapsack_by_items(const instance *in, int64_t medoid, int32_t c, int64_t capacity,
                              int32_t *label) {
    static double best[BUNDLES_MOST + 1][Q_MOST + 1];
    int64_t const l = in->b.n;
    memset(best, 0, sizeof best);
    for (int64_t i = 0; i < l; i++) {
        int64_t const w = in->start[i + 1] - in->start[i];
        double const value =
            exp(-distance(in, in->centre[i], in->centre[medoid]) / in->o.lambda);
        for (int64_t q = 0; q <= capacity; q++) {
            best[i + 1][q] = best[i][q];
            if (label[i] < 0 && w <= q && best[i][q - w] + value > best[i][q]) {
                best[i + 1][q] = best[i][q - w] + value;
            }
        }
    }
    for (int64_t i = l; i-- > 0;) {
        if (best[i + 1][capacity] != best[i][capacity]) {
            label[i] = c;
            capacity -= in->start[i + 1] - in->start[i];
        }
    }
}

static double fill_naively(const instance *in, const int64_t *medoid, int32_t *label) {
    for (int64_t i = 0; i < in->b.n; i++) {
        label[i] = -1;
    }
    for (int32_t c = 0; c < in->o.k; c++) {
        label[medoid[c]] = c;
    }
    for (int32_t c = 0; c < in->o.k; c++) {
        int64_t const left = in->o.capacity - (in->start[medoid[c] + 1] - in->start[medoid[c]]);
        knapsack_by_items(in, medoid[c], c, left, label);
    }
    double cost = 0;
    for (int64_t i = 0; i < in->b.n; i++) {
        double farthest = 0;
        for (int32_t c = 0; c < in->o.k; c++) {
            double const d = spread(in, i, medoid[c]);
            farthest = d > farthest ? d : farthest;
        }
        cost += label[i] < 0 ? farthest : spread(in, i, medoid[label[i]]);
    }
    return cost;
}

static fcap_status solve(const instance *in, int32_t threads, int32_t *label, int64_t *medoid) {
    fcap_options o;
    fcap_options_init(&o);
    o.threads = threads;
    fcap_run run;
    fcap_run_open(&run, &o, NULL);
    points p;
    int64_t iterations = 0;
    fcap_status status = fcap_points_open(&run, in->x, in->n, 2, &p);
    if (status == FCAP_OK) {
        status = fcap_fair_kmedoids(&run, &p, &in->b, &in->o, label, medoid, &iterations);
    }
    fcap_run_close(&run);
    return status;
}

static void no_exchange_improves_the_answer(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t tried = 0;
    int left_over = 0;
    for (int i = 0; i < 100; i++) {
        instance in;
        int64_t const l = roll(&luck, 2, BUNDLES_MOST);
        draw(&luck, &in, l, 1 + i % 3, i % 2 ? SCATTERED : CLUMPED);
        in.o.k = (int32_t)roll(&luck, 1, l < K_MOST ? l : K_MOST);
        int64_t const even = (in.n + in.o.k - 1) / in.o.k;
        int64_t const room = roll(&luck, 0, even / (i % 4 ? 8 : 1));
        in.o.capacity = even + room < 5 ? 5 : even + room;      /* a bundle always fits */
        in.o.lambda = widest(&in) / (double)roll(&luck, 2, 20); /* a double holds the sums */
        int32_t label[BUNDLES_MOST];
        int64_t point[K_MOST];
        assert_int_equal(solve(&in, 1, label, point), FCAP_OK);
        int64_t medoid[K_MOST];
        for (int32_t c = 0; c < in.o.k; c++) {
            medoid[c] = 0;
            while (in.centre[medoid[c]] != point[c]) {
                medoid[c]++;
            }
        }
        int32_t naive[BUNDLES_MOST];
        double const cost = fill_naively(&in, medoid, naive);
        int complete = 1;
        for (int64_t j = 0; j < l; j++) {
            assert_int_equal(label[j], naive[j]);
            complete &= label[j] >= 0;
        }
        if (!complete) { /* no search where nothing packs */
            left_over++;
            continue;
        }
        for (int32_t c = 0; c < in.o.k; c++) {
            for (int64_t o = 0; o < l; o++) {
                if (naive[o] >= 0 && medoid[naive[o]] == o) {
                    continue;
                }
                int64_t const before = medoid[c];
                int32_t other[BUNDLES_MOST];
                medoid[c] = o;
                assert_true(fill_naively(&in, medoid, other) >= cost * (1 - 1e-5));
                medoid[c] = before;
                tried++;
            }
        }
    }
    print_message("%lld exchanges tried, %d instances do not pack\n", (long long)tried,
                  left_over);
    assert_true(left_over > 0);
}

static void threads_change_nothing(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 20; i++) {
        instance in;
        draw(&luck, &in, BUNDLES_MOST, 2, (shape_of_points)(i % HUGE_ONES));
        in.o = (fair_kmedoids_options){1 + i % K_MOST, in.n / (1 + i % K_MOST) + 3, 0.3};
        int32_t one[BUNDLES_MOST];
        int32_t three[BUNDLES_MOST];
        int64_t medoid[K_MOST];
        assert_int_equal(solve(&in, 1, one, medoid), FCAP_OK);
        assert_int_equal(solve(&in, 3, three, medoid), FCAP_OK);
        assert_memory_equal(one, three, sizeof one);
    }
}

static void every_cluster_has_its_medoid_and_fits(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int i = 0; i < 300; i++) { /* all shapes: ties, equal points, huge numbers */
        instance in;
        int64_t const l = roll(&luck, 1, BUNDLES_MOST);
        draw(&luck, &in, l, 1 + i % 4, (shape_of_points)(i % SHAPES));
        in.o.k = (int32_t)roll(&luck, 1, l < K_MOST ? l : K_MOST);
        in.o.capacity = roll(&luck, 5, in.n + 5);
        in.o.lambda = 0.3;
        int32_t label[BUNDLES_MOST];
        int64_t medoid[K_MOST];
        assert_int_equal(solve(&in, 2, label, medoid), FCAP_OK);
        int64_t size[K_MOST] = {0};
        for (int64_t j = 0; j < l; j++) {
            assert_in_range(label[j] + 1, 0, in.o.k);
            for (int32_t c = 0; c < in.o.k; c++) {
                assert_true(medoid[c] != in.centre[j] || label[j] == c);
            }
            if (label[j] >= 0) {
                size[label[j]] += in.start[j + 1] - in.start[j];
            }
        }
        for (int32_t c = 0; c < in.o.k; c++) {
            assert_true(size[c] >= 1 && size[c] <= in.o.capacity);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_exchange_improves_the_answer),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_cluster_has_its_medoid_and_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
