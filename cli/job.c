/* job.c - from the command line to a problem: read the file, find the columns, encode. */
#include "job.h"

#include "balance.h"
#include "id_doubles.h"
#include "looks.h"
#include "lookup.h"
#include "spellings.h"
#include "wishes.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static int read_table(job *j) {
    const arguments *const a = j->args;
    fcap_read_options o;
    fcap_read_options_init(&o);
    if (a->header && a->no_header) {
        return say_error(EXIT_USAGE, "--header and --no-header exclude each other");
    }
    o.header = a->header ? FCAP_HEADER_YES : a->no_header ? FCAP_HEADER_NO : FCAP_HEADER_DETECT;
    o.decimal_comma = a->decimal_comma;
    o.skip_lines = a->skip;
    o.threads = (int32_t)a->threads;
    if (a->delimiter != NULL) {
        int const tab = strcmp(a->delimiter, "tab") == 0 || strcmp(a->delimiter, "\\t") == 0;
        if (!tab && strlen(a->delimiter) != 1) {
            return say_error(EXIT_USAGE, "--delimiter takes one character or 'tab', not \"%s\"",
                             safe(a->delimiter));
        }
        o.delimiter = tab ? '\t' : a->delimiter[0];
    }
    /* --na takes texts separated by commas; the pieces live as long as this call. */
    char *copy[WORDS_MAX];
    const char *na[WORDS_MAX * 8];
    for (int w = 0; w < a->na.n; w++) {
        size_t const size = strlen(a->na.word[w]) + 1;
        copy[w] = memcpy(need(size, 1), a->na.word[w], size);
        for (char *at = copy[w]; at != NULL;) {
            if (o.n_na == WORDS_MAX * 8) {
                exit(say_error(EXIT_USAGE, "--na takes at most %d texts", WORDS_MAX * 8));
            }
            char *const comma = strchr(at, ',');
            if (comma != NULL) {
                *comma = 0;
            }
            na[o.n_na++] = at;
            at = comma != NULL ? comma + 1 : NULL;
        }
    }
    o.na = na;
    int const code = roster_read(&j->roster, a, &o, &j->table);
    for (int w = 0; w < a->na.n; w++) {
        free(copy[w]);
    }
    return code;
}

static int is_among(int32_t column, fcap_columns set) {
    int found = 0;
    for (int32_t i = 0; i < set.n; i++) {
        found |= set.index[i] == column;
    }
    return found;
}

/* The option that gives a column a part, or NULL. */
static const char *part_of(int32_t column, const fcap_encode_options *o) {
    return is_among(column, o->features)  ? "-f"
           : is_among(column, o->protect) ? "-p"
           : is_among(column, o->grouped) ? "--share or --no-isolate"
                                          : NULL;
}

/* Who somebody is, and where the LMS has put them, is no reason to be in one cluster: such
 * columns of an export, or of joined files, are ignored unless named. */
static void ignore_aside(const job *j, fcap_encode_options *o) {
    const roster *const r = &j->roster;
    if (o->features.n > 0 || (r->source == SOURCE_PLAIN && j->args->join.n == 0)) {
        return;
    }
    int32_t *const index = need((size_t)o->ignore.n + (size_t)r->roles.n, sizeof *index);
    int32_t n = 0;
    int32_t left = 0; /* columns that may make the distance */
    for (; n < o->ignore.n; n++) {
        index[n] = o->ignore.index[n];
    }
    for (int32_t c = 0; c < r->roles.n; c++) {
        int const used = part_of(c, o) != NULL || c == o->weight || c == j->id ||
                         is_among(c, o->numeric) || is_among(c, o->categorical);
        if (r->aside[c] && !used) {
            index[n++] = c;
        }
        left += !r->aside[c] && part_of(c, o) == NULL && !is_among(c, o->ignore);
    }
    if (left == 0 && j->args->join.n == 0 && j->args->distances == NULL) {
        say_note(j->args->quiet,
                 "this file says only who the students are; --join FILE adds what is known "
                 "about them, such as a survey");
    }
    free((void *)(uintptr_t)o->ignore.index);
    o->ignore = (fcap_columns){index, n};
}

