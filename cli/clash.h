/* clash.h - wishes of a teacher that exclude each other, said before any search.
 *
 * Each wish is judged with the sizes alone, then every two of those that are possible alone. So
 * each sentence names as few wishes as possible, and there is one for each clash.
 */
#ifndef CLI_CLASH_H
#define CLI_CLASH_H

#include "judgement.h"

/* Each wish without which all others can be had, as the subject of a sentence. */
void clash_each_way_out(const job *j, void (*each)(void *user, const char *wish), void *user);

/* Says one sentence for each clash, which groups would do, and what there is of each kind;
 * returns EXIT_INFEASIBLE. */
int clash_say(const job *j, const group_shape *shape);

/* Says why there are no groups of the size, or of the number, that is asked for, whatever else
 * is; likewise. */
int clash_say_no_shape(const job *j);

#endif
