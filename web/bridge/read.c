/* read.c - the roster as the page shows it: columns with their values, and what they may mean.
 *
 * The guesses are only where the page begins; the teacher has the last word. A guess never
 * makes a student's name or address matter, and of many columns none is guessed to matter,
 * because the choice between them is the teacher's.
 */
#include "bridge.h"
#include "job.h"
#include "json_more.h"
#include "label_names.h"
#include "lms/fold.h"
#include "spellings.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    VALUES_MOST = 30, /* shown of a column, the commonest */
    KINDS_MOST = 12,  /* different texts that may be worth mixing */
    WORTH_MOST = 4    /* columns that are guessed to matter; of more, none is */
};

typedef struct value {
    const char *text;
    int64_t count;
} value;

typedef struct column {
    int32_t index;
    role role;
    int numeric;
    int64_t unknown;
    double least;
    double most;
    int64_t numbers;
    label_names texts; /* all different ones */
    value *value;      /* of texts: the commonest first */
    const char *guess;
} column;

/* ---- looking ---- */

static int by_count(const void *left, const void *right) {
    const value *const a = left;
    const value *const b = right;
    return a->count != b->count ? (a->count < b->count) - (a->count > b->count)
                                : (a->text > b->text) - (a->text < b->text);
}

static void look_at(column *c, fcap_table *table) {
    c->texts = label_names_open(table, c->index);
    c->value = need((size_t)c->texts.n, sizeof *c->value);
    for (int32_t i = 0; i < c->texts.n; i++) {
        c->value[i].text = c->texts.name[i];
    }
    int64_t known = 0;
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        fcap_cell const cell = fcap_table_row(table, row)[c->index];
        double x;
        if (fcap_table_missing(table, cell)) {
            c->unknown++;
            continue;
        }
        known++;
        c->value[label_names_find(&c->texts, cell)].count++;
        if (fcap_table_number(table, cell, &x) == 1) {
            c->least = c->numbers == 0 || x < c->least ? x : c->least;
            c->most = c->numbers == 0 || x > c->most ? x : c->most;
            c->numbers++;
        }
    }
    c->numeric = 2 * c->numbers > known; /* as everywhere: more than half */
    qsort(c->value, (size_t)c->texts.n, sizeof *c->value, by_count);
}

/* ---- guessing ---- */

static const char *const gender_words[] = {
    "gender",   "geschlecht", "geschl",   "genre",  "sexe",    "sex",  "sexo",
    "genero",   "género",     "sesso",    "genere", "gênero",  "kön",  "køn",
    "kjønn",    "sukupuoli",  "geslacht", "płeć",   "pohlaví", "nem",  "cinsiyet",
    "пол",      "стать",      "φύλο",     "性别",   "性別",    "성별", "pronouns",
    "pronomen", "mw",         "mwd",      "wm",     "mf",      "fm",   NULL};
static const char *const women[] = {
    "f",     "w",     "female", "woman", "women",   "girl", "weiblich", "frau",  "mädchen",
    "femme", "fille", "mujer",  "chica", "she/her", "k",    "kobieta",  "donna", NULL};
static const char *const men[] = {
    "m",      "male",   "man",   "men",    "boy", "männlich",  "mann", "junge", "homme",
    "garçon", "hombre", "chico", "he/him", "h",   "mężczyzna", "uomo", NULL};
static const char *const others[] = {"d",
                                     "x",
                                     "n",
                                     "nb",
                                     "divers",
                                     "diverse",
                                     "other",
                                     "non-binary",
                                     "nonbinary",
                                     "they/them",
                                     "prefer not to say",
                                     "keine angabe",
                                     NULL};

static int is_among(const char *word, const char *const *list) {
    while (*list != NULL && strcmp(word, *list) != 0) {
        list++;
    }
    return *list != NULL;
}