static int check_roles(const job *j, const fcap_encode_options *o) {
    for (int32_t i = 0; i < o->ignore.n; i++) {
        int32_t const c = o->ignore.index[i];
        const char *const also = c == o->weight ? "-w" : part_of(c, o);
        if (also != NULL) {
            return say_error(EXIT_USAGE, "column \"%s\" is both ignored (-x) and used (%s)",
                             name_shown(fcap_table_name(j->table, c)), also);
        }
    }
    if (o->weight >= 0 && part_of(o->weight, o) != NULL) {
        return say_error(EXIT_USAGE,
                         "column \"%s\" is the weight (-w), so it cannot be used otherwise "
                         "(%s)",
                         name_shown(fcap_table_name(j->table, o->weight)),
                         part_of(o->weight, o));
    }
    return 0;
}

/* What only columns that make distances could mean. */
static int check_distances(const arguments *a) {
    const struct {
        const char *name;
        int given;
    } option[] = {{"-f", a->features.n > 0},
                  {"--weight-feature", a->weight_feature.n > 0},
                  {"--metric", a->metric >= 0},
                  {"--include-protected", a->include_protected}};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++) {
        if (option[i].given) {
            return say_error(EXIT_USAGE,
                             "%s and --distances exclude each other: given distances need no "
                             "columns",
                             option[i].name);
        }
    }
    return strcmp(a->distances, "-") == 0
               ? say_error(EXIT_USAGE, "--distances takes a file, not standard input")
               : 0;
}

static int read_distances(const job *j) {
    fcap_error err;
    const char *const path = j->args->distances;
    fcap_status const status = fcap_dataset_read_distances(j->dataset, path, &err);
    if (status == FCAP_E_DATA) {
        return say_error(EXIT_DATA, "%s: %s", safe(path), err.message);
    }
    return status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", safe(err.message));
}

static fcap_table *table_of_rules(const job *j) {
    return j->alike != NULL ? j->alike : j->table;
}

/* For teachers, the columns that rules and aims are about are spelled alike. */
static void spell_alike(job *j, const fcap_encode_options *o) {
    int32_t *const column = need(4 * (size_t)fcap_table_columns(j->table), sizeof *column);
    int32_t n = 0;
    for (int32_t i = 0; i < o->protect.n; i++) {
        column[n++] = o->protect.index[i];
    }
    for (int32_t i = 0; i < o->grouped.n; i++) {
        column[n++] = o->grouped.index[i];
    }
    for (int32_t i = 0; i < o->noted.n; i++) {
        if (!is_among(o->noted.index[i], (fcap_columns){column, n})) {
            column[n++] = o->noted.index[i];
        }
    }
    j->alike = spelled_alike(j->table, column, n, j->args->quiet);
    free(column);
}

