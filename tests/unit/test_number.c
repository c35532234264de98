/* test_number.c - a number that is read or printed wrongly by one bit changes distances, and
 * with them labels: reading must equal a correctly rounded strtod, printing must read back to
 * the same bits and be the shortest that does, and no locale may matter.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/number.h"

#include <faircap/table.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANDOM_DOUBLES = 1000000
};

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* splitmix64, so that the test does not depend on the code under test. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int parse(const char *text, double *value) {
    return fcap_number_parse(text, strlen(text), '.', value);
}

/* Reads as one double, and as the same one that strtod reads (in the C locale). */
static void assert_reads(const char *text, double expected) {
    double value = 77;
    assert_int_equal(parse(text, &value), 1);
    assert_true(bits_of(value) == bits_of(expected));
}

static void assert_reads_like_strtod(const char *text) {
    double const expected = strtod(text, NULL);
    if (isinf(expected)) {
        double value = 77;
        assert_int_equal(parse(text, &value), -1);
        assert_true(value == 77);
    } else {
        assert_reads(text, expected);
    }
}

static void assert_refused(const char *text) {
    double value = 77;
    if (parse(text, &value) != 0) {
        fail_msg("\"%s\" was read as a number", text);
    }
    assert_true(value == 77);
}

/* ---- 10^6 doubles there and back ---- */

/* Three kinds by turns: any bits; a few digits and a small exponent; a whole number. */
static double random_double(uint64_t *state, int i) {
    uint64_t const r = next_random(state);
    double value;
    switch (i % 4) {
    case 0:
    case 1:
        value = double_of(r);
        return isfinite(value) ? value : double_of(r & 0x800fffffffffffffu);
    case 2:
        value = (double)(r % 100000) / 1000;
        return r >> 63 ? -value : value;
    default:
        value = (double)(int64_t)(r >> (r % 63)); /* whole numbers of all lengths */
        return value;
    }
}

/* The digits of a printed number, without sign, leading and closing zeros, mark, exponent. */
static int significant_digits(const char *text) {
    int n = 0;
    int zeros = 0;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text >= '1' && *text <= '9') {
            n += zeros + 1;
            zeros = 0;
        } else if (*text == '0' && n > 0) {
            zeros++;
        }
    }
    return n;
}

/* One round trip; strtod is asked only where its locale is the C locale. */
static void round_trip(double value, int ask_strtod) {
    char text[FCAP_NUMBER_SIZE];
    memset(text, '#', sizeof text);
    int const size = fcap_number_print(value, text);
    int const fits = size > 0 && size < FCAP_NUMBER_SIZE && text[size] == 0;
    if (!fits || memchr(text, ',', (size_t)size) != NULL) {
        fail_msg("%a was printed as \"%.*s\"", value, FCAP_NUMBER_SIZE, text);
    }
    double again = 0;
    int const read = fcap_number_parse(text, (size_t)size, '.', &again);
    if (read != 1 || bits_of(again) != bits_of(value)) {
        fail_msg("%a was printed as %s and read as %a (%d)", value, text, again, read);
    }
    if (ask_strtod && bits_of(strtod(text, NULL)) != bits_of(value)) {
        fail_msg("%a was printed as %s, which strtod reads as %a", value, text,
                 strtod(text, NULL));
    }
}

static void a_million_doubles_survive_printing_and_reading(void **state) {
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < RANDOM_DOUBLES; i++) {
        round_trip(random_double(&random, i), 1);
    }
}

static void the_same_holds_under_a_locale_with_a_decimal_comma(void **state) {
    (void)state;
    if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) {
        print_message("skipped: de_DE.UTF-8 is not installed\n");
        return;
    }
    char probe[16];
    snprintf(probe, sizeof probe, "%.1f", 1.5);
    int const has_comma = strcmp(probe, "1,5") == 0;
    uint64_t random = 1;
    for (int i = 0; i < RANDOM_DOUBLES && has_comma; i++) {
        round_trip(random_double(&random, i), 0);
    }
    double value = 0;
    int const point = fcap_number_parse("1.5", 3, '.', &value);
    int const comma = fcap_number_parse("1,5", 3, '.', &value);
    setlocale(LC_ALL, "C");
    assert_true(has_comma); /* else the run above has shown nothing */
    assert_int_equal(point, 1);
    assert_int_equal(comma, 0);
}

