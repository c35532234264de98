/* team.c - see team.h. Each operation: everybody shows what it has, everybody waits, everybody
 * looks at what the others show, everybody waits again. */
#include "team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANKS_MOST = 16
};

typedef struct team {
    pthread_barrier_t all;
    int ranks;
    const void *shown[RANKS_MOST];
} team;

typedef struct member {
    team *t;
    int rank;
    team_member *body;
    void *context;
} member;

static void show(member *m, const void *what) {
    m->t->shown[m->rank] = what;
    pthread_barrier_wait(&m->t->all);
}

static void leave(member *m) {
    pthread_barrier_wait(&m->t->all);
}

static void sum(void *self, int64_t *values, int64_t n) {
    member *const m = self;
    int64_t *const total = calloc((size_t)n + 1, sizeof *total);
    show(m, values);
    for (int r = 0; r < m->t->ranks; r++) {
        for (int64_t i = 0; i < n; i++) {
            total[i] += ((const int64_t *)m->t->shown[r])[i];
        }
    }
    leave(m);
    memcpy(values, total, (size_t)n * sizeof *values);
    free(total);
}

static void most(void *self, double *values, int64_t n) {
    member *const m = self;
    double *const largest = calloc((size_t)n + 1, sizeof *largest);
    show(m, values);
    for (int64_t i = 0; i < n; i++) {
        largest[i] = ((const double *)m->t->shown[0])[i];
        for (int r = 1; r < m->t->ranks; r++) {
            double const other = ((const double *)m->t->shown[r])[i];
            largest[i] = other > largest[i] ? other : largest[i];
        }
    }
    leave(m);
    memcpy(values, largest, (size_t)n * sizeof *values);
    free(largest);
}

static void broadcast(void *self, void *bytes, size_t n) {
    member *const m = self;
    show(m, bytes);
    if (m->rank > 0) {
        memcpy(bytes, m->t->shown[0], n);
    }
    leave(m);
}

static void gather(void *self, const void *bytes, const size_t *size, void *all) {
    member *const m = self;
    show(m, bytes);
    for (int r = 0, at = 0; m->rank == 0 && r < m->t->ranks; at += (int)size[r++]) {
        if (size[r] > 0) {
            memcpy((char *)all + at, m->t->shown[r], size[r]);
        }
    }
    leave(m);
}

static void *work(void *context) {
    member *const m = context;
    fcap_comm c = {.rank = m->rank,
                   .size = m->t->ranks,
                   .self = m,
                   .sum = sum,
                   .most = most,
                   .broadcast = broadcast,
                   .gather = gather};
    m->body(&c, m->context);
    return NULL;
}

void team_run(int ranks, team_member *body, void *context) {
    team t = {.ranks = ranks};
    member of[RANKS_MOST];
    pthread_t thread[RANKS_MOST];
    pthread_barrier_init(&t.all, NULL, (unsigned)ranks);
    for (int r = 0; r < ranks; r++) {
        of[r] = (member){&t, r, body, context};
        pthread_create(&thread[r], NULL, work, &of[r]);
    }
    for (int r = 0; r < ranks; r++) {
        pthread_join(thread[r], NULL);
    }
    pthread_barrier_destroy(&t.all);
}
