/* progress.c - see progress.h. Short runs show nothing: the line comes after two seconds. */
#include "progress.h"

#include "signals.h"

#include <signal.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

#define FIRST_SECONDS  2.0
#define REDRAW_SECONDS 0.2

static volatile sig_atomic_t asked_to_stop;

/* The first is a request, the second ends the run. */
static void on_signal(int number) {
    asked_to_stop = 1;
    signals_end_on(number);
}

static void stop_on(int number) {
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void progress_start(progress *p, const arguments *args) {
    int const terminal = isatty(STDERR_FILENO);
    *p = (progress){.enabled = args->progress == 1 ||
                               (args->progress == 0 && terminal && !args->quiet),
                    .at_once = args->progress == 1,
                    .started = now()};
    p->next = p->started + (p->at_once ? 0 : FIRST_SECONDS);
    stop_on(SIGINT);
    stop_on(SIGTERM);
    if (!signals_ignored(SIGHUP)) { /* as nohup wants it: the run outlives its terminal */
        stop_on(SIGHUP);
    }
}

int progress_stopped(void) {
    return asked_to_stop;
}

double progress_seconds(const progress *p) {
    return now() - p->started;
}

int progress_due(const progress *p) {
    return p->enabled && now() >= p->next;
}

void progress_line(progress *p, const char *format, ...) {
    va_list args;
    double const t = now();
    fprintf(stderr, "\r\033[K%.1f s  ", t - p->started);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fflush(stderr);
    p->next = t + REDRAW_SECONDS;
    p->shown = 1;
}

int progress_tick(void *user, const fcap_progress *state) {
    progress *const p = user;
    if (!progress_due(p)) {
        return asked_to_stop;
    }
    char share[16] = "";
    char cost[32] = "";
    char gap[32] = "";
    if (state->total > 0) {
        snprintf(share, sizeof share, " %d %%",
                 (int)(100.0 * (double)state->done / (double)state->total));
    }
    if (state->cost >= 0) {
        snprintf(cost, sizeof cost, "  cost %.6g", state->cost);
    }
    if (state->cost > 0 && state->bound >= 0) {
        snprintf(gap, sizeof gap, "  gap %.3g %%", 100 * (1 - state->bound / state->cost));
    }
    progress_line(p, "%s%s%s%s  (Ctrl-C keeps the best so far)", state->stage, share, cost,
                  gap);
    return asked_to_stop;
}

void progress_end(progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = 0;
    }
}
