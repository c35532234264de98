/* ranges.c - see ranges.h. Whole numbers and decimals go the same way, in units of 1 and of
 * 0.000001. */
#include "study/ranges.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MILLION = 1000000,
    PLACES = 6
};

/* What the numbers of one option may be. */
typedef struct kind {
    const char *option;
    int64_t unit; /* 1, or a million */
    int64_t low;  /* in units, likewise high */
    int64_t high;
    int open; /* low itself is too low */
} kind;

typedef struct set {
    const kind *of;
    const char *text; /* the whole of it */
    int32_t n;
    int64_t value[RANGE_MOST];
} set;

/* ---- numbers ---- */

/* Digits, and for decimals a point and digits; as a number of units. 0: it is no such number,
 * or above high. */
static int read_units(const kind *of, const char *text, size_t size, int64_t *out) {
    int64_t value = 0;
    int64_t worth = of->unit; /* of the last digit */
    int digits = 0;
    int point = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '.' && of->unit > 1 && !point) {
            point = 1;
            continue;
        }
        if (text[i] < '0' || text[i] > '9' || (point && worth == 1 && text[i] != '0')) {
            return 0;
        }
        worth = point && worth > 1 ? worth / 10 : worth;
        int64_t const digit = text[i] - '0';
        value = point ? value + digit * worth : 10 * value + digit * of->unit;
        digits++;
        if (value > of->high) {
            return 0;
        }
    }
    *out = value;
    return digits > 0;
}

/* 3-8 and 3..8: where the part between the numbers is, and its length; 0: it is no such text.
 */
static size_t find_dash(const kind *of, const char *text, size_t size, size_t *length) {
    for (size_t i = 1; i + 1 < size; i++) {
        int64_t number;
        *length = text[i] == '-' ? 1 : text[i] == '.' && text[i + 1] == '.' ? 2 : 0;
        if (*length > 0 && i + *length < size && read_units(of, text, i, &number) &&
            read_units(of, text + i + *length, size - i - *length, &number)) {
            return i;
        }
    }
    return 0;
}

static int bad_number(const kind *of, const char *text, size_t size) {
    char piece[64];
    char low[FCAP_NUMBER_SIZE];
    char high[FCAP_NUMBER_SIZE];
    fcap_text_display(text, size, 24, piece, sizeof piece);
    fcap_number_print((double)of->low / (double)of->unit, low);
    fcap_number_print((double)of->high / (double)of->unit, high);
    const char *const from = of->open ? "above" : "from";
    size_t between = 0;
    size_t const dash = find_dash(of, text, size, &between);
    if (dash > 0) {
        return say_error(EXIT_USAGE,
                         "%s: \"%s\" is not how a range is written; write %.*s:%.*s%s",
                         of->option, piece, (int)dash, text, (int)(size - dash - between),
                         text + dash + between, of->unit > 1 ? ":STEP" : "");
    }
    if (size == 0) {
        return say_error(EXIT_USAGE, "%s: a number is missing", of->option);
    }
    if (of->unit == 1) {
        return say_error(EXIT_USAGE, "%s takes whole numbers %s %s to %s, not \"%s\"",
                         of->option, from, low, high, piece);
    }
    return say_error(EXIT_USAGE,
                     "%s takes decimals %s %s to %s with at most %d places, not \"%s\"",
                     of->option, from, low, high, PLACES, piece);
}

static int read_value(const kind *of, const char *text, size_t size, int64_t *out) {
    if (!read_units(of, text, size, out) || *out < of->low || (of->open && *out == of->low)) {
        return bad_number(of, text, size);
    }
    return 0;
}

/* ---- pieces ---- */

static int add_range(set *s, int64_t from, int64_t to, int64_t step) {
    for (int64_t v = from; v <= to; v += step) {
        if (s->n == RANGE_MOST) {
            return say_error(EXIT_USAGE, "%s takes at most %d numbers; \"%s\" is more",
                             s->of->option, RANGE_MOST, safe(s->text));
        }
        s->value[s->n++] = v;
    }
    return 0;
}

