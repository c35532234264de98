/* sorting.h - plain arrays of numbers (no NaN): sort them, or find the smallest. */
#ifndef FCAP_BOUND_SORTING_H
#define FCAP_BOUND_SORTING_H

#include <stdint.h>

/* Ascending. */
void fcap_sort(double *x, int64_t n);
/* Brings the m smallest to the front, in any order. O(n) mostly. */
void fcap_select_smallest(double *x, int64_t n, int64_t m);

#endif
