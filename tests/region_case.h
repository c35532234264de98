/* region_case.h - regions of a few candidates, and which choices they allow, one by one. */
#ifndef TESTS_REGION_CASE_H
#define TESTS_REGION_CASE_H

#include "bound/regions.h"
#include "instances.h"

/* Some candidates certain, and up to four regions beside and inside one another. There may be
 * no choice that they allow. */
static inline void draw_regions(dice *luck, regions *g, int n) {
    fcap_regions_begin(g, n);
    int const more = (int)roll(luck, 0, 4);
    for (int x = 0; x < more; x++) {
        int32_t const around = (int32_t)roll(luck, 0, g->n - 1);
        int32_t const r = g->n++;
        int32_t const least = (int32_t)roll(luck, 0, roll(luck, 0, 1) ? 1 : g->k);
        int32_t const extra = (int32_t)roll(luck, 0, 2);
        g->at[r] = (region){.parent = around == REGION_CERTAIN ? REGION_ALL : around,
                            .least = least,
                            .most = roll(luck, 0, 1) ? ANY_NUMBER : least + extra};
        for (int i = 0; i < n; i++) {
            g->of[i] = g->of[i] == g->at[r].parent && roll(luck, 0, 1) ? r : g->of[i];
        }
    }
    for (int i = 0; i < n; i++) {
        if (g->of[i] == REGION_ALL && roll(luck, 0, 8) == 0) {
            fcap_regions_certify(g, i);
        }
    }
}

/* Do the regions allow these medoids, one bit each? */
static inline int is_allowed(const regions *g, const unsigned char *out, int n, int choice) {
    for (int32_t r = 0; r < g->n; r++) {
        int held = 0;
        for (int i = 0; i < n; i++) {
            int32_t s = g->of[i];
            while (s > r) {
                s = g->at[s].parent;
            }
            held += (choice >> i & 1) && s == r;
        }
        if (held < g->at[r].least || held > g->at[r].most) {
            return 0;
        }
    }
    for (int i = 0; i < n; i++) {
        if ((choice >> i & 1) && out[i]) {
            return 0;
        }
    }
    return 1;
}

#endif
