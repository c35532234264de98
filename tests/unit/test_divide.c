/* test_divide.c - one division of the counts, as labels: there is one exactly when any labels
 * obey the rules, and its labels do.
 */
#include "problem/divide.h"
#include "problem/feasible.h"

#include "general_help.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static wish w; /* too large for the stack */

static int drawn_rules(dice *luck) {
    int asked = 0;
    for (int rule = 1; rule < ASK_END; rule *= 2) {
        asked |= roll(luck, 0, 3) == 0 ? rule : 0;
    }
    return asked;
}

/* Rules that contradict each other at first sight never get there. */
static division divide(int32_t *label) {
    fcap_run run;
    rules r;
    request q;
    fcap_plan_report report;
    division found = DIVISION_NONE;
    int64_t effort = FEASIBLE_EFFORT;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_rules_open(&run, &w.p, &w.r, &r), FCAP_OK);
    assert_int_equal(fcap_feasible(&run, &r, &w.r, &report), FCAP_OK);
    if (report.verdict != FCAP_VERDICT_INFEASIBLE) {
        assert_int_equal(fcap_request_open(&run, &r, &effort, &q), FCAP_OK);
        assert_int_equal(fcap_divide_labels(&run, &q, label, &found), FCAP_OK);
    }
    fcap_run_close(&run);
    return found;
}

static void labels_obey_all_rules_where_any_do(void **state) {
    (void)state;
    dice luck = dice_of(9);
    int exist = 0;
    int none = 0;
    for (int i = 0; i < 3000; i++) {
        int64_t const n = roll(&luck, 3, 7);
        int32_t label[WISH_MOST];
        wish_draw(&w, &luck, n, (int32_t)roll(&luck, 1, 3), drawn_rules(&luck));
        division const found = divide(label);
        if (found == DIVISION_EXISTS) {
            assert_true(wish_obeyed(&w, label));
            exist++;
        } else if (found == DIVISION_NONE) {
            assert_false(wish_best(&w).found);
            none++;
        }
    }
    print_message("3000 requests: %d have a division, %d have none\n", exist, none);
    assert_true(exist > 500 && none > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(labels_obey_all_rules_where_any_do)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
