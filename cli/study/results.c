/* results.c - see results.h. */
#include "study/results.h"

#include "request.h"
#include "save.h"
#include "study/series.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    METHOD,
    CLUSTERS,
    SEED,
    CAPACITY,
    STATUS,
    COST,
    BOUND,
    GAP,
    BALANCE,
    VIOLATIONS,
    OVER_CAPACITY,
    UNBALANCED,
    REPAIRED,
    SECONDS,
    SLACK,
    LAMBDA,
    SIZES,
    COLUMNS
};
static const char *const NAME[COLUMNS] = {
    "method",   "k",       "seed",    "q",          "status",        "cost",
    "bound",    "gap",     "balance", "violations", "over_capacity", "unbalanced",
    "repaired", "seconds", "slack",   "lambda",     "sizes"};

/* ---- a row as text ---- */

typedef struct line {
    char cell[SIZES][SERIES_NAME]; /* all but the last */
    char *sizes;                   /* the last */
} line;

enum {
    SIZE_WIDTH = 21 /* of one size and a blank */
};

static void print_integer(char cell[SERIES_NAME], int64_t value) {
    snprintf(cell, SERIES_NAME, "%lld", (long long)value);
}

/* Negative numbers mean "none" in a trial. */
static void print_number(char cell[SERIES_NAME], double value) {
    if (value >= 0) {
        fcap_number_print(value, cell);
    }
}

static void print_answer(line *l, const series *s, const trial *row) {
    print_number(l->cell[COST], row->cost);
    print_number(l->cell[BOUND], row->bound);
    print_number(l->cell[GAP], trial_gap(row));
    print_number(l->cell[BALANCE], row->balance);
    print_integer(l->cell[VIOLATIONS], row->over_capacity + row->unbalanced);
    print_integer(l->cell[OVER_CAPACITY], row->over_capacity);
    print_integer(l->cell[UNBALANCED], row->unbalanced);
    if (method_packs(s->method)) {
        print_integer(l->cell[REPAIRED], row->repaired);
    }
    print_number(l->cell[SECONDS], row->seconds);
    size_t at = 0;
    for (int32_t c = 0; c < row->k; c++) {
        at += (size_t)snprintf(l->sizes + at, SIZE_WIDTH, "%s%lld", c > 0 ? " " : "",
                               (long long)row->size[c]);
    }
}

/* l->sizes has room for SIZE_WIDTH characters a cluster. */
static void print_row(line *l, const arguments *a, const series *s, const trial *row) {
    char slack[RATIO_SIZE];
    memset(l->cell, 0, sizeof l->cell);
    l->sizes[0] = 0;
    snprintf(l->cell[METHOD], SERIES_NAME, "%s", s->name);
    print_integer(l->cell[CLUSTERS], row->k);
    print_integer(l->cell[SEED], row->seed);
    print_integer(l->cell[CAPACITY], row->q);
    snprintf(l->cell[STATUS], SERIES_NAME, "%s", trial_status(row));
    if (row->state == TRIAL_DONE) {
        print_answer(l, s, row);
    }
    if (a->max_size == 0) {
        snprintf(l->cell[SLACK], SERIES_NAME, "%s", ratio_print(s->slack, slack));
    }
    if (s->method == FCAP_METHOD_FAIR_KMEDOIDS) {
        print_number(l->cell[LAMBDA], s->lambda);
    }
}

/* ---- a row from text: what is no number becomes one that prints otherwise ---- */

static int64_t integer_in(fcap_cell cell) {
    int64_t value = 0;
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.text[i] < '0' || cell.text[i] > '9' || value > (INT64_MAX - 9) / 10) {
            return -1;
        }
        value = 10 * value + (cell.text[i] - '0');
    }
    return cell.size > 0 ? value : -1;
}

static double number_in(fcap_cell cell) {
    double value;
    return fcap_number_parse(cell.text, cell.size, '.', &value) == 1 ? value : -1;
}

static int is_text(fcap_cell cell, const char *text) {
    return cell.size == strlen(text) && memcmp(cell.text, text, cell.size) == 0;
}

/* A short cell as a string. */
static void text_in(fcap_cell cell, char text[SERIES_NAME]) {
    snprintf(text, SERIES_NAME, "%.*s", (int)(cell.size < SERIES_NAME ? cell.size : 0),
             cell.text);
}

