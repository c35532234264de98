/* columns.c - deciding from counts. See columns.h; the rules are in docs/INPUT.md. */
#include "table/columns.h"

#include "base/number.h"

#include <string.h>

static const char *const usual_missing[] = {"", "NA", "N/A", "NaN", "NULL", "?"};

static int equals(fcap_cell cell, const char *text) {
    return strlen(text) == cell.size && memcmp(text, cell.text, cell.size) == 0;
}

int fcap_is_missing(const missing_texts *texts, fcap_cell cell) {
    if (cell.size == 0) {
        return 1;
    }
    if (cell.size <= 4 && (cell.text[0] == 'N' || cell.text[0] == '?')) {
        for (size_t i = 1; i < sizeof usual_missing / sizeof *usual_missing; i++) {
            if (equals(cell, usual_missing[i])) {
                return 1;
            }
        }
    }
    for (int32_t i = 0; i < texts->n; i++) {
        if (equals(cell, texts->more[i])) {
            return 1;
        }
    }
    return 0;
}

/* What one cell adds to the counts. */
typedef struct cell_kind {
    int missing;
    int comma_number;
    number_form form;
} cell_kind;

static cell_kind kind_of(const missing_texts *texts, fcap_cell cell) {
    cell_kind kind = {.missing = fcap_is_missing(texts, cell), .form = {.ordinal = -1}};
    if (!kind.missing) {
        kind.form = fcap_number_form(cell.text, cell.size, '.');
        kind.comma_number = !kind.form.is_number && memchr(cell.text, ',', cell.size) != NULL &&
                            fcap_number_form(cell.text, cell.size, ',').is_number;
    }
    return kind;
}

/* A text that begins with a digit, as a date or a time does. */
static int is_figure(fcap_cell cell, const cell_kind *kind) {
    return !kind->missing && !kind->form.is_number && !kind->comma_number &&
           cell.text[0] >= '0' && cell.text[0] <= '9';
}

static int word_is(const char *word, size_t size, const char *lower) {
    if (strlen(lower) != size) {
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        char const c = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] - 'A' + 'a') : word[i];
        if (c != lower[i]) {
            return 0;
        }
    }
    return 1;
}

/* A text that programs write for a number that is missing, or beyond all: no header. */
static int is_mark(fcap_cell cell) {
    static const char *const marks[] = {
        "nan",  "-nan",   "na",       "n/a",       "#n/a",    "null",   "none",
        "nil",  "\\n",    "-",        "--",        ".",       "inf",    "-inf",
        "+inf", "1.#inf", "infinity", "-infinity", "#value!", "#div/0!"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (word_is(cell.text, cell.size, marks[i])) {
            return 1;
        }
    }
    return 0;
}

void fcap_column_first(column_profile *p, const missing_texts *texts, fcap_cell cell) {
    cell_kind const kind = kind_of(texts, cell);
    p->first_missing = kind.missing;
    p->first_number = kind.form.is_number;
    p->first_comma_number = kind.comma_number;
    p->first_integer = kind.form.is_whole;
    p->first_pointed = kind.form.has_mark;
    p->first_figure = is_figure(cell, &kind);
    p->first_mark = is_mark(cell);
}

void fcap_column_count(column_profile *p, const missing_texts *texts, fcap_cell cell,
                       fcap_cell first_cell) {
    cell_kind const kind = kind_of(texts, cell);
    p->missing += kind.missing;
    p->cells += !kind.missing;
    p->numbers += kind.form.is_number;
    p->comma_numbers += kind.comma_number;
    p->integers += kind.form.is_whole;
    p->pointed += kind.form.has_mark;
    p->figures += is_figure(cell, &kind);
    p->as_first +=
        cell.size == first_cell.size && memcmp(cell.text, first_cell.text, cell.size) == 0;
    if (!kind.missing) {
        fcap_column_climb(p, kind.form.ordinal, kind.form.ordinal);
    }
}

void fcap_column_climb(column_profile *p, int64_t low, int64_t high) {
    p->broken |= low < 0 || (p->climbed && low <= p->high);
    p->low = p->climbed ? p->low : low;
    p->high = high;
    p->climbed = 1;
}

void fcap_column_add(column_profile *p, const column_profile *more) {
    p->missing += more->missing;
    p->cells += more->cells;
    p->numbers += more->numbers;
    p->comma_numbers += more->comma_numbers;
    p->integers += more->integers;
    p->pointed += more->pointed;
    p->figures += more->figures;
    p->as_first += more->as_first;
    p->broken |= more->broken;
    if (more->climbed) {
        fcap_column_climb(p, more->low, more->high);
    }
}

