/* test_npy.c - .npy matrices as numpy.save writes them, in all orders and widths; and files
 * that are cut, damaged or of another type, which must be refused without reading beyond them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/npy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_MOST = 4096
};

/* How a file is to be written. */
typedef struct recipe {
    int major;
    const char *header; /* the dictionary */
    char order;         /* '<' or '>' of the values */
    int width;          /* 4 or 8 */
} recipe;

static size_t write_file(recipe r, const double *value, int n, char *out) {
    size_t const length = strlen(r.header);
    memcpy(out, "\x93NUMPY", 6);
    out[6] = (char)r.major;
    out[7] = 0;
    size_t at = 8;
    for (int i = 0; i < (r.major == 1 ? 2 : 4); i++) {
        out[at++] = (char)(length >> (8 * i) & 0xff);
    }
    memcpy(out + at, r.header, length);
    at += length;
    for (int v = 0; v < n; v++) {
        uint64_t bits = 0;
        if (r.width == 8) {
            memcpy(&bits, &value[v], 8);
        } else {
            float const narrow = (float)value[v];
            uint32_t narrow_bits;
            memcpy(&narrow_bits, &narrow, 4);
            bits = narrow_bits;
        }
        for (int i = 0; i < r.width; i++) {
            int const shift = 8 * (r.order == '<' ? i : r.width - 1 - i);
            out[at++] = (char)(bits >> shift & 0xff);
        }
    }
    assert_true(at <= FILE_MOST);
    return at;
}

/* Opens from a block of exactly that size, so that ASan sees every byte read beyond. The matrix
 * stays there. */
static fcap_status open_exact(fcap_run *run, const char *file, size_t size, npy *out) {
    char *const bytes = arena_array(&run->mem, char, size);
    assert_non_null(bytes);
    memcpy(bytes, file, size);
    return fcap_npy_open(run, bytes, size, out);
}

