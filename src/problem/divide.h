/* divide.h - all ways to divide the units among the clusters, as long as these are few.
 *
 * Units alike in everything the mask looks at are of one type. What is left after some clusters
 * is a count for each type; which of these can be left is found cluster by cluster. Exact for
 * every rule, and possible when there are few types or few units: a class of two attributes,
 * some late students, or eight weights. The request's effort limits the steps.
 */
#ifndef FCAP_PROBLEM_DIVIDE_H
#define FCAP_PROBLEM_DIVIDE_H

#include "problem/request.h"

typedef enum division {
    DIVISION_NONE, /* proved: no division obeys the rules of the mask */
    DIVISION_EXISTS,
    DIVISION_OPEN /* too many to try */
} division;

/* attribute -1: the rules of all attributes. */
fcap_status fcap_divide(fcap_run *run, const request *q, unsigned mask, int32_t attribute,
                        division *out);
/* All rules; one division, if there is one and it is found: a label for each point. It is as
 * good as any other: costs are not looked at. */
fcap_status fcap_divide_labels(fcap_run *run, const request *q, int32_t *label, division *out);

#endif
