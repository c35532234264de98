/* cmd_group.c - faircap group: a teacher's words on top of the same machinery.
 *
 * Names and identifiers are recognised and never used; what is unknown of a student is neutral,
 * and no roster is refused for it. Wishes that exclude each other are said before the search.
 */
#include "clash.h"
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
typedef struct mixes {
    char *names;   /* what the words of protect point to */
    char *balance; /* pieces with a ratio, commas between */
} mixes;

static void take_piece(char *piece, arguments *b, mixes *m) {
    char *const equals = strrchr(piece, '=');
    if (equals != NULL) {
        strcat(m->balance, m->balance[0] != 0 ? "," : "");
        strcat(m->balance, piece);
        *equals = 0;
    }
    if (b->protect.n < WORDS_MAX) {
        b->protect.word[b->protect.n++] = piece;
    }
}

static mixes take_mixes(arguments *b) {
    size_t size = 1;
    for (int i = 0; i < b->mix.n; i++) {
        size += strlen(b->mix.word[i]) + 1;
    }
    mixes m = {need(size, 1), need(size, 1)};
    char *at = m.names;
    for (int i = 0; i < b->mix.n; i++) {
        size_t const length = strlen(b->mix.word[i]);
        memcpy(at, b->mix.word[i], length + 1);
        for (char *piece = at; piece != NULL;) {
            char *const comma = strchr(piece, ',');
            if (comma != NULL) {
                *comma = 0;
            }
            take_piece(piece, b, &m);
            piece = comma != NULL ? comma + 1 : NULL;
        }
        at += length + 1;
    }
    b->balance = m.balance[0] != 0 ? m.balance : NULL;
    return m;
}

static int check_words(const arguments *a) {
    if (a->start == NULL && (a->clusters > 0) == (a->group_size != NULL)) {
        return say_error(EXIT_USAGE, a->clusters > 0
                                         ? "say either --size or --groups, not both"
                                         : "say how large the groups are: --size 3-4; or how "
                                           "many there are: --groups 12");
    }
    return outputs_check(a);
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

static int find_shape(const job *j, group_shape *out) {
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
        *out = (group_shape){j->args->start != NULL ? 1 : least, most, j->rules.k};
    }
    return 0;
}

/* The wishes and the sizes at once; the number of groups, if it is to be found. */
static int judge_wishes(job *j) {
    group_shape shape = {1, 1, 0};
    int code = find_shape(j, &shape);
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
    j->rules.k = shape.k;
    j->rules.min_size = shape.least;
    j->rules.max_size = shape.most;
    return 0;
}

/* ---- the story ---- */

static int say_failure(const job *j, fcap_status status, const fcap_error *err) {
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
    fcap_options_init(&o);
    o.effort = (int32_t)a->effort;
    o.threads = (int32_t)a->threads;
    o.seed = (uint64_t)a->seed;
    o.time_limit = a->time_limit;
    o.tick = progress_tick;
    o.tick_user = &p;
    int32_t *const labels = need((size_t)j->problem.n, sizeof *labels);
    result r = {.job = j, .labels = labels, .method = o.method, .capacity = j->rules.max_size};
    fcap_error err;
    fcap_status const status =
        fcap_cluster(&j->problem, &j->rules, &o, labels, &r.report, &err);
    progress_end(&p);
    o.tick = NULL; /* the answer is there: saving it is not interrupted */
    code = status != FCAP_OK ? say_failure(j, status, &err) : write_groups(&r, &o);
    free(labels);
    return code == 0 && r.report.outcome == FCAP_INTERRUPTED ? EXIT_INTERRUPTED : code;
}

int cmd_group(const arguments *args) {
    int code = check_words(args);
    if (code != 0) {
        return code;
    }
    arguments asked = *args;
    mixes m = take_mixes(&asked);
    asked.missing = FCAP_MISSING_CATEGORY;
    asked.keep = asked.start != NULL;
    job j;
    code = job_open(&j, &asked);
    if (code == 0) {
        code = judge_wishes(&j);
        code = code != 0 ? code : solve(&j);
        job_close(&j);
    }
    free(m.names);
    free(m.balance);
    return code;
}
