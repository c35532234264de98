/* kept.c - see kept.h. */
#include "report/kept.h"

#include "report/svg.h"
#include "rule_words.h"

#include <stdlib.h>
#include <string.h>

typedef struct kind {
    int asked;
    int64_t broken;
    const char *noun; /* what is counted */
    const char *one;  /* what is wrong with it, or with them */
    const char *more;
} kind;

enum {
    KINDS = 6
};

static void find_kinds(const result *r, kind k[KINDS]) {
    const fcap_measures *const m = &r->measures;
    const fcap_rules *const a = &r->job->rules;
    const kind all[KINDS] = {
        {a->n_shares > 0, m->violated_share, "cluster", "breaks a share", "break a share"},
        {a->n_no_isolate > 0, m->violated_no_isolate, "cluster",
         "has exactly one member of a group that should not be alone",
         "have exactly one member of a group that should not be alone"},
        {a->together.n > 0, m->violated_together, "set", "that belongs together is divided",
         "that belong together are divided"},
        {a->apart.n > 0, m->violated_apart, "pair", "that belongs apart shares a cluster",
         "that belong apart share a cluster"},
        {a->keep, m->violated_keep, "row", "is not in its earlier cluster",
         "are not in their earlier clusters"},
        {r->job->problem.candidate != NULL, m->violated_medoids, "cluster",
         "has no member that may be a medoid", "have no member that may be a medoid"},
    };
    memcpy(k, all, sizeof all);
}

int32_t kept_asked(const result *r) {
    kind k[KINDS];
    int32_t n = 0;
    find_kinds(r, k);
    for (int i = 0; i < KINDS; i++) {
        n += k[i].asked;
    }
    return n;
}

int32_t kept_broken(const result *r) {
    kind k[KINDS];
    int32_t n = 0;
    find_kinds(r, k);
    for (int i = 0; i < KINDS; i++) {
        n += k[i].asked && k[i].broken > 0;
    }
    return n;
}

void kept_broken_list(output *out, const result *r) {
    kind k[KINDS];
    find_kinds(r, k);
    for (int i = 0; i < KINDS; i++) {
        if (k[i].asked && k[i].broken > 0) {
            output_text(out, "<li>");
            svg_count(out, k[i].broken, k[i].noun);
            output_format(out, " %s</li>\n", k[i].broken == 1 ? k[i].one : k[i].more);
        }
    }
}

/* Sizes and balances are said elsewhere. */
static int is_kept_here(const rule_line *line) {
    return strcmp(line->name, "capacity") != 0 && strcmp(line->name, "min_size") != 0 &&
           strcmp(line->name, "balance") != 0;
}

static void item(output *out, const result *r, const rule_line *line) {
    output_text(out, "<li>");
    svg_sentence(out, line->text);
    if (strcmp(line->name, "repeated_pairs") == 0) {
        int64_t const n = r->measures.repeated_pairs;
        if (n == 0) {
            output_text(out, ": no pair shares a cluster again");
        } else {
            output_text(out, ": ");
            svg_count(out, n, "pair");
            output_text(out, n == 1 ? " does again" : " do again");
        }
    }
    output_text(out, "</li>\n");
}

void kept_request(output *out, const result *r) {
    int32_t n;
    rule_line *const line = rule_lines(r->job, &n);
    int said = 0;
    for (int32_t i = 0; i < n; i++) {
        if (is_kept_here(&line[i])) {
            output_text(out, said++ == 0 ? "<p>Besides:</p>\n<ul>\n" : "");
            item(out, r, &line[i]);
        }
    }
    output_text(out, said > 0 ? "</ul>\n" : "");
    free(line);
}
