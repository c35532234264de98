/* results.c - see results.h. */
#include "study/results.h"

#include "save.h"
#include "study/result_row.h"
#include "study/series.h"
#include "text_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- reading ---- */

static int check_header(const results *r, const fcap_table *table) {
    int known = fcap_table_columns(table) == RESULT_COLUMNS;
    for (int32_t c = 0; known && c < RESULT_COLUMNS; c++) {
        known = strcmp(fcap_table_name(table, c), result_column(c)) == 0;
    }
    return known ? 0
                 : say_error(EXIT_DATA,
                             "%s has other columns than the results of a %s; move the file "
                             "away, or take another folder (-o)",
                             safe(r->path), r->kept.by_grid ? "tune" : "sweep");
}

static int refuse(const results *r, int64_t line, const fcap_cell *cell,
                  const result_fault *fault) {
    char shown[128];
    const fcap_cell *const wrong = &cell[fault->column];
    fcap_text_display(wrong->text, wrong->size, 30, shown, sizeof shown);
    return say_error(EXIT_DATA,
                     "%s: line %lld, column %s: \"%s\" is not what faircap wrote: %s; delete "
                     "the line to have it run again, or take another folder (-o)",
                     safe(r->path), (long long)line, result_column(fault->column), shown,
                     fault->why);
}

static int refuse_twice(const results *r, const trial *first, const trial *again) {
    int const in_order = first->line < again->line;
    return say_error(EXIT_DATA,
                     "%s: line %lld is there twice: line %lld has the same method, k and seed; "
                     "delete one of them, or take another folder (-o)",
                     safe(r->path), (long long)(in_order ? again : first)->line,
                     (long long)(in_order ? first : again)->line);
}

/* The index of the series among those asked for and those that only the file has. Unless
 * somebody changed the order it is that of the row before, or the next. */
static int32_t index_of(trials *kept, const series *s, int32_t before) {
    for (int32_t i = 0; i < kept->n_series; i++) {
        int32_t const at = (before + i) % kept->n_series;
        if (series_same(&kept->series[at], s)) {
            return at;
        }
    }
    kept->series[kept->n_series] = *s;
    return kept->n_series++;
}

static int take_row(results *r, trials *t, const fcap_cell *cell, int64_t line,
                    int32_t *index) {
    series s;
    trial row;
    result_fault fault;
    if (!result_row_read(cell, t, r->origin, &s, &row, &fault)) {
        return refuse(r, line, cell, &fault);
    }
    row.line = line;
    row.series = *index = index_of(&r->kept, &s, *index);
    trial *const asked = row.series < t->n_series
                             ? bsearch(&row, t->trial, (size_t)t->n, sizeof row, trial_order)
                             : NULL;
    if (asked == NULL) {
        r->kept.trial[r->kept.n++] = row;
        return 0;
    }
    if (asked->state != TRIAL_OPEN) {
        free(row.size);
        return refuse_twice(r, asked, &row);
    }
    *asked = row;
    return 0;
}

static int check_twice(results *r) {
    trials *const kept = &r->kept;
    qsort(kept->trial, (size_t)kept->n, sizeof *kept->trial, trial_order);
    for (int64_t i = 1; i < kept->n; i++) {
        if (trial_order(&kept->trial[i - 1], &kept->trial[i]) == 0) {
            return refuse_twice(r, &kept->trial[i - 1], &kept->trial[i]);
        }
    }
    return 0;
}

static int take_table(results *r, trials *t, fcap_table *table) {
    int64_t const rows = fcap_table_rows(table);
    int code = check_header(r, table);
    if (code != 0) {
        return code;
    }
    r->kept.series = need((size_t)t->n_series + (size_t)rows, sizeof *r->kept.series);
    memcpy(r->kept.series, t->series, (size_t)t->n_series * sizeof *t->series);
    r->kept.n_series = t->n_series;
    r->kept.trial = need((size_t)rows, sizeof *r->kept.trial);
    int64_t *const line = need((size_t)rows, sizeof *line);
    int32_t index = 0;
    fcap_table_lines(table, line);
    for (int64_t i = 0; i < rows && code == 0; i++) {
        const fcap_cell *const cell = fcap_table_row(table, i);
        code = cell != NULL ? take_row(r, t, cell, line[i], &index)
                            : say_error(EXIT_IO, "out of memory for %s", safe(r->path));
    }
    free(line);
    return code != 0 ? code : check_twice(r);
}