static int read_series(const fcap_cell *cell, const trials *t, series *out) {
    const arguments *const a = t->job->args;
    char text[SERIES_NAME];
    char why[SERIES_WHY];
    fcap_error err;
    text_in(cell[METHOD], text);
    if (!series_parse(text, a, out, why)) {
        return 0;
    }
    if (cell[SLACK].size > 0) {
        text_in(cell[SLACK], text);
        if (fcap_ratio_parse(text, &out->slack, &err) != FCAP_OK) {
            return 0;
        }
    }
    if (cell[LAMBDA].size > 0) {
        out->lambda = number_in(cell[LAMBDA]);
    }
    series_set_name(out, t->by_grid ? out->slack : a->slack);
    return 1;
}

static void read_status(fcap_cell cell, trial *row) {
    for (int state = TRIAL_DONE; state <= TRIAL_NOT_FOUND; state++) {
        for (int o = 0; o < FCAP_OUTCOME_END; o++) {
            trial const candidate = {.state = (trial_state)state, .outcome = (fcap_outcome)o};
            if (is_text(cell, trial_status(&candidate)) && o != FCAP_INTERRUPTED) {
                row->state = candidate.state;
                row->outcome = candidate.outcome;
                return;
            }
        }
    }
}

/* k numbers that add up to n, none above the one before; NULL otherwise. */
static int64_t *read_sizes(fcap_cell cell, int32_t k, int64_t n) {
    if (k < 1 || k > n) {
        return NULL;
    }
    int64_t *const size = need((size_t)k, sizeof *size);
    size_t at = 0;
    int64_t left = n;
    int in_order = 1;
    for (int32_t c = 0; c < k; c++) {
        const char *const blank =
            at < cell.size ? memchr(cell.text + at, ' ', cell.size - at) : NULL;
        size_t const end = blank != NULL ? (size_t)(blank - cell.text) : cell.size;
        size[c] = at < end ? integer_in((fcap_cell){cell.text + at, end - at}) : -1;
        left -= size[c];
        in_order = in_order && size[c] > 0 && (c == 0 || size[c] <= size[c - 1]);
        at = end + 1;
    }
    if (left != 0 || !in_order) {
        free(size);
        return NULL;
    }
    return size;
}

/* Column by column; 0: the row is none of ours, beyond what its own text tells. */
static int read_row(const fcap_cell *cell, const trials *t, const series *s, trial *row) {
    int64_t const k = integer_in(cell[CLUSTERS]);
    *row = (trial){.k = k < 1 || k > INT32_MAX ? 0 : (int32_t)k,
                   .seed = integer_in(cell[SEED]),
                   .q = integer_in(cell[CAPACITY])};
    read_status(cell[STATUS], row);
    if (row->state == TRIAL_OPEN || row->k == 0 || row->seed < 0) {
        return 0;
    }
    fcap_rules rules = t->job->rules;
    rules.k = row->k;
    rules.slack = s->slack;
    if (row->q != fcap_rules_capacity(&rules, t->job->weight)) {
        return 0;
    }
    if (row->state != TRIAL_DONE) {
        return 1;
    }
    row->cost = number_in(cell[COST]);
    row->bound = number_in(cell[BOUND]);
    row->balance = number_in(cell[BALANCE]);
    row->over_capacity = integer_in(cell[OVER_CAPACITY]);
    row->unbalanced = integer_in(cell[UNBALANCED]);
    row->repaired = is_text(cell[REPAIRED], "1");
    row->seconds = number_in(cell[SECONDS]);
    row->size = read_sizes(cell[SIZES], row->k, t->job->problem.n);
    return row->size != NULL && row->cost >= 0 && row->seconds >= 0 &&
           row->over_capacity >= 0 && row->unbalanced >= 0 &&
           (row->balance >= 0) == (t->job->n_protect > 0);
}

/* ---- the whole file ---- */

static int refuse(const results *r, int64_t row, const char *why) {
    return say_error(EXIT_DATA,
                     "%s: line %lld %s; move the file away, or take another folder (-o)",
                     safe(r->path), (long long)row + 2, why);
}