static const char HOLDS_NUMBERS[] = "the first line is read as the header although it holds "
                                    "numbers; if it is data, say --no-header";
static const char LOOKS_LIKE_OTHERS[] = "the first line is read as the header although it "
                                        "looks like others; if it is data, say --no-header";

int fcap_columns_have_header(const column_profile *p, int32_t n, const char **guess) {
    int any_number = 0;
    int all_numbers = 1;
    int text_above_numbers = 0;
    int name_above_numbers = 0;
    int recurring_text = 0;
    int like_others = 0;
    int32_t unnamed = 0;
    for (int32_t i = 0; i < n; i++) {
        int const number = p[i].first_number || p[i].first_comma_number;
        int const text = !number && !p[i].first_missing;
        int const above = text && 2 * (p[i].numbers + p[i].comma_numbers) > p[i].cells;
        text_above_numbers |= above;
        name_above_numbers |= above && !p[i].first_mark;
        any_number |= number;
        all_numbers &= number;
        recurring_text |= text && p[i].as_first > 0;
        like_others |= p[i].first_figure && 2 * p[i].figures > p[i].cells;
        unnamed += p[i].first_missing;
    }
    *guess = unnamed > 1 || unnamed == n
                 ? "the first line is read as the header although columns have no name in it; "
                   "if the header is further down, say --skip, and if it is data, --no-header"
                 : NULL;
    if (text_above_numbers) {
        if (!name_above_numbers || (any_number && recurring_text)) {
            *guess = LOOKS_LIKE_OTHERS;
        }
        return 1;
    }
    if (all_numbers) {
        *guess = "the first line holds only numbers, so it is read as data; if it is a header, "
                 "say --header";
        return 0;
    }
    if (any_number && recurring_text) {
        *guess = "the first line looks like the others, so it is read as data; if it is a "
                 "header, say --header";
        return 0;
    }
    if (any_number) {
        *guess = HOLDS_NUMBERS;
    } else if (recurring_text || like_others) {
        *guess = LOOKS_LIKE_OTHERS;
    }
    return 1;
}

int fcap_columns_use_comma(const column_profile *p, int32_t n, int has_header) {
    int64_t pointed = 0;
    int64_t comma = 0;
    for (int32_t i = 0; i < n; i++) {
        pointed += p[i].pointed + (!has_header && p[i].first_pointed);
        comma += p[i].comma_numbers + (!has_header && p[i].first_comma_number);
    }
    return comma > 0 && pointed == 0;
}

int fcap_column_is_numeric(const column_profile *p, int has_header, int comma) {
    int64_t numbers = p->numbers;
    int64_t cells = p->cells;
    if (comma) {
        numbers += p->comma_numbers - p->pointed; /* "1.5" is no number then */
    }
    if (!has_header) {
        cells += !p->first_missing;
        numbers += (p->first_number && !(comma && p->first_pointed)) ||
                   (comma && p->first_comma_number);
    }
    return 2 * numbers > cells;
}

static int is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (unsigned char)c >= 0x80;
}

/* The next word from *at on, which becomes its end; a word of no bytes is none. */
static const char *next_word(const char **at, size_t *size) {
    const char *word = *at;
    while (*word != 0 && !is_word_byte(*word)) {
        word++;
    }
    *at = word;
    while (**at != 0 && is_word_byte(**at)) {
        (*at)++;
    }
    *size = (size_t)(*at - word);
    return word;
}

/* The first word or the last one; but "number of rooms" is a number. */
static int has_word(const char *name, const char *const *words) {
    const char *at = name;
    size_t size;
    const char *word = next_word(&at, &size);
    int says = 0;
    for (int first = 1; size > 0; first = 0) {
        size_t next_size;
        const char *const next = next_word(&at, &next_size);
        int const counts = first && word_is(next, next_size, "of");
        for (size_t i = 0; words[i] != NULL && (first || next_size == 0); i++) {
            says |= !counts && word_is(word, size, words[i]);
        }
        word = next;
        size = next_size;
    }
    return says;
}

int fcap_name_says_id(const char *name) {
    static const char *const words[] = {"id", "number", "nr", "matriculation", NULL};
    return has_word(name, words);
}

int fcap_name_is_id(const char *name) {
    static const char *const words[] = {"id", "matriculation", NULL};
    return has_word(name, words);
}
