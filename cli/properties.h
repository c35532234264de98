/* properties.h - what check finds, one property a line: `property: ok|VIOLATED (value, limit)`;
 * where these two do not say what is wrong, `(value, limit; reason)`.
 */
#ifndef CLI_PROPERTIES_H
#define CLI_PROPERTIES_H

#include "job.h"

enum {
    REASON_SIZE = 480
};
typedef struct property {
    char name[240];
    char value[120];
    char limit[120];          /* empty when there is none */
    char reason[REASON_SIZE]; /* why it does not hold, where value and limit do not say it */
    int ok;
} property;

typedef struct verdict {
    property *property;
    int n;
    int room;
    double cost;
    int has_cost;
    double bound; /* proved here; negative: none */
} verdict;

verdict verdict_open(void);
void verdict_close(verdict *v);

/* Valid until the next one is added; value and limit are empty. */
property *verdict_add(verdict *v, const char *name, int ok);
void verdict_add_counts(verdict *v, const char *name, int ok, int64_t value, int64_t limit);
/* No limit where it is negative. */
void verdict_add_number(verdict *v, const char *name, int ok, double value, double limit);
int verdict_all_ok(const verdict *v);

void verdict_print(const verdict *v);
/* The same as JSON, to --json. 0, or an exit code after having said why. */
int verdict_json(const verdict *v, const job *j);

/* Judges the labels by every rule of the job, and names what breaks one in notes. */
void verdict_judge(verdict *v, const job *j, const int32_t *labels, const fcap_measures *m);

#endif
