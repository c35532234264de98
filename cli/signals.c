/* signals.c - see signals.h. */
#include "signals.h"

#include "save.h"

#include <signal.h>
#include <stddef.h>

/* The default comes back with SA_RESETHAND, so the status is what the shell knows: 141 where
 * nobody reads what is written, 143, ... */
static void on_end(int number) {
    output_remove_all();
    raise(number);
}

void signals_end_on(int number) {
    struct sigaction action = {.sa_handler = on_end, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int signals_ignored(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void signals_watch(void) {
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (!signals_ignored(ends[i])) {
            signals_end_on(ends[i]);
        }
    }
    signal(SIGXFSZ, SIG_IGN);
}
