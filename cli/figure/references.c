/* references.c - see references.h. */
#include "figure/references.h"

#include "study/series.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    METHOD,
    K,
    COST,
    COLUMNS
};
static const char *const column_name[COLUMNS] = {"method", "k", "cost"};

static int open_table(const char *path, fcap_table **table) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    fcap_faults faults;
    fcap_error err;
    fcap_status const status = fcap_table_read(path, &o, table, &faults, &err);
    if (status == FCAP_E_DATA && faults.total > 0) {
        say_faults(path, &faults);
        return EXIT_DATA;
    }
    return status == FCAP_OK
               ? 0
               : say_error(exit_code_of(status), "%s",
                           status == FCAP_E_DATA ? err.message : safe(err.message));
}

/* The place of a column, or a negative number after having said why. */
static int32_t find_column(const fcap_table *table, const char *path, int which) {
    int32_t const found = fcap_table_find(table, column_name[which]);
    if (found == -2) {
        say_error(EXIT_DATA, "%s has two columns named \"%s\"", safe(path), column_name[which]);
    } else if (found < 0) {
        say_error(EXIT_DATA, "%s has no column \"%s\"; it needs method, k and cost in a header",
                  safe(path), column_name[which]);
    }
    return found;
}

/* As the series of that name is called; a name that is no series' stays as it is. */
static void make_canonical(char name[SERIES_NAME], const arguments *a) {
    series s;
    char why[SERIES_WHY];
    if (series_parse(name, a, &s, why)) {
        strcpy(name, s.name);
    }
}

/* The index of a method, which is added where it is new. */
static int32_t method_index(references *r, const char *name) {
    for (int32_t m = 0; m < r->n_methods; m++) {
        if (strcmp(r->method[m], name) == 0) {
            return m;
        }
    }
    strcpy(r->method[r->n_methods], name);
    return r->n_methods++;
}

static int bad_cell(const char *path, int64_t row, int column, fcap_cell cell,
                    const char *wanted) {
    char text[64];
    fcap_text_display(cell.text, cell.size, 30, text, sizeof text);
    return say_error(EXIT_DATA, "%s: row %lld: %s \"%s\" is not %s", safe(path),
                     (long long)row + 1, column_name[column], text, wanted);
}

static int read_row(references *r, fcap_table *table, const char *path, int64_t row,
                    const int32_t column[COLUMNS], const arguments *a) {
    const fcap_cell *const cells = fcap_table_row(table, row);
    if (cells == NULL) {
        return say_error(EXIT_IO, "out of memory");
    }
    fcap_cell const method = cells[column[METHOD]];
    fcap_cell const k = cells[column[K]];
    fcap_cell const cost = cells[column[COST]];
    reference *const to = &r->reference[r->n];
    double number = 0;
    if (method.size == 0 || method.size >= SERIES_NAME) {
        return bad_cell(path, row, METHOD, method, "a name of 1 to 63 bytes");
    }
    if (fcap_table_number(table, k, &number) != 1 || number < 1 || number > INT32_MAX ||
        number != (double)(int32_t)number) {
        return bad_cell(path, row, K, k, "a whole number from 1");
    }
    to->k = (int32_t)number;
    if (fcap_table_number(table, cost, &to->cost) != 1 || to->cost < 0) {
        return bad_cell(path, row, COST, cost, "a number from 0");
    }
    char name[SERIES_NAME] = "";
    memcpy(name, method.text, method.size);
    make_canonical(name, a);
    to->method = method_index(r, name);
    r->n++;
    return 0;
}

static int by_method_then_k(const void *left, const void *right) {
    const reference *const a = left;
    const reference *const b = right;
    return a->method != b->method ? (a->method > b->method) - (a->method < b->method)
                                  : (a->k > b->k) - (a->k < b->k);
}

static int read_rows(references *r, fcap_table *table, const char *path, const arguments *a) {
    int32_t column[COLUMNS] = {0};
    for (int c = 0; c < COLUMNS; c++) {
        column[c] = find_column(table, path, c);
        if (column[c] < 0) {
            return EXIT_DATA;
        }
    }
    int code = 0;
    int64_t const n = fcap_table_rows(table);
    r->method = need((size_t)n, sizeof *r->method);
    r->reference = need((size_t)n, sizeof *r->reference);
    for (int64_t row = 0; row < n && code == 0; row++) {
        code = read_row(r, table, path, row, column, a);
    }
    if (code != 0) {
        return code;
    }
    qsort(r->reference, (size_t)r->n, sizeof *r->reference, by_method_then_k);
    for (int64_t i = 1; i < r->n; i++) {
        const reference *const one = &r->reference[i];
        if (by_method_then_k(one - 1, one) == 0) {
            return say_error(EXIT_DATA,
                             "%s has more than one cost of %s for k = %d; keep the rows of one "
                             "data set",
                             safe(path), safe(r->method[one->method]), (int)one->k);
        }
    }
    return 0;
}

int references_open(references *r, const char *path, const arguments *a) {
    *r = (references){0};
    fcap_table *table = NULL;
    int code = open_table(path, &table);
    code = code != 0 ? code : read_rows(r, table, path, a);
    fcap_table_free(table);
    if (code != 0) {
        references_close(r);
    }
    return code;
}

const reference *references_find(const references *r, int32_t method, int32_t k) {
    reference const wanted = {.method = method, .k = k};
    return bsearch(&wanted, r->reference, (size_t)r->n, sizeof wanted, by_method_then_k);
}

void references_close(references *r) {
    free(r->method);
    free(r->reference);
    *r = (references){0};
}
