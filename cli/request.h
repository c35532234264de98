/* request.h - what a method needs of the data, and whether it can answer a request.
 *
 * A request that no clustering can meet may still be answered by a baseline, which enforces
 * less (docs/decisions/0001). cluster asks these questions for one run, sweep for many.
 */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "job.h"

/* Does the method work on such data? Fairlets need two groups of one attribute, all known. 0,
 * or an exit code after having said why not. */
int method_fits(const job *j, fcap_method method);

/* What is asked for that only best knows ("weights (-w)"), or NULL: every method does. */
const char *rules_of_best(const job *j);

/* Fairlet methods cannot do without a protected attribute. */
int method_has_fairlets(fcap_method method);
/* Does it put whole fairlets into clusters with a capacity, so that they may not fit? */
int method_packs(fcap_method method);

/* fcap_plan() of a job; where -s leaves no number of groups, what was found then. */
fcap_status request_plan(const job *j, fcap_plan_report *plan, fcap_error *err);

typedef struct judgement {
    fcap_plan_report asked; /* on the whole request */
    fcap_plan_report kept;  /* on what the method enforces; the same when it enforces all */
    int answerable;         /* the method is not excluded from answering */
} judgement;

/* `enforced` are bits as of fcap_method_enforces(). Says nothing: may be called from any
 * thread. */
fcap_status request_judge(const fcap_problem *p, const fcap_rules *r, unsigned enforced,
                          judgement *out, fcap_error *err);

#endif
