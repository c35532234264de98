/* finding.c - one sentence for each way in which a request can be impossible.
 *
 * Points and clusters are counted from 1 here: a sentence is for people.
 */
#include "problem/finding.h"

#include <stdio.h>

/* Everything a sentence may mention. */
typedef struct facts {
    const finding *f;
    long long n;
    long long k;
    long long least;
    long long most;
    long long few; /* members of the smallest and largest group of the attribute */
    long long many;
    long long group; /* members of the group in question */
    fcap_ratio t;
    fcap_ratio low; /* share of that group */
    fcap_ratio high;
    const char *clusters;
    const char *points;
    const char *unit; /* of weights */
    char *out;
    size_t size;
} facts;

int fcap_finding_is_of_k(const finding *f) {
    return f->reason != FCAP_REASON_ONE_GROUP && f->reason != FCAP_REASON_BALANCE &&
           f->detail != TOTAL_OFF && f->detail != LONER && f->detail != APART_AND_TOGETHER &&
           f->detail != KEPT_TORN && f->detail != KEPT_APART;
}

static void look_at_attribute(const request *q, facts *x) {
    const finding *const f = x->f;
    int32_t const n_groups = q->r->attribute[f->attribute].n_groups;
    const int64_t *const total = q->total + q->offset[f->attribute];
    x->t = q->r->attribute[f->attribute].balance;
    for (int32_t g = 0; g < n_groups; g++) {
        x->few = g == 0 || total[g] < x->few ? total[g] : x->few;
        x->many = total[g] > x->many ? total[g] : x->many;
    }
    if (f->group < 0) {
        return;
    }
    x->group = total[f->group];
    for (int32_t i = 0; i < q->r->n_shares; i++) {
        const fcap_share *const s = &q->r->share[i];
        int32_t const g = s->group < 0 ? n_groups : s->group;
        if (s->attribute == f->attribute && g == f->group) {
            x->low = fcap_ratio_less(x->low, s->least) ? s->least : x->low;
            x->high = fcap_ratio_less(s->most, x->high) ? s->most : x->high;
        }
    }
}

static int say_sizes(const facts *x, int64_t capacity) {
    long long const q = capacity;
    switch (x->f->reason) {
    case FCAP_REASON_K_ABOVE_N:
        return snprintf(x->out, x->size, "%lld clusters cannot be made of %lld %s", x->k, x->n,
                        x->points);
    case FCAP_REASON_CAPACITY:
        if (x->unit[0] != 0) {
            return snprintf(x->out, x->size,
                            "%lld %s hold%s a weight of %lld, but all points weigh %lld", x->k,
                            x->clusters, x->k == 1 ? "s" : "", (long long)x->f->b,
                            (long long)x->f->a);
        }
        if (x->f->c > 0) {
            return snprintf(x->out, x->size, "the %lld %s to %lld, but there are %lld points",
                            x->k, x->k == 1 ? "capacity comes" : "capacities sum",
                            (long long)x->f->b, x->n);
        }
        return snprintf(x->out, x->size,
                        "%lld %s of at most %lld hold%s %lld %s, but there are %lld", x->k,
                        x->clusters, q, x->k == 1 ? "s" : "", x->k * q,
                        x->k * q == 1 ? "point" : "points", x->n);
    default:
        return snprintf(
            x->out, x->size,
            "%lld %s of at least %lld and at most %lld members cannot be made of %lld %s", x->k,
            x->clusters, x->least, x->most, x->n, x->points);
    }
}

static int say_balance(const facts *x) {
    long long const num = x->t.num;
    long long const den = x->t.den;
    switch (x->f->reason) {
    case FCAP_REASON_ONE_GROUP:
        return snprintf(
            x->out, x->size,
            x->many == 1
                ? "a balance of %lld/%lld needs two groups, but only %lld point has one"
                : "a balance of %lld/%lld needs two groups, but all %lld points "
                  "are of one",
            num, den, x->many);
    case FCAP_REASON_BALANCE:
        return snprintf(x->out, x->size,
                        "a balance of %lld/%lld is asked for, but the data have %lld/%lld", num,
                        den, x->few, x->many);
    case FCAP_REASON_GROUP_BELOW_K:
        return snprintf(x->out, x->size,
                        "each of %lld clusters needs a member of the smallest group, "
                        "which has %lld",
                        x->k, x->few);
    default:
        return snprintf(x->out, x->size,
                        "%lld members of the smallest group and %lld of the largest cannot be "
                        "divided among %lld clusters of %lld to %lld members with a balance of "
                        "%lld/%lld in each",
                        x->few, x->many, x->k, x->least, x->most, num, den);
    }
}

