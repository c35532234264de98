/* series.c - see series.h. */
#include "study/series.h"

#include "nearest.h"
#include "request.h"
#include "study/ranges.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_SIZE = SERIES_NAME
};

static int same_ratio(fcap_ratio a, fcap_ratio b) {
    return a.num == b.num && a.den == b.den; /* both are reduced */
}

/* Every method, those of the paper as its figures list them. */
static const fcap_method METHODS[] = {
    FCAP_METHOD_BEST,          FCAP_METHOD_KMEDOIDS,        FCAP_METHOD_FAIR_HIERARCHICAL,
    FCAP_METHOD_FAIR_KMEDOIDS, FCAP_METHOD_FAIRLET_KCENTER, FCAP_METHOD_FAIRLET_KMEDOIDS};
enum {
    N_METHODS = sizeof METHODS / sizeof *METHODS
};
_Static_assert((int)N_METHODS == (int)FCAP_METHOD_END, "a method is missing");

/* [LQ21] section 4: epsilon of the hierarchical method. */
static const fcap_ratio PAPER_HIERARCHICAL = {6, 5};

/* ---- names ---- */

void series_set_name(series *s, fcap_ratio usual) {
    char slack[RATIO_SIZE];
    int const fairlets = method_has_fairlets(s->method);
    int const own = !same_ratio(s->slack, usual);
    snprintf(s->name, sizeof s->name, "%s%s%s%s%.24s", fcap_method_name(s->method),
             fairlets ? "/" : "", fairlets ? fcap_fairlets_name(s->fairlets) : "",
             own ? "@" : "", own ? ratio_print(s->slack, slack) : "");
}

int series_same(const series *a, const series *b) {
    return a->method == b->method && a->fairlets == b->fairlets &&
           same_ratio(a->slack, b->slack) && a->lambda == b->lambda;
}

static const char *nearest_word(const char *word) {
    const char *best = NULL;
    int least = 3;
    for (int m = 0; m < FCAP_METHOD_END + 2; m++) {
        const char *const known = m < FCAP_METHOD_END    ? fcap_method_name((fcap_method)m)
                                  : m == FCAP_METHOD_END ? "all"
                                                         : "paper";
        int const d = edits(word, known);
        if (d < least) {
            least = d;
            best = known;
        }
    }
    return best;
}

static int parse_method(const char *word, fcap_method *out, char why[SERIES_WHY]) {
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        if (strcmp(fcap_method_name((fcap_method)m), word) == 0) {
            *out = (fcap_method)m;
            return 1;
        }
    }
    const char *const near = nearest_word(word);
    snprintf(why, SERIES_WHY, "there is no method \"%s\"; %s%s%s", safe(word),
             near != NULL ? "did you mean \"" : "see faircap sweep --help",
             near != NULL ? near : "", near != NULL ? "\"?" : "");
    return 0;
}

static int parse_fairlets(const char *word, fcap_method method, fcap_fairlets *out,
                          char why[SERIES_WHY]) {
    if (!method_has_fairlets(method)) {
        snprintf(why, SERIES_WHY, "%s has no fairlets: write it without \"/%s\"",
                 fcap_method_name(method), safe(word));
        return 0;
    }
    for (int f = 0; f < FCAP_FAIRLETS_END; f++) {
        if (strcmp(fcap_fairlets_name((fcap_fairlets)f), word) == 0) {
            *out = (fcap_fairlets)f;
            return 1;
        }
    }
    snprintf(why, SERIES_WHY, "fairlets are mcf, vanilla or tree, not \"%s\"", safe(word));
    return 0;
}

static int parse_slack(const char *word, fcap_ratio *out, char why[SERIES_WHY]) {
    fcap_error err;
    if (fcap_ratio_parse(word, out, &err) != FCAP_OK || out->num < out->den) {
        snprintf(why, SERIES_WHY, "a slack is a number of at least 1, such as 1.2, not \"%s\"",
                 safe(word));
        return 0;
    }
    return 1;
}

