/* verdict.c - see verdict.h. */
#include "report/verdict.h"

#include "report/group_cost.h"
#include "report/kept.h"
#include "report/proof.h"
#include "report/svg.h"
#include "rule_words.h"
#include "words.h"

#include <stdlib.h>

enum {
    LISTED_MOST = 12
}; /* clusters named in a sentence */

/* ---- what was asked ---- */

/* Before item i of n: nothing, a comma, or "and". */
static void between(output *out, int64_t i, int64_t n) {
    output_text(out, i == 0 ? "" : i == n - 1 ? " and " : ", ");
}

static int32_t asked_balances(const result *r, const mix *mixes) {
    int32_t asked = 0;
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        asked += mixes[a].asked.num > 0;
    }
    return asked;
}

/* "at least 3 and at most 5 members", or "at least 3 members and a weight of at most 20". */
static void request_sizes(output *out, const result *r) {
    int64_t const least = r->job->rules.min_size;
    int const weighted = r->job->problem.weight != NULL;
    if (least > 1) {
        output_format(out, "at least %lld %sand ", (long long)least,
                      weighted ? "members " : "");
    }
    output_text(out, weighted ? "a total weight of at most " : "at most ");
    if (r->job->rules.capacity == NULL) {
        output_integer(out, r->capacity);
    } else {
        char list[RULE_SIZE];
        output_text(out, rule_capacities(r->job, list));
    }
    output_text(out, weighted ? "" : r->capacity == 1 ? " member" : " members");
    output_text(out,
                r->job->rules.capacity != NULL ? " (clusters 1, 2, ... in this order)" : "");
}

void verdict_request(output *out, const result *r, const mix *mixes) {
    int32_t const n_asked = asked_balances(r, mixes);
    output_text(out, "<p>Asked for: divide ");
    svg_count(out, r->job->problem.n, "row");
    output_text(out, " into ");
    svg_count(out, r->job->rules.k, "cluster");
    output_text(out, " of similar members, each with ");
    request_sizes(out, r);
    int32_t said = 0;
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        if (mixes[a].asked.num > 0) {
            output_text(out, said == 0 ? ", and with a balance of at least " : "");
            between(out, said++, n_asked);
            svg_ratio(out, mixes[a].asked);
            output_text(out, " by <b>");
            svg_name(out, mix_attribute(&mixes[a]));
            output_text(out, "</b>");
        }
    }
    output_format(out, "%s. Method: <b>%s</b>.</p>\n",
                  n_asked == 0 ? "; no balance was asked for" : "",
                  fcap_method_name(r->method));
    kept_request(out, r);
}

/* ---- whether the rules hold ---- */

typedef struct broken_rules {
    int32_t *too_large;
    int32_t n_large;
    int32_t *too_small;
    int32_t n_small;
    int32_t n_parts; /* kinds of rules that are broken */
} broken_rules;

static broken_rules find_broken(const result *r, const mix *mixes) {
    int32_t const k = r->job->rules.k;
    broken_rules b = {.too_large = need((size_t)k, sizeof(int32_t)),
                      .too_small = need((size_t)k, sizeof(int32_t))};
    for (int32_t c = 0; c < k; c++) {
        if (result_over(r, c) > 0) {
            b.too_large[b.n_large++] = c;
        }
        if (result_under(r, c) > 0) {
            b.too_small[b.n_small++] = c;
        }
    }
    b.n_parts = (b.n_large > 0) + (b.n_small > 0);
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        b.n_parts += mixes[a].broken > 0;
    }
    return b;
}

/* "kmedoids ignores capacity and balance", or nothing when the method keeps all that is asked.
 */
static int ignored(output *out, const result *r, const mix *mixes) {
    unsigned const kept = fcap_method_enforces(r->method);
    int const capacity = !(kept & FCAP_ENFORCES_CAPACITY);
    int const balance = !(kept & FCAP_ENFORCES_BALANCE) && asked_balances(r, mixes) > 0;
    int const others = !(kept & FCAP_ENFORCES_WISHES) && kept_asked(r) > 0;
    const char *const part[] = {capacity ? "capacity" : NULL, balance ? "balance" : NULL,
                                others ? "the rules besides" : NULL};
    int const n = capacity + balance + others;
    int said = 0;
    for (int i = 0; i < 3; i++) {
        if (part[i] != NULL) {
            if (said == 0) {
                output_format(out, "%s ignores ", fcap_method_name(r->method));
            }
            between(out, said++, n);
            output_text(out, part[i]);
        }
    }
    return n > 0;
}

