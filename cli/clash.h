/* clash.h - wishes of a teacher that exclude each other, said before any search.
 *
 * Each wish is judged with the sizes alone, then every two of those that are possible alone. So
 * each sentence names as few wishes as possible, and there is one for each clash.
 */
#ifndef CLI_CLASH_H
#define CLI_CLASH_H

#include "job.h"

/* What groups there shall be. */
typedef struct group_shape {
    int64_t least; /* students of a group */
    int64_t most;
    int32_t k; /* groups; 0: as few as possible */
} group_shape;

/* Can all that j asks for be had in groups of this shape? Writes the number of groups to
 * shape->k where it was 0, and what the library says of the request to plan. */
fcap_status clash_judge(const job *j, group_shape *shape, int *possible, fcap_plan_report *plan,
                        fcap_error *err);

/* Each wish without which all others can be had in groups of this shape, as the subject of a
 * sentence. */
void clash_each_way_out(const job *j, const group_shape *shape,
                        void (*each)(void *user, const char *wish), void *user);

/* Says one sentence for each clash, which groups would do, and what there is of each kind;
 * returns EXIT_INFEASIBLE. */
int clash_say(const job *j, const group_shape *shape);

#endif
