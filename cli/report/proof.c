/* proof.c - see proof.h. */
#include "report/proof.h"

#include "report/repeat.h"
#include "report/svg.h"
#include "summary.h"

static int is_bounded(const result *r) {
    return r->report.lower_bound >= 0;
}

/* Nothing that proves a bound was lost on the way to the certificate, but rounding. */
static int certificate_proves_all(const fcap_report *report) {
    return report->multiplier_bound >= report->lower_bound * (1 - 1e-9);
}

void proof_sentence(output *out, const result *r) {
    char text[GAP_SIZE];
    if (r->report.all_tried && r->report.outcome != FCAP_OPTIMAL) { /* by pairs, then cost */
        output_text(out, "It is proved that no other grouping that keeps the rules repeats "
                         "fewer pairs, and that none with as few costs less. ");
    }
    if (r->report.outcome == FCAP_OPTIMAL) {
        output_text(out,
                    "It is proved that no other grouping that keeps the rules costs less.");
    } else if (!is_bounded(r)) {
        output_text(out, "How far this is from the lowest possible cost is not known.");
    } else {
        output_text(out,
                    "It is proved that no other grouping that keeps the rules is more than ");
        output_text(out, gap_percent(gap_of(&r->report), text));
        output_text(out, " cheaper.");
    }
}

/* ---- the section ---- */

static void no_bound(output *out, const result *r) {
    if (r->method == FCAP_METHOD_BEST) {
        output_format(out, "<p>There is no lower bound: %s. ", why_no_bound(r));
    } else {
        output_format(out,
                      "<p>The method %s computes no lower bound; best does, where at most one "
                      "balance of two groups is asked for. ",
                      fcap_method_name(r->method));
    }
    output_text(out,
                "So nothing is proved about how much cheaper another grouping could be. That "
                "the figures on this page are those of the answer is checked all the same: "
                "they were computed from the labels alone, by code that shares nothing with "
                "the search.</p>\n");
}

static void figures(output *out, const result *r) {
    char text[GAP_SIZE];
    output_text(out, "<dl class=\"made\">\n<dt>Cost found</dt><dd>");
    svg_number(out, r->report.cost);
    output_text(out, "</dd>\n<dt>Lower bound</dt><dd>");
    svg_number(out, r->report.lower_bound);
    output_text(out, "</dd>\n<dt>Gap</dt><dd>");
    if (r->report.outcome == FCAP_OPTIMAL) {
        output_text(out, "none: proved optimal");
    } else {
        output_text(out, gap_percent(gap_of(&r->report), text));
        output_text(out, " of the cost, rounded up");
    }
    output_text(out, "</dd>\n</dl>\n");
}

static void bound(output *out, const result *r) {
    output_text(out,
                "<p>A <b>lower bound</b> is a number that no grouping can cost less than, "
                "whoever makes it, as long as it keeps the rules asked for. The best possible "
                "cost lies between the bound and the cost that was found; their difference is "
                "the <b>gap</b>.</p>\n");
    figures(out, r);
}

static void certificate(output *out, const result *r) {
    int const possible = r->report.multiplier_bound >= 0;
    if (r->multipliers == NULL) {
        output_text(
            out,
            !possible
                ? ""
                : "<p>No certificate was asked for. With <code>--certificate FILE</code> the "
                  "run saves its proof, one number for each row, and <code>check "
                  "--certificate FILE</code> recomputes the bound from it.</p>\n");
        return;
    }
    if (!possible) {
        output_text(out,
                    r->report.lower_bound >= 0
                        ? "<p>No certificate was written: only the bound for sizes and one "
                          "balance of two groups has one.</p>\n"
                        : "<p>No certificate was written, because there is no bound.</p>\n");
        return;
    }
    output_text(out,
                "<p>The <b>certificate</b> of this run holds one number for each row. The "
                "command below recomputes the bound from these numbers, the data and the "
                "rules, with code that shares nothing with the search, and believes nothing "
                "else that the file says");
    if (certificate_proves_all(&r->report)) {
        output_text(out, ".</p>\n");
        return;
    }
    fcap_report proved = r->report;
    proved.lower_bound = r->report.multiplier_bound;
    char text[GAP_SIZE];
    output_text(out, ". It proves a bound of ");
    svg_number(out, proved.lower_bound);
    output_format(
        out,
        " and so a gap of %s; the rest was proved by branch and bound, which is not in "
        "the certificate.</p>\n",
        gap_percent(gap_of(&proved), text));
}

void proof_section(output *out, const result *r) {
    int const certified = r->multipliers != NULL && r->report.multiplier_bound >= 0;
    output_text(out, "<section><h2>How near the optimum</h2>\n");
    if (is_bounded(r)) {
        bound(out, r);
    } else {
        no_bound(out, r);
    }
    if (r->method == FCAP_METHOD_BEST) {
        certificate(out, r);
    }
    output_text(out, certified
                         ? "<p>To verify the rules, the cost and the bound:</p>\n"
                         : "<p>To verify the rules and the cost from the raw data:</p>\n");
    repeat_check(out, r->job->args, certified);
    output_text(out, "</section>\n");
}
