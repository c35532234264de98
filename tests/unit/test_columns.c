/* test_columns.c - what is guessed about a table: whether its first line is a header, the
 * decimal mark, which columns are numbers and which are identifiers. A wrong guess changes the
 * distances, so each rule of docs/INPUT.md has its border cases here.
 */
#include "unit/encode_help.h"

#include <stdio.h>
#include <string.h>

/* ---- the header ---- */

static void assert_header(const char *text, fcap_header asked, int expected, int notes) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = asked;
    fcap_table *const t = read_with(text, strlen(text), &o);
    if (fcap_table_has_header(t) != expected) {
        fail_msg("header %d, not %d: %s", fcap_table_has_header(t), expected, text);
    }
    assert_int_equal(fcap_table_notes(t), notes);
    fcap_table_free(t);
}

static void the_header_is_detected(void **state) {
    (void)state;
    assert_header("a,b\n1,2\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("name,age\nAnna,17\nBob,16\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("name,sex\nAnna,F\nBob,M\n", FCAP_HEADER_DETECT, 1, 0); /* only texts */
    assert_header("country,2020,2021\nx,1,2\ny,3,4\n", FCAP_HEADER_DETECT, 1, 1);
    assert_header("year,2020\n1,1\n3,4\n", FCAP_HEADER_DETECT, 1, 0); /* text above numbers */
    assert_header("a;b\n1,5;2\n2,5;3\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("a,b\nNA,NA\n,?\n1,2\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("2nd,a\nx,y\nz,w\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("day,a\n1-2,y\n1-3,w\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header(",a\nx,1\ny,2\n", FCAP_HEADER_DETECT, 1, 0); /* the corner of a frame */
}

static void a_header_that_may_be_something_else_gets_a_note(void **state) {
    (void)state;
    assert_header("F,A\nM,A\nF,B\n", FCAP_HEADER_DETECT, 1, 1); /* F comes again */
    assert_header("2024-01-02,a\n2024-01-03,b\n,c\n", FCAP_HEADER_DETECT, 1, 1);
    assert_header("Groups,,\nname,sex,town\nann,f,A\n", FCAP_HEADER_DETECT, 1, 1); /* a title */
    assert_header("NA,NA\n1,2\n3,4\n", FCAP_HEADER_DETECT, 1, 1);
    assert_header("\"\"\n1\n2\n", FCAP_HEADER_DETECT, 1, 1);
    assert_header(",,a\nx,y,1\nz,y,2\n", FCAP_HEADER_DETECT, 1, 1); /* also above numbers */
    assert_header("nan,2\n1,3\n4,4\n", FCAP_HEADER_DETECT, 1, 1);   /* no name */
    assert_header("#N/A\n1\n2\n", FCAP_HEADER_DETECT, 1, 1);
    assert_header("NaN0,-\n1,2\n2,3\n", FCAP_HEADER_DETECT, 1, 0);
    assert_header("5o,2,F\n1,3,M\n4,4,F\n", FCAP_HEADER_DETECT, 1, 1); /* F comes again */
}

static void a_first_line_of_data_is_read_as_data(void **state) {
    (void)state;
    assert_header("1,2\n3,4\n", FCAP_HEADER_DETECT, 0, 1);
    assert_header("1\n", FCAP_HEADER_DETECT, 0, 1);
    assert_header("1,5;2\n3;4\n", FCAP_HEADER_DETECT, 0, 1); /* a decimal comma is a number */
    assert_header("F,1\nM,2\nF,3\n", FCAP_HEADER_DETECT, 0, 1); /* F comes again */
}

static void what_was_asked_about_the_header_is_done(void **state) {
    (void)state;
    assert_header("1,2\n3,4\n", FCAP_HEADER_YES, 1, 0);
    assert_header("a,b\n3,4\n", FCAP_HEADER_NO, 0, 0);
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_NO;
    fcap_table *const t = read_with("a,b\n3,4\n", 8, &o);
    assert_shape(t, 2, 2, 0);
    assert_cell(t, 0, 0, "a");
    assert_cell(t, 1, 1, "4");
    assert_string_equal(fcap_table_name(t, 0), "1");
    assert_string_equal(fcap_table_name(t, 1), "2");
    assert_int_equal(fcap_table_find(t, "2"), 1);
    fcap_table_free(t);
}

static void a_guess_says_how_to_overrule_it(void **state) {
    (void)state;
    fcap_table *t = read_text("1,2\n3,4\n");
    assert_non_null(strstr(fcap_table_note(t, 0), "--header"));
    fcap_table_free(t);
    t = read_text("country,2020\nx,1\ny,2\n");
    assert_int_equal(fcap_table_notes(t), 1);
    assert_non_null(strstr(fcap_table_note(t, 0), "--no-header"));
    fcap_table_free(t);
}

/* ---- the decimal mark ---- */

static void a_decimal_comma_is_detected_in_semicolon_files(void **state) {
    (void)state;
    fcap_table *t = read_text("a;b\n1,5;2\n-2,25;3e2\n");
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    assert_true(number_at(t, 0, 1, 1) == 2);
    assert_true(number_at(t, 1, 0, 1) == -2.25);
    assert_true(number_at(t, 1, 1, 1) == 300);
    fcap_table_free(t);
    t = read_text("a;b\n1.5;2\n2.5;3\n"); /* points: no comma */
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    fcap_table_free(t);
    t = read_text("a;b\n1,5;2\n2.5;3\n"); /* both: the point is the mark, 1,5 is text */
    assert_true(number_at(t, 1, 0, 1) == 2.5);
    number_at(t, 0, 0, 0);
    fcap_table_free(t);
    t = read_text("a,b\n\"1,5\",2\n\"2,5\",3\n"); /* not in comma files, unless asked for */
    number_at(t, 0, 0, 0);
    fcap_table_free(t);
    t = read_text("1,5;2\n2,5;3\n"); /* the first line counts when it is data */
    assert_int_equal(fcap_table_has_header(t), 0);
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    fcap_table_free(t);
}

static void a_decimal_comma_can_be_asked_for(void **state) {
    (void)state;
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.decimal_comma = 1;
    static const char text[] = "a,b\n\"1,5\",1.5\n\"2,5\",3\n";
    fcap_table *const t = read_with(text, sizeof text - 1, &o);
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    number_at(t, 0, 1, 0);
    assert_true(number_at(t, 1, 1, 1) == 3);
    fcap_table_free(t);
}

/* ---- numbers or texts ---- */

static void more_than_half_numbers_make_a_column_numeric(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    refuse("a\n1\n2\n3\nx\n", &o); /* three of four: x is a fault */
    assert_int_equal(last_faults.total, 1);
    assert_fault(0, 5, 1, "\"x\" is not a number");
    encoded const e = encode("a\n1\n1\nx\nx\n", &o); /* half: texts */
    assert_coordinates(&e, 4, 2, (double[]){1, 0, 1, 0, 0, 1, 0, 1});
    done(e);
    refuse("a\n1\n2\nx\n?\nNA\n\"\"\n", &o); /* missing cells do not vote */
    assert_fault(0, 4, 1, "\"x\" is not a number");
}

static void the_first_line_votes_when_it_is_data(void **state) {
    (void)state;
    fcap_read_options r;
    fcap_read_options_init(&r);
    r.header = FCAP_HEADER_NO;
    fcap_encode_options const o = defaults();
    fcap_table *t = NULL;
    fcap_dataset *ds = NULL;
    assert_int_equal(fcap_table_parse("1\n2\nx\n", 6, &r, &t, NULL, NULL), FCAP_OK);
    assert_int_equal(fcap_dataset_encode(t, &o, &ds, &last_faults, NULL), FCAP_E_DATA);
    assert_fault(0, 3, 1, "1: \"x\" is not a number");
    fcap_table_free(t);
    assert_int_equal(fcap_table_parse("x\n1\nx\n1\n", 8, &r, &t, NULL, NULL), FCAP_OK);
    assert_int_equal(fcap_dataset_encode(t, &o, &ds, &last_faults, NULL), FCAP_OK);
    assert_int_equal(fcap_dataset_problem(ds).d, 2);
    fcap_dataset_free(ds);
    fcap_table_free(t);
}

static void the_typing_can_be_overruled(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.categorical = (fcap_columns)COLUMNS(0);
    encoded const e = encode("zip,a\n100,1\n200,2\n100,3\n", &o);
    assert_coordinates(&e, 3, 3, (double[]){1, 0, 0, 0, 1, 0.5, 1, 0, 1});
    done(e);
    o = defaults();
    o.numeric = (fcap_columns)COLUMNS(0);
    refuse("a\n1\nx\ny\n", &o);
    assert_int_equal(last_faults.total, 2);
    assert_fault(0, 3, 1, "\"x\"");
    assert_fault(1, 4, 1, "\"y\"");
}

static void a_decimal_comma_makes_numbers(void **state) {
    (void)state;
    fcap_encode_options const o = defaults();
    encoded const e = encode("a;b\n1,5;1\n2,5;2\n2;3\n", &o);
    assert_coordinates(&e, 3, 2, (double[]){0, 0, 1, 0.5, 0.5, 1});
    done(e);
}

/* ---- identifiers ---- */

static void identifiers_are_left_out_with_a_note(void **state) {
    (void)state;
    char text[4000];
    size_t at = (size_t)snprintf(text, sizeof text, "student_id,name,score,class\n");
    for (int i = 0; i < 50; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%d,n%d,%d,c%d\n", 1000 + i, i,
                               2 * i, i % 3);
    }
    fcap_encode_options const o = defaults();
    encoded const e = encode(text, &o);
    assert_features(&e, 2, (int32_t[]){2, 3});
    assert_int_equal(e.p.d, 4);
    assert_int_equal(fcap_dataset_notes(e.data), 1);
    assert_non_null(strstr(fcap_dataset_note(e.data, 0), "student_id, name"));
    assert_non_null(strstr(fcap_dataset_note(e.data, 0), "-f"));
    done(e);
}

static int is_left_out(const char *name, const char *format, int different, int n) {
    char text[4000];
    size_t at = (size_t)snprintf(text, sizeof text, "%s,x\n", name);
    for (int i = 0; i < n; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, format, i < different ? 2 * i : 0);
        at += (size_t)snprintf(text + at, sizeof text - at, ",%d\n", 2 * i);
    }
    fcap_encode_options const o = defaults();
    encoded const e = encode(text, &o);
    int const left_out = fcap_dataset_features(e.data).n == 1;
    int const noted = fcap_dataset_notes(e.data) > 0 &&
                      strstr(fcap_dataset_note(e.data, 0), "left out") != NULL;
    assert_int_equal(noted, left_out);
    done(e);
    return left_out;
}

static void whole_numbers_need_a_name_that_says_so(void **state) {
    (void)state;
    static const char *const says[] = {"id",
                                       "ID",
                                       "Student ID",
                                       "student_id",
                                       "id_no",
                                       "id.x",
                                       "number",
                                       "Nr",
                                       "nr.",
                                       "Nr",
                                       "roll-number",
                                       "matriculation",
                                       "Matriculation number"};
    static const char *const says_not[] = {"age",   "ideal", "paid",    "grid",        "video",
                                           "score", "n",     "idx",     "numbers",     "a id b",
                                           "nrx",   "",      "holiday", "number of x", "Nr_of"};
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        assert_int_equal(is_left_out(says[i], "%d", 30, 30), 1);
    }
    for (size_t i = 0; i < sizeof says_not / sizeof *says_not; i++) {
        assert_int_equal(is_left_out(says_not[i], "%d", 30, 30), 0);
    }
    assert_int_equal(is_left_out("id", "%d", 29, 30), 0); /* two are equal */
    assert_int_equal(is_left_out("id", "%d", 15, 30), 0);
    assert_int_equal(is_left_out("id", "%d.5", 30, 30), 0); /* not whole */
}

