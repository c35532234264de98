/* clash.c - see clash.h. */
#include "clash.h"

#include "group_words.h"
#include "kinds.h"
#include "quarrels.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WISHES_MOST = 24, /* that are judged two by two */
    TEXT = 240,
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

typedef struct clash {
    const job *j;
    wish wish[WISHES_MOST];
    int n;
    fcap_attribute *attribute; /* of the wishes that are judged now */
    fcap_no_isolate *alone;
    int students;     /* wishes about single students are said already */
    int32_t eased;    /* an attribute, or -1, */
    fcap_ratio ratio; /* judged with this balance instead */
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
        if (t.num > 0) {
            snprintf(add(c, MIX, a)->text, TEXT, "a mix by %.80s of at least %lld to %lld",
                     job_attribute(j, a), (long long)t.num, (long long)t.den);
        }
    }
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        if (alone_asked(j, a) > 0) {
            char rule[ALONE_SIZE];
            snprintf(add(c, ALONE, a)->text, TEXT, "nobody alone in %.200s",
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

static fcap_status judge(const fcap_problem *p, fcap_rules *r, group_shape *shape,
                         int *possible, fcap_plan_report *plan, fcap_error *err) {
    fcap_group_plan found;
    fcap_status status;
    r->min_size = shape->least;
    r->max_size = shape->most;
    if (shape->k > 0) {
        r->k = shape->k;
        status = fcap_plan(p, r, plan, err);
        *possible = status == FCAP_OK && plan->verdict != FCAP_VERDICT_INFEASIBLE;
        return status;
    }
    r->k = 1;
    status = fcap_plan_group_size(p, r, shape->least, shape->most, &found, err);
    if (status == FCAP_OK) {
        *plan = found.plan;
        *possible = found.k > 0;
        shape->k = found.k;
    }
    return status;
}

fcap_status clash_judge(const job *j, group_shape *shape, int *possible, fcap_plan_report *plan,
                        fcap_error *err) {
    fcap_rules r = j->rules;
    return judge(&j->problem, &r, shape, possible, plan, err);
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
        } else if (a == c->eased) {
            c->attribute[a].balance = c->ratio;
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
    r.together.n = has(c, set, TOGETHER, -1) ? r.together.n : 0;
    r.apart.n = has(c, set, APART, -1) ? r.apart.n : 0;
    return judge(&p, &r, &shape, &possible, &plan, &err) != FCAP_OK || possible;
}

/* ---- the sentences ---- */

/* "groups of 3 to 4", "12 groups". */
static void name_shape(const job *j, const group_shape *s, char text[TEXT]) {
    if (j->args->start != NULL) {
        snprintf(text, TEXT, "the %d groups so far of at most %lld, with nobody moved",
                 (int)s->k, (long long)s->most);
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
        *other = (group_shape){now->least, now->most + i + 1, now->k};
        return i < FARTHEST;
    }
    if (c->j->args->clusters > 0) { /* fewer or more groups, of even sizes */
        int32_t const k = now->k + (i % 2 == 0 ? -1 : 1) * (int32_t)(i / 2 + 1);
        *other = (group_shape){k > 0 ? n / k : 0, k > 0 ? (n + k - 1) / k : 0, k};
        return i < 2 * FARTHEST;
    }
    int const beyond = i - steps + 4;
    *other = i < steps ? (group_shape){now->least + step[i][0], now->most + step[i][1], 0}
                       : (group_shape){now->least + beyond, now->most + beyond, 0};
    return i < steps + FARTHEST;
}

/* The nearest other shape that is possible, as the end of a sentence; "" where none is near. */
static void name_way_out(clash *c, unsigned set, const group_shape *now, char text[TEXT]) {
    group_shape other;
    text[0] = 0;
    for (int i = 0; other_shape(c, now, i, &other); i++) {
        char shape[TEXT];
        if (other.least < 1 || other.most < other.least || other.most > c->j->problem.n ||
            !is_possible(c, set, other)) {
            continue;
        }
        if (c->j->args->start != NULL) {
            snprintf(shape, TEXT, "groups of up to %lld (--size 1-%lld)", (long long)other.most,
                     (long long)other.most);
        } else {
            name_shape(c->j, &other, shape);
        }
        snprintf(text, TEXT, "; %.200s would do", shape);
        return;
    }
}

/* The highest ratio below the one asked for that is possible; 0 when none is. */
static int find_ratio(clash *c, unsigned set, int32_t a, const group_shape *shape) {
    static const fcap_ratio lower[] = {{4, 5}, {3, 4}, {2, 3}, {1, 2},  {2, 5},  {1, 3}, {1, 4},
                                       {1, 5}, {1, 6}, {1, 8}, {1, 10}, {1, 15}, {1, 20}};
    fcap_ratio const asked = c->j->problem.attribute[a].balance;
    int found = 0;
    c->eased = a;
    for (size_t i = 0; i < sizeof lower / sizeof *lower && !found; i++) {
        c->ratio = lower[i];
        found =
            c->ratio.num * asked.den < asked.num * c->ratio.den && is_possible(c, set, *shape);
    }
    c->eased = -1;
    return found;
}

static void say_other_mix(clash *c, unsigned set, int32_t a, const group_shape *shape) {
    const char *const name = job_attribute(c->j, a);
    if (find_ratio(c, set, a, shape)) {
        fprintf(stderr, "  --balance %s=%lld/%lld would do\n", name, (long long)c->ratio.num,
                (long long)c->ratio.den);
    }
    fprintf(stderr, "  --diverse %s instead of --balance spreads it as evenly as can be\n",
            name);
}

/* Below the sentence: the kinds that it is about, and what else would help. Wishes about one
 * column stand for one explanation, that of the mix. */
static void explain(clash *c, unsigned set, const group_shape *shape) {
    for (int i = 0; i < c->n; i++) {
        int32_t const a = c->wish[i].attribute;
        int const mix = c->wish[i].kind == MIX;
        if (!(set >> i & 1) || a < 0 || (!mix && has(c, set, MIX, a))) {
            continue;
        }
        fcap_ratio const ratio = mix ? c->j->problem.attribute[a].balance : (fcap_ratio){0, 1};
        if (kinds_explain(c->j, a, ratio, shape) && mix) {
            say_other_mix(c, set, a, shape);
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
    name_way_out(c, set, shape, way_out);
    if (n == 0) {
        say_error(EXIT_INFEASIBLE, "%lld students cannot be divided into %s%s",
                  (long long)c->j->problem.n, in, way_out);
        return;
    }
    say_error(EXIT_INFEASIBLE, "%s: not possible%s in %s%s", wishes,
              n > 1 ? " both at once" : "", in, way_out);
    explain(c, set, shape);
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
        char in[TEXT];
        name_shape(c->j, shape, in);
        say_error(EXIT_INFEASIBLE,
                  "any two of these wishes are possible, but not all of them at once in %s: "
                  "leave one out",
                  in);
    }
}

static clash open_clash(const job *j, int students) {
    clash c = {.j = j,
               .attribute = need((size_t)j->problem.n_attributes, sizeof *c.attribute),
               .alone = need((size_t)j->rules.n_no_isolate, sizeof *c.alone),
               .students = students,
               .eased = -1};
    list_wishes(&c);
    return c;
}

static void close_clash(clash *c) {
    free(c->attribute);
    free(c->alone);
}

void clash_each_way_out(const job *j, const group_shape *shape,
                        void (*each)(void *user, const char *wish), void *user) {
    clash c = open_clash(j, 0);
    unsigned const all = (1u << c.n) - 1;
    for (int i = 0; i < c.n; i++) {
        if (is_possible(&c, all & ~(1u << i), *shape)) {
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
