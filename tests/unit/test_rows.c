/* test_rows.c - many rows, read in batches on several threads: the same points, groups,
 * weights, notes and faults as on one thread, whatever is unusual among them.
 */
#include "effort.h"
#include "instances.h"
#include "unit/encode_help.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    ROWS = 45000, /* more than one batch, and several chunks of each */
    LINE_MOST = 100
};

typedef struct quirks {
    int missing; /* one cell in so many; 0 = none */
    int quoted;
    int faulty;
    int colours; /* a column of texts that makes coordinates */
} quirks;

/* id, two numbers, a group, a weight, perhaps a colour. */
static char *draw_text(dice *luck, quirks q) {
    static const char *const group[] = {"a", "b", "\"c\"", "\"d \"\"e\"\"\""};
    char *const text = malloc((size_t)ROWS * LINE_MOST);
    assert_non_null(text);
    int at = sprintf(text, "id,x,y,group,weight%s\n", q.colours ? ",colour" : "");
    for (int i = 1; i <= ROWS; i++) {
        int const hole = q.missing > 0 && roll(luck, 1, q.missing) == 1;
        int const fault = q.faulty > 0 && roll(luck, 1, q.faulty) == 1;
        int const last = q.quoted > 0 && roll(luck, 1, q.quoted) == 1 ? 3 : 1;
        at += sprintf(text + at, "%d,%.17g,%s", i, roll_unit(luck) - 0.5, hole ? "NA" : "");
        if (!hole) {
            at += sprintf(text + at, fault ? "%lld..7" : "\"%lld.25\"",
                          (long long)roll(luck, 0, 99999));
        }
        at += sprintf(text + at, ",%s,%lld", group[roll(luck, 0, last)],
                      (long long)roll(luck, 1, 9));
        at += sprintf(text + at, q.colours ? ",%c\n" : "\n", (int)roll(luck, 'p', 's'));
    }
    return text;
}

/* Reads the text on that many threads; the faults are in last_faults. */
static encoded read_on(const char *text, int32_t threads, fcap_missing missing) {
    static const int32_t group[] = {3};
    fcap_read_options r;
    fcap_read_options_init(&r);
    r.threads = threads;
    fcap_encode_options o = defaults();
    o.protect = (fcap_columns){group, 1};
    o.weight = 4;
    o.missing = missing;
    encoded e = {.table = read_with(text, strlen(text), &r)};
    if (fcap_dataset_encode(e.table, &o, &e.data, &last_faults, &last_error) == FCAP_OK) {
        e.p = fcap_dataset_problem(e.data);
    }
    return e;
}

static void assert_same(const encoded *a, const encoded *b) {
    assert_int_equal(a->data == NULL, b->data == NULL);
    if (a->data == NULL) {
        return;
    }
    assert_int_equal(a->p.n, b->p.n);
    assert_int_equal(a->p.d, b->p.d);
    size_t const n = (size_t)a->p.n;
    assert_memory_equal(a->p.x, b->p.x, n * (size_t)a->p.d * sizeof(double));
    assert_memory_equal(a->p.weight, b->p.weight, n * sizeof(int64_t));
    assert_memory_equal(a->p.attribute[0].group, b->p.attribute[0].group, n * sizeof(int32_t));
    assert_memory_equal(fcap_dataset_rows(a->data), fcap_dataset_rows(b->data),
                        n * sizeof(int64_t));
    assert_int_equal(fcap_dataset_notes(a->data), fcap_dataset_notes(b->data));
}

static void assert_threads_change_nothing(quirks q, fcap_missing missing,
                                          int64_t faults_least) {
    dice luck = dice_of(5);
    char *const text = draw_text(&luck, q);
    encoded one = read_on(text, 1, missing);
    fcap_faults const faults = last_faults;
    assert_true(faults.total >= faults_least && (faults_least > 0 || faults.total == 0));
    for (int32_t threads = 8; threads >= 2; threads -= IS_SLOW && !is_long() ? 8 : 3) {
        encoded many = read_on(text, threads, missing);
        assert_same(&one, &many);
        assert_memory_equal(&faults, &last_faults, sizeof faults);
        done(many);
    }
    done(one);
    free(text);
}

static void plain_rows(void **state) {
    (void)state;
    assert_threads_change_nothing((quirks){.colours = 1}, FCAP_MISSING_ERROR, 0);
    if (often(2) == 2) {
        assert_threads_change_nothing((quirks){0}, FCAP_MISSING_ERROR, 0);
    }
}

