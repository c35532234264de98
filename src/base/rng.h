/* rng.h - random numbers that are the same on every machine.
 *
 * The generator is splitmix64 [SLF14]: a counter that is mixed well, so a stream can be forked
 * by number. Work items get forked streams, therefore no result depends on the order in which
 * threads or ranks take them. There is no generator at file scope and no seed from the clock.
 */
#ifndef FCAP_BASE_RNG_H
#define FCAP_BASE_RNG_H

#include <stdint.h>

typedef struct rng {
    uint64_t state;
} rng;

rng fcap_rng_seed(uint64_t seed);
/* An independent stream for work item number `item`; r itself is not advanced. */
rng fcap_rng_fork(const rng *r, uint64_t item);
uint64_t fcap_rng_next(rng *r);
/* Uniform in [0, n), n >= 1, without bias. */
int64_t fcap_rng_below(rng *r, int64_t n);
/* Uniform in [0, 1), 53 bits. */
double fcap_rng_unit(rng *r);
/* Nearly standard normal, by a sum of twelve uniforms: no libm, so the same bits everywhere. */
double fcap_rng_normal(rng *r);
/* A random permutation of 0..n-1. */
void fcap_rng_shuffle(rng *r, int64_t *order, int64_t n);

#endif
