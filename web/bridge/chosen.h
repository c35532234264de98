/* chosen.h - mixes that were left open: told to the page, and taken from it again.
 *
 * What is possible depends on who must stay where. A labelling is measured by the mixes that it
 * was made with, so the page keeps them.
 */
#ifndef WEB_CHOSEN_H
#define WEB_CHOSEN_H

#include "job.h"
#include "save.h"

/* [{column, to, least, rare: [{text, count}]}, ...]: 1 to `to` among the kinds with at least
 * `least` students; the rare ones can be in any group. */
void chosen_write(output *out, const job *j);

/* Takes those of the file MIXES, a line "to least column" each; if one is not there, all are
 * chosen anew. 0, or an exit code. */
int chosen_take(job *j);

#endif
