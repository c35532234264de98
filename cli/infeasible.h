/* infeasible.h - why a request cannot be met, in words: rows and groups by name, and the
 * options that would help. */
#ifndef CLI_INFEASIBLE_H
#define CLI_INFEASIBLE_H

#include "job.h"

enum {
    INFEASIBLE_SIZE = 800
};

/* The library's sentence, which counts points, with the names of rows. Returns text. */
const char *infeasible_sentence(const job *j, const fcap_plan_report *plan,
                                char text[INFEASIBLE_SIZE]);

/* Says it all on stderr; returns the exit code. */
int say_infeasible(const job *j, const fcap_plan_report *plan);

#endif
