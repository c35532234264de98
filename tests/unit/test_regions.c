/* test_regions.c - what follows from regions, against all choices of a few candidates. */
#include "bound/regions.h"

#include "region_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum {
    MOST = 9
};

typedef struct few {
    fcap_run run;
    regions g;
    int n;
    unsigned char out[MOST];
    int32_t alive[MOST];
    int64_t n_alive;
    unsigned char allowed[1 << MOST]; /* before anything is concluded */
    int n_allowed;
} few;

static int count_allowed(few *c, unsigned char *allowed) {
    int n = 0;
    for (int choice = 0; choice < 1 << c->n; choice++) {
        allowed[choice] = (unsigned char)is_allowed(&c->g, c->out, c->n, choice);
        n += allowed[choice];
    }
    return n;
}

static void draw_few(dice *luck, few *c) {
    c->n = (int)roll(luck, 1, MOST);
    int32_t const k = (int32_t)roll(luck, 1, c->n);
    fcap_run_open(&c->run, NULL, NULL);
    assert_int_equal(fcap_regions_open(&c->run, c->n, k, &c->g), FCAP_OK);
    draw_regions(luck, &c->g, c->n);
    c->n_alive = 0;
    for (int i = 0; i < c->n; i++) {
        c->out[i] = roll(luck, 0, 5) == 0;
        if (!c->out[i]) {
            c->alive[c->n_alive++] = i;
        }
    }
    c->n_allowed = count_allowed(c, c->allowed);
}

/* The number of medoids among `side` in the allowed choice that has fewest, and most. */
static region_range slow_range(const few *c, int side) {
    region_range can = {MOST, 0};
    for (int choice = 0; choice < 1 << c->n; choice++) {
        int64_t const n = __builtin_popcount((unsigned)(choice & side));
        if (c->allowed[choice]) {
            can.low = n < can.low ? n : can.low;
            can.high = n > can.high ? n : can.high;
        }
    }
    return can;
}

static void settling_changes_no_choice_and_leaves_nothing_decided(void **state) {
    (void)state;
    dice luck = dice_of(1);
    int64_t possible = 0;
    int64_t kept = 0;
    for (int round = 0; round < 20000; round++) {
        few c;
        unsigned char now[1 << MOST];
        draw_few(&luck, &c);
        int const found = fcap_regions_settle(&c.g, c.alive, c.n_alive, c.out);
        assert_int_equal(found, c.n_allowed > 0);
        if (found) {
            count_allowed(&c, now);
            assert_memory_equal(now, c.allowed, (size_t)1 << c.n);
            for (int i = 0; i < c.n; i++) {
                region_range const can = slow_range(&c, 1 << i);
                assert_int_equal(can.high, !c.out[i]);
                assert_int_equal(can.low, !c.out[i] && c.g.of[i] == REGION_CERTAIN);
            }
            possible++;
            kept += c.g.n > REGION_NEXT;
        }
        fcap_run_close(&c.run);
    }
    print_message("%lld possible, %lld with regions\n", (long long)possible, (long long)kept);
    assert_true(possible > 5000 && kept > 1000);
}

static void the_range_of_some_candidates_is_exact(void **state) {
    (void)state;
    dice luck = dice_of(2);
    int64_t wide = 0;
    for (int round = 0; round < 20000; round++) {
        few c;
        draw_few(&luck, &c);
        if (fcap_regions_settle(&c.g, c.alive, c.n_alive, c.out)) {
            int32_t const r = (int32_t)roll(&luck, 0, c.g.n - 1);
            int side = 0;
            int64_t n = 0;
            int inside = 0;
            int64_t size = 0;
            for (int i = 0; i < c.n; i++) {
                int32_t s = c.g.of[i];
                int const mine = !c.out[i] && s == r && roll(&luck, 0, 2) > 0;
                side |= mine << i;
                n += mine;
                size += !c.out[i] && s == r;
                while (s > r) {
                    s = c.g.at[s].parent;
                }
                inside |= (s == r) << i;
            }
            region_range const can = fcap_regions_range(&c.g, r, n);
            region_range const slow = slow_range(&c, side);
            assert_int_equal(can.low, slow.low);
            assert_int_equal(can.high, slow.high);
            region_range const all = slow_range(&c, inside);
            assert_int_equal(c.g.at[r].low, all.low);
            assert_int_equal(c.g.at[r].high, all.high);
            assert_int_equal(c.g.at[r].size, size);
            wide += can.low < can.high && r > REGION_CERTAIN;
        }
        fcap_run_close(&c.run);
    }
    assert_true(wide > 500);
}

static void a_certain_candidate_is_in_all_choices_and_changes_nothing_else(void **state) {
    (void)state;
    dice luck = dice_of(3);
    for (int round = 0; round < 20000; round++) {
        few c;
        draw_few(&luck, &c);
        int const i = (int)roll(&luck, 0, c.n - 1);
        if (c.g.of[i] != REGION_CERTAIN && slow_range(&c, 1 << i).high == 1) {
            fcap_regions_certify(&c.g, i);
            for (int choice = 0; choice < 1 << c.n; choice++) {
                int const expected = c.allowed[choice] && (choice >> i & 1);
                assert_int_equal(is_allowed(&c.g, c.out, c.n, choice), expected);
            }
        }
        fcap_run_close(&c.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settling_changes_no_choice_and_leaves_nothing_decided),
        cmocka_unit_test(the_range_of_some_candidates_is_exact),
        cmocka_unit_test(a_certain_candidate_is_in_all_choices_and_changes_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