static int check_header(const results *r, const fcap_table *table) {
    int known = fcap_table_columns(table) == COLUMNS;
    for (int32_t c = 0; known && c < COLUMNS; c++) {
        known = strcmp(fcap_table_name(table, c), NAME[c]) == 0;
    }
    return known ? 0
                 : say_error(EXIT_DATA,
                             "%s has other columns than the results of a sweep; move the file "
                             "away, or take another folder (-o)",
                             safe(r->path));
}

/* Is the row what would be written for it? */
static int as_written(const fcap_cell *cell, const arguments *a, const series *s,
                      const trial *row) {
    size_t const clusters = row->size != NULL ? (size_t)row->k : 0; /* else k has no limit */
    line l = {.sizes = need(clusters + 1, SIZE_WIDTH)};
    print_row(&l, a, s, row);
    int same = is_text(cell[SIZES], l.sizes);
    for (int c = 0; same && c < SIZES; c++) {
        same = is_text(cell[c], l.cell[c]);
    }
    free(l.sizes);
    return same;
}

/* The index of the series among those asked for and those that only the file has. */
static int32_t index_of(trials *kept, const series *s) {
    int32_t i = 0;
    while (i < kept->n_series && !series_same(&kept->series[i], s)) {
        i++;
    }
    if (i == kept->n_series) {
        kept->series[kept->n_series++] = *s;
    }
    return i;
}

static int take_row(results *r, trials *t, const fcap_cell *cell, int64_t index) {
    series s;
    trial row = {0};
    int const known = read_series(cell, t, &s) && read_row(cell, t, &s, &row) &&
                      as_written(cell, t->job->args, &s, &row);
    if (!known) {
        free(row.size);
        return refuse(r, index, "is no row that faircap wrote");
    }
    row.series = index_of(&r->kept, &s);
    trial *const asked = row.series < t->n_series
                             ? bsearch(&row, t->trial, (size_t)t->n, sizeof row, trial_order)
                             : NULL;
    if (asked == NULL) {
        r->kept.trial[r->kept.n++] = row;
        return 0;
    }
    if (asked->state != TRIAL_OPEN) {
        free(row.size);
        return refuse(r, index, "is there twice");
    }
    *asked = row;
    return 0;
}

static int check_twice(results *r) {
    trials *const kept = &r->kept;
    qsort(kept->trial, (size_t)kept->n, sizeof *kept->trial, trial_order);
    for (int64_t i = 1; i < kept->n; i++) {
        const trial *const row = &kept->trial[i];
        if (trial_order(row - 1, row) == 0) {
            return say_error(EXIT_DATA,
                             "%s: %s with k %d and seed %lld is there twice; move the file "
                             "away, or take another folder (-o)",
                             safe(r->path), kept->series[row->series].name, (int)row->k,
                             (long long)row->seed);
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
    for (int64_t i = 0; i < rows && code == 0; i++) {
        const fcap_cell *const cell = fcap_table_row(table, i);
        code = cell != NULL ? take_row(r, t, cell, i)
                            : say_error(EXIT_IO, "out of memory for %s", safe(r->path));
    }
    return code != 0 ? code : check_twice(r);
}

int results_open(results *r, const char *path, trials *t) {
    size_t const size = strlen(path) + 1;
    *r = (results){.path = memcpy(need(size, 1), path, size),
                   .kept = {.job = t->job, .by_grid = t->by_grid}};
    struct stat about;
    if (lstat(path, &about) != 0) {
        return 0; /* nothing is there yet */
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
        return EXIT_DATA;
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", safe(err.message));
    }
    int const code = take_table(r, t, table);
    fcap_table_free(table);
    return code;
}

void results_close(results *r) {
    trials_close(&r->kept);
    free(r->path);
    r->path = NULL;
}

/* ---- writing ---- */

static void write_row(output *out, const arguments *a, const series *s, const trial *row,
                      line *l) {
    print_row(l, a, s, row);
    for (int c = 0; c < SIZES; c++) {
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
    line l = {.sizes = need((size_t)largest + 1, SIZE_WIDTH)};
    output *const out = need(1, sizeof *out);
    int code = output_open(out, r->path);
    if (code == 0) {
        for (int c = 0; c < COLUMNS; c++) {
            output_text(out, c > 0 ? "," : "");
            output_text(out, NAME[c]);
        }
        output_text(out, "\n");
        for (int64_t i = 0; i < n; i++) {
            write_row(out, t->job->args, &named[list[i].series], &list[i], &l);
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
