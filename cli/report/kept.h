/* kept.h - the rules beyond sizes and balances on the page: what was asked of groups and of
 * single rows, and whether it holds. */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H

#include "report/result.h"

/* A list of what was asked, with what is true of the answer; nothing where nothing was. */
void kept_request(output *out, const result *r);

/* How many kinds of these rules are asked for, and how many of them are broken. */
int32_t kept_asked(const result *r);
int32_t kept_broken(const result *r);
/* Items of a list, one for each kind that is broken. */
void kept_broken_list(output *out, const result *r);

#endif
