/* cmd_group.h - the steps of faircap group, for the page, which takes them one by one. */
#ifndef CLI_CMD_GROUP_H
#define CLI_CMD_GROUP_H

#include "clash.h"

/* Each 0, or an exit code after having said why. */

/* Reads the roster and the wishes; job_close() unless it fails. asked: what the job is asked,
 * for as long as it lives. */
int group_open(job *j, arguments *asked, const arguments *args);
/* Which groups are asked for; k = 0: as few as possible. */
int group_find_shape(const job *j, group_shape *out);
/* Finds out whether the wishes and the sizes go together, and how many groups there are; the
 * rules of the job become those of the shape found. */
int group_judge(job *j, group_judgement *to);
/* What the search is asked. */
void group_options(const arguments *a, fcap_options *o);
/* Says why there are no groups. */
int group_say_failure(const job *j, fcap_status status, const fcap_error *err);

#endif
