/* finding.h - what excludes a request, with the numbers that its sentence needs. */
#ifndef FCAP_PROBLEM_FINDING_H
#define FCAP_PROBLEM_FINDING_H

#include "problem/request.h"

/* Which of the ways a reason can come about. */
typedef enum detail {
    AS_A_WHOLE, /* all divisions were tried, or the reason has one way only */
    POINT_TOO_HEAVY,
    TOO_MANY_HEAVY,
    NO_SIZE,   /* no cluster size is allowed: a = smallest, b = largest looked at */
    TOTAL_OFF, /* the whole file has too many or too few of a group */
    LONER,     /* the group has one member */
    SET_TOO_HEAVY,
    UNITS_BELOW_K,
    SET_UNLIKE, /* no allowed cluster contains the set */
    APART_AND_TOGETHER,
    TOO_MANY_APART,
    KEPT_TORN,
    KEPT_APART,
    KEPT_TOO_HEAVY,
    KEPT_TOO_FEW,
    KEPT_NO_ROOM,
    KEPT_UNMENDED,
    KEPT_BLOCKED
} detail;

typedef struct finding {
    fcap_reason reason; /* FCAP_REASON_NONE: nothing excludes it */
    detail detail;
    int32_t attribute; /* -1: none */
    int32_t group;     /* of that attribute; n_groups: the unknown */
    int64_t point;     /* -1: none; counted from 0 */
    int64_t other;
    int32_t cluster; /* -1: none; counted from 0 */
    int64_t a;       /* numbers of the sentence */
    int64_t b;
    int64_t c;
    int proved; /* nothing excludes it, and an answer exists */
} finding;

#define NOTHING_FOUND                                                                          \
    ((finding){.attribute = -1, .group = -1, .point = -1, .other = -1, .cluster = -1})

/* Could another number of clusters help? */
int fcap_finding_is_of_k(const finding *f);

/* Writes the sentence of what excludes the request; returns its length. */
int fcap_finding_say(const request *q, const finding *f, char *out, size_t size);

#endif
