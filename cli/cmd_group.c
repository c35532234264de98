/* cmd_group.c - faircap group: a teacher's words on top of the same machinery.
 *
 * Names and identifiers are recognised and never used; what is unknown of a student is neutral,
 * and no roster is refused for it. Wishes that exclude each other are said before the search.
 */
#include "clash.h"
#include "commands.h"
#include "group_size.h"
#include "group_words.h"
#include "kinds.h"
#include "outputs.h"
#include "progress.h"
#include "quarrels.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command line as that of a job ---- */

/* --balance gender=1/2,school: columns into protect, and "gender=1/2" into the text. */
typedef struct mixes {
    char *names;   /* what the words of protect point to */
    char *balance; /* pieces with a ratio, commas between */
} mixes;

/* Without the blanks around it. */
static char *trimmed(char *text) {
    text += strspn(text, " \t");
    for (size_t size = strlen(text); size > 0 && strchr(" \t", text[size - 1]) != NULL;
         size--) {
        text[size - 1] = 0;
    }
    return text;
}

static void take_piece(char *piece, arguments *b, mixes *m) {
    char *const equals = strrchr(piece, '=');
    if (equals != NULL) {
        *equals = 0;
        strcat(m->balance, m->balance[0] != 0 ? "," : "");
        strcat(m->balance, trimmed(piece));
        strcat(m->balance, "=");
        strcat(m->balance, trimmed(equals + 1));
    }
    if (b->protect.n < WORDS_MAX) {
        b->protect.word[b->protect.n++] = trimmed(piece);
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

/* Late students fill the smallest groups so far, which so become as even as can be. */
static group_shape shape_of_late(const job *j) {
    int64_t const n = j->problem.n;
    int32_t const k = j->rules.k;
    int64_t *const size = need((size_t)k, sizeof *size);
    int64_t late = n;
    for (int64_t i = 0; i < n; i++) {
        if (j->rules.start[i] >= 0) {
            size[j->rules.start[i]]++;
            late--;
        }
    }
    group_shape out = {0, 0, k};
    for (int64_t taken = 0; taken <= late;
         out.least++) { /* one more for each of the smallest */
        for (int32_t g = 0; g < k; g++) {
            taken += size[g] <= out.least;
        }
    }
    out.least--;
    int64_t left = late;
    for (int32_t g = 0; g < k; g++) {
        out.most = size[g] > out.most ? size[g] : out.most;
        left -= size[g] < out.least ? out.least - size[g] : 0;
    }
    out.most = left > 0 && out.most == out.least ? out.most + 1 : out.most;
    out.most = out.least > out.most ? out.least + (left > 0) : out.most;
    out.least = out.least > 0 ? out.least : 1;
    free(size);
    return out;
}

/* "--size 4": groups of 4, and as many of 5 as the rest needs. */
static int shape_of_exact(int64_t n, int64_t size, group_shape *out) {
    int64_t const k = n / size;
    if (k == 0) {
        return say_error(EXIT_INFEASIBLE, "%lld %s too few for a group of %lld", (long long)n,
                         n == 1 ? "student is" : "students are", (long long)size);
    }
    int64_t const rest = n - k * size;
    if (rest > k) {
        int64_t const more = (n + size - 1) / size; /* groups, if some are smaller */
        char instead[64];
        if (more * (size - 1) <= n) {
            snprintf(instead, sizeof instead, "--size %lld-%lld", (long long)size - 1,
                     (long long)size);
        } else {
            snprintf(instead, sizeof instead, "--groups %lld", (long long)more);
        }
        return say_error(EXIT_INFEASIBLE,
                         "%lld students make %lld %s of %lld, and %lld are left, more than one "
                         "for each; %s would do",
                         (long long)n, (long long)k, k == 1 ? "group" : "groups",
                         (long long)size, (long long)rest, instead);
    }
    *out = (group_shape){size, size + (rest > 0), (int32_t)k};
    return 0;
}

/* The sizes of --size, for new groups or for those so far. */
static int shape_of_size(const job *j, group_shape *out) {
    int64_t const n = j->problem.n;
    int64_t least;
    int64_t most;
    int const code = group_size_parse("size", j->args->group_size, &least, &most);
    if (code != 0) {
        return code;
    }
    int const exact = strchr(j->args->group_size, '-') == NULL;
    if (j->args->start == NULL && exact) {
        return shape_of_exact(n, least, out);
    }
    if (j->args->start != NULL) {
        most = exact && least * j->rules.k >= n ? least : most;
        least = 1;
    }
    *out = (group_shape){least, most, j->rules.k};
    return 0;
}

static int find_shape(const job *j, group_shape *out) {
    int64_t const n = j->problem.n;
    int64_t const k = j->args->clusters;
    if (j->args->group_size != NULL) {
        return shape_of_size(j, out);
    }
    if (j->args->start != NULL) {
        *out = shape_of_late(j);
    } else if (k > n) {
        return say_error(EXIT_INFEASIBLE, "%lld %s too few for %lld groups", (long long)n,
                         n == 1 ? "student is" : "students are", (long long)k);
    } else {
        *out = (group_shape){n / k, (n + k - 1) / k, (int32_t)k};
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
    group_shape asked = shape;
    fcap_plan_report plan;
    fcap_error err;
    int possible = 1;
    fcap_status status = clash_judge(j, &shape, &possible, &plan, &err);
    if (status == FCAP_OK && !possible && j->args->start != NULL) {
        shape = asked = (group_shape){1, asked.most, asked.k}; /* uneven, if it must be */
        status = clash_judge(j, &shape, &possible, &plan, &err);
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    j->rules.k =
        shape.k > 0 ? shape.k : (int32_t)((j->problem.n + asked.most - 1) / asked.most);
    j->rules.min_size = shape.least;
    j->rules.max_size = shape.most;
    if (!possible || quarrels(j, &asked, 0) > 0) {
        code = outputs_write_infeasible(j, &plan);
        return code != 0 ? code : clash_say(j, &asked);
    }
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
        roster_say_doubles(&j.roster, j.table, asked.quiet);
        kinds_say_notes(&j);
        code = judge_wishes(&j);
        code = code != 0 ? code : solve(&j);
        job_close(&j);
    }
    free(m.names);
    free(m.balance);
    return code;
}
