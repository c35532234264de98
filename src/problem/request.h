/* request.h - a request as far as feasibility goes: totals, units, kinds of clusters.
 *
 * Points that must stay together are one unit, everything else is a unit of one point. Clusters
 * that may take the same are of one kind: with one capacity for all there is one kind, and with
 * `keep` each cluster that has members already is a kind of its own. The numbers k, capacity
 * and t_limit may be varied to look for the smallest change; all else stays as asked.
 *
 * A judge looks at some of the rules only, those of a mask: then its "no" has a reason.
 */
#ifndef FCAP_PROBLEM_REQUEST_H
#define FCAP_PROBLEM_REQUEST_H

#include "problem/rules.h"

enum { /* rules that a judge looks at, besides sizes */
    RULE_BALANCE = 1,
    RULE_SHARE = 2,
    RULE_NO_ISOLATE = 4,
    RULE_WEIGHT = 8,
    RULE_TOGETHER = 16,
    RULE_APART = 32,
    RULE_KEEP = 64,
    RULE_MEDOIDS = 128,
    RULES_OF_GROUPS = RULE_BALANCE | RULE_SHARE | RULE_NO_ISOLATE
};

/* Points that go into one cluster. */
typedef struct units {
    int64_t n;
    int64_t *of;    /* n points: the unit of each */
    int64_t *start; /* n units + 1: into member */
    int64_t *member;
    int64_t *weight;
    int32_t *kept;   /* the cluster it stays in, or -1 */
    char *candidate; /* has it a member that may be a medoid? */
    int64_t torn[2]; /* two points of one unit kept in different clusters, or -1, -1 */
} units;

/* Members that keep gives to one cluster. */
typedef struct kept_members {
    int64_t size;
    int64_t weight;
    int64_t candidates;
    int64_t *count; /* width of them, as in request.total */
} kept_members;

typedef struct request {
    const rules *r;
    int64_t n;
    int64_t k;
    int64_t capacity;   /* at most the total weight: more changes no answer */
    int64_t min_size;   /* at most n + 1, for the same reason */
    fcap_ratio t_limit; /* the balance of an attribute is cut down to this ... */
    int32_t t_of;       /* ... which is this one; -1: those of all */
    int32_t width;      /* counts of all attributes: for each its groups, then its unknown */
    int32_t *offset;    /* n_attributes + 1: where the counts of an attribute start */
    int64_t *total;     /* width */
    int64_t *free;      /* width: of those not kept */
    unsigned asked;     /* the rules asked for */
    units single;       /* every point on its own */
    units joined;       /* by `together`; the same as single when nothing is */
    int has_units;      /* without it no rule is about single points, and n may be large */
    kept_members *kept; /* k as asked; NULL without keep */
    int64_t n_free;     /* points that are not kept */
    int64_t *lightest;  /* n + 1: weight of the i lightest points; NULL without weights */
    int64_t *lightest_free; /* n_free + 1: the same of those not kept */
    int64_t *effort;        /* steps left for exact divisions */
} request;

/* Clusters that may take the same. */
typedef struct kind {
    int64_t times;   /* clusters of this kind */
    int32_t cluster; /* the first of them */
    int64_t room;    /* weight that may still be added */
    int64_t least;   /* members, kept ones included */
    int64_t most;
    const kept_members *kept; /* what is there already; NULL: nothing */
} kind;

typedef struct kinds {
    kind *kind;
    int64_t n;
} kinds;

fcap_status fcap_request_open(fcap_run *run, const rules *r, int64_t *effort, request *out);

/* The balance of an attribute, cut down to t_limit where that is meant. */
fcap_ratio fcap_request_balance(const request *q, int32_t attribute);
/* Has the attribute a rule of the mask? */
int fcap_request_asks(const request *q, int32_t attribute, unsigned mask);
/* The units that the mask means. What is kept, is kept with all that stays together with it:
 * RULE_KEEP means RULE_TOGETHER, too. */
const units *fcap_request_units(const request *q, unsigned mask);
/* The capacity of cluster c. */
int64_t fcap_request_capacity(const request *q, int64_t c);
/* The kinds of clusters under a mask; what it returns is the arena's. */
fcap_status fcap_request_kinds(fcap_run *run, const request *q, unsigned mask, kinds *out);

#endif
