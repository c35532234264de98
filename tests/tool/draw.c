/* draw.c - draws the figures of any table of results, also of such that no run would give.
 *
 *     draw_figures sweep|tune FOLDER RESULTS REFERENCES|- FILE [options of faircap cluster]
 *
 * RESULTS has the columns of results.csv; series are told apart by name, slack and lambda, in
 * the order in which they appear, and rows are by series, k, seed. Of a tune, series of one
 * name are a grid, and the cheapest of them is the one chosen.
 */
#include "figure/figures.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPTIONS_MOST = 64,
    SERIES_MOST = 1000
};

static double number(fcap_table *t, const fcap_cell *row, const char *name, double otherwise) {
    double value = 0;
    int32_t const c = fcap_table_find(t, name);
    return c >= 0 && fcap_table_number(t, row[c], &value) == 1 ? value : otherwise;
}

static void text(fcap_table *t, const fcap_cell *row, const char *name, char *to, size_t size) {
    fcap_cell const cell = row[fcap_table_find(t, name)];
    snprintf(to, size, "%.*s", (int)cell.size, cell.text);
}

static fcap_method method_named(const char *name) {
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        const char *const known = fcap_method_name((fcap_method)m);
        if (strncmp(name, known, strlen(known)) == 0 && strchr("/@", name[strlen(known)])) {
            return (fcap_method)m;
        }
    }
    return FCAP_METHOD_BEST; /* a name of no method is drawn like best */
}

static series series_of(fcap_table *t, const fcap_cell *row) {
    series s = {.lambda = number(t, row, "lambda", 0.3)};
    text(t, row, "method", s.name, sizeof s.name);
    s.method = method_named(s.name);
    s.fairlets = strstr(s.name, "/vanilla") != NULL ? FCAP_FAIRLETS_VANILLA : FCAP_FAIRLETS_MCF;
    s.slack = (fcap_ratio){(int64_t)(number(t, row, "slack", 1.01) * 1000 + 0.5), 1000};
    return s;
}

static int32_t series_index(trials *t, const series *s) {
    for (int32_t i = 0; i < t->n_series; i++) {
        if (strcmp(t->series[i].name, s->name) == 0 && t->series[i].lambda == s->lambda &&
            t->series[i].slack.num == s->slack.num) {
            return i;
        }
    }
    t->series[t->n_series] = *s;
    return t->n_series++;
}

static void read_sizes(trial *to, const char *list) {
    to->size = need((size_t)to->k, sizeof *to->size);
    char *at = (char *)(uintptr_t)list;
    for (int32_t c = 0; c < to->k; c++) {
        to->size[c] = strtoll(at, &at, 10);
    }
}

static void read_trial(trials *t, fcap_table *table, int64_t i) {
    static const char *const outcome[] = {"optimal", "feasible", "time_limit"};
    static char list[100000];
    const fcap_cell *const row = fcap_table_row(table, i);
    series const s = series_of(table, row);
    trial *const to = &t->trial[t->n++];
    *to = (trial){.series = series_index(t, &s),
                  .k = (int32_t)number(table, row, "k", 1),
                  .seed = (int64_t)number(table, row, "seed", 1),
                  .q = (int64_t)number(table, row, "q", 0),
                  .cost = number(table, row, "cost", 0),
                  .bound = number(table, row, "bound", -1),
                  .balance = number(table, row, "balance", -1),
                  .over_capacity = (int64_t)number(table, row, "over_capacity", 0),
                  .unbalanced = (int64_t)number(table, row, "unbalanced", 0),
                  .repaired = (int32_t)number(table, row, "repaired", 0),
                  .seconds = number(table, row, "seconds", 0)};
    text(table, row, "status", list, sizeof list);
    to->state = strcmp(list, "infeasible") == 0  ? TRIAL_INFEASIBLE
                : strcmp(list, "not_found") == 0 ? TRIAL_NOT_FOUND
                : list[0] == 0                   ? TRIAL_OPEN
                                                 : TRIAL_DONE;
    for (int o = 0; o < 3; o++) {
        to->outcome = strcmp(list, outcome[o]) == 0 ? (fcap_outcome)o : to->outcome;
    }
    text(table, row, "sizes", list, sizeof list);
    read_sizes(to, list);
}

