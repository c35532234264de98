/* cmd_sweep.c - faircap sweep: methods x numbers of clusters x seeds, as in the paper.
 *
 * Read, find out which runs are asked for and which of them the folder has already, run the
 * rest, draw. Whatever is complete is saved as it goes, so that an interrupted sweep goes on
 * where it was.
 */
#include "commands.h"
#include "figure/figures.h"
#include "request.h"
#include "study/series.h"
#include "study/study.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what came out, in a few lines ---- */

static int breaks_rules(const trial *row) {
    return row->over_capacity + row->unbalanced > 0;
}

/* What all series together are compared with at one k and seed: the answer of best, or where
 * there is none the cheapest that breaks no rule, or else the cheapest. Negative: nobody has
 * an answer. */
static double yardstick(const trials *t, int64_t place, int64_t per_series) {
    double least = -1;
    double least_kept = -1;
    for (int32_t s = 0; s < t->n_series; s++) {
        const trial *const row = &t->trial[s * per_series + place];
        if (row->state != TRIAL_DONE) {
            continue;
        }
        if (t->series[s].method == FCAP_METHOD_BEST) {
            return row->cost;
        }
        least = least < 0 || row->cost < least ? row->cost : least;
        if (!breaks_rules(row)) {
            least_kept = least_kept < 0 || row->cost < least_kept ? row->cost : least_kept;
        }
    }
    return least_kept >= 0 ? least_kept : least;
}

static void say_series(const trials *t, int32_t s, int64_t per_series) {
    double excess = 0;
    double seconds = 0;
    int64_t compared = 0;
    int64_t broken = 0;
    int64_t missing = 0;
    for (int64_t i = 0; i < per_series; i++) {
        const trial *const row = &t->trial[s * per_series + i];
        seconds += row->seconds;
        if (row->state != TRIAL_DONE) {
            missing++;
            continue;
        }
        double const unit = yardstick(t, i, per_series);
        excess += unit > 0 ? row->cost / unit : 1;
        compared++;
        broken += breaks_rules(row);
    }
    char mean[32] = "-";
    if (compared > 0) {
        snprintf(mean, sizeof mean, "%.4f", excess / (double)compared);
    }
    fprintf(stderr, "%-32s %8s %8lld %8lld %10.2f\n", t->series[s].name, mean,
            (long long)broken, (long long)missing, seconds);
}

static void summarise_sweep(const trials *t) {
    int64_t const per_series = t->n / t->n_series;
    int best = 0;
    for (int32_t s = 0; s < t->n_series; s++) {
        best |= t->series[s].method == FCAP_METHOD_BEST;
    }
    fprintf(stderr, "%lld %s of %lld rows; cost: mean over all runs of cost / cost of %s\n",
            (long long)t->n, t->n == 1 ? "run" : "runs", (long long)t->job->problem.n,
            best ? "best" : "the cheapest answer that breaks no rule");
    fprintf(stderr, "%-32s %8s %8s %8s %10s\n", "method", "cost", "broken", "none", "seconds");
    for (int32_t s = 0; s < t->n_series; s++) {
        say_series(t, s, per_series);
    }
    fputs("broken: answers that break a rule; none: runs without an answer\n", stderr);
}

/* ---- the story ---- */

static int run(study *s, trials *t, const references *published) {
    const arguments *const a = t->job->args;
    progress shown;
    progress_start(&shown, a); /* from here on a signal is an orderly stop */
    int code = study_open(s, t);
    code = code != 0 ? code : trials_run(t, &shown, study_save, s);
    if (code != 0) {
        return study_say_end(s, t, code);
    }
    code = figures_write_sweep(a->output, t, published);
    if (code == 0 && !a->quiet) {
        summarise_sweep(t);
        study_say_notes(s, t);
        fprintf(stderr, "page: %s/report.html\n", safe(a->output));
    }
    return code;
}

/* All of them, before the first is run. */
static int check_series(const job *j, const series *list, int32_t n) {
    int code = 0;
    for (int32_t i = 0; i < n && code == 0; i++) {
        code = method_fits(j, list[i].method);
    }
    if (code != 0) {
        say_note(j->args->quiet, "--methods says which methods to run; best,kmedoids would do "
                                 "here");
    }
    return code;
}

static int sweep(const arguments *args, const series *list, int32_t n, count_set *k,
                 const references *published) {
    job j;
    int code = job_open(&j, args);
    if (code != 0) {
        return code;
    }
    code = check_series(&j, list, n);
    if (code == 0) {
        study_fit_counts(&j, k);
        trials t;
        code = trials_open(&t, &j, list, n, k);
        if (code == 0) {
            study s;
            code = run(&s, &t, published);
            study_close(&s);
        }
        trials_close(&t);
    }
    job_close(&j);
    return code;
}

int cmd_sweep(const arguments *args) {
    int code = study_check(args);
    if (code == 0 && args->gap > 0 && args->bound == FCAP_BOUND_OFF) {
        code = say_error(EXIT_USAGE, "--gap and --bound off exclude each other");
    }
    count_set k = {0, NULL};
    series *list = NULL;
    int32_t n = 0;
    code = code != 0 ? code : study_counts(args, &k);
    code = code != 0 ? code : series_read(args, &list, &n);
    references published = {0};
    int const referred = code == 0 && args->reference != NULL;
    code = referred ? references_open(&published, args->reference, args) : code;
    if (code == 0) {
        code = sweep(args, list, n, &k, referred ? &published : NULL);
    }
    references_close(&published);
    free(list);
    free(k.value);
    return code;
}