/* All lines but the first were deleted, to have everything run again? */
static int has_header_alone(const char *path, int *alone) {
    char header[16 * RESULT_COLUMNS] = "";
    for (int c = 0; c < RESULT_COLUMNS; c++) {
        strcat(strcat(header, c > 0 ? "," : ""), result_column(c));
    }
    size_t size;
    char *const text = text_read(path, sizeof header, &size);
    if (text == NULL) {
        return EXIT_IO;
    }
    size_t const length = strlen(header);
    *alone =
        strncmp(text, header, length) == 0 && strspn(text + length, "\r\n") == size - length;
    free(text);
    return 0;
}

int results_open(results *r, const char *path, uint64_t origin, trials *t) {
    size_t const size = strlen(path) + 1;
    *r = (results){.path = memcpy(need(size, 1), path, size),
                   .origin = origin,
                   .kept = {.job = t->job, .by_grid = t->by_grid}};
    struct stat about;
    if (lstat(path, &about) != 0) {
        return 0; /* nothing is there yet */
    }
    int alone;
    int code = has_header_alone(path, &alone);
    if (code != 0 || alone) {
        return code;
    }
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.delimiter = ',';
    o.header = FCAP_HEADER_YES;
    fcap_table *table = NULL;
    fcap_faults faults;
    fcap_error err;
    fcap_status const status = fcap_table_read(path, &o, &table, &faults, &err);
    if (status == FCAP_E_DATA && faults.total > 0) {
        say_faults(path, &faults);
        say_note(t->job->args->quiet, "move the file away, or take another folder (-o)");
        return EXIT_DATA;
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", safe(err.message));
    }
    code = take_table(r, t, table);
    fcap_table_free(table);
    return code;
}

void results_close(results *r) {
    trials_close(&r->kept);
    free(r->path);
    r->path = NULL;
}

/* ---- writing ---- */

static void write_row(output *out, const result_line *l) {
    for (int c = 0; c < RESULT_COLUMNS - 1; c++) {
        output_text(out, l->cell[c]);
        output_text(out, ",");
    }
    output_text(out, l->sizes);
    output_text(out, "\n");
}

/* The complete rows, asked for or kept, in their order; *n of them. Borrows their sizes. */
static trial *gather(const results *r, const trials *t, int64_t *n, int32_t *largest) {
    trial *const list = need((size_t)(t->n + r->kept.n), sizeof *list);
    *n = 0;
    *largest = 1;
    for (int64_t i = 0; i < t->n + r->kept.n; i++) {
        const trial *const row = i < t->n ? &t->trial[i] : &r->kept.trial[i - t->n];
        if (row->state != TRIAL_OPEN) {
            list[(*n)++] = *row;
            *largest = row->size != NULL && row->k > *largest ? row->k : *largest;
        }
    }
    qsort(list, (size_t)*n, sizeof *list, trial_order);
    return list;
}

int results_write(const results *r, const trials *t) {
    const series *const named = r->kept.series != NULL ? r->kept.series : t->series;
    int64_t n;
    int32_t largest;
    trial *const list = gather(r, t, &n, &largest);
    result_line l = result_line_open(largest);
    output *const out = need(1, sizeof *out);
    int code = output_open(out, r->path);
    if (code == 0) {
        for (int c = 0; c < RESULT_COLUMNS; c++) {
            output_text(out, c > 0 ? "," : "");
            output_text(out, result_column(c));
        }
        output_text(out, "\n");
        for (int64_t i = 0; i < n; i++) {
            result_line_print(&l, t->job->args, r->origin, &named[list[i].series], &list[i]);
            write_row(out, &l);
        }
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
    }
    output_discard(out);
    free(out);
    free(l.sizes);
    free(list);
    return code;
}
