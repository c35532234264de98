/* aims.c - see aims.h. */
#include "aims.h"

#include "label_names.h"
#include "list_in.h"
#include "lms/headers.h"
#include "lookup.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STRAYS_SHOWN = 8,
    OWN_LEAST = 6 /* students whose texts are all different by chance no longer */
};

int aims_wanted(const arguments *a) {
    return a->command == CMD_GROUP || a->similar.n > 0 || a->diverse.n > 0;
}

int aims_columns(const fcap_table *table, const arguments *a, fcap_columns *out) {
    column_factors aim[2] = {{NULL, 0}, {NULL, 0}};
    lookup const in = lookup_for(table, a);
    int code = find_weighted(in, "--similar", &a->similar, &aim[0]);
    code = code != 0 ? code : find_weighted(in, "--diverse", &a->diverse, &aim[1]);
    int32_t *const column = need((size_t)aim[0].n + (size_t)aim[1].n, sizeof *column);
    int32_t n = 0;
    for (int list = 0; list < 2; list++) {
        for (int32_t i = 0; i < aim[list].n; i++) {
            int32_t at = 0;
            while (at < n && column[at] != aim[list].factor[i].column) {
                at++;
            }
            column[at] = aim[list].factor[i].column;
            n += at == n;
        }
        free(aim[list].factor);
    }
    *out = (fcap_columns){column, n};
    return code;
}

/* ---- one column ---- */

static int is_named(lookup in, const word_list *words, int32_t column) {
    int found = 0;
    for (int i = 0; i < words->n; i++) {
        found |= column_named(in, words->word[i]) == column;
    }
    return found;
}

/* As everywhere: a column is of numbers when more than half of its known cells are. */
static int is_numeric(fcap_table *table, const arguments *a, const int64_t *rows,
                      int64_t points, int32_t column) {
    int64_t known = 0;
    int64_t numbers = 0;
    double value;
    for (int64_t i = 0; i < points; i++) {
        fcap_cell const cell = fcap_table_row(table, rows[i])[column];
        if (!fcap_table_missing(table, cell)) {
            known++;
            numbers += fcap_table_number(table, cell, &value) == 1;
        }
    }
    lookup const in = lookup_for(table, a);
    return is_named(in, &a->numeric, column) ||
           (!is_named(in, &a->categorical, column) && 2 * numbers > known);
}

/* Cell to coordinates at x; 0 when it is unknown. */
static int place_cell(const aim_column *c, const fcap_table *table, const label_names *texts,
                      fcap_cell cell, double *x) {
    if (fcap_table_missing(table, cell)) {
        return 0;
    }
    if (c->numeric) {
        return fcap_table_number(table, cell, x) == 1;
    }
    x[label_names_find(texts, cell)] = 1;
    return 1;
}

/* The means of the known cells are those of the unknown ones; then T. */
static void fill_unknown(aims *of, aim_column *c) {
    int64_t const n = of->points - c->unknown;
    c->total = 0;
    for (int32_t at = c->first; at < c->first + c->n; at++) {
        double mean = 0;
        for (int64_t i = 0; i < of->points; i++) {
            mean += c->known[i] ? of->x[i * of->d + at] : 0;
        }
        mean /= n > 0 ? (double)n : 1;
        for (int64_t i = 0; i < of->points; i++) {
            double *const x = &of->x[i * of->d + at];
            *x = c->known[i] ? *x : mean;
            c->total += (*x - mean) * (*x - mean);
        }
    }
}

static void set_aims(aims *of, const aim_column *c) {
    for (int32_t at = c->first; at < c->first + c->n; at++) {
        double const part = c->total > 0 ? c->weight / c->total : 0;
        of->aim[at] = c->diverse ? -part : part;
    }
}

static void fill_column(aims *of, aim_column *c, fcap_table *table, const int64_t *rows) {
    c->known = need((size_t)of->points, 1);
    label_names const texts = {c->value, c->value != NULL ? c->n : 0};
    for (int64_t i = 0; i < of->points; i++) {
        fcap_cell const cell = fcap_table_row(table, rows[i])[c->column];
        double *const x = of->x + i * of->d + c->first;
        c->known[i] = (char)place_cell(c, table, &texts, cell, x);
        c->unknown += !c->known[i];
    }
    fill_unknown(of, c);
    set_aims(of, c);
}

/* ---- all columns ---- */

static int add_columns(aims *of, const fcap_table *table, const arguments *a, int diverse) {
    column_factors found = {NULL, 0};
    int code = find_weighted(lookup_for(table, a), diverse ? "--diverse" : "--similar",
                             diverse ? &a->diverse : &a->similar, &found);
    for (int32_t i = 0; i < found.n && code == 0; i++) {
        fcap_stretch const f = found.factor[i];
        for (int32_t other = 0; other < of->n && code == 0; other++) {
            if (of->column[other].column == f.column) {
                code = say_error(EXIT_USAGE,
                                 "\"%s\" cannot be both similar and diverse: choose one",
                                 name_shown(fcap_table_name(table, f.column)));
            }
        }
        of->column[of->n++] =
            (aim_column){.column = f.column, .diverse = diverse, .weight = f.by};
    }
    free(found.factor);
    return code;
}

