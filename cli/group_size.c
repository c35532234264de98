/* group_size.c - see group_size.h. */
#include "group_size.h"

#include "wishes.h"
#include "words.h"

#include <limits.h>
#include <string.h>

static const char *read_count(const char *at, int64_t *value) {
    const char *const first = at;
    for (*value = 0; *at >= '0' && *at <= '9' && *value <= INT32_MAX; at++) {
        *value = 10 * *value + (*at - '0');
    }
    return at > first && *value >= 1 && *value <= INT32_MAX ? at : NULL;
}

/* "3-4", or "3" for 3-4. */
static int parse(const char *text, int64_t *least, int64_t *most) {
    const char *at = read_count(text, least);
    *most = *least + 1;
    if (at != NULL && *at == '-') {
        at = read_count(at + 1, most);
    }
    if (at == NULL || *at != 0 || *most < *least) {
        return say_error(EXIT_USAGE,
                         "--group-size takes the least and the most members, such as 3-4 (3 "
                         "means 3-4), not \"%s\"",
                         safe(text));
    }
    return 0;
}

static int judge(const job *j, int32_t k, fcap_plan_report *plan) {
    fcap_rules rules = j->rules;
    fcap_error err;
    rules.k = k;
    fcap_status const status = fcap_plan(&j->problem, &rules, plan, &err);
    return status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", err.message);
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* The first k of a range that is not excluded; 0 when all are. */
static int first_possible(const job *j, int64_t low, int64_t high, int32_t *k,
                          fcap_plan_report *plan) {
    int code = 0;
    *k = 0;
    for (int64_t i = low; i <= high && *k == 0 && code == 0; i++) {
        code = judge(j, (int32_t)i, plan);
        *k = plan->verdict != FCAP_VERDICT_INFEASIBLE ? (int32_t)i : 0;
    }
    return code;
}

int group_size_set(job *j) {
    int64_t least;
    int64_t most;
    int code = parse(j->args->group_size, &least, &most);
    if (code != 0) {
        return code;
    }
    j->rules.min_size = least;
    j->rules.max_size = most;
    if (j->args->command == CMD_CHECK) {
        return 0; /* the result says how many there are */
    }
    int64_t const weight = j->weight;
    int64_t const low = larger((weight + most - 1) / most, wishes_started(j));
    int64_t const high = j->problem.n / least;
    fcap_plan_report plan;
    int32_t k;
    code = first_possible(j, low, high, &k, &plan);
    if (code != 0) {
        return code;
    }
    int const quiet = j->args->quiet;
    const char *const rows = j->problem.n == 1 ? "row" : "rows";
    if (k == 0) {
        j->rules.k = (int32_t)(low <= high ? low : larger(high, 1));
        say_note(quiet, "no number of groups of %lld to %lld suits %lld %s; judging %d",
                 (long long)least, (long long)most, (long long)j->problem.n, rows,
                 (int)j->rules.k);
        return 0;
    }
    j->rules.k = k;
    say_note(quiet, "%d %s of %lld to %lld for %lld %s: %s", (int)k,
             k == 1 ? "group" : "groups", (long long)least, (long long)most,
             (long long)j->problem.n, rows,
             low == high ? "the only number that suits"
             : k == low  ? "the smallest number that suits"
                         : "fewer are impossible with these rules");
    return 0;
}
