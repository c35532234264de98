/* dp_oracle.h - does a division exist? Dynamic programming over clusters and counts.
 *
 * Slow, obvious, and shares no code with src/problem: reach[x][y] says whether the first i
 * clusters can hold x members of one group and y of the other.
 */
#ifndef TESTS_FUZZ_DP_ORACLE_H
#define TESTS_FUZZ_DP_ORACLE_H

#include <string.h>

enum {
    DP_MOST = 64
};

static inline int dp_allowed(int x, int y, int q, int min_size, int p, int r) {
    return x + y >= min_size && x + y >= 1 && x + y <= q && r * x >= p * y && r * y >= p * x;
}

/* a and b members, k clusters of min_size..q, balance p/r in each. */
static inline int dp_feasible(int a, int b, int k, int q, int min_size, int p, int r) {
    static char reach[DP_MOST + 1][DP_MOST + 1];
    static char next[DP_MOST + 1][DP_MOST + 1];
    size_t const used = (size_t)(a + 1) * sizeof *reach;
    memset(reach, 0, used);
    reach[0][0] = 1;
    for (int i = 0; i < k; i++) {
        memset(next, 0, used);
        int any = 0;
        for (int x = 0; x <= a; x++) {
            for (int y = 0; y <= b; y++) {
                for (int u = 0; reach[x][y] && u <= a - x && u <= q; u++) {
                    for (int v = 0; v <= b - y && u + v <= q; v++) {
                        if (dp_allowed(u, v, q, min_size, p, r)) {
                            next[x + u][y + v] = 1;
                            any = 1;
                        }
                    }
                }
            }
        }
        if (!any) {
            return 0;
        }
        memcpy(reach, next, used);
    }
    return reach[a][b];
}

#endif
