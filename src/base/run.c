/* run.c - opening and closing a run, its error sentence, its clock.
 *
 * A run that ends because of the clock or the caller is not an error here: the search keeps
 * its best answer, and only a public entry point that has none turns it into a status.
 */
#include "base/run.h"

#include "base/parallel.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#define TICK_SECONDS 0.05

static const char *const status_text[] = {
    [FCAP_OK] = "ok",
    [FCAP_E_ARGUMENT] = "an argument or option is out of range",
    [FCAP_E_INFEASIBLE] = "no clustering can meet the request",
    [FCAP_E_NOT_FOUND] = "no answer was found in the given time",
    [FCAP_E_NO_MEMORY] = "out of memory",
    [FCAP_E_OVERFLOW] = "a number is too large",
    [FCAP_E_CANCELLED] = "cancelled before there was an answer",
    [FCAP_E_INTERNAL] = "internal error; please report it",
    [FCAP_E_DATA] = "the input data are faulty",
    [FCAP_E_IO] = "a file could not be read",
};
_Static_assert(sizeof status_text / sizeof *status_text == FCAP_STATUS_END,
               "every status needs a text");

const char *fcap_status_text(fcap_status status) {
    int const known = (int)status >= 0 && status < FCAP_STATUS_END;
    return known ? status_text[status] : "unknown status";
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void fcap_run_open(fcap_run *run, const fcap_options *options, fcap_error *err) {
    fcap_options o;
    if (options != NULL) {
        o = *options;
    } else {
        fcap_options_init(&o);
    }
    *run = (fcap_run){.err = err,
                      .random = fcap_rng_seed(o.seed),
                      .threads = o.threads > PARALLEL_MOST ? PARALLEL_MOST
                                 : o.threads > 0           ? o.threads
                                                           : fcap_parallel_cores(),
                      .tick = o.tick,
                      .tick_user = o.tick_user,
                      .time_limit = o.time_limit,
                      .started = now(),
                      .stopped = FCAP_FEASIBLE,
                      .best_cost = -1,
                      .best_bound = -1};
    fcap_arena_init(&run->mem, o.allocator);
}

void fcap_run_close(fcap_run *run) {
    fcap_arena_free(&run->mem);
}

static void write_error(fcap_error *err, fcap_status status, const char *format, va_list args) {
    if (err != NULL) {
        err->status = status;
        vsnprintf(err->message, sizeof err->message, format, args);
        fcap_utf8_close(err->message);
    }
}

fcap_status fcap_run_fail(fcap_run *run, fcap_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_error(run->err, status, format, args);
    va_end(args);
    return status;
}

fcap_status fcap_error_set(fcap_error *err, fcap_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_error(err, status, format, args);
    va_end(args);
    return status;
}

int fcap_run_should_stop(fcap_run *run, const char *stage, int64_t done, int64_t total) {
    if (run->stopped != FCAP_FEASIBLE) {
        return 1;
    }
    if (run->tick == NULL && run->time_limit <= 0) {
        return 0;
    }
    double const t = now();
    if (run->time_limit > 0 && t - run->started >= run->time_limit) {
        run->stopped = FCAP_TIME_LIMIT;
    }
    if (run->tick != NULL && t >= run->next_tick) {
        run->next_tick = t + TICK_SECONDS;
        fcap_progress const p = {stage,           done, total, run->best_cost, run->best_bound,
                                 run->best_labels};
        if (run->tick(run->tick_user, &p) != 0) {
            run->stopped = FCAP_INTERRUPTED;
        }
    }
    return run->stopped != FCAP_FEASIBLE;
}

void fcap_run_note_cost(fcap_run *run, double cost) {
    if (!run->sketching && (run->best_cost < 0 || cost < run->best_cost)) {
        run->best_cost = cost;
    }
}

double fcap_run_seconds(const fcap_run *run) {
    return now() - run->started;
}
