/* dp_oracle.h - does a division exist? Dynamic programming over clusters and counts.
 *
 * Obvious, and shares no code with src/problem: bit y of reach[x] says whether the first i
 * clusters can hold x members of one group and y of the other. Bits, since the fuzzer asks a
 * hundred times for each request.
 */
#ifndef TESTS_FUZZ_DP_ORACLE_H
#define TESTS_FUZZ_DP_ORACLE_H

#include <stdint.h>
#include <string.h>

enum {
    DP_MOST = 63
};

static inline int dp_allowed(int x, int y, int q, int min_size, int p, int r) {
    return x + y >= min_size && x + y >= 1 && x + y <= q && r * x >= p * y && r * y >= p * x;
}

/* a and b members, k clusters of min_size..q, balance p/r in each. */
static inline int dp_feasible(int a, int b, int k, int q, int min_size, int p, int r) {
    uint64_t const to_b = UINT64_MAX >> (DP_MOST - b);
    uint64_t allowed[DP_MOST + 1]; /* bit y: a cluster of x and y */
    for (int x = 0; x <= a; x++) {
        allowed[x] = 0;
        for (int y = 0; y <= b; y++) {
            allowed[x] |= (uint64_t)dp_allowed(x, y, q, min_size, p, r) << y;
        }
    }
    uint64_t reach[DP_MOST + 1] = {1};
    for (int i = 0; i < k; i++) {
        uint64_t next[DP_MOST + 1] = {0};
        uint64_t any = 0;
        for (int x = 0; x <= a; x++) {
            for (int u = 0; reach[x] != 0 && u <= a - x; u++) {
                for (int y = 0; allowed[u] >> y != 0; y++) {
                    next[x + u] |= allowed[u] >> y & 1 ? reach[x] << y & to_b : 0;
                }
                any |= next[x + u];
            }
        }
        if (any == 0) {
            return 0;
        }
        memcpy(reach, next, sizeof reach);
    }
    return (int)(reach[a] >> b & 1);
}

#endif
