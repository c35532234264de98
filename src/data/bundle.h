/* bundle.h - points that stay together, and the one that stands for them.
 *
 * The fairlets of a decomposition, as the clustering methods see them: how they came about is
 * not their business.
 */
#ifndef FCAP_DATA_BUNDLE_H
#define FCAP_DATA_BUNDLE_H

#include <stdint.h>

typedef struct bundles {
    int64_t n;
    const int64_t *start;  /* n + 1 offsets into member; the weight is start[i+1] - start[i] */
    const int64_t *member; /* points, bundle after bundle */
    const int64_t *centre; /* n points: a member of each */
} bundles;

#endif
