/* test_input.c - wherever the bytes of a table come from (file, pipe, standard input, gzip,
 * UTF-16 in either byte order) the same text is read; and what is damaged on the way is
 * refused.
 */
#include "unit/table_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- encodings ---- */

static void a_utf8_mark_is_no_part_of_the_first_name(void **state) {
    (void)state;
    fcap_table *const t = read_text("\xef\xbb\xbfname,age\nAnna,17\n");
    assert_string_equal(fcap_table_name(t, 0), "name");
    fcap_table_free(t);
}

static size_t to_utf16(const uint16_t *unit, size_t n, int big, unsigned char *out) {
    for (size_t i = 0; i < n; i++) {
        out[2 * i + (size_t)!big] = (unsigned char)(unit[i] >> 8);
        out[2 * i + (size_t)big] = (unsigned char)(unit[i] & 0xff);
    }
    return 2 * n;
}

static void utf16_with_a_mark_is_read_in_both_byte_orders(void **state) {
    (void)state;
    /* mark, "nä;€\r\n", U+1F600, ";7\r\n" */
    static const uint16_t unit[] = {0xfeff, 'n',    0xe4, ';', 0x20ac, '\r', '\n',
                                    0xd83d, 0xde00, ';',  '7', '\r',   '\n'};
    for (int big = 0; big <= 1; big++) {
        unsigned char bytes[64];
        size_t const size = to_utf16(unit, sizeof unit / sizeof *unit, big, bytes);
        fcap_table *const t = read_with(bytes, size, NULL);
        assert_shape(t, 1, 2, 1);
        assert_string_equal(fcap_table_name(t, 0), "n\xc3\xa4");
        assert_string_equal(fcap_table_name(t, 1), "\xe2\x82\xac");
        assert_cell(t, 0, 0, "\xf0\x9f\x98\x80");
        assert_cell(t, 0, 1, "7");
        fcap_table_free(t);
    }
}

static void damaged_utf16_is_refused(void **state) {
    (void)state;
    static const uint16_t lone_high[] = {0xfeff, 'a', '\n', 0xd83d, '\n'};
    static const uint16_t lone_low[] = {0xfeff, 'a', '\n', 0xde00, '\n'};
    static const uint16_t cut[] = {0xfeff, 'a', '\n', 0xd83d};
    static const uint16_t nul[] = {0xfeff, 'a', '\n', 0, '\n'};
    unsigned char bytes[64];
    for (int big = 0; big <= 1; big++) {
        assert_refused(bytes, to_utf16(lone_high, 5, big, bytes), NULL, FCAP_E_DATA,
                       "half a character at byte 6");
        assert_refused(bytes, to_utf16(lone_low, 5, big, bytes), NULL, FCAP_E_DATA,
                       "half a character at byte 6");
        assert_refused(bytes, to_utf16(cut, 4, big, bytes), NULL, FCAP_E_DATA,
                       "half a character");
        assert_refused(bytes, to_utf16(nul, 5, big, bytes), NULL, FCAP_E_DATA, "NUL");
        size_t const size = to_utf16(lone_low, 3, big, bytes);
        bytes[size] = 'x';
        assert_refused(bytes, size + 1, NULL, FCAP_E_DATA, "odd number of bytes (7)");
    }
}

/* ---- gzip ---- */

static void gzip_is_unpacked(void **state) {
    (void)state;
    static const char text[] = "name,age\nAnna,17\nBob,16\n";
    unsigned char packed[400];
    size_t const size = compress_to(text, sizeof text - 1, packed, sizeof packed);
    fcap_table *t = read_with(packed, size, NULL);
    assert_shape(t, 2, 2, 1);
    assert_cell(t, 1, 0, "Bob");
    fcap_table_free(t);
    memset(packed + size, 0, 100); /* as tapes pad it */
    t = read_with(packed, size + 100, NULL);
    assert_shape(t, 2, 2, 1);
    fcap_table_free(t);
}

static void all_members_of_a_gzip_file_are_read(void **state) {
    (void)state;
    unsigned char packed[600];
    size_t size = compress_to("a,b\n1,2\n", 8, packed, 200);
    size += compress_to("3,4", 3, packed + size, 200); /* a cell that goes on in the next */
    size += compress_to("56\n", 3, packed + size, 200);
    fcap_table *const t = read_with(packed, size, NULL);
    assert_shape(t, 2, 2, 1);
    assert_cell(t, 1, 1, "456");
    fcap_table_free(t);
}

static void large_gzip_files_are_unpacked_whole(void **state) {
    (void)state;
    enum {
        ROWS = 200000
    };
    char *const text = malloc(ROWS * 10);
    unsigned char *const packed = malloc(ROWS * 10);
    assert_non_null(text);
    assert_non_null(packed);
    size_t at = (size_t)sprintf(text, "i,j\n");
    for (int i = 0; i < ROWS; i++) {
        at += (size_t)sprintf(text + at, "%d,%d\n", i, i % 7);
    }
    size_t const size = compress_to(text, at, packed, ROWS * 10);
    fcap_table *const t = read_with(packed, size, NULL);
    assert_shape(t, ROWS, 2, 1);
    assert_cell(t, ROWS - 1, 0, "199999");
    fcap_table_free(t);
    free(text);
    free(packed);
}

