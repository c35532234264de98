/* test_table.c - the public reader: names, rows and cells of any delimited file or matrix, what
 * counts as missing, what is noted, and that no option or failed allocation breaks it. How
 * bytes become text is in test_input.c, what columns are is in test_columns.c.
 */
#include "unit/counting.h"
#include "unit/table_help.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows, names, cells ---- */

static void a_plain_file_is_a_table(void **state) {
    (void)state;
    fcap_table *const t = read_text("name,age,sex\nAnna,17,F\n\"Bob, jr.\",16,M\n");
    assert_shape(t, 2, 3, 1);
    assert_int_equal(fcap_table_delimiter(t), ',');
    assert_string_equal(fcap_table_name(t, 0), "name");
    assert_string_equal(fcap_table_name(t, 2), "sex");
    assert_cell(t, 0, 0, "Anna");
    assert_cell(t, 1, 0, "Bob, jr.");
    assert_cell(t, 0, 1, "17"); /* rows may be asked for in any order */
    assert_int_equal(fcap_table_notes(t), 0);
    fcap_table_free(t);
}

static void the_bytes_are_copied(void **state) {
    (void)state;
    char text[] = "a,b\nx,2\n\"y\"\"\",3\n";
    fcap_table *const t = read_text(text);
    memset(text, '#', sizeof text);
    assert_cell(t, 0, 0, "x");
    assert_cell(t, 1, 0, "y\"");
    assert_string_equal(fcap_table_name(t, 1), "b");
    fcap_table_free(t);
}

static void columns_are_found_by_header_and_by_number(void **state) {
    (void)state;
    fcap_table *const t = read_text("age,2,,twice,twice\n1,2,3,4,5\n6,7,8,9,10\n");
    assert_shape(t, 2, 5, 1);
    assert_int_equal(fcap_table_find(t, "age"), 0);
    assert_int_equal(fcap_table_find(t, "1"), 0);
    assert_int_equal(fcap_table_find(t, "2"), 1); /* its name, too */
    assert_int_equal(fcap_table_find(t, "3"), 2); /* an empty header: by number */
    assert_string_equal(fcap_table_name(t, 2), "3");
    assert_int_equal(fcap_table_find(t, "5"), 4);
    assert_int_equal(fcap_table_find(t, "twice"), -2);
    assert_int_equal(fcap_table_find(t, "Age"), -1);
    assert_int_equal(fcap_table_find(t, "0"), -1);
    assert_int_equal(fcap_table_find(t, "6"), -1);
    assert_int_equal(fcap_table_find(t, "-1"), -1);
    assert_int_equal(fcap_table_find(t, ""), -1);
    assert_int_equal(fcap_table_find(t, "99999999999999999999999"), -1);
    fcap_table_free(t);
    fcap_table *const swapped = read_text("2,1,x\n5,6,7\n");
    assert_int_equal(fcap_table_find(swapped, "2"), 0); /* a header wins over a number */
    assert_int_equal(fcap_table_find(swapped, "1"), 1);
    assert_int_equal(fcap_table_find(swapped, "3"), 2);
    fcap_table_free(swapped);
    fcap_table *const gap =
        read_text("x,,2\n5,6,7\n"); /* the second is called 2 by number only */
    assert_string_equal(fcap_table_name(gap, 1), "2");
    assert_int_equal(fcap_table_find(gap, "2"), 2);
    fcap_table_free(gap);
}

static void header_names_lose_quotes_and_guards(void **state) {
    (void)state;
    fcap_table *const t = read_text("\"a\"\"b\", c ,'=d\n1,2,3\n");
    assert_string_equal(fcap_table_name(t, 0), "a\"b");
    assert_string_equal(fcap_table_name(t, 1), "c");
    assert_string_equal(fcap_table_name(t, 2), "=d");
    fcap_table_free(t);
}

static void each_row_knows_its_line(void **state) {
    (void)state;
    fcap_table *const t = read_text("\n\na,b\r\n1,x\r\n\r\n2,\"y\nz\rw\"\n3,u\r4,v");
    int64_t line[4];
    assert_shape(t, 4, 2, 1);
    fcap_table_lines(t, line);
    assert_int_equal(line[0], 4);
    assert_int_equal(line[1], 6);
    assert_int_equal(line[2], 9);
    assert_int_equal(line[3], 10);
    fcap_table_free(t);
}

static void freeing_nothing_is_fine(void **state) {
    (void)state;
    fcap_table_free(NULL);
}

static void a_header_without_rows_and_an_empty_file_are_refused(void **state) {
    (void)state;
    assert_refused("a,b,c\n", 6, NULL, FCAP_E_DATA, "no rows");
    assert_int_equal(last_faults.fault[0].line, 0);
    assert_refused("", 0, NULL, FCAP_E_DATA, "empty");
    assert_refused("\n\n", 2, NULL, FCAP_E_DATA, "empty");
    assert_refused("\xef\xbb\xbf", 3, NULL, FCAP_E_DATA, "empty");
    assert_refused("\xff\xfe", 2, NULL, FCAP_E_DATA, "empty");
    assert_refused(NULL, 0, NULL, FCAP_E_DATA, "empty");
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    assert_refused("1,2\n", 4, &o, FCAP_E_DATA, "no rows");
}

