/* sweep_words.c - see sweep_words.h.
 *
 * Costs are compared as means over k of cost / cost of the cheapest series that keeps every
 * rule, over the k that both answer: costs of different k differ too much to be averaged.
 */
#include "figure/sweep_words.h"

#include "figure/pages.h"
#include "summary.h"

static const char *name_of(const curves *c, int32_t s) {
    return c->trials->series[s].name;
}

static void bold(output *out, const curves *c, int32_t s) {
    output_text(out, "<b>");
    svg_name(out, name_of(c, s));
    output_text(out, "</b>");
}

static void share(output *out, int64_t part, int64_t whole) {
    if (part == whole) {
        output_text(out, whole == 1 ? "its one answer" : "all ");
        if (whole > 1) {
            output_format(out, "%lld answers", (long long)whole);
        }
    } else {
        output_format(out, "%lld of %lld answers", (long long)part, (long long)whole);
    }
}

/* Does it keep every rule, with at least one answer? */
static int keeps_rules(const curves *c, int32_t s) {
    curve_sum const sum = curves_sum(c, s);
    return sum.answered > 0 && sum.broken == 0;
}

/* How many series keep every rule and have an answer. */
static int32_t keepers(const curves *c) {
    int32_t n = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        n += keeps_rules(c, s);
    }
    return n;
}

/* The one that all others are compared with: it has the most k, and need not be the cheapest on
 * the fewer k of another, nor the only one that is. */
static void praise(output *out, const curves *c, int32_t cheapest) {
    int32_t cheaper = 0;
    int32_t as_cheap = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        if (s != cheapest && keeps_rules(c, s)) {
            int const is_cheaper = curves_is_cheaper(c, s, cheapest);
            cheaper += is_cheaper;
            as_cheap += !is_cheaper && !curves_is_cheaper(c, cheapest, s);
        }
    }
    output_text(out, "Of the series that kept every rule, ");
    output_text(out, cheaper == 0 && as_cheap > 0 ? "none is cheaper than " : "");
    svg_name(out, name_of(c, cheapest));
    output_text(out, cheaper > 0    ? " answers the most k."
                     : as_cheap > 0 ? "."
                                    : " is the cheapest.");
}

static void headline(output *out, const curves *c, int32_t cheapest) {
    output_text(out, "<strong>");
    if (curves_empty(c)) {
        output_text(out, "There is no answer for any k.");
    } else if (cheapest < 0) {
        output_text(out, "No series kept every rule.");
    } else if (keepers(c) == 1) {
        svg_name(out, name_of(c, cheapest));
        output_text(out, c->n_series > 1 ? " alone kept every rule." : " kept every rule.");
    } else {
        praise(out, c, cheapest);
    }
    output_text(out, "</strong>\n");
}

static void how_near(output *out, const curve_sum *sum) {
    char text[GAP_SIZE];
    if (sum->bounds == 0) {
        return;
    }
    if (sum->optimal == sum->answers) {
        output_text(out, " Every one of its answers is proved optimal.");
        return;
    }
    output_format(out, " Nothing within the rules can be cheaper by more than %s on average",
                  gap_percent(sum->gap, text));
    output_format(out, ", and by %s for the worst k", gap_percent(sum->largest_gap, text));
    if (sum->optimal > 0) {
        output_format(out, "; %lld of its %lld answers are proved optimal",
                      (long long)sum->optimal, (long long)sum->answers);
    }
    output_text(out, ".");
}

static void about_cheapest(output *out, const curves *c, int32_t cheapest) {
    curve_sum const sum = curves_sum(c, cheapest);
    output_text(out, "<p>");
    bold(out, c, cheapest);
    output_text(out, " costs ");
    svg_number(out, sum.cost);
    output_text(out, sum.answered > 1 ? " on average over " : " for ");
    output_format(out, "%d k.", (int)sum.answered);
    how_near(out, &sum);
}

/* The series of one kind, with their cost compared to the cheapest's. */
static void compare(output *out, const curves *c, int32_t cheapest) {
    int32_t said = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        int32_t common = 0;
        double const relative =
            s != cheapest && sum.broken == 0 ? curves_relative(c, s, cheapest, &common) : 0;
        if (common == 0) {
            continue;
        }
        output_text(out, said++ == 0 ? " On average over the k that both answer, " : ", ");
        bold(out, c, s);
        output_text(out, said == 1 ? " costs " : " ");
        pages_more_or_less(out, relative);
    }
    output_text(out, said > 0 ? "." : "");
}

static void breaker(output *out, const curves *c, int32_t cheapest, int32_t s) {
    curve_sum const sum = curves_sum(c, s);
    output_text(out, "<li>");
    bold(out, c, s);
    output_text(out, " broke ");
    if (sum.over_capacity > 0) {
        output_text(out, "the capacity in ");
        share(out, sum.over_capacity, sum.answers);
    }
    if (sum.unbalanced > 0) {
        output_text(out, sum.over_capacity > 0 ? " and the balance in " : "the balance in ");
        share(out, sum.unbalanced, sum.answers);
    }
    int32_t common = 0;
    double const relative = cheapest >= 0 ? curves_relative(c, s, cheapest, &common) : 0;
    if (common > 0) {
        output_text(out, "; its cost is ");
        pages_more_or_less(out, relative);
        output_text(out, relative < 0.99995 || relative > 1.00005 ? " than " : " as ");
        svg_name(out, name_of(c, cheapest));
        output_text(out, "&#39;s");
    }
    output_text(out, "</li>\n");
}

static void unanswered(output *out, const curves *c, int32_t s) {
    curve_sum const sum = curves_sum(c, s);
    int32_t const none = c->n_k - sum.answered;
    output_text(out, "<li>");
    bold(out, c, s);
    output_format(out, " has no answer for %d of %d k", (int)none, (int)c->n_k);
    if (sum.infeasible == none) {
        output_text(out, ", where it is proved that there is none");
    } else if (sum.infeasible > 0) {
        output_format(out, "; for %d of these it is proved that there is none",
                      (int)sum.infeasible);
    }
    output_text(out, "</li>\n");
}

void sweep_words(output *out, const scene *scene_of) {
    const curves *const c = scene_of->curves;
    int32_t const cheapest = curves_cheapest(c);
    output_format(out, "<div class=\"verdict%s\">", cheapest < 0 ? " broken" : "");
    headline(out, c, cheapest);
    if (cheapest >= 0) {
        about_cheapest(out, c, cheapest);
        compare(out, c, cheapest);
        output_text(out, "</p>\n");
    }
    int listed = 0;
    for (int32_t s = 0; s < c->n_series; s++) {
        curve_sum const sum = curves_sum(c, s);
        if (sum.broken > 0 || sum.answered < c->n_k) {
            output_text(out, listed++ == 0 ? "<ul>" : "");
        }
        if (sum.broken > 0) {
            breaker(out, c, cheapest, s);
        }
        if (sum.answered < c->n_k) {
            unanswered(out, c, s);
        }
    }
    output_text(out, listed > 0 ? "</ul></div>\n" : "</div>\n");
}
