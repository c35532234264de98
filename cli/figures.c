#include "figures.h"

int figures_write_sweep(const char *folder, const trials *t, const references *published) {
    (void)folder;
    (void)t;
    (void)published;
    return 0;
}

int figures_write_tune(const char *folder, const trials *t, const tuned *chosen) {
    (void)folder;
    (void)t;
    (void)chosen;
    return 0;
}
