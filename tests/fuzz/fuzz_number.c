/* fuzz_number.c - texts and bit patterns of any kind: reading must agree with the C library's
 * strtod on exactly the documented grammar, and what is printed must read back to the same bits
 * with no more digits than needed.
 *
 *   first byte even: the rest is a text, read with a point (bit 1: a comma) as the decimal mark
 *   first byte odd:  eight bytes are a double, printed and read
 */
#include "fuzz/require.h"

#include <faircap/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static size_t skip_digits(const char *s, size_t size, size_t at) {
    while (at < size && s[at] >= '0' && s[at] <= '9') {
        at++;
    }
    return at;
}

/* [+-] digits [mark digits] [e [+-] digits], one digit at least before the exponent. Written
 * from the header's sentence, not from number.c. */
static int is_number(const char *s, size_t size, char mark) {
    size_t at = size > 0 && (s[0] == '+' || s[0] == '-');
    size_t const before = skip_digits(s, size, at);
    size_t digits = before - at;
    at = before;
    if (at < size && s[at] == mark) {
        size_t const after = skip_digits(s, size, at + 1);
        digits += after - at - 1;
        at = after;
    }
    if (digits == 0) {
        return 0;
    }
    if (at < size && (s[at] == 'e' || s[at] == 'E')) {
        at++;
        at += at < size && (s[at] == '+' || s[at] == '-');
        size_t const end = skip_digits(s, size, at);
        if (end == at) {
            return 0;
        }
        at = end;
    }
    return at == size;
}

static void check_text(const char *text, size_t size, char mark) {
    double value = 77;
    int const kind = fcap_number_parse(text, size, mark, &value);
    if (!is_number(text, size, mark)) {
        REQUIRE(kind == 0, "%.*s", (int)size, text);
        REQUIRE(value == 77, "%.*s: written although refused", (int)size, text);
        return;
    }
    char *const copy = malloc(size + 1);
    if (copy == NULL) {
        return;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    for (char *c = copy; *c != 0; c++) {
        *c = *c == mark ? '.' : *c;
    }
    char *end;
    double const expected = strtod(copy, &end); /* the program never leaves the C locale */
    REQUIRE(*end == 0, "%s: strtod stops at %s", copy, end);
    if (isinf(expected)) {
        REQUIRE(kind == -1 && value == 77, "%s overflows, but the answer is %d", copy, kind);
    } else {
        REQUIRE(kind == 1, "%s is a number, but the answer is %d", copy, kind);
        REQUIRE(bits_of(value) == bits_of(expected), "%s: %a, not %a", copy, value, expected);
    }
    free(copy);
}

/* Digits without leading and closing zeros, sign, mark and exponent; returns how many. */
static int digits_of(const char *text, char out[32]) {
    int n = 0;
    for (; *text != 0 && *text != 'e' && *text != 'E'; text++) {
        if (*text >= '0' && *text <= '9' && (n > 0 || *text != '0')) {
            out[n++] = *text;
        }
    }
    while (n > 0 && out[n - 1] == '0') {
        n--;
    }
    out[n] = 0;
    return n;
}

static void check_bits(double value) {
    char text[FCAP_NUMBER_SIZE];
    int const length = fcap_number_print(value, text);
    REQUIRE(length > 0 && length < FCAP_NUMBER_SIZE, "%d characters", length);
    REQUIRE(strlen(text) == (size_t)length, "%s", text);
    if (!isfinite(value)) {
        double unused;
        REQUIRE(fcap_number_parse(text, (size_t)length, '.', &unused) == 0, "%s", text);
        return;
    }
    double again = 77;
    REQUIRE(fcap_number_parse(text, (size_t)length, '.', &again) == 1, "%s", text);
    REQUIRE(bits_of(again) == bits_of(value), "%a as %s", value, text);
    REQUIRE(bits_of(strtod(text, NULL)) == bits_of(value), "%a as %s", value, text);
    /* printf with ever more digits, until it reads back: never fewer than ours, and with as
     * many it gives the nearest, so the same. */
    char ours[32];
    int const n = digits_of(text, ours);
    for (int precision = 0; precision < 17 && value != 0; precision++) {
        char other[40];
        snprintf(other, sizeof other, "%.*e", precision, value);
        if (strtod(other, NULL) == value) {
            char theirs[32];
            int const m = digits_of(other, theirs);
            REQUIRE(n <= m, "%s where %s is enough", text, other);
            REQUIRE(n < m || strcmp(ours, theirs) == 0, "%s where %s is nearer", text, other);
            break;
        }
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    if (data[0] % 2 == 0) {
        check_text((const char *)data + 1, size - 1, data[0] & 2 ? ',' : '.');
        return 0;
    }
    if (size >= 9) {
        double value;
        memcpy(&value, data + 1, sizeof value);
        check_bits(value);
    }
    return 0;
}
