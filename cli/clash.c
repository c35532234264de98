/* clash.c - see clash.h. */
#include "clash.h"

#include "group_size.h"
#include "group_words.h"
#include "kinds.h"
#include "mixes.h"
#include "quarrels.h"
#include "remedy.h"
#include "shell_word.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WISHES_MOST = 24, /* that are judged two by two */
    TEXT = ALONE_SIZE + 32,
    FARTHEST = 40 /* sizes and numbers of groups that are tried instead */
};

typedef enum wish_kind {
    MIX,   /* a balance of an attribute */
    ALONE, /* nobody is the only one of a kind, of an attribute */
    TOGETHER,
    APART
} wish_kind;

typedef struct wish {
    wish_kind kind;
    int32_t attribute;
    char text[TEXT]; /* as the subject of a sentence */
} wish;

/* The highest ratio below that of a mix with which all wishes are possible. */
typedef struct other_mix {
    int sought;
    fcap_ratio ratio;
    prospect is;
} other_mix;

typedef struct clash {
    const job *j;
    wish wish[WISHES_MOST];
    int n;
    fcap_attribute *attribute; /* of the wishes that are judged now */
    fcap_no_isolate *alone;
    fcap_share *share;
    int students;      /* wishes about single students are said already */
    int sought;        /* the two that follow are known */
    group_shape shape; /* the nearest one with which all wishes are possible */
    prospect of_shape;
    other_mix *mix; /* of each attribute */
} clash;

/* ---- the wishes in words ---- */

static wish *add(clash *c, wish_kind kind, int32_t attribute) {
    wish *const w = &c->wish[c->n < WISHES_MOST ? c->n++ : WISHES_MOST - 1];
    *w = (wish){kind, attribute, ""};
    return w;
}

static void list_wishes(clash *c) {
    const job *const j = c->j;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        fcap_ratio const t = j->problem.attribute[a].balance;
        int const open = a < j->n_protect && j->even[a] != MIX_GIVEN;
        if (open && j->even[a] == MIX_REFUSED) {
            snprintf(add(c, MIX, a)->text, TEXT, "a mix by %s of any ratio",
                     job_attribute(j, a));
        } else if (t.num > 0 || open) {
            snprintf(add(c, MIX, a)->text, TEXT, "a mix by %s of at least %lld to %lld",
                     job_attribute(j, a), t.num > 0 ? (long long)t.num : 1,
                     open ? (long long)mixes_chosen(j, a).to : (long long)t.den);
        }
    }
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        if (alone_asked(j, a) > 0) {
            char rule[ALONE_SIZE];
            snprintf(add(c, ALONE, a)->text, TEXT, "nobody alone in %s",
                     alone_words(j, a, rule));
        }
    }
    if (j->rules.together.n > 0 && !c->students) {
        snprintf(add(c, TOGETHER, -1)->text, TEXT, "who must be together");
    }
    if (j->rules.apart.n > 0 && !c->students) {
        snprintf(add(c, APART, -1)->text, TEXT, "who must be apart");
    }
}

/* ---- judging some of them ---- */

static int has(const clash *c, unsigned set, wish_kind kind, int32_t attribute) {
    int found = 0;
    for (int i = 0; i < c->n; i++) {
        found |= (set >> i & 1) && c->wish[i].kind == kind && c->wish[i].attribute == attribute;
    }
    return found;
}

/* Are these wishes possible, the others forgotten? What cannot be judged is. */
static int is_possible(clash *c, unsigned set, group_shape shape) {
    fcap_problem p = c->j->problem;
    fcap_rules r = c->j->rules;
    fcap_plan_report plan;
    fcap_error err;
    int possible = 1;
    for (int32_t a = 0; a < p.n_attributes; a++) {
        c->attribute[a] = p.attribute[a];
        if (!has(c, set, MIX, a)) {
            c->attribute[a].balance = (fcap_ratio){0, 1};
        }
    }
    p.attribute = c->attribute;
    r.n_no_isolate = 0;
    for (int32_t i = 0; i < c->j->rules.n_no_isolate; i++) {
        fcap_no_isolate const rule = c->j->rules.no_isolate[i];
        if (has(c, set, ALONE, rule.attribute)) {
            c->alone[r.n_no_isolate++] = rule;
        }
    }
    r.no_isolate = c->alone;
    r.n_shares = 0;
    for (int32_t i = 0; i < c->j->rules.n_shares; i++) {
        fcap_share const rule = c->j->rules.share[i];
        if (has(c, set, MIX, rule.attribute)) {
            c->share[r.n_shares++] = rule;
        }
    }
    r.share = c->share;
    r.together.n = has(c, set, TOGETHER, -1) ? r.together.n : 0;
    r.apart.n = has(c, set, APART, -1) ? r.apart.n : 0;
    return judgement_of_shape(&p, r, &shape, &possible, &plan, &err) != FCAP_OK || possible;
}

