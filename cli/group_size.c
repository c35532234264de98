/* group_size.c - see group_size.h. */
#include "group_size.h"

#include "wishes.h"
#include "words.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

static const char *read_count(const char *at, int64_t *value) {
    const char *const first = at;
    for (*value = 0; *at >= '0' && *at <= '9' && *value <= INT32_MAX; at++) {
        *value = 10 * *value + (*at - '0');
    }
    return at > first && *value >= 1 && *value <= INT32_MAX ? at : NULL;
}

int group_size_parse(const char *option, const char *text, int64_t *least, int64_t *most) {
    const char *at = read_count(text, least);
    *most = *least + 1;
    if (at != NULL && *at == '-') {
        at = read_count(at + 1, most);
    }
    if (at == NULL && (*least > INT32_MAX || *most > INT32_MAX)) {
        return say_error(EXIT_USAGE, "--%s takes at most %d members, not \"%s\"", option,
                         INT32_MAX, safe(text));
    }
    if (at == NULL || *at != 0 || *most < *least) {
        return strcmp(option, "size") == 0
                   ? say_error(EXIT_USAGE,
                               "--size takes a number of students, such as 4, or the fewest "
                               "and the most, such as 3-4, not \"%s\"",
                               safe(text))
                   : say_error(EXIT_USAGE,
                               "--%s takes the least and the most members, such as 3-4 (3 "
                               "means 3-4), not \"%s\"",
                               option, safe(text));
    }
    return 0;
}

/* The number of groups whose reason is told where none is possible. */
static int32_t nearest_k(const job *j, const fcap_group_plan *found, int64_t least) {
    int64_t const nearest = found->fewest > 0       ? found->fewest
                            : j->problem.n >= least ? j->problem.n / least
                                                    : 1;
    int64_t const started = wishes_started(j);
    return (int32_t)(nearest > started ? nearest : started);
}

int group_size_set(job *j) {
    int64_t least;
    int64_t most;
    int const code = group_size_parse("group-size", j->args->group_size, &least, &most);
    if (code != 0) {
        return code;
    }
    assert(least >= 1);
    fcap_group_plan found;
    fcap_error err;
    if (j->args->command != CMD_CHECK) { /* there the result says how many there are */
        fcap_status const status =
            fcap_plan_group_size(&j->problem, &j->rules, least, most, &found, &err);
        if (status != FCAP_OK) {
            return say_error(exit_code_of(status), "-s: %s", err.message);
        }
        j->rules.k = found.k > 0 ? found.k : nearest_k(j, &found, least);
        if (found.k == 0) { /* why not is said when it is judged */
            j->no_groups = need(1, sizeof *j->no_groups);
            *j->no_groups = found.plan;
        }
        if (found.k == 0 && found.most > 0) {
            say_note(
                j->args->quiet,
                "no number of groups of %lld to %lld is possible, and this is why %d is not",
                (long long)least, (long long)most, (int)j->rules.k);
        } else {
            say_note(j->args->quiet, "%s", found.sentence);
        }
    }
    j->rules.min_size = least;
    j->rules.max_size = most;
    return 0;
}
