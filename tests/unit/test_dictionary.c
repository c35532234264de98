/* test_dictionary.c - group ids and one-hot coordinates come from dictionaries: ids must follow
 * first appearance, ranks must follow the bytes, and no two texts may be taken for one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/dictionary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fcap_cell cell(const char *text) {
    return (fcap_cell){text, strlen(text)};
}

static void ids_follow_first_appearance_and_are_counted(void **state) {
    (void)state;
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("M")), 0);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("F")), 1);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("M")), 0);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("")), 2);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("m")), 3);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("M")), 0);
    assert_int_equal(fcap_dictionary_add(&mem, &d, cell("")), 2);
    assert_int_equal(d.n, 4);
    static const char *const text[] = {"M", "F", "", "m"};
    static const int count[] = {3, 1, 2, 1};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(d.entry[i].text, text[i]);
        assert_int_equal(d.entry[i].size, strlen(text[i]));
        assert_int_equal(d.entry[i].count, count[i]);
    }
    fcap_arena_free(&mem);
}

static void texts_are_copied(void **state) {
    (void)state;
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    char buffer[8] = "north";
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){buffer, 5}), 0);
    strcpy(buffer, "south");
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){buffer, 5}), 1);
    assert_string_equal(d.entry[0].text, "north");
    assert_string_equal(d.entry[1].text, "south");
    fcap_arena_free(&mem);
}

static void texts_are_bytes_of_a_length_not_strings(void **state) {
    (void)state;
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){"a\0b", 3}), 0);
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){"a\0c", 3}), 1);
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){"a", 1}), 2);
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){"ab", 1}), 2);
    assert_int_equal(fcap_dictionary_add(&mem, &d, (fcap_cell){"a\0b", 3}), 0);
    fcap_arena_free(&mem);
}

static void a_hundred_thousand_texts_are_told_apart(void **state) {
    (void)state;
    enum {
        N = 100000
    };
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < N; i++) {
            char text[32];
            snprintf(text, sizeof text, "%d@example.org", i);
            assert_int_equal(fcap_dictionary_add(&mem, &d, cell(text)), i);
        }
    }
    assert_int_equal(d.n, N);
    assert_int_equal(d.entry[N - 1].count, 3);
    assert_string_equal(d.entry[N - 1].text, "99999@example.org");
    fcap_arena_free(&mem);
}

static void ranks_follow_the_bytes(void **state) {
    (void)state;
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    static const char *const text[] = {"b", "\xc3\xa4", "ab", "", "a", "B", "a b", "\x7f"};
    static const int32_t expected[] = {5, 7, 4, 0, 2, 1, 3, 6};
    for (int i = 0; i < 8; i++) {
        assert_int_equal(fcap_dictionary_add(&mem, &d, cell(text[i])), i);
    }
    int32_t *rank = NULL;
    assert_int_equal(fcap_dictionary_rank(&mem, &d, &rank), 1);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(rank[i], expected[i]);
    }
    fcap_arena_free(&mem);
}

static void an_empty_dictionary_has_ranks_too(void **state) {
    (void)state;
    arena mem;
    fcap_arena_init(&mem, (fcap_allocator){0});
    dictionary d = {0};
    int32_t *rank = NULL;
    assert_int_equal(fcap_dictionary_rank(&mem, &d, &rank), 1);
    assert_non_null(rank);
    fcap_arena_free(&mem);
}

/* ---- when memory runs out ---- */

static void *limited_alloc(void *user, size_t size) {
    size_t *const left = user;
    if (size > *left) {
        return NULL;
    }
    *left -= size;
    return malloc(size);
}

static void plain_release(void *user, void *block) {
    (void)user;
    free(block);
}

static void running_out_of_memory_is_said_and_changes_nothing(void **state) {
    (void)state;
    for (size_t budget = 0; budget < 600000; budget += 30011) {
        size_t left = budget;
        arena mem;
        fcap_arena_init(&mem, (fcap_allocator){limited_alloc, plain_release, &left});
        dictionary d = {0};
        int added = 0;
        for (int i = 0; i < 100000; i++) {
            char text[16];
            snprintf(text, sizeof text, "%d", i);
            int32_t const id = fcap_dictionary_add(&mem, &d, cell(text));
            if (id < 0) {
                break;
            }
            assert_int_equal(id, added);
            added++;
        }
        assert_true(added < 100000);
        assert_int_equal(d.n, added);
        for (int i = 0; i < added; i++) { /* all are still found */
            char text[16];
            snprintf(text, sizeof text, "%d", i);
            assert_int_equal(fcap_dictionary_add(&mem, &d, cell(text)), i);
        }
        int32_t *rank = NULL;
        left = 0;
        if (added > 20000) { /* more than any rest of a chunk can hold */
            assert_int_equal(fcap_dictionary_rank(&mem, &d, &rank), 0);
        }
        fcap_arena_free(&mem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_follow_first_appearance_and_are_counted),
        cmocka_unit_test(texts_are_copied),
        cmocka_unit_test(texts_are_bytes_of_a_length_not_strings),
        cmocka_unit_test(a_hundred_thousand_texts_are_told_apart),
        cmocka_unit_test(ranks_follow_the_bytes),
        cmocka_unit_test(an_empty_dictionary_has_ranks_too),
        cmocka_unit_test(running_out_of_memory_is_said_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