/* FROM, FROM:TO or FROM:TO:STEP */
static int add_piece(set *s, const char *text, size_t size) {
    const kind *const of = s->of;
    char shown[64];
    fcap_text_display(text, size, 24, shown, sizeof shown);
    int64_t part[3] = {0, 0, 1};
    int n = 0;
    for (const char *at = text;; n++) {
        size_t const left = size - (size_t)(at - text);
        const char *const colon = memchr(at, ':', left);
        size_t const length = colon != NULL ? (size_t)(colon - at) : left;
        kind step = *of; /* a step may be below the least value, but not 0 */
        step.low = 0;
        step.open = 1;
        if (n == 3) {
            return say_error(EXIT_USAGE, "%s: \"%s\" has too many colons; write FROM:TO:STEP",
                             of->option, shown);
        }
        int const code = read_value(n == 2 ? &step : of, at, length, &part[n]);
        if (code != 0) {
            return code;
        }
        if (colon == NULL) {
            break;
        }
        at = colon + 1;
    }
    if (n == 0) {
        return add_range(s, part[0], part[0], 1);
    }
    if (n == 1 && of->unit > 1) {
        return say_error(EXIT_USAGE, "%s: \"%s\" needs a step: FROM:TO:STEP", of->option,
                         shown);
    }
    if (part[1] < part[0]) {
        return say_error(EXIT_USAGE,
                         "%s: \"%s\" goes backwards; the smaller number comes first",
                         of->option, shown);
    }
    return add_range(s, part[0], part[1], part[2]);
}

static int by_value(const void *a, const void *b) {
    int64_t const x = *(const int64_t *)a;
    int64_t const y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The set in rising order; NULL after having said why. The caller frees it. */
static set *read_set(const kind *of, const char *text) {
    set *const s = need(1, sizeof *s);
    s->of = of;
    s->text = text;
    for (const char *at = text;;) {
        size_t const size = strcspn(at, ",");
        size_t const blanks = strspn(at, " "); /* "3, 5" */
        size_t end = size;
        while (end > blanks && at[end - 1] == ' ') {
            end--;
        }
        if (add_piece(s, at + blanks, end - blanks) != 0) {
            free(s);
            return NULL;
        }
        if (at[size] == 0) {
            break;
        }
        at += size + 1;
    }
    qsort(s->value, (size_t)s->n, sizeof *s->value, by_value);
    int32_t kept = 0;
    for (int32_t i = 0; i < s->n; i++) {
        if (kept == 0 || s->value[i] != s->value[kept - 1]) {
            s->value[kept++] = s->value[i];
        }
    }
    s->n = kept;
    return s;
}

/* ---- sets ---- */

int range_counts(const char *option, const char *text, int64_t low, int64_t high,
                 count_set *out) {
    kind const of = {.option = option, .unit = 1, .low = low, .high = high};
    *out = (count_set){0, NULL};
    set *const s = read_set(&of, text);
    if (s == NULL) {
        return EXIT_USAGE;
    }
    out->value = need((size_t)s->n, sizeof *out->value);
    out->n = s->n;
    memcpy(out->value, s->value, (size_t)s->n * sizeof *out->value);
    free(s);
    return 0;
}

static fcap_ratio reduced(int64_t num, int64_t den) {
    int64_t a = num;
    int64_t b = den;
    while (b != 0) {
        int64_t const rest = a % b;
        a = b;
        b = rest;
    }
    return (fcap_ratio){num / a, den / a};
}

int range_decimals(const char *option, const char *text, int64_t low, int open,
                   decimal_set *out) {
    kind const of = {.option = option,
                     .unit = MILLION,
                     .low = low * MILLION,
                     .high = (int64_t)MILLION * MILLION,
                     .open = open};
    *out = (decimal_set){0, NULL};
    set *const s = read_set(&of, text);
    if (s == NULL) {
        return EXIT_USAGE;
    }
    out->value = need((size_t)s->n, sizeof *out->value);
    out->n = s->n;
    for (int32_t i = 0; i < s->n; i++) {
        out->value[i] = reduced(s->value[i], MILLION);
    }
    free(s);
    return 0;
}
