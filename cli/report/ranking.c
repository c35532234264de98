/* ranking.c - see ranking.h. */
#include "report/ranking.h"

#include "report/svg.h"
#include "words.h"

#include <stdlib.h>

/* ---- the order ---- */

static int by_balance(fcap_ratio a, fcap_ratio b) {
    if ((a.den == 0) != (b.den == 0)) { /* nobody in it has a group: nothing is wrong */
        return a.den == 0 ? 1 : -1;
    }
    return mix_below(a, b) ? -1 : mix_below(b, a) ? 1 : 0;
}

/* Negative: a is worse. 0: as bad as each other. */
static int compare(const rank *a, const rank *b) {
    if (a->broken != b->broken) {
        return a->broken > b->broken ? -1 : 1;
    }
    if (a->off != b->off) {
        return a->off > b->off ? -1 : 1;
    }
    int const balance = by_balance(a->balance, b->balance);
    if (balance != 0) {
        return balance;
    }
    return a->mean > b->mean ? -1 : a->mean < b->mean ? 1 : 0;
}

static int worst_first(const void *left, const void *right) {
    const rank *const a = left;
    const rank *const b = right;
    int const order = compare(a, b);
    return order != 0 ? order : a->cluster < b->cluster ? -1 : 1;
}

static rank rank_of(const result *r, const mix *mixes, int32_t c) {
    rank of = {.cluster = c, .attribute = -1, .mean = result_cluster_mean(r, c)};
    int64_t const over = result_over(r, c);
    int64_t const under = result_under(r, c);
    of.off = over > 0 ? over : under;
    of.broken = (over > 0) + (under > 0);
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        const mix_row *const row = &mixes[a].row[c];
        of.broken += row->broken;
        if (by_balance(row->balance, of.balance) < 0) {
            of.balance = row->balance;
            of.attribute = a;
        }
    }
    return of;
}

rank *ranking_open(const result *r, const mix *mixes) {
    int32_t const k = r->job->rules.k;
    rank *const ranks = need((size_t)k, sizeof *ranks);
    for (int32_t c = 0; c < k; c++) {
        ranks[c] = rank_of(r, mixes, c);
    }
    qsort(ranks, (size_t)k, sizeof *ranks, worst_first);
    return ranks;
}

/* ---- the words ---- */

/* "it has 46 members, 6 too many, and its balance by sex is 0.375, where at least 1/2 ..." */
static void broken_rules(output *out, const result *r, const mix *mixes, const rank *worst) {
    int64_t const size = r->measures.size[worst->cluster];
    int32_t said = 0;
    output_format(out, "Cluster <b>%d</b> breaks ", (int)worst->cluster + 1);
    svg_count(out, worst->broken, "rule");
    output_text(out, ": ");
    if (result_over(r, worst->cluster) > 0) {
        int const weighted = r->job->problem.weight != NULL;
        output_text(out, weighted ? "it has a weight of " : "it has ");
        output_integer(out, result_load(r, worst->cluster));
        output_format(out, "%s, %lld too %s",
                      weighted    ? ""
                      : size == 1 ? " member"
                                  : " members",
                      (long long)result_over(r, worst->cluster), weighted ? "much" : "many");
        said++;
    }
    if (result_under(r, worst->cluster) > 0) {
        output_text(out, said == 0 ? "" : said == worst->broken - 1 ? ", and " : ", ");
        output_text(out, "it has ");
        svg_count(out, size, "member");
        output_format(out, ", %lld too few", (long long)result_under(r, worst->cluster));
        said++;
    }
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        const mix_row *const row = &mixes[a].row[worst->cluster];
        if (row->broken) {
            output_text(out, said == 0 ? "" : said == worst->broken - 1 ? ", and " : ", ");
            output_text(out, "its balance by ");
            svg_name(out, mix_attribute(&mixes[a]));
            output_text(out, " is ");
            svg_ratio_decimal(out, row->balance);
            output_text(out, ", where at least ");
            svg_ratio(out, mixes[a].asked);
            output_text(out, " was asked for");
            said++;
        }
    }
    output_text(out, ".");
}

/* How many clusters are exactly as balanced as the worst. */
static int32_t as_balanced(const rank *ranks, int32_t k) {
    int32_t n = 0;
    while (n < k && by_balance(ranks[0].balance, ranks[n].balance) == 0) {
        n++;
    }
    return n;
}

static void no_rule_broken(output *out, const result *r, const mix *mixes, const rank *ranks) {
    int32_t const k = r->job->rules.k;
    const rank *const worst = &ranks[0];
    output_text(out, "No cluster breaks a rule. ");
    if (worst->attribute < 0 || as_balanced(ranks, k) == k) {
        output_text(out, worst->attribute < 0 ? "" : "All are equally balanced. ");
        output_format(out,
                      "Cluster <b>%d</b> comes first because its members are the farthest from "
                      "their %s",
                      (int)worst->cluster + 1, result_squared(r) ? "mean" : "medoid");
        return;
    }
    output_format(out, "Cluster <b>%d</b> comes first because it is the least balanced: ",
                  (int)worst->cluster + 1);
    svg_ratio_decimal(out, worst->balance);
    output_text(out, " by ");
    svg_name(out, mix_attribute(&mixes[worst->attribute]));
    int32_t const alike = as_balanced(ranks, k);
    if (alike > 1) {
        output_format(out,
                      ", like %d more, and of these its members are the farthest from their "
                      "%s",
                      (int)alike - 1, result_squared(r) ? "mean" : "medoid");
    }
}

void ranking_words(output *out, const result *r, const mix *mixes, const rank *ranks) {
    int32_t const k = r->job->rules.k;
    if (k == 1) {
        return;
    }
    output_text(out, "<section><h2>The worst cluster</h2>\n<p>");
    if (compare(&ranks[0], &ranks[k - 1]) == 0) {
        output_text(out, "There is none: by all that counts here the clusters are equal.</p>\n"
                         "</section>\n");
        return;
    }
    if (ranks[0].broken > 0) {
        broken_rules(out, r, mixes, &ranks[0]);
    } else {
        no_rule_broken(out, r, mixes, ranks);
        output_text(out, ".");
    }
    output_text(out, result_squared(r) ? " The mean squared distance to its mean is "
                                       : " Its members are on average ");
    svg_digits(out, ranks[0].mean, 4);
    output_text(out, result_squared(r) ? ", of all rows " : " from their medoid, all rows ");
    svg_digits(out, result_mean(r), 4);
    output_text(
        out, ".</p>\n<p class=\"aside\">Clusters are listed from the worst to the best: by the "
             "rules they break, then by the members they have too many or too few, then by "
             "balance, then by the mean distance to the medoid.</p>\n</section>\n");
}