static void assert_refused(const char *file, size_t size, const char *sentence_part) {
    fcap_error err = {0};
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    npy m = {0};
    assert_int_equal(open_exact(&run, file, size, &m), FCAP_E_DATA);
    assert_int_equal(err.status, FCAP_E_DATA);
    if (strstr(err.message, sentence_part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", err.message, sentence_part);
    }
    fcap_run_close(&run);
}

static double const six[] = {1, 2.5, -3, 4e10, 0.125, -0.0};

static void assert_reads_six(recipe r, int64_t rows, int32_t columns, int transposed) {
    char file[FILE_MOST];
    size_t const size = write_file(r, six, 6, file);
    fcap_error err = {0};
    fcap_run run;
    fcap_run_open(&run, NULL, &err);
    npy m = {0};
    assert_int_equal(open_exact(&run, file, size, &m), FCAP_OK);
    assert_int_equal(m.form.rows, rows);
    assert_int_equal(m.form.columns, columns);
    for (int64_t i = 0; i < rows; i++) {
        for (int64_t j = 0; j < columns; j++) {
            double const expected = six[transposed ? j * rows + i : i * columns + j];
            double const found = fcap_npy_at(&m, i, j);
            assert_memory_equal(&found, &expected, sizeof expected);
        }
    }
    fcap_run_close(&run);
}

static void reads_both_widths_and_both_byte_orders(void **state) {
    (void)state;
    assert_reads_six(
        (recipe){1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", '<', 8}, 2,
        3, 0);
    assert_reads_six(
        (recipe){1, "{'descr': '>f8', 'fortran_order': False, 'shape': (2, 3), }\n", '>', 8}, 2,
        3, 0);
    assert_reads_six(
        (recipe){1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n", '<', 4}, 3,
        2, 0);
    assert_reads_six(
        (recipe){1, "{'descr': '>f4', 'fortran_order': False, 'shape': (3, 2), }\n", '>', 4}, 3,
        2, 0);
}

static void reads_fortran_order(void **state) {
    (void)state;
    assert_reads_six(
        (recipe){1, "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n", '<', 8}, 2,
        3, 1);
    assert_reads_six(
        (recipe){1, "{'descr': '>f4', 'fortran_order': True, 'shape': (3, 2), }\n", '>', 4}, 3,
        2, 1);
}

static void reads_all_three_header_versions(void **state) {
    (void)state;
    for (int major = 1; major <= 3; major++) {
        assert_reads_six((recipe){major,
                                  "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
                                  "                      \n",
                                  '<', 8},
                         2, 3, 0);
    }
}

static void reads_keys_in_any_order_and_spacing(void **state) {
    (void)state;
    assert_reads_six((recipe){1, "{'shape':(6,1),'fortran_order':False,'descr':'<f8'}", '<', 8},
                     6, 1, 0);
    assert_reads_six(
        (recipe){1, "{'fortran_order': False, 'descr':  '<f8',   'shape': (1, 6)}", '<', 8}, 1,
        6, 0);
    assert_reads_six((recipe){1,
                              " { \"shape\" :\t( 2 , 3 , ) ,\n \"descr\": \"<f8\" , "
                              "'fortran_order' : False\f}\r\n",
                              '<', 8},
                     2, 3, 0);
}

/* What a reader that looks for the keys takes for a matrix, and NumPy does not, or for another
 * one. */
static void a_header_with_anything_else_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *header;
        const char *sentence_part;
    } bad[] = {
        {"{'descr': '<f8', 'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
         "header"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'descr': '<f8', }",
         "header"},
        {"{'x': \"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\", "
         "'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }",
         "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'x': 1}", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }x", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }}\n", "header"},
        {"x{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", "header"},
        {"'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), \n", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), \n", "header"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3),, }", "header"},
        {"{, 'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)}", "header"},
        {"{'descr': '<f8' 'fortran_order': False, 'shape': (2, 3), }", "header"},
        {"{'descr':: '<f8', 'fortran_order': False, 'shape': (2, 3), }", "float32"},
        {"{'descr' '<f8', 'fortran_order': False, 'shape': (2, 3), }", "header"},
        {"{'descr\": '<f8', 'fortran_order': False, 'shape': (2, 3), }", "header"},
        {"{descr: '<f8', 'fortran_order': False, 'shape': (2, 3), }", "header"},
        {"{'descr': '<f8\", 'fortran_order': False, 'shape': (2, 3), }", "float32"},
        {"{'descr': '<f8', 'fortran_order': Falsehood, 'shape': (2, 3), }", "header"},
        {"{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3), }", "order"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (02, 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 03), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2L, 3L), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2,, 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (,), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (6), }", "rows and columns"},
        {"{}                  ", "float32"},
        {"             ", "header"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char file[FILE_MOST];
        size_t const size = write_file((recipe){1, bad[i].header, '<', 8}, six, 6, file);
        assert_refused(file, size, bad[i].sentence_part);
    }
}

static void a_nul_byte_in_a_header_is_refused(void **state) {
    (void)state;
    char file[FILE_MOST];
    recipe const r = {1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }  \n", '<',
                      8};
    size_t const size = write_file(r, six, 6, file);
    file[10 + strlen(r.header) - 2] = 0;
    assert_refused(file, size, "header");
}

static void a_vector_is_one_column(void **state) {
    (void)state;
    assert_reads_six(
        (recipe){1, "{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }\n", '<', 8}, 6,
        1, 0);
}

static void nan_is_kept_as_missing_and_infinity_is_refused(void **state) {
    (void)state;
    char file[FILE_MOST];
    double value[] = {1, NAN, 3, 4};
    recipe const r = {1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n", '<',
                      8};
    size_t size = write_file(r, value, 4, file);
    fcap_run run;
    fcap_run_open(&run, NULL, NULL);
    npy m = {0};
    assert_int_equal(open_exact(&run, file, size, &m), FCAP_OK);
    assert_true(isnan(fcap_npy_at(&m, 0, 1)));
    assert_true(fcap_npy_at(&m, 1, 1) == 4);
    fcap_run_close(&run);
    value[2] = -INFINITY;
    size = write_file(r, value, 4, file);
    assert_refused(file, size, "row 2, column 1");
}

