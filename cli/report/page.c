/* page.c - see page.h. */
#include "report/page.h"

#include "report/report_style.h"
#include "report/svg.h"

#include <string.h>

enum {
    COLUMNS_MOST = 60 /* columns named in a list */
};

void page_open(output *out) {
    output_text(out,
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
                "<meta name=\"referrer\" content=\"no-referrer\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
}

void page_body(output *out) {
    output_text(out, " - faircap</title>\n<style>\n");
    for (size_t i = 0; i < sizeof report_style / sizeof *report_style; i++) {
        output_text(out, report_style[i]);
    }
    output_text(out, "</style>\n</head>\n<body>\n");
}

void page_close(output *out) {
    output_text(out, "</main>\n</body>\n</html>\n");
}

void page_file_name(output *out, const job *j) {
    const char *const path = j->args->file[0];
    const char *const slash = strrchr(path, '/');
    svg_name(out, strcmp(path, "-") == 0 ? "standard input" : slash != NULL ? slash + 1 : path);
}

void page_file(output *out, const job *j) {
    int64_t const dropped = fcap_dataset_dropped(j->dataset);
    output_text(out, "<dt>File</dt><dd>");
    page_file_name(out, j);
    output_text(out, ", ");
    svg_count(out, fcap_table_rows(j->table), "row");
    if (dropped > 0) {
        output_format(out, ", of which %lld with missing cells were left out",
                      (long long)dropped);
    }
    output_text(out, "</dd>\n");
}

void page_columns(output *out, const job *j) {
    fcap_columns const f = fcap_dataset_features(j->dataset);
    int32_t const named = f.n <= COLUMNS_MOST ? f.n : COLUMNS_MOST;
    if (j->problem.distance != NULL) {
        output_text(out, "<dt>Distance</dt><dd>given: ");
        svg_name(out, j->args->distances);
        output_text(out, "</dd>\n");
        return;
    }
    output_format(out, "<dt>Distance</dt><dd>%d %s from ", (int)j->problem.d,
                  j->problem.d == 1 ? "coordinate" : "coordinates");
    svg_count(out, f.n, "column");
    output_text(out, ": ");
    for (int32_t i = 0; i < named; i++) {
        output_text(out, i > 0 ? ", " : "");
        svg_name(out, fcap_table_name(j->table, f.index[i]));
    }
    if (f.n > named) {
        output_format(out, " and %d more", (int)(f.n - named));
    }
    output_text(out, "</dd>\n");
}

void page_notes(output *out, const job *j) {
    for (int32_t i = 0; i < fcap_dataset_notes(j->dataset); i++) {
        output_text(out, "<dt>Note</dt><dd>");
        svg_sentence(out, fcap_dataset_note(j->dataset, i));
        output_text(out, "</dd>\n");
    }
}

void page_program(output *out) {
    output_format(out, "<dt>Program</dt><dd>faircap %s</dd>\n", fcap_version());
}
