/* mixes.c - see mixes.h. */
#include "mixes.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL = 2, /* 1 to 2 is asked for where that is possible */
    FARTHEST = 100
};

/* The students of each kind of attribute a. */
static int64_t *count_kinds(const job *j, int32_t a) {
    const fcap_attribute *const of = &j->problem.attribute[a];
    int64_t *const count = need((size_t)of->n_groups, sizeof *count);
    for (int64_t i = 0; i < j->problem.n; i++) {
        if (of->group[i] >= 0) {
            count[of->group[i]]++;
        }
    }
    return count;
}

/* How many kinds have at least so many students. */
static int32_t kinds_of(const int64_t *count, int32_t n, int64_t least) {
    int32_t kinds = 0;
    for (int32_t g = 0; g < n; g++) {
        kinds += count[g] >= least;
    }
    return kinds;
}

/* ---- the rules ---- */

static void set_balance(job *j, int32_t a, fcap_ratio ratio) {
    j->balance[a] = ratio;
    fcap_dataset_set_balance(j->dataset, a, ratio);
    j->problem.attribute = fcap_dataset_problem(j->dataset).attribute;
}

static void drop_shares(job *j, int32_t a) {
    int32_t kept = 0;
    for (int32_t i = 0; i < j->shares.n_shares; i++) {
        if (j->shares.share[i].attribute != a) {
            j->shares.share[kept++] = j->shares.share[i];
        }
    }
    j->shares.n_shares = kept;
    j->rules.n_shares = kept;
}

/* 1 to `to` among the kinds with at least `least` students: as a balance where these are all,
 * else as a share of each that is as large in any group. to = 0: no mix. */
static void set_mix(job *j, int32_t a, const int64_t *count, int64_t least, int64_t to) {
    int32_t const n = j->problem.attribute[a].n_groups;
    int32_t const kinds = kinds_of(count, n, least);
    drop_shares(j, a);
    set_balance(j, a, (fcap_ratio){to > 0 && kinds == n, to > 0 ? to : 1});
    for (int32_t g = 0; g < n && to > 0 && kinds < n; g++) {
        if (count[g] >= least) {
            j->shares.share[j->shares.n_shares++] =
                (fcap_share){a, g, {1, 1 + (kinds - 1) * to}, {1, 1}};
        }
    }
    j->rules.n_shares = j->shares.n_shares;
}

/* ---- choosing ---- */

/* The largest ratio that is possible among these kinds; 0: none. Where the smallest is not, no
 * other is: asked first, as mixes that fail are what takes long. */
static int64_t find_ratio(job *j, int32_t a, const int64_t *count, int64_t least, int64_t most,
                          int (*is_possible)(job *j)) {
    set_mix(j, a, count, least, most);
    if (!is_possible(j)) {
        return 0;
    }
    int64_t to = USUAL;
    for (int possible = 0; to < most && !possible; to += !possible) {
        set_mix(j, a, count, least, to);
        possible = is_possible(j);
    }
    set_mix(j, a, count, least, to);
    return to;
}

/* The students of the second most common kind. */
static int64_t second_most(const int64_t *count, int32_t n) {
    int64_t first = 0;
    int64_t second = 0;
    for (int32_t g = 0; g < n; g++) {
        if (count[g] > first) {
            second = first;
            first = count[g];
        } else if (count[g] > second) {
            second = count[g];
        }
    }
    return second;
}

/* First among all kinds that every group can have, then without the rarest of these. Was there
 * a mix? Not without hope that one is possible. */
static int choose(job *j, int32_t a, const group_shape *asked, int64_t groups, int hope,
                  int (*is_possible)(job *j)) {
    int32_t const n = j->problem.attribute[a].n_groups;
    int64_t *const count = count_kinds(j, a);
    int64_t const larger = asked->most > USUAL ? asked->most : USUAL;
    int64_t const most = larger < FARTHEST ? larger : FARTHEST;
    int64_t found = 0;
    for (int64_t least = groups; hope && found == 0 && kinds_of(count, n, least) > 1;) {
        found = find_ratio(j, a, count, least, most, is_possible);
        int64_t rarest = INT64_MAX;
        for (int32_t g = 0; g < n; g++) {
            rarest = count[g] >= least && count[g] < rarest ? count[g] : rarest;
        }
        least = rarest + 1;
    }
    j->even[a] = found > 0 ? MIX_OPEN : MIX_REFUSED;
    if (found == 0) {
        set_mix(j, a, count, second_most(count, n), most);
    }
    free(count);
    return found > 0;
}

/* For a share of every kind. */
static void make_room(job *j) {
    fcap_share *const room = need((size_t)job_group_total(j), sizeof *room);
    free(j->shares.share);
    j->shares.share = room;
    j->shares.n_shares = 0;
    j->rules.share = room;
    j->rules.n_shares = 0;
}

