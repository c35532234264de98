/* parallel.c - POSIX threads that take chunks from a shared counter. See parallel.h. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/parallel.h"

#ifdef FCAP_NO_THREADS

void fcap_parallel_for(int32_t threads, int64_t n, int64_t chunk, parallel_body *body,
                       void *context) {
    (void)threads;
    for (int64_t from = 0; from < n; from += chunk) {
        body(context, from, n - from < chunk ? n : from + chunk, 0);
    }
}

int32_t fcap_parallel_cores(void) {
    return 1;
}

#else

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct loop {
    atomic_llong next;
    int64_t n;
    int64_t chunk;
    parallel_body *body;
    void *context;
} loop;

typedef struct worker {
    loop *of;
    int32_t thread;
} worker;

static void work(loop *l, int32_t thread) {
    for (;;) {
        int64_t const from = atomic_fetch_add(&l->next, l->chunk);
        if (from >= l->n) {
            return;
        }
        int64_t const to = l->n - from < l->chunk ? l->n : from + l->chunk;
        l->body(l->context, from, to, thread);
    }
}

static void *start(void *argument) {
    worker const *const w = argument;
    work(w->of, w->thread);
    return NULL;
}

void fcap_parallel_for(int32_t threads, int64_t n, int64_t chunk, parallel_body *body,
                       void *context) {
    loop l = {.n = n, .chunk = chunk, .body = body, .context = context};
    atomic_init(&l.next, 0);
    int64_t const chunks = n / chunk + (n % chunk != 0);
    int64_t wanted = threads < PARALLEL_MOST ? threads : PARALLEL_MOST;
    if (wanted > chunks) {
        wanted = chunks;
    }
    pthread_t id[PARALLEL_MOST];
    worker w[PARALLEL_MOST];
    int32_t made = 1; /* the calling thread is number 0 */
    for (; made < wanted; made++) {
        w[made] = (worker){&l, made};
        if (pthread_create(&id[made], NULL, start, &w[made]) != 0) {
            break;
        }
    }
    work(&l, 0);
    for (int32_t i = 1; i < made; i++) {
        pthread_join(id[i], NULL);
    }
}

int32_t fcap_parallel_cores(void) {
    long n = 0;
#ifdef CPU_COUNT
    cpu_set_t allowed; /* too small on a machine of more than 1,024: the call fails */
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        n = CPU_COUNT(&allowed);
    }
#endif
    if (n < 1) {
        n = sysconf(_SC_NPROCESSORS_ONLN);
    }
    return n < 1 ? 1 : n > PARALLEL_MOST ? PARALLEL_MOST : (int32_t)n;
}

#endif
