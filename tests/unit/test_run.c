/* test_run.c - a run carries the error sentence, the clock and the wish to stop; nothing of
 * that may be lost, and nothing may be written where the caller gave no room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/parallel.h"
#include "base/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void every_status_has_a_text_of_its_own(void **state) {
    (void)state;
    for (int s = 0; s < FCAP_STATUS_END; s++) {
        const char *const text = fcap_status_text((fcap_status)s);
        assert_non_null(text);
        assert_true(strlen(text) > 1);
        for (int other = 0; other < s; other++) {
            assert_string_not_equal(text, fcap_status_text((fcap_status)other));
        }
    }
    assert_string_equal(fcap_status_text(FCAP_STATUS_END), "unknown status");
    assert_string_equal(fcap_status_text((fcap_status)-1), "unknown status");
    assert_string_equal(fcap_status_text((fcap_status)1000), "unknown status");
}

static void failing_writes_the_sentence_and_returns_the_status(void **state) {
    (void)state;
    fcap_error err;
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    assert_int_equal(fcap_run_fail(&run, FCAP_E_DATA, "line %d of %s", 7, "x.csv"),
                     FCAP_E_DATA);
    assert_int_equal(err.status, FCAP_E_DATA);
    assert_string_equal(err.message, "line 7 of x.csv");
    fcap_run_close(&run);
    assert_int_equal(fcap_error_set(&err, FCAP_E_IO, "%s", "gone"), FCAP_E_IO);
    assert_int_equal(err.status, FCAP_E_IO);
    assert_string_equal(err.message, "gone");
}

static void failing_without_an_error_struct_is_fine(void **state) {
    (void)state;
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_run_fail(&run, FCAP_E_OVERFLOW, "%d", 1), FCAP_E_OVERFLOW);
    fcap_run_close(&run);
    assert_int_equal(fcap_error_set(NULL, FCAP_E_ARGUMENT, "%d", 1), FCAP_E_ARGUMENT);
}

static void long_sentences_are_cut_and_closed(void **state) {
    (void)state;
    char long_text[2000];
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    struct {
        fcap_error err;
        char behind[8];
    } room;
    memset(&room, 0x55, sizeof room);
    fcap_error_set(&room.err, FCAP_E_DATA, "%s", long_text);
    assert_int_equal(strlen(room.err.message), sizeof room.err.message - 1);
    assert_int_equal(room.behind[0], 0x55);
    for (size_t i = 0; i + 3 < sizeof long_text; i += 3) {
        memcpy(long_text + i, "\xe2\x82\xac", 3); /* 399 = 133 of three bytes */
    }
    fcap_error_set(&room.err, FCAP_E_DATA, "%s", long_text);
    assert_int_equal(strlen(room.err.message), 399);
    fcap_error_set(&room.err, FCAP_E_DATA, "x%s", long_text); /* not in the middle of one */
    assert_int_equal(strlen(room.err.message), 397);
}

static void without_tick_and_limit_nothing_stops(void **state) {
    (void)state;
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(fcap_run_should_stop(&run, "swap", i, 1000), 0);
    }
    assert_int_equal(run.stopped, FCAP_FEASIBLE);
    fcap_run_close(&run);
}

typedef struct watcher {
    int calls;
    int stop_at; /* the call that asks to stop; 0 = none */
    fcap_progress last;
} watcher;

static int watch(void *user, const fcap_progress *progress) {
    watcher *const w = user;
    w->last = *progress;
    return ++w->calls == w->stop_at;
}

static void open_watched(fcap_run *run, watcher *w, double time_limit) {
    fcap_options o;
    fcap_options_init(&o);
    o.tick = watch;
    o.tick_user = w;
    o.time_limit = time_limit;
    fcap_run_open(run, &o, NULL);
}

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void ticks_at_once_and_then_at_most_every_50_ms(void **state) {
    (void)state;
    watcher w = {0};
    fcap_run run;
    open_watched(&run, &w, 0);
    assert_int_equal(fcap_run_should_stop(&run, "read", 0, 0), 0);
    assert_int_equal(w.calls, 1);
    double const begin = clock_now();
    while (clock_now() - begin < 0.18) {
        assert_int_equal(fcap_run_should_stop(&run, "read", 0, 0), 0);
    }
    assert_in_range(w.calls, 2, 4); /* a busy machine may miss some */
    fcap_run_close(&run);
}

static void tick_sees_stage_and_progress_and_cost(void **state) {
    (void)state;
    watcher w = {0};
    fcap_run run;
    open_watched(&run, &w, 0);
    fcap_run_should_stop(&run, "build", 3, 9);
    assert_string_equal(w.last.stage, "build");
    assert_int_equal(w.last.done, 3);
    assert_int_equal(w.last.total, 9);
    assert_true(w.last.cost < 0); /* no answer yet */
    run.best_cost = 12.5;
    run.next_tick = 0;
    fcap_run_should_stop(&run, "swap", 4, 0);
    assert_string_equal(w.last.stage, "swap");
    assert_true(w.last.cost == 12.5);
    fcap_run_close(&run);
}

