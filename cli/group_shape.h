/* group_shape.h - which groups a teacher asks for: --size, --groups, or those so far. */
#ifndef CLI_GROUP_SHAPE_H
#define CLI_GROUP_SHAPE_H

#include "job.h"

/* What groups there shall be. */
typedef struct group_shape {
    int64_t least; /* students of a group */
    int64_t most;
    int32_t k; /* groups; 0: as few as possible */
} group_shape;

/* As asked for. 0; EXIT_INFEASIBLE where there are too few students or too many are left over,
 * which is not said; or another exit code after having said why. */
int group_shape_find(const job *j, group_shape *out);

/* The groups so far as they are once those who come late have filled the smallest. */
group_shape group_shape_of_late(const job *j);

#endif
