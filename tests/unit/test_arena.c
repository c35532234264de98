/* test_arena.c - every block of the library comes from an arena: it must be aligned, zeroed,
 * never overlap another, and go back to the caller's allocator, whatever that returns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif
#ifdef HAVE_ASAN
#include <sanitizer/asan_interface.h>
#endif

/* An allocator that counts, can fail, and returns addresses as odd as it is told to. */
typedef struct counting {
    int calls;
    int open;
    int fail_from; /* the first call that fails; 0 = none */
    size_t odd;    /* bytes added to every address, below 64 */
    size_t largest;
} counting;

static void *counting_alloc(void *user, size_t size) {
    counting *const c = user;
    c->calls++;
    if (c->fail_from > 0 && c->calls >= c->fail_from) {
        return NULL;
    }
    if (size > (size_t)1 << 30) {
        return NULL;
    }
    char *const block = malloc(size + 64);
    assert_non_null(block);
    memset(block, 0xa5, size + 64); /* no zeros by luck */
    block[c->odd] = 0;
    c->open++;
    c->largest = size > c->largest ? size : c->largest;
    return block + c->odd;
}

static void counting_release(void *user, void *block) {
    counting *const c = user;
    c->open--;
    free((char *)block - c->odd);
}

static fcap_allocator counted_by(counting *c) {
    return (fcap_allocator){counting_alloc, counting_release, c};
}

static int all_zero(const unsigned char *p, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (p[i] != 0) {
            return 0;
        }
    }
    return 1;
}

static void blocks_are_aligned_and_zeroed_whatever_the_allocator_returns(void **state) {
    (void)state;
    for (size_t odd = 0; odd < 64; odd++) {
        counting c = {.odd = odd};
        arena a;
        fcap_arena_init(&a, counted_by(&c));
        for (size_t size = 0; size < 300; size += 7) {
            unsigned char *const p = fcap_arena_alloc(&a, size, 1);
            assert_non_null(p);
            assert_int_equal((uintptr_t)p % 64, 0);
            assert_true(all_zero(p, size));
            memset(p, 0xff, size);
        }
        fcap_arena_free(&a);
        assert_int_equal(c.open, 0);
    }
}

static void blocks_do_not_overlap(void **state) {
    (void)state;
    enum {
        BLOCKS = 500
    };
    arena a;
    fcap_arena_init(&a, (fcap_allocator){0});
    unsigned char *block[BLOCKS];
    size_t size[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        size[i] = i * i % 1777 + (i % 50 == 0 ? 100000 : 0);
        block[i] = fcap_arena_alloc(&a, 1, size[i]);
        assert_non_null(block[i]);
        memset(block[i], (int)(i % 251) + 1, size[i]);
    }
    for (size_t i = 0; i < BLOCKS; i++) {
        for (size_t j = 0; j < size[i]; j++) {
            assert_int_equal(block[i][j], i % 251 + 1);
        }
    }
    fcap_arena_free(&a);
}

static void a_block_of_nothing_is_not_a_failure(void **state) {
    (void)state;
    arena a;
    fcap_arena_init(&a, (fcap_allocator){0});
    assert_non_null(fcap_arena_alloc(&a, 0, 8));
    assert_non_null(fcap_arena_alloc(&a, 8, 0));
    fcap_arena_free(&a);
}

static void products_that_overflow_are_refused(void **state) {
    (void)state;
    counting c = {0};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    assert_null(fcap_arena_alloc(&a, SIZE_MAX, 1));
    assert_null(fcap_arena_alloc(&a, 1, SIZE_MAX));
    assert_null(fcap_arena_alloc(&a, SIZE_MAX / 8 + 1, 8)); /* wraps to 0 */
    assert_null(fcap_arena_alloc(&a, SIZE_MAX / 8 + 2, 8)); /* wraps to 8 */
    assert_null(fcap_arena_alloc(&a, (size_t)1 << 32, (size_t)1 << 32));
    assert_null(fcap_arena_alloc(&a, SIZE_MAX / 2, 1));
    assert_null(fcap_arena_alloc(&a, SIZE_MAX - 10, 1)); /* fits, but its gap does not */
    assert_int_equal(c.calls, 0);
    assert_int_equal(a.live, 0);
    fcap_arena_free(&a);
}

static void a_failed_request_leaves_the_earlier_blocks_alone(void **state) {
    (void)state;
    counting c = {.fail_from = 2};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    char *const kept = fcap_arena_alloc(&a, 10, 1);
    assert_non_null(kept);
    strcpy(kept, "precious");
    size_t const live = a.live;
    assert_null(fcap_arena_alloc(&a, 10 * 1024 * 1024, 1));
    assert_string_equal(kept, "precious");
    assert_int_equal(a.live, live);
    c.fail_from = 0;
    assert_non_null(fcap_arena_alloc(&a, 10 * 1024 * 1024, 1)); /* and may be tried again */
    fcap_arena_free(&a);
    assert_int_equal(c.open, 0);
}

