/* test_encode.c - from cells to coordinates and groups: what each column becomes, what happens
 * to missing cells, and that faults are named by the line a person sees in an editor.
 */
#include "unit/counting.h"
#include "unit/encode_help.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- what columns become ---- */

static void numbers_are_scaled_and_texts_become_one_hot(void **state) {
    (void)state;
    fcap_encode_options const o = defaults();
    encoded const e = encode("age,city\n10,Rome\n20,Bonn\n30,Rome\n15,Bonn\n", &o);
    /* Values of a text column are in bytewise order: Bonn, Rome. */
    assert_coordinates(&e, 4, 3, (double[]){0, 0, 1, 0.5, 1, 0, 1, 0, 1, 0.25, 1, 0});
    assert_features(&e, 2, (int32_t[]){0, 1});
    assert_int_equal(e.p.n_attributes, 0);
    assert_int_equal(e.p.struct_size, sizeof(fcap_problem));
    assert_int_equal(fcap_dataset_dropped(e.data), 0);
    assert_int_equal(fcap_dataset_notes(e.data), 0);
    done(e);
}

static void zscore_and_none_are_other_scales(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.scale = FCAP_SCALE_ZSCORE;
    encoded e = encode("a\n2\n4\n4\n4\n5\n5\n7\n9\n", &o);
    static const double expected[] = {-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2};
    for (int i = 0; i < 8; i++) {
        assert_true(fabs(e.p.x[i] - expected[i]) < 1e-15);
    }
    done(e);
    o.scale = FCAP_SCALE_NONE;
    e = encode("a,b\n0.1,x\n-7e3,x\n0.1,x\n", &o);
    assert_coordinates(&e, 3, 2, (double[]){0.1, 1, -7e3, 1, 0.1, 1});
    done(e);
}

static void constant_columns_are_0_and_texts_of_one_value_are_1(void **state) {
    (void)state;
    for (int scale = FCAP_SCALE_MINMAX; scale <= FCAP_SCALE_ZSCORE; scale++) {
        fcap_encode_options o = defaults();
        o.scale = (fcap_scale)scale;
        encoded const e = encode("a,b\n7.5,x\n7.5,x\n", &o);
        assert_coordinates(&e, 2, 2, (double[]){0, 1, 0, 1});
        done(e);
    }
}

static void huge_and_tiny_numbers_give_finite_coordinates(void **state) {
    (void)state;
    for (int scale = FCAP_SCALE_MINMAX; scale <= FCAP_SCALE_NONE; scale++) {
        fcap_encode_options o = defaults();
        o.scale = (fcap_scale)scale;
        encoded const e =
            encode("big,tiny\n1e308,5e-324\n-1e308,1e-323\n1.7976931348623157e308,0\n", &o);
        for (int i = 0; i < 6; i++) {
            assert_true(isfinite(e.p.x[i]));
        }
        if (scale == FCAP_SCALE_MINMAX) {
            assert_true(e.p.x[2] == 0 && e.p.x[4] == 1 && e.p.x[0] > 0.7 && e.p.x[0] < 0.8);
            assert_true(e.p.x[1] == 0.5 && e.p.x[3] == 1 && e.p.x[5] == 0);
        }
        if (scale == FCAP_SCALE_NONE) {
            assert_true(e.p.x[0] == 1e308 && e.p.x[1] == 5e-324);
        }
        done(e);
    }
    fcap_encode_options const o = defaults();
    refuse("a\n1\n1e309\n3\n", &o);
    assert_fault(0, 3, 1, "too large");
}

/* ---- which columns make the distance ---- */

static void ignored_and_id_columns_are_left_out_without_a_note(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.ignore = (fcap_columns)COLUMNS(1, 3);
    o.id = 0;
    encoded const e = encode("key,a,b,c\nk1,1,2,x\nk2,3,4,y\n", &o);
    assert_features(&e, 1, (int32_t[]){2});
    assert_coordinates(&e, 2, 1, (double[]){0, 1});
    assert_int_equal(fcap_dataset_notes(e.data), 0);
    done(e);
}

