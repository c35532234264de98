/* class_page.c - see class_page.h.
 *
 * First what was asked and whether all of it holds; then, column by column, how far the wishes
 * were met, beside groups drawn by lot; then every group with its students, the one that is
 * farthest from the wishes first; last how to repeat it. The page has names of students, and
 * says so.
 */
#include "report/class_page.h"

#include "group_words.h"
#include "kinds.h"
#include "report/page.h"
#include "report/repeat.h"
#include "report/svg.h"
#include "students.h"
#include "summary.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    GROUPS_MOST = 2000, /* on the page; the table has all */
    VALUES_MOST = 6     /* texts of one column in one group */
};

typedef struct placed {
    double worst; /* cost for each student */
    int32_t group;
} placed;

typedef struct page_of {
    const result *r;
    const job *j;
    int64_t *start;  /* k + 1 */
    int64_t *member; /* points, group by group */
    placed *order;   /* the worst group first */
} page_of;

static int by_worst(const void *left, const void *right) {
    const placed *const a = left;
    const placed *const b = right;
    if (a->worst != b->worst) {
        return a->worst > b->worst ? -1 : 1;
    }
    return (a->group > b->group) - (a->group < b->group);
}

static page_of open_groups(const result *r) {
    int32_t const k = r->job->rules.k;
    int64_t const n = r->job->problem.n;
    page_of p = {.r = r,
                 .j = r->job,
                 .start = need((size_t)k + 1, sizeof *p.start),
                 .member = need((size_t)n, sizeof *p.member),
                 .order = need((size_t)k, sizeof *p.order)};
    int64_t *const next = need((size_t)k, sizeof *next);
    for (int32_t g = 0; g < k; g++) {
        next[g] = p.start[g];
        p.start[g + 1] = p.start[g] + r->measures.size[g];
        p.order[g] = (placed){r->measures.cluster_cost[g] / (double)r->measures.size[g], g};
    }
    for (int64_t i = 0; i < n; i++) {
        p.member[next[r->labels[i]]++] = i;
    }
    free(next);
    qsort(p.order, (size_t)k, sizeof *p.order, by_worst);
    return p;
}

static void close_groups(page_of *p) {
    free(p->start);
    free(p->member);
    free(p->order);
}

/* ---- what was asked, and what came of it ---- */

static void say_rule(output *out, const char *text) {
    output_text(out, "<li>");
    svg_sentence(out, text);
    output_text(out, "</li>\n");
}

/* "Gender is unknown for 3 students, who ..." */
static void say_unknown(output *out, const char *column, int64_t n, const char *treated) {
    char text[SAFE_SIZE + 128];
    snprintf(text, sizeof text, "%s is unknown for %lld %s, who %s", column, (long long)n,
             n == 1 ? "student" : "students", treated);
    text[0] = (char)(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 32 : text[0]);
    svg_sentence(out, text);
}

static void rules_about_groups(output *out, const job *j) {
    char text[SAFE_SIZE + 128];
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        fcap_ratio const t = j->problem.attribute[a].balance;
        char kinds[ALONE_SIZE];
        if (t.num > 0) {
            snprintf(text, sizeof text,
                     "Mixed by %s in every group: at least %lld of the rarest to %lld of "
                     "the commonest",
                     job_attribute(j, a), (long long)t.num, (long long)t.den);
            say_rule(out, text);
        }
        for (int32_t i = 0; i < j->rules.n_shares; i++) {
            const fcap_share *const s = &j->rules.share[i];
            if (s->attribute == a) {
                snprintf(text, sizeof text, "In every group at least 1 in %lld is %s",
                         (long long)s->least.den,
                         safe(fcap_dataset_group_name(j->dataset, a, s->group)));
                say_rule(out, text);
            }
        }
        if (alone_asked(j, a) > 0) {
            snprintf(text, sizeof text, "Nobody alone in %s", alone_words(j, a, kinds));
            say_rule(out, text);
        }
        if (kinds_unknown(j, a) > 0) {
            output_text(out, "<li>");
            say_unknown(out, job_attribute(j, a), kinds_unknown(j, a),
                        kinds_unknown(j, a) == 1 ? "counts as no kind and can be in any group"
                                                 : "count as no kind and can be in any group");
            output_text(out, "</li>\n");
        }
    }
}