/* ---- delimiters and numbers ---- */

static void all_four_delimiters_give_the_same_table(void **state) {
    (void)state;
    static const char delimiters[] = ",;\t|";
    for (const char *d = delimiters; *d != 0; d++) {
        char text[64];
        snprintf(text, sizeof text, "name%csex\nAnna%cF\nBob%cM\n", *d, *d, *d);
        fcap_table *const t = read_text(text);
        assert_int_equal(fcap_table_delimiter(t), *d);
        assert_shape(t, 2, 2, 1);
        assert_cell(t, 1, 0, "Bob");
        assert_cell(t, 1, 1, "M");
        fcap_table_free(t);
    }
}

static void impossible_delimiters_are_refused(void **state) {
    (void)state;
    static const char bad[] = {'"', '\n', '\r', (char)0x80, (char)0xff};
    for (size_t i = 0; i < sizeof bad; i++) {
        fcap_read_options o;
        fcap_read_options_init(&o);
        o.delimiter = bad[i];
        assert_refused("a\n1\n", 4, &o, FCAP_E_ARGUMENT, "delimiter");
    }
}

static void options_that_are_out_of_range_are_refused(void **state) {
    (void)state;
    static char unused[1];
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.allocator.release = (void (*)(void *, void *))abort;
    assert_refused("a\n1\n", 4, &o, FCAP_E_ARGUMENT, "both alloc and release");
    o.allocator.release = NULL;
    o.allocator.user = unused; /* alone it does no harm */
    o.n_na = 1;
    assert_refused("a\n1\n", 4, &o, FCAP_E_ARGUMENT, "the 1 texts for missing cells");
    o.n_na = -1;
    assert_refused("a\n1\n", 4, &o, FCAP_E_ARGUMENT, "the -1 texts for missing cells");
}

static void a_sep_line_is_obeyed_also_behind_a_byte_order_mark(void **state) {
    (void)state;
    fcap_table *t = read_text("\xef\xbb\xbfsep=;\r\na;b\r\n1,2;3\r\n");
    assert_int_equal(fcap_table_delimiter(t), ';');
    assert_shape(t, 1, 2, 1);
    assert_cell(t, 0, 0, "1,2");
    fcap_table_free(t);
}

static void lines_before_the_table_can_be_skipped(void **state) {
    (void)state;
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.skip_lines = 2;
    static const char text[] = "Roster of class 7,,,\n\nname,sex\nAnna,F\n";
    fcap_table *const t = read_with(text, sizeof text - 1, &o);
    assert_shape(t, 1, 2, 1);
    assert_string_equal(fcap_table_name(t, 0), "name");
    fcap_table_free(t);
}

static void a_number_that_overflows_is_told_apart(void **state) {
    (void)state;
    fcap_table *const t = read_text("a\n1\n1e999\nx\n2\n3\n");
    number_at(t, 1, 0, -1);
    number_at(t, 2, 0, 0);
    fcap_table_free(t);
}

static int missing(const fcap_table *t, const char *text) {
    return fcap_table_missing(t, (fcap_cell){text, strlen(text)});
}

static void missing_texts_are_the_usual_ones_and_those_given(void **state) {
    (void)state;
    static const char *const usual[] = {"", "NA", "N/A", "NaN", "NULL", "?"};
    static const char *const not_missing[] = {"na", "nan", "0", "-", "NAN", "n/a", "NA ", "x"};
    fcap_table *t = read_text("a\n1\n");
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        assert_int_equal(missing(t, usual[i]), 1);
    }
    for (size_t i = 0; i < sizeof not_missing / sizeof *not_missing; i++) {
        assert_int_equal(missing(t, not_missing[i]), 0);
    }
    fcap_table_free(t);
    char first[] = "-";
    char second[] = "not given";
    const char *given[] = {first, second};
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.na = given;
    o.n_na = 2;
    t = read_with("a\n1\n", 4, &o);
    first[0] = second[0] = '#'; /* the table has copies */
    given[0] = given[1] = NULL;
    assert_int_equal(missing(t, "-"), 1);
    assert_int_equal(missing(t, "not given"), 1);
    assert_int_equal(missing(t, "NA"), 1); /* the usual ones still are */
    assert_int_equal(missing(t, "not"), 0);
    fcap_table_free(t);
}

/* ---- notes ---- */

static void a_quote_inside_a_cell_is_noted_with_its_line(void **state) {
    (void)state;
    fcap_table *t = read_text("a,b\n\"x\ny\",1\n5\",2\n");
    assert_int_equal(fcap_table_notes(t), 1);
    assert_non_null(strstr(fcap_table_note(t, 0), "line 4)"));
    assert_cell(t, 1, 0, "5\"");
    fcap_table_free(t);
    t = read_text("a,b\n5\",1\n6\",2\n");
    assert_non_null(strstr(fcap_table_note(t, 0), "line 2 and others"));
    fcap_table_free(t);
}