/* How many coordinates each column takes. */
static void lay_out(aims *of, fcap_table *table, const int64_t *rows, const arguments *a) {
    for (int32_t i = 0; i < of->n; i++) {
        aim_column *const c = &of->column[i];
        c->numeric = is_numeric(table, a, rows, of->points, c->column);
        c->first = of->d;
        c->n = 1;
        if (!c->numeric) {
            label_names const texts = label_names_open(table, c->column);
            c->value = texts.name;
            c->n = texts.n;
        }
        of->d += c->n;
    }
    of->d += of->d == 0; /* nothing is asked for: one coordinate that does not matter */
}

/* Cells of a column of numbers that are none, with their lines. */
static void say_strays(const aims *of, const aim_column *c, fcap_table *table,
                       const int64_t *rows, int quiet) {
    char text[STRAYS_SHOWN * (CELL_SIZE + 32)] = "";
    size_t at = 0;
    int64_t strays = 0;
    int64_t *const line = need((size_t)fcap_table_rows(table), sizeof *line);
    fcap_table_lines(table, line);
    for (int64_t i = 0; i < of->points && c->numeric; i++) {
        fcap_cell const cell = fcap_table_row(table, rows[i])[c->column];
        if (c->known[i] || fcap_table_missing(table, cell)) {
            continue;
        }
        if (++strays <= STRAYS_SHOWN) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s\"%s\" (line %lld)",
                                   at > 0 ? ", " : "", cell_shown(cell),
                                   (long long)line[rows[i]]);
        }
    }
    free(line);
    if (strays > 0) {
        say_note(quiet, "%s: %s%s %s no number and %s as unknown",
                 name_shown(fcap_table_name(table, c->column)), text,
                 strays > STRAYS_SHOWN ? ", ..." : "", strays == 1 ? "is" : "are",
                 strays == 1 ? "counts" : "count");
    }
}

/* Names and ids are of everybody's own: nobody can be alike in them. */
static int is_own(const aims *of, const aim_column *c, const fcap_table *table) {
    int64_t const known = of->points - c->unknown;
    return role_tells_who(role_of_header(fcap_table_name(table, c->column))) ||
           (!c->numeric && known >= OWN_LEAST && 10 * (int64_t)c->n > 9 * known);
}

static void say_column(const aims *of, const aim_column *c, const fcap_table *table,
                       int quiet) {
    const char *const name = name_shown(fcap_table_name(table, c->column));
    if (is_own(of, c, table)) {
        say_note(quiet,
                 "%s tells who a student is, so being %s in it means nothing; name a column "
                 "that students can share",
                 name, c->diverse ? "diverse" : "similar");
    }
    if (c->total <= 0) {
        say_note(quiet, "%s is the same for everybody, so it makes no difference", name);
    } else if (c->unknown > 0) {
        say_note(quiet, "%s is unknown for %lld %s, who can be in any group", name,
                 (long long)c->unknown, c->unknown == 1 ? "student" : "students");
    }
}

int aims_open(aims *out, fcap_table *table, const int64_t *rows, int64_t points,
              const arguments *a) {
    *out = (aims){.points = points};
    out->column = need((size_t)fcap_table_columns(table) * 2, sizeof *out->column);
    int code = add_columns(out, table, a, 0);
    code = code != 0 ? code : add_columns(out, table, a, 1);
    if (code != 0) {
        return code;
    }
    lay_out(out, table, rows, a);
    out->x = need((size_t)points * (size_t)out->d, sizeof *out->x);
    out->aim = need((size_t)out->d, sizeof *out->aim);
    for (int32_t i = 0; i < out->n; i++) {
        fill_column(out, &out->column[i], table, rows);
        say_strays(out, &out->column[i], table, rows, a->quiet);
        say_column(out, &out->column[i], table, a->quiet);
    }
    return 0;
}

void aims_close(aims *of) {
    for (int32_t i = 0; i < of->n; i++) {
        label_names texts = {of->column[i].value,
                             of->column[i].value != NULL ? of->column[i].n : 0};
        label_names_close(&texts);
        free(of->column[i].known);
    }
    free(of->column);
    free(of->x);
    free(of->aim);
    *of = (aims){.n = 0};
}

/* ---- what came of it ---- */

fcap_status aims_inside(const aims *of, const fcap_problem *problem, const fcap_rules *rules,
                        const int32_t *labels, double *inside, fcap_error *err) {
    fcap_status status = FCAP_OK;
    double *const one = need((size_t)of->d, sizeof *one);
    fcap_problem p = *problem;
    p.aim = one;
    for (int32_t i = 0; i < of->n && status == FCAP_OK; i++) {
        const aim_column *const c = &of->column[i];
        fcap_measures m = {.size = NULL};
        for (int32_t at = 0; at < of->d; at++) {
            int const own = at >= c->first && at < c->first + c->n && c->total > 0;
            one[at] = own ? 1 / c->total : 0;
        }
        status = fcap_measure(&p, rules, labels, NULL, &m, err);
        inside[i] = m.cost;
    }
    free(one);
    return status;
}

double aims_by_lot(int64_t points, int32_t groups) {
    return points > 1 ? 1 - (double)(groups - 1) / (double)(points - 1) : 0;
}
