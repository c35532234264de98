/* test_text.c - cells of unknown origin end up in messages on terminals: nothing that steers a
 * terminal or reorders text may get through, no character may be cut in half, no buffer
 * overrun.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"

#include <faircap/table.h>

#include <stdlib.h>
#include <string.h>

/* Plain UTF-8, written down from the standard's table. */
static size_t encode(uint32_t c, char out[4]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 + c / 64);
        out[1] = (char)(0x80 + c % 64);
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 + c / 4096);
        out[1] = (char)(0x80 + c / 64 % 64);
        out[2] = (char)(0x80 + c % 64);
        return 3;
    }
    out[0] = (char)(0xf0 + c / 262144);
    out[1] = (char)(0x80 + c / 4096 % 64);
    out[2] = (char)(0x80 + c / 64 % 64);
    out[3] = (char)(0x80 + c % 64);
    return 4;
}

static void every_character_of_unicode_has_its_length(void **state) {
    (void)state;
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char text[4];
        size_t const n = encode(c, text);
        int const surrogate = c >= 0xd800 && c <= 0xdfff;
        assert_int_equal(fcap_utf8_length(text, n), surrogate ? 0 : (int)n);
        for (size_t cut = 0; cut < n; cut++) {
            assert_int_equal(fcap_utf8_length(text, cut), 0);
        }
    }
}

static void every_start_of_three_bytes_is_judged_like_the_table_says(void **state) {
    (void)state;
    /* The table of well-formed sequences of the Unicode standard, for one to three bytes. */
    for (unsigned v = 0; v < 1u << 24; v += v >> 16 < 0xe0 ? 251 : 1) {
        unsigned char const u[3] = {(unsigned char)(v >> 16), (unsigned char)(v >> 8),
                                    (unsigned char)v};
        int expected = 0;
        int const second = u[1] >= 0x80 && u[1] <= 0xbf;
        int const third = u[2] >= 0x80 && u[2] <= 0xbf;
        if (u[0] <= 0x7f) {
            expected = 1;
        } else if (u[0] >= 0xc2 && u[0] <= 0xdf && second) {
            expected = 2;
        } else if (u[0] == 0xe0 && u[1] >= 0xa0 && u[1] <= 0xbf && third) {
            expected = 3;
        } else if (u[0] == 0xed && u[1] >= 0x80 && u[1] <= 0x9f && third) {
            expected = 3;
        } else if (u[0] >= 0xe1 && u[0] <= 0xef && u[0] != 0xed && second && third) {
            expected = 3;
        }
        if (fcap_utf8_length((const char *)u, 3) != expected) {
            fail_msg("%02x %02x %02x", u[0], u[1], u[2]);
        }
    }
}

static void overlong_and_far_sequences_are_invalid(void **state) {
    (void)state;
    static const char *const bad[] = {"\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\x80",
                                      "\xe0\x9f\xbf",
                                      "\xf0\x80\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "\xff",
                                      "\xfe",
                                      "\x80",
                                      "\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x9f\x98",
                                      "\xf1\x80\x80x",
                                      "\xf1\x80x\x80",
                                      "\xf1x\x80\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(fcap_utf8_length(bad[i], strlen(bad[i])), 0);
    }
    assert_int_equal(fcap_utf8_length("\xf4\x8f\xbf\xbf", 4), 4);
    assert_int_equal(fcap_utf8_length("\xf0\x90\x80\x80", 4), 4);
    assert_int_equal(fcap_utf8_length("", 0), 0);
}

static void assert_shown(const char *text, size_t size, size_t characters,
                         const char *expected) {
    char out[200];
    memset(out, '#', sizeof out);
    size_t const n = fcap_text_display(text, size, characters, out, sizeof out);
    assert_string_equal(out, expected);
    assert_int_equal(n, strlen(expected));
}

#define SHOWN(text, characters, expected)                                                      \
    assert_shown(text, sizeof(text) - 1, characters, expected)

static void ordinary_text_is_shown_as_it_is(void **state) {
    (void)state;
    SHOWN("", 10, "");
    SHOWN("Grade 7", 10, "Grade 7");
    SHOWN("M\xc3\xbcller", 10, "M\xc3\xbcller");
    SHOWN("\xe6\x97\xa5\xe6\x9c\xac", 10, "\xe6\x97\xa5\xe6\x9c\xac");
    SHOWN("\xf0\x9f\x98\x80", 10, "\xf0\x9f\x98\x80");
    SHOWN("a b~", 10, "a b~");
    SHOWN("\xc2\xa0", 10, "\xc2\xa0"); /* the first that is no control character again */
}

static void long_text_is_cut_at_whole_characters(void **state) {
    (void)state;
    SHOWN("abcdef", 3, "abc...");
    SHOWN("abc", 3, "abc");
    SHOWN("\xc3\xa4\xc3\xb6\xc3\xbc", 2, "\xc3\xa4\xc3\xb6...");
    SHOWN("abc", 0, "...");
    SHOWN("", 0, "");
}

