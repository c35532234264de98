/* group_words.c - see group_words.h. */
#include "group_words.h"

#include "report/svg.h"
#include "students.h"
#include "summary.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    LATE_SHOWN = 30, /* students who are named */
    KINDS_MOST = 6   /* of a diverse column, whose numbers are said */
};
static const double WORTH_SAYING = 0.25; /* a gap; beyond, a bound tells a teacher nothing */

const char *percent(double part, char text[PERCENT_SIZE]) {
    char number[SVG_DECIMAL];
    svg_decimal(number, 100 * part, part > 0 && part < 0.0995 ? 1 : 0);
    snprintf(text, PERCENT_SIZE, "%.11s %%", number);
    return text;
}

int32_t alone_asked(const job *j, int32_t a) {
    int32_t kinds = 0;
    for (int32_t i = 0; i < j->rules.n_no_isolate; i++) {
        kinds += j->rules.no_isolate[i].attribute == a;
    }
    return kinds;
}

const char *alone_words(const job *j, int32_t a, char text[ALONE_SIZE]) {
    size_t at = (size_t)snprintf(text, ALONE_SIZE, "%s", job_attribute(j, a));
    int const all = alone_asked(j, a) >= j->problem.attribute[a].n_groups;
    for (int32_t i = 0; i < j->rules.n_no_isolate && !all && at + CELL_SIZE < ALONE_SIZE; i++) {
        if (j->rules.no_isolate[i].attribute == a) {
            int32_t const g = j->rules.no_isolate[i].group;
            at += (size_t)snprintf(text + at, ALONE_SIZE - at, ":%s",
                                   name_shown(fcap_dataset_group_name(j->dataset, a, g)));
        }
    }
    return text;
}

/* "; F 1 to 2, M 2" behind a column of few kinds. */
static void say_kinds(const result *r, const aim_column *c) {
    const job *const j = r->job;
    const aims *const of = &j->aims;
    int32_t const k = j->rules.k;
    /* the kinds of a column that a rule is about are counted already */
    int const said = c->numeric || c->n > KINDS_MOST || job_makes_groups(j, c->column);
    for (int32_t v = 0; v < c->n && !said; v++) {
        int64_t *const count = need((size_t)k, sizeof *count);
        for (int64_t i = 0; i < j->problem.n; i++) {
            count[r->labels[i]] += c->known[i] && of->x[i * of->d + c->first + v] == 1;
        }
        int64_t low = count[0];
        int64_t high = count[0];
        for (int32_t g = 1; g < k; g++) {
            low = count[g] < low ? count[g] : low;
            high = count[g] > high ? count[g] : high;
        }
        fprintf(stderr, "%s %s %lld", v > 0 ? "," : ";", name_shown(c->value[v]),
                (long long)low);
        if (high > low) {
            fprintf(stderr, " to %lld", (long long)high);
        }
        free(count);
    }
    fputc('\n', stderr);
}

/* A column that came out worse than by lot, though it was wished for, gave way to one of the
 * other kind. */
static void say_rivals(const result *r, double lot) {
    const job *const j = r->job;
    int other[2] = {0};
    for (int32_t i = 0; i < j->aims.n; i++) {
        other[!j->aims.column[i].diverse] |= j->aims.column[i].total > 0;
    }
    for (int32_t i = 0; i < j->aims.n; i++) {
        const aim_column *const c = &j->aims.column[i];
        int const worse = c->diverse ? r->inside[i] < lot : r->inside[i] > lot;
        if (worse && c->total > 0 && other[c->diverse]) {
            say_note(
                0,
                "%s is less %s than by lot: the wishes for similar and for diverse columns "
                "work against each other here; leave one out, or give %s more weight "
                "(%s=3)",
                name_shown(fcap_table_name(j->table, c->column)),
                c->diverse ? "diverse" : "similar",
                name_shown(fcap_table_name(j->table, c->column)),
                safe(fcap_table_name(j->table, c->column)));
        }
    }
}

static void say_columns(const result *r) {
    const job *const j = r->job;
    double const lot = aims_by_lot(j->problem.n, j->rules.k);
    for (int32_t i = 0; i < j->aims.n; i++) {
        const aim_column *const c = &j->aims.column[i];
        char got[PERCENT_SIZE];
        char by_lot[PERCENT_SIZE];
        const char *const name = name_shown(fcap_table_name(j->table, c->column));
        if (c->total <= 0) {
            continue;
        }
        if (c->diverse) {
            fprintf(stderr,
                    "  diverse in %s: %s of the differences lie between groups (by lot: %s)",
                    name, percent(1 - r->inside[i], got), percent(1 - lot, by_lot));
            say_kinds(r, c);
        } else {
            fprintf(stderr,
                    "  similar in %s: %s of the differences are left in groups (by lot: %s)\n",
                    name, percent(r->inside[i], got), percent(lot, by_lot));
        }
    }
    if (j->aims.n == 0 && j->rules.start == NULL) {
        fputs("  no --similar and no --diverse: the groups are drawn by lot, within the "
              "rules\n",
              stderr);
    } else if (j->aims.n == 0 && wishes_labelled(j) < j->problem.n) {
        fputs("  no --similar and no --diverse: of the groups with room, the lot decides\n",
              stderr);
    }
    say_rivals(r, lot);
}