static void features_alone_make_the_distance(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.features = (fcap_columns)COLUMNS(2, 0); /* in the order of the table */
    encoded const e = encode("a,b,c\n1,9,2\n3,x,0\n", &o);
    assert_features(&e, 2, (int32_t[]){0, 2});
    assert_coordinates(&e, 2, 2, (double[]){0, 1, 1, 0});
    done(e);
}

static void no_column_for_the_distance_is_a_fault(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.ignore = (fcap_columns)COLUMNS(0);
    refuse("a\n1\n2\n", &o);
    assert_fault(0, 0, 0, "no column is left");
    o = defaults();
    refuse("name\na\nb\nc\n", &o); /* an identifier, and nothing else */
    assert_fault(0, 0, 0, "no column is left");
}

/* ---- protected columns ---- */

static void protected_columns_become_groups_in_the_order_of_their_names(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns)COLUMNS(1, 2);
    encoded const e = encode("x,sex,age\n1,M,10\n2,F,9\n3,M,10\n4,D,9\n5,F,100\n", &o);
    assert_int_equal(e.p.n_attributes, 2);
    assert_int_equal(e.p.attribute[0].n_groups, 3);
    assert_string_equal(fcap_dataset_group_name(e.data, 0, 0), "D");
    assert_string_equal(fcap_dataset_group_name(e.data, 0, 1), "F");
    assert_string_equal(fcap_dataset_group_name(e.data, 0, 2), "M");
    assert_string_equal(fcap_dataset_group_name(e.data, 1, 0), "10"); /* bytewise */
    assert_string_equal(fcap_dataset_group_name(e.data, 1, 1), "100");
    assert_string_equal(fcap_dataset_group_name(e.data, 1, 2), "9");
    static const int32_t sex[] = {2, 1, 2, 0, 1};
    static const int32_t age[] = {0, 2, 0, 2, 1};
    assert_memory_equal(e.p.attribute[0].group, sex, sizeof sex);
    assert_memory_equal(e.p.attribute[1].group, age, sizeof age);
    assert_int_equal(e.p.attribute[0].balance.num, 0); /* asks for nothing yet */
    assert_int_equal(e.p.attribute[0].balance.den, 1);
    assert_features(&e, 1, (int32_t[]){0});
    assert_coordinates(&e, 5, 1, (double[]){0, 0.25, 0.5, 0.75, 1});
    done(e);
}

static void the_balance_is_seen_in_later_views(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns)COLUMNS(1);
    encoded const e = encode("x,sex\n1,M\n2,F\n", &o);
    fcap_dataset_set_balance(e.data, 0, (fcap_ratio){2, 3});
    fcap_problem const p = fcap_dataset_problem(e.data);
    assert_int_equal(p.attribute[0].balance.num, 2);
    assert_int_equal(p.attribute[0].balance.den, 3);
    done(e);
}

static void a_protected_column_counts_in_the_distance_when_asked_for(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns)COLUMNS(1);
    o.include_protected = 1;
    encoded e = encode("x,sex\n0,M\n1,F\n", &o);
    assert_coordinates(&e, 2, 3, (double[]){0, 0, 1, 1, 1, 0});
    assert_int_equal(e.p.attribute[0].n_groups, 2);
    done(e);
    o.features = (fcap_columns)COLUMNS(0);
    e = encode("x,sex\n0,M\n1,F\n", &o); /* also besides named features */
    assert_features(&e, 2, (int32_t[]){0, 1});
    done(e);
    o = defaults();
    o.protect = (fcap_columns)COLUMNS(1);
    o.features = (fcap_columns)COLUMNS(0, 1); /* or when it is one of them */
    e = encode("x,sex\n0,M\n1,F\n", &o);
    assert_features(&e, 2, (int32_t[]){0, 1});
    done(e);
}

/* ---- missing cells ---- */

static const char gaps[] = "x,c,sex\n"
                           "0,a,F\n"  /* line 2 */
                           "NA,b,M\n" /* 3 */
                           "4,b,F\n"  /* 4 */
                           "2,?,M\n"  /* 5 */
                           "10,a,F\n" /* 6 */
                           ",,M\n";   /* 7 */

