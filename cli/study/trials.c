/* trials.c - the trials of a sweep, as they are asked for. See trials.h; trials_run.c runs
 * them. */
#include "study/trials.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIALS_MOST = 200000 /* rows that results.csv can be rewritten with once a second */
};

int trials_open(trials *t, const job *j, const series *list, int32_t n_series,
                const count_set *k) {
    const arguments *const a = j->args;
    *t = (trials){.job = j, .n_series = n_series};
    if (a->seed > INT64_MAX - a->seeds) {
        return say_error(EXIT_USAGE, "--seed %lld leaves no room for --seeds %lld",
                         (long long)a->seed, (long long)a->seeds);
    }
    int64_t const n = (int64_t)n_series * k->n * a->seeds; /* each factor is at most 10^4 */
    if (n > TRIALS_MOST) {
        return say_error(EXIT_USAGE,
                         "%d methods, %d numbers of clusters and %lld seeds are %lld runs; "
                         "%d is the most",
                         (int)n_series, (int)k->n, (long long)a->seeds, (long long)n,
                         TRIALS_MOST);
    }
    t->series =
        memcpy(need((size_t)n_series, sizeof *list), list, (size_t)n_series * sizeof *list);
    t->trial = need((size_t)n, sizeof *t->trial);
    for (int32_t s = 0; s < n_series; s++) {
        for (int32_t i = 0; i < k->n; i++) {
            for (int64_t seed = 0; seed < a->seeds; seed++) {
                t->trial[t->n++] =
                    (trial){.series = s, .k = (int32_t)k->value[i], .seed = a->seed + seed};
            }
        }
    }
    return 0;
}

void trials_close(trials *t) {
    for (int64_t i = 0; i < t->n; i++) {
        free(t->trial[i].size);
    }
    free(t->trial);
    free(t->series);
    *t = (trials){0};
}

int trial_order(const void *a, const void *b) {
    const trial *const x = a;
    const trial *const y = b;
    int const by_series = (x->series > y->series) - (x->series < y->series);
    int const by_k = (x->k > y->k) - (x->k < y->k);
    int const by_seed = (x->seed > y->seed) - (x->seed < y->seed);
    return by_series != 0 ? by_series : by_k != 0 ? by_k : by_seed;
}

fcap_rules trial_rules(const trials *t, const trial *row) {
    fcap_rules rules = t->job->rules;
    rules.k = row->k;
    rules.slack = t->series[row->series].slack;
    return rules;
}

const char *trial_status(const trial *row) {
    switch (row->state) {
    case TRIAL_DONE:
        return fcap_outcome_name(row->outcome);
    case TRIAL_INFEASIBLE:
        return "infeasible";
    case TRIAL_NOT_FOUND:
        return "not_found";
    case TRIAL_OPEN:
    default:
        return NULL;
    }
}

int64_t trial_violations(const trial *row) {
    return row->over_capacity + row->unbalanced;
}

double trial_gap(const trial *row) {
    double const below = row->cost - row->bound;
    return row->bound < 0 ? -1 : below > 0 ? below / row->cost : 0;
}
