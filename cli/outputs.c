/* outputs.c - see outputs.h. */
#include "outputs.h"

#include "certificate.h"
#include "lms/targets.h"
#include "report/class_page.h"
#include "spared.h"
#include "table_out.h"
#include "wishes.h"
#include "words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TABLE,
    JSON,
    HTML,
    CERTIFICATE,
    TARGETS, /* those of --to are behind */
    OUTPUTS = TARGETS + TARGETS_MOST * FORMAT_FILES
};

/* The names of all outputs, NULL where none was asked for. */
typedef struct paths {
    const char *of[OUTPUTS];
    targets targets; /* what the names behind TARGETS are of */
} paths;

static int paths_open(paths *p, const arguments *a) {
    *p = (paths){.of = {[JSON] = a->json, [HTML] = a->html}};
    p->of[CERTIFICATE] = a->command != CMD_CHECK ? a->certificate : NULL; /* which reads it */
    int const code = targets_open(&p->targets, a);
    p->of[TABLE] = args_table(a);
    for (int i = 0; i < p->targets.n; i++) {
        for (int f = 0; f < FORMAT_FILES; f++) {
            p->of[TARGETS + i * FORMAT_FILES + f] = p->targets.of[i].path[f];
        }
    }
    return code;
}

static void paths_close(paths *p) {
    targets_close(&p->targets);
}

static int is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

/* The table, or what plan and check say, goes to standard output when nothing else is asked
 * for, or there. */
static void place_table(paths *path, const arguments *a) {
    if (a->output == NULL && path->targets.n == 0 && !is_stdout(a->json) &&
        !is_stdout(a->html) && !is_stdout(path->of[CERTIFICATE])) {
        path->of[TABLE] = "-";
    }
}

/* Where a report has taken its place, the table goes nowhere. */
static void say_no_table(const paths *path, const arguments *a) {
    const char *const taken = is_stdout(a->json)   ? "--json"
                              : is_stdout(a->html) ? "--html"
                                                   : "--certificate";
    if (a->output == NULL && path->targets.n == 0 && path->of[TABLE] == NULL) {
        say_note(a->quiet,
                 "the table is not written: %s takes standard output; -o FILE writes it",
                 taken);
    }
}

/* ---- before ---- */

/* Of two outputs into one file only the last would be left. A device may be named twice. */
static int meet(const char *one, const char *other) {
    if (strcmp(one, other) == 0 && (is_stdout(one) || !output_is_device(one))) {
        return 1;
    }
    return one_file(one, other);
}

static int check_names(const paths *path) {
    for (int i = 0; i < OUTPUTS; i++) {
        if (path->of[i] != NULL && path->of[i][0] == 0) {
            return say_error(EXIT_USAGE, "the name of an output is empty");
        }
        for (int j = 0; j < i; j++) {
            if (path->of[i] != NULL && path->of[j] != NULL && meet(path->of[i], path->of[j])) {
                return say_error(EXIT_USAGE, "two outputs cannot both go to \"%s\"",
                                 safe(path->of[is_stdout(path->of[j]) ? i : j]));
            }
        }
    }
    return 0;
}

/* What is read is never written over: the rows of a roster cannot be had back. */
static int spare_inputs(const paths *path, const arguments *a) {
    for (int i = 0; i < OUTPUTS; i++) {
        if (path->of[i] == NULL || !spared(a, path->of[i])) {
            continue;
        }
        if (is_stdout(path->of[i])) {
            return say_error(EXIT_USAGE,
                             "standard output goes to the input; send it to another file");
        }
        return say_error(EXIT_USAGE, "\"%s\" is the input; give the output another name",
                         safe(path->of[i]));
    }
    return 0;
}

/* A table under the name of a workbook would not open as one. */
static int refuse_workbooks(const paths *path) {
    static const char *const ends[] = {".xlsx", ".xls", ".ods", ".numbers"};
    for (int i = 0; i < OUTPUTS; i++) {
        const char *const dot = path->of[i] != NULL ? strrchr(path->of[i], '.') : NULL;
        for (size_t e = 0; dot != NULL && e < sizeof ends / sizeof *ends; e++) {
            if (strcmp(dot, ends[e]) == 0) {
                return say_error(EXIT_USAGE,
                                 "\"%s\" would be no workbook: what is written is CSV, which "
                                 "spreadsheets open too; call it \"%.*s.csv\"",
                                 safe(path->of[i]), (int)(dot - path->of[i]),
                                 safe(path->of[i]));
            }
        }
    }
    return 0;
}

int outputs_check(const arguments *a) {
    paths path;
    int code = paths_open(&path, a);
    place_table(&path, a);
    code = code != 0 ? code : check_names(&path);
    code = code != 0 ? code : spare_inputs(&path, a);
    code = code != 0 || a->command != CMD_GROUP ? code : refuse_workbooks(&path);
    paths_close(&path);
    return code;
}

/* A file that cannot be written is better known before a long search than after it, and so is
 * that the table goes nowhere. */