static void a_tick_that_says_stop_is_obeyed_and_not_asked_again(void **state) {
    (void)state;
    watcher w = {.stop_at = 2};
    fcap_run run;
    open_watched(&run, &w, 0);
    assert_int_equal(fcap_run_should_stop(&run, "swap", 0, 0), 0);
    run.next_tick = 0;
    assert_int_equal(fcap_run_should_stop(&run, "swap", 0, 0), 1);
    assert_int_equal(run.stopped, FCAP_INTERRUPTED);
    run.next_tick = 0;
    assert_int_equal(fcap_run_should_stop(&run, "swap", 0, 0), 1);
    assert_int_equal(w.calls, 2);
    fcap_run_close(&run);
}

static void the_time_limit_ends_the_run(void **state) {
    (void)state;
    fcap_options o;
    fcap_options_init(&o);
    o.time_limit = 0.02;
    fcap_run run;
    fcap_run_open(&run, &o, NULL);
    int64_t calls = 0;
    while (!fcap_run_should_stop(&run, "swap", calls, 0)) {
        calls++;
        assert_true(fcap_run_seconds(&run) < 5);
    }
    assert_true(calls > 0);
    assert_true(fcap_run_seconds(&run) >= 0.02);
    assert_int_equal(run.stopped, FCAP_TIME_LIMIT);
    fcap_run_close(&run);
}

static void options_reach_the_run(void **state) {
    (void)state;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = 3;
    o.seed = 77;
    fcap_run run;
    fcap_run_open(&run, &o, NULL);
    assert_int_equal(run.threads, 3);
    rng expected = fcap_rng_seed(77);
    assert_true(fcap_rng_next(&run.random) == fcap_rng_next(&expected));
    fcap_run_close(&run);

    o.threads = INT32_MAX; /* no memory for threads that no loop makes */
    fcap_run_open(&run, &o, NULL);
    assert_int_equal(run.threads, PARALLEL_MOST);
    fcap_run_close(&run);

    o.threads = 0;
    fcap_run_open(&run, &o, NULL);
    assert_int_equal(run.threads, fcap_parallel_cores());
    fcap_run_close(&run);

    fcap_run_open(&run, NULL, NULL); /* the same as the defaults */
    assert_int_equal(run.threads, fcap_parallel_cores());
    expected = fcap_rng_seed(1);
    assert_true(fcap_rng_next(&run.random) == fcap_rng_next(&expected));
    fcap_run_close(&run);
}

static void *count_alloc(void *user, size_t size) {
    ++*(int *)user;
    return malloc(size);
}

static void count_release(void *user, void *block) {
    --*(int *)user;
    free(block);
}

static void memory_comes_from_the_callers_allocator_and_goes_back(void **state) {
    (void)state;
    int open = 0;
    fcap_options o;
    fcap_options_init(&o);
    o.allocator = (fcap_allocator){count_alloc, count_release, &open};
    fcap_run run;
    fcap_run_open(&run, &o, NULL);
    assert_int_equal(open, 0);
    assert_non_null(fcap_arena_alloc(&run.mem, 10, 1));
    assert_int_equal(open, 1);
    fcap_run_close(&run);
    assert_int_equal(open, 0);
}

static fcap_status third_of(int *calls) {
    return ++*calls == 3 ? FCAP_E_OVERFLOW : FCAP_OK;
}

static fcap_status try_five_times(int *calls) {
    for (int i = 0; i < 5; i++) {
        TRY(third_of(calls));
    }
    return FCAP_OK;
}

static void try_returns_the_first_failure(void **state) {
    (void)state;
    int calls = 0;
    assert_int_equal(try_five_times(&calls), FCAP_E_OVERFLOW);
    assert_int_equal(calls, 3);
    assert_int_equal(try_five_times(&calls), FCAP_OK);
    assert_int_equal(calls, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_text_of_its_own),
        cmocka_unit_test(failing_writes_the_sentence_and_returns_the_status),
        cmocka_unit_test(failing_without_an_error_struct_is_fine),
        cmocka_unit_test(long_sentences_are_cut_and_closed),
        cmocka_unit_test(without_tick_and_limit_nothing_stops),
        cmocka_unit_test(ticks_at_once_and_then_at_most_every_50_ms),
        cmocka_unit_test(tick_sees_stage_and_progress_and_cost),
        cmocka_unit_test(a_tick_that_says_stop_is_obeyed_and_not_asked_again),
        cmocka_unit_test(the_time_limit_ends_the_run),
        cmocka_unit_test(options_reach_the_run),
        cmocka_unit_test(memory_comes_from_the_callers_allocator_and_goes_back),
        cmocka_unit_test(try_returns_the_first_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