static fcap_encode_options with_sex(fcap_missing policy) {
    static const int32_t sex[] = {2};
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns){sex, 1};
    o.missing = policy;
    return o;
}

static void missing_cells_are_faults_by_default(void **state) {
    (void)state;
    fcap_encode_options const o = with_sex(FCAP_MISSING_ERROR);
    refuse(gaps, &o);
    assert_int_equal(last_faults.total, 2); /* one for each column, with the first line */
    assert_fault(0, 3, 1, "x: 2 of 6 cells are missing");
    assert_fault(1, 5, 2, "c: 2 of 6 cells are missing");
    assert_non_null(strstr(last_faults.fault[0].message, "--missing drop"));
}

static void rows_with_missing_cells_can_be_dropped(void **state) {
    (void)state;
    fcap_encode_options const o = with_sex(FCAP_MISSING_DROP);
    encoded const e = encode(gaps, &o);
    assert_int_equal(fcap_dataset_dropped(e.data), 3);
    static const int64_t rows[] = {0, 2, 4};
    assert_memory_equal(fcap_dataset_rows(e.data), rows, sizeof rows);
    assert_coordinates(&e, 3, 3, (double[]){0, 1, 0, 0.4, 0, 1, 1, 1, 0});
    assert_int_equal(e.p.attribute[0].n_groups, 1); /* all that is left is F */
    assert_string_equal(fcap_dataset_group_name(e.data, 0, 0), "F");
    done(e);
}

static void only_used_columns_count_as_missing(void **state) {
    (void)state;
    fcap_encode_options o = with_sex(FCAP_MISSING_DROP);
    o.ignore = (fcap_columns)COLUMNS(1);
    encoded e = encode(gaps, &o);
    assert_int_equal(fcap_dataset_dropped(e.data), 2);
    assert_int_equal(e.p.n, 4);
    done(e);
    o.missing = FCAP_MISSING_ERROR;
    o.ignore = (fcap_columns)COLUMNS(0, 1);
    o.include_protected = 1;
    e = encode(gaps, &o);
    assert_int_equal(e.p.n, 6);
    done(e);
}

static void dropping_every_row_is_a_fault(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.missing = FCAP_MISSING_DROP;
    refuse("a,b\n1,\n,2\n3,NA\n?,4\n", &o);
    assert_fault(0, 0, 0, "leaves none");
}

static void missing_cells_can_be_imputed(void **state) {
    (void)state;
    fcap_encode_options const o = with_sex(FCAP_MISSING_IMPUTE);
    encoded const e = encode(gaps, &o);
    /* the mean of 0 4 2 10 is 4; a and b are equally frequent, so a */
    assert_coordinates(
        &e, 6, 3, (double[]){0, 1, 0, 0.4, 0, 1, 0.4, 0, 1, 0.2, 1, 0, 1, 1, 0, 0.4, 1, 0});
    assert_int_equal(fcap_dataset_dropped(e.data), 0);
    done(e);
}

static void the_most_frequent_text_is_imputed_and_of_equals_the_smallest(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.missing = FCAP_MISSING_IMPUTE;
    encoded e = encode("c\nb\na\nb\n?\n", &o);
    assert_coordinates(&e, 4, 2, (double[]){0, 1, 1, 0, 0, 1, 0, 1});
    done(e);
    e = encode("c\nb\na\nb\na\n?\n", &o);
    assert_coordinates(&e, 5, 2, (double[]){0, 1, 1, 0, 0, 1, 1, 0, 1, 0});
    done(e);
}

static void missing_cells_can_be_a_category(void **state) {
    (void)state;
    fcap_encode_options const o = with_sex(FCAP_MISSING_CATEGORY);
    encoded const e = encode(gaps, &o);
    /* x and whether it is missing; a, b, missing */
    assert_coordinates(&e, 6, 5, (double[]){0,   0, 1, 0, 0, /**/ 0.4, 1, 0, 1, 0, /**/
                                            0.4, 0, 0, 1, 0, /**/ 0.2, 0, 0, 0, 1, /**/
                                            1,   0, 1, 0, 0, /**/ 0.4, 1, 0, 0, 1});
    done(e);
}