static int encode(job *j, fcap_encode_options *o) {
    const arguments *const a = j->args;
    o->id = j->id;
    o->include_protected = a->include_protected;
    o->scale = (fcap_scale)a->scale;
    o->missing = (fcap_missing)a->missing;
    o->intersectional = a->intersectional;
    o->without_features = a->distances != NULL || aims_wanted(a);
    ignore_aside(j, o);
    int const code = check_roles(j, o);
    if (code != 0) {
        return code;
    }
    fcap_faults faults;
    fcap_error err;
    fcap_status const status =
        fcap_dataset_encode(table_of_rules(j), o, &j->dataset, &faults, &err);
    if (status == FCAP_E_DATA && faults.total > 0) {
        say_faults(a->file[0], &faults);
        return EXIT_DATA;
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    for (int32_t i = 0; i < fcap_dataset_notes(j->dataset); i++) {
        say_note(a->quiet, "%s", fcap_dataset_note(j->dataset, i));
    }
    int64_t const dropped = fcap_dataset_dropped(j->dataset);
    if (dropped > 0) {
        say_note(a->quiet, "%lld of %lld rows %s missing cells and %s left out",
                 (long long)dropped, (long long)fcap_table_rows(j->table),
                 dropped == 1 ? "has" : "have", dropped == 1 ? "is" : "are");
    }
    return a->distances != NULL ? read_distances(j) : 0;
}

/* ---- the story ---- */

static int find_all(job *j, fcap_encode_options *o, column_factors *stretch) {
    const arguments *const a = j->args;
    const fcap_table *const table = j->table;
    lookup const t = lookup_for(table, a);
    int code = a->id != NULL ? find_column(t, "--id", a->id, &j->id) : 0;
    int const group = a->command == CMD_GROUP;
    if (group) {
        j->id = a->id != NULL ? j->id : roster_id(&j->roster, j->table);
    }
    code = code != 0 ? code
           : group   ? balance_columns(t, &a->mix, &j->protect)
                     : find_columns(t, "-p", &a->protect, &j->protect);
    code = code != 0 ? code : find_columns(t, "-f", &a->features, &o->features);
    code = code != 0 ? code : find_columns(t, "-x", &a->ignore, &o->ignore);
    code = code != 0 ? code : find_columns(t, "--numeric", &a->numeric, &o->numeric);
    code =
        code != 0 ? code : find_columns(t, "--categorical", &a->categorical, &o->categorical);
    code = code != 0 ? code : find_factors(t, "--weight-feature", &a->weight_feature, stretch);
    if (code == 0 && a->weight != NULL) {
        code = find_column(t, "-w", a->weight, &o->weight);
    }
    if (code == 0 && a->intersectional && j->protect.n < 2) {
        code = say_error(EXIT_USAGE, "--intersectional combines at least two protected "
                                     "attributes: name them with -p COL,COL");
    }
    j->n_protect = a->intersectional ? 1 : j->protect.n;
    code = code != 0 ? code : shares_open(&j->shares, table, a, j->protect);
    o->protect = j->protect;
    o->grouped = j->shares.columns;
    o->stretch = stretch->factor;
    o->n_stretches = stretch->n;
    return code;
}

static int read_data(job *j) {
    fcap_encode_options o;
    column_factors stretch = {NULL, 0};
    fcap_encode_options_init(&o);
    int code = find_all(j, &o, &stretch);
    j->balance = need((size_t)j->n_protect, sizeof *j->balance);
    j->even = need((size_t)j->n_protect, 1);
    code =
        code != 0 || !aims_wanted(j->args) ? code : aims_columns(j->table, j->args, &o.noted);
    if (code == 0 && j->args->command == CMD_GROUP) {
        spell_alike(j, &o);
    }
    code = code != 0 ? code : encode(j, &o);
    code = code != 0 ? code : balance_set(j);
    free((void *)(uintptr_t)o.features.index);
    free((void *)(uintptr_t)o.ignore.index);
    free((void *)(uintptr_t)o.numeric.index);
    free((void *)(uintptr_t)o.categorical.index);
    free((void *)(uintptr_t)o.noted.index);
    free(stretch.factor);
    return code;
}

static int open_aims(job *j) {
    int const code = aims_open(&j->aims, table_of_rules(j), fcap_dataset_rows(j->dataset),
                               j->problem.n, j->args);
    j->problem.x = j->aims.x;
    j->problem.d = j->aims.d;
    j->problem.aim = j->aims.aim;
    j->problem.objective = FCAP_OBJECTIVE_MIXED;
    return code;
}

/* Other options say what the capacity is. */
static void say_slack_is_idle(const arguments *a) {
    const char *const instead = a->max_size > 0         ? "-q"
                                : a->sizes != NULL      ? "--sizes"
                                : a->group_size != NULL ? "-s"
                                                        : NULL;
    if (a->slack_given && instead != NULL) {
        say_note(a->quiet, "--slack has no effect: %s gives the capacity", instead);
    }
}

static int open_job(job *j) {
    const arguments *const a = j->args;
    int code = a->distances != NULL ? check_distances(a) : 0;
    code = code != 0 ? code : read_table(j);
    code = code != 0 ? code : read_data(j);
    if (code != 0) {
        return code;
    }
    if (a->slack.num < a->slack.den) {
        return say_error(EXIT_USAGE, "--slack must be at least 1");
    }
    say_slack_is_idle(a);
    j->problem = fcap_dataset_problem(j->dataset);
    if (aims_wanted(a)) {
        code = open_aims(j);
        if (code != 0) {
            return code;
        }
    }
    j->problem.metric = a->metric >= 0 ? (fcap_metric)a->metric : FCAP_METRIC_EUCLIDEAN;
    j->weight = j->problem.n;
    for (int64_t i = 0; j->problem.weight != NULL && i < j->problem.n; i++) {
        j->weight += j->problem.weight[i] - 1;
    }
    j->rules = (fcap_rules)FCAP_RULES_INIT;
    j->rules.k = (int32_t)a->clusters;
    j->rules.max_size = a->max_size;
    j->rules.slack = a->slack;
    j->rules.min_size = a->min_size;
    for (int32_t i = 0; i < j->problem.n_attributes && a->command != CMD_GROUP; i++) {
        looks_say_notes(j, i); /* of group, kinds_say_notes() does */
    }
    if (a->command & (CMD_CLUSTER | CMD_CHECK | CMD_PLAN)) {
        id_doubles_say_note(j); /* the others name no rows, or have notes of their own */
    }
    code = shares_find_groups(&j->shares, j->table, j->dataset, a);
    j->rules.share = j->shares.share;
    j->rules.n_shares = j->shares.n_shares;
    j->rules.no_isolate = j->shares.no_isolate;
    j->rules.n_no_isolate = j->shares.n_no_isolate;
    return code != 0 ? code : wishes_open(j);
}

int job_open(job *j, const arguments *args) {
    *j = (job){.args = args, .id = -1};
    int const code = open_job(j);
    if (code != 0) {
        job_close(j);
    }
    return code;
}

void job_close(job *j) {
    wishes_close(j);
    aims_close(&j->aims);
    fcap_dataset_free(j->dataset);
    fcap_table_free(j->alike);
    fcap_table_free(j->table);
    free((void *)(uintptr_t)j->protect.index);
    free(j->balance);
    free(j->even);
    free(j->no_groups);
    shares_close(&j->shares);
    roster_close(&j->roster);
    *j = (job){.id = -1};
}

/* ---- looking ---- */

const char *job_attribute(const job *j, int32_t a) {
    return name_shown(fcap_dataset_attribute_name(j->dataset, a));
}

int job_makes_groups(const job *j, int32_t column) {
    return (!j->args->intersectional && is_among(column, j->protect)) ||
           is_among(column, j->shares.columns);
}

const char *job_balance(const job *j) {
    static char text[512];
    int same = 1;
    for (int32_t a = 1; a < j->n_protect; a++) {
        same &=
            j->balance[a].num == j->balance[0].num && j->balance[a].den == j->balance[0].den;
    }
    size_t at = 0;
    for (int32_t a = 0; a < (same ? 1 : j->n_protect); a++) {
        int const n = snprintf(text + at, sizeof text - at, "%s%s%s%lld/%lld", a > 0 ? "," : "",
                               same ? "" : job_attribute(j, a), same ? "" : "=",
                               (long long)j->balance[a].num, (long long)j->balance[a].den);
        if (n < 0 || (size_t)n >= sizeof text - at) {
            break;
        }
        at += (size_t)n;
    }
    return text;
}

int32_t job_group_total(const job *j) {
    int32_t total = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        total += j->problem.attribute[a].n_groups;
    }
    return total;
}

void job_count_groups(const job *j, int64_t *total, int64_t *unknown) {
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        const fcap_attribute *const t = &j->problem.attribute[a];
        unknown[a] = 0;
        for (int32_t g = 0; g < t->n_groups; g++) {
            total[g] = 0;
        }
        for (int64_t i = 0; i < j->problem.n; i++) {
            if (t->group[i] < 0) {
                unknown[a]++;
            } else {
                total[t->group[i]]++;
            }
        }
        total += t->n_groups;
    }
}
