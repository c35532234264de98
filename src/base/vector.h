/* vector.h - one binary for machines with and without wide vectors.
 *
 * A function marked WIDE is compiled twice and the loader picks the version for the machine:
 * that of glibc; with musl's, such a program would not start. The results are the same bits,
 * because fused multiply-add is off (-ffp-contract=off) and sums have a fixed order.
 */
#ifndef FCAP_BASE_VECTOR_H
#define FCAP_BASE_VECTOR_H

#include <float.h>
#include <stdint.h>

_Static_assert(FLT_EVAL_METHOD == 0,
               "sums would differ from those of other machines; compile with "
               "-fexcess-precision=fast (s390x), -msse2 -mfpmath=sse (x86)");

#if defined(FCAP_WIDE_VECTORS) && defined(__GLIBC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Four values at any address, for loops in which compilers find no vectors of their own. A
 * comparison gives -1 or 0 in each lane; CHOOSE takes a where mask is -1 and b elsewhere. */
typedef double quad_double __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t quad_int64 __attribute__((vector_size(32), aligned(8), may_alias));
typedef int32_t quad_int32 __attribute__((vector_size(16), aligned(4), may_alias));
#define CHOOSE(mask, a, b) (((quad_int64)(a) & (mask)) | ((quad_int64)(b) & ~(mask)))

#endif