static void a_category_takes_no_coordinate_where_nothing_is_missing(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.missing = FCAP_MISSING_CATEGORY;
    encoded const e = encode("a,b\n1,x\n2,x\n", &o);
    assert_int_equal(e.p.d, 2);
    done(e);
}

static void a_missing_protected_value_is_a_fault_unless_dropped_or_a_category(void **state) {
    (void)state;
    static const char text[] = "x,y,sex\n0,0,F\n1,5,\n2,0,M\n3,0,?\n";
    fcap_encode_options o = with_sex(FCAP_MISSING_ERROR);
    refuse(text, &o);
    assert_fault(0, 3, 3, "sex: 2 of 4 cells are missing");
    o.missing = FCAP_MISSING_IMPUTE; /* nobody's sex is guessed */
    refuse(text, &o);
    assert_fault(0, 3, 3, "cannot be guessed");
    o.missing = FCAP_MISSING_DROP;
    encoded e = encode(text, &o);
    assert_int_equal(e.p.n, 2);
    assert_coordinates(&e, 2, 2, (double[]){0, 0, 1, 0}); /* scales of what is left */
    done(e);
    o.missing = FCAP_MISSING_CATEGORY;
    e = encode(text, &o);
    static const int32_t group[] = {0, -1, 1, -1};
    assert_memory_equal(e.p.attribute[0].group, group, sizeof group);
    assert_int_equal(e.p.attribute[0].n_groups, 2);
    assert_coordinates(&e, 4, 2, (double[]){0, 0, 1.0 / 3, 1, 2.0 / 3, 0, 1, 0});
    done(e);
}

static void a_column_of_missing_cells_cannot_be_imputed(void **state) {
    (void)state;
    fcap_encode_options o = defaults();
    o.missing = FCAP_MISSING_IMPUTE;
    refuse("a,b\n1,\n2,\n", &o);
    assert_fault(0, 2, 2, "b: 2 of 2 cells are missing; there is nothing to impute from");
    o.numeric = (fcap_columns)COLUMNS(1);
    refuse("a,b\n1,\n2,\n", &o);
    assert_fault(0, 2, 2, "b: 2 of 2 cells are missing; there is nothing to impute from");
}

/* ---- faults by line ---- */

static void faults_name_the_physical_line_in_every_kind_of_file(void **state) {
    (void)state;
    fcap_encode_options const o = defaults();
    refuse("a,t\n1,x\nbad,x\n3,x\n4,x\n", &o);
    assert_fault(0, 3, 1, "a: \"bad\" is not a number");
    refuse("a,t\r\n1,x\r\nbad,x\r\n3,x\r\n4,x\r\n", &o);
    assert_fault(0, 3, 1, "bad");
    refuse("a,t\r1,x\rbad,x\r3,x\r4,x\r", &o);
    assert_fault(0, 3, 1, "bad");
    refuse("a,t\n1,\"x\ny\nz\"\n\n2,x\nbad,x\n4,x\n", &o); /* quoted breaks, a blank line */
    assert_fault(0, 7, 1, "bad");
    refuse("a,t\r\n1,\"x\r\ny\r\nz\"\r\n\r\n2,x\r\nbad,x\r\n4,x\r\n", &o);
    assert_fault(0, 7, 1, "bad");
    refuse("a,t\r1,\"x\ry\rz\"\r\r2,x\rbad,x\r4,x\r", &o);
    assert_fault(0, 7, 1, "bad");
    refuse("\"t\n\",a\nx,1\n\"y\nz\",bad\nx,3\nx,4\n", &o); /* where the record starts */
    assert_fault(0, 4, 2, "bad");
    refuse("\xef\xbb\xbfsep=,\na,t\n1,x\nbad,x\n3,x\n4,x\n", &o); /* and marks and sep= */
    assert_fault(0, 4, 1, "bad");
}

