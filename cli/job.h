/* job.h - a file and what is asked of it: the part that cluster, check and plan share. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include "aims.h"
#include "args.h"
#include "lms/roster.h"
#include "shares.h"

typedef struct job {
    const arguments *args;
    fcap_table *table;
    fcap_table *alike; /* of spellings.h: what rules and aims are made of; NULL: the table */
    roster roster;     /* what the columns of the table are */
    fcap_dataset *dataset;
    fcap_problem problem;
    fcap_rules rules;  /* k = 0 when -k is not given */
    int32_t n_protect; /* attributes that -p makes: the first ones of the problem. Those behind
                          them are only for --share and --no-isolate */
    fcap_columns protect; /* table columns of -p: one for each, or all of the combinations */
    fcap_ratio *balance;  /* asked of each of the n_protect */
    char
        *even; /* of group, for each of them: a mix_choice (mixes.h) where no ratio was given */
    shares shares;
    fcap_plan_report *no_groups; /* of -s: no number of groups is possible, and what would be;
                                    NULL otherwise */
    int64_t weight;              /* of all rows together; their number without -w */
    int32_t id; /* table column of --id, or -1; of group also one that was found */
    aims aims;  /* of --similar and --diverse; no columns without them */
    struct students *students; /* of students.h: who is meant by a text; of group alone */
    struct wishes *wishes;     /* of wishes.h: what rules about single rows point to */
} job;

/* Reads and encodes args->file[0]. 0, or an exit code after having said why. */
int job_open(job *j, const arguments *args);
void job_close(job *j);

/* The name of attribute a, safe to show. */
const char *job_attribute(const job *j, int32_t a);
/* Are the values of this table column groups, for a rule about them? */
int job_makes_groups(const job *j, int32_t column);
/* The balance asked for: "1/2", or "sex=1/2,school=1/10" when they differ. Static memory. */
const char *job_balance(const job *j);
/* The members of each group in the file: total[offset(a) + g]; and of no group: unknown[a]. */
void job_count_groups(const job *j, int64_t *total, int64_t *unknown);
/* fcap_measure() of the job's data; its balances are those of the protected attributes alone.
 * May be called from any thread. */
fcap_status job_measure(const job *j, const fcap_rules *rules, const int32_t *labels,
                        const fcap_options *options, fcap_measures *m, fcap_error *err);
/* Sum of n_groups over all attributes. */
int32_t job_group_total(const job *j);

#endif