/* ---- .npy ---- */

static size_t small_npy(char *out) {
    static const char header[] =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";
    double const value[] = {1, 0.1, NAN, -2e-10};
    size_t at = 0;
    memcpy(out, "\x93NUMPY\1\0", 8);
    at = 8;
    out[at++] = (char)(sizeof header - 1);
    out[at++] = 0;
    memcpy(out + at, header, sizeof header - 1);
    at += sizeof header - 1;
    for (int i = 0; i < 4; i++) {
        uint64_t bits;
        memcpy(&bits, &value[i], 8);
        for (int b = 0; b < 8; b++) {
            out[at++] = (char)(bits >> (8 * b) & 0xff);
        }
    }
    return at;
}

static void a_matrix_looks_like_a_table_without_a_header(void **state) {
    (void)state;
    char bytes[200];
    size_t const size = small_npy(bytes);
    unsigned char packed[400];
    size_t const packed_size = compress_to(bytes, size, packed, sizeof packed);
    for (int gz = 0; gz <= 1; gz++) {
        fcap_table *const t =
            gz ? read_with(packed, packed_size, NULL) : read_with(bytes, size, NULL);
        assert_shape(t, 2, 2, 0);
        assert_int_equal(fcap_table_delimiter(t), ',');
        assert_string_equal(fcap_table_name(t, 1), "2");
        assert_cell(t, 0, 0, "1");
        assert_cell(t, 0, 1, "0.1");
        assert_cell(t, 1, 0, ""); /* NaN is missing */
        assert_cell(t, 1, 1, "-2e-10");
        assert_true(number_at(t, 1, 1, 1) == -2e-10);
        fcap_table_free(t);
    }
    assert_refused(bytes, size - 1, NULL, FCAP_E_DATA, "fewer values");
}

/* ---- structs and memory ---- */

static void an_older_program_with_a_shorter_struct_gets_defaults(void **state) {
    (void)state;
    fcap_read_options o;
    memset(&o, 0x55, sizeof o); /* what lies behind an old struct is anything */
    fcap_read_options_init_sized(&o, offsetof(fcap_read_options, decimal_comma));
    o.delimiter = ';';
    fcap_table *const t = read_with("a;b\n1.5;2\n", 10, &o);
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    assert_shape(t, 1, 2, 1);
    fcap_table_free(t);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void **state) {
    (void)state;
    size_t const room = 400000;
    char *const text = malloc(room);
    unsigned char *const packed = malloc(room);
    assert_non_null(text);
    assert_non_null(packed);
    size_t at = (size_t)snprintf(text, room, "i,j\n");
    while (at < room - 40) {
        at += (size_t)snprintf(text + at, room - at, "%zu,x\n", at);
    }
    size_t const size = compress_to(text, at, packed, room);
    int failures = 0;
    for (int fail_at = 1;; fail_at++) {
        counting c = {.fail_at = fail_at};
        fcap_read_options o;
        fcap_read_options_init(&o);
        o.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
        fcap_table *t = NULL;
        fcap_status const status =
            fcap_table_parse(packed, size, &o, &t, &last_faults, &last_error);
        if (status == FCAP_OK) {
            assert_true(c.calls < fail_at);
            assert_true(c.open > 0);
            fcap_table_free(t);
            assert_int_equal(c.open, 0);
            break;
        }
        failures++;
        assert_int_equal(status, FCAP_E_NO_MEMORY);
        assert_int_equal(last_error.status, FCAP_E_NO_MEMORY);
        assert_null(t);
        assert_int_equal(c.open, 0);
    }
    assert_true(failures >= 4);
    free(text);
    free(packed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plain_file_is_a_table),
        cmocka_unit_test(the_bytes_are_copied),
        cmocka_unit_test(columns_are_found_by_header_and_by_number),
        cmocka_unit_test(header_names_lose_quotes_and_guards),
        cmocka_unit_test(each_row_knows_its_line),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(a_header_without_rows_and_an_empty_file_are_refused),
        cmocka_unit_test(all_four_delimiters_give_the_same_table),
        cmocka_unit_test(impossible_delimiters_are_refused),
        cmocka_unit_test(options_that_are_out_of_range_are_refused),
        cmocka_unit_test(a_sep_line_is_obeyed_also_behind_a_byte_order_mark),
        cmocka_unit_test(lines_before_the_table_can_be_skipped),
        cmocka_unit_test(a_number_that_overflows_is_told_apart),
        cmocka_unit_test(missing_texts_are_the_usual_ones_and_those_given),
        cmocka_unit_test(a_quote_inside_a_cell_is_noted_with_its_line),
        cmocka_unit_test(a_matrix_looks_like_a_table_without_a_header),
        cmocka_unit_test(an_older_program_with_a_shorter_struct_gets_defaults),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
