/* cmd_tune.c - faircap tune: the grid search of the paper for slack and lambda.
 *
 * [LQ21] sets lambda of fair-kmedoids and epsilon (slack) of both methods by trying a range of
 * each on a small file. This does the same for any file, and says why it chose what it chose
 * (docs/ALGORITHMS.md, tuned.c).
 */
#include "commands.h"
#include "figure/figures.h"
#include "request.h"
#include "study/study.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

static void say_choices(const tuned *chosen) {
    for (int32_t i = 0; i < chosen->n; i++) {
        const tuned_choice *const c = &chosen->choice[i];
        char slack[RATIO_SIZE];
        char lambda[FCAP_NUMBER_SIZE] = "";
        if (c->series < 0) {
            fprintf(stderr, "%s: %s\n", c->name, c->why);
            continue;
        }
        if (c->has_lambda) {
            fcap_number_print(c->lambda, lambda);
        }
        fprintf(stderr, "%s: slack %s%s%s. %s\n", c->name, ratio_print(c->slack, slack),
                c->has_lambda ? ", lambda " : "", lambda, c->why);
        fprintf(stderr, "  least balance %.3f\n", c->balance);
    }
}

/* Is it the first choice with this lambda? Those without one go with whichever comes first. */
static int leads(const tuned *chosen, int32_t i) {
    const tuned_choice *const c = &chosen->choice[i];
    for (int32_t before = 0; before < i; before++) {
        const tuned_choice *const b = &chosen->choice[before];
        if (b->series >= 0 && (!c->has_lambda || (b->has_lambda && b->lambda == c->lambda))) {
            return 0;
        }
    }
    return c->series >= 0;
}

/* The sweeps that use what was chosen, one for each lambda. */
static void say_commands(const tuned *chosen, const arguments *a) {
    int32_t lines = 0;
    for (int32_t i = 0; i < chosen->n; i++) {
        const tuned_choice *const head = &chosen->choice[i];
        if (!leads(chosen, i)) {
            continue;
        }
        char text[FCAP_NUMBER_SIZE];
        fprintf(stderr, "%s faircap sweep %s ...",
                lines == 0 ? "to use it:" : "and:      ", safe(a->file[0]));
        if (head->has_lambda) {
            fcap_number_print(head->lambda, text);
            fprintf(stderr, " --lambda %s", text);
        }
        const char *before = " --methods ";
        for (int32_t m = i; m < chosen->n; m++) {
            const tuned_choice *const c = &chosen->choice[m];
            int const here = c->has_lambda ? c->lambda == head->lambda : lines == 0;
            if (c->series >= 0 && here) {
                char slack[RATIO_SIZE];
                fprintf(stderr, "%s%s@%s", before, c->name, ratio_print(c->slack, slack));
                before = ",";
            }
        }
        fputc('\n', stderr);
        lines++;
    }
}

static int run(study *s, trials *t, tuned *grid) {
    const arguments *const a = t->job->args;
    progress shown;
    progress_start(&shown, a); /* from here on a signal is an orderly stop */
    int code = study_open(s, t);
    code = code != 0 ? code : trials_run(t, &shown, study_save, s);
    if (code != 0) {
        return study_say_end(s, t, code);
    }
    tuned_choose(grid, t);
    code = study_write(s, t, grid);
    code = study_say_undrawn(s, code != 0 ? code : figures_write_tune(a->output, t, grid));
    if (code == 0 && !a->quiet) {
        say_choices(grid);
        say_commands(grid, a);
        study_say_notes(s, t);
        fprintf(stderr, "page: %s/report.html\n", safe(a->output));
    }
    return code;
}

static int tune(const arguments *args, tuned *grid, const series *list, int32_t n,
                count_set *k) {
    job j;
    int code = job_open(&j, args);
    if (code != 0) {
        return code;
    }
    const char *const rule = rules_of_best(&j);
    code = rule != NULL ? say_error(EXIT_USAGE,
                                    "the methods that tune is about do not know %s; faircap "
                                    "sweep with --methods best does",
                                    rule)
                        : method_fits(&j, grid->choice[0].method);
    if (code == 0) {
        study_fit_counts(&j, k);
        trials t;
        code = trials_open(&t, &j, list, n, k);
        t.by_grid = 1;
        if (code == 0) {
            study s;
            code = run(&s, &t, grid);
            study_close(&s);
        }
        trials_close(&t);
    }
    job_close(&j);
    return code;
}

int cmd_tune(const arguments *args) {
    count_set k = {0, NULL};
    decimal_set slacks = {0, NULL};
    decimal_set lambdas = {0, NULL};
    tuned grid = {0, NULL};
    series *list = NULL;
    int32_t n = 0;
    int code = study_check(args);
    code = code != 0 ? code : study_counts(args, &k);
    code = code != 0 ? code : range_decimals("--slack", args->slack_list, 1, 0, &slacks);
    code = code != 0 ? code : range_decimals("--lambda", args->lambda_list, 0, 1, &lambdas);
    code = code != 0 ? code : tuned_open(&grid, args, &slacks, &lambdas, &list, &n);
    code = code != 0 ? code : tune(args, &grid, list, n, &k);
    tuned_close(&grid);
    free(list);
    free(lambdas.value);
    free(slacks.value);
    free(k.value);
    return code;
}