static void random_decimals_are_read_like_strtod_reads_them(void **state) {
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < 200000; i++) {
        char text[64];
        uint64_t const r = next_random(&random);
        uint64_t const digits = next_random(&random) >> (r % 64);
        int const e = (int)(r >> 32) % 700 - 350;
        if (i % 2 == 0) {
            snprintf(text, sizeof text, "%llue%d", (unsigned long long)digits, e);
        } else {
            snprintf(text, sizeof text, "-%llu.%llue%d", (unsigned long long)(digits % 1000),
                     (unsigned long long)next_random(&random), e % 330);
        }
        assert_reads_like_strtod(text);
    }
}

static void halfway_cases_are_read_like_strtod_reads_them(void **state) {
    (void)state;
    /* The exact middle between two doubles, written out in full (up to 770 digits), and the
     * same with the last digit one less and one more: round to even, down, up. */
    static char text[1200];
    uint64_t random = 3;
    for (int i = 0; i < 3000; i++) {
        uint64_t const r = next_random(&random);
        /* Between 2^-1074 and 2^100; one bit more than a double has, so %f cannot print it:
         * the middle of x and its neighbour y is x/2 + y/2, added in long double. */
        double const x = double_of(r % ((uint64_t)(1023 + 60) << 52));
        double const y = nextafter(x, INFINITY);
        long double const middle = ((long double)x + (long double)y) / 2;
        int const size = snprintf(text, sizeof text, "%.1080Lf", middle);
        assert_true(size > 0 && size < (int)sizeof text);
        char *last = text + strlen(text) - 1;
        while (*last == '0') {
            *last-- = 0;
        }
        if (*last == '.') {
            *last-- = 0;
        }
        assert_reads_like_strtod(text);
        char const digit = *last; /* a 5 where there is a mark, else any */
        *last = digit == '0' ? '0' : (char)(digit - 1);
        assert_reads_like_strtod(text);
        *last = digit == '9' ? '9' : (char)(digit + 1);
        assert_reads_like_strtod(text);
    }
}

/* ---- reading: the known hard cases ---- */

static void ties_go_to_the_even_significand(void **state) {
    (void)state;
    assert_reads("9007199254740993", 9007199254740992.0); /* 2^53 + 1 */
    assert_reads("9007199254740995", 9007199254740996.0); /* 2^53 + 3 */
    assert_reads("9007199254740993.0000000000000000000000000000001", 9007199254740994.0);
    assert_reads("9007199254740992.9999999999999999999999999999999", 9007199254740992.0);
    assert_reads("1.00000000000000011102230246251565404236316680908203125", 1.0);
    assert_reads("1.00000000000000011102230246251565404236316680908203126",
                 0x1.0000000000001p0);
    assert_reads("1.00000000000000011102230246251565404236316680908203124", 1.0);
    assert_reads("1.00000000000000033306690738754696212708950042724609375",
                 0x1.0000000000002p0);
}

static void known_hard_decimals_are_rounded_correctly(void **state) {
    (void)state;
    assert_reads("1e23", 0x1.52d02c7e14af6p76);
    assert_reads("9e22", 9e22);
    assert_reads("8.5e22", 8.5e22);
    assert_reads("6929495644600919.5", 6929495644600920.0);
    assert_reads("3.518437208883201171875e13", 0x1.0000000000002p45);
    assert_reads("62.5364939768271845828", 0x1.f44abd5aa7ca4p5);
    assert_reads("8.10109172351e-10", 0x1.bd5cbaef0fd0cp-31);
    assert_reads("1.50000000000000011102230246251565", 1.5);
    assert_reads("9007199254740991.4999999999999999999999999999999995", 9007199254740991.0);
    static const char *const more[] = {
        "0.1",
        "0.3",
        "123456789012345678901234567890",
        "7.2057594037927933e16",
        "2.2250738585072011e-308", /* the text that made PHP and Java hang */
        "2.2250738585072012e-308",
        "4.35e-322",
        "1.7976931348623157e308",
        "1.448997445238699",
        "5708990770823839207320493820740630171355185151999e-3",
        "89255e-22",
        "104110013277974872254e-225",
        /* 64 bits, 64 zeros, and then something: exact powers of ten */
        "980562849131802291e49",
        "6270371585390783201e50",
        "6528509357480266575e52",
        "261140374299210663e55",
        /* 64 bits, and ones up to the precision of inexact powers: a little more would carry */
        "9017281676619546949e-335",
        "2907388778580085329e-327",
        "512408062531268579e-315",
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        assert_reads_like_strtod(more[i]);
    }
}