/* ---- the sentences ---- */

/* "groups of 3 to 4", "12 groups". */
static void name_shape(const job *j, const group_shape *s, char text[TEXT]) {
    if (j->args->start != NULL) {
        snprintf(text, TEXT, "the %d group%s so far of at most %lld, with nobody moved",
                 (int)s->k, plural(s->k), (long long)s->most);
    } else if (j->args->clusters > 0) {
        snprintf(text, TEXT, s->least < s->most ? "%d %s of %lld to %lld" : "%d %s of %lld",
                 (int)s->k, s->k == 1 ? "group" : "groups", (long long)s->least,
                 (long long)s->most);
    } else if (s->least == s->most) {
        snprintf(text, TEXT, "groups of %lld", (long long)s->least);
    } else {
        snprintf(text, TEXT, "groups of %lld to %lld", (long long)s->least, (long long)s->most);
    }
}

/* The i-th shape that is tried instead, the nearest first; 0 when there are no more. */
static int other_shape(const clash *c, const group_shape *now, int i, group_shape *other) {
    static const int step[][2] = {{1, 1}, {0, 1}, {-1, 0}, {-1, -1}, {0, 2},
                                  {1, 2}, {2, 2}, {-1, 1}, {-1, 2},  {3, 3}};
    int const steps = sizeof step / sizeof *step;
    int64_t const n = c->j->problem.n;
    if (c->j->args->start != NULL) { /* nobody moves: larger groups */
        *other = (group_shape){1, now->most + i + 1, now->k};
        return i < FARTHEST;
    }
    if (c->j->args->clusters > 0) { /* fewer or more groups, of even sizes */
        int32_t const k = now->k + (i % 2 == 0 ? -1 : 1) * (int32_t)(i / 2 + 1);
        *other = (group_shape){k > 0 ? n / k : 0, k > 0 ? (n + k - 1) / k : 0, k};
        return i < 2 * FARTHEST;
    }
    int const beyond = i % 2 == 0 ? (i - steps) / 2 + 4 : -(i - steps) / 2 - 2;
    *other = i < steps ? (group_shape){now->least + step[i][0], now->most + step[i][1], 0}
                       : (group_shape){now->least + beyond, now->most + beyond, 0};
    other->most = other->most < n ? other->most : n;
    return i < steps + FARTHEST;
}

static int makes_sense(const clash *c, const group_shape *s) {
    return s->least >= 1 && s->most >= s->least && s->most <= c->j->problem.n;
}

/* The nearest shape with which all wishes are possible, not only those of one sentence: who
 * takes it asks for all of them again. */
static prospect find_shape(clash *c, const group_shape *now) {
    remedy r = {.kind = OTHER_SHAPE};
    for (int i = 0; !c->sought && c->of_shape == IN_VAIN && other_shape(c, now, i, &r.shape);
         i++) {
        if (makes_sense(c, &r.shape)) {
            c->shape = r.shape;
            c->of_shape = remedy_judge(c->j, &r);
        }
    }
    c->sought = 1;
    return c->of_shape;
}

static void name_other(const job *j, const group_shape *s, char text[TEXT]) {
    if (j->args->start != NULL) {
        snprintf(text, TEXT, "groups of up to %lld (--size 1-%lld)", (long long)s->most,
                 (long long)s->most);
    } else {
        name_shape(j, s, text);
    }
}

/* As the end of a sentence; "" where there is none. */
static void name_way_out(clash *c, const group_shape *now, char text[TEXT]) {
    char shape[TEXT];
    text[0] = 0;
    if (find_shape(c, now) != IN_VAIN) {
        name_other(c->j, &c->shape, shape);
        snprintf(text, TEXT, "; %.200s %s", shape, prospect_words(c->of_shape));
    }
}

/* Where students cannot even be divided: which groups they could be, whatever else is wished.
 */
static void name_division(clash *c, const group_shape *now, char text[TEXT]) {
    group_shape other;
    char shape[TEXT];
    name_way_out(c, now, text);
    for (int i = 0; text[0] == 0 && other_shape(c, now, i, &other); i++) {
        if (makes_sense(c, &other) && is_possible(c, 0, other)) {
            name_other(c->j, &other, shape);
            snprintf(text, TEXT, "; %.200s would do without the other wishes", shape);
        }
    }
}