/* "Geschl.", "m/w/d", or "What is your gender?": the whole header, or a word of it. */
static int is_about_gender(const char *header) {
    fcap_cell const cell = {header, strlen(header)};
    char *const folded = need(cell.size + 1, 1);
    folded[fold_header(cell, folded)] = 0;
    int found = is_among(folded, gender_words);
    folded[fold_case(cell, folded)] = 0;
    for (char *word = strtok(folded, " .,;:?!()/\"'"); word != NULL && !found;
         word = strtok(NULL, " .,;:?!()/\"'")) {
        found = strlen(word) > 2 && is_among(word, gender_words);
    }
    free(folded);
    return found;
}

/* "w" and "m", whatever the column is called. */
static int has_genders(const column *c) {
    int known = 1;
    int of_women = 0;
    int of_men = 0;
    for (int32_t i = 0; i < c->texts.n && known; i++) {
        fcap_cell const cell = {c->value[i].text, strlen(c->value[i].text)};
        char *const folded = need(cell.size + 1, 1);
        folded[fold_case(cell, folded)] = 0;
        int const woman = is_among(folded, women);
        int const man = is_among(folded, men);
        of_women |= woman;
        of_men |= man;
        known = woman || man || is_among(folded, others);
        free(folded);
    }
    return known && of_women && of_men;
}

static const char *guess_who(role what) {
    return what == ROLE_NAME || what == ROLE_FIRST || what == ROLE_LAST ? "name"
           : role_tells_who(what)                                       ? "id"
           : what != ROLE_OTHER                                         ? "ignore"
                                                                        : NULL;
}

/* Something in which groups can be alike: numbers, or a few kinds that repeat. */
static int is_worth_mixing(const column *c, int64_t rows) {
    return c->numeric ? c->texts.n > 2 && c->least < c->most
                      : c->texts.n > 1 && c->texts.n <= KINDS_MOST && 3 * c->texts.n <= rows;
}

static void guess_all(column *c, int32_t n, fcap_table *table) {
    int32_t worth = 0;
    for (int32_t i = 0; i < n; i++) {
        c[i].guess = guess_who(c[i].role);
        if (c[i].guess == NULL && c[i].texts.n > 1 && c[i].texts.n <= KINDS_MOST &&
            (is_about_gender(fcap_table_name(table, i)) || has_genders(&c[i]))) {
            c[i].guess = "protected";
        } else if (c[i].guess == NULL) {
            worth += is_worth_mixing(&c[i], fcap_table_rows(table));
        }
    }
    for (int32_t i = 0; i < n; i++) {
        if (c[i].guess == NULL) {
            int const mixed =
                worth <= WORTH_MOST && is_worth_mixing(&c[i], fcap_table_rows(table));
            c[i].guess = mixed ? "diverse" : "ignore";
        }
    }
}

/* ---- writing ---- */

static void write_column(output *out, const column *c, const fcap_table *table) {
    static const char *const role_name[ROLE_END] = {
        [ROLE_OTHER] = "",         [ROLE_NAME] = "name",        [ROLE_FIRST] = "first-name",
        [ROLE_LAST] = "last-name", [ROLE_LOGIN] = "login",      [ROLE_EMAIL] = "email",
        [ROLE_SIS_ID] = "id",      [ROLE_LMS_ID] = "canvas-id", [ROLE_SECTION] = "section",
        [ROLE_GROUP] = "group",    [ROLE_GROUPING] = "",        [ROLE_GROUP_ID] = "",
        [ROLE_ADMIN] = ""};
    int n = 0;
    output_text(out, "{");
    json_text(out, &n, "name", fcap_table_name(table, c->index));
    json_text(out, &n, "role", role_name[c->role]);
    json_text(out, &n, "type", c->numeric ? "number" : "text");
    json_text(out, &n, "guess", c->guess);
    json_whole(out, &n, "distinct", c->texts.n);
    json_whole(out, &n, "unknown", c->unknown);
    json_real(out, &n, "min", c->least, c->numeric);
    json_real(out, &n, "max", c->most, c->numeric);
    json_field(out, &n, "values");
    output_text(out, "[");
    for (int32_t i = 0; i < c->texts.n && i < VALUES_MOST; i++) {
        output_text(out, i > 0 ? ",{\"text\":" : "{\"text\":");
        json_string(out, c->value[i].text);
        output_format(out, ",\"count\":%lld}", (long long)c->value[i].count);
    }
    output_text(out, "]}");
}

