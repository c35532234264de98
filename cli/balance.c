/* balance.c - see balance.h. */
#include "balance.h"

#include "lookup.h"
#include "mixes.h"
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
    j->even[i] = MIX_GIVEN;
    return 0;
}

/* The attribute of that name, or -1. */
static int32_t attribute_named(const job *j, const char *name) {
    int32_t const c = column_named(lookup_for(j->table, j->args), name);
    for (int32_t i = 0; i < j->n_protect; i++) {
        int const by_column = !j->args->intersectional && c >= 0 && j->protect.index[i] == c;
        if (by_column || strcmp(fcap_dataset_attribute_name(j->dataset, i), name) == 0) {
            return i;
        }
    }
    return -1;
}

/* ---- words into pieces ---- */

/* "1/2", "sex=1/2" or, of a teacher, "sex". */
typedef struct piece {
    char *text;  /* which both point into; yours to free */
    char *name;  /* NULL: all attributes */
    char *value; /* NULL: a column of a teacher, who leaves it open */
} piece;

/* Who is asked whether a name is one. */
typedef struct reader {
    lookup in;
    const job *j; /* NULL: of a teacher, who names columns */
} reader;

static int is_known(const reader *r, const char *name) {
    return r->j != NULL ? attribute_named(r->j, name) >= 0 : column_named(r->in, name) >= 0;
}

static char *trimmed(char *text) {
    text += strspn(text, " \t");
    for (size_t size = strlen(text); size > 0 && strchr(" \t", text[size - 1]) != NULL;
         size--) {
        text[size - 1] = 0;
    }
    return text;
}

static piece piece_of(const reader *r, const char *text, size_t size) {
    piece out = {.text = memcpy(need(size + 1, 1), text, size)};
    char *const whole = trimmed(out.text);
    char *const equals = strrchr(whole, '=');
    int const by_columns = r->j == NULL;
    if (equals == NULL || (by_columns && is_known(r, whole))) {
        *(by_columns ? &out.name : &out.value) = whole;
        return out;
    }
    *equals = 0;
    out.name = trimmed(whole);
    out.value = trimmed(equals + 1);
    char *const colon = by_columns ? strchr(out.value, ':') : NULL; /* 1:3 is 1/3 */
    if (colon != NULL) {
        *colon = '/';
    }
    return out;
}

/* Does the text name something that there is? The value is another question. */
static int is_piece(const reader *r, const char *text, size_t size) {
    fcap_ratio unused;
    piece const p = piece_of(r, text, size);
    int const found = p.name != NULL ? is_known(r, p.name)
                                     : fcap_ratio_parse(p.value, &unused, NULL) == FCAP_OK;
    int const one = p.value == NULL || strchr(p.value, ',') == NULL;
    free(p.text);
    return found && one;
}

/* The size of the first piece of a text: all of it where that is one, else up to the first
 * comma with a piece before it. So a header may have commas. */
static size_t first_piece(const reader *r, const char *text) {
    size_t const whole = strlen(text);
    if (is_piece(r, text, whole)) {
        return whole;
    }
    for (const char *comma = strchr(text, ','); comma != NULL; comma = strchr(comma + 1, ',')) {
        if (is_piece(r, text, (size_t)(comma - text))) {
            return (size_t)(comma - text);
        }
    }
    return strcspn(text, ",");
}

/* ---- the columns of a teacher ---- */

int balance_columns(lookup in, const word_list *words, fcap_columns *out) {
    reader const r = {in, NULL};
    int32_t *const index = need((size_t)fcap_table_columns(in.table), sizeof *index);
    *out = (fcap_columns){index, 0};
    int code = 0;
    for (int w = 0; w < words->n && code == 0; w++) {
        const char *at = words->word[w];
        for (int more = 1; more && code == 0;) {
            size_t const size = first_piece(&r, at);
            piece const p = piece_of(&r, at, size);
            int32_t c;
            code = find_column(in, "--balance", p.name, &c);
            free(p.text);
            int known = 0;
            for (int32_t i = 0; i < out->n; i++) {
                known |= index[i] == c;
            }
            if (code == 0 && !known) {
                index[out->n++] = c;
            }
            more = at[size] != 0;
            at += size + 1;
        }
    }
    if (code != 0) {
        free(index);
        *out = (fcap_columns){NULL, 0};
    }
    return code;
}

/* ---- balances ---- */

static int ask_piece(asking *a, const piece *p) {
    const job *const j = a->j;
    fcap_ratio value;
    if (p->value == NULL) {
        return 0;
    }
    int const code = parse_value(p->value, &value);
    if (code != 0) {
        return code;
    }
    if (p->name == NULL) {
        return ask_of_all(a, value);
    }
    int32_t const i = attribute_named(j, p->name);
    if (i >= 0) {
        return ask_of_one(a, i, value);
    }
    if (j->args->intersectional) {
        return say_error(EXIT_USAGE,
                         "--balance: with --intersectional the one attribute is \"%s\", not "
                         "\"%s\"",
                         job_attribute(j, 0), safe(p->name));
    }
    return say_error(EXIT_USAGE, "--balance: \"%s\" is not a protected attribute (-p)",
                     safe(p->name));
}

/* One -t: pieces with commas between. */
static int ask_word(asking *a, const char *word) {
    int const by_columns = a->j->args->command == CMD_GROUP;
    reader const r = {lookup_for(a->j->table, a->j->args), by_columns ? NULL : a->j};
    if (!by_columns && strchr(word, ',') != NULL && strchr(word, '=') == NULL) {
        return say_error(EXIT_USAGE,
                         "--balance: write \"%s\" with a point (0.5) or as a fraction "
                         "(1/2)",
                         safe(word));
    }
    int code = 0;
    for (int more = 1; more && code == 0;) {
        size_t const size = first_piece(&r, word);
        piece const p = piece_of(&r, word, size);
        code = ask_piece(a, &p);
        free(p.text);
        more = word[size] != 0;
        word += size + 1;
    }
    return code;
}

int balance_set(job *j) {
    const word_list *const asked =
        j->args->command == CMD_GROUP ? &j->args->mix : &j->args->balance;
    if (j->n_protect == 0) {
        return asked->n == 0 ? 0
                             : say_error(EXIT_USAGE, "-t needs a protected attribute: name it "
                                                     "with -p COL");
    }
    for (int32_t i = 0; i < j->n_protect; i++) {
        j->balance[i] = (fcap_ratio){1, 2};
        j->even[i] = j->args->command == CMD_GROUP ? MIX_OPEN : MIX_GIVEN;
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
