/* group_size.h - groups of A to B members: how many groups, and why so many? */
#ifndef FCAP_PROBLEM_GROUP_SIZE_H
#define FCAP_PROBLEM_GROUP_SIZE_H

#include "problem/rules.h"

fcap_status fcap_group_size(fcap_run *run, const fcap_problem *problem, const fcap_rules *asked,
                            int64_t least, int64_t most, fcap_group_plan *out);

#endif
