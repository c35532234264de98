/* test_parallel.c - a parallel loop does every item once, in chunks that do not depend on the
 * number of threads, and also where threads cannot be made or the process was forked.
 */
#define _GNU_SOURCE /* pthread_setattr_default_np: to make pthread_create fail */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ITEMS_MAX = 5000,
    THREADS_MAX = 1000
};

typedef struct record {
    atomic_int visits[ITEMS_MAX];
    atomic_llong chunk_to[ITEMS_MAX]; /* by the chunk's first item */
    atomic_int busy[THREADS_MAX];
    atomic_int wrong;
    int32_t threads;
    pthread_t caller;
    atomic_int by_others;
} record;

static record *record_new(int32_t threads) {
    record *const r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->threads = threads;
    r->caller = pthread_self();
    return r;
}

static void note_visits(void *context, int64_t from, int64_t to, int32_t thread) {
    record *const r = context;
    if (thread < 0 || thread >= r->threads || from < 0 || from >= to || to > ITEMS_MAX) {
        atomic_fetch_add(&r->wrong, 1);
        return;
    }
    if (atomic_fetch_add(&r->busy[thread], 1) != 0) {
        atomic_fetch_add(&r->wrong, 1); /* the number is taken by another running thread */
    }
    if (!pthread_equal(pthread_self(), r->caller)) {
        atomic_fetch_add(&r->by_others, 1);
    }
    atomic_store(&r->chunk_to[from], to);
    for (int64_t i = from; i < to; i++) {
        atomic_fetch_add(&r->visits[i], 1);
    }
    atomic_fetch_sub(&r->busy[thread], 1);
}

static void check_loop(int32_t threads, int64_t n, int64_t chunk) {
    record *const r = record_new(threads < 1 ? 1 : threads);
    fcap_parallel_for(threads, n, chunk, note_visits, r);
    assert_int_equal(atomic_load(&r->wrong), 0);
    for (int64_t i = 0; i < ITEMS_MAX; i++) {
        assert_int_equal(atomic_load(&r->visits[i]), i < n ? 1 : 0);
        int64_t const end = i + chunk < n ? i + chunk : n;
        assert_int_equal(atomic_load(&r->chunk_to[i]), i < n && i % chunk == 0 ? end : 0);
    }
    free(r);
}

static void does_every_item_once_in_chunks_that_do_not_depend_on_threads(void **state) {
    (void)state;
    static const int64_t sizes[] = {1, 2, 63, 64, 65, 1000, ITEMS_MAX};
    static const int64_t chunks[] = {1, 7, 64, 1000, 10000};
    static const int32_t threads[] = {1, 2, 3, 8};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
            for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
                check_loop(threads[t], sizes[n], chunks[c]);
            }
        }
    }
}

static void does_nothing_for_no_items(void **state) {
    (void)state;
    check_loop(1, 0, 1);
    check_loop(4, 0, 64);
}

static void more_threads_than_the_limit_or_fewer_than_one_still_work(void **state) {
    (void)state;
    check_loop(THREADS_MAX, 2000, 1);
    check_loop(0, 100, 7);
    check_loop(-5, 100, 7);
}

static void one_thread_is_the_calling_thread(void **state) {
    (void)state;
    record *const r = record_new(1);
    fcap_parallel_for(1, 1000, 10, note_visits, r);
    assert_int_equal(atomic_load(&r->by_others), 0);
    free(r);
}

typedef struct meeting {
    atomic_int arrived;
    int expected;
    atomic_int met;
} meeting;

/* Waits until all expected threads are in the body at once; gives up after two seconds. */
static void wait_for_the_others(void *context, int64_t from, int64_t to, int32_t thread) {
    (void)from;
    (void)to;
    (void)thread;
    meeting *const m = context;
    atomic_fetch_add(&m->arrived, 1);
    for (int i = 0; i < 2000; i++) {
        if (atomic_load(&m->arrived) >= m->expected) {
            atomic_fetch_add(&m->met, 1);
            return;
        }
        usleep(1000);
    }
}

static void several_threads_work_at_the_same_time(void **state) {
    (void)state;
    meeting m = {.expected = 3};
    fcap_parallel_for(3, 3, 1, wait_for_the_others, &m);
    assert_int_equal(atomic_load(&m.met), 3);
}

static void the_calling_thread_does_all_when_no_thread_can_be_made(void **state) {
    (void)state;
    pthread_attr_t before;
    pthread_attr_t greedy;
    pthread_getattr_default_np(&before);
    pthread_getattr_default_np(&greedy);
    /* No address space has room for such a stack, so pthread_create returns EAGAIN. */
    assert_int_equal(pthread_attr_setstacksize(&greedy, (size_t)1 << 60), 0);
    assert_int_equal(pthread_setattr_default_np(&greedy), 0);
    record *const r = record_new(4);
    fcap_parallel_for(4, 1000, 10, note_visits, r);
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
    pthread_attr_destroy(&greedy);
    assert_int_equal(atomic_load(&r->wrong), 0);
    assert_int_equal(atomic_load(&r->by_others), 0);
    for (int i = 0; i < 1000; i++) {
        assert_int_equal(atomic_load(&r->visits[i]), 1);
    }
    free(r);
}

static void works_in_a_forked_child(void **state) {
    (void)state;
    check_loop(4, 1000, 10); /* a pool would have its threads now, and lose them by fork */
    pid_t const child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(20); /* a hang becomes a failure */
        record *const r = calloc(1, sizeof *r);
        if (r == NULL) {
            _exit(2);
        }
        r->threads = 4;
        r->caller = pthread_self();
        fcap_parallel_for(4, 1000, 10, note_visits, r);
        int done = 0;
        for (int i = 0; i < 1000; i++) {
            done += atomic_load(&r->visits[i]) == 1;
        }
        _exit(done == 1000 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void there_is_at_least_one_core(void **state) {
    (void)state;
    assert_in_range(fcap_parallel_cores(), 1, 256);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(does_every_item_once_in_chunks_that_do_not_depend_on_threads),
        cmocka_unit_test(does_nothing_for_no_items),
        cmocka_unit_test(more_threads_than_the_limit_or_fewer_than_one_still_work),
        cmocka_unit_test(one_thread_is_the_calling_thread),
        cmocka_unit_test(several_threads_work_at_the_same_time),
        cmocka_unit_test(the_calling_thread_does_all_when_no_thread_can_be_made),
        cmocka_unit_test(works_in_a_forked_child),
        cmocka_unit_test(there_is_at_least_one_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