static int say_weight(const facts *x) {
    const finding *const f = x->f;
    switch (f->detail) {
    case POINT_TOO_HEAVY:
        return snprintf(x->out, x->size,
                        "point %lld weighs %lld, but no cluster holds more than %lld",
                        (long long)f->point + 1, (long long)f->a, (long long)f->b);
    case TOO_MANY_HEAVY:
        return snprintf(
            x->out, x->size,
            "%lld points weigh %lld or more each, and %lld %s room for %lld of these",
            (long long)f->a, (long long)f->b, x->k, x->k == 1 ? "cluster has" : "clusters have",
            (long long)f->c);
    default:
        return snprintf(x->out, x->size,
                        "the weights of %lld points cannot be packed into %lld %s of at least "
                        "%lld members within their capacities",
                        x->n, x->k, x->clusters, x->least);
    }
}

static int say_share(const facts *x) {
    const finding *const f = x->f;
    if (f->detail == TOTAL_OFF) {
        return snprintf(x->out, x->size,
                        "a share of %lld/%lld to %lld/%lld of group %d of attribute %d is "
                        "asked for in every "
                        "cluster, but it has %lld of %lld points",
                        (long long)x->low.num, (long long)x->low.den, (long long)x->high.num,
                        (long long)x->high.den, (int)f->group + 1, (int)f->attribute + 1,
                        x->group, x->n);
    }
    if (f->detail == NO_SIZE) {
        return snprintf(x->out, x->size,
                        "no cluster of %lld to %lld members can have the shares%s asked for",
                        (long long)f->a, (long long)f->b,
                        x->t.num > 0 ? " and the balance" : "");
    }
    return snprintf(x->out, x->size,
                    "%lld points cannot be divided among %lld %s of %lld to %lld members such "
                    "that each has the shares%s asked for",
                    x->n, x->k, x->clusters, x->least, x->most,
                    x->t.num > 0 ? " and the balance" : "");
}

static int say_no_isolate(const facts *x) {
    const finding *const f = x->f;
    if (f->detail == LONER) {
        return snprintf(x->out, x->size,
                        "nobody is to be alone in their cluster, but a group has one member in "
                        "the whole file");
    }
    char balance[80] = "";
    if (x->t.num > 0) {
        snprintf(balance, sizeof balance, " both a balance of %lld/%lld and",
                 (long long)x->t.num, (long long)x->t.den);
    }
    if (f->detail == NO_SIZE && f->a == f->b) {
        return snprintf(x->out, x->size,
                        "a cluster of %lld cannot have%s nobody alone in their group",
                        (long long)f->a, balance);
    }
    if (f->detail == NO_SIZE) {
        return snprintf(x->out, x->size,
                        "clusters of %lld to %lld members cannot have%s nobody alone in their "
                        "group",
                        (long long)f->a, (long long)f->b, balance);
    }
    return snprintf(x->out, x->size,
                    "%lld points cannot be divided among %lld %s of %lld to %lld members that "
                    "have%s nobody alone in their group",
                    x->n, x->k, x->clusters, x->least, x->most, balance);
}

static int say_together(const facts *x) {
    const finding *const f = x->f;
    switch (f->detail) {
    case SET_TOO_HEAVY:
        return snprintf(
            x->out, x->size,
            "the %lld points that stay together with point %lld%s take %lld, but no "
            "cluster holds more than %lld",
            (long long)f->a, (long long)f->point + 1, x->unit, (long long)f->b,
            (long long)f->c);
    case UNITS_BELOW_K:
        return snprintf(
            x->out, x->size,
            "%lld clusters cannot be made of %lld sets and points that stay together", x->k,
            (long long)f->a);
    case SET_UNLIKE:
        return snprintf(
            x->out, x->size,
            "the %lld points that stay together with point %lld cannot be part of an "
            "allowed cluster of up to %lld members: their groups are too unequal",
            (long long)f->a, (long long)f->point + 1, (long long)f->b);
    case TOO_MANY_HEAVY:
        return snprintf(x->out, x->size,
                        "%lld sets that stay together have %lld or more%s each, and %lld %s "
                        "room for %lld of "
                        "these",
                        (long long)f->a, (long long)f->b, x->unit, x->k,
                        x->k == 1 ? "cluster has" : "clusters have", (long long)f->c);
    default:
        return snprintf(
            x->out, x->size,
            "the sets that stay together cannot be divided among %lld %s of %lld to "
            "%lld members",
            x->k, x->clusters, x->least, x->most);
    }
}

static int say_apart(const facts *x) {
    const finding *const f = x->f;
    if (f->detail == APART_AND_TOGETHER) {
        return snprintf(
            x->out, x->size,
            "points %lld and %lld are to be apart, and stay together by other wishes",
            (long long)f->point + 1, (long long)f->other + 1);
    }
    if (f->detail == TOO_MANY_APART) {
        return snprintf(
            x->out, x->size,
            "%lld points are to be apart, each from all others, but there %s %lld %s",
            (long long)f->a, x->k == 1 ? "is" : "are", x->k, x->clusters);
    }
    return snprintf(x->out, x->size,
                    "those who are to be apart cannot be divided among %lld %s of %lld to %lld "
                    "members",
                    x->k, x->clusters, x->least, x->most);
}

