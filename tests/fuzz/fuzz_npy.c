/* fuzz_npy.c - any bytes as a .npy file: no crash, faults that are sentences; and a file that
 * is accepted holds, cell by cell, what a reader of the format's description finds in it.
 *
 *   byte 0 odd:  the rest is the file
 *   byte 0 even: a well-formed header is made of bytes 1-4 (type, order and version, rows,
 *                columns), and the rest are the values, of which some may be missing
 */
#include "fuzz/require.h"

#include <faircap/table.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    ROOM = 1 << 16
};

typedef struct matrix {
    int big_endian;
    int width;
    int by_columns;
    long rows;
    long columns;
    const unsigned char *value;
} matrix;

static size_t write_file(const unsigned char *data, size_t size, unsigned char *out) {
    static const char *const type[] = {"<f8", "<f4", ">f8", ">f4", "<i8", "|b1", "<f2"};
    char header[256];
    int const version = data[2] / 2 % 4; /* 0: none such */
    int const begin = version == 1 ? 10 : 12;
    int length = snprintf(
        header, sizeof header, "{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }",
        type[data[1] % 7], data[2] % 2 ? "True" : "False", data[3] % 20, data[4] % 8);
    while ((begin + length + 1) % 16 != 0) {
        header[length++] = ' ';
    }
    header[length++] = '\n';
    memcpy(out, "\x93NUMPY", 6);
    out[6] = (unsigned char)version;
    out[7] = 0;
    memset(out + 8, 0, 4);
    out[8] = (unsigned char)length;
    memcpy(out + begin, header, (size_t)length);
    memcpy(out + begin + length, data + 5, size - 5);
    return (size_t)(begin + length) + size - 5;
}

/* The other reader, for accepted files only. */
static matrix read_file(const unsigned char *file, size_t size) {
    static char header[ROOM + 1];
    size_t const begin = file[6] == 1 ? 10 : 12;
    size_t length = (size_t)file[8] + 256 * (size_t)file[9];
    length += file[6] == 1 ? 0 : 65536 * ((size_t)file[10] + 256 * (size_t)file[11]);
    REQUIRE(begin + length <= size, "a header beyond the end");
    memcpy(header, file + begin, length);
    header[length] = 0;
    matrix m = {.columns = 1, .value = file + begin + length};
    const char *const type = strstr(header, "'descr'");
    const char *const order = strstr(header, "'fortran_order'");
    const char *const shape = strstr(header, "'shape'");
    REQUIRE(type != NULL && order != NULL && shape != NULL, "accepted: %s", header);
    const char *const f = strpbrk(type + 7, "<>");
    m.big_endian = *f == '>';
    m.width = f[2] - '0';
    const char *const word = order + 15 + strspn(order + 15, ": ");
    REQUIRE(strncmp(word, "True", 4) == 0 || strncmp(word, "False", 5) == 0, "accepted: %s",
            header);
    m.by_columns = *word == 'T';
    char *end;
    const char *const numbers = strchr(shape, '(') + 1;
    m.rows = strtol(numbers, &end, 10);
    end += strspn(end, " ");
    REQUIRE(*end == ',' || *end == ')', "a shape without a comma: %s", header);
    end += strspn(end, " ,");
    if (*end != ')') {
        m.columns = strtol(end, &end, 10);
    }
    REQUIRE((size_t)(m.rows * m.columns * m.width) <= size - begin - length,
            "fewer values than %ld x %ld", m.rows, m.columns);
    return m;
}

static double value_at(const matrix *m, long row, long column) {
    long const at = m->by_columns ? column * m->rows + row : row * m->columns + column;
    unsigned char bytes[8];
    for (int i = 0; i < m->width;
         i++) { /* this machine is little-endian, or the fuzzer is wrong */
        bytes[m->big_endian ? m->width - 1 - i : i] = m->value[at * m->width + i];
    }
    float single;
    double value;
    memcpy(&single, bytes, sizeof single);
    memcpy(&value, bytes, sizeof value);
    return m->width == 4 ? (double)single : value;
}

static void check_table(fcap_table *t, const matrix *m) {
    REQUIRE(fcap_table_rows(t) == m->rows && fcap_table_columns(t) == m->columns,
            "shape %ld x %ld", m->rows, m->columns);
    for (long i = 0; i < m->rows; i++) {
        const fcap_cell *const cell = fcap_table_row(t, i);
        for (long j = 0; j < m->columns; j++) {
            double const expected = value_at(m, i, j);
            double found = 0;
            int const kind = fcap_table_number(t, cell[j], &found);
            REQUIRE(isnan(expected) ? fcap_table_missing(t, cell[j])
                                    : kind == 1 && found == expected,
                    "row %ld, column %ld: %g, not %g", i, j, found, expected);
        }
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static unsigned char file[ROOM];
    static fcap_faults faults;
    if (size < 6 || size > ROOM / 2) {
        return 0;
    }
    size_t n = size - 1;
    if (data[0] % 2 == 0) {
        n = write_file(data, size, file);
    } else {
        memcpy(file, data + 1, n);
    }
    if (n < 12 || memcmp(file, "\x93NUMPY", 6) != 0) {
        return 0;
    }
    fcap_read_options o;
    fcap_read_options_init(&o);
    fcap_table *t = NULL;
    fcap_error err = {0};
    fcap_status const status = fcap_table_parse(file, n, &o, &t, &faults, &err);
    if (status == FCAP_OK) {
        matrix const m = read_file(file, n);
        check_table(t, &m);
        fcap_table_free(t);
    } else {
        REQUIRE(status == FCAP_E_DATA || status == FCAP_E_NO_MEMORY ||
                    status == FCAP_E_OVERFLOW,
                "status %d", (int)status);
        REQUIRE(strlen(err.message) > 10, "no reason");
    }
    return 0;
}
