/* star_help.h - star problems of all shapes, and what their answers must obey. Included after
 * cmocka.h, once in a test. */
#ifndef TESTS_STAR_HELP_H
#define TESTS_STAR_HELP_H

#include "fairlet/stars.h"
#include "fairlet/sweep.h"
#include "instances.h"

enum {
    ROWS_MOST = 900,
    SEATS_MOST = 300,
    N_MOST = ROWS_MOST + SEATS_MOST,
    DIM_MOST = 12
};

typedef struct instance {
    double x[N_MOST * DIM_MOST]; /* rows, then seats */
    int64_t rows;
    int64_t seats;
    int32_t d;
    int kind; /* a metric; 3: distances of pairs of points in no space */
    int32_t least[SEATS_MOST];
    int32_t most[SEATS_MOST];
} instance;

typedef fcap_status way(fcap_run *run, const star_problem *p, int32_t *seat);

static instance in;
static int32_t seat_of[ROWS_MOST];

/* Seats of 1 to `width`, or of anything when width is 0. */
static void draw(dice *luck, shape_of_points shape, int64_t seats, int32_t d, int32_t width) {
    in.seats = seats;
    in.d = d;
    int64_t least = 0;
    int64_t most = 0;
    for (int64_t j = 0; j < seats; j++) {
        in.least[j] = width > 0 ? 1 : (int32_t)roll(luck, 0, 2);
        in.most[j] = width > 0 ? width : (int32_t)roll(luck, in.least[j] > 1 ? 2 : 1, 3);
        least += in.least[j];
        most += in.most[j];
    }
    in.rows = roll(luck, least > 0 ? least : 1, most);
    in.rows = roll(luck, 0, 3) == 0 ? most : in.rows;
    draw_points(luck, shape, in.x, in.rows + in.seats, d);
}

static double given[N_MOST * N_MOST];

static void draw_given(dice *luck) {
    int64_t const n = in.rows + in.seats;
    for (int64_t i = 0; i < n; i++) {
        given[i * n + i] = 0;
        for (int64_t j = 0; j < i; j++) {
            given[i * n + j] = given[j * n + i] = roll_unit(luck);
        }
    }
}

static fcap_status open_problem(fcap_run *run, points set[2], star_problem *p) {
    points all;
    int64_t index[N_MOST];
    for (int64_t i = 0; i < N_MOST; i++) {
        index[i] = i;
    }
    if (in.kind < 3) {
        TRY(fcap_points_open_metric(run, in.x, in.rows + in.seats, in.d, (fcap_metric)in.kind,
                                    &all));
    } else {
        TRY(fcap_points_open_given(run, given, in.rows + in.seats, &all));
    }
    TRY(fcap_points_subset(run, &all, index, in.rows, &set[0]));
    TRY(fcap_points_subset(run, &all, index + in.rows, in.seats, &set[1]));
    *p = (star_problem){&set[0], &set[1], in.least, in.most, NULL};
    return FCAP_OK;
}

static void assert_obeys_bounds(const int32_t *seat) {
    int count[SEATS_MOST] = {0};
    for (int64_t i = 0; i < in.rows; i++) {
        assert_in_range(seat[i], 0, in.seats - 1);
        count[seat[i]]++;
    }
    for (int64_t j = 0; j < in.seats; j++) {
        assert_in_range(count[j], in.least[j], in.most[j]);
    }
}

static int64_t total(const star_problem *p, const int32_t *seat) {
    double const scale = fcap_stars_scale(p);
    int64_t sum = 0;
    for (int64_t i = 0; i < in.rows; i++) {
        int64_t const cost =
            whole_distance(fcap_points_distance_to(p->row, i, p->seat, seat[i]), scale);
        assert_in_range(cost, 0, 1 << 30);
        sum += cost;
    }
    return sum;
}

static int64_t solve(way *with, int32_t threads, int32_t *seat) {
    fcap_options options;
    fcap_options_init(&options);
    options.threads = threads;
    fcap_run run;
    fcap_run_open(&run, &options, NULL);
    points set[2];
    star_problem p;
    assert_int_equal(open_problem(&run, set, &p), FCAP_OK);
    assert_int_equal(with(&run, &p, seat), FCAP_OK);
    assert_obeys_bounds(seat);
    int64_t const sum = total(&p, seat);
    fcap_run_close(&run);
    return sum;
}

#endif
