/* rule_draws.h - seeded small requests: one rule at a time, or several together.
 *
 * Half of the tiny requests and all larger ones are made around an answer that is drawn first,
 * so that they have one however tight they are; of the others some have none. */
#ifndef TESTS_RULE_DRAWS_H
#define TESTS_RULE_DRAWS_H

#include "rules_optimum.h"

#include <faircap/faircap.h>

#include <stdint.h>

enum {
    DRAW_POINTS_MOST = RULES_JUDGED_MOST,
    DRAW_SMALL_MOST = 40,
    DRAW_MANY_LEAST = 25, /* clusters */
    DRAW_DIMENSIONS_MOST = 3,
    DRAW_ATTRIBUTES_MOST = 3,
    DRAW_SETS_MOST = 10,
    DRAW_MEMBERS_MOST = DRAW_SETS_MOST * 4
};

/* One bit each. */
typedef enum drawn_rule {
    DRAWN_GROUPS = 1,     /* a balance among three or four groups */
    DRAWN_ATTRIBUTES = 2, /* balances of two or three attributes */
    DRAWN_UNKNOWN = 4,    /* a balance where some points have no group */
    DRAWN_SHARE = 8,
    DRAWN_NO_ISOLATE = 16,
    DRAWN_WEIGHT = 32,
    DRAWN_CAPACITIES = 64,
    DRAWN_MIN_SIZE = 128,
    DRAWN_TOGETHER = 256,
    DRAWN_APART = 512,
    DRAWN_KEEP = 1024,
    DRAWN_START = 2048,
    DRAWN_MEDOIDS = 4096,
    DRAWN_METRIC = 8192,
    DRAWN_DISTANCE = 16384,
    DRAWN_SSE = 32768,
    DRAWN_AVOID = 65536,
    DRAWN_ALL = 2 * DRAWN_AVOID - 1
} drawn_rule;

typedef struct drawn_sets {
    int64_t start[DRAW_SETS_MOST + 1];
    int64_t member[DRAW_MEMBERS_MOST];
} drawn_sets;

/* A request with all its arrays; it points into itself, so it must stay where it is. */
typedef struct rule_draw {
    uint64_t seed;
    unsigned rules; /* bits of drawn_rule */
    fcap_problem problem;
    fcap_rules asked;
    int planted;                     /* made around the labels that follow */
    int32_t label[DRAW_POINTS_MOST]; /* of k clusters, none empty */
    double x[DRAW_POINTS_MOST * DRAW_DIMENSIONS_MOST];
    double distance[DRAW_POINTS_MOST * DRAW_POINTS_MOST];
    fcap_attribute attribute[DRAW_ATTRIBUTES_MOST];
    int32_t group[DRAW_ATTRIBUTES_MOST][DRAW_POINTS_MOST];
    int64_t weight[DRAW_POINTS_MOST];
    char candidate[DRAW_POINTS_MOST];
    int64_t capacity[DRAW_POINTS_MOST];
    fcap_share share[2];
    fcap_no_isolate no_isolate[4];
    drawn_sets together;
    drawn_sets apart;
    drawn_sets avoid;
    int32_t start[DRAW_POINTS_MOST];
} rule_draw;

typedef enum drawn_size {
    DRAWN_TINY,  /* at most RULES_POINTS_MOST points */
    DRAWN_SMALL, /* more, at most DRAW_SMALL_MOST */
    DRAWN_MANY   /* at most DRAW_POINTS_MOST, in DRAW_MANY_LEAST clusters or more */
} drawn_size;

/* The same for the same arguments on every machine. */
void rule_draw_make(uint64_t seed, unsigned rules, drawn_size size, rule_draw *out);

/* Several of the rules, never all. */
unsigned rule_draw_combination(uint64_t seed);

/* "groups", "attributes", ... */
const char *rule_draw_name(drawn_rule rule);

#endif
