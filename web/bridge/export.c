/* export.c - groups as files that a learning-management system imports. */
#include "bridge.h"
#include "cmd_group.h"
#include "json_more.h"
#include "labels.h"
#include "lms/targets.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

static sheet sheet_of(const job *j, const int32_t *label) {
    return (sheet){.table = j->table,
                   .roster = &j->roster,
                   .row = fcap_dataset_rows(j->dataset),
                   .n = j->problem.n,
                   .label = label,
                   .k = j->rules.k,
                   .names = wishes_names(j),
                   .students = j->students,
                   .words = file_words_of(j->args),
                   .course = j->args->course,
                   .group_set = j->args->group_set};
}

static int write_file(const target *t, int which, const sheet *s) {
    output *const file = need(1, sizeof *file);
    int code = output_open(file, t->path[which]);
    if (code == 0) {
        t->format->write(file, which, s);
        code = output_finish(file);
    }
    output_discard(file);
    free(file);
    return code;
}

static int write_all(output *out, const targets *t, const sheet *s) {
    int code = targets_check(t, s);
    int n = 0;
    output_text(out, "{\"files\":[");
    for (int i = 0; i < t->n; i++) {
        for (int f = 0; f < t->of[i].format->n_files && code == 0; f++) {
            code = write_file(&t->of[i], f, s);
            json_comma(out, &n);
            json_string(out, t->of[i].path[f]);
        }
    }
    output_text(out, "]}\n");
    if (code == 0) {
        targets_say_next(t, 0);
    }
    return code;
}

int bridge_export(output *out, const arguments *args) {
    job j;
    arguments asked;
    targets t;
    int code = group_open(&j, &asked, args);
    if (code != 0) {
        return code;
    }
    int32_t *const label = labels_load(&j);
    code = label == NULL ? EXIT_DATA : targets_open(&t, args);
    if (code == 0) {
        sheet const s = sheet_of(&j, label);
        code = write_all(out, &t, &s);
        targets_close(&t);
    }
    free(label);
    job_close(&j);
    return code;
}

int bridge_formats(output *out, const arguments *args) {
    job j;
    arguments asked;
    int const code = group_open(&j, &asked, args);
    if (code != 0) {
        return code;
    }
    sheet const s = sheet_of(&j, NULL);
    output_text(out, "{\"formats\":[");
    for (int i = 0; i < n_formats; i++) {
        const format *const f = &formats[i];
        int n = 0;
        fprintf(stderr, "format: %s\n", f->name);
        output_text(out, i > 0 ? ",{" : "{");
        json_text(out, &n, "name", f->name);
        json_text(out, &n, "words", f->what);
        json_field(out, &n, "usable");
        output_text(out, f->check == NULL || f->check(&s, f->name) == 0 ? "true" : "false");
        json_text(out, &n, "extension", f->extension != NULL ? f->extension : "");
        output_text(out, "}");
    }
    output_text(out, "]}\n");
    job_close(&j);
    return 0;
}
