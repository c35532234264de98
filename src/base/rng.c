/* rng.c - splitmix64 and what is drawn from it. See rng.h for why. */
#include "base/rng.h"

#include <assert.h>

#define GOLDEN 0x9e3779b97f4a7c15u /* 2^64 / golden ratio, odd: the counter's step */

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

rng fcap_rng_seed(uint64_t seed) {
    return (rng){mix(seed + GOLDEN)};
}

rng fcap_rng_fork(const rng *r, uint64_t item) {
    /* Two rounds of mixing, with a constant between them, keep forks of neighbouring items and
     * of the parent's own sequence apart. */
    return (rng){mix(mix(r->state ^ 0x5851f42d4c957f2du) + mix(item + GOLDEN))};
}

uint64_t fcap_rng_next(rng *r) {
    r->state += GOLDEN;
    return mix(r->state);
}

int64_t fcap_rng_below(rng *r, int64_t n) {
    assert(n >= 1);
    uint64_t const range = (uint64_t)n;
    uint64_t const limit = UINT64_MAX - UINT64_MAX % range; /* a multiple of range */
    uint64_t value;
    do {
        value = fcap_rng_next(r);
    } while (value >= limit);
    return (int64_t)(value % range);
}

double fcap_rng_unit(rng *r) {
    return (double)(fcap_rng_next(r) >> 11) * 0x1p-53;
}

double fcap_rng_normal(rng *r) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += fcap_rng_unit(r);
    }
    return sum;
}

void fcap_rng_shuffle(rng *r, int64_t *order, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        int64_t const j = fcap_rng_below(r, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}