static void rules_about_students(output *out, const result *r) {
    const job *const j = r->job;
    char text[400];
    if (j->rules.together.n > 0) {
        snprintf(text, sizeof text, "%lld %s together", (long long)j->rules.together.n,
                 j->rules.together.n == 1 ? "set of students is" : "sets of students are");
        say_rule(out, text);
    }
    if (j->rules.apart.n > 0) {
        snprintf(text, sizeof text, "%lld %s apart", (long long)j->rules.apart.n,
                 j->rules.apart.n == 1 ? "set of students is" : "sets of students are");
        say_rule(out, text);
    }
    if (j->rules.keep) {
        int64_t const staying = wishes_labelled(j);
        snprintf(text, sizeof text, "%lld %s; %lld came late, marked \"new\" below",
                 (long long)staying,
                 staying == 1 ? "student stays in the same group"
                              : "students stay in their groups",
                 (long long)(j->problem.n - staying));
        say_rule(out, text);
    }
    if (j->args->avoid.n > 0) {
        int64_t const n = r->measures.repeated_pairs;
        snprintf(text, sizeof text,
                 n == 0   ? "Nobody meets a former team-mate again"
                 : n == 1 ? "%lld pair of former team-mates meets again: fewer were not found"
                          : "%lld pairs of former team-mates meet again: fewer were not found",
                 (long long)n);
        say_rule(out, text);
    }
}

static void verdict(output *out, const result *r) {
    const job *const j = r->job;
    output_text(out, "<div class=\"verdict\"><strong>Everything asked for holds.</strong>\n"
                     "<ul><li>");
    svg_count(out, j->rules.k, "group");
    output_text(out, " of ");
    svg_range(out, result_smallest(r), result_largest(r), "student");
    output_text(out, "</li>\n");
    rules_about_groups(out, j);
    rules_about_students(out, r);
    output_text(out, "</ul></div>\n");
}

/* A bar from 0 to 1 with a mark for groups by lot. */
static void bar(output *out, int32_t i, double part, double lot) {
    char id[32];
    snprintf(id, sizeof id, "wish%d", (int)i);
    svg_open(out, id, "wish", 16, "part of the differences");
    svg_described(out);
    svg_bar(out, "back", 0, 1, 2, 12);
    svg_bar(out, "c0", 0, part < 0 ? 0 : part > 1 ? 1 : part, 2, 12);
    svg_limit(out, lot, 0, 16);
    svg_close(out);
}

static void wish_row(output *out, const result *r, int32_t i) {
    const job *const j = r->job;
    const aim_column *const c = &j->aims.column[i];
    double const inside = aims_by_lot(j->problem.n, j->rules.k);
    double const part = c->diverse ? 1 - r->inside[i] : r->inside[i];
    double const lot = c->diverse ? 1 - inside : inside;
    char text[PERCENT_SIZE];
    output_text(out, "<tr><th scope=\"row\">");
    svg_name(out, fcap_table_name(j->table, c->column));
    output_format(out, "</th><td>%s</td>", c->diverse ? "diverse" : "similar");
    if (c->total <= 0) {
        output_text(out, "<td colspan=\"3\">the same for everybody</td></tr>\n");
        return;
    }
    output_format(out, "<td>%s</td>", percent(part, text));
    output_format(out, "<td>%s</td><td class=\"bar\">", percent(lot, text));
    bar(out, i, part, lot);
    output_text(out, "</td></tr>\n");
}

static void wishes_met(output *out, const result *r) {
    int32_t const n = r->job->aims.n;
    output_text(out, "<section><h2>How far the wishes are met</h2>\n");
    if (n == 0) {
        output_text(out, "<p>Nothing was to be similar or diverse: the groups are drawn by "
                         "lot, within the rules above. Another seed draws others.</p>\n"
                         "</section>\n");
        return;
    }
    output_text(out,
                "<p>Similar: the part of all differences between students that is left "
                "<em>inside</em> groups. Diverse: the part that lies <em>between</em> groups, "
                "so that some groups are unlike the class. Less is better in both; the dashes "
                "are groups drawn by lot.</p>\n"
                "<table class=\"served wishes\"><thead><tr><th scope=\"col\">Column</th><th "
                "scope=\"col\">Wish</th><th scope=\"col\">Here</th><th scope=\"col\">By "
                "lot</th><th scope=\"col\" class=\"bar\"></th></tr></thead>\n<tbody>\n");
    for (int32_t i = 0; i < n; i++) {
        wish_row(out, r, i);
    }
    output_text(out, "</tbody></table>\n");
    for (int32_t i = 0; i < n; i++) {
        const aim_column *const c = &r->job->aims.column[i];
        if (c->unknown > 0) {
            output_text(out, "<p class=\"aside\">");
            say_unknown(out, safe(fcap_table_name(r->job->table, c->column)), c->unknown,
                        "can be in any group");
            output_text(out, ".</p>\n");
        }
    }
    output_text(out, "</section>\n");
}