int series_parse(const char *name, const arguments *a, series *out, char why[SERIES_WHY]) {
    char word[WORD_SIZE];
    if (strlen(name) >= sizeof word) {
        snprintf(why, SERIES_WHY, "\"%s\" is too long for the name of a method", safe(name));
        return 0;
    }
    strcpy(word, name);
    *out = (series){.slack = a->slack, .lambda = a->lambda};
    char *const slack = strchr(word, '@');
    if (slack != NULL) {
        *slack = 0;
        if (!parse_slack(slack + 1, &out->slack, why)) {
            return 0;
        }
    }
    char *const fairlets = strchr(word, '/');
    if (fairlets != NULL) {
        *fairlets = 0;
    }
    if (!parse_method(word, &out->method, why) ||
        (fairlets != NULL && !parse_fairlets(fairlets + 1, out->method, &out->fairlets, why))) {
        return 0;
    }
    series_set_name(out, a->slack);
    return 1;
}

/* ---- lists ---- */

static int add(series *list, int32_t *n, const series *s) {
    for (int32_t i = 0; i < *n; i++) {
        if (series_same(&list[i], s)) {
            return say_error(EXIT_USAGE, "--methods: %s is named twice", s->name);
        }
    }
    if (*n == SERIES_MOST) {
        return say_error(EXIT_USAGE, "--methods takes at most %d methods", SERIES_MOST);
    }
    list[(*n)++] = *s;
    return 0;
}

/* Every method with the paper's two kinds of fairlets. */
static int add_all(series *list, int32_t *n, const arguments *a, int as_paper) {
    int code = 0;
    for (int m = 0; m < N_METHODS; m++) {
        int const kinds = method_has_fairlets(METHODS[m]) ? PAPER_FAIRLETS : 1;
        for (int f = 0; f < kinds && code == 0; f++) {
            series s = {.method = METHODS[m],
                        .fairlets = (fcap_fairlets)f,
                        .slack = as_paper && METHODS[m] == FCAP_METHOD_FAIR_HIERARCHICAL
                                     ? PAPER_HIERARCHICAL
                                     : a->slack,
                        .lambda = a->lambda};
            series_set_name(&s, a->slack);
            code = add(list, n, &s);
        }
    }
    return code;
}

static int add_word(series *list, int32_t *n, const arguments *a, const char *word) {
    char why[SERIES_WHY];
    series s;
    if (strcmp(word, "all") == 0 || strcmp(word, "paper") == 0) {
        return add_all(list, n, a, strcmp(word, "paper") == 0);
    }
    if (word[0] == 0) {
        return say_error(EXIT_USAGE, "--methods: a name is missing");
    }
    if (!series_parse(word, a, &s, why)) {
        return say_error(EXIT_USAGE, "--methods: %s", why);
    }
    return add(list, n, &s);
}

/* With -q a slack of a method's own would have no effect, and its name would lie. */
static int check_slacks(const series *list, int32_t n, const arguments *a) {
    for (int32_t i = 0; i < n && a->max_size > 0; i++) {
        if (!same_ratio(list[i].slack, a->slack)) {
            return say_error(EXIT_USAGE,
                             "--methods: %s has a slack of its own, but -q gives the capacity",
                             list[i].name);
        }
    }
    return 0;
}

int series_read(const arguments *a, series **list, int32_t *n) {
    size_t const size = strlen(a->methods) + 1;
    char *const copy = memcpy(need(size, 1), a->methods, size);
    series *const found = need(SERIES_MOST, sizeof *found);
    int code = 0;
    *n = 0;
    for (char *at = copy; at != NULL && code == 0;) {
        char *const comma = strchr(at, ',');
        if (comma != NULL) {
            *comma = 0;
        }
        at += strspn(at, " ");
        for (size_t end = strlen(at); end > 0 && at[end - 1] == ' '; end--) {
            at[end - 1] = 0;
        }
        code = add_word(found, n, a, at);
        at = comma != NULL ? comma + 1 : NULL;
    }
    code = code != 0 ? code : check_slacks(found, *n, a);
    free(copy);
    if (code != 0) {
        free(found);
        *n = 0;
    }
    *list = code != 0 ? NULL : found;
    return code;
}
