/* verdict.h - the first part of the HTML report: what was asked and what came of it, in words.
 *
 * mixes are those of all attributes of the problem, in their order.
 */
#ifndef CLI_VERDICT_H
#define CLI_VERDICT_H

#include "report/mix.h"

/* One sentence: sizes, balances, method. */
void verdict_request(output *out, const result *r, const mix *mixes);
/* Whether every rule holds; if not, which clusters break what. */
void verdict_rules(output *out, const result *r, const mix *mixes);
/* One paragraph: sizes, cost, balances, groups, and how near the optimum it is. */
void verdict_outcome(output *out, const result *r, const mix *mixes);
/* The same as a row of figures: the worst values and what was asked for. */
void verdict_numbers(output *out, const result *r, const mix *mixes);

#endif
