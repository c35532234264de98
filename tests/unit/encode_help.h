/* encode_help.h - reading and encoding a text in a test, and looking at points and faults. */
#ifndef TESTS_UNIT_ENCODE_HELP_H
#define TESTS_UNIT_ENCODE_HELP_H

#include "unit/table_help.h"

/* One text, read and encoded; both are freed by done(). */
typedef struct encoded {
    fcap_table *table;
    fcap_dataset *data;
    fcap_problem p;
} encoded;

static inline fcap_encode_options defaults(void) {
    fcap_encode_options o;
    fcap_encode_options_init(&o);
    return o;
}

static inline encoded encode(const char *text, const fcap_encode_options *o) {
    encoded e = {.table = read_text(text)};
    fcap_status const status =
        fcap_dataset_encode(e.table, o, &e.data, &last_faults, &last_error);
    if (status != FCAP_OK) {
        fail_msg("refused: %s", last_error.message);
    }
    assert_int_equal(last_faults.total, 0);
    e.p = fcap_dataset_problem(e.data);
    return e;
}

static inline void done(encoded e) {
    fcap_dataset_free(e.data);
    fcap_table_free(e.table);
}

/* Refused; the faults are in last_faults. */
static inline void refuse(const char *text, const fcap_encode_options *o) {
    fcap_table *const t = read_text(text);
    fcap_dataset *ds = NULL;
    memset(&last_error, 0, sizeof last_error);
    assert_int_equal(fcap_dataset_encode(t, o, &ds, &last_faults, &last_error), FCAP_E_DATA);
    assert_null(ds);
    assert_int_equal(last_error.status, FCAP_E_DATA);
    assert_true(last_faults.total >= 1);
    fcap_table_free(t);
}

static inline void assert_fault(int32_t i, int64_t line, int32_t column, const char *part) {
    assert_true(i < last_faults.kept);
    const fcap_fault *const f = &last_faults.fault[i];
    if (f->line != line || f->column != column || strstr(f->message, part) == NULL) {
        fail_msg("line %lld, column %d: %s", (long long)f->line, (int)f->column, f->message);
    }
}

static inline void assert_coordinates(const encoded *e, int64_t n, int32_t d,
                                      const double *expected) {
    assert_int_equal(e->p.n, n);
    assert_int_equal(e->p.d, d);
    for (int64_t i = 0; i < n * d; i++) {
        if (e->p.x[i] != expected[i]) {
            fail_msg("row %lld, coordinate %lld is %g, not %g", (long long)(i / d),
                     (long long)(i % d), e->p.x[i], expected[i]);
        }
    }
}

static inline void assert_features(const encoded *e, int32_t n, const int32_t *columns) {
    fcap_columns const f = fcap_dataset_features(e->data);
    assert_int_equal(f.n, n);
    for (int32_t i = 0; i < n; i++) {
        assert_int_equal(f.index[i], columns[i]);
    }
}

#define COLUMNS(...)                                                                           \
    { (const int32_t[]){__VA_ARGS__}, (int32_t)(sizeof((int32_t[]){__VA_ARGS__}) / 4) }

#endif
