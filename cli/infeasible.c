/* infeasible.c - see infeasible.h. */
#include "infeasible.h"

#include "row_keys.h"
#include "rule_words.h"
#include "shell_word.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows and groups by name ---- */

/* The number at `at`, when it is from 1 to `most`; 0 otherwise. */
static int64_t number_at(int64_t most, const char *at, size_t *length) {
    int64_t value = 0;
    *length = strspn(at, "0123456789");
    for (size_t i = 0; i < *length && value <= most; i++) {
        value = 10 * value + (at[i] - '0');
    }
    return *length > 0 && value <= most ? value : 0;
}

/* The number of a point. */
static int64_t point_at(const job *j, const char *at, size_t *length) {
    return number_at(j->problem.n, at, length);
}

static size_t put_name(const job *j, int64_t point, char *out, size_t room) {
    const char *const mark = j->id >= 0 ? "\"" : "";
    int const n = snprintf(out, room, "%s%s%s", mark, row_shown(j, point - 1), mark);
    return n > 0 && (size_t)n < room ? (size_t)n : 0;
}

/* "group 2 of attribute 1" as "sex:M"; returns the length of what it stands for, or 0. */
static size_t put_group(const job *j, const char *from, char *out, size_t room, size_t *used) {
    static const char first[] = "group ";
    static const char then[] = " of attribute ";
    const char *at = from + strlen(first);
    size_t length;
    if (strncmp(from, first, strlen(first)) != 0) {
        return 0;
    }
    int32_t const group = (int32_t)number_at(INT32_MAX, at, &length);
    at += length;
    if (group == 0 || strncmp(at, then, strlen(then)) != 0) {
        return 0;
    }
    at += strlen(then);
    int32_t const a = (int32_t)number_at(j->problem.n_attributes, at, &length) - 1;
    if (a < 0 || group > j->problem.attribute[a].n_groups) {
        return 0;
    }
    int const n = snprintf(out, room, "%s:%s", job_attribute(j, a),
                           name_shown(fcap_dataset_group_name(j->dataset, a, group - 1)));
    *used = n > 0 && (size_t)n < room ? (size_t)n : 0;
    return *used > 0 ? (size_t)(at - from) + length : 0;
}

/* "attribute 2" as "sex"; returns the length of what it stands for, or 0. */
static size_t put_attribute(const job *j, const char *from, char *out, size_t room,
                            size_t *used) {
    static const char first[] = "attribute ";
    size_t length;
    if (strncmp(from, first, strlen(first)) != 0) {
        return 0;
    }
    int32_t const a =
        (int32_t)number_at(j->problem.n_attributes, from + strlen(first), &length) - 1;
    int const n = a < 0 ? 0 : snprintf(out, room, "%s", job_attribute(j, a));
    *used = n > 0 && (size_t)n < room ? (size_t)n : 0;
    return *used > 0 ? strlen(first) + length : 0;
}

/* "point 7", "points 7 and 9": the word goes, and names come; and so of groups and
 * attributes. */
const char *infeasible_sentence(const job *j, const fcap_plan_report *plan,
                                char text[INFEASIBLE_SIZE]) {
    const char *from = plan->sentence;
    size_t at = 0;
    while (*from != 0 && at + 1 < INFEASIBLE_SIZE) {
        size_t const word = strncmp(from, "point ", 6) == 0    ? 6
                            : strncmp(from, "points ", 7) == 0 ? 7
                                                               : 0;
        size_t length;
        size_t used = 0;
        size_t group = put_group(j, from, text + at, INFEASIBLE_SIZE - at, &used);
        if (group == 0) {
            group = put_attribute(j, from, text + at, INFEASIBLE_SIZE - at, &used);
        }
        if (group > 0) {
            from += group;
            at += used;
            continue;
        }
        int64_t const point = word > 0 ? point_at(j, from + word, &length) : 0;
        if (point == 0) {
            text[at++] = *from++;
            continue;
        }
        at += put_name(j, point, text + at, INFEASIBLE_SIZE - at);
        from += word + length;
        int64_t const other =
            strncmp(from, " and ", 5) == 0 ? point_at(j, from + 5, &length) : 0;
        if (word == 7 && other > 0 && at + 6 < INFEASIBLE_SIZE) {
            at += (size_t)snprintf(text + at, INFEASIBLE_SIZE - at, " and ");
            at += put_name(j, other, text + at, INFEASIBLE_SIZE - at);
            from += 5 + length;
        }
    }
    text[at] = 0;
    return text;
}

/* ---- groups by name ---- */

static void say_groups(const job *j, int32_t attribute) {
    char text[400] = "";
    size_t at = 0;
    int64_t *const total = need((size_t)job_group_total(j), sizeof *total);
    int64_t *const unknown = need((size_t)j->problem.n_attributes, sizeof *unknown);
    job_count_groups(j, total, unknown);
    int32_t offset = 0;
    for (int32_t a = 0; a < attribute; a++) {
        offset += j->problem.attribute[a].n_groups;
    }
    int32_t const n_groups = j->problem.attribute[attribute].n_groups;
    for (int32_t g = 0; g < n_groups && at + 120 < sizeof text; g++) {
        const char *const name = name_shown(fcap_dataset_group_name(j->dataset, attribute, g));
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%.80s %lld", g > 0 ? ", " : "",
                               name, (long long)total[offset + g]);
    }
    if (unknown[attribute] > 0) {
        snprintf(text + at, sizeof text - at, ", missing %lld", (long long)unknown[attribute]);
    }
    say_note(j->args->quiet, "the groups of %s: %s", job_attribute(j, attribute), text);
    free(unknown);
    free(total);
}

