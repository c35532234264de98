/* test_json_in.c - what is expected is read, and anything else is told from it. */
#include "shard/json_in.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void what_is_expected_is_read_whatever_the_blanks(void **state) {
    (void)state;
    static const char *const texts[] = {"{\"a\": 12, \"b\": -1.5e3}", "{\"a\":12,\"b\":-1500}",
                                        " {\n \"a\"\t:\r12 , \"b\" : -1500.0 } \n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_place p = {texts[i]};
        fcap_json_expect(&p, "{");
        fcap_json_key(&p, "a");
        assert_int_equal(fcap_json_count(&p, 13), 12);
        fcap_json_next(&p, "b");
        assert_true(fcap_json_number(&p) == -1500);
        fcap_json_expect(&p, "}");
        fcap_json_expect(&p, "");
        assert_string_equal(p.at, "");
    }
}

static void a_text_is_compared_as_what_it_stands_for(void **state) {
    (void)state;
    static const struct {
        const char *quoted;
        const char *text;
        int same;
    } cases[] = {{"\"ab\"", "ab", 1},
                 {"\"ab\"", "a", 0},
                 {"\"a\"", "ab", 0},
                 {"\"\"", "", 1},
                 {"\"a\\\"b\\\\\"", "a\"b\\", 1},
                 {"\"\\u0001\\u001f\"", "\x01\x1f", 1},
                 {"\"\xc3\xa9\"", "\xc3\xa9", 1},
                 {"\"ab", "ab", 0},
                 {"\"a\\", "a", 0},
                 {"\"\\u00", "\x01", 0},
                 {"\"\\u00g1\"", "\x01", 0},
                 {"\"\\x\"", "x", 0},
                 {"ab", "ab", 0},
                 {"", "", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_place p = {cases[i].quoted};
        assert_int_equal(fcap_json_passes_text(&p, cases[i].text), cases[i].same);
        assert_string_equal(p.at, cases[i].same ? "" : cases[i].quoted); /* passed, or not */
    }
}

static void any_value_is_skipped_and_what_is_none_is_not(void **state) {
    (void)state;
    static const char *const values[] = {"null",
                                         "true",
                                         "false",
                                         "-1e9",
                                         "\"a]}\\\"\"",
                                         "[]",
                                         "{}",
                                         "[\"x\", \"]\", [1, {}], null]",
                                         "{\"a\": {\"b\": [1, 2]}, \"c\": \"}\"}"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[80] = "";
        strcat(strcat(text, values[i]), ", rest");
        json_place p = {text};
        fcap_json_skip(&p);
        assert_non_null(p.at);
        assert_string_equal(p.at, ", rest");
    }
    static const char *const others[] = {"",  "]", "}",    ",",      "nul",       "\"a",
                                         "[", "{", "[1, ", "[\"a\"", "{\"a\": {", "word"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        json_place p = {others[i]};
        fcap_json_skip(&p);
        assert_null(p.at);
    }
}

static void after_a_fault_everything_is_0(void **state) {
    (void)state;
    static const char *const counts[] = {"-1", "1.5", "13", "1e300", "x", ""};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        json_place p = {counts[i]};
        assert_int_equal(fcap_json_count(&p, 13), 0);
        assert_null(p.at);
        fcap_json_expect(&p, "");
        fcap_json_next(&p, "a");
        fcap_json_skip(&p);
        assert_true(fcap_json_number(&p) == 0);
        assert_false(fcap_json_passes(&p, ""));
        assert_false(fcap_json_passes_text(&p, ""));
        assert_null(p.at);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_expected_is_read_whatever_the_blanks),
        cmocka_unit_test(a_text_is_compared_as_what_it_stands_for),
        cmocka_unit_test(any_value_is_skipped_and_what_is_none_is_not),
        cmocka_unit_test(after_a_fault_everything_is_0)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
