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

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- what came out, in a few lines ---- */

/* The runs of one k and seed are compared with the cheapest of their answers that keeps every
 * rule: one that breaks a rule may be cheaper than any that is allowed. Negative: there is
 * none. */
static double least_kept(const trials *t, int64_t place, int64_t per_series) {
    double least = -1;
    for (int32_t s = 0; s < t->n_series; s++) {
        const trial *const row = &t->trial[s * per_series + place];
        if (row->state == TRIAL_DONE && trial_violations(row) == 0) {
            least = least < 0 || row->cost < least ? row->cost : least;
        }
    }
    return least;
}

/* Beside an answer that costs nothing, any other is infinitely dear. */
static double ratio_of(double cost, double unit) {
    return unit > 0 ? cost / unit : cost > 0 ? INFINITY : 1;
}

/* Returns how many of its answers could not be compared with anything. */
static int64_t say_series(const trials *t, int32_t s, int64_t per_series) {
    double excess = 0;
    double seconds = 0;
    int64_t answers = 0;
    int64_t compared = 0;
    int64_t broken = 0;
    for (int64_t i = 0; i < per_series; i++) {
        const trial *const row = &t->trial[s * per_series + i];
        seconds += row->seconds;
        if (row->state != TRIAL_DONE) {
            continue;
        }
        answers++;
        broken += trial_violations(row) > 0;
        double const unit = least_kept(t, i, per_series);
        if (unit >= 0) {
            excess += ratio_of(row->cost, unit);
            compared++;
        }
    }
    char mean[32] = "-";
    if (compared > 0) {
        snprintf(mean, sizeof mean, "%.4f", excess / (double)compared);
    }
    fprintf(stderr, "%-32s %8s %8lld %8lld %10.2f\n", t->series[s].name, mean,
            (long long)broken, (long long)(per_series - answers), seconds);
    return answers - compared;
}

static void summarise_sweep(const trials *t) {
    int64_t const per_series = t->n / t->n_series;
    int64_t alone = 0;
    fprintf(
        stderr,
        "%lld run%s of %lld row%s; cost: mean of cost / least cost, for the same k and seed, "
        "of an answer that keeps every rule\n",
        (long long)t->n, plural(t->n), (long long)t->job->problem.n, plural(t->job->problem.n));
    fprintf(stderr, "%-32s %8s %8s %8s %10s\n", "method", "cost", "broken", "none", "seconds");
    for (int32_t s = 0; s < t->n_series; s++) {
        alone += say_series(t, s, per_series);
    }
    fputs("broken: answers that break a rule; none: runs without an answer\n", stderr);
    if (alone > 0) {
        fprintf(
            stderr,
            "not compared: %lld answer%s, since no answer for the same k and seed keeps every "
            "rule\n",
            (long long)alone, plural(alone));
    }
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
    code = study_say_undrawn(s, figures_write_sweep(a->output, t, published));
    if (code == 0 && !a->quiet) {
        summarise_sweep(t);
        study_say_notes(s, t);
        fprintf(stderr, "page: %s/report.html\n", safe(a->output));
    }
    return code;
}

/* All of them, before the first is run. */
static int check_series(const job *j, const series *list, int32_t n) {
    const char *const rule = rules_of_best(j);
    int code = 0;
    for (int32_t i = 0; i < n && code == 0; i++) {
        code = rule != NULL && list[i].method != FCAP_METHOD_BEST
                   ? say_error(EXIT_USAGE, "%s does not know %s",
                               fcap_method_name(list[i].method), rule)
                   : method_fits(j, list[i].method);
    }
    if (code != 0) {
        say_note(j->args->quiet, "--methods says which methods to run; %s would do here",
                 rule != NULL ? "best" : "best,kmedoids");
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