/* The highest ratio below that of the mix with which all wishes are possible. */
static const other_mix *find_ratio(clash *c, int32_t a) {
    static const fcap_ratio lower[] = {{4, 5}, {3, 4}, {2, 3}, {1, 2},  {2, 5},  {1, 3}, {1, 4},
                                       {1, 5}, {1, 6}, {1, 8}, {1, 10}, {1, 15}, {1, 20}};
    other_mix *const to = &c->mix[a];
    fcap_ratio const now = c->j->problem.attribute[a].balance;
    int const none = to->sought || c->j->even[a] == MIX_REFUSED;
    for (size_t i = 0; i < sizeof lower / sizeof *lower && !none && to->is == IN_VAIN; i++) {
        if (lower[i].num * now.den < now.num * lower[i].den) {
            remedy const r = {.kind = OTHER_MIX, .attribute = a, .ratio = lower[i]};
            to->ratio = r.ratio;
            to->is = remedy_judge(c->j, &r);
        }
    }
    to->sought = 1;
    return to;
}

static void say_other_mix(clash *c, int32_t a) {
    char *const name = shell_word(fcap_dataset_attribute_name(c->j->dataset, a));
    const other_mix *const other = find_ratio(c, a);
    if (other->is != IN_VAIN) {
        fprintf(stderr, "  --balance %s=%lld/%lld %s\n", name, (long long)other->ratio.num,
                (long long)other->ratio.den, prospect_words(other->is));
    }
    fprintf(stderr, "  --diverse %s instead of --balance spreads it as evenly as can be\n",
            name);
    free(name);
}

/* Below the sentence: the kinds that it is about, and what else would help. Wishes about one
 * column stand for one explanation, that of the mix. */
static void explain(clash *c, unsigned set, const group_shape *shape) {
    for (int i = 0; i < c->n; i++) {
        int32_t const a = c->wish[i].attribute;
        int const mixed = c->wish[i].kind == MIX;
        if (!(set >> i & 1) || a < 0 || (!mixed && has(c, set, MIX, a))) {
            continue;
        }
        if (kinds_explain(c->j, a, mixed, shape) && mixed) {
            say_other_mix(c, a);
        }
    }
}

static void say(clash *c, unsigned set, const group_shape *shape) {
    char wishes[3 * TEXT] = "";
    char in[TEXT];
    char way_out[TEXT];
    size_t at = 0;
    int n = 0;
    for (int i = 0; i < c->n; i++) {
        if (set >> i & 1) {
            at += (size_t)snprintf(wishes + at, sizeof wishes - at, "%s%s",
                                   n++ > 0 ? " and " : "", c->wish[i].text);
            at = at < sizeof wishes ? at : sizeof wishes - 1;
        }
    }
    name_shape(c->j, shape, in);
    if (n == 0) {
        name_division(c, shape, way_out);
        say_error(EXIT_INFEASIBLE, "%lld student%s cannot be divided into %s%s",
                  (long long)c->j->problem.n, plural(c->j->problem.n), in, way_out);
        return;
    }
    name_way_out(c, shape, way_out);
    say_error(EXIT_INFEASIBLE, "%s: not possible%s in %s%s", wishes,
              n > 1 ? " both at once" : "", in, way_out);
    explain(c, set, shape);
}

/* What is left of the request without a wish. */
static prospect judge_without(const clash *c, const wish *w) {
    static const remedy_kind leaving_out[] = {OTHER_MIX, NO_ALONE, NO_TOGETHER, NO_APART};
    remedy const r = {.kind = leaving_out[w->kind], .attribute = w->attribute, .ratio = {0, 1}};
    return remedy_judge(c->j, &r);
}

static void say_combined(clash *c, const group_shape *shape) {
    char in[TEXT];
    char way_out[TEXT];
    prospect without[WISHES_MOST];
    int const n = c->n;
    int ways = 0;
    for (int i = 0; i < n; i++) {
        without[i] = judge_without(c, &c->wish[i]);
        ways += without[i] != IN_VAIN;
    }
    name_shape(c->j, shape, in);
    name_way_out(c, shape, way_out);
    say_error(EXIT_INFEASIBLE,
              "any two of these wishes are possible, but not all of them at once in %s: leave "
              "%s out%s",
              in, ways > 0 ? "one" : "some", way_out);
    for (int i = 0; i < n; i++) {
        if (without[i] != IN_VAIN) {
            fprintf(stderr, "  leaving out %s %s\n", c->wish[i].text,
                    prospect_words(without[i]));
        }
    }
}