/* ---- the groups ---- */

/* A question of a survey is a long header: a line of it is shown, all of it when pointed at. */
static void column_title(output *out, const char *name) {
    output_text(out, "<dt title=\"");
    svg_sentence(out, name);
    output_text(out, "\">");
    svg_sentence(out, name);
    output_text(out, "</dt>");
}

/* "2 F, 1 M" */
static void mix_of_group(output *out, const page_of *p, int32_t g) {
    const job *const j = p->j;
    int32_t const total = job_group_total(j);
    int32_t offset = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        int said = 0;
        column_title(out, fcap_dataset_attribute_name(j->dataset, a));
        output_text(out, "<dd>");
        for (int32_t v = 0; v < j->problem.attribute[a].n_groups; v++) {
            int64_t const n = p->r->measures.count[(int64_t)g * total + offset + v];
            if (n > 0) {
                output_format(out, "%s%lld ", said++ > 0 ? ", " : "", (long long)n);
                svg_name(out, fcap_dataset_group_name(j->dataset, a, v));
            }
        }
        int64_t const unknown = p->r->unknown[(int64_t)g * j->problem.n_attributes + a];
        if (unknown > 0) {
            output_format(out, "%s%lld unknown", said > 0 ? ", " : "", (long long)unknown);
        }
        output_text(out, "</dd>\n");
        offset += j->problem.attribute[a].n_groups;
    }
}

/* "10 to 12, mean 11.3, 1 unknown" */
static void numbers_of_group(output *out, const page_of *p, const aim_column *c, int32_t g) {
    const aims *const of = &p->j->aims;
    int64_t const size = p->start[g + 1] - p->start[g];
    int64_t n = 0;
    double low = 0;
    double high = 0;
    double sum = 0;
    for (int64_t at = p->start[g]; at < p->start[g + 1]; at++) {
        double const x = of->x[p->member[at] * of->d + c->first];
        if (c->known[p->member[at]]) {
            low = n == 0 || x < low ? x : low;
            high = n == 0 || x > high ? x : high;
            sum += x;
            n++;
        }
    }
    if (n > 0) {
        output_number(out, low);
        output_text(out, high > low ? " to " : "");
    }
    if (n > 0 && high > low) {
        output_number(out, high);
        output_text(out, ", mean ");
        svg_fixed(out, sum / (double)n, 1);
    }
    if (n < size) {
        output_format(out, "%s%lld unknown", n > 0 ? ", " : "", (long long)(size - n));
    }
}

/* "2 teacher, 1 health, 1 unknown" */
static void texts_of_group(output *out, const page_of *p, const aim_column *c, int32_t g) {
    const aims *const of = &p->j->aims;
    int64_t unknown = 0;
    int said = 0;
    for (int64_t at = p->start[g]; at < p->start[g + 1]; at++) {
        unknown += !c->known[p->member[at]];
    }
    for (int32_t v = 0; v < c->n; v++) {
        int64_t n = 0;
        for (int64_t at = p->start[g]; at < p->start[g + 1]; at++) {
            int64_t const i = p->member[at];
            n += c->known[i] && of->x[i * of->d + c->first + v] == 1;
        }
        if (n > 0 && said < VALUES_MOST) {
            output_format(out, "%s%lld ", said++ > 0 ? ", " : "", (long long)n);
            svg_name(out, c->value[v]);
        } else if (n > 0 && said++ == VALUES_MOST) {
            output_text(out, ", ...");
        }
    }
    if (unknown > 0) {
        output_format(out, "%s%lld unknown", said > 0 ? ", " : "", (long long)unknown);
    }
}

