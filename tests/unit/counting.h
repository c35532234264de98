/* counting.h - an allocator that counts what is open and fails at the n-th request. */
#ifndef TESTS_UNIT_COUNTING_H
#define TESTS_UNIT_COUNTING_H

#include <stdlib.h>

typedef struct counting {
    int calls;
    int open;
    int fail_at;
} counting;

static void *counting_alloc(void *user, size_t size) {
    counting *const c = user;
    if (++c->calls == c->fail_at) {
        return NULL;
    }
    c->open++;
    return malloc(size);
}

static void counting_release(void *user, void *block) {
    ((counting *)user)->open--;
    free(block);
}

#endif
