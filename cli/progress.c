/* progress.c - see progress.h. Short runs show nothing: the line comes after two seconds. */
#include "progress.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#define FIRST_SECONDS  2.0
#define REDRAW_SECONDS 0.2

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number) {
    (void)number;
    asked_to_stop = 1;
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
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int progress_tick(void *user, const fcap_progress *state) {
    progress *const p = user;
    double const t = now();
    if (p->enabled && t >= p->next) {
        p->next = t + REDRAW_SECONDS;
        fprintf(stderr, "\r\033[K%.1f s  %s", t - p->started, state->stage);
        if (state->total > 0) {
            fprintf(stderr, " %d %%",
                    (int)(100.0 * (double)state->done / (double)state->total));
        }
        if (state->cost >= 0) {
            char text[FCAP_NUMBER_SIZE];
            snprintf(text, sizeof text, "%.6g", state->cost);
            fprintf(stderr, "  cost %s", text);
            if (state->bound >= 0 && state->cost > 0) {
                fprintf(stderr, "  gap %.3g %%", 100 * (1 - state->bound / state->cost));
            }
        }
        fputs("  (Ctrl-C keeps the best so far)", stderr);
        fflush(stderr);
        p->shown = 1;
    }
    return asked_to_stop;
}

void progress_end(progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = 0;
    }
}
