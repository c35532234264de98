/* table_help.h - reading a text in a test and looking at the table that comes out. */
#ifndef TESTS_UNIT_TABLE_HELP_H
#define TESTS_UNIT_TABLE_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <faircap/table.h>

#include <string.h>
#include <zlib.h>

/* What the last call said. */
static fcap_error last_error;
static fcap_faults last_faults;

static inline fcap_table *read_with(const void *bytes, size_t size,
                                    const fcap_read_options *o) {
    fcap_table *t = NULL;
    fcap_status const status = fcap_table_parse(bytes, size, o, &t, &last_faults, &last_error);
    if (status != FCAP_OK) {
        fail_msg("refused: %s", last_error.message);
    }
    assert_int_equal(last_faults.total, 0);
    return t;
}

static inline fcap_table *read_text(const char *text) {
    return read_with(text, strlen(text), NULL);
}

/* Refused; *out and the sentence are checked. */
static inline void assert_refused(const void *bytes, size_t size, const fcap_read_options *o,
                                  fcap_status expected, const char *sentence_part) {
    fcap_table *t = (fcap_table *)&last_error; /* must stay */
    memset(&last_error, 0, sizeof last_error);
    fcap_status const status = fcap_table_parse(bytes, size, o, &t, &last_faults, &last_error);
    assert_int_equal(status, expected);
    assert_int_equal(last_error.status, expected);
    assert_ptr_equal(t, &last_error);
    if (strstr(last_error.message, sentence_part) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", last_error.message, sentence_part);
    }
    if (expected == FCAP_E_DATA) { /* then the faults are listed, whatever they are */
        assert_true(last_faults.total >= 1 && last_faults.kept >= 1);
    } else {
        assert_int_equal(last_faults.total, 0);
    }
}

static inline void assert_cell(fcap_table *t, int64_t row, int32_t column,
                               const char *expected) {
    const fcap_cell *const cells = fcap_table_row(t, row);
    assert_non_null(cells);
    fcap_cell const c = cells[column];
    if (c.size != strlen(expected) || memcmp(c.text, expected, c.size) != 0) {
        fail_msg("row %lld, column %d is \"%.*s\", not \"%s\"", (long long)row, (int)column,
                 (int)c.size, c.text, expected);
    }
}

static inline void assert_shape(fcap_table *t, int64_t rows, int32_t columns, int has_header) {
    assert_int_equal(fcap_table_rows(t), rows);
    assert_int_equal(fcap_table_columns(t), columns);
    assert_int_equal(fcap_table_has_header(t), has_header);
}

/* fcap_table_number() of a cell must answer `expected`; returns the value. */
static inline double number_at(fcap_table *t, int64_t row, int32_t column, int expected) {
    double value = -77;
    assert_int_equal(fcap_table_number(t, fcap_table_row(t, row)[column], &value), expected);
    return value;
}

/* One gzip member; returns its size. */
static inline size_t compress_to(const void *bytes, size_t size, unsigned char *out,
                                 size_t room) {
    z_stream z = {0};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)bytes;
    z.avail_in = (unsigned)size;
    z.next_out = out;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t const made = z.total_out;
    deflateEnd(&z);
    return made;
}

#endif
