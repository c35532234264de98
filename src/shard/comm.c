/* comm.c - what is made of the few collective operations, and those of a single process. */
#include "shard/comm.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void nothing_to_sum(void *self, int64_t *values, int64_t n) {
    (void)self;
    (void)values;
    (void)n;
}

static void nothing_larger(void *self, double *values, int64_t n) {
    (void)self;
    (void)values;
    (void)n;
}

static void nobody_else(void *self, void *bytes, size_t n) {
    (void)self;
    (void)bytes;
    (void)n;
}

static void own_bytes(void *self, const void *bytes, const size_t *size, void *all) {
    (void)self;
    if (size[0] > 0) {
        memcpy(all, bytes, size[0]);
    }
}

fcap_comm fcap_comm_serial(void) {
    return (fcap_comm){.size = 1,
                       .sum = nothing_to_sum,
                       .most = nothing_larger,
                       .broadcast = nobody_else,
                       .gather = own_bytes};
}

/* ---------------------------------------------------------------- counted */

static void count(fcap_comm *c, size_t bytes) {
    c->rounds++;
    c->bytes += (int64_t)bytes;
}

void fcap_comm_sum(fcap_comm *c, int64_t *values, int64_t n) {
    count(c, (size_t)n * sizeof *values);
    c->sum(c->self, values, n);
}

void fcap_comm_most(fcap_comm *c, double *values, int64_t n) {
    count(c, (size_t)n * sizeof *values);
    c->most(c->self, values, n);
}

void fcap_comm_broadcast(fcap_comm *c, void *bytes, size_t n) {
    if (n > 0) {
        count(c, n);
        c->broadcast(c->self, bytes, n);
    }
}

void fcap_comm_least(fcap_comm *c, double *value, int64_t *index) {
    double const own = *value;
    double first = -own;
    fcap_comm_most(c, &first, 1);
    double lowest = own == -first ? -(double)*index : -INFINITY;
    fcap_comm_most(c, &lowest, 1);
    *value = -first;
    *index = lowest > -INFINITY ? (int64_t)-lowest : *index;
}

/* ---------------------------------------------------------------- any number of bytes */

fcap_status fcap_comm_share(fcap_run *run, fcap_comm *c, int64_t mine, int64_t **all) {
    *all = arena_array(&run->mem, int64_t, c->size);
    fcap_status const status =
        *all != NULL ? FCAP_OK
                     : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the ranks (%d)",
                                     (int)c->size);
    AGREE(run, c, status);
    assert(*all != NULL);
    (*all)[c->rank] = mine;
    fcap_comm_sum(c, *all, c->size);
    return FCAP_OK;
}

fcap_status fcap_comm_gather(fcap_run *run, fcap_comm *c, const void *bytes, size_t n,
                             char **all, size_t *total) {
    int64_t *of = NULL;
    TRY(fcap_comm_share(run, c, (int64_t)n, &of));
    size_t *const size = arena_array(&run->mem, size_t, c->size);
    fcap_status status = FCAP_OK;
    *total = 0;
    *all = NULL;
    for (int32_t r = 0; size != NULL && r < c->size; r++) {
        size[r] = (size_t)of[r];
        *total += size[r];
    }
    if (c->rank == 0 && size != NULL) {
        *all = arena_array(&run->mem, char, *total + 1);
    }
    if (size == NULL || (c->rank == 0 && *all == NULL)) {
        status = fcap_run_fail(run, FCAP_E_NO_MEMORY,
                               "out of memory for %zu bytes from all ranks", *total);
    }
    AGREE(run, c, status);
    count(c, c->rank == 0 ? *total - n : n);
    c->gather(c->self, bytes, size, *all);
    return FCAP_OK;
}

void fcap_comm_bring(fcap_comm *c, const void *bytes, const size_t *size, void *room) {
    size_t total = 0;
    for (int32_t r = 1; r < c->size; r++) {
        total += size[r];
    }
    count(c, c->rank == 0 ? total : size[c->rank]);
    c->gather(c->self, bytes, size, room);
}

fcap_status fcap_comm_spread(fcap_run *run, fcap_comm *c, void **bytes, size_t *n) {
    int64_t size = c->rank == 0 ? (int64_t)*n : 0;
    fcap_comm_broadcast(c, &size, sizeof size);
    fcap_status status = FCAP_OK;
    if (c->rank != 0) {
        *n = (size_t)size;
        *bytes = arena_array(&run->mem, char, *n + 1);
        if (*bytes == NULL) {
            status = fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %zu bytes", *n);
        }
    }
    AGREE(run, c, status);
    fcap_comm_broadcast(c, *bytes, *n);
    return FCAP_OK;
}

/* ---------------------------------------------------------------- errors */

enum {
    WORDS = (sizeof(fcap_error) + 7) / 8 /* that hold an error */
};

fcap_status fcap_comm_agree(fcap_run *run, fcap_comm *c, fcap_status mine) {
    double first = mine == FCAP_OK ? -INFINITY : -(double)c->rank;
    fcap_comm_most(c, &first, 1);
    if (first == -INFINITY) {
        return FCAP_OK;
    }
    fcap_error said = {.status = mine};
    if (run->err != NULL) {
        said = *run->err;
        said.status = mine;
    }
    /* From the first that failed to all: its bytes are the only ones in the sum. */
    int64_t word[WORDS] = {0};
    if (c->rank == (int32_t)-first) {
        memcpy(word, &said, sizeof said);
    }
    fcap_comm_sum(c, word, WORDS);
    memcpy(&said, word, sizeof said);
    if (run->err != NULL) {
        *run->err = said;
    }
    return said.status;
}
