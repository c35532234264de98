/* vector.h - one binary for machines with and without wide vectors.
 *
 * A function marked WIDE is compiled twice and the loader picks the version for the machine.
 * The results are the same bits, because fused multiply-add is off (-ffp-contract=off) and sums
 * have a fixed order.
 */
#ifndef FCAP_BASE_VECTOR_H
#define FCAP_BASE_VECTOR_H

#if defined(FCAP_WIDE_VECTORS)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#endif
