/* Any bytes become a JSON string that is valid UTF-8, shows no control character, and has all
 * that was valid, as it was.
 */
#include "json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static output out; /* its buffer is looked at before it is full */

static const char *written(const char *text) {
    out.used = 0;
    json_string(&out, text);
    assert_true(out.used < sizeof out.buffer);
    out.buffer[out.used] = 0;
    return out.buffer;
}

/* A code point in as many bytes as are asked for, which may be too many. */
static void encode(uint32_t c, int bytes, char *to) {
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (int i = bytes - 1; i > 0; i--, c >>= 6) {
        to[i] = (char)(0x80 | (c & 0x3f));
    }
    to[0] = (char)(lead[bytes] | c);
    to[bytes] = 0;
}

static int least_bytes(uint32_t c) {
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

static int is_surrogate(uint32_t c) {
    return c >= 0xd800 && c < 0xe000;
}

/* What turns or ends a line in a terminal, one by one. */
static int is_shown_as_number(uint32_t c) {
    static const uint32_t marks[] = {0x61c,  0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b,
                                     0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (c == marks[i]) {
            return 1;
        }
    }
    return c < ' ' || (c > '~' && c <= 0x9f);
}

static void every_character_is_itself_or_its_number(void **state) {
    (void)state;
    for (uint32_t c = 1; c <= 0x10ffff; c++) {
        char text[5];
        char wanted[16];
        if (is_surrogate(c)) {
            continue;
        }
        encode(c, least_bytes(c), text);
        if (is_shown_as_number(c)) {
            snprintf(wanted, sizeof wanted, "\"\\u%04x\"", (unsigned)c);
        } else {
            snprintf(wanted, sizeof wanted, "\"%s%s\"", c == '"' || c == '\\' ? "\\" : "",
                     text);
        }
        assert_string_equal(written(text), wanted);
    }
}

/* Longer than need be, halves of pairs, and what is beyond the last character: each byte is
 * replaced, and what follows is not lost. */
static void what_is_no_character_is_replaced(void **state) {
    (void)state;
    for (uint32_t c = 0; c < 0x200000; c += c < 0x12000 ? 1 : 61) {
        for (int bytes = 2; bytes <= 4; bytes++) {
            int const fits = c >> (bytes == 2 ? 11 : bytes == 3 ? 16 : 21) == 0;
            int const valid = bytes == least_bytes(c) && !is_surrogate(c) && c <= 0x10ffff;
            char text[6];
            char wanted[40] = "\"";
            if (!fits || valid) {
                continue;
            }
            encode(c, bytes, text);
            strcat(text, "z");
            for (int i = 0; i < bytes; i++) {
                strcat(wanted, "\\ufffd");
            }
            strcat(wanted, "z\"");
            assert_string_equal(written(text), wanted);
        }
    }
}

/* A character that is cut short, by the end or by another. */
static void pieces_of_characters_are_replaced(void **state) {
    (void)state;
    assert_string_equal(written("\xc3"), "\"\\ufffd\"");
    assert_string_equal(written("\xe2\x82"), "\"\\ufffd\\ufffd\"");
    assert_string_equal(written("\xf0\x9f\x98"), "\"\\ufffd\\ufffd\\ufffd\"");
    assert_string_equal(written("\xf0\x9f\x98\xc3\xa9"), "\"\\ufffd\\ufffd\\ufffd\xc3\xa9\"");
    assert_string_equal(written("a\x80z\xff"), "\"a\\ufffdz\\ufffd\"");
}

static void ratios_and_keys(void **state) {
    (void)state;
    out.used = 0;
    json_key(&out, "a\"b");
    json_ratio(&out, (fcap_ratio){1, 2});
    json_ratio(&out, (fcap_ratio){1, 0});
    out.buffer[out.used] = 0;
    assert_string_equal(out.buffer, "\"a\\\"b\": \"1/2\"null");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_is_itself_or_its_number),
        cmocka_unit_test(what_is_no_character_is_replaced),
        cmocka_unit_test(pieces_of_characters_are_replaced),
        cmocka_unit_test(ratios_and_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
