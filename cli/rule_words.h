/* rule_words.h - everything that was asked of the clusters, in words: the reports, check and
 * plan say it the same way. */
#ifndef CLI_RULE_WORDS_H
#define CLI_RULE_WORDS_H

#include "job.h"
#include "words.h"

enum {
    RULE_SIZE = 640,
    GROUP_SIZE = 2 * SAFE_SIZE
};

/* The capacity of cluster c, from 0, and the largest of all. */
int64_t rule_capacity(const job *j, int32_t c);
int64_t rule_largest_capacity(const job *j);

/* "5, 5, 4, ...": as many capacities of --sizes as have room; returns text. */
const char *rule_capacities(const job *j, char text[RULE_SIZE]);

/* A group as an option names it, "sex:F"; "sex:(missing)" for -1. Safe to show; returns text.
 */
const char *rule_group(const job *j, int32_t attribute, int32_t group, char text[GROUP_SIZE]);
/* The same where programs look for it, in what check calls a rule: names are hardly cut. */
const char *rule_title(const job *j, int32_t attribute, int32_t group, char text[GROUP_SIZE]);

/* One rule: what it is called among the violations, and in words. */
typedef struct rule_line {
    const char *name;
    const char *option; /* that asks for it */
    char text[RULE_SIZE];
} rule_line;

/* All rules of a request, at least the capacity; yours to free. */
rule_line *rule_lines(const job *j, int32_t *n);

/* The options that ask for more than k clusters: "-q, -t, --apart"; returns text. */
const char *rule_options(const job *j, char text[RULE_SIZE]);

#endif