static void nearly_all_different_texts_are_an_identifier(void **state) {
    (void)state;
    assert_int_equal(is_left_out("name", "n%d", 30, 30), 1);
    assert_int_equal(is_left_out("name", "n%d", 15, 30), 0);
    assert_int_equal(is_left_out("name", "n%d", 3, 3), 1);
    assert_int_equal(is_left_out("name", "n%d", 2, 3), 0);
    assert_int_equal(is_left_out("name", "n%d", 86, 95), 1); /* 90.5 % */
    assert_int_equal(is_left_out("name", "n%d", 85, 95), 0); /* 89.5 % */
    /* 100 rows: 91 different values are more than 90 %, 90 are not. */
    for (int different = 90; different <= 91; different++) {
        char text[4000];
        size_t at = (size_t)snprintf(text, sizeof text, "name,x\n");
        for (int i = 0; i < 100; i++) {
            at += (size_t)snprintf(text + at, sizeof text - at, "n%d,%d\n",
                                   i < different ? i : 0, i);
        }
        fcap_encode_options const o = defaults();
        encoded const e = encode(text, &o);
        assert_int_equal(fcap_dataset_features(e.data).n, different == 91 ? 1 : 2);
        done(e);
    }
}

static void columns_that_were_named_are_never_taken_for_identifiers(void **state) {
    (void)state;
    static const char text[] = "id,name,x\n1,a,1\n2,b,2\n3,c,4\n";
    fcap_encode_options o = defaults();
    o.features = (fcap_columns)COLUMNS(0, 1);
    encoded e = encode(text, &o);
    assert_features(&e, 2, (int32_t[]){0, 1});
    assert_int_equal(e.p.d, 4);
    assert_int_equal(fcap_dataset_notes(e.data), 0);
    done(e);
    o = defaults();
    o.numeric = (fcap_columns)COLUMNS(0);
    o.categorical = (fcap_columns)COLUMNS(1);
    e = encode(text, &o);
    assert_features(&e, 3, (int32_t[]){0, 1, 2});
    done(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_is_detected),
        cmocka_unit_test(a_header_that_may_be_something_else_gets_a_note),
        cmocka_unit_test(a_first_line_of_data_is_read_as_data),
        cmocka_unit_test(what_was_asked_about_the_header_is_done),
        cmocka_unit_test(a_guess_says_how_to_overrule_it),
        cmocka_unit_test(a_decimal_comma_is_detected_in_semicolon_files),
        cmocka_unit_test(a_decimal_comma_can_be_asked_for),
        cmocka_unit_test(more_than_half_numbers_make_a_column_numeric),
        cmocka_unit_test(the_first_line_votes_when_it_is_data),
        cmocka_unit_test(the_typing_can_be_overruled),
        cmocka_unit_test(a_decimal_comma_makes_numbers),
        cmocka_unit_test(identifiers_are_left_out_with_a_note),
        cmocka_unit_test(whole_numbers_need_a_name_that_says_so),
        cmocka_unit_test(nearly_all_different_texts_are_an_identifier),
        cmocka_unit_test(columns_that_were_named_are_never_taken_for_identifiers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