static void all_faults_are_counted_and_the_first_20_are_kept(void **state) {
    (void)state;
    char text[4000];
    size_t at = (size_t)snprintf(text, sizeof text, "a,b\n");
    for (int i = 0; i < 100; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s,%d\n",
                               i % 100 < 45 ? "oops" : "1", i);
    }
    fcap_encode_options const o = defaults();
    refuse(text, &o);
    assert_int_equal(last_faults.total, 45);
    assert_int_equal(last_faults.kept, FCAP_FAULTS_KEPT);
    for (int i = 0; i < FCAP_FAULTS_KEPT; i++) {
        assert_fault(i, 2 + i, 1, "oops");
    }
    assert_non_null(strstr(last_error.message, "line 2, column 1: "));
    assert_non_null(strstr(last_error.message, "44 more"));
}

static void a_message_shows_40_safe_characters_of_the_cell_and_no_other(void **state) {
    (void)state;
    fcap_encode_options const o = defaults();
    refuse("a,secret\n1,hush\n2,hush\n"
           "\"\x1b[31m0123456789012345678901234567890123456789\",hush\n3,hush\n",
           &o);
    assert_int_equal(last_faults.total, 1);
    assert_fault(0, 4, 1, "\"?[31m01234567890123456789012345678901234...\"");
    assert_null(strstr(last_faults.fault[0].message, "hush"));
    assert_null(strchr(last_error.message, 0x1b));
}

/* Forty characters of four bytes, and a number to tell names apart. */
static const char *wide(int i) {
    static char text[200];
    size_t at = 0;
    for (int c = 0; c < 39; c++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "\xf0\x9f\x98\x80");
    }
    snprintf(text + at, sizeof text - at, "%d", i);
    return text;
}

static void assert_whole_characters(const char *text) {
    size_t const size = strlen(text);
    for (size_t i = 0; i < size;) {
        int const n = fcap_utf8_length(text + i, size - i);
        assert_true(n > 0);
        i += (size_t)n;
    }
}

static void messages_and_notes_are_cut_between_characters(void **state) {
    (void)state;
    char text[4000];
    size_t at = (size_t)snprintf(text, sizeof text, "%s\n1\n2\n3\n", wide(1));
    snprintf(text + at, sizeof text - at, "%s\n", wide(2));
    fcap_encode_options const o = defaults();
    refuse(text, &o);
    assert_whole_characters(last_faults.fault[0].message);
    assert_whole_characters(last_error.message);

    at = (size_t)snprintf(text, sizeof text, "x");
    for (int i = 1; i <= 4; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, ",%s", wide(i));
    }
    snprintf(text + at, sizeof text - at, "\n1,a,b,c,d\n2,e,f,g,h\n");
    encoded const e = encode(text, &o);
    const char *const note = fcap_dataset_note(e.data, 0);
    assert_whole_characters(note);
    assert_non_null(strstr(note, wide(1))); /* one has room, and there are more */
    assert_non_null(strstr(note, ", ... (-f takes them in)"));
    done(e);
}

static void very_many_missing_columns_do_not_take_quadratic_time(void **state) {
    (void)state;
    enum {
        COLUMNS_MANY = 60000
    };
    size_t const size = 8 * COLUMNS_MANY;
    char *const text = malloc(size);
    assert_non_null(text);
    size_t at = 0;
    for (int row = 0; row < 2; row++) {
        for (int c = 0; c < COLUMNS_MANY; c++) {
            at += (size_t)snprintf(text + at, size - at, row == 0 ? "c%s" : "%s",
                                   c + 1 < COLUMNS_MANY ? "," : "\n");
        }
    }
    fcap_table *t = NULL;
    assert_int_equal(fcap_table_parse(text, at, NULL, &t, NULL, NULL), FCAP_OK);
    fcap_encode_options const o = defaults();
    fcap_dataset *ds = NULL;
    clock_t const begin = clock();
    assert_int_equal(fcap_dataset_encode(t, &o, &ds, &last_faults, NULL), FCAP_E_DATA);
    assert_true((double)(clock() - begin) / CLOCKS_PER_SEC < 2);
    assert_int_equal(last_faults.total, COLUMNS_MANY);
    fcap_table_free(t);
    free(text);
}

/* ---- structs and memory ---- */