static void subnormals_are_read_to_the_last_bit(void **state) {
    (void)state;
    assert_reads("5e-324", 0x1p-1074);
    assert_reads("4.9406564584124654e-324", 0x1p-1074);
    assert_reads("2.4703282292062328e-324", 0x1p-1074); /* just above half of it */
    assert_reads("2.4703282292062327e-324", 0);         /* just below */
    assert_reads("3e-324", 0x1p-1074);
    assert_reads("2e-324", 0);
    assert_reads("7.4e-324", 0x1p-1074);
    assert_reads("7.5e-324", 0x1p-1073);
    assert_reads("2.2250738585072009e-308", 0x0.fffffffffffffp-1022);
    assert_reads("2.2250738585072011e-308", 0x0.fffffffffffffp-1022);
    assert_reads("2.2250738585072012e-308", 0x1p-1022);
    assert_reads("2.2250738585072014e-308", 0x1p-1022);
    assert_reads("1e-400", 0);
    assert_reads("-1e-400", -0.0);
    assert_reads("1e-99999999999999999999999", 0);
    /* Exactly half of the smallest: 2^-1075, a tie to even zero; and the same plus a digit. */
    char text[1100];
    snprintf(text, sizeof text, "%.1075Lf", ldexpl(1, -1075));
    assert_reads(text, 0);
    text[strlen(text) - 1] = '6';
    assert_reads(text, 0x1p-1074);
}

static void many_digits_are_read_to_the_last(void **state) {
    (void)state;
    assert_reads("0.1000000000000000055511151231257827021181583404541015625", 0.1);
    assert_reads("12345678901234567890", 12345678901234567890.0); /* 20 digits */
    assert_reads("0000000000000000000000", 0);
    assert_reads("-0.000000000000000000000e5", -0.0);
    assert_reads("18446744073709551615", 0x1p64);
    assert_reads("18446744073709551616", 0x1p64);
    assert_reads("18446744073709549568", 18446744073709549568.0); /* 2^64 - 2^11 */
    char text[3000];
    /* 2^53 + 1 and 1,500 zeros: a tie, to even; a 1 behind them breaks it. */
    size_t at = (size_t)snprintf(text, sizeof text, "9007199254740993.");
    memset(text + at, '0', 1500);
    text[at + 1500] = 0;
    assert_reads(text, 9007199254740992.0);
    strcpy(text + at + 1500, "1");
    assert_reads(text, 9007199254740994.0);
    strcpy(text + at + 1500, "0e-3");
    assert_reads_like_strtod(text);
    /* 2,000 digits before the mark, brought back by the exponent. */
    memset(text, '0', 2000);
    text[0] = '1';
    strcpy(text + 2000, "e-1999");
    assert_reads(text, 1);
    /* 2,000 zeros behind the mark. */
    strcpy(text, "0.");
    memset(text + 2, '0', 2000);
    strcpy(text + 2002, "25e2001");
    assert_reads(text, 2.5);
    memset(text, '9', 900);
    strcpy(text + 900, "e-600");
    assert_reads_like_strtod(text);
    memset(text, '3', 801);
    strcpy(text + 801, "e-500");
    assert_reads_like_strtod(text);
}

static void overflow_is_told_apart_from_no_number(void **state) {
    (void)state;
    static const char *const too_large[] = {"1e309",
                                            "-1e309",
                                            "1.7976931348623159e308",
                                            "1.7976931348623158079372897140531e308",
                                            "1e400",
                                            "1e99999999999999999999999999",
                                            "17976931348623159000000000000000000000e272"};
    for (size_t i = 0; i < sizeof too_large / sizeof *too_large; i++) {
        double value = 77;
        assert_int_equal(parse(too_large[i], &value), -1);
        assert_true(value == 77);
        assert_true(isinf(strtod(too_large[i], NULL)));
    }
    assert_reads("1.7976931348623157e308", DBL_MAX);
    assert_reads("1.797693134862315807937289714053e308", DBL_MAX); /* just below the tie */
    assert_reads("-1.7976931348623157e308", -DBL_MAX);
    assert_reads("0e99999999999999999999", 0); /* nothing, however often ten */
    assert_reads("0.000e400", 0);
    char digits[400];
    memset(digits, '9', 310);
    digits[310] = 0;
    double value = 77;
    assert_int_equal(parse(digits, &value), -1);
}

