/* group_size.h - "groups of 3 to 4": from sizes to the number of clusters. */
#ifndef CLI_GROUP_SIZE_H
#define CLI_GROUP_SIZE_H

#include "job.h"

/* -s A-B of the job's command line becomes least and most members and, but for check, the
 * smallest number of clusters that is not excluded; a note explains it. Where all are excluded,
 * the number is the one that comes nearest, so that judging it says why. 0, or an exit code. */
int group_size_set(job *j);

/* "3-4", or "3" for 3-4, of --option. 0, or an exit code after having said why. */
int group_size_parse(const char *option, const char *text, int64_t *least, int64_t *most);

#endif