static void columns_of_group(output *out, const page_of *p, int32_t g) {
    const aims *const of = &p->j->aims;
    for (int32_t i = 0; i < of->n; i++) {
        const aim_column *const c = &of->column[i];
        if (job_makes_groups(p->j, c->column)) {
            continue; /* its counts are there already */
        }
        column_title(out, fcap_table_name(p->j->table, c->column));
        output_text(out, "<dd>");
        (c->numeric ? numbers_of_group : texts_of_group)(out, p, c, g);
        output_text(out, "</dd>\n");
    }
}

static void student(output *out, const page_of *p, int64_t point) {
    const int32_t *const so_far = p->j->rules.start;
    char name[STUDENT_SIZE];
    output_text(out, "<li>");
    svg_sentence(out,
                 student_name(p->j->students, fcap_dataset_rows(p->j->dataset)[point], name));
    output_text(out, so_far != NULL && so_far[point] < 0 ? " <em>new</em></li>" : "</li>");
}

/* --n: on paper the groups are in the order of their numbers. */
static void group_card(output *out, const page_of *p, int32_t g) {
    char group[GROUP_NAME_SIZE];
    output_format(out, "<article class=\"card\" style=\"--n:%d\"><h3>", (int)g + 1);
    svg_name(out, wishes_group_name(p->j, g, group));
    output_format(out, " <span class=\"aside\">%lld</span></h3>\n<ul>",
                  (long long)p->r->measures.size[g]);
    for (int64_t at = p->start[g]; at < p->start[g + 1]; at++) {
        student(out, p, p->member[at]);
    }
    output_text(out, "</ul>\n");
    if (p->j->problem.n_attributes + p->j->aims.n > 0) {
        output_text(out, "<dl>");
        mix_of_group(out, p, g);
        columns_of_group(out, p, g);
        output_text(out, "</dl>");
    }
    output_text(out, "</article>\n");
}

static void groups(output *out, const page_of *p) {
    int32_t const k = p->j->rules.k;
    int32_t const shown = k < GROUPS_MOST ? k : GROUPS_MOST;
    output_text(out, "<section><h2>The groups</h2>\n<p class=\"aside\">");
    output_text(out, p->j->aims.n > 0 && k > 1
                         ? "On the screen the group that is farthest from the wishes comes "
                           "first, on paper they are in the order of their numbers."
                         : "In the order of their numbers.");
    if (shown < k) {
        output_format(out, " The first %d of %d; the table has all.", (int)shown, (int)k);
    }
    output_text(out, "</p>\n<div class=\"cards\">\n");
    for (int32_t i = 0; i < shown; i++) {
        group_card(out, p, p->order[i].group);
    }
    output_text(out, "</div>\n</section>\n");
}

/* ---- the frame ---- */

static void making(output *out, const result *r) {
    output_text(out, "<section><h2>How it was made</h2>\n<dl class=\"made\">\n");
    page_file(out, r->job);
    output_format(out, "<dt>Search</dt><dd>effort %lld, seed %lld, ",
                  (long long)r->job->args->effort, (long long)r->job->args->seed);
    svg_fixed(out, r->report.seconds, 1);
    if (r->report.all_tried) {
        output_text(out, " seconds; all groups there can be were tried, none are better");
    } else if (bound_says_something(r)) {
        char text[GAP_SIZE];
        output_format(out, " seconds; proved: no groups are more than %s better",
                      gap_percent(gap_of(&r->report), text));
    } else {
        output_text(out, " seconds; whether better groups exist is not known");
    }
    output_text(out, "</dd>\n");
    page_program(out);
    output_text(out, "</dl>\n<p>To repeat it:</p>\n");
    repeat_command(out, r->job->args);
    output_text(out,
                "<p class=\"foot\">This page loads nothing and sends nothing. It has the names "
                "of students and what is known about them: keep it to yourself. A list for the "
                "class, names and groups alone, comes from the same command with "
                "<code>--to student:list.html</code>.</p>\n</section>\n");
}

void class_page(output *out, const result *r) {
    page_of p = open_groups(r);
    page_open(out);
    svg_count(out, r->job->rules.k, "group");
    output_text(out, " of ");
    page_file_name(out, r->job);
    page_body(out);
    svg_definitions(out, 1);
    output_text(out, "<main>\n<h1>");
    svg_count(out, r->job->rules.k, "group");
    output_text(out, " of ");
    page_file_name(out, r->job);
    output_text(out, "</h1>\n");
    verdict(out, r);
    wishes_met(out, r);
    groups(out, &p);
    making(out, r);
    page_close(out);
    close_groups(&p);
}