/* The first says "4 of 10 clusters are", the others only "2 are". */
static void how_many(output *out, const result *r, int32_t said, int32_t n_parts, int32_t n) {
    between(out, said, n_parts);
    output_integer(out, n);
    if (said == 0) {
        output_text(out, " of ");
        svg_count(out, r->job->rules.k, "cluster");
    }
    output_text(out, n == 1 ? " is " : " are ");
}

static void name_clusters(output *out, const int32_t *cluster, int32_t n) {
    int32_t const named = n <= LISTED_MOST ? n : LISTED_MOST - 1;
    output_text(out, n == 1 ? "cluster " : "clusters ");
    for (int32_t i = 0; i < named; i++) {
        between(out, i, named + (n > named));
        output_integer(out, cluster[i] + 1);
    }
    if (n > named) {
        output_format(out, " and %d more", (int)(n - named));
    }
    output_text(out, "</li>\n");
}

static void broken_sentence(output *out, const result *r, const mix *mixes,
                            const broken_rules *b) {
    int32_t said = 0;
    int const ignores = ignored(out, r, mixes);
    output_text(out, ignores && b->n_parts > 0 ? ": " : "");
    if (b->n_large > 0) {
        how_many(out, r, said++, b->n_parts, b->n_large);
        if (r->job->rules.capacity != NULL) {
            output_text(out, "above the capacity");
        } else {
            output_format(out, "%s than %lld",
                          r->job->problem.weight != NULL ? "heavier" : "larger",
                          (long long)r->capacity);
        }
    }
    if (b->n_small > 0) {
        how_many(out, r, said++, b->n_parts, b->n_small);
        output_format(out, "smaller than %lld", (long long)r->job->rules.min_size);
    }
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        if (mixes[a].broken > 0) {
            how_many(out, r, said++, b->n_parts, mixes[a].broken);
            output_text(out, "less balanced by ");
            svg_name(out, mix_attribute(&mixes[a]));
            output_text(out, " than ");
            svg_ratio(out, mixes[a].asked);
        }
    }
    output_text(out, ignores || b->n_parts > 0 ? ".</p>\n<ul>" : "</p>\n<ul>");
}

static void broken_lists(output *out, const result *r, const mix *mixes,
                         const broken_rules *b) {
    if (b->n_large > 0) {
        output_text(out, "<li>Too large: ");
        name_clusters(out, b->too_large, b->n_large);
    }
    if (b->n_small > 0) {
        output_text(out, "<li>Too small: ");
        name_clusters(out, b->too_small, b->n_small);
    }
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        if (mixes[a].broken > 0) {
            output_text(out, "<li>Too little balance by ");
            svg_name(out, mix_attribute(&mixes[a]));
            output_text(out, ", the worst first: ");
            name_clusters(out, mixes[a].order, mixes[a].broken);
        }
    }
    kept_broken_list(out, r);
    output_text(out, "</ul></div>\n");
}

void verdict_rules(output *out, const result *r, const mix *mixes) {
    broken_rules b = find_broken(r, mixes);
    if (b.n_parts + kept_broken(r) > 0) {
        output_text(out, "<div class=\"verdict broken\"><p><strong>Not every rule holds."
                         "</strong> ");
        broken_sentence(out, r, mixes, &b);
        broken_lists(out, r, mixes, &b);
    } else {
        output_text(out, "<div class=\"verdict\"><p><strong>Every rule holds.</strong> ");
        if (r->job->rules.capacity != NULL) {
            output_text(out, "No cluster is above its capacity");
        } else if (r->job->problem.weight != NULL) {
            output_format(out, "No cluster weighs more than %lld", (long long)r->capacity);
        } else {
            output_text(out, "No cluster has more than ");
            svg_count(out, r->capacity, "member");
        }
        if (r->job->rules.min_size > 1) {
            int const members =
                r->job->rules.capacity == NULL && r->job->problem.weight == NULL;
            output_format(out,
                          members ? " or fewer than %lld" : " or has fewer than %lld members",
                          (long long)r->job->rules.min_size);
        }
        output_text(out, asked_balances(r, mixes) > 0
                             ? ", and each is as balanced as asked for. "
                             : ". ");
        output_text(out, kept_asked(r) > 0 ? "All that was asked besides is kept. " : "");
        output_text(out, ignored(out, r, mixes) ? "; here the rules hold by chance." : "");
        output_text(out, "</p></div>\n");
    }
    free(b.too_large);
    free(b.too_small);
}

/* ---- what came out ---- */

