/* test_near_order.c - a permutation, the same every time, whose blocks are cells of a k-d tree.
 */
#include "data/near_order.h"
#include "instances.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    N_MOST = 1000,
    DIM_MOST = 4
};

static void order_of(const double *x, int64_t n, int32_t d, int64_t *order) {
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    points p;
    assert_int_equal(fcap_points_open(&run, x, n, d, &p), FCAP_OK);
    assert_int_equal(fcap_points_near_order(&run, &p, order), FCAP_OK);
    fcap_run_close(&run);
}

static void every_point_is_in_it_once(void **state) {
    (void)state;
    dice luck = dice_of(1);
    for (int i = 0; i < 200; i++) {
        static double x[N_MOST * DIM_MOST];
        int64_t const n = i < 100 ? i + 1 : roll(&luck, 1, N_MOST);
        int32_t const d = (int32_t)roll(&luck, 1, DIM_MOST);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, d);
        int64_t order[N_MOST];
        int64_t again[N_MOST];
        char seen[N_MOST] = {0};
        order_of(x, n, d, order);
        order_of(x, n, d, again);
        assert_memory_equal(order, again, (size_t)n * sizeof *order);
        for (int64_t k = 0; k < n; k++) {
            assert_in_range(order[k], 0, n - 1);
            assert_int_equal(seen[order[k]]++, 0);
        }
    }
}

/* On a line the cells are intervals: a block has nothing above the next one's. */
static void on_a_line_blocks_follow_each_other(void **state) {
    (void)state;
    dice luck = dice_of(2);
    for (int i = 0; i < 50; i++) {
        double x[N_MOST];
        int64_t const n = roll(&luck, 1, N_MOST);
        draw_points(&luck, (shape_of_points)(i % SHAPES), x, n, 1);
        int64_t order[N_MOST];
        order_of(x, n, 1, order);
        for (int64_t k = 0; k < n; k++) {
            for (int64_t later = (k / LANES + 1) * LANES; later < n; later++) {
                assert_true(x[order[k]] <= x[order[later]]);
            }
        }
    }
}

/* 32 x 32 points in the plane, shuffled: 64 blocks of 4 x 4. */
static void in_the_plane_blocks_are_squares(void **state) {
    (void)state;
    enum {
        SIDE = 32,
        N = SIDE * SIDE
    };
    dice luck = dice_of(3);
    static double x[N * 2];
    int64_t place[N];
    for (int64_t i = 0; i < N; i++) {
        int64_t const j = roll(&luck, 0, i);
        place[i] = place[j];
        place[j] = i;
    }
    for (int64_t i = 0; i < N; i++) {
        x[2 * i] = (double)(place[i] % SIDE);
        x[2 * i + 1] = (double)(place[i] / SIDE);
    }
    int64_t order[N];
    order_of(x, N, 2, order);
    for (int64_t k = 0; k < N; k++) {
        for (int c = 0; c < 2; c++) {
            int64_t const first = order[k / LANES * LANES];
            assert_int_equal((int)x[2 * order[k] + c] / 4, (int)x[2 * first + c] / 4);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_is_in_it_once),
        cmocka_unit_test(on_a_line_blocks_follow_each_other),
        cmocka_unit_test(in_the_plane_blocks_are_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
