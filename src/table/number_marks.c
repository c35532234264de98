/* number_marks.c - see number_marks.h.
 *
 * A text is read from left to right: blanks, quotes, a bracket, signs, digits with thousands
 * and decimals, and what may stand behind them. It is a number only when nothing is left over.
 */
#include "table/number_marks.h"

#include "base/number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* A text that is left to look at. */
typedef struct rest {
    const char *at;
    const char *end;
} rest;

static int take(rest *r, const char *text) {
    size_t const size = strlen(text);
    int const is_next = (size_t)(r->end - r->at) >= size && memcmp(r->at, text, size) == 0;
    r->at += is_next ? size : 0;
    return is_next;
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int take_digits(rest *r, int most) {
    int n = 0;
    while (n < most && r->at < r->end && is_digit(*r->at)) {
        r->at++;
        n++;
    }
    return n;
}

/* ---- signs and blanks ---- */

/* The minus of mathematics, and the en dash that is printed for it. */
static int take_minus(rest *r) {
    return take(r, "\xe2\x88\x92") || take(r, "\xe2\x80\x93");
}

static unsigned take_sign(rest *r) {
    unsigned const minus = take_minus(r) ? MARK_MINUS : 0;
    if (minus == 0 && !take(r, "-")) {
        take(r, "+");
    }
    return minus;
}

/* A blank of any kind that stands between thousands, or beside a sign. */
static int take_blank(rest *r) {
    return take(r, " ") || take(r, "\xc2\xa0") || take(r, "\xe2\x80\xaf") ||
           take(r, "\xe2\x80\x89");
}

/* U+2000 to U+200F and U+2028 to U+202F: blanks of all widths, ends of lines and paragraphs,
 * marks of direction. */
static int take_general_punctuation(rest *r) {
    rest next = *r;
    if (!take(&next, "\xe2\x80") || next.at == next.end) {
        return 0;
    }
    unsigned const last = (unsigned char)*next.at;
    int const is_blank = last <= 0x8f || (last >= 0xa8 && last <= 0xaf);
    r->at += is_blank ? 3 : 0;
    return is_blank;
}

/* All blanks before or behind a number, also those that are not seen or break a line. */
static unsigned take_edge(rest *r) {
    const char *const before = r->at;
    while (take(r, " ") || take(r, "\t") || take(r, "\r") || take(r, "\n") || take(r, "\v") ||
           take(r, "\f") || take(r, "\xc2\xa0") || take(r, "\xc2\x85") || take(r, "\xc2\xad") ||
           take_general_punctuation(r) || take(r, "\xe2\x81\xa0") || take(r, "\xe3\x80\x80") ||
           take(r, "\xef\xbb\xbf")) {
    }
    return r->at > before ? MARK_BLANK : 0;
}

/* Dollar, Euro, Pound, Yen, Rupee. */
static unsigned take_currency(rest *r) {
    int const is_there = take(r, "$") || take(r, "\xe2\x82\xac") || take(r, "\xc2\xa3") ||
                         take(r, "\xc2\xa5") || take(r, "\xe2\x82\xb9");
    return is_there ? MARK_CURRENCY : 0;
}

/* Behind a number, with one blank before it or none. */
static unsigned take_sign_behind(rest *r) {
    rest const before = *r;
    take_blank(r);
    unsigned const sign = take(r, "%") ? MARK_PERCENT : take_currency(r);
    if (sign == 0) {
        *r = before;
    }
    return sign;
}

/* ---- quotes ---- */

/* Quotes of typewriters, of print, and of code; those of one kind may open or close. */
static int take_quote(rest *r) {
    static const char *const quote[] = {"\"",           "`",
                                        "\xe2\x80\x9c", "\xe2\x80\x9d",
                                        "\xe2\x80\x9e", "\xe2\x80\x98",
                                        "\xe2\x80\x9a", "\xc2\xab",
                                        "\xc2\xbb",     "\xe2\x80\xb9",
                                        "\xe2\x80\xba", "\xc2\xb4"};
    for (size_t i = 0; i < sizeof quote / sizeof *quote; i++) {
        if (take(r, quote[i])) {
            return 1;
        }
    }
    return 0;
}

/* What opens a text: ="  as spreadsheets keep zeros, ' as they mark texts, or a quote. */
static unsigned take_opening(rest *r) {
    rest next = *r;
    unsigned const equals = take(&next, "=") ? MARK_EQUALS : 0;
    if (take_quote(&next)) {
        *r = next;
        return equals | MARK_QUOTES;
    }
    return take(r, "'") || take(r, "\xe2\x80\x99") ? MARK_APOSTROPHE : 0;
}

/* Is what was opened closed? An apostrophe may stand alone. */
static int take_closing(rest *r, unsigned opening) {
    if ((opening & MARK_QUOTES) != 0) {
        return take_quote(r) || take(r, "'") || take(r, "\xe2\x80\x99");
    }
    if (opening != 0) {
        (void)(take(r, "'") || take(r, "\xe2\x80\x99"));
    }
    return 1;
}

/* ---- thousands ---- */

/* Between thousands: its mark, or 0. */
static unsigned take_gap(rest *r) {
    return take(r, "'") || take(r, "\xe2\x80\x99") ? MARK_APOSTROPHE
           : take_blank(r)                         ? MARK_BLANK
                                                   : 0;
}

/* One more group of three digits, with its mark before it. */
static unsigned take_group(rest *r) {
    rest const before = *r;
    unsigned const gap = take_gap(r);
    if (gap != 0 && take_digits(r, 3) == 3) {
        return gap | SEEN_GROUPS;
    }
    *r = before;
    return 0;
}

/* Groups of three digits with this mark: it stands between thousands when there are two of
 * them, or when the other mark follows. Once and alone it is a decimal mark. */
static int take_marked_groups(rest *r, const char *mark, char other) {
    rest const before = *r;
    int groups = 0;
    for (rest next = *r; take(&next, mark) && take_digits(&next, 3) == 3; *r = next) {
        groups++;
    }
    if (groups > 1 || (groups == 1 && r->at < r->end && *r->at == other)) {
        return 1;
    }
    *r = before;
    return 0;
}

/* All that is behind the first digits and before the decimals. */
static unsigned take_thousands(rest *r) {
    unsigned marks = 0;
    for (unsigned gap = take_group(r); gap != 0; gap = take_group(r)) {
        marks |= gap;
    }
    return marks != 0                        ? marks
           : take_marked_groups(r, ".", ',') ? MARK_POINT | SEEN_GROUPS
           : take_marked_groups(r, ",", '.') ? MARK_COMMA | SEEN_GROUPS
                                             : 0;
}

/* ---- a whole number ---- */

/* Digits, thousands, decimals and a minus behind them, which needs two digits: 2- is a grade.
 * 0: there are none. A number that begins with 0 has no thousands: 030 123 456 is called. */
static int take_amount(rest *r, unsigned *marks, int is_signed) {
    const char *const first = r->at;
    int digits = take_digits(r, INT32_MAX);
    *marks |= digits > 0 && digits <= 3 && *first != '0' ? take_thousands(r) : 0;
    if (((*marks & MARK_POINT) == 0 && take(r, ".")) ||
        ((*marks & MARK_COMMA) == 0 && take(r, ","))) {
        int const decimals = take_digits(r, INT32_MAX);
        *marks |= decimals > 0 ? SEEN_DECIMALS : 0;
        digits += decimals;
    }
    if (!is_signed && digits > 1 && take(r, "-")) {
        *marks |= MARK_BEHIND;
    }
    return digits > 0;
}

unsigned fcap_number_marks(fcap_cell cell) {
    rest r = {cell.text, cell.text + cell.size};
    unsigned marks = take_edge(&r);
    unsigned const opening = take_opening(&r);
    marks |= opening != 0 ? opening | take_edge(&r) : 0;
    marks |= take(&r, "(") ? MARK_BRACKETS : 0;
    const char *const sign = r.at;
    marks |= take_sign(&r);
    int is_signed = r.at > sign || (marks & MARK_BRACKETS) != 0;
    if (take_currency(&r)) {
        take_blank(&r);
        const char *const second = r.at;
        marks |= MARK_CURRENCY | take_sign(&r);
        is_signed |= r.at > second;
    }
    int const has_digits = take_amount(&r, &marks, is_signed);
    marks |= take_sign_behind(&r);
    int const is_closed = (marks & MARK_BRACKETS) == 0 || take(&r, ")");
    marks |= take_edge(&r);
    int const is_complete = take_closing(&r, opening) && is_closed && has_digits;
    marks |= take_edge(&r);
    return is_complete && r.at == r.end && (marks & MARK_ALL) != 0 ? marks : 0;
}

int fcap_reads_as_number(fcap_cell cell) {
    return fcap_number_form(cell.text, cell.size, '.').is_number ||
           fcap_number_form(cell.text, cell.size, ',').is_number;
}

int fcap_may_be_thousands(fcap_cell cell, char mark) {
    const char *const end = cell.text + cell.size;
    const char *first = cell.text;
    first += first < end && (*first == '-' || *first == '+');
    const char *const at = memchr(first, mark, (size_t)(end - first));
    return at != NULL && at > first && at - first <= 3 && *first != '0' && end - at == 4 &&
           is_digit(end[-1]) && is_digit(end[-2]) && is_digit(end[-3]);
}

int fcap_is_decimal_comma(fcap_cell cell) {
    number_form const form = fcap_number_form(cell.text, cell.size, ',');
    return form.is_number && form.has_mark && !fcap_may_be_thousands(cell, ',');
}

/* ---- units ---- */

static int is_listed(const char *text, const char *const *list) {
    while (*list != NULL && strcmp(text, *list) != 0) {
        list++;
    }
    return *list != NULL;
}

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static int ends_in(const char *text, const char *end) {
    size_t const size = strlen(text);
    return size >= strlen(end) && strcmp(text + size - strlen(end), end) == 0;
}

/* Before a number there are words more often than units: Q 1, Room 12, MAT 101. So only
 * currencies and the like are taken for units there. */
static int is_unit_before(const char *text) {
    static const char *const known[] = {
        "~",   "\xe2\x89\x88", "ca",  "ca.", "approx.", "about", "AED", "ARS", "AUD", "BRL",
        "CAD", "CHF",          "CLP", "CNY", "COP",     "CZK",   "DKK", "EGP", "EUR", "GBP",
        "HKD", "HUF",          "IDR", "ILS", "INR",     "JPY",   "KES", "KRW", "MXN", "MYR",
        "NGN", "NOK",          "NZD", "PEN", "PHP",     "PKR",   "PLN", "RON", "RUB", "Rs",
        "Rs.", "SAR",          "SEK", "SGD", "SFr.",    "Fr.",   "THB", "TRY", "TWD", "UAH",
        "USD", "VND",          "ZAR", "kr",  "kr.",     "Kr.",   NULL};
    return is_listed(text, known) || ends_in(text, "$") || ends_in(text, "\xe2\x82\xac") ||
           ends_in(text, "\xc2\xa3") || ends_in(text, "\xc2\xa5");
}

/* Behind a number most words are units. Not so one letter of a class (5a), ordinals (5th), the
 * half of a day, and what limits a range (65+, 55<=). */
static int is_unit_behind(const char *text) {
    static const char *const single[] = {"k", "K", "m", "M", "g", "h",  "s", "l",
                                         "L", "t", "W", "V", "*", "\"", NULL};
    static const char *const other[] = {
        "th",  "st",  "nd",       "rd",       "er",         "re",   "eme",  "TH",
        "de",  "am",  "pm",       "AM",       "PM",         "a.m.", "p.m.", "ste",
        "ers", "bis", "\xc2\xba", "\xc2\xaa", "\xc3\xa8me", NULL};
    if (strlen(text) == 1) {
        return is_listed(text, single);
    }
    if (strstr(text, "\xe2\x80") != NULL || strstr(text, "\xe2\x88") != NULL ||
        strstr(text, "\xe2\x89") != NULL) {
        return 0; /* dashes, quotes and signs of comparison, which are no ASCII */
    }
    int letters = 0;
    for (const char *c = text; *c != 0; c++) {
        letters += is_letter(*c);
        if (!is_letter(*c) && strchr("./*%$ '\"", *c) == NULL) {
            return 0;
        }
    }
    return letters > 0 && !is_listed(text, other);
}

/* The text between two places without the blanks around it; 0: it is too long. */
static int copy_affix(const char *from, const char *to, char *out) {
    rest r = {from, to};
    take_edge(&r);
    if (to - r.at > 1 && (*r.at == '-' || *r.at == '+')) {
        r.at++; /* -US$5: the sign is of the number */
    }
    while (to > r.at && to[-1] == ' ') {
        to--;
    }
    if (to - r.at >= 2 && memcmp(to - 2, "\xc2\xa0", 2) == 0) {
        to -= 2;
    }
    size_t const size = (size_t)(to - r.at);
    if (size > UNIT_SIZE) {
        return 0;
    }
    memcpy(out, r.at, size);
    out[size] = 0;
    return 1;
}

/* From the first digit to the last one, with the sign and the mark before it. */
static fcap_cell core_of(fcap_cell cell) {
    const char *const end = cell.text + cell.size;
    const char *first = cell.text;
    while (first < end && !is_digit(*first)) {
        first++;
    }
    const char *last = end;
    while (last > first && !is_digit(last[-1])) {
        last--;
    }
    if (first < last && first > cell.text && (first[-1] == '.' || first[-1] == ',')) {
        first--;
    }
    if (first < last && first > cell.text && (first[-1] == '-' || first[-1] == '+')) {
        first--;
    } else if (first < last && first - cell.text >= 3) {
        rest minus = {first - 3, first};
        first -= take_minus(&minus) ? 3 : 0;
    }
    return (fcap_cell){first, (size_t)(last - first)};
}

unsigned fcap_number_unit(fcap_cell cell, number_unit *unit, fcap_cell *number) {
    fcap_cell const core = core_of(cell);
    const char *const behind = core.text + core.size;
    if (core.size == 0 || !copy_affix(cell.text, core.text, unit->before) ||
        !copy_affix(behind, cell.text + cell.size, unit->behind)) {
        return 0;
    }
    if ((unit->before[0] != 0 && !is_unit_before(unit->before)) ||
        (unit->behind[0] != 0 && !is_unit_behind(unit->behind)) ||
        (unit->before[0] == 0 && unit->behind[0] == 0)) {
        return 0;
    }
    unsigned const marks = fcap_number_marks(core);
    int const has_mark =
        memchr(core.text, '.', core.size) != NULL || memchr(core.text, ',', core.size) != NULL;
    *number = core;
    return marks != 0                   ? marks | MARK_UNIT
           : fcap_reads_as_number(core) ? MARK_UNIT | (has_mark ? SEEN_DECIMALS : 0u)
                                        : 0;
}

/* ---- what to change ---- */

void fcap_number_remedy(unsigned marks, char *out, size_t size) {
    static const char *const word[N_REMOVED] = {"the %",
                                                "the apostrophes",
                                                "the blanks",
                                                "the points between thousands",
                                                "the commas between thousands",
                                                "the signs of currencies",
                                                "the equals signs",
                                                "the quotes",
                                                "the unit"};
    size_t at = 0;
    out[0] = 0;
    for (int i = 0; i < N_REMOVED; i++) {
        if ((marks >> i & 1) != 0 && at < size) {
            at += (size_t)snprintf(out + at, size - at, "%s%s", at > 0 ? " and " : "remove ",
                                   word[i]);
        }
    }
    if ((marks & (MARK_MINUS | MARK_BRACKETS)) != 0 && at < size) {
        at +=
            (size_t)snprintf(out + at, size - at, "%swrite - for the %s", at > 0 ? " and " : "",
                             (marks & MARK_BRACKETS) == 0 ? "minus"
                             : (marks & MARK_MINUS) == 0  ? "brackets"
                                                          : "minus and the brackets");
    }
    if ((marks & MARK_BEHIND) != 0 && at < size) {
        snprintf(out + at, size - at, "%swrite the minus before the number",
                 at > 0 ? " and " : "");
    }
}
