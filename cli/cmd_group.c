/* cmd_group.c - faircap group: a teacher's words on top of the same machinery.
 *
 * Names and identifiers are recognised and never used; what is unknown of a student is neutral,
 * and no roster is refused for it. Wishes that exclude each other are said before the search.
 */
#include "cmd_group.h"

#include "commands.h"
#include "file_words.h"
#include "group_words.h"
#include "kinds.h"
#include "mixes.h"
#include "outputs.h"
#include "progress.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_words(const arguments *a) {
    if (a->start == NULL && (a->clusters > 0) == (a->group_size != NULL)) {
        return say_error(EXIT_USAGE, a->clusters > 0
                                         ? "say either --size or --groups, not both"
                                         : "say how large the groups are: --size 3-4; or how "
                                           "many there are: --groups 12");
    }
    return 0;
}

/* ---- how many groups ---- */

int group_find_shape(const job *j, group_shape *out) {
    int const code = group_shape_find(j, out);
    return code == EXIT_INFEASIBLE ? clash_say_no_shape(j) : code;
}

int group_judge(job *j, group_judgement *to) {
    group_shape asked;
    fcap_error err;
    int const code = group_find_shape(j, &asked);
    if (code != 0) {
        return code;
    }
    fcap_status const status = judgement_make(j, to, &err);
    return status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", err.message);
}

/* The wishes and the sizes at once; the number of groups, if it is to be found. */
static int judge_wishes(job *j) {
    group_judgement found;
    int code = group_judge(j, &found);
    if (code == 0 && !found.possible) {
        code = outputs_write_infeasible(j, &found.plan);
        return code != 0 ? code : clash_say(j, &found.asked);
    }
    if (code == 0) {
        mixes_say(j, &found.shape);
    }
    return code;
}

/* ---- the story ---- */

int group_say_failure(const job *j, fcap_status status, const fcap_error *err) {
    if (status == FCAP_E_NOT_FOUND) {
        return say_error(EXIT_NOT_FOUND, "no groups that fulfil all wishes were found; more "
                                         "--effort or another --seed may find some, or leave "
                                         "one wish out");
    }
    if (status == FCAP_E_INFEASIBLE) {
        group_shape const shape = {j->rules.min_size, j->rules.max_size, j->rules.k};
        return clash_say(j, &shape);
    }
    return say_error(exit_code_of(status), "%s", err->message);
}

static int write_groups(result *r, const fcap_options *o) {
    int code = result_measure(r, o);
    code = code != 0 ? code : outputs_write(r, group_summary);
    result_close(r);
    return code;
}

void group_options(const arguments *a, fcap_options *o) {
    fcap_options_init(o);
    o->effort = (int32_t)a->effort;
    o->threads = (int32_t)a->threads;
    o->seed = (uint64_t)a->seed;
    o->time_limit = a->time_limit;
}

static int solve(const job *j) {
    const arguments *const a = j->args;
    progress p;
    progress_start(&p, a);
    int code = outputs_try(a);
    code = code != 0 ? code : outputs_fit(j);
    if (code != 0) {
        return code;
    }
    fcap_options o;
    group_options(a, &o);
    o.tick = progress_tick;
    o.tick_user = &p;
    int32_t *const labels = need((size_t)j->problem.n, sizeof *labels);
    result r = {.job = j, .labels = labels, .method = o.method, .capacity = j->rules.max_size};
    fcap_error err;
    fcap_status const status =
        fcap_cluster(&j->problem, &j->rules, &o, labels, &r.report, &err);
    progress_end(&p);
    o.tick = NULL; /* the answer is there: saving it is not interrupted */
    code = status != FCAP_OK ? group_say_failure(j, status, &err) : write_groups(&r, &o);
    free(labels);
    return code == 0 && r.report.outcome == FCAP_INTERRUPTED ? EXIT_INTERRUPTED : code;
}

int group_open(job *j, arguments *asked, const arguments *args) {
    int code = check_words(args);
    code = code != 0 ? code : file_words_check(args);
    if (code != 0) {
        return code;
    }
    *asked = *args;
    asked->missing = FCAP_MISSING_CATEGORY;
    asked->keep = asked->start != NULL;
    return job_open(j, asked);
}

int cmd_group(const arguments *args) {
    job j;
    arguments asked;
    int code = outputs_check(args);
    code = code != 0 ? code : group_open(&j, &asked, args);
    if (code == 0) {
        roster_say_doubles(&j.roster, j.table, asked.quiet);
        roster_say_nameless(&j.roster, j.table, asked.quiet);
        kinds_say_notes(&j);
        code = judge_wishes(&j);
        code = code != 0 ? code : solve(&j);
        job_close(&j);
    }
    return code;
}