/* ---- what would help ---- */

typedef struct choices {
    char text[RULE_SIZE];
    size_t used;
} choices;

static void offer(choices *c, const char *format, ...) FCAP_PRINTF(2);

static void offer(choices *c, const char *format, ...) {
    char one[RULE_SIZE / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(one, sizeof one, format, args);
    va_end(args);
    int const n = snprintf(c->text + c->used, sizeof c->text - c->used, "%s  %s",
                           c->used > 0 ? "  or" : "", one);
    c->used += n > 0 && (size_t)n < sizeof c->text - c->used ? (size_t)n : 0;
}

/* The -t to ask for: of several attributes each is named, as an option that is left out or
 * shortened asks for something else. */
static const char *balances_so_changed(const job *j, const fcap_plan_report *plan, char *out,
                                       size_t size) {
    int const several = j->n_protect > 1;
    size_t at = 0;
    for (int32_t a = 0; a < j->n_protect && at < size; a++) {
        fcap_ratio const new = plan->change_balance;
        fcap_ratio t = j->balance[a];
        int const meant = plan->change_attribute < 0 || plan->change_attribute == a;
        t = meant && new.num *t.den < t.num *new.den ? new : t;
        char text[RATIO_SIZE] = "0";
        if (t.num > 0) {
            snprintf(text, sizeof text, "%lld/%lld", (long long)t.num, (long long)t.den);
        }
        char *const name =
            several ? shell_word(fcap_dataset_attribute_name(j->dataset, a)) : NULL;
        int const n = snprintf(out + at, size - at, "%s%s%s%s", a > 0 ? "," : "",
                               several ? name : "", several ? "=" : "", text);
        at += n > 0 ? (size_t)n : 0;
        free(name);
    }
    return out;
}

static void offer_numbers(choices *c, const job *j, const fcap_plan_report *plan) {
    int const by_size = j->args->group_size != NULL; /* then k is not the user's to change */
    if (plan->change_max_size > 0 && j->rules.capacity == NULL) {
        if (by_size) {
            offer(c, "-s %lld-%lld", (long long)j->rules.min_size,
                  (long long)plan->change_max_size);
        } else {
            offer(c, "-q %lld", (long long)plan->change_max_size);
        }
    }
    if (plan->change_min_size > 0) {
        if (by_size) {
            offer(c, "-s %lld-%lld", (long long)plan->change_min_size,
                  (long long)j->rules.max_size);
        } else {
            offer(c, "--min-size %lld", (long long)plan->change_min_size);
        }
    }
    if (plan->change_clusters > 0 && !by_size && j->rules.capacity == NULL) {
        offer(c, "-k %d", (int)plan->change_clusters);
    }
    if (plan->change_balance.den > 0) {
        char all[RULE_SIZE / 2 - 4];
        offer(c, "-t %s", balances_so_changed(j, plan, all, sizeof all));
    }
}

/* Rules that no number can loosen. */
static void offer_rules(choices *c, const job *j, fcap_reason reason) {
    char options[RULE_SIZE];
    switch (reason) {
    case FCAP_REASON_SHARE:
        offer(c, "wider bounds in --share");
        break;
    case FCAP_REASON_NO_ISOLATE:
        offer(c, "no --no-isolate");
        break;
    case FCAP_REASON_TOGETHER:
        offer(c, "fewer or smaller sets in --together");
        break;
    case FCAP_REASON_APART:
        offer(c, "fewer or smaller sets in --apart%s",
              j->rules.together.n > 0 ? " or --together" : "");
        break;
    case FCAP_REASON_KEEP:
        offer(c, "--start without --keep");
        if (j->rules.together.n > 0 || j->rules.apart.n > 0) {
            offer(c, "other sets in %s",
                  j->rules.together.n == 0 ? "--apart"
                  : j->rules.apart.n == 0  ? "--together"
                                           : "--together and --apart");
        }
        break;
    case FCAP_REASON_MEDOIDS:
        offer(c, "more rows in --medoids");
        break;
    case FCAP_REASON_COMBINED:
        offer(c, "relax one of %s", rule_options(j, options));
        break;
    case FCAP_REASON_CAPACITY:
    case FCAP_REASON_WEIGHT:
        if (j->rules.capacity != NULL) {
            offer(c, "larger capacities in --sizes");
        }
        break;
    case FCAP_REASON_NONE:
    case FCAP_REASON_MIN_SIZE:
    case FCAP_REASON_K_ABOVE_N:
    case FCAP_REASON_ONE_GROUP:
    case FCAP_REASON_BALANCE:
    case FCAP_REASON_GROUP_BELOW_K:
    case FCAP_REASON_PACKING:
    case FCAP_REASON_END:
        break;
    }
}

int say_infeasible(const job *j, const fcap_plan_report *plan) {
    char sentence[INFEASIBLE_SIZE];
    say_error(0, "infeasible (%s): %s", fcap_reason_name(plan->reason),
              infeasible_sentence(j, plan, sentence));
    if (plan->attribute >= 0) {
        say_groups(j, plan->attribute);
    }
    choices c = {.used = 0};
    offer_numbers(&c, j, plan);
    offer_rules(&c, j, plan->reason);
    if (c.used > 0) {
        say_note(j->args->quiet, "change one of these:%s", c.text);
    }
    return EXIT_INFEASIBLE;
}