/* Kinds that differ in case alone are one, as in rules; names and identifiers are as they are.
 */
static fcap_table *with_one_spelling(const job *j) {
    int32_t const n = fcap_table_columns(j->table);
    int32_t *const kinds = need((size_t)n, sizeof *kinds);
    int32_t found = 0;
    for (int32_t i = 0; i < n; i++) {
        if (j->roster.roles.of[i] == ROLE_OTHER) {
            kinds[found++] = i;
        }
    }
    fcap_table *const copy = found > 0 ? spelled_alike(j->table, kinds, found, 1) : NULL;
    free(kinds);
    return copy;
}

static void write_columns(output *out, const job *j) {
    int32_t const n = fcap_table_columns(j->table);
    column *const all = need((size_t)n, sizeof *all);
    fcap_table *const alike = with_one_spelling(j);
    for (int32_t i = 0; i < n; i++) {
        all[i] = (column){.index = i, .role = j->roster.roles.of[i]};
        look_at(&all[i], alike != NULL ? alike : j->table);
    }
    fcap_table_free(alike);
    guess_all(all, n, j->table);
    output_text(out, "[");
    for (int32_t i = 0; i < n; i++) {
        output_text(out, i > 0 ? ",\n" : "");
        write_column(out, &all[i], j->table);
        label_names_close(&all[i].texts);
        free(all[i].value);
    }
    output_text(out, "]");
    free(all);
}

static void write_rows(output *out, fcap_table *table) {
    output_text(out, "[");
    for (int64_t row = 0; row < fcap_table_rows(table); row++) {
        const fcap_cell *const cells = fcap_table_row(table, row);
        output_text(out, row > 0 ? ",\n[" : "[");
        for (int32_t c = 0; c < fcap_table_columns(table); c++) {
            output_text(out, c > 0 ? "," : "");
            json_cell(out, cells[c]);
        }
        output_text(out, "]");
    }
    output_text(out, "]");
}

static void write_lines(output *out, const fcap_table *table) {
    int64_t const rows = fcap_table_rows(table);
    int64_t *const line = need((size_t)rows, sizeof *line);
    fcap_table_lines(table, line);
    output_text(out, "[");
    for (int64_t row = 0; row < rows; row++) {
        output_format(out, "%s%lld", row > 0 ? "," : "", (long long)line[row]);
    }
    output_text(out, "]");
    free(line);
}

static const char *source_name(source s) {
    static const char *const name[] = {
        [SOURCE_PLAIN] = "table",
        [SOURCE_MOODLE_PARTICIPANTS] = "moodle-participants",
        [SOURCE_MOODLE_GRADES] = "moodle-grades",
        [SOURCE_MOODLE_GROUPS] = "moodle-groups",
        [SOURCE_CANVAS_GROUPS] = "canvas-groups",
        [SOURCE_CANVAS_GRADEBOOK] = "canvas-gradebook",
        [SOURCE_BLACKBOARD] = "blackboard",
        [SOURCE_BRIGHTSPACE] = "brightspace",
    };
    return name[s];
}

int bridge_read(output *out, const arguments *args) {
    arguments asked = *args;
    asked.missing = FCAP_MISSING_CATEGORY; /* no roster is refused for what is unknown */
    job j;
    int const code = job_open(&j, &asked);
    if (code != 0) {
        return code;
    }
    char const delimiter[] = {fcap_table_delimiter(j.table), 0};
    int n = 0;
    output_text(out, "{");
    json_text(out, &n, "source", source_name(j.roster.source));
    json_text(out, &n, "phrase", source_phrase(j.roster.source));
    json_text(out, &n, "delimiter", delimiter);
    json_field(out, &n, "header");
    output_text(out, fcap_table_has_header(j.table) ? "true" : "false");
    json_whole(out, &n, "id", j.id);
    json_field(out, &n, "columns");
    write_columns(out, &j);
    json_field(out, &n, "lines");
    write_lines(out, j.table);
    json_field(out, &n, "rows");
    write_rows(out, j.table);
    output_text(out, "}\n");
    job_close(&j);
    return 0;
}