static void damaged_gzip_is_refused_wherever_it_is_cut_or_changed(void **state) {
    (void)state;
    static const char text[] = "name,age\nAnna,17\nBob,16\nCarla,15\n";
    unsigned char packed[400];
    size_t const size = compress_to(text, sizeof text - 1, packed, sizeof packed);
    for (size_t cut = 2; cut < size; cut++) {
        unsigned char *const exact = malloc(cut);
        assert_non_null(exact);
        memcpy(exact, packed, cut);
        assert_refused(exact, cut, NULL, FCAP_E_DATA, "gzip");
        free(exact);
    }
    packed[size - 8] ^= 1; /* the checksum */
    assert_refused(packed, size, NULL, FCAP_E_DATA, "gzip");
    packed[size - 8] ^= 1;
    packed[size] = 'x'; /* something that is no member behind it */
    assert_refused(packed, size + 1, NULL, FCAP_E_DATA, "gzip");
}

static void gzip_of_nothing_is_an_empty_file(void **state) {
    (void)state;
    unsigned char packed[100];
    size_t const size = compress_to("", 0, packed, sizeof packed);
    assert_refused(packed, size, NULL, FCAP_E_DATA, "empty");
}

/* ---- files ---- */

typedef struct temporary {
    char path[64];
} temporary;

static temporary write_temporary(const void *bytes, size_t size) {
    temporary f = {"/tmp/faircap_test_XXXXXX"};
    int const file = mkstemp(f.path);
    assert_true(file >= 0);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    return f;
}

static void files_are_read_like_bytes(void **state) {
    (void)state;
    static const char text[] = "a;b\n1,5;x\n";
    temporary const f = write_temporary(text, sizeof text - 1);
    fcap_table *t = NULL;
    assert_int_equal(fcap_table_read(f.path, NULL, &t, NULL, NULL), FCAP_OK);
    unlink(f.path);
    assert_shape(t, 1, 2, 1);
    assert_true(number_at(t, 0, 0, 1) == 1.5);
    fcap_table_free(t);
}

static void standard_input_is_read_to_its_end(void **state) {
    (void)state;
    int pipe_ends[2];
    assert_int_equal(pipe(pipe_ends), 0);
    int const before = dup(STDIN_FILENO);
    assert_true(before >= 0);
    assert_int_equal(write(pipe_ends[1], "a,b\n1,2\n3,4\n", 12), 12);
    close(pipe_ends[1]);
    assert_true(dup2(pipe_ends[0], STDIN_FILENO) >= 0);
    close(pipe_ends[0]);
    fcap_table *t = NULL;
    fcap_status const status = fcap_table_read("-", NULL, &t, NULL, &last_error);
    dup2(before, STDIN_FILENO);
    close(before);
    assert_int_equal(status, FCAP_OK);
    assert_shape(t, 2, 2, 1);
    fcap_table_free(t);
}

static void an_unreadable_file_is_named(void **state) {
    (void)state;
    fcap_table *t = NULL;
    assert_int_equal(fcap_table_read("/nonexistent/x.csv", NULL, &t, &last_faults, &last_error),
                     FCAP_E_IO);
    assert_non_null(strstr(last_error.message, "/nonexistent/x.csv"));
    assert_int_equal(last_faults.total, 0);
    assert_int_equal(fcap_table_read("/tmp", NULL, &t, NULL, &last_error), FCAP_E_IO);
    assert_non_null(strstr(last_error.message, "/tmp"));
    assert_null(t);
    temporary const f = write_temporary("", 0);
    assert_int_equal(fcap_table_read(f.path, NULL, &t, NULL, &last_error), FCAP_E_DATA);
    unlink(f.path);
}

static void a_file_larger_than_the_first_buffer_is_read_from_a_pipe(void **state) {
    (void)state;
    enum {
        ROWS = 60000
    };
    char command[200];
    temporary const f = write_temporary("", 0);
    unlink(f.path);
    assert_int_equal(mkfifo(f.path, 0600), 0);
    /* fstat says nothing about the size of a pipe, so the buffer has to grow. */
    snprintf(command, sizeof command, "(echo i,j; seq 1 %d | sed 's/$/,1234567/') > %s &", ROWS,
             f.path);
    assert_int_equal(system(command), 0);
    fcap_table *t = NULL;
    fcap_status const status = fcap_table_read(f.path, NULL, &t, NULL, &last_error);
    unlink(f.path);
    assert_int_equal(status, FCAP_OK);
    assert_shape(t, ROWS, 2, 1);
    assert_cell(t, ROWS - 1, 0, "60000");
    fcap_table_free(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_utf8_mark_is_no_part_of_the_first_name),
        cmocka_unit_test(utf16_with_a_mark_is_read_in_both_byte_orders),
        cmocka_unit_test(damaged_utf16_is_refused),
        cmocka_unit_test(gzip_is_unpacked),
        cmocka_unit_test(all_members_of_a_gzip_file_are_read),
        cmocka_unit_test(large_gzip_files_are_unpacked_whole),
        cmocka_unit_test(damaged_gzip_is_refused_wherever_it_is_cut_or_changed),
        cmocka_unit_test(gzip_of_nothing_is_an_empty_file),
        cmocka_unit_test(files_are_read_like_bytes),
        cmocka_unit_test(standard_input_is_read_to_its_end),
        cmocka_unit_test(an_unreadable_file_is_named),
        cmocka_unit_test(a_file_larger_than_the_first_buffer_is_read_from_a_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