static void plain_decimals_with_an_optional_exponent_are_numbers(void **state) {
    (void)state;
    assert_reads("0", 0);
    assert_reads("-0", -0.0);
    assert_reads("+0", 0.0);
    assert_reads("+1", 1);
    assert_reads("-1", -1);
    assert_reads("007", 7);
    assert_reads(".5", 0.5);
    assert_reads("-.5", -0.5);
    assert_reads("5.", 5);
    assert_reads("1e3", 1000);
    assert_reads("1E3", 1000);
    assert_reads("1e+3", 1000);
    assert_reads("1e-3", 0.001);
    assert_reads("1.e3", 1000);
    assert_reads(".5e1", 5);
    assert_reads("1e003", 1000);
}

static void hex_nan_inf_thousands_and_half_numbers_are_refused(void **state) {
    (void)state;
    static const char *const refused[] =
        {
            "",      "+",     "-",        ".",     "e5",    "-e5",   ".e5",   "1e",    "1e+",
            "1e-",   "1e1.5", "0x10",     "0x1p3", "1p3",   "nan",   "NaN",   "NAN",   "inf",
            "Inf",   "-inf",  "infinity", "1,000", "1'000", "1 000", "1_000", "1.2.3", "1..2",
            "--1",   "+-1",   "1-",       "1+1",   " 1",    "1 ",    "1\n",   "\t1",   "1a",
            "a1",    "1f",    "1d0",      "1e5e5", "1,5",   "$1",    "1%",    "1e 5",  "- 1",
            "0b101", "1L",    "१२",       "−1", /* the typographic minus */
        };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_refused(refused[i]);
    }
}

static void only_the_given_bytes_are_read(void **state) {
    (void)state;
    double value = 77;
    assert_int_equal(fcap_number_parse("12345", 3, '.', &value), 1);
    assert_true(value == 123);
    assert_int_equal(fcap_number_parse("1\0002", 3, '.', &value), 0); /* a NUL is no digit */
    assert_int_equal(fcap_number_parse(NULL, 0, '.', &value), 0);
    char *const exact = malloc(3); /* ASan watches the byte behind */
    assert_non_null(exact);
    memcpy(exact, "1e5", 3);
    assert_int_equal(fcap_number_parse(exact, 3, '.', &value), 1);
    assert_int_equal(fcap_number_parse(exact, 2, '.', &value), 0);
    free(exact);
}

static void a_decimal_comma_replaces_the_point(void **state) {
    (void)state;
    double value = 0;
    assert_int_equal(fcap_number_parse("1,5", 3, ',', &value), 1);
    assert_true(value == 1.5);
    assert_int_equal(fcap_number_parse("-0,25e1", 7, ',', &value), 1);
    assert_true(value == -2.5);
    assert_int_equal(fcap_number_parse("12", 2, ',', &value), 1);
    assert_true(value == 12);
    assert_int_equal(fcap_number_parse("1.5", 3, ',', &value), 0);
    assert_int_equal(fcap_number_parse("1.000,5", 7, ',', &value), 0);
    assert_int_equal(fcap_number_parse("1,5", 3, '.', &value), 0);
    assert_int_equal(fcap_number_parse("1,5,0", 5, ',', &value), 0);
}

static void the_form_says_what_a_text_is_without_its_value(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int is_whole;
        int has_mark;
        int64_t ordinal;
    } number[] = {
        {"0", 1, 0, 0},
        {"+7", 1, 0, 7},
        {"-7", 1, 0, -1},
        {"7.0", 0, 1, -1},
        {"7e2", 0, 0, -1},
        {"1e999", 0, 0, -1}, /* beyond every double: a number all the same */
        {"9223372036854775807", 1, 0, INT64_MAX},
        {"9223372036854775808", 1, 0, -1},
        {"10000000000000000000", 1, 0, -1},
        {"00000000000000000000000012", 1, 0, 12},
    };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        number_form const f = fcap_number_form(number[i].text, strlen(number[i].text), '.');
        assert_int_equal(f.is_number, 1);
        assert_int_equal(f.is_whole, number[i].is_whole);
        assert_int_equal(f.has_mark, number[i].has_mark);
        assert_true(f.ordinal == number[i].ordinal);
    }
    assert_int_equal(fcap_number_form("7x", 2, '.').is_number, 0);
}

/* ---- printing ---- */

static void assert_prints(double value, const char *expected) {
    char text[FCAP_NUMBER_SIZE];
    assert_int_equal(fcap_number_print(value, text), strlen(expected));
    assert_string_equal(text, expected);
}

