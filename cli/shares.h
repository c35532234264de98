/* shares.h - --share and --no-isolate: rules about one group in every cluster.
 *
 *     --share sex:F=0.4..0.6      --share school:MS=..20%      --no-isolate sex
 *
 * Their columns are found before the data are encoded, as they become attributes; their groups
 * are known only afterwards.
 */
#ifndef CLI_SHARES_H
#define CLI_SHARES_H

#include "args.h"

typedef struct group_rule group_rule;

typedef struct shares {
    fcap_columns columns; /* that -p does not make attributes of */
    group_rule *rule;     /* as typed, with the attribute */
    int n_rules;
    fcap_share *share;
    int32_t n_shares;
    fcap_no_isolate *no_isolate;
    int32_t n_no_isolate;
} shares;

/* Finds the columns. 0, or an exit code after having said why. */
int shares_open(shares *s, const fcap_table *table, const arguments *args,
                fcap_columns protect);
/* Finds the groups: fills share and no_isolate. Likewise. */
int shares_find_groups(shares *s, const fcap_table *table, const fcap_dataset *dataset,
                       const arguments *args);
void shares_close(shares *s);

#endif