static void say_all(clash *c, const group_shape *shape) {
    unsigned alone = 0; /* wishes that are possible alone */
    int said = 0;
    if (!is_possible(c, 0, *shape)) {
        say(c, 0, shape);
        return;
    }
    for (int i = 0; i < c->n; i++) {
        if (is_possible(c, 1u << i, *shape)) {
            alone |= 1u << i;
        } else {
            say(c, 1u << i, shape);
            said++;
        }
    }
    for (int i = 0; i < c->n; i++) {
        for (int k = i + 1; k < c->n; k++) {
            unsigned const two = 1u << i | 1u << k;
            if ((alone & two) == two && !is_possible(c, two, *shape)) {
                say(c, two, shape);
                said++;
            }
        }
    }
    if (said == 0 && !c->students) {
        say_combined(c, shape);
    }
}

static clash open_clash(const job *j, int students) {
    size_t const attributes = (size_t)j->problem.n_attributes;
    clash c = {.j = j,
               .attribute = need(attributes, sizeof *c.attribute),
               .alone = need((size_t)j->rules.n_no_isolate, sizeof *c.alone),
               .share = need((size_t)j->rules.n_shares, sizeof *c.share),
               .students = students,
               .mix = need(attributes, sizeof *c.mix)};
    list_wishes(&c);
    return c;
}

static void close_clash(clash *c) {
    free(c->attribute);
    free(c->alone);
    free(c->share);
    free(c->mix);
}

void clash_each_way_out(const job *j, void (*each)(void *user, const char *wish), void *user) {
    clash c = open_clash(j, 0);
    for (int i = 0; i < c.n; i++) {
        if (judge_without(&c, &c.wish[i]) != IN_VAIN) {
            each(user, c.wish[i].text);
        }
    }
    close_clash(&c);
}

int clash_say(const job *j, const group_shape *shape) {
    clash c = open_clash(j, quarrels(j, shape, 1) > 0);
    say_all(&c, shape);
    close_clash(&c);
    return EXIT_INFEASIBLE;
}

/* ---- no groups of such a size ---- */

/* As an option. */
static void name_option(const group_shape *s, char text[TEXT]) {
    if (s->k > 0) {
        snprintf(text, TEXT, "--groups %d", (int)s->k);
    } else {
        snprintf(text, TEXT, "--size %lld-%lld", (long long)s->least, (long long)s->most);
    }
}

/* Instead of groups of `size`, of which too many are left over: some that are smaller, where
 * that goes up, then numbers of groups near the one that was meant. As the end of a sentence.
 */
static void name_other_size(const job *j, int64_t size, char text[TEXT]) {
    int64_t const n = j->problem.n;
    int64_t const more = (n + size - 1) / size; /* groups, if some are smaller */
    group_shape const smaller = {size - 1, size, 0};
    group_shape const fewest = {1, n, (int32_t)more};
    int const goes_up = more * (size - 1) <= n;
    char option[TEXT];
    name_option(goes_up ? &smaller : &fewest, option);
    snprintf(text, TEXT, "; %.60s would do without the other wishes", option);
    for (int i = goes_up ? -1 : 0; i < FARTHEST; i++) {
        int64_t const k = more + (i % 2 == 0 ? 1 : -1) * (int64_t)((i + 1) / 2);
        remedy const r = {.kind = OTHER_SHAPE,
                          .shape = i < 0 ? smaller : (group_shape){1, n, (int32_t)k}};
        prospect const is = k >= 1 && k <= n ? remedy_judge(j, &r) : IN_VAIN;
        if (is != IN_VAIN) {
            name_option(&r.shape, option);
            snprintf(text, TEXT, "; %.60s %s", option, prospect_words(is));
            return;
        }
    }
}

int clash_say_no_shape(const job *j) {
    int64_t const n = j->problem.n;
    const char *const are = n == 1 ? "student is" : "students are";
    int64_t size;
    int64_t most;
    char other[TEXT];
    if (j->args->group_size == NULL) {
        return say_error(EXIT_INFEASIBLE, "%lld %s too few for %lld groups", (long long)n, are,
                         (long long)j->args->clusters);
    }
    int const code = group_size_parse("size", j->args->group_size, &size, &most);
    if (code != 0) {
        return code;
    }
    int64_t const k = n / size;
    if (k == 0) {
        return say_error(EXIT_INFEASIBLE, "%lld %s too few for a group of %lld", (long long)n,
                         are, (long long)size);
    }
    name_other_size(j, size, other);
    return say_error(EXIT_INFEASIBLE,
                     "%lld students make %lld %s of %lld, and %lld are left, more than one for "
                     "each%s",
                     (long long)n, (long long)k, k == 1 ? "group" : "groups", (long long)size,
                     (long long)(n - k * size), other);
}