static void an_older_program_with_a_shorter_struct_gets_defaults(void **state) {
    (void)state;
    fcap_encode_options o;
    memset(&o, 0x55, sizeof o);
    memset(&o, 0, offsetof(fcap_encode_options, numeric));
    o.struct_size = offsetof(fcap_encode_options, numeric);
    encoded const e = encode("a,b\n1,2\n2,4\n", &o);
    assert_coordinates(&e, 2, 2, (double[]){0, 0, 1, 1});
    done(e);
}

static void refuse_argument(const char *text, const fcap_encode_options *o, const char *part) {
    fcap_table *const t = read_text(text);
    fcap_dataset *ds = NULL;
    memset(&last_error, 0, sizeof last_error);
    assert_int_equal(fcap_dataset_encode(t, o, &ds, &last_faults, &last_error),
                     FCAP_E_ARGUMENT);
    assert_null(ds);
    assert_non_null(strstr(last_error.message, part));
    fcap_table_free(t);
}

static void columns_and_numbers_that_do_not_exist_are_refused(void **state) {
    (void)state;
    int32_t const low = -1;
    int32_t const high = 2;
    fcap_stretch const stretch[] = {{2, 1}, {0, NAN}, {0, -1}, {0, INFINITY}};
    fcap_encode_options o;
#define REFUSES(change, sentence)                                                              \
    o = defaults();                                                                            \
    change;                                                                                    \
    refuse_argument("a,b\n1,2\n2,4\n", &o, sentence)
    REFUSES((o.protect = (fcap_columns){&high, 1}), "protect: there is no column 2");
    REFUSES((o.features = (fcap_columns){&low, 1}), "features: there is no column -1");
    REFUSES((o.ignore = (fcap_columns){&high, 1}), "ignore: there is no column 2");
    REFUSES((o.numeric = (fcap_columns){&high, 1}), "numeric: there is no column 2");
    REFUSES((o.categorical = (fcap_columns){&high, 1}), "categorical: there is no column 2");
    REFUSES((o.grouped = (fcap_columns){&low, 1}), "grouped: there is no column -1");
    REFUSES((o.noted = (fcap_columns){&high, 1}), "noted: there is no column 2");
    REFUSES((o.protect = (fcap_columns){NULL, 1}), "protect: the 1 columns are not there");
    REFUSES((o.protect = (fcap_columns){&high, -1}), "protect: the -1 columns are not there");
    REFUSES(o.id = 2, "id: there is no column 2");
    REFUSES(o.weight = -2, "weight: there is no column -2");
    REFUSES(o.scale = (fcap_scale)3, "there is no scale number 3");
    REFUSES(o.missing = (fcap_missing)-1, "no way -1 with missing cells");
    REFUSES(o.n_stretches = 1, "the 1 stretches are not there");
    for (int i = 0; i < 4; i++) {
        REFUSES((o.stretch = &stretch[i], o.n_stretches = 1),
                i == 0 ? "stretch: there is no column 2" : "column 0 is to be stretched by");
    }
#undef REFUSES
}

static void a_column_makes_one_attribute_and_may_be_in_a_combination(void **state) {
    (void)state;
    static const char text[] = "x,sex,sex\n1,m,a\n2,f,b\n3,f,a\n";
    int32_t const sex[] = {1, 2, 1};
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns){sex, 3};
    refuse_argument(text, &o, "sex is to make groups twice");
    o.intersectional = 1;
    refuse_argument(text, &o, "sex is to make groups twice");
    o = defaults();
    o.grouped = (fcap_columns){sex, 3};
    refuse_argument(text, &o, "sex is to make groups twice");
    o = defaults();
    o.protect = o.grouped = (fcap_columns){sex, 2};
    refuse_argument(text, &o, "sex is to make groups twice");
    o.intersectional = 1;
    encoded const e = encode(text, &o);
    assert_int_equal(e.p.n_attributes, 3);
    assert_string_equal(fcap_dataset_attribute_name(e.data, 0), "sex & sex");
    assert_string_equal(fcap_dataset_attribute_name(e.data, 1), "sex (column 2)");
    assert_string_equal(fcap_dataset_attribute_name(e.data, 2), "sex (column 3)");
    done(e);
}