/* The least balance and the mean distances of one attribute. */
static void outcome_of(output *out, const mix *m) {
    const mix_row *const worst = &m->row[m->order[0]];
    output_text(out, " By <b>");
    svg_name(out, mix_attribute(m));
    output_text(out, "</b> the lowest balance is ");
    svg_ratio_decimal(out, worst->balance);
    output_format(out, ", in cluster %d", (int)worst->cluster + 1);
    if (m->n_groups > 1) {
        served *const list = served_open(m);
        const served *const near = &list[m->n_groups - 1];
        output_text(out, ", and the mean distance goes from ");
        svg_digits(out, near->mean, 4);
        output_text(out, " (");
        svg_name(out, mix_group(m, near->group));
        output_text(out, ") to ");
        svg_digits(out, list[0].mean, 4);
        output_text(out, " (");
        svg_name(out, mix_group(m, list[0].group));
        output_text(out, ")");
        free(list);
    }
    output_text(out, ".");
}

void verdict_outcome(output *out, const result *r, const mix *mixes) {
    output_text(out, "<p>What came out: ");
    svg_count(out, r->job->problem.n, "row");
    output_text(out, " in ");
    svg_count(out, r->job->rules.k, "cluster");
    output_text(out, " of ");
    svg_range(out, result_smallest(r), result_largest(r), "member");
    if (result_squared(r)) {
        output_text(out,
                    ". The <b>cost</b>, the sum of the squared distances of all rows to the "
                    "means of their clusters, is ");
    } else {
        output_text(out, ". A row is on average ");
        svg_digits(out, result_mean(r), 4);
        output_format(out,
                      " from the medoid of its cluster, %s; the sum of all these distances is "
                      "the <b>cost</b>, ",
                      result_centre(r));
    }
    svg_number(out, r->report.cost);
    output_text(out, ".");
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        outcome_of(out, &mixes[a]);
    }
    output_text(out, " ");
    proof_sentence(out, r);
    output_text(out, r->report.outcome == FCAP_TIME_LIMIT
                         ? " The search was ended by the time limit."
                     : r->report.outcome == FCAP_INTERRUPTED
                         ? " The search was interrupted; this is the best it had found."
                         : "");
    output_text(out, "</p>\n");
}

/* ---- the worst values ---- */

static void size_tile(output *out, const char *name, int64_t size, const char *at,
                      int64_t asked) {
    output_format(out,
                  "<div><dt>%s cluster</dt><dd>%lld</dd><dd>asked: at %s %lld</dd></div>\n",
                  name, (long long)size, at, (long long)asked);
}

/* The cluster that is nearest to its capacity, or farthest above it. */
static void load_tile(output *out, const result *r) {
    int32_t full = 0;
    for (int32_t c = 1; c < r->job->rules.k; c++) {
        if (result_load(r, c) - result_capacity(r, c) >
            result_load(r, full) - result_capacity(r, full)) {
            full = c;
        }
    }
    size_tile(out,
              r->job->rules.capacity != NULL   ? "Fullest"
              : r->job->problem.weight != NULL ? "Heaviest"
                                               : "Largest",
              result_load(r, full), "most", result_capacity(r, full));
}

static void balance_tile(output *out, const mix *m) {
    const mix_row *const worst = &m->row[m->order[0]];
    output_text(out, "<div><dt>Lowest balance by ");
    svg_name(out, mix_attribute(m));
    output_text(out, "</dt><dd>");
    svg_ratio_decimal(out, worst->balance);
    output_text(out, "</dd><dd>");
    if (m->asked.num > 0) {
        output_text(out, "asked: at least ");
        svg_ratio(out, m->asked);
    } else {
        output_text(out, "no minimum");
    }
    output_text(out, "</dd></div>\n");
}

void verdict_numbers(output *out, const result *r, const mix *mixes) {
    output_text(out, "<dl class=\"tiles\">\n");
    load_tile(out, r);
    size_tile(out, "Smallest", result_smallest(r), "least", r->job->rules.min_size);
    for (int32_t a = 0; a < r->job->problem.n_attributes; a++) {
        balance_tile(out, &mixes[a]);
    }
    output_text(out, "<div><dt>Cost</dt><dd>");
    svg_number(out, r->report.cost);
    output_text(out, "</dd><dd>");
    if (r->report.outcome == FCAP_OPTIMAL) {
        output_text(out, "proved: none is lower");
    } else if (r->report.lower_bound >= 0) {
        output_text(out, "proved: at least ");
        svg_number(out, r->report.lower_bound);
    } else {
        output_text(out, "nothing is proved");
    }
    output_text(out, "</dd></div>\n</dl>\n");
}