static void many_small_blocks_need_few_allocator_calls(void **state) {
    (void)state;
    counting c = {0};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    for (int i = 0; i < 100000; i++) {
        assert_non_null(fcap_arena_alloc(&a, 1, 1));
    }
    assert_in_range(c.calls, 2, 20);
    fcap_arena_free(&a);
    assert_int_equal(c.open, 0);
}

static void restoring_gives_back_what_came_after_the_mark(void **state) {
    (void)state;
    counting c = {0};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    int *const before = fcap_arena_alloc(&a, 4, sizeof(int));
    before[3] = 42;
    arena_mark const mark = fcap_arena_save(&a);
    char *const small = fcap_arena_alloc(&a, 100, 1);
    memset(small, 0xff, 100);
    assert_non_null(fcap_arena_alloc(&a, 1, 1000 * 1000));
    assert_int_equal(c.open, 2);
    size_t const peak = a.peak;
    assert_int_equal(a.live, peak);

    fcap_arena_restore(&a, mark);
    assert_int_equal(c.open, 1);
    assert_int_equal(before[3], 42);
    assert_true(a.live < peak);
    assert_int_equal(a.peak, peak);

    unsigned char *const again = fcap_arena_alloc(&a, 100, 1);
    assert_ptr_equal(again, small); /* the room is used again, and is zero again */
    assert_true(all_zero(again, 100));
    fcap_arena_free(&a);
    assert_int_equal(c.open, 0);
}

static void a_mark_of_an_empty_arena_restores_to_nothing(void **state) {
    (void)state;
    counting c = {0};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    arena_mark const mark = fcap_arena_save(&a);
    fcap_arena_restore(&a, mark); /* nothing to do */
    assert_non_null(fcap_arena_alloc(&a, 100, 1));
    assert_non_null(fcap_arena_alloc(&a, 1, 1000 * 1000));
    fcap_arena_restore(&a, mark);
    assert_int_equal(c.open, 0);
    assert_int_equal(a.live, 0);
    assert_non_null(fcap_arena_alloc(&a, 100, 1)); /* and it can be used again */
    fcap_arena_free(&a);
    fcap_arena_free(&a); /* twice is harmless */
    assert_int_equal(c.open, 0);
}

static void live_and_peak_count_what_the_allocator_gave(void **state) {
    (void)state;
    counting c = {0};
    arena a;
    fcap_arena_init(&a, counted_by(&c));
    assert_int_equal(a.peak, 0);
    size_t const big = 3 * 1000 * 1000;
    assert_non_null(fcap_arena_alloc(&a, big, 1));
    assert_true(a.live >= big);
    assert_int_equal(a.live, c.largest);
    assert_int_equal(a.peak, c.largest);
    fcap_arena_free(&a);
    assert_int_equal(a.live, 0);
    assert_int_equal(a.peak, c.largest);
}

static void what_is_outside_of_blocks_is_poisoned(void **state) {
    (void)state;
#ifdef HAVE_ASAN
    arena a;
    fcap_arena_init(&a, (fcap_allocator){0});
    char *const p = fcap_arena_alloc(&a, 13, 1);
    char *const q = fcap_arena_alloc(&a, 64, 1);
    assert_false(__asan_address_is_poisoned(p + 12));
    assert_true(__asan_address_is_poisoned(p + 13));
    assert_true(__asan_address_is_poisoned(p + 64)); /* the gap */
    assert_true(q - p >= 128);
    assert_false(__asan_address_is_poisoned(q + 63));
    assert_true(__asan_address_is_poisoned(q + 64));
    assert_true(__asan_address_is_poisoned(q - 1));

    arena_mark const mark = fcap_arena_save(&a);
    char *const gone = fcap_arena_alloc(&a, 8, 1);
    assert_false(__asan_address_is_poisoned(gone));
    fcap_arena_restore(&a, mark);
    assert_true(__asan_address_is_poisoned(gone));
    assert_false(__asan_address_is_poisoned(q));
    fcap_arena_free(&a);
#else
    print_message("skipped: this build has no AddressSanitizer\n");
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_zeroed_whatever_the_allocator_returns),
        cmocka_unit_test(blocks_do_not_overlap),
        cmocka_unit_test(a_block_of_nothing_is_not_a_failure),
        cmocka_unit_test(products_that_overflow_are_refused),
        cmocka_unit_test(a_failed_request_leaves_the_earlier_blocks_alone),
        cmocka_unit_test(many_small_blocks_need_few_allocator_calls),
        cmocka_unit_test(restoring_gives_back_what_came_after_the_mark),
        cmocka_unit_test(a_mark_of_an_empty_arena_restores_to_nothing),
        cmocka_unit_test(live_and_peak_count_what_the_allocator_gave),
        cmocka_unit_test(what_is_outside_of_blocks_is_poisoned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
