/* summary.h - an answer in a few words on stderr, and how near the optimum it is proved to be.
 */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "report/result.h"

enum {
    GAP_SIZE = 32
};

/* (cost - lower bound) / cost, 0 when the cost is 0; negative without a bound. */
double gap_of(const fcap_report *report);
/* "0.34 %", rounded up, because it is a promise. Returns text. */
const char *gap_percent(double gap, char text[GAP_SIZE]);

/* Why an answer of best has no lower bound, as the end of a sentence. */
const char *why_no_bound(const result *r);

void summarise(const result *r);

#endif
