/* test_sack.c - knapsacks that branching alone does not finish, against a table of all weights.
 */
#include "bound/sack.h"

#include "instances.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
    ITEMS_MOST = 80,
    PLACE_MOST = 1200
};

typedef struct sack_case {
    int64_t n;
    int64_t weight[ITEMS_MOST];
    double worth[ITEMS_MOST];
    int64_t place;
} sack_case;

/* Weights much alike, worth nearly as much as they weigh, or by the dice. */
static sack_case draw_case(dice *luck) {
    sack_case c = {.n = roll(luck, 0, ITEMS_MOST), .place = roll(luck, 0, PLACE_MOST)};
    int64_t const least = roll(luck, 1, 20);
    int64_t const most = least + roll(luck, 0, 12);
    int const alike = roll(luck, 0, 2) > 0;
    for (int64_t x = 0; x < c.n; x++) {
        c.weight[x] = roll(luck, least, most);
        c.worth[x] =
            alike ? (double)c.weight[x] + 0.1 * roll_unit(luck) : 0.01 + roll_unit(luck);
    }
    return c;
}

static double most_worth(const sack_case *c) {
    static double most[PLACE_MOST + 1];
    for (int64_t w = 0; w <= c->place; w++) {
        most[w] = 0;
    }
    for (int64_t x = 0; x < c->n; x++) {
        for (int64_t w = c->place; w >= c->weight[x]; w--) {
            most[w] = fmax(most[w], most[w - c->weight[x]] + c->worth[x]);
        }
    }
    return most[c->place];
}

static void put_items(const sack_case *c, sack *out) {
    out->n = c->n;
    for (int64_t x = 0; x < c->n; x++) {
        out->item[x] = (sack_item){c->worth[x], c->worth[x] / (double)c->weight[x],
                                   c->weight[x], (int32_t)x};
    }
}

static void the_worth_is_that_of_items_which_fit(const sack_case *c, const sack *s,
                                                 double worth) {
    char seen[ITEMS_MOST] = {0};
    int64_t weight = 0;
    double sum = 0;
    for (int64_t x = 0; x < s->n_best; x++) {
        int32_t const item = s->item[s->best[x]].position;
        assert_false(seen[item]);
        seen[item] = 1;
        weight += c->weight[item];
        sum += c->worth[item];
    }
    assert_true(weight <= c->place);
    assert_true(fabs(sum - worth) <= 1e-9);
}

static void no_items_that_fit_are_worth_more(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t long_ones = 0;
    fcap_run run;
    sack s;
    fcap_run_open(&run, NULL, NULL);
    assert_int_equal(fcap_sack_open(&run, ITEMS_MOST, &s), FCAP_OK);
    for (int i = 0; i < 3000; i++) {
        sack_case const c = draw_case(&luck);
        put_items(&c, &s);
        double const worth = fcap_sack_fill(&s, c.place);
        assert_true(fabs(worth - most_worth(&c)) <= 1e-9);
        the_worth_is_that_of_items_which_fit(&c, &s, worth);
        long_ones += s.work > 20000;
    }
    print_message("3000 knapsacks, %lld of much work\n", (long long)long_ones);
    assert_true(long_ones > 100);
    fcap_run_close(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_items_that_fit_are_worth_more)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