static int say_keep(const facts *x) {
    const finding *const f = x->f;
    long long const point = f->point + 1;
    long long const other = f->other + 1;
    int const cluster = f->cluster + 1;
    switch (f->detail) {
    case KEPT_TORN:
        return snprintf(
            x->out, x->size,
            "points %lld and %lld stay together, but are kept in different clusters", point,
            other);
    case KEPT_APART:
        return snprintf(x->out, x->size,
                        "points %lld and %lld are to be apart, but are both kept in cluster %d",
                        point, other, cluster);
    case KEPT_TOO_HEAVY:
        return snprintf(
            x->out, x->size, "cluster %d keeps %lld%s, more than its capacity of %lld", cluster,
            (long long)f->a, x->unit[0] != 0 ? x->unit : " members", (long long)f->b);
    case KEPT_TOO_FEW:
        return snprintf(x->out, x->size,
                        "clusters that are empty or too small need %lld more %s, but %lld %s",
                        (long long)f->a, f->a == 1 ? "member" : "members", (long long)f->b,
                        f->b == 1 ? "point joins" : "points join");
    case KEPT_NO_ROOM:
        return snprintf(
            x->out, x->size,
            "the clusters have room for %lld more%s beside what they keep, but %lld "
            "join",
            (long long)f->a, x->unit, (long long)f->b);
    case KEPT_UNMENDED:
        return snprintf(x->out, x->size,
                        "cluster %d breaks the rules of its groups as it is kept, and the %lld "
                        "points that join cannot mend it within its capacity",
                        cluster, (long long)f->a);
    case KEPT_BLOCKED:
        return snprintf(x->out, x->size,
                        "point %lld joins, but every cluster keeps one that it is to be apart "
                        "from",
                        point);
    case TOO_MANY_HEAVY:
        return snprintf(
            x->out, x->size,
            "%lld of those that join have %lld or more%s each, and the clusters have "
            "room for %lld of these",
            (long long)f->a, (long long)f->b, x->unit, (long long)f->c);
    default:
        return snprintf(x->out, x->size,
                        "what is kept cannot be completed by the others to %lld %s that obey "
                        "all rules",
                        x->k, x->clusters);
    }
}

static int say_others(const facts *x) {
    if (x->f->reason == FCAP_REASON_MEDOIDS && x->f->b > 0) {
        return snprintf(x->out, x->size,
                        "%lld %s a medoid, but only %lld separate points may be one",
                        (long long)x->f->b, x->f->b == 1 ? "cluster needs" : "clusters need",
                        (long long)x->f->a);
    }
    if (x->f->reason == FCAP_REASON_MEDOIDS) {
        return snprintf(x->out, x->size,
                        "those who may be medoids cannot be divided among %lld %s of %lld to "
                        "%lld members",
                        x->k, x->clusters, x->least, x->most);
    }
    return snprintf(
        x->out, x->size,
        "each rule can hold for itself, but no division of %lld points among %lld %s "
        "obeys all of them: all were tried",
        x->n, x->k, x->clusters);
}

int fcap_finding_say(const request *q, const finding *f, char *out, size_t size) {
    facts x = {.f = f,
               .n = q->n,
               .k = q->k,
               .least = q->r->min_size,
               .most = q->r->asked_capacity,
               .high = {1, 1},
               .low = {0, 1},
               .clusters = q->k == 1 ? "cluster" : "clusters",
               .points = q->n == 1 ? "point" : "points",
               .unit = q->r->weight != NULL ? " of weight" : "",
               .out = out,
               .size = size};
    if (f->attribute >= 0) {
        look_at_attribute(q, &x);
    }
    switch (f->reason) {
    case FCAP_REASON_K_ABOVE_N:
    case FCAP_REASON_CAPACITY:
    case FCAP_REASON_MIN_SIZE:
        return say_sizes(&x, q->capacity);
    case FCAP_REASON_ONE_GROUP:
    case FCAP_REASON_BALANCE:
    case FCAP_REASON_GROUP_BELOW_K:
    case FCAP_REASON_PACKING:
        return say_balance(&x);
    case FCAP_REASON_WEIGHT:
        return say_weight(&x);
    case FCAP_REASON_SHARE:
        return say_share(&x);
    case FCAP_REASON_NO_ISOLATE:
        return say_no_isolate(&x);
    case FCAP_REASON_TOGETHER:
        return say_together(&x);
    case FCAP_REASON_APART:
        return say_apart(&x);
    case FCAP_REASON_KEEP:
        return say_keep(&x);
    default:
        return say_others(&x);
    }
}
