/* smallest.h - the smallest of many numbers.
 *
 * A heap with the largest on top, up to `most` numbers; put in ascending order at the end.
 */
#ifndef FCAP_METRIC_SMALLEST_H
#define FCAP_METRIC_SMALLEST_H

#include <stdint.h>

typedef struct smallest {
    double *x;
    int64_t n;
    int64_t most;
} smallest;

void fcap_smallest_offer(smallest *s, double x);
/* Nothing may be offered after it. */
void fcap_smallest_in_order(smallest *s);

#endif
