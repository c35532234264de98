/* cmd_group.c - faircap group: a teacher's words on top of the same machinery.
 *
 * Names and identifiers are recognised and never used; what is unknown of a student is neutral,
 * and no roster is refused for it. Wishes that exclude each other are said before the search.
 */
#include "cmd_group.h"

#include "commands.h"
#include "group_size.h"
#include "group_words.h"
#include "outputs.h"
#include "progress.h"
#include "wishes.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- the command line as that of a job ---- */

/* --balance gender=1/2,school: columns into protect, and "gender=1/2" into the text. */
static void take_piece(char *piece, group_job *g) {
    arguments *const b = &g->asked;
    char *const equals = strrchr(piece, '=');
    if (equals != NULL) {
        strcat(g->balance, g->balance[0] != 0 ? "," : "");
        strcat(g->balance, piece);
        *equals = 0;
    }
    if (b->protect.n < WORDS_MAX) {
        b->protect.word[b->protect.n++] = piece;
    }
}

static void take_mixes(group_job *g) {
    arguments *const b = &g->asked;
    size_t size = 1;
    for (int i = 0; i < b->mix.n; i++) {
        size += strlen(b->mix.word[i]) + 1;
    }
    g->names = need(size, 1);
    g->balance = need(size, 1);
    char *at = g->names;
    for (int i = 0; i < b->mix.n; i++) {
        size_t const length = strlen(b->mix.word[i]);
        memcpy(at, b->mix.word[i], length + 1);
        for (char *piece = at; piece != NULL;) {
            char *const comma = strchr(piece, ',');
            if (comma != NULL) {
                *comma = 0;
            }
            take_piece(piece, g);
            piece = comma != NULL ? comma + 1 : NULL;
        }
        at += length + 1;
    }
    b->balance = g->balance[0] != 0 ? g->balance : NULL;
}

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

/* Late students: the groups so far, which may grow to the largest of them, or evenly. */
static group_shape shape_of_late(const job *j) {
    int64_t const n = j->problem.n;
    int32_t const k = j->rules.k;
    int64_t *const size = need((size_t)k, sizeof *size);
    int64_t most = (n + k - 1) / k;
    for (int64_t i = 0; i < n; i++) {
        if (j->rules.start[i] >= 0) {
            int64_t const now = ++size[j->rules.start[i]];
            most = now > most ? now : most;
        }
    }
    free(size);
    return (group_shape){1, most, k};
}

int group_find_shape(const job *j, group_shape *out) {
    int64_t const n = j->problem.n;
    int64_t const k = j->args->clusters;
    if (j->args->start != NULL) {
        *out = shape_of_late(j);
    } else if (k > n) {
        return say_error(EXIT_INFEASIBLE, "%lld students are too few for %lld groups",
                         (long long)n, (long long)k);
    } else if (k > 0) {
        *out = (group_shape){n / k, (n + k - 1) / k, (int32_t)k};
    }
    if (j->args->group_size != NULL) {
        int64_t least;
        int64_t most;
        int const code = group_size_parse("size", j->args->group_size, &least, &most);
        if (code != 0) {
            return code;
        }
        int const late = j->args->start != NULL && k == 0; /* groups so far may be smaller */
        *out = (group_shape){late ? 1 : least, most, j->rules.k};
    }
    return 0;
}

void group_set_shape(job *j, const group_shape *shape) {
    j->rules.k = shape->k;
    j->rules.min_size = shape->least;
    j->rules.max_size = shape->most;
}

/* The wishes and the sizes at once; the number of groups, if it is to be found. */
static int judge_wishes(job *j) {
    group_shape shape = {1, 1, 0};
    int code = group_find_shape(j, &shape);
    if (code != 0) {
        return code;
    }
    group_shape const asked = shape;
    fcap_plan_report plan;
    fcap_error err;
    int possible = 1;
    fcap_status const status = clash_judge(j, &shape, &possible, &plan, &err);
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    if (!possible) {
        code = outputs_write_infeasible(j, &plan);
        return code != 0 ? code : clash_say(j, &asked);
    }
    group_set_shape(j, &shape);
    return 0;
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
    code = code != 0 ? code : outputs_write(r);
    if (code == 0) {
        group_summary(r);
        outputs_say_next(r->job->args);
    }
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

int group_open(group_job *g, const arguments *args) {
    int code = check_words(args);
    if (code != 0) {
        return code;
    }
    g->asked = *args;
    take_mixes(g);
    g->asked.missing = FCAP_MISSING_CATEGORY;
    g->asked.keep = g->asked.start != NULL;
    code = job_open(&g->job, &g->asked);
    if (code != 0) {
        group_close(g);
    }
    return code;
}

void group_close(group_job *g) {
    job_close(&g->job);
    free(g->names);
    free(g->balance);
    g->names = g->balance = NULL;
}

int cmd_group(const arguments *args) {
    group_job g;
    int code = outputs_check(args);
    code = code != 0 ? code : group_open(&g, args);
    if (code == 0) {
        code = judge_wishes(&g.job);
        code = code != 0 ? code : solve(&g.job);
        group_close(&g);
    }
    return code;
}
