/* test_cuts.c - wherever a text is cut, records begin where the reader of whole files finds
 * them. */
#include "shard/cuts.h"
#include "table/csv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    SIZE = 60,
    TEXTS = 3000
};

/* Texts full of what matters. */
static size_t draw(rng *r, char *text) {
    static const char bytes[] = "ab,,\"\"\n\n\r ;";
    size_t const size = (size_t)fcap_rng_below(r, SIZE) + 1;
    for (size_t i = 0; i < size; i++) {
        text[i] = bytes[fcap_rng_below(r, (int64_t)sizeof bytes - 1)];
    }
    return size;
}

static void maps_of_parts_make_the_map_of_the_whole(void **state) {
    (void)state;
    rng r = fcap_rng_seed(1);
    cuts const c = fcap_cuts_open(',');
    for (int turn = 0; turn < TEXTS; turn++) {
        char text[SIZE];
        size_t const size = draw(&r, text);
        cut_map const whole = fcap_cuts_map(&c, text, size);
        size_t const at = (size_t)fcap_rng_below(&r, (int64_t)size + 1);
        cut_map const first = fcap_cuts_map(&c, text, at);
        cut_map const second = fcap_cuts_map(&c, text + at, size - at);
        for (int s = 0; s < CUT_STATES; s++) {
            assert_int_equal(whole.to[s], second.to[first.to[s]]);
        }
    }
}

/* From any cut on, the next record that begins is one of those that csv.c finds (but for blank
 * lines, which are none), and no record in between is passed over. */
static void records_begin_where_the_reader_says(void **state) {
    (void)state;
    rng r = fcap_rng_seed(2);
    cuts const c = fcap_cuts_open(',');
    int64_t found = 0;
    for (int turn = 0; turn < TEXTS; turn++) {
        char text[SIZE];
        size_t const size = draw(&r, text);
        fcap_run run;
        fcap_error err;
        fcap_run_open(&run, NULL, &err);
        input const file = {.bytes = text, .size = size};
        csv in;
        fcap_faults faults = {0};
        (void)!fcap_csv_open(&run, &file, ',', 0, &in, &faults);
        cut_map const unused = fcap_cuts_map(&c, text, size);
        (void)unused;
        for (int64_t i = 0; i < in.n_records; i++) {
            /* begin right behind the record before */
            size_t const from = i == 0 ? 0 : in.start[i - 1] + 1;
            cut_map const m = fcap_cuts_map(&c, text, from);
            cut_state state_there = (cut_state)m.to[CUT_RECORD];
            size_t at = from + fcap_cuts_first(&c, text + from, size - from, &state_there);
            while (at < in.start[i]) { /* blank lines in between */
                assert_true(strchr(" \t\r\n", text[at]) != NULL);
                cut_map const one = fcap_cuts_map(&c, text, at + 1);
                state_there = (cut_state)one.to[CUT_RECORD];
                at = at + 1 + fcap_cuts_first(&c, text + at + 1, size - at - 1, &state_there);
            }
            assert_int_equal(at, in.start[i]);
            found++;
        }
        fcap_run_close(&run);
    }
    assert_true(found > TEXTS);
}

static void the_last_record_of_a_text_is_found(void **state) {
    (void)state;
    cuts const c = fcap_cuts_open(',');
    assert_int_equal(fcap_cuts_last(&c, "a,b\nc,d", 7), 4);
    assert_int_equal(fcap_cuts_last(&c, "a,\"b\nc\",d", 9), 0);
    assert_int_equal(fcap_cuts_last(&c, "a,b\nc,d\n", 8), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_of_parts_make_the_map_of_the_whole),
        cmocka_unit_test(records_begin_where_the_reader_says),
        cmocka_unit_test(the_last_record_of_a_text_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
