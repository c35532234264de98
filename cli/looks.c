/* looks.c - see looks.h. */
#include "looks.h"

#include "lms/fold.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHOWN = 3 /* pairs of a column */
};

typedef struct look {
    char *text; /* the name as it looks */
    int32_t group;
} look;

static int by_text_then_group(const void *left, const void *right) {
    const look *const a = left;
    const look *const b = right;
    int const order = strcmp(a->text, b->text);
    return order != 0 ? order : (a->group > b->group) - (a->group < b->group);
}

/* The names of all groups, those that look alike side by side. For teachers, marks do not make
 * a kind either. */
static look *looks_open(const job *j, int32_t a, int32_t n) {
    look *const l = need((size_t)n, sizeof *l);
    for (int32_t g = 0; g < n; g++) {
        const char *const name = fcap_dataset_group_name(j->dataset, a, g);
        fcap_cell const cell = {name, strlen(name)};
        l[g] = (look){need(cell.size + 1, 1), g};
        (j->args->command == CMD_GROUP ? fold_kind : fold_look)(cell, l[g].text);
    }
    qsort(l, (size_t)n, sizeof *l, by_text_then_group);
    return l;
}

/* Where the group is first in the file. */
static long long line_of(const job *j, int32_t a, int32_t group, const int64_t *line) {
    const int32_t *const of = j->problem.attribute[a].group;
    int64_t i = 0;
    while (i + 1 < j->problem.n && of[i] != group) {
        i++;
    }
    return (long long)line[fcap_dataset_rows(j->dataset)[i]];
}

static void say_pair(const job *j, int32_t a, int32_t one, int32_t other, const int64_t *line) {
    say_note(j->args->quiet,
             "%s: \"%s\" (line %lld) and \"%s\" (line %lld) %s; if they are one, write them "
             "alike",
             job_attribute(j, a), name_shown(fcap_dataset_group_name(j->dataset, a, one)),
             line_of(j, a, one, line),
             name_shown(fcap_dataset_group_name(j->dataset, a, other)),
             line_of(j, a, other, line),
             j->args->command == CMD_GROUP ? "count as two kinds"
                                           : "look alike, and are two groups");
}

void looks_say_notes(const job *j, int32_t a) {
    int32_t const n = j->problem.attribute[a].n_groups;
    look *const l = looks_open(j, a, n);
    int64_t *line = NULL;
    int said = 0;
    for (int32_t i = 1; i < n && said < SHOWN; i++) {
        if (l[i].text[0] == 0 || strcmp(l[i].text, l[i - 1].text) != 0) {
            continue;
        }
        if (said++ == 0) { /* lines are counted from the top of the file: only where needed */
            line = need((size_t)fcap_table_rows(j->table), sizeof *line);
            fcap_table_lines(j->table, line);
        }
        say_pair(j, a, l[i - 1].group, l[i].group, line);
    }
    free(line);
    for (int32_t i = 0; i < n; i++) {
        free(l[i].text);
    }
    free(l);
}