static int read_results(trials *t, const char *path) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    o.delimiter = ',';
    fcap_table *table = NULL;
    fcap_faults faults;
    fcap_error err;
    if (fcap_table_read(path, &o, &table, &faults, &err) != FCAP_OK) {
        return say_error(EXIT_DATA, "%s", err.message);
    }
    int64_t const n = fcap_table_rows(table);
    t->trial = need((size_t)n, sizeof *t->trial);
    t->series = need(SERIES_MOST, sizeof *t->series);
    for (int64_t i = 0; i < n; i++) {
        read_trial(t, table, i);
    }
    fcap_table_free(table);
    return 0;
}

/* ---- a tune ---- */

static double mean_cost(const trials *t, int32_t s) {
    double total = 0;
    int64_t n = 0;
    for (int64_t i = 0; i < t->n; i++) {
        if (t->trial[i].series == s && t->trial[i].state == TRIAL_DONE &&
            !t->trial[i].repaired) {
            total += t->trial[i].cost;
            n++;
        }
    }
    return n > 0 ? total / (double)n : -1;
}

static void choose(tuned_choice *c, const trials *t) {
    double least = -1;
    c->series = -1;
    for (int32_t s = c->first; s < c->first + c->n_series; s++) {
        double const mean = mean_cost(t, s);
        c->n_lambdas += t->series[s].slack.num == t->series[c->first].slack.num;
        if (mean >= 0 && (least < 0 || mean < least)) {
            least = mean;
            c->series = s;
        }
    }
    c->n_slacks = c->n_series / c->n_lambdas;
    c->has_lambda = c->method == FCAP_METHOD_FAIR_KMEDOIDS;
    c->excess = least >= 0 ? 1 : -1;
    c->balance = -1;
    snprintf(c->why, sizeof c->why, "No run of the grid has an answer.");
    if (c->series >= 0) {
        c->slack = t->series[c->series].slack;
        c->lambda = t->series[c->series].lambda;
        snprintf(c->why, sizeof c->why, "The cheapest of %d.", (int)c->n_series);
    }
}

static tuned make_choices(const trials *t) {
    tuned all = {.choice = need((size_t)t->n_series, sizeof *all.choice)};
    for (int32_t s = 0; s < t->n_series; s++) {
        const series *const one = &t->series[s];
        if (s == 0 || strcmp(one->name, t->series[s - 1].name) != 0) {
            tuned_choice *const c = &all.choice[all.n++];
            *c = (tuned_choice){.method = one->method, .fairlets = one->fairlets, .first = s};
            strcpy(c->name, one->name);
        }
        all.choice[all.n - 1].n_series++;
    }
    for (int32_t i = 0; i < all.n; i++) {
        choose(&all.choice[i], t);
    }
    return all;
}

static int draw(const trials *t, int tune, const char *folder, const char *published) {
    if (tune) {
        tuned all = make_choices(t);
        int const code = figures_write_tune(folder, t, &all);
        free(all.choice);
        return code;
    }
    references r = {0};
    int const given = strcmp(published, "-") != 0;
    int code = given ? references_open(&r, published, t->job->args) : 0;
    code = code != 0 ? code : figures_write_sweep(folder, t, given ? &r : NULL);
    references_close(&r);
    return code;
}

int main(int argc, char **argv) {
    if (argc < 6 || argc > OPTIONS_MOST) {
        return say_error(EXIT_USAGE,
                         "draw_figures sweep|tune FOLDER RESULTS REFERENCES|- FILE");
    }
    char *options[OPTIONS_MOST + 1] = {argv[0], (char[]){"cluster"}};
    for (int i = 5; i < argc; i++) {
        options[i - 3] = argv[i];
    }
    arguments args;
    int finished = 0;
    int code = args_parse(argc - 3, options, &args, &finished);
    job j;
    code = code != 0 || finished ? code : job_open(&j, &args);
    if (code != 0 || finished) {
        return code;
    }
    trials t = {.job = &j};
    code = read_results(&t, argv[3]);
    code = code != 0 ? code : draw(&t, strcmp(argv[1], "tune") == 0, argv[2], argv[4]);
    for (int64_t i = 0; i < t.n; i++) {
        free(t.trial[i].size);
    }
    free(t.trial);
    free(t.series);
    job_close(&j);
    return code;
}
