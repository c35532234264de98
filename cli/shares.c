/* shares.c - see shares.h. */
#include "shares.h"

#include "lms/fold.h"
#include "lookup.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char SHARE[] = "--share";
static const char NO_ISOLATE[] = "--no-isolate";
static const char NOBODY_ALONE[] = "--nobody-alone"; /* the same for teachers */

struct group_rule {
    const char *option;
    int32_t attribute;
    char *value; /* NULL: every group */
    fcap_ratio least;
    fcap_ratio most;
};

/* What the search for a column needs. */
typedef struct finder {
    shares *to;
    const fcap_table *table;
    lookup in;
    fcap_columns protect;
    int intersectional;
    int32_t *column; /* of to->columns */
} finder;

static char *copy_of(const char *text, size_t size) {
    return memcpy(need(size + 1, 1), text, size);
}

/* ---- LO..HI ---- */

static int64_t common_divisor(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t const rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* "0.2", "1/5" or "20%", exactly; an empty one is the given limit. */
static int read_limit(char *text, fcap_ratio limit, fcap_ratio *out) {
    size_t const size = strlen(text);
    *out = limit;
    if (size == 0) {
        return 1;
    }
    int const percent = text[size - 1] == '%';
    text[size - (size_t)percent] = 0;
    if (fcap_ratio_parse(text, out, NULL) != FCAP_OK) {
        return 0;
    }
    if (percent) {
        int64_t const common = common_divisor(100, out->num);
        *out = (fcap_ratio){out->num / common, out->den * (100 / common)};
    }
    return out->num <= out->den && out->den <= 1000000000;
}

/* The text behind the last '=', which is cut off there. */
static int read_limits(const char *asked, char *text, group_rule *rule) {
    char *const equals = strrchr(text, '=');
    char *const dots = equals != NULL ? strstr(equals, "..") : NULL;
    if (dots == NULL || (dots == equals + 1 && dots[2] == 0)) {
        return say_error(EXIT_USAGE,
                         "--share takes COL:VALUE=LO..HI, such as sex:F=0.4..0.6, sex:F=40%%.. "
                         "or sex:F=..1/2, not \"%s\"",
                         safe(asked));
    }
    *dots = 0;
    if (!read_limit(equals + 1, (fcap_ratio){0, 1}, &rule->least) ||
        !read_limit(dots + 2, (fcap_ratio){1, 1}, &rule->most)) {
        return say_error(EXIT_USAGE,
                         "--share: the limits of \"%s\" must lie between 0 and 1: 0.4, 2/5 or "
                         "40%%",
                         safe(asked));
    }
    if (rule->least.num * rule->most.den > rule->most.num * rule->least.den) {
        return say_error(EXIT_USAGE,
                         "--share: in \"%s\" the lower limit is above the upper one",
                         safe(asked));
    }
    *equals = 0;
    return 0;
}

/* ---- columns ---- */

/* The attribute that a column makes, which is a new one unless it makes one already. */
static int32_t attribute_of(finder *f, int32_t column) {
    for (int32_t a = 0; !f->intersectional && a < f->protect.n; a++) {
        if (f->protect.index[a] == column) {
            return a;
        }
    }
    int32_t const before = f->intersectional ? 1 : f->protect.n;
    fcap_columns *const known = &f->to->columns;
    for (int32_t i = 0; i < known->n; i++) {
        if (known->index[i] == column) {
            return before + i;
        }
    }
    f->column[known->n] = column;
    return before + known->n++;
}

/* Is this the name of the combination, "sex & school"? */
static int names_combination(const finder *f, const char *name) {
    for (int32_t a = 0; f->intersectional && a < f->protect.n; a++) {
        const char *const part = fcap_table_name(f->table, f->protect.index[a]);
        size_t const size = strlen(part);
        const char *const between = a + 1 < f->protect.n ? " & " : "";
        if (strncmp(name, part, size) != 0 ||
            strncmp(name + size, between, strlen(between)) != 0) {
            return 0;
        }
        name += size + strlen(between);
    }
    return f->intersectional && *name == 0;
}

/* The attribute called name: -1 there is none, -2 more than one. */
static int32_t attribute_named(finder *f, const char *name) {
    if (names_combination(f, name)) {
        return 0;
    }
    int32_t const c = column_named(f->in, name);
    return c < 0 ? c : attribute_of(f, c);
}

/* "COL:VALUE", or "COL" alone where that is allowed. Headers and values may have colons: the
 * first one with a column before it counts. */
static int read_group(finder *f, const char *text, int value_needed, group_rule *rule) {
    if (!value_needed) {
        rule->attribute = attribute_named(f, text);
        if (rule->attribute >= 0) {
            return 0;
        }
    }
    const char *const first = strchr(text, ':');
    for (const char *colon = first; colon != NULL; colon = strchr(colon + 1, ':')) {
        char *const name = copy_of(text, (size_t)(colon - text));
        rule->attribute = attribute_named(f, name);
        free(name);
        if (rule->attribute >= 0) {
            rule->value = copy_of(colon + 1, strlen(colon + 1));
            return 0;
        }
    }
    if (first == NULL && value_needed) {
        return say_error(EXIT_USAGE, "%s: \"%s\" names no group: write COL:VALUE=LO..HI",
                         rule->option, safe(text));
    }
    char *const name = copy_of(text, first != NULL ? (size_t)(first - text) : strlen(text));
    int const code = no_such_column(f->in, rule->option, name, column_named(f->in, name));
    free(name);
    return code;
}

/* For teachers: "gender=Female" means "gender:Female". */
static char *with_colon(finder *f, const char *asked) {
    char *const text = copy_of(asked, strlen(asked));
    char *const equals = strchr(text, '=');
    if (f->in.lenient && column_named(f->in, asked) < 0 && strchr(asked, ':') == NULL &&
        equals != NULL) {
        *equals = ':';
    }
    return text;
}

static int add_rule(finder *f, const char *option, const char *asked) {
    int const is_share = option == SHARE;
    group_rule *const rule = &f->to->rule[f->to->n_rules++];
    *rule = (group_rule){.option = option};
    char *const text = with_colon(f, asked);
    int code = is_share ? read_limits(asked, text, rule) : 0;
    code = code != 0 ? code : read_group(f, text, is_share, rule);
    free(text);
    return code;
}

/* Is the whole text about one column, though its header has a comma? */
static int names_one(finder *f, const char *asked) {
    int one = column_named(f->in, asked) >= 0;
    for (size_t at = strcspn(asked, ":="); asked[at] != 0 && !one;
         at += 1 + strcspn(asked + at + 1, ":=")) {
        char *const column = copy_of(asked, at);
        one = strchr(column, ',') != NULL && column_named(f->in, column) >= 0;
        free(column);
    }
    return one;
}

/* Do the pieces between commas each begin with the name of a column? */
static int names_several(finder *f, const char *asked) {
    int several = f->in.lenient && !names_one(f, asked);
    for (const char *at = asked; several; at++) {
        size_t const size = strcspn(at, ",");
        size_t const blank = strspn(at, " ");
        size_t const name = strcspn(at, ":=,");
        char *const column = copy_of(at + blank, name > blank ? name - blank : 0);
        several = column_named(f->in, column) >= 0;
        free(column);
        at += size;
        if (*at == 0) {
            break;
        }
    }
    return several;
}

/* One rule, or, for teachers, one of each piece: "gender:Female,gender:Male". */
static int add_rules(finder *f, const char *option, const char *asked) {
    if (!names_several(f, asked)) {
        return add_rule(f, option, asked);
    }
    int code = 0;
    for (const char *at = asked; code == 0; at++) {
        at += strspn(at, " ");
        size_t const size = strcspn(at, ",");
        char *const piece = copy_of(at, size);
        code = add_rule(f, option, piece);
        free(piece);
        at += size;
        if (*at == 0) {
            break;
        }
    }
    return code;
}

/* The most rules that the words can be. */
static int count_pieces(const word_list *words) {
    int n = words->n;
    for (int i = 0; i < words->n; i++) {
        for (const char *c = words->word[i]; *c != 0; c++) {
            n += *c == ',';
        }
    }
    return n;
}

int shares_open(shares *s, const fcap_table *table, const arguments *args,
                fcap_columns protect) {
    int const n = args->share.n + count_pieces(&args->no_isolate);
    *s = (shares){.rule = need((size_t)n, sizeof *s->rule)};
    finder f = {.to = s,
                .table = table,
                .in = lookup_for(table, args),
                .protect = protect,
                .intersectional = args->intersectional,
                .column = need((size_t)fcap_table_columns(table), sizeof *f.column)};
    s->columns.index = f.column;
    int code = 0;
    for (int i = 0; i < args->share.n && code == 0; i++) {
        code = add_rule(&f, SHARE, args->share.word[i]);
    }
    for (int i = 0; i < args->no_isolate.n && code == 0; i++) {
        code = add_rules(&f, args->command == CMD_GROUP ? NOBODY_ALONE : NO_ISOLATE,
                         args->no_isolate.word[i]);
    }
    return code;
}

/* ---- groups ---- */

static int no_such_group(const fcap_dataset *dataset, const group_rule *rule,
                         int32_t n_groups) {
    char list[300] = "";
    size_t at = 0;
    for (int32_t g = 0; g < n_groups; g++) {
        const char *const name =
            name_shown(fcap_dataset_group_name(dataset, rule->attribute, g));
        if (at + strlen(name) + 8 > sizeof list) {
            snprintf(list + at, sizeof list - at, ", ...");
            break;
        }
        at += (size_t)snprintf(list + at, sizeof list - at, "%s%s", g > 0 ? ", " : "", name);
    }
    return say_error(EXIT_USAGE, "%s: %s has no value \"%s\"; its values are %s", rule->option,
                     name_shown(fcap_dataset_attribute_name(dataset, rule->attribute)),
                     safe(rule->value), list);
}

static int is_missing_word(const fcap_table *table, const char *value) {
    return fcap_table_missing(table, (fcap_cell){value, strlen(value)}) ||
           strcmp(value, "missing") == 0 || strcmp(value, "(missing)") == 0;
}

/* For teachers, "female" is "Female": the only kind that is the same but for case. */
static int find_folded(const fcap_dataset *dataset, const group_rule *rule, int32_t n_groups,
                       int32_t *group) {
    fcap_cell const asked = {rule->value, strlen(rule->value)};
    char *const folded = need(asked.size + 1, 1);
    int found = 0;
    fold_case(asked, folded);
    for (int32_t g = 0; g < n_groups; g++) {
        const char *const name = fcap_dataset_group_name(dataset, rule->attribute, g);
        char *const own = need(strlen(name) + 1, 1);
        fold_case((fcap_cell){name, strlen(name)}, own);
        if (strcmp(own, folded) == 0) {
            *group = g;
            found++;
        }
        free(own);
    }
    free(folded);
    return found == 1;
}

/* The group of that name, or -1. */
static int32_t group_called(const fcap_dataset *dataset, const group_rule *rule,
                            const char *name) {
    int32_t const n_groups = fcap_dataset_problem(dataset).attribute[rule->attribute].n_groups;
    for (int32_t g = 0; g < n_groups; g++) {
        if (strcmp(fcap_dataset_group_name(dataset, rule->attribute, g), name) == 0) {
            return g;
        }
    }
    return -1;
}

/* "(missing)" is the group of missing values. Where none is missing it can only be the text,
 * which has quotes around it as a name. */
static int is_text_missing(const fcap_dataset *dataset, const group_rule *rule) {
    fcap_problem const p = fcap_dataset_problem(dataset);
    int known = strcmp(rule->value, "(missing)") == 0;
    for (int64_t i = 0; i < p.n && known; i++) {
        known = p.attribute[rule->attribute].group[i] >= 0;
    }
    return known;
}

/* The group that a rule names; -1: the missing ones, where those are kept as a group. */
static int find_group(const fcap_table *table, const fcap_dataset *dataset,
                      const arguments *args, const group_rule *rule, int32_t *group) {
    int32_t const n_groups = fcap_dataset_problem(dataset).attribute[rule->attribute].n_groups;
    *group = group_called(dataset, rule,
                          is_text_missing(dataset, rule) ? "\"(missing)\"" : rule->value);
    if (*group >= 0) {
        return 0;
    }
    if (args->command == CMD_GROUP && find_folded(dataset, rule, n_groups, group)) {
        return 0;
    }
    if (!is_missing_word(table, rule->value)) {
        return no_such_group(dataset, rule, n_groups);
    }
    *group = -1;
    if (args->missing != FCAP_MISSING_CATEGORY) {
        return say_error(EXIT_USAGE,
                         "%s: \"%s\" means the missing values, which are a group only with "
                         "--missing category",
                         rule->option, safe(rule->value));
    }
    return 0;
}

static void add_no_isolate(shares *s, int32_t attribute, int32_t group) {
    for (int32_t i = 0; i < s->n_no_isolate; i++) {
        if (s->no_isolate[i].attribute == attribute && s->no_isolate[i].group == group) {
            return; /* named twice */
        }
    }
    s->no_isolate[s->n_no_isolate++] = (fcap_no_isolate){attribute, group};
}

int shares_find_groups(shares *s, const fcap_table *table, const fcap_dataset *dataset,
                       const arguments *args) {
    fcap_problem const p = fcap_dataset_problem(dataset);
    size_t groups = 0;
    for (int32_t a = 0; a < p.n_attributes; a++) {
        groups += (size_t)p.attribute[a].n_groups;
    }
    s->share = need((size_t)s->n_rules, sizeof *s->share);
    s->no_isolate = need(groups, sizeof *s->no_isolate);
    int code = 0;
    for (int i = 0; i < s->n_rules && code == 0; i++) {
        const group_rule *const rule = &s->rule[i];
        int32_t group = 0;
        if (rule->value != NULL) {
            code = find_group(table, dataset, args, rule, &group);
        }
        if (code != 0) {
            break;
        }
        if (rule->option == SHARE) {
            s->share[s->n_shares++] =
                (fcap_share){rule->attribute, group, rule->least, rule->most};
        } else if (rule->value == NULL) {
            for (int32_t g = 0; g < p.attribute[rule->attribute].n_groups; g++) {
                add_no_isolate(s, rule->attribute, g);
            }
        } else if (group < 0) {
            code = say_error(EXIT_USAGE,
                             "%s: the missing values of %s are no group of people "
                             "who are alike",
                             rule->option,
                             name_shown(fcap_dataset_attribute_name(dataset, rule->attribute)));
        } else {
            add_no_isolate(s, rule->attribute, group);
        }
    }
    return code;
}

void shares_close(shares *s) {
    for (int i = 0; i < s->n_rules; i++) {
        free(s->rule[i].value);
    }
    free(s->rule);
    free((void *)(uintptr_t)s->columns.index);
    free(s->share);
    free(s->no_isolate);
    *s = (shares){.n_rules = 0};
}
