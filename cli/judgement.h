/* judgement.h - can a teacher's wishes be had, all of them, and in how many groups?
 *
 * Says nothing: what is asked for is judged by it, and so is what might be asked for instead.
 */
#ifndef CLI_JUDGEMENT_H
#define CLI_JUDGEMENT_H

#include "group_shape.h"

typedef struct group_judgement {
    group_shape asked;
    group_shape shape; /* with the number of groups that was found */
    int possible;
    fcap_plan_report plan;
} group_judgement;

/* Mixes that were left open are chosen, and the rules of the job become those of the shape that
 * was found. There must be a shape (group_shape_find()). */
fcap_status judgement_make(job *j, group_judgement *to, fcap_error *err);

/* Rules of the job become those of a shape. */
void group_set_shape(job *j, const group_shape *shape);

/* Can all that is asked for be had in groups of this shape? Writes the number of groups to
 * shape->k where it was 0, and what the library says of the request to plan. Wishes about
 * students that exclude each other are known to the library only as far as it looks. */
fcap_status judgement_of_shape(const fcap_problem *p, fcap_rules r, group_shape *shape,
                               int *possible, fcap_plan_report *plan, fcap_error *err);

#endif
