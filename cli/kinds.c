/* kinds.c - see kinds.h. */
#include "kinds.h"

#include "lms/fold.h"
#include "looks.h"
#include "mixes.h"
#include "shell_word.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KINDS_SHOWN = 8,
    ALIKE_SHOWN = 3,
    SCORES = 8 /* more different numbers than these are no kinds */
};

typedef struct counts {
    const job *j;
    int32_t a;
    int64_t *of; /* students of each kind */
    int32_t n;
    int64_t unknown;
} counts;

static counts count_kinds(const job *j, int32_t a) {
    const fcap_attribute *const attribute = &j->problem.attribute[a];
    counts c = {.j = j,
                .a = a,
                .of = need((size_t)attribute->n_groups, sizeof *c.of),
                .n = attribute->n_groups};
    for (int64_t i = 0; i < j->problem.n; i++) {
        if (attribute->group[i] < 0) {
            c.unknown++;
        } else {
            c.of[attribute->group[i]]++;
        }
    }
    return c;
}

static const char *kind_name(const counts *c, int32_t g) {
    return fcap_dataset_group_name(c->j->dataset, c->a, g);
}

int64_t kinds_unknown(const job *j, int32_t a) {
    counts const c = count_kinds(j, a);
    free(c.of);
    return c.unknown;
}

/* ---- kinds that look like one ---- */

/* Are two kinds the same but for case, blanks and marks, or the one the first letter of the
 * other? */
static int are_alike(const char *left, const char *right) {
    size_t const size = strlen(left) + strlen(right) + 2;
    char *const a = need(size, 1);
    size_t const m = fold_kind((fcap_cell){left, strlen(left)}, a);
    char *const b = a + m + 1;
    size_t const n = fold_kind((fcap_cell){right, strlen(right)}, b);
    int const same = m > 0 && strcmp(a, b) == 0;
    int const initial =
        (m == 1 || n == 1) && m + n > 2 && a[0] == b[0] && !(a[0] >= '0' && a[0] <= '9');
    free(a);
    return same || initial;
}

static void say_alike(const counts *c) {
    int said = 0;
    for (int32_t g = 0; g < c->n && c->n <= 1000; g++) {
        for (int32_t h = g + 1; h < c->n && said < ALIKE_SHOWN; h++) {
            if (are_alike(kind_name(c, g), kind_name(c, h))) {
                said++;
                fprintf(stderr,
                        "  \"%s\" and \"%s\" look like two spellings of one kind: write them "
                        "alike in the file\n",
                        name_shown(kind_name(c, g)), name_shown(kind_name(c, h)));
            }
        }
    }
}

void kinds_say_notes(const job *j) {
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        counts const c = count_kinds(j, a);
        if (c.unknown > 0) {
            say_note(j->args->quiet,
                     "%s is unknown for %lld %s as no kind and can be in any group",
                     job_attribute(j, a), (long long)c.unknown,
                     c.unknown == 1 ? "student, who counts" : "students, who count");
        }
        looks_say_notes(j, a);
        free(c.of);
    }
}

/* ---- why not ---- */

static void list_kinds(const counts *c) {
    fprintf(stderr, "  %s:", job_attribute(c->j, c->a));
    for (int32_t g = 0; g < c->n && g < KINDS_SHOWN; g++) {
        fprintf(stderr, "%s %lld \"%s\"", g > 0 ? "," : "", (long long)c->of[g],
                name_shown(kind_name(c, g)));
    }
    if (c->n > KINDS_SHOWN) {
        fprintf(stderr, " and %d more kind%s", (int)c->n - KINDS_SHOWN,
                plural(c->n - KINDS_SHOWN));
    }
    if (c->unknown > 0) {
        fprintf(stderr, ", %lld unknown", (long long)c->unknown);
    }
    fputc('\n', stderr);
}

/* Of the kinds with at least so many students. */
static int32_t rarest(const counts *c, int64_t least) {
    int32_t best = -1;
    for (int32_t g = 0; g < c->n; g++) {
        best = c->of[g] >= least && (best < 0 || c->of[g] < c->of[best]) ? g : best;
    }
    return best;
}

static int32_t kinds_with(const counts *c, int64_t least) {
    int32_t kinds = 0;
    for (int32_t g = 0; g < c->n; g++) {
        kinds += c->of[g] >= least;
    }
    return kinds;
}

/* The fewest of one kind that a group of `size` can have in a mix of this ratio. */
static int64_t fewest_of_kind(const counts *c, fcap_ratio ratio, int64_t size) {
    int64_t m = 1;
    while (m + (c->n - 1) * (m * ratio.den / ratio.num) < size) {
        m++;
    }
    return m;
}

