/* cmd_group.h - the steps of faircap group, for the page, which takes them one by one. */
#ifndef CLI_CMD_GROUP_H
#define CLI_CMD_GROUP_H

#include "clash.h"

/* The words of a teacher as those of a job, which points to them: --balance as protected
 * columns with balances. */
typedef struct group_request {
    arguments asked;
    char *names; /* what asked points to */
    char *balance;
} group_request;

/* Can the wishes be had? */
typedef struct group_judgement {
    group_shape asked;
    group_shape shape; /* with the number of groups that was found */
    int possible;
    fcap_plan_report plan;
} group_judgement;

/* Each 0, or an exit code after having said why. */

/* Reads the roster and the wishes; group_close() unless it fails. */
int group_open(job *j, group_request *q, const arguments *args);
void group_close(job *j, group_request *q);
/* Which groups are asked for; k = 0: as few as possible. */
int group_find_shape(const job *j, group_shape *out);
/* Rules of the job become those of a shape. */
void group_set_shape(job *j, const group_shape *shape);
/* Finds out whether the wishes and the sizes go together, and how many groups there are; the
 * rules of the job become those of the shape found. */
int group_judge(job *j, group_judgement *to);
/* What the search is asked. */
void group_options(const arguments *a, fcap_options *o);
/* Says why there are no groups. */
int group_say_failure(const job *j, fcap_status status, const fcap_error *err);

#endif