/* "  gender: F 1 to 2, M 1 to 2 in every group". */
static void say_mixes(const result *r) {
    const job *const j = r->job;
    int32_t const total = job_group_total(j);
    int32_t offset = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        int32_t const n_groups = j->problem.attribute[a].n_groups;
        fprintf(stderr, "  %s:", job_attribute(j, a));
        for (int32_t g = 0; g < n_groups; g++) {
            int64_t low = INT64_MAX;
            int64_t high = 0;
            for (int32_t c = 0; c < j->rules.k; c++) {
                int64_t const n = r->measures.count[(int64_t)c * total + offset + g];
                low = n < low ? n : low;
                high = n > high ? n : high;
            }
            fprintf(stderr, "%s %s %lld", g > 0 ? "," : "",
                    name_shown(fcap_dataset_group_name(j->dataset, a, g)), (long long)low);
            if (high > low) {
                fprintf(stderr, " to %lld", (long long)high);
            }
        }
        fputs(" in every group\n", stderr);
        offset += n_groups;
    }
}

/* "  kept: 2 sets together, 1 set apart, nobody alone in gender" */
static void say_kept(const result *r) {
    const job *const j = r->job;
    int said = 0;
    const struct {
        int64_t n;
        const char *word;
    } sets[] = {{j->rules.together.n, "together"}, {j->rules.apart.n, "apart"}};
    for (size_t i = 0; i < 2; i++) {
        if (sets[i].n > 0) {
            fprintf(stderr, "%s%lld %s %s",
                    said++ > 0 ? ", " : "  kept: ", (long long)sets[i].n,
                    sets[i].n == 1 ? "set" : "sets", sets[i].word);
        }
    }
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        char rule[ALONE_SIZE];
        if (alone_asked(j, a) > 0) {
            fprintf(stderr, "%snobody alone in %s",
                    said++ > 0 ? ", " : "  kept: ", alone_words(j, a, rule));
        }
    }
    fputs(said > 0 ? "\n" : "", stderr);
}

static void say_pairs(const result *r) {
    int64_t const n = r->measures.repeated_pairs;
    int64_t const asked = r->job->args->avoid.n > 0 ? wishes_met_again(r->job) : 0;
    if (r->job->args->avoid.n == 0) {
        return;
    }
    if (n == 0) {
        fputs("  nobody meets a former team-mate again\n", stderr);
    } else if (asked >= n) {
        fprintf(stderr,
                "  %lld %s of former team-mates %s again, as --together asks; no other\n",
                (long long)n, n == 1 ? "pair" : "pairs", n == 1 ? "meets" : "meet");
    } else {
        fprintf(stderr, "  %lld %s of former team-mates %s again", (long long)(n - asked),
                n - asked == 1 ? "pair" : "pairs", n - asked == 1 ? "meets" : "meet");
        if (asked > 0) {
            fprintf(stderr, " besides the %lld of --together", (long long)asked);
        }
        fputs(r->report.all_tried ? "; fewer are not possible\n" : "; fewer were not found\n",
              stderr);
    }
}

/* Who came late, one a line. */
static void say_late(const result *r) {
    const job *const j = r->job;
    if (j->rules.start == NULL) {
        return;
    }
    int64_t const staying = wishes_labelled(j);
    int64_t const joining = j->problem.n - staying;
    int64_t said = 0;
    fprintf(stderr, "  %lld %s; %lld %s%s\n", (long long)staying,
            staying == 1 ? "student stays" : "students stay", (long long)joining,
            joining == 1 ? "joins" : "join", joining > 0 ? ":" : "");
    for (int64_t i = 0; i < j->problem.n && said < LATE_SHOWN; i++) {
        char name[GROUP_NAME_SIZE];
        if (j->rules.start[i] < 0) {
            said++;
            fprintf(stderr, "    %s: %s\n", student_shown(j->students, i),
                    name_shown(wishes_group_name(j, r->labels[i], name)));
        }
    }
    if (said < joining) {
        fprintf(stderr, "    and %lld more\n", (long long)(joining - said));
    }
}

int bound_says_something(const result *r) {
    return r->report.lower_bound > 0 && gap_of(&r->report) <= WORTH_SAYING &&
           r->measures.repeated_pairs == 0;
}

void group_summary(const result *r) {
    const job *const j = r->job;
    if (j->args->quiet) {
        return;
    }
    int64_t const low = result_smallest(r);
    int64_t const high = result_largest(r);
    fprintf(stderr, "%lld %s in %d %s of %lld", (long long)j->problem.n,
            j->problem.n == 1 ? "student" : "students", (int)j->rules.k,
            j->rules.k == 1 ? "group" : "groups", (long long)low);
    if (high > low) {
        fprintf(stderr, " to %lld", (long long)high);
    }
    fprintf(stderr, " (%.1f s, seed %lld)\n", r->report.seconds, (long long)j->args->seed);
    say_late(r);
    say_mixes(r);
    say_kept(r);
    say_columns(r);
    say_pairs(r);
    if (r->report.all_tried) {
        fputs("  no better groups exist: all were tried\n", stderr);
    } else if (bound_says_something(r)) {
        char text[GAP_SIZE];
        fprintf(stderr, "  proved: no groups are more than %s better\n",
                gap_percent(gap_of(&r->report), text));
    }
    if (r->report.outcome == FCAP_TIME_LIMIT) {
        say_note(0, "stopped by --time-limit; these are the best groups so far");
    } else if (r->report.outcome == FCAP_INTERRUPTED) {
        say_note(0, "interrupted; these are the best groups so far");
    }
}