static void control_characters_and_invalid_bytes_become_question_marks(void **state) {
    (void)state;
    SHOWN("\x1b[31mred", 20, "?[31mred");
    SHOWN("a\r\nb\tc", 20, "a??b?c");
    SHOWN("\0\x01\x1f\x7f", 20, "????");
    SHOWN("\xc2\x80\xc2\x9b\xc2\x9f", 20, "???"); /* C1: 0x9b starts commands too */
    SHOWN("\xff\xfe", 20, "??");
    SHOWN("a\xc3", 20, "a?"); /* half a character at the end */
    SHOWN("\xed\xa0\x80", 20, "???");
}

static void marks_that_reorder_or_hide_text_become_question_marks(void **state) {
    (void)state;
    static const uint32_t marks[] = {0x061c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028,
                                     0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060,
                                     0x2066, 0x2067, 0x2068, 0x2069, 0xfeff};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char text[6] = {'a'};
        size_t const n = encode(marks[i], text + 1);
        text[1 + n] = 'b';
        assert_shown(text, n + 2, 20, "a?b");
    }
}

static void no_output_byte_lies_outside_of_the_buffer(void **state) {
    (void)state;
    static const char text[] = "a\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"
                               "b\x1b\xff zzzzzzzzzzzzzzzz";
    for (size_t out_size = 0; out_size < 40; out_size++) {
        for (size_t characters = 0; characters < 40; characters++) {
            char *const out = malloc(out_size + 1); /* ASan watches what is behind */
            assert_non_null(out);
            memset(out, '#', out_size + 1);
            size_t const n =
                fcap_text_display(text, sizeof text - 1, characters, out, out_size);
            assert_int_equal(out[out_size], '#');
            if (out_size > 0) {
                assert_true(n < out_size);
                assert_int_equal(out[n], 0);
                assert_null(memchr(out, 0, n));
            } else {
                assert_int_equal(n, 0);
            }
            for (size_t i = 0; i < n;) { /* whole characters only */
                int const length = fcap_utf8_length(out + i, n - i);
                assert_true(length > 0);
                i += (size_t)length;
            }
            free(out);
        }
    }
}

static void random_bytes_are_always_shown_as_safe_text(void **state) {
    (void)state;
    uint32_t random = 1;
    for (int round = 0; round < 20000; round++) {
        char text[64];
        for (size_t i = 0; i < sizeof text; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = (char)(random >> 24);
        }
        char out[EXCERPT_SIZE];
        fcap_excerpt(text, (size_t)round % sizeof text, out);
        size_t const n = strlen(out);
        size_t characters = 0;
        for (size_t i = 0; i < n; characters++) {
            int const length = fcap_utf8_length(out + i, n - i);
            assert_true(length > 0);
            assert_true(length > 1 || ((unsigned char)out[i] >= 0x20 && out[i] != 0x7f));
            assert_false(length == 2 && out[i] == (char)0xc2 &&
                         (unsigned char)out[i + 1] < 0xa0);
            i += (size_t)length;
        }
        assert_true(characters <= EXCERPT_CHARACTERS + 3);
    }
}

static void an_excerpt_holds_forty_characters_of_any_width(void **state) {
    (void)state;
    for (size_t width = 1; width <= 4; width++) {
        static const uint32_t sample[] = {'x', 0xfc, 0x20ac, 0x1f600};
        char text[41 * 4];
        char expected[EXCERPT_SIZE];
        for (size_t i = 0; i < 41; i++) {
            encode(sample[width - 1], text + i * width);
        }
        char out[EXCERPT_SIZE];
        assert_ptr_equal(fcap_excerpt(text, 40 * width, out), out);
        memcpy(expected, text, 40 * width);
        expected[40 * width] = 0;
        assert_string_equal(out, expected);
        fcap_excerpt(text, 41 * width, out);
        strcpy(expected + 40 * width, "...");
        assert_string_equal(out, expected);
    }
}

static void half_a_character_comes_off_the_end(void **state) {
    (void)state;
    static const char whole[] = "a\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"
                                "b\xf0\x9f\x98\x80\xe2\x82\xac\xc3\xbc";
    for (size_t cut = 0; cut < sizeof whole; cut++) {
        char text[sizeof whole];
        memcpy(text, whole, cut);
        text[cut] = 0;
        size_t expected = 0; /* as many whole characters as there are */
        while (expected < cut) {
            int const n = fcap_utf8_length(text + expected, cut - expected);
            if (n == 0) {
                break;
            }
            expected += (size_t)n;
        }
        fcap_utf8_close(text);
        assert_int_equal(strlen(text), expected);
        assert_memory_equal(text, whole, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_of_unicode_has_its_length),
        cmocka_unit_test(every_start_of_three_bytes_is_judged_like_the_table_says),
        cmocka_unit_test(overlong_and_far_sequences_are_invalid),
        cmocka_unit_test(ordinary_text_is_shown_as_it_is),
        cmocka_unit_test(long_text_is_cut_at_whole_characters),
        cmocka_unit_test(control_characters_and_invalid_bytes_become_question_marks),
        cmocka_unit_test(marks_that_reorder_or_hide_text_become_question_marks),
        cmocka_unit_test(no_output_byte_lies_outside_of_the_buffer),
        cmocka_unit_test(random_bytes_are_always_shown_as_safe_text),
        cmocka_unit_test(an_excerpt_holds_forty_characters_of_any_width),
        cmocka_unit_test(half_a_character_comes_off_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