static void every_failed_allocation_is_reported_and_leaks_nothing(void **state) {
    (void)state;
    size_t const room = 300000;
    char *const text = malloc(room);
    assert_non_null(text);
    size_t at = (size_t)snprintf(text, room, "a,t,name,sex\n");
    for (int i = 0; at < room - 60; i++) {
        at += (size_t)snprintf(text + at, room - at, "%d,v%d,n%d,%c\n", i, i % 40, i,
                               "FM"[i % 2]);
    }
    counting c = {0};
    fcap_read_options r;
    fcap_read_options_init(&r);
    r.allocator = (fcap_allocator){counting_alloc, counting_release, &c};
    fcap_table *t = NULL;
    assert_int_equal(fcap_table_parse(text, at, &r, &t, NULL, NULL), FCAP_OK);
    int const open_before = c.open;
    static const int32_t sex[] = {3};
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns){sex, 1};
    int failures = 0;
    for (int fail_at = 1;; fail_at++) {
        c.calls = 0;
        c.fail_at = fail_at;
        fcap_dataset *ds = NULL;
        fcap_status const status = fcap_dataset_encode(t, &o, &ds, &last_faults, &last_error);
        if (status == FCAP_OK) {
            assert_true(c.calls < fail_at);
            assert_int_equal(fcap_dataset_problem(ds).d, 41);
            fcap_dataset_free(ds);
            assert_int_equal(c.open, open_before);
            break;
        }
        failures++;
        assert_int_equal(status, FCAP_E_NO_MEMORY);
        assert_int_equal(last_error.status, FCAP_E_NO_MEMORY);
        assert_null(ds);
        assert_int_equal(c.open, open_before);
    }
    assert_true(failures >= 5);
    c.fail_at = 0;
    fcap_table_free(t);
    assert_int_equal(c.open, 0);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_scaled_and_texts_become_one_hot),
        cmocka_unit_test(zscore_and_none_are_other_scales),
        cmocka_unit_test(constant_columns_are_0_and_texts_of_one_value_are_1),
        cmocka_unit_test(huge_and_tiny_numbers_give_finite_coordinates),
        cmocka_unit_test(ignored_and_id_columns_are_left_out_without_a_note),
        cmocka_unit_test(features_alone_make_the_distance),
        cmocka_unit_test(no_column_for_the_distance_is_a_fault),
        cmocka_unit_test(protected_columns_become_groups_in_the_order_of_their_names),
        cmocka_unit_test(the_balance_is_seen_in_later_views),
        cmocka_unit_test(a_protected_column_counts_in_the_distance_when_asked_for),
        cmocka_unit_test(missing_cells_are_faults_by_default),
        cmocka_unit_test(rows_with_missing_cells_can_be_dropped),
        cmocka_unit_test(only_used_columns_count_as_missing),
        cmocka_unit_test(dropping_every_row_is_a_fault),
        cmocka_unit_test(missing_cells_can_be_imputed),
        cmocka_unit_test(the_most_frequent_text_is_imputed_and_of_equals_the_smallest),
        cmocka_unit_test(missing_cells_can_be_a_category),
        cmocka_unit_test(a_category_takes_no_coordinate_where_nothing_is_missing),
        cmocka_unit_test(a_missing_protected_value_is_a_fault_unless_dropped_or_a_category),
        cmocka_unit_test(a_column_of_missing_cells_cannot_be_imputed),
        cmocka_unit_test(faults_name_the_physical_line_in_every_kind_of_file),
        cmocka_unit_test(all_faults_are_counted_and_the_first_20_are_kept),
        cmocka_unit_test(a_message_shows_40_safe_characters_of_the_cell_and_no_other),
        cmocka_unit_test(messages_and_notes_are_cut_between_characters),
        cmocka_unit_test(very_many_missing_columns_do_not_take_quadratic_time),
        cmocka_unit_test(an_older_program_with_a_shorter_struct_gets_defaults),
        cmocka_unit_test(columns_and_numbers_that_do_not_exist_are_refused),
        cmocka_unit_test(a_column_makes_one_attribute_and_may_be_in_a_combination),
        cmocka_unit_test(every_failed_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