static void rows_with_texts_that_had_to_be_unquoted(void **state) {
    (void)state;
    assert_threads_change_nothing((quirks){.quoted = 3}, FCAP_MISSING_ERROR, 0);
}

static void rows_that_are_dropped_or_completed(void **state) {
    (void)state;
    quirks const q = {.missing = 5, .quoted = 7, .colours = 1};
    assert_threads_change_nothing(q, FCAP_MISSING_DROP, 0);
    if (often(2) == 2) {
        assert_threads_change_nothing(q, FCAP_MISSING_IMPUTE, 0);
        assert_threads_change_nothing(q, FCAP_MISSING_CATEGORY, 0);
        assert_threads_change_nothing((quirks){.missing = 5}, FCAP_MISSING_DROP, 0);
    }
}

static void faults_of_many_rows(void **state) {
    (void)state;
    assert_threads_change_nothing((quirks){.faulty = 900, .missing = 50}, FCAP_MISSING_DROP,
                                  20);
    if (often(2) == 2) {
        assert_threads_change_nothing((quirks){.faulty = 900}, FCAP_MISSING_ERROR, 20);
    }
}

/* Values are where they belong, across the borders of batches. */
static void every_row_has_its_own_values(void **state) {
    (void)state;
    dice luck = dice_of(6);
    char *const text = draw_text(&luck, (quirks){.missing = 9});
    static const int32_t id[] = {0};
    static const int32_t group[] = {3};
    fcap_encode_options o = defaults();
    o.features = (fcap_columns){id, 1};
    o.protect = (fcap_columns){group, 1};
    o.scale = FCAP_SCALE_NONE;
    encoded e = encode(text, &o);
    assert_int_equal(e.p.n, ROWS);
    for (int64_t i = 0; i < ROWS; i++) {
        assert_true(e.p.x[i] == (double)(i + 1));
    }
    done(e);
    free(text);
}

/* 1, 2, 3, ... is an identifier; one number twice, far apart, makes it a feature. */
static void an_identifier_is_known_across_chunks(void **state) {
    (void)state;
    dice luck = dice_of(8);
    char *const text = draw_text(&luck, (quirks){0});
    fcap_encode_options const o = defaults();
    encoded e = encode(text, &o);
    assert_int_equal(fcap_dataset_notes(e.data), 1);
    assert_non_null(strstr(fcap_dataset_note(e.data, 0), "identifier: id"));
    done(e);
    char *const place = strstr(text, "\n40000,");
    assert_non_null(place);
    memcpy(place, "\n10000,", 7);
    e = encode(text, &o);
    assert_int_equal(fcap_dataset_notes(e.data), 1);
    assert_non_null(strstr(fcap_dataset_note(e.data, 0), "id is called as identifiers are"));
    done(e);
    memcpy(place, "\n90000,", 7); /* not in order, but all different */
    e = encode(text, &o);
    assert_int_equal(fcap_dataset_notes(e.data), 1);
    done(e);
    free(text);
}

static int says_that_it_counts(const char *text, int32_t threads) {
    encoded const e = read_on(text, threads, FCAP_MISSING_ERROR);
    int found = 0;
    for (int32_t i = 0; i < fcap_dataset_notes(e.data); i++) {
        found |=
            strstr(fcap_dataset_note(e.data, i), "nn counts the rows (1, 2, 3, ...)") != NULL;
    }
    done(e);
    return found;
}

static void a_column_counts_the_rows_across_chunks_on_any_number_of_threads(void **state) {
    (void)state;
    dice luck = dice_of(9);
    char *const text = draw_text(&luck, (quirks){0});
    memcpy(text, "nn", 2); /* id would be an identifier */
    char *const place = strstr(text, "\n45000,");
    assert_non_null(place);
    for (int32_t threads = 1; threads <= 7; threads += 3) {
        assert_true(says_that_it_counts(text, threads));
        memcpy(place, "\n45001,", 7); /* one number is left out */
        assert_false(says_that_it_counts(text, threads));
        memcpy(place, "\n45000,", 7);
    }
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rows),
        cmocka_unit_test(rows_with_texts_that_had_to_be_unquoted),
        cmocka_unit_test(rows_that_are_dropped_or_completed),
        cmocka_unit_test(faults_of_many_rows),
        cmocka_unit_test(every_row_has_its_own_values),
        cmocka_unit_test(an_identifier_is_known_across_chunks),
        cmocka_unit_test(a_column_counts_the_rows_across_chunks_on_any_number_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
