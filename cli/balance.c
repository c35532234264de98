/* balance.c - see balance.h. */
#include "balance.h"

#include "lookup.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

typedef struct asking {
    job *j;
    int word;       /* the -t at hand, from 0 */
    int for_all;    /* the one with a balance for all attributes; -1 = none so far */
    fcap_ratio all; /* that balance */
    char *named;    /* for each attribute: has it been named? */
} asking;

static int is_same(fcap_ratio a, fcap_ratio b) {
    return a.num == b.num && a.den == b.den; /* in lowest terms */
}

static int parse_value(const char *text, fcap_ratio *out) {
    fcap_error err;
    if (fcap_ratio_parse(text, out, &err) != FCAP_OK) {
        return say_error(EXIT_USAGE, "--balance: %s", err.message);
    }
    if (out->num > out->den) {
        return say_error(EXIT_USAGE,
                         "--balance: \"%s\" is above 1, and nothing can be more "
                         "balanced than 1",
                         safe(text));
    }
    return 0;
}

static int not_alone(fcap_ratio all) {
    char text[RATIO_SIZE];
    ratio_print(all, text);
    return say_error(
        EXIT_USAGE,
        "--balance: %s is for all attributes, but another is asked for, too; write "
        "COL=R for each, or -t %s,COL=R for all but some",
        text, text);
}

/* "1/2". In the -t where it comes first, those that are named behind it have their own. */
static int ask_of_all(asking *a, fcap_ratio value) {
    if (a->for_all >= 0) {
        return is_same(a->all, value) ? 0 : not_alone(value);
    }
    for (int32_t i = 0; i < a->j->n_protect; i++) {
        if (a->named[i]) {
            return not_alone(value);
        }
        a->j->balance[i] = value;
    }
    a->for_all = a->word;
    a->all = value;
    return 0;
}

/* "sex=1/2" */
static int ask_of_one(asking *a, int32_t i, fcap_ratio value) {
    job *const j = a->j;
    if (a->for_all >= 0 && a->for_all != a->word) {
        return not_alone(a->all);
    }
    if (a->named[i] && !is_same(j->balance[i], value)) {
        char text[2][RATIO_SIZE];
        return say_error(EXIT_USAGE,
                         "--balance: two are asked of \"%s\", %s and %s; leave one out",
                         job_attribute(j, i), ratio_print(j->balance[i], text[0]),
                         ratio_print(value, text[1]));
    }
    a->named[i] = 1;
    j->balance[i] = value;
    j->even[i] = 0;
    return 0;
}

/* The attribute of that name, or -1. */
static int32_t attribute_named(const job *j, const char *name) {
    int32_t const c = column_named(lookup_for(j->table, j->args), name);
    for (int32_t i = 0; i < j->n_protect; i++) {
        int const named = j->args->intersectional
                              ? strcmp(fcap_dataset_attribute_name(j->dataset, i), name) == 0
                              : c >= 0 && j->protect.index[i] == c;
        if (named) {
            return i;
        }
    }
    return -1;
}

static int ask_piece(asking *a, char *piece) {
    const job *const j = a->j;
    char *const equals = strrchr(piece, '=');
    fcap_ratio value;
    if (equals != NULL) {
        *equals = 0;
    }
    int const code = parse_value(equals != NULL ? equals + 1 : piece, &value);
    if (code != 0) {
        return code;
    }
    if (equals == NULL) {
        return ask_of_all(a, value);
    }
    int32_t const i = attribute_named(j, piece);
    if (i >= 0) {
        return ask_of_one(a, i, value);
    }
    if (j->args->intersectional) {
        return say_error(EXIT_USAGE,
                         "--balance: with --intersectional the one attribute is \"%s\", not "
                         "\"%s\"",
                         job_attribute(j, 0), safe(piece));
    }
    return say_error(EXIT_USAGE, "--balance: \"%s\" is not a protected attribute (-p)",
                     safe(piece));
}

/* One -t: pieces with commas between. */
static int ask_word(asking *a, const char *word) {
    if (strchr(word, ',') != NULL && strchr(word, '=') == NULL) {
        return say_error(EXIT_USAGE,
                         "--balance: write \"%s\" with a point (0.5) or as a fraction "
                         "(1/2)",
                         safe(word));
    }
    size_t const size = strlen(word) + 1;
    char *const copy = memcpy(need(size, 1), word, size);
    int code = 0;
    for (char *at = copy; at != NULL && code == 0;) {
        char *const comma = strchr(at, ',');
        if (comma != NULL) {
            *comma = 0;
        }
        code = ask_piece(a, at);
        at = comma != NULL ? comma + 1 : NULL;
    }
    free(copy);
    return code;
}

int balance_set(job *j) {
    const word_list *const asked = &j->args->balance;
    if (j->n_protect == 0) {
        return asked->n == 0 ? 0
                             : say_error(EXIT_USAGE, "-t needs a protected attribute: name it "
                                                     "with -p COL");
    }
    for (int32_t i = 0; i < j->n_protect; i++) {
        j->balance[i] = (fcap_ratio){1, 2};
        j->even[i] = j->args->command == CMD_GROUP;
    }
    asking a = {.j = j, .for_all = -1, .named = need((size_t)j->n_protect, 1)};
    int code = 0;
    for (; a.word < asked->n && code == 0; a.word++) {
        code = ask_word(&a, asked->word[a.word]);
    }
    free(a.named);
    for (int32_t i = 0; i < j->n_protect && code == 0; i++) {
        fcap_dataset_set_balance(j->dataset, i, j->balance[i]);
    }
    return code;
}
