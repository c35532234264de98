/* quarrels.c - see quarrels.h. */
#include "quarrels.h"

#include "students.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    SAID_MOST = 20,
    NAMES_SHOWN = 5,
    LINES_SHOWN = 4,
    LIST = 2400 /* six names, or four lines of a file */
};

typedef struct court {
    const job *j;
    const id_sets *together;
    const id_sets *apart;
    int64_t *head; /* of each point: the first of all who must be in its group */
    int aloud;
    int64_t found;
} court;

static int64_t head_of(court *c, int64_t point) {
    while (c->head[point] != point) {
        c->head[point] = c->head[c->head[point]];
        point = c->head[point];
    }
    return point;
}

static void unite(court *c, int64_t a, int64_t b) {
    int64_t const x = head_of(c, a);
    int64_t const y = head_of(c, b);
    c->head[x > y ? x : y] = x > y ? y : x;
}

static court open_court(const job *j, int aloud) {
    static const id_sets none = {0};
    court c = {.j = j,
               .together = j->rules.together.n > 0 ? wishes_together(j) : &none,
               .apart = j->rules.apart.n > 0 ? wishes_apart(j) : &none,
               .head = need((size_t)j->problem.n, sizeof *c.head),
               .aloud = aloud};
    for (int64_t i = 0; i < j->problem.n; i++) {
        c.head[i] = i;
    }
    for (int64_t s = 0; s < c.together->n; s++) {
        int64_t const first = c.together->start[s];
        for (int64_t at = first + 1; at < c.together->start[s + 1]; at++) {
            unite(&c, c.together->member[first], c.together->member[at]);
        }
    }
    return c;
}

/* ---- words ---- */

/* Is it to be said? */
static int is_next(court *c) {
    c->found++;
    return c->aloud && c->found <= SAID_MOST;
}

static const char *who(const court *c, int64_t point) {
    return student_shown(c->j->students, point);
}

/* "A, B and C", as many as fit. */
static const char *names_of(const court *c, const int64_t *member, int64_t n, char text[LIST]) {
    int64_t const shown = n <= NAMES_SHOWN + 1 ? n : NAMES_SHOWN;
    size_t at = 0;
    for (int64_t i = 0; i < shown; i++) {
        at += (size_t)snprintf(text + at, LIST - at, "%s%s",
                               i == 0       ? ""
                               : i + 1 == n ? " and "
                                            : ", ",
                               who(c, member[i]));
    }
    if (shown < n) {
        snprintf(text + at, LIST - at, " and %lld more", (long long)(n - shown));
    }
    return text;
}

static const char *line_of(const id_sets *sets, int64_t s, char text[LIST]) {
    snprintf(text, LIST, "%s, line %lld", safe(sets->origin[s].path),
             (long long)sets->origin[s].line);
    return text;
}

static int has(const id_sets *sets, int64_t s, int64_t point) {
    int found = 0;
    for (int64_t at = sets->start[s]; at < sets->start[s + 1]; at++) {
        found |= sets->member[at] == point;
    }
    return found;
}

/* The lines that bind a and b: the one that has both, or all that lead from one to the other.
 */
static const char *lines_of(court *c, int64_t a, int64_t b, char text[LIST]) {
    const id_sets *const sets = c->together;
    int64_t shown = 0;
    size_t used = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        if (has(sets, s, a) && has(sets, s, b)) {
            return line_of(sets, s, text);
        }
    }
    text[0] = 0;
    for (int64_t s = 0; s < sets->n && shown < LINES_SHOWN; s++) {
        char one[LIST];
        if (head_of(c, sets->member[sets->start[s]]) == head_of(c, a)) {
            used += (size_t)snprintf(text + used, LIST - used, "%s%s", shown++ > 0 ? "; " : "",
                                     line_of(sets, s, one));
        }
    }
    return text;
}

/* ---- what is looked for ---- */

