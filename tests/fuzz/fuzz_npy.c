/* fuzz_npy.c - any bytes as a .npy file: no crash, faults that are sentences; and a file that
 * is accepted holds, cell by cell, what a reader of the format's description finds in it. That
 * reader is strict, too: no other header is accepted, and none that is right is refused.
 *
 *   byte 0 odd:  the rest is the file
 *   byte 0 even: a well-formed header is made of bytes 1-4 (type, order and version, rows,
 *                columns), and the rest are the values, of which some may be missing
 */
#include "fuzz/require.h"

#include <faircap/table.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    ROOM = 1 << 16
};

static long const MOST_ROWS = 1000000000000000000; /* above, rows may be refused for that */

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

/* ---- the other reader: what the header would be if it were right, compared with it ---- */

static int is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static int is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The header without its blanks but those in quotes and between words, and with ' for every
 * quote. */
static void make_compact(const char *text, size_t n, char *out) {
    char quote = 0;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (quote == 0 && is_blank(text[i])) {
            size_t next = i;
            while (next < n && is_blank(text[next])) {
                next++;
            }
            if (used > 0 && next < n && is_word(out[used - 1]) && is_word(text[next])) {
                out[used++] = ' ';
            }
            i = next - 1;
        } else if (quote == 0 && (text[i] == '\'' || text[i] == '"')) {
            quote = text[i];
            out[used++] = '\'';
        } else if (quote != 0 && text[i] == quote) {
            quote = 0;
            out[used++] = '\'';
        } else {
            out[used++] = text[i] == '\'' || text[i] == 0 ? '?' : text[i];
        }
    }
    out[used] = 0;
}

typedef struct part {
    const char *at; /* in the header */
    char text[80];
} part;

static void swap_if_later(part *a, part *b) {
    if (a->at > b->at) {
        part const c = *a;
        *a = *b;
        *b = c;
    }
}

/* The shape as it must be written, by the numbers that are found in it. */
static int make_shape(part *p, matrix *m) {
    static const char *const form[] = {"'shape':(%ld,)", "'shape':(%ld,%ld)",
                                       "'shape':(%ld,%ld,)"};
    char *end;
    m->rows = strtol(p->at + strlen("'shape':("), &end, 10);
    long const second = strtol(end + (*end == ','), NULL, 10);
    for (int i = 0; i < 3; i++) {
        int const size = snprintf(p->text, sizeof p->text, form[i], m->rows, second);
        char const next = p->at[strnlen(p->at, (size_t)size)];
        if (strncmp(p->at, p->text, (size_t)size) == 0 && (next == ',' || next == '}')) {
            m->columns = i == 0 ? 1 : second;
            return 1;
        }
    }
    return 0;
}

/* Is it a header as NumPy writes it? Its numbers are in m then. */
static int read_header(const char *text, size_t n, matrix *m) {
    static char compact[ROOM + 1];
    static char right[ROOM + 1];
    make_compact(text, n, compact);
    part p[3] = {{.at = strstr(compact, "'descr':'")},
                 {.at = strstr(compact, "'fortran_order':")},
                 {.at = strstr(compact, "'shape':(")}};
    if (p[0].at == NULL || p[1].at == NULL || p[2].at == NULL || !make_shape(&p[2], m)) {
        return 0;
    }
    m->big_endian = p[0].at[9] == '>';
    m->width = strncmp(p[0].at + 9 + 1, "f4", 2) == 0 ? 4 : 8;
    m->by_columns = p[1].at[16] == 'T';
    snprintf(p[0].text, sizeof p[0].text, "'descr':'%cf%d'", m->big_endian ? '>' : '<',
             m->width);
    snprintf(p[1].text, sizeof p[1].text, "'fortran_order':%s",
             m->by_columns ? "True" : "False");
    swap_if_later(&p[0], &p[1]);
    swap_if_later(&p[1], &p[2]);
    swap_if_later(&p[0], &p[1]);
    size_t const size = strlen(compact);
    snprintf(right, sizeof right, "{%s,%s,%s%s}", p[0].text, p[1].text, p[2].text,
             size > 2 && compact[size - 2] == ',' ? "," : "");
    return strcmp(compact, right) == 0;
}

/* Does the file begin with a right header of a table? */
static int read_file(const unsigned char *file, size_t size, matrix *m) {
    size_t const begin = file[6] == 1 ? 10 : 12;
    size_t length = (size_t)file[8] + 256 * (size_t)file[9];
    length += file[6] == 1 ? 0 : 65536 * ((size_t)file[10] + 256 * (size_t)file[11]);
    if (file[6] < 1 || file[6] > 3 || begin + length > size) {
        return 0;
    }
    m->value = file + begin + length;
    return read_header((const char *)file + begin, length, m) && m->rows > 0 &&
           m->columns > 0 && m->columns <= INT32_MAX;
}

/* Is this why the file was refused? */
static int is_about_header(const char *message) {
    return strstr(message, "header that cannot be read") != NULL ||
           strstr(message, "does not hold float32") != NULL ||
           strstr(message, "in which order") != NULL ||
           strstr(message, "rows and columns") != NULL;
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
    matrix m = {0};
    int const known = read_file(file, n, &m);
    if (status == FCAP_OK) {
        REQUIRE(known, "accepted: %.*s", (int)(n > 200 ? 200 : n), (const char *)file);
        REQUIRE((size_t)(m.rows * m.columns * m.width) <= n - (size_t)(m.value - file),
                "fewer values than %ld x %ld", m.rows, m.columns);
        check_table(t, &m);
        fcap_table_free(t);
    } else {
        REQUIRE(status == FCAP_E_DATA || status == FCAP_E_NO_MEMORY ||
                    status == FCAP_E_OVERFLOW,
                "status %d", (int)status);
        REQUIRE(strlen(err.message) > 10, "no reason");
        REQUIRE(!known || m.rows > MOST_ROWS || !is_about_header(err.message), "refused: %s",
                err.message);
    }
    return 0;
}
