/* report.c - see report.h. */
#include "shard/report.h"

#include "shard/plain_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char NAME[] = "report.json";

static void put_text(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c != 0; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(to, "\\%c", *c);
        } else if (*c < 0x20) {
            fprintf(to, "\\u%04x", *c);
        } else {
            fputc(*c, to);
        }
    }
    fputc('"', to);
}

static void put_number(FILE *to, const char *key, double value, int known) {
    char text[FCAP_NUMBER_SIZE] = "null";
    if (known) {
        fcap_number_print(value, text);
    }
    fprintf(to, "\"%s\": %s", key, text);
}

/* By attribute and name, as faircap has them: a group may be called as a key is. */
static void put_groups(FILE *to, const told_answer *a, int32_t i) {
    fprintf(to, ", \"groups\": {");
    if (a->s->n_groups == 2) {
        put_text(to, a->s->from->l->name[a->s->protect]);
        fprintf(to, ": {");
        for (int32_t g = 0; g < 2; g++) {
            fprintf(to, "%s", g > 0 ? ", " : "");
            put_text(to, a->s->group[g]);
            fprintf(to, ": %" PRId64, a->count[g * a->at->k + i]);
        }
        fprintf(to, "}");
    }
    fprintf(to, "}");
}

static void put_clusters(FILE *to, const told_answer *a) {
    int32_t const k = a->at->k;
    fprintf(to, ",\n \"clusters\": [");
    for (int32_t i = 0; i < k; i++) {
        int64_t size = 0;
        for (int32_t g = 0; g < a->s->n_groups; g++) {
            size += a->count[g * k + i];
        }
        fprintf(to, "%s\n  {\"cluster\": %d, \"size\": %" PRId64 ", \"medoid\": %" PRId64,
                i > 0 ? "," : "", (int)i + 1, size, a->at->medoid[i] + 1);
        put_groups(to, a, i);
        fprintf(to, "}");
    }
    fprintf(to, "]}\n");
}

static void put_all(FILE *to, const told_answer *a) {
    static const char *const scale[] = {"minmax", "zscore", "none"};
    const fcap_mpi_summary *const m = a->summary;
    double const gap = m->cost > 0 ? (m->cost - m->fixed_medoid_bound) / m->cost : 0;
    fprintf(to, "{\"faircap\": ");
    put_text(to, fcap_version());
    fprintf(to, ", \"request\": \"%016" PRIx64 "\"", a->digest);
    fprintf(to,
            ",\n \"n\": %" PRId64 ", \"dropped\": %" PRId64 ", \"coordinates\": %d, \"k\": %d, "
            "\"max_size\": %" PRId64 ", \"min_size\": %" PRId64 ",\n \"balance_required\": ",
            m->n, m->dropped, (int)m->d, (int)m->k, m->max_size, a->q->min_size);
    if (a->s->n_groups == 2) {
        fprintf(to, "\"%" PRId64 "/%" PRId64 "\", \"balance\": \"%" PRId64 "/%" PRId64 "\"",
                a->q->balance.num, a->q->balance.den, m->balance.num, m->balance.den);
    } else {
        fprintf(to, "null, \"balance\": null");
    }
    fprintf(to, ",\n \"scale\": \"%s\", \"metric\": \"%s\", \"features\": [",
            scale[a->q->scale], fcap_metric_name(a->s->metric));
    for (int32_t f = 0; f < a->s->n_features; f++) {
        fprintf(to, "%s", f > 0 ? ", " : "");
        put_text(to, a->s->from->l->name[a->s->feature[f].column]);
    }
    fprintf(to, "],\n \"seed\": %" PRIu64 ", \"effort\": %d, \"status\": \"%s\",\n ",
            a->q->seed, (int)a->q->effort, m->stopped ? "time_limit" : "feasible");
    put_number(to, "cost", m->cost, 1);
    fprintf(to, ", ");
    put_number(to, "lower_bound", m->lower_bound, m->lower_bound >= 0);
    fprintf(to, ",\n ");
    put_number(to, "fixed_medoid_bound", m->fixed_medoid_bound, 1);
    fprintf(to, ", ");
    put_number(to, "fixed_medoid_gap", gap > 0 ? gap : 0, 1);
    fprintf(
        to,
        ",\n \"assignment_proved\": %s, \"rounds\": %d, \"passes\": %d, \"gathered\": %" PRId64
        ",\n \"smallest\": %" PRId64 ", \"largest\": %" PRId64,
        m->assignment_proved ? "true" : "false", (int)m->rounds, (int)m->passes, m->gathered,
        m->smallest, m->largest);
    put_clusters(to, a);
}

fcap_status fcap_report_write(fcap_run *run, const folder *f, const told_answer *a) {
    char *const path = fcap_folder_file(run, f, NAME);
    FILE *const to = path != NULL ? fopen(path, "w") : NULL;
    int ok = to != NULL;
    if (ok) {
        put_all(to, a);
        ok = fflush(to) == 0 && fsync(fileno(to)) == 0;
        ok = fclose(to) == 0 && ok;
    }
    return ok ? FCAP_OK
              : fcap_run_fail(run, FCAP_E_IO, "cannot write %s: %s", path != NULL ? path : NAME,
                              strerror(errno));
}

/* ---------------------------------------------------------------- reading */

static fcap_status read_text(fcap_run *run, const char *path, char **text) {
    FILE *from = NULL;
    TRY(fcap_plain_file_stream(run, path, &from));
    fseek(from, 0, SEEK_END);
    long const size = ftell(from);
    rewind(from);
    *text = arena_array(&run->mem, char, (size > 0 ? size : 0) + 1);
    size_t const got = *text != NULL && size > 0 ? fread(*text, 1, (size_t)size, from) : 0;
    fclose(from);
    if (*text == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %s", path);
    }
    if (got == 0) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s is empty", path);
    }
    return strlen(*text) == got
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_DATA, "%s is damaged: there is a NUL byte in it",
                               path);
}

fcap_status fcap_report_text(fcap_run *run, const char *within, char **path, char **text) {
    size_t const room = strlen(within) + sizeof NAME + 1;
    *path = arena_array(&run->mem, char, room);
    if (*path == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory");
    }
    snprintf(*path, room, "%s/%s", within, NAME);
    return read_text(run, *path, text);
}

/* Is there a report that has this text? Whatever goes wrong, there is none. */
static int report_has(fcap_run *run, const folder *f, const char *wanted) {
    char *path = NULL;
    char *text = NULL;
    fcap_error *const err = run->err;
    fcap_error unused;
    run->err = &unused;
    fcap_status const status = fcap_report_text(run, f->path, &path, &text);
    run->err = err;
    return status == FCAP_OK && text != NULL && strstr(text, wanted) != NULL;
}

int fcap_report_answers(fcap_run *run, const folder *f) {
    char wanted[48];
    snprintf(wanted, sizeof wanted, "\"request\": \"%016" PRIx64 "\"", f->digest);
    return report_has(run, f, wanted);
}

int fcap_report_was_stopped(fcap_run *run, const folder *f) {
    return report_has(run, f, "\"status\": \"time_limit\"");
}