/* More must be together than a group takes. */
static void find_large(court *c, int64_t most) {
    int64_t const n = c->j->problem.n;
    int64_t *const member = need((size_t)n, sizeof *member);
    int64_t *const size = need((size_t)n, sizeof *size);
    for (int64_t i = 0; i < n; i++) {
        size[head_of(c, i)]++;
    }
    for (int64_t head = 0; head < n; head++) {
        if (size[head] <= most) {
            continue;
        }
        int64_t found = 0;
        for (int64_t i = head; i < n; i++) {
            if (head_of(c, i) == head) {
                member[found++] = i;
            }
        }
        if (is_next(c)) {
            char names[LIST];
            char lines[LIST];
            say_error(EXIT_INFEASIBLE,
                      "%s must be together (%s): they are %lld, and a group has at most %lld "
                      "%s",
                      names_of(c, member, found, names),
                      lines_of(c, member[0], member[found - 1], lines), (long long)found,
                      (long long)most, most == 1 ? "student" : "students");
        }
    }
    free(size);
    free(member);
}

/* More must be apart than there are groups. */
static void find_wide(court *c, int64_t most_groups) {
    const id_sets *const sets = c->apart;
    for (int64_t s = 0; s < sets->n; s++) {
        int64_t const n = sets->start[s + 1] - sets->start[s];
        if (n > most_groups && is_next(c)) {
            char names[LIST];
            char line[LIST];
            say_error(EXIT_INFEASIBLE,
                      "%s must be apart (%s): they are %lld, and there %s at most %lld %s",
                      names_of(c, sets->member + sets->start[s], n, names),
                      line_of(sets, s, line), (long long)n, most_groups == 1 ? "is" : "are",
                      (long long)most_groups, most_groups == 1 ? "group" : "groups");
        }
    }
}

/* Two of a line of --apart who are bound, or have been put into one group before. */
static void find_torn(court *c, int64_t s) {
    const id_sets *const sets = c->apart;
    const int32_t *const so_far = c->j->rules.start;
    for (int64_t x = sets->start[s]; x < sets->start[s + 1]; x++) {
        for (int64_t y = x + 1; y < sets->start[s + 1]; y++) {
            int64_t const a = sets->member[x];
            int64_t const b = sets->member[y];
            char line[LIST];
            char lines[LIST];
            char name[GROUP_NAME_SIZE];
            if (head_of(c, a) == head_of(c, b)) {
                if (is_next(c)) {
                    say_error(EXIT_INFEASIBLE, "%s and %s must be together (%s) and apart (%s)",
                              who(c, a), who(c, b), lines_of(c, a, b, lines),
                              line_of(sets, s, line));
                }
            } else if (so_far != NULL && so_far[a] >= 0 && so_far[a] == so_far[b] &&
                       is_next(c)) {
                say_error(EXIT_INFEASIBLE,
                          "%s and %s must be apart (%s), but both are in \"%s\" so far, and "
                          "nobody moves",
                          who(c, a), who(c, b), line_of(sets, s, line),
                          name_shown(wishes_group_name(c->j, so_far[a], name)));
            }
        }
    }
}

/* Who must be together, but has been put into different groups before. */
static void find_parted(court *c) {
    int64_t const n = c->j->problem.n;
    const int32_t *const so_far = c->j->rules.start;
    int64_t *const first = need((size_t)n, sizeof *first); /* placed one of each head, from 1 */
    for (int64_t i = 0; so_far != NULL && i < n; i++) {
        int64_t const head = head_of(c, i);
        if (so_far[i] < 0) {
            continue;
        }
        if (first[head] == 0) {
            first[head] = i + 1;
        } else if (so_far[first[head] - 1] != so_far[i] && is_next(c)) {
            char lines[LIST];
            say_error(EXIT_INFEASIBLE,
                      "%s and %s must be together (%s), but they are in different groups so "
                      "far, and nobody moves",
                      who(c, first[head] - 1), who(c, i),
                      lines_of(c, first[head] - 1, i, lines));
        }
    }
    free(first);
}

int64_t quarrels(const job *j, const group_shape *shape, int aloud) {
    if (j->rules.together.n == 0 && j->rules.apart.n == 0) {
        return 0;
    }
    court c = open_court(j, aloud);
    find_large(&c, shape->most);
    find_wide(&c, shape->k > 0 ? shape->k : j->problem.n / shape->least);
    for (int64_t s = 0; s < c.apart->n; s++) {
        find_torn(&c, s);
    }
    find_parted(&c);
    if (aloud && c.found > SAID_MOST) {
        say_error(EXIT_INFEASIBLE, "and %lld more of these", (long long)(c.found - SAID_MOST));
    }
    free(c.head);
    return c.found;
}