static void other_types_and_shapes_are_refused_with_advice(void **state) {
    (void)state;
    static const struct {
        const char *header;
        const char *sentence_part;
    } bad[] = {
        {"{'descr': '<i8', 'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': '|b1', 'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': '<f2', 'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': '<c16', 'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (6,), }", "float32"},
        {"{'fortran_order': False, 'shape': (2, 3), }", "float32 or float64"},
        {"{'descr': '<f8', 'shape': (2, 3), }", "numpy.save"},
        {"{'descr': '<f8', 'fortran_order': False, }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 0), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 3), }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': 6, }", "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1, 4294967296), }", "rows and"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999, 3), }",
         "rows and columns"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4), }",
         "fewer values"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (7, 1), }", "fewer values"},
        {"", "numpy.save"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char file[FILE_MOST];
        size_t const size = write_file((recipe){1, bad[i].header, '<', 8}, six, 6, file);
        assert_refused(file, size, bad[i].sentence_part);
    }
}

static void a_header_longer_than_the_file_is_refused(void **state) {
    (void)state;
    char file[FILE_MOST];
    recipe const r = {2, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", '<',
                      8};
    size_t const size = write_file(r, six, 6, file);
    file[11] = (char)0xff;
    assert_refused(file, size, "header");
    file[11] = 0;
    file[6] = 4; /* a version of the future */
    assert_refused(file, size, "header");
    file[6] = 0;
    assert_refused(file, size, "header");
}

static void a_file_cut_anywhere_is_refused(void **state) {
    (void)state;
    char file[FILE_MOST];
    for (int major = 1; major <= 2; major++) {
        recipe const r = {
            major, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", '<', 8};
        size_t const size = write_file(r, six, 6, file);
        for (size_t cut = 6; cut < size; cut++) {
            assert_refused(file, cut, ".npy");
        }
    }
}

static void bytes_changed_at_random_never_lead_outside_of_the_file(void **state) {
    (void)state;
    char file[FILE_MOST];
    recipe const r = {1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }\n", '<',
                      8};
    size_t const size = write_file(r, six, 6, file);
    uint64_t random = 1;
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        char copy[FILE_MOST];
        memcpy(copy, file, size);
        for (int j = 0; j <= i % 3; j++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            static const char likely[] = "0123456789(),' '<>f48FT\xff";
            copy[6 + (random >> 33) % (size - 6)] = likely[(random >> 20) % sizeof likely];
        }
        fcap_run run;
        fcap_run_open(&run, NULL, NULL);
        npy m = {0};
        fcap_status const status = open_exact(&run, copy, size, &m);
        if (status == FCAP_OK) {
            accepted++;
            assert_true(m.form.rows * m.form.columns <= 12); /* as float32 at most */
        } else {
            assert_int_equal(status, FCAP_E_DATA);
        }
        fcap_run_close(&run);
    }
    assert_in_range(accepted, 1000,
                    19000); /* the changes were neither all harmless nor fatal */
}

static void only_the_magic_is_recognised(void **state) {
    (void)state;
    assert_int_equal(fcap_npy_recognise("\x93NUMPY\1", 7), 1);
    assert_int_equal(fcap_npy_recognise("\x93NUMPY", 6), 1);
    assert_int_equal(fcap_npy_recognise("\x93NUMP", 5), 0);
    assert_int_equal(fcap_npy_recognise("NUMPYx", 6), 0);
    assert_int_equal(fcap_npy_recognise("", 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_both_widths_and_both_byte_orders),
        cmocka_unit_test(reads_fortran_order),
        cmocka_unit_test(reads_all_three_header_versions),
        cmocka_unit_test(reads_keys_in_any_order_and_spacing),
        cmocka_unit_test(a_header_with_anything_else_is_refused),
        cmocka_unit_test(a_nul_byte_in_a_header_is_refused),
        cmocka_unit_test(a_vector_is_one_column),
        cmocka_unit_test(nan_is_kept_as_missing_and_infinity_is_refused),
        cmocka_unit_test(other_types_and_shapes_are_refused_with_advice),
        cmocka_unit_test(a_header_longer_than_the_file_is_refused),
        cmocka_unit_test(a_file_cut_anywhere_is_refused),
        cmocka_unit_test(bytes_changed_at_random_never_lead_outside_of_the_file),
        cmocka_unit_test(only_the_magic_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