int outputs_try(const arguments *a) {
    paths path;
    int code = paths_open(&path, a);
    place_table(&path, a);
    output *const trial = need(1, sizeof *trial);
    for (int i = 0; i < OUTPUTS && code == 0; i++) {
        if (path.of[i] != NULL && !is_stdout(path.of[i]) && !output_is_device(path.of[i])) {
            code = output_open(trial, path.of[i]);
            output_discard(trial);
        }
    }
    if (code == 0) {
        say_no_table(&path, a);
    }
    free(trial);
    paths_close(&path);
    return code;
}

static sheet sheet_of(const job *j, const int32_t *labels) {
    return (sheet){.table = j->table,
                   .roster = &j->roster,
                   .row = fcap_dataset_rows(j->dataset),
                   .n = j->problem.n,
                   .label = labels,
                   .k = j->rules.k,
                   .names = wishes_names(j),
                   .students = j->students,
                   .words = file_words_of(j->args),
                   .course = j->args->course,
                   .group_set = j->args->group_set,
                   .quiet = j->args->quiet};
}

int outputs_fit(const job *j) {
    paths path;
    int code = paths_open(&path, j->args);
    sheet const s = sheet_of(j, NULL);
    code = code != 0 ? code : targets_check(&path.targets, &s);
    if (code == 0 && path.targets.n > 0) {
        sheet_say_left_out(&s);
    }
    paths_close(&path);
    return code;
}

/* ---- after ---- */

static int finish_and_commit(output *list, int n) {
    int code = 0;
    for (int i = 0; i < n && code == 0; i++) {
        code = list[i].path != NULL ? output_finish(&list[i]) : 0;
    }
    for (int i = 0; i < n && code == 0; i++) {
        code = list[i].path != NULL ? output_commit(&list[i]) : 0;
    }
    return code;
}

static void write_one(output *out, int which, const result *r, const targets *t) {
    if (which >= TARGETS) {
        sheet const s = sheet_of(r->job, r->labels);
        int const file = which - TARGETS;
        t->of[file / FORMAT_FILES].format->write(out, file % FORMAT_FILES, &s);
    } else if (which == TABLE) {
        write_labelled_table(out, r->job, r->labels);
    } else if (which == JSON) {
        report_json(out, r);
    } else if (which == HTML) {
        (r->job->args->command == CMD_GROUP ? class_page : report_html)(out, r);
    } else {
        certificate_write(out, r->job, r->multipliers, r->report.multiplier_bound);
    }
}

/* The certificate of an earlier run is not left beside a table that it does not belong to.
 * Whatever else has its name is spared. */
static int remove_old_certificate(const char *path) {
    if (is_stdout(path) || output_is_device(path) || !certificate_is_one(path)) {
        return 0;
    }
    char *const file = realpath(path, NULL); /* of a link, what it leads to */
    int const failed = file == NULL || unlink(file) != 0;
    int const why = errno;
    free(file);
    return failed
               ? say_error(EXIT_IO, "cannot remove %s, the certificate of an earlier run: %s",
                           safe(path), strerror(why))
               : 0;
}

/* The outputs that are files, or the one that is standard output. */
static int write_some(const result *r, const paths *path, output *list, int to_stdout) {
    int code = 0;
    for (int i = 0; i < OUTPUTS && code == 0; i++) {
        if (path->of[i] != NULL && is_stdout(path->of[i]) == to_stdout &&
            (code = output_open(&list[i], path->of[i])) == 0) {
            write_one(&list[i], i, r, &path->targets);
        }
    }
    code = code != 0 ? code : finish_and_commit(list, OUTPUTS);
    for (int i = 0; i < OUTPUTS; i++) {
        output_discard(&list[i]);
        list[i].path = NULL;
    }
    return code;
}

/* Standard output comes last: who reads it may leave at any moment, and with the signal of that
 * the program ends. The files are there by then, and the old certificate (or NULL) is gone. */
static int write_all(const result *r, const paths *path, const char *old) {
    output *const list = need(OUTPUTS, sizeof *list);
    int code = write_some(r, path, list, 0);
    code = code == 0 && old != NULL ? remove_old_certificate(old) : code;
    code = code != 0 ? code : write_some(r, path, list, 1);
    free(list);
    return code;
}

int outputs_write(const result *r, void (*summary)(const result *)) {
    const arguments *const a = r->job->args;
    int const unproved = a->certificate != NULL && r->report.multiplier_bound < 0;
    paths path;
    int code = paths_open(&path, a);
    place_table(&path, a);
    if (unproved) {
        path.of[CERTIFICATE] = NULL;
        say_note(a->quiet, "no certificate is written: %s",
                 r->report.lower_bound >= 0 ? "only the bound for sizes and one balance of two "
                                              "groups has one"
                                            : "there is no lower bound");
    }
    code = code != 0 ? code : write_all(r, &path, unproved ? a->certificate : NULL);
    if (code == 0) {
        summary(r);
        targets_say_next(&path.targets, a->quiet);
    }
    paths_close(&path);
    return code;
}

int outputs_write_infeasible(const job *j, const fcap_plan_report *plan) {
    if (j->args->json == NULL) {
        return 0;
    }
    output *const out = need(1, sizeof *out);
    int code = output_open(out, j->args->json);
    if (code == 0) {
        report_json_infeasible(out, j, plan);
        code = finish_and_commit(out, 1);
        output_discard(out);
    }
    free(out);
    return code;
}