static void prints_what_a_person_would_write(void **state) {
    (void)state;
    assert_prints(0, "0");
    assert_prints(-0.0, "-0");
    assert_prints(1, "1");
    assert_prints(-1, "-1");
    assert_prints(10, "10");
    assert_prints(100, "100");
    assert_prints(0.1, "0.1");
    assert_prints(0.3, "0.3");
    assert_prints(1065.1, "1065.1");
    assert_prints(0.001, "0.001");
    assert_prints(1e-6, "0.000001");
    assert_prints(1e-7, "1e-7");
    assert_prints(1.25e-7, "1.25e-7");
    assert_prints(123456789, "123456789");
    assert_prints(9007199254740993.0, "9007199254740992");
    assert_prints(1e20, "100000000000000000000");
    assert_prints(1e21, "1e21");
    assert_prints(1e22, "1e22");
    assert_prints(1e23, "1e23");
    assert_prints(1.5e300, "1.5e300");
    assert_prints(DBL_MAX, "1.7976931348623157e308");
    assert_prints(DBL_MIN, "2.2250738585072014e-308");
    assert_prints(0x1p-1074, "5e-324");
    assert_prints(-0x1p-1074, "-5e-324");
    assert_prints(0x0.fffffffffffffp-1022, "2.225073858507201e-308");
    assert_prints(-1.2345678901234568e-300, "-1.2345678901234568e-300");
    assert_prints(1.0 / 3, "0.3333333333333333");
    assert_prints(2.0 / 3, "0.6666666666666666");
    assert_prints(NAN, "nan");
    assert_prints(INFINITY, "inf");
    assert_prints(-INFINITY, "-inf");
}

static void every_power_of_two_and_its_neighbours_come_back(void **state) {
    (void)state;
    for (int e = -1074; e <= 1023; e++) {
        double const power = ldexp(1, e);
        round_trip(power, 1);
        round_trip(nextafter(power, 0), 1);
        round_trip(nextafter(power, INFINITY), 1);
    }
    for (int e = -323; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        double const power = strtod(text, NULL);
        round_trip(power, 1);
        char printed[FCAP_NUMBER_SIZE];
        fcap_number_print(power, printed);
        assert_int_equal(significant_digits(printed), 1);
    }
}

/* With one digit less than printed, no text reads back: neither the nearest (which printf
 * gives) nor, at powers of two, its neighbour. */
static void prints_no_digit_too_many(void **state) {
    (void)state;
    uint64_t random = 4;
    for (int i = 0; i < 50000; i++) {
        double const value = random_double(&random, i);
        char text[FCAP_NUMBER_SIZE];
        fcap_number_print(value, text);
        int const n = significant_digits(text);
        assert_in_range(n, value == 0 ? 0 : 1, 17);
        if (n > 1) {
            char shorter[40];
            snprintf(shorter, sizeof shorter, "%.*e", n - 2, value);
            if (strtod(shorter, NULL) == value) {
                fail_msg("%s was printed where %s is enough", text, shorter);
            }
        }
        if (n > 0) { /* and of the texts of that length it is the nearest */
            char nearest[40];
            snprintf(nearest, sizeof nearest, "%.*e", n - 1, value);
            if (strtod(nearest, NULL) == value) {
                char *end;
                long double const ours = strtold(text, &end);
                long double const theirs = strtold(nearest, &end);
                assert_true(fabsl(ours - (long double)value) <=
                            fabsl(theirs - (long double)value));
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_doubles_survive_printing_and_reading),
        cmocka_unit_test(the_same_holds_under_a_locale_with_a_decimal_comma),
        cmocka_unit_test(random_decimals_are_read_like_strtod_reads_them),
        cmocka_unit_test(halfway_cases_are_read_like_strtod_reads_them),
        cmocka_unit_test(ties_go_to_the_even_significand),
        cmocka_unit_test(known_hard_decimals_are_rounded_correctly),
        cmocka_unit_test(subnormals_are_read_to_the_last_bit),
        cmocka_unit_test(many_digits_are_read_to_the_last),
        cmocka_unit_test(overflow_is_told_apart_from_no_number),
        cmocka_unit_test(plain_decimals_with_an_optional_exponent_are_numbers),
        cmocka_unit_test(hex_nan_inf_thousands_and_half_numbers_are_refused),
        cmocka_unit_test(only_the_given_bytes_are_read),
        cmocka_unit_test(a_decimal_comma_replaces_the_point),
        cmocka_unit_test(the_form_says_what_a_text_is_without_its_value),
        cmocka_unit_test(prints_what_a_person_would_write),
        cmocka_unit_test(every_power_of_two_and_its_neighbours_come_back),
        cmocka_unit_test(prints_no_digit_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
