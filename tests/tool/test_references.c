/* Published costs come out by method and k, whatever else the file has. Faults of such files
 * are tested through the command line (tests/cli/test_figures.py). */
#include "figure/references.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static int read_text(const char *text, references *r) {
    char path[] = "/tmp/faircap-test-XXXXXX";
    int const file = mkstemp(path);
    assert_true(file >= 0);
    FILE *const stream = fdopen(file, "w");
    assert_non_null(stream);
    fputs(text, stream);
    fclose(stream);
    arguments const a = {.slack = {101, 100}};
    int const code = references_open(r, path, &a);
    unlink(path);
    return code;
}

static void rows_are_ordered_by_method_and_k(void **state) {
    (void)state;
    references r;
    assert_int_equal(read_text("data,cost,k,method\n"
                               "x,30.5,9,kmedoids\n"
                               "x,20,5,\"a, b\"\n"
                               "x,10,3,kmedoids\n",
                               &r),
                     0);
    assert_int_equal(r.n_methods, 2);
    assert_string_equal(r.method[0], "kmedoids");
    assert_string_equal(r.method[1], "a, b");
    assert_int_equal(r.n, 3);
    assert_true(r.reference[0].k == 3 && r.reference[0].cost == 10 &&
                r.reference[0].method == 0);
    assert_true(r.reference[1].k == 9 && r.reference[1].cost == 30.5);
    assert_true(r.reference[2].k == 5 && r.reference[2].method == 1);
    references_close(&r);
    assert_int_equal(r.n, 0);
}

static void names_are_read_as_those_of_methods(void **state) {
    (void)state;
    references r;
    assert_int_equal(read_text("method,k,cost\n"
                               "fair-kmedoids,3,1\n"
                               "fair-kmedoids/mcf,4,2\n"
                               "fair-kmedoids/vanilla@1.01,3,3\n"
                               "fair-kmedoids/none,3,4\n",
                               &r),
                     0);
    assert_int_equal(r.n_methods, 3);
    assert_string_equal(r.method[0], "fair-kmedoids/mcf");
    assert_string_equal(r.method[1], "fair-kmedoids/vanilla");
    assert_string_equal(r.method[2], "fair-kmedoids/none");
    assert_int_equal(references_find(&r, 0, 4)->cost, 2);
    references_close(&r);
}

static void closing_what_was_never_opened_is_fine(void **state) {
    (void)state;
    references r = {0};
    references_close(&r);
    assert_null(r.reference);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_ordered_by_method_and_k),
        cmocka_unit_test(names_are_read_as_those_of_methods),
        cmocka_unit_test(closing_what_was_never_opened_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
