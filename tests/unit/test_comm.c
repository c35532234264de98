/* test_comm.c - operations of many ranks agree with those of one, and an error of one is an
 * error of all. */
#include "team.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct seen {
    fcap_status wrong; /* that rank 2 reports */
    fcap_status status[8];
    char message[8][64];
    int failures;
} seen;

static void everything(fcap_comm *c, void *context) {
    seen *const s = context;
    fcap_run run;
    fcap_error err = {FCAP_OK, ""};
    fcap_run_open(&run, NULL, &err);
    int64_t value[2] = {c->rank, 1};
    fcap_comm_sum(c, value, 2);
    int bad = value[0] != c->size * (c->size - 1) / 2 || value[1] != c->size;
    double pair = c->rank % 2 == 0 ? 1.5 : 2.5;
    int64_t index = 100 - c->rank;
    fcap_comm_least(c, &pair, &index);
    bad |= pair != 1.5 || index != 100 - (c->size - 1) / 2 * 2;
    char own[8];
    snprintf(own, sizeof own, "%d", c->rank);
    char *all = NULL;
    size_t total = 0;
    bad |= fcap_comm_gather(&run, c, own, (size_t)(c->rank % 3 == 1 ? 0 : 1), &all, &total) !=
           FCAP_OK;
    bad |= c->rank == 0 && c->size == 5 && (total != 3 || memcmp(all, "023", 3) != 0);
    void *bytes = c->rank == 0 ? own : NULL;
    size_t n = c->rank == 0 ? 2 : 0;
    bad |= fcap_comm_spread(&run, c, &bytes, &n) != FCAP_OK || strcmp(bytes, "0") != 0;
    fcap_status const mine =
        c->rank == 2 || c->rank == 4
            ? fcap_run_fail(&run, s->wrong, "rank %d could not", (int)c->rank)
            : FCAP_OK;
    s->status[c->rank] = fcap_comm_agree(&run, c, mine);
    snprintf(s->message[c->rank], sizeof s->message[0], "%.60s", err.message);
    __atomic_fetch_add(&s->failures, bad, __ATOMIC_SEQ_CST);
    fcap_run_close(&run);
}

static void ranks_agree(void **state) {
    (void)state;
    seen s = {.wrong = FCAP_E_DATA};
    team_run(5, everything, &s);
    assert_int_equal(s.failures, 0);
    for (int r = 0; r < 5; r++) {
        assert_int_equal(s.status[r], FCAP_E_DATA);
        assert_string_equal(s.message[r], "rank 2 could not");
    }
    seen fine = {.wrong = FCAP_OK};
    team_run(2, everything, &fine);
    assert_int_equal(fine.failures, 0);
    assert_int_equal(fine.status[1], FCAP_OK);
}

static void one_process_is_a_team_of_one(void **state) {
    (void)state;
    seen s = {.wrong = FCAP_OK};
    fcap_comm alone = fcap_comm_serial();
    everything(&alone, &s);
    assert_int_equal(s.failures, 0);
    assert_int_equal(s.status[0], FCAP_OK);
    assert_true(alone.rounds > 0 && alone.bytes > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ranks_agree),
                                       cmocka_unit_test(one_process_is_a_team_of_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