void mixes_choose(job *j, const group_shape *asked, int (*is_possible)(job *j)) {
    int64_t const n = j->problem.n;
    int64_t const groups = asked->k > 0 ? asked->k : (n + asked->most - 1) / asked->most;
    int any = 0;
    for (int32_t a = 0; a < j->n_protect; a++) {
        any |= j->even[a] != MIX_GIVEN;
    }
    if (!any) {
        return;
    }
    make_room(j);
    for (int32_t a = 0; a < j->n_protect; a++) {
        if (j->even[a] != MIX_GIVEN) {
            set_balance(j, a, (fcap_ratio){0, 1});
        }
    }
    int hope = is_possible(j); /* without a wish that fails, others may not */
    for (int32_t a = 0; a < j->n_protect; a++) {
        if (j->even[a] != MIX_GIVEN) {
            hope &= choose(j, a, asked, groups, hope, is_possible);
        }
    }
}

void mixes_take(job *j, int32_t a, mix chosen) {
    int64_t *const count = count_kinds(j, a);
    if (j->shares.n_shares == 0) {
        make_room(j);
    }
    set_mix(j, a, count, chosen.least, chosen.to);
    free(count);
}

void mixes_give(job *j, int32_t a, fcap_ratio ratio) {
    drop_shares(j, a);
    set_balance(j, a, ratio);
    j->even[a] = MIX_GIVEN;
}

/* ---- saying ---- */

/* What is asked of attribute a: a ratio, or a share of some kinds. */
static int64_t ratio_of(const job *j, int32_t a, int32_t *kinds) {
    int64_t den = 0;
    *kinds = 0;
    for (int32_t i = 0; i < j->rules.n_shares; i++) {
        if (j->rules.share[i].attribute == a) {
            (*kinds)++;
            den = j->rules.share[i].least.den;
        }
    }
    return *kinds > 1 ? (den - 1) / (*kinds - 1) : j->balance[a].den;
}

static int has_share(const job *j, int32_t a, int32_t g) {
    int found = 0;
    for (int32_t i = 0; i < j->rules.n_shares; i++) {
        found |= j->rules.share[i].attribute == a && j->rules.share[i].group == g;
    }
    return found;
}

mix mixes_chosen(const job *j, int32_t a) {
    int64_t *const count = count_kinds(j, a);
    int32_t kinds = 0;
    mix out = {.to = ratio_of(j, a, &kinds), .least = kinds > 0 ? INT64_MAX : 0};
    for (int32_t g = 0; g < j->problem.attribute[a].n_groups; g++) {
        out.least = has_share(j, a, g) && count[g] < out.least ? count[g] : out.least;
    }
    free(count);
    return out;
}

/* "gender: 1 "Non-binary": too few for every group, so they can be in any" */
static void say_rare(const job *j, int32_t a) {
    int64_t *const count = count_kinds(j, a);
    char list[300] = "";
    size_t at = 0;
    for (int32_t g = 0; g < j->problem.attribute[a].n_groups; g++) {
        const char *const name = name_shown(fcap_dataset_group_name(j->dataset, a, g));
        if (!has_share(j, a, g) && at + strlen(name) + 40 < sizeof list) {
            at += (size_t)snprintf(list + at, sizeof list - at, "%s%lld \"%s\"",
                                   at > 0 ? ", " : "", (long long)count[g], name);
        }
    }
    say_note(j->args->quiet,
             "%s: %s: too few for every group, so they can be in any; the others are mixed",
             job_attribute(j, a), list);
    free(count);
}

void mixes_say(const job *j, const group_shape *shape) {
    for (int32_t a = 0; a < j->n_protect; a++) {
        int32_t kinds = 0;
        int64_t const to = ratio_of(j, a, &kinds);
        if (j->even[a] == MIX_GIVEN && j->balance[a].num == 0) {
            say_note(j->args->quiet, "--balance %s=0 asks for nothing", job_attribute(j, a));
        }
        if (j->even[a] != MIX_OPEN) {
            continue;
        }
        if (kinds > 0) {
            say_rare(j, a);
        }
        if (to > USUAL && shape->least < shape->most) {
            say_note(
                j->args->quiet,
                "a mix by %s of at least 1 to %lld: the most that is possible in groups of "
                "%lld to %lld",
                job_attribute(j, a), (long long)to, (long long)shape->least,
                (long long)shape->most);
        } else if (to > USUAL) {
            say_note(j->args->quiet,
                     "a mix by %s of at least 1 to %lld: the most that is possible in groups "
                     "of %lld",
                     job_attribute(j, a), (long long)to, (long long)shape->least);
        }
    }
}
