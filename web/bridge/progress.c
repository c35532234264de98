/* progress.c - progress is told to the page. See cli/progress.h. */
#include "progress.h"

void progress_start(progress *p, const arguments *args) {
    (void)args;
    *p = (progress){.enabled = 1};
}

int progress_tick(void *user, const fcap_progress *state) {
    (void)user;
    (void)state;
    return 0;
}

void progress_end(progress *p) {
    (void)p;
}