static void explain_mix(const counts *c, const group_shape *shape) {
    int const open =
        c->j->even[c->a] != MIX_GIVEN; /* then rare kinds may be bound by nothing */
    int64_t const bound = open ? mixes_chosen(c->j, c->a).least : 0;
    int32_t const kinds = kinds_with(c, bound);
    int64_t const known = c->j->problem.n - c->unknown;
    int64_t const k =
        shape->k > 0 ? shape->k : (c->j->problem.n + shape->most - 1) / shape->most;
    int32_t const g = rarest(c, bound);
    if (kinds > shape->most) {
        fprintf(stderr,
                "  every group needs one of each of the %d kinds, and has at most %lld "
                "student%s\n",
                (int)kinds, (long long)shape->most, plural(shape->most));
        return;
    }
    int64_t const least = c->unknown == 0 ? shape->least : 1;
    fcap_ratio const ratio = c->j->balance[c->a];
    int64_t const each = /* a share of some kinds only: at least one of each */
        ratio.num > 0 ? fewest_of_kind(c, ratio, least < known ? least : 1) : 1;
    int64_t const needed = k * each;
    if (c->of[g] < needed) {
        fprintf(
            stderr,
            "  every group needs at least %lld \"%s\", so %s%lld group%s need%s %lld; there "
            "%s %lld\n",
            (long long)each, name_shown(kind_name(c, g)), shape->k > 0 ? "" : "at least ",
            (long long)k, plural(k), k == 1 ? "s" : "", (long long)needed,
            c->of[g] == 1 ? "is" : "are", (long long)c->of[g]);
    }
}

/* Shall nobody be alone in this kind? */
static int is_asked(const counts *c, int32_t g) {
    const fcap_rules *const r = &c->j->rules;
    int asked = 0;
    for (int32_t i = 0; i < r->n_no_isolate; i++) {
        asked |= r->no_isolate[i].attribute == c->a && r->no_isolate[i].group == g;
    }
    return asked;
}

/* Below it, what can be asked instead: the kinds that are not single. */
static void say_others(const counts *c, int32_t single) {
    int said = 0;
    int32_t asked = 0;
    for (int32_t g = 0; g < c->n; g++) {
        asked += is_asked(c, g);
    }
    if (single == 0 || single == asked || asked - single > KINDS_SHOWN) {
        return;
    }
    fputs("  --nobody-alone ", stderr);
    for (int32_t g = 0; g < c->n; g++) {
        if (c->of[g] != 1 && is_asked(c, g)) {
            char *const column = shell_word(fcap_dataset_attribute_name(c->j->dataset, c->a));
            char *const kind = shell_word(kind_name(c, g));
            fprintf(stderr, "%s%s:%s", said++ > 0 ? " --nobody-alone " : "", column, kind);
            free(kind);
            free(column);
        }
    }
    fputs(" asks it of the others only\n", stderr);
}

static void explain_alone(const counts *c) {
    int32_t single = 0;
    int32_t first = -1;
    for (int32_t g = 0; g < c->n; g++) {
        int const one = c->of[g] == 1 && is_asked(c, g);
        single += one;
        first = first < 0 && one ? g : first;
    }
    if (single == 1) {
        fprintf(stderr, "  there is only one \"%s\", who is alone in any group\n",
                name_shown(kind_name(c, first)));
    } else if (single > 1) {
        fprintf(stderr, "  of %d kinds there is only one student, who is alone in any group\n",
                (int)single);
    }
    say_others(c, single);
}

static int are_scores(const counts *c) {
    int32_t numbers = 0;
    for (int32_t g = 0; g < c->n; g++) {
        const char *const name = kind_name(c, g);
        double unused;
        numbers +=
            fcap_table_number(c->j->table, (fcap_cell){name, strlen(name)}, &unused) == 1;
    }
    return numbers > SCORES && 2 * numbers > c->n;
}

int kinds_explain(const job *j, int32_t a, int mixed, const group_shape *shape) {
    counts const c = count_kinds(j, a);
    int const scores = are_scores(&c);
    list_kinds(&c);
    if (scores) {
        char *const name = shell_word(fcap_dataset_attribute_name(j->dataset, a));
        fprintf(stderr,
                "  these are %d different numbers, no kinds: --similar %s makes groups of "
                "equals, --diverse %s spreads them evenly\n",
                (int)c.n, name, name);
        free(name);
    } else if (mixed) {
        explain_mix(&c, shape);
    } else {
        explain_alone(&c);
    }
    if (!scores) {
        say_alike(&c);
    }
    free(c.of);
    return !scores;
}
