/* cmd_group.h - the steps of faircap group, for the page, which takes them one by one. */
#ifndef CLI_CMD_GROUP_H
#define CLI_CMD_GROUP_H

#include "clash.h"

/* A job of the words of a teacher. It must stay where it is: the job points into it. */
typedef struct group_job {
    job job;
    arguments asked; /* as a job needs them: --balance as protected columns with balances */
    char *names;     /* what asked points to */
    char *balance;
} group_job;

/* Each 0, or an exit code after having said why. */

/* Reads the roster and the wishes; group_close() unless it fails. */
int group_open(group_job *g, const arguments *args);
void group_close(group_job *g);
/* Which groups are asked for; k = 0: as few as possible. */
int group_find_shape(const job *j, group_shape *out);
/* Rules of the job become those of a shape that clash_judge() has found possible. */
void group_set_shape(job *j, const group_shape *shape);
/* What the search is asked. */
void group_options(const arguments *a, fcap_options *o);
/* Says why there are no groups. */
int group_say_failure(const job *j, fcap_status status, const fcap_error *err);

#endif
