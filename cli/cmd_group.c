/* cmd_group.c - faircap group: a teacher's words on top of the same machinery.
 *
 * Names and identifiers are recognised and never used; what is unknown of a student is neutral,
 * and no roster is refused for it. Wishes that exclude each other are said before the search.
 */
#include "cmd_group.h"

#include "commands.h"
#include "file_words.h"
#include "group_size.h"
#include "group_words.h"
#include "kinds.h"
#include "mixes.h"
#include "outputs.h"
#include "progress.h"
#include "quarrels.h"
#include "wishes.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the command line as that of a job ---- */

/* Without the blanks around it. */
static char *trimmed(char *text) {
    text += strspn(text, " \t");
    for (size_t size = strlen(text); size > 0 && strchr(" \t", text[size - 1]) != NULL;
         size--) {
        text[size - 1] = 0;
    }
    return text;
}

/* --balance gender=1/2,school: columns into protect, and "gender=1/2" into the text. */
static void take_piece(char *piece, group_request *q) {
    arguments *const b = &q->asked;
    char *const equals = strrchr(piece, '=');
    if (equals != NULL) {
        *equals = 0;
        strcat(q->balance, q->balance[0] != 0 ? "," : "");
        strcat(q->balance, trimmed(piece));
        strcat(q->balance, "=");
        char *const colon = strchr(equals + 1, ':'); /* 1:3 is 1/3 */
        if (colon != NULL) {
            *colon = '/';
        }
        strcat(q->balance, trimmed(equals + 1));
    }
    if (b->protect.n < WORDS_MAX) {
        b->protect.word[b->protect.n++] = trimmed(piece);
    }
}

static void take_mixes(group_request *q) {
    arguments *const b = &q->asked;
    size_t size = 1;
    for (int i = 0; i < b->mix.n; i++) {
        size += strlen(b->mix.word[i]) + 1;
    }
    q->names = need(size, 1);
    q->balance = need(size, 1);
    char *at = q->names;
    for (int i = 0; i < b->mix.n; i++) {
        size_t const length = strlen(b->mix.word[i]);
        memcpy(at, b->mix.word[i], length + 1);
        for (char *piece = at; piece != NULL;) {
            char *const comma = strchr(piece, ',');
            if (comma != NULL) {
                *comma = 0;
            }
            take_piece(piece, q);
            piece = comma != NULL ? comma + 1 : NULL;
        }
        at += length + 1;
    }
    b->balance = (word_list){{q->balance}, q->balance[0] != 0};
}

static void free_words(group_request *q) {
    free(q->names);
    free(q->balance);
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
    if (j->args->start != NULL && exact && least * j->rules.k >= n) {
        most = least;
    }
    *out = (group_shape){least, most, j->rules.k};
    return 0;
}

int group_find_shape(const job *j, group_shape *out) {
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

void group_set_shape(job *j, const group_shape *shape) {
    j->rules.k = shape->k;
    j->rules.min_size = shape->least;
    j->rules.max_size = shape->most;
}

/* Nobody moves, so groups so far may stay smaller than asked for: as even as can be then, or
 * uneven if it must be. Where all groups are told about, nothing is loosened. */
static fcap_status judge_late(const job *j, group_judgement *to, fcap_error *err) {
    int const told = j->args->group_size != NULL && j->args->clusters > 0;
    int64_t const least[] = {shape_of_late(j).least, 1};
    fcap_status status = FCAP_OK;
    for (int i = 0; i < 2 && status == FCAP_OK && !to->possible && !told; i++) {
        if (least[i] < to->asked.least) {
            to->asked.least = least[i];
            to->shape = to->asked;
            status = clash_judge(j, &to->shape, &to->possible, &to->plan, err);
        }
    }
    return status;
}

/* Who comes late joins the smallest groups: of a range of sizes, first the even ones. */
static group_shape evened(const job *j, group_shape asked) {
    int const told = j->args->group_size != NULL && j->args->clusters > 0;
    if (j->args->start != NULL && !told) {
        int64_t const even = shape_of_late(j).least;
        asked.least = even > asked.least && even <= asked.most ? even : asked.least;
    }
    return asked;
}

static int judge_once(job *j, group_judgement *to) {
    group_shape asked = {1, 1, 0};
    int const code = group_find_shape(j, &asked);
    if (code != 0) {
        return code;
    }
    group_shape const first = evened(j, asked);
    *to = (group_judgement){.asked = first, .shape = first, .possible = 1};
    fcap_error err;
    fcap_status status = clash_judge(j, &to->shape, &to->possible, &to->plan, &err);
    if (status == FCAP_OK && !to->possible && to->asked.least > asked.least) {
        *to = (group_judgement){.asked = asked, .shape = asked, .possible = 1};
        status = clash_judge(j, &to->shape, &to->possible, &to->plan, &err);
    }
    if (status == FCAP_OK && j->args->start != NULL) {
        status = judge_late(j, to, &err);
    }
    if (status != FCAP_OK) {
        return say_error(exit_code_of(status), "%s", err.message);
    }
    group_set_shape(j, &to->shape);
    if (j->rules.k == 0) { /* to be said about: as few as the sizes allow */
        j->rules.k = (int32_t)((j->problem.n + to->asked.most - 1) / to->asked.most);
    }
    to->possible = to->possible && quarrels(j, &to->asked, 0) == 0;
    return 0;
}

/* Leaves it open how many groups there are. */
static int is_possible(job *j) {
    group_judgement found;
    int32_t const k = j->rules.k;
    int const possible = judge_once(j, &found) == 0 && found.possible;
    j->rules.k = k;
    return possible;
}

int group_judge(job *j, group_judgement *to) {
    group_shape asked;
    int const code = group_find_shape(j, &asked);
    if (code == 0) {
        mixes_choose(j, &asked, is_possible);
    }
    return code != 0 ? code : judge_once(j, to);
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

int group_open(job *j, group_request *q, const arguments *args) {
    int code = check_words(args);
    code = code != 0 ? code : file_words_check(args);
    if (code != 0) {
        return code;
    }
    q->asked = *args;
    take_mixes(q);
    q->asked.missing = FCAP_MISSING_CATEGORY;
    q->asked.keep = q->asked.start != NULL;
    code = job_open(j, &q->asked);
    if (code != 0) {
        free_words(q);
    }
    return code;
}

void group_close(job *j, group_request *q) {
    job_close(j);
    free_words(q);
}

int cmd_group(const arguments *args) {
    job j;
    group_request q;
    int code = outputs_check(args);
    code = code != 0 ? code : group_open(&j, &q, args);
    if (code == 0) {
        roster_say_doubles(&j.roster, j.table, q.asked.quiet);
        roster_say_nameless(&j.roster, j.table, q.asked.quiet);
        kinds_say_notes(&j);
        code = judge_wishes(&j);
        code = code != 0 ? code : solve(&j);
        group_close(&j, &q);
    }
    return code;
}
