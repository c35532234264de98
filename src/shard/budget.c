/* budget.c - see budget.h.
 *
 * The constants are upper bounds of what was measured for k from 10 to 3,000, d from 2 to 40
 * and one or two groups; tests/mpi/test_memory.py compares them with what ranks take.
 */
#include "shard/budget.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    MEGABYTE = 1 << 20,
    ROW = 9,                /* group, label and margin */
    STORED_MOST = 40000000, /* distances that a search stores, as in search/large.c */
    FIRST_POINTS = 5000,    /* that it begins with, and so many of each cluster */
    FIRST_EACH = 100,
    CHUNK = 16 * MEGABYTE, /* of the arena, which may be begun */
    SPREAD = 4 * MEGABYTE, /* between two runs: what MPI and the system give a process */
    WINDOW_FROM = 6, /* clusters from which some are searched apart, as in search/search.c, */
    WINDOW_MOST = 10 /* and how many of them */
};

/* ---------------------------------------------------------------- what the system says */

/* The number behind a word of a file of /proc; 0: none. */
static int64_t number_in(const char *path, const char *word) {
    char text[4096];
    int const file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t const size = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) {
        close(file);
    }
    text[size > 0 ? size : 0] = 0;
    const char *const at = strstr(text, word);
    return at != NULL ? strtoll(at + strlen(word), NULL, 10) : 0;
}

int64_t fcap_memory_now(void) {
    return 1024 * number_in("/proc/self/status", "VmRSS:");
}

/* ru_maxrss would count what the process held before it became this program, too. */
int64_t fcap_memory_peak(void) {
    int64_t const peak = 1024 * number_in("/proc/self/status", "VmHWM:");
    struct rusage usage;
    return peak == 0 && getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * (int64_t)usage.ru_maxrss
                                                            : peak;
}

/* What there is in all; 0: not told. A job of a batch system may have less. */
static int64_t machine_memory(void) {
    long const pages = sysconf(_SC_PHYS_PAGES);
    long const size = sysconf(_SC_PAGESIZE);
    int64_t const all = pages > 0 && size > 0 ? (int64_t)pages * size : 0;
    int64_t const group = number_in("/sys/fs/cgroup/memory.max", "");
    return group > 0 && (all == 0 || group < all) ? group : all;
}

/* ---------------------------------------------------------------- what will be taken */

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Of a matrix with so many points: that of the clusters which are searched apart, full as they
 * may be, beside it. */
static int64_t window_bytes(const schema *s, const budget *b, int64_t side) {
    int64_t const clusters = smaller(b->k - 1, WINDOW_MOST);
    double const most = (double)clusters * (double)b->capacity * (double)side / (double)s->n;
    int64_t const n = b->k < WINDOW_FROM ? 0 : smaller(side, (int64_t)most + clusters);
    return n > 0 ? 4 * n * n + n * (24 * (int64_t)s->d + 300) + CHUNK : 0;
}

/* The sample's search: distances to all medoids, or a matrix of a smaller one; points once
 * more; and what is in proportion to points or to pairs of clusters. */
static int64_t search_bytes(const schema *s, const budget *b, int64_t matrix) {
    int64_t const distances = b->sample * b->k;
    int64_t const stored = 12 * smaller(distances, STORED_MOST); /* or those of a level */
    int64_t const tried = larger(FIRST_POINTS, FIRST_EACH * (int64_t)b->k);
    int64_t const side = smaller(b->sample, smaller(matrix, tried));
    return larger(stored, 4 * side * side + window_bytes(s, b, side)) +
           b->sample * (24 * (int64_t)s->d + 100) + 176 * (int64_t)b->k * b->k * s->n_groups +
           16 * MEGABYTE;
}

/* All rows, as faircap cluster does it: few have a matrix, and a bound is proved. */
static int64_t whole_bytes(const schema *s, const budget *b) {
    int64_t const few = smaller(s->n, FIRST_POINTS);
    return s->n > MATRIX_POINTS ? search_bytes(s, b, MATRIX_POINTS)
                                : search_bytes(s, b, 0) + 4 * s->n * s->n +
                                      larger(12 * few * few, window_bytes(s, b, s->n));
}

/* A step on rank 0: n points with their rows, groups and numbers, and the flow's lists. */
static int64_t step_bytes(const schema *s, int32_t k, int64_t n) {
    int64_t const pairs = (int64_t)k * k * s->n_groups;
    return n * (8 * (int64_t)s->d + 48) + pairs * 80 + 16 * n + 8 * MEGABYTE;
}

/* Points of the largest step: twice as many as usual where those do not get on (zoom.c). */
static int64_t most_points(const schema *s, const budget *b) {
    return smaller(2 * b->gather, s->n);
}

/* Of other ranks: what is sent. */
static int64_t sent_bytes(const schema *s, const budget *b) {
    double const part = s->n > 0 ? (double)s->own / (double)s->n : 0;
    return (int64_t)(part * (double)most_points(s, b)) * (8 * (int64_t)s->d + 24);
}

/* With all of this in memory at its time, points apart. */
static int64_t needed(const fcap_comm *comm, const schema *s, const budget *b) {
    int64_t const now = fcap_memory_now();
    int64_t const reading = larger(fcap_memory_peak() - now, 0); /* as it was the first time */
    int64_t const rows = s->own * ROW;
    int64_t const reads = now + s->own + reading;
    if (comm->rank > 0) {
        return larger(reads, now + rows + sent_bytes(s, b));
    }
    if (b->whole) {
        return larger(reads, now + rows + whole_bytes(s, b));
    }
    int64_t const sample = b->sample * (8 * (int64_t)s->d + 12);
    int64_t const searches = now + s->own + sample + search_bytes(s, b, b->matrix);
    int64_t const steps = now + rows + sample + step_bytes(s, b->k, most_points(s, b));
    return larger(reads, larger(searches, steps));
}

static long long megabytes(int64_t bytes) {
    return (long long)((bytes + MEGABYTE - 1) / MEGABYTE);
}

/* Every rank knows the largest need, and whose it is. */
static fcap_status refuse(fcap_run *run, const budget *b, double most, int64_t rank) {
    return fcap_run_fail(run, FCAP_E_ARGUMENT,
                         "a memory limit of %lldM is too low: rank %lld needs about %lldM; use "
                         "--memory-limit %lldM, or %s",
                         megabytes(b->limit), (long long)rank, megabytes((int64_t)most),
                         megabytes((int64_t)most + SPREAD),
                         rank > 0 || !b->whole ? "more ranks, or a smaller --sample or --gather"
                                               : "a smaller --sample");
}

/* More than the machine has: the system would end the job, or others. */
static fcap_status refuse_all(fcap_run *run, const budget *b, int64_t limit, double most,
                              int64_t rank) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "rank %lld would need about %lldM of memory, and the machine has "
                         "%lldM; use fewer clusters, or %s",
                         (long long)rank, megabytes((int64_t)most), megabytes(limit),
                         b->whole ? "a smaller --sample" : "a smaller --sample or --gather");
}

fcap_status fcap_budget_check(fcap_run *run, fcap_comm *comm, const schema *s, const budget *b,
                              int *kept) {
    int64_t const least = needed(comm, s, b);
    double worst = -(double)least;
    int64_t rank = comm->rank;
    int64_t limit = b->limit > 0 ? b->limit : machine_memory();
    *kept = b->limit <= 0 || least + 8 * (int64_t)s->d * s->own <= b->limit;
    fcap_comm_least(comm, &worst, &rank);
    fcap_comm_broadcast(comm, &limit, sizeof limit);
    if (limit <= 0 || -worst <= (double)limit) {
        return FCAP_OK;
    }
    return b->limit > 0 ? refuse(run, b, -worst, rank)
                        : refuse_all(run, b, limit, -worst, rank);
}

fcap_status fcap_budget_gather(fcap_run *run, const schema *s, int32_t k, int64_t limit,
                               int64_t n) {
    int64_t const then = fcap_memory_now() + step_bytes(s, k, n);
    if (limit <= 0 || then <= limit) {
        return FCAP_OK;
    }
    return fcap_run_fail(run, FCAP_E_ARGUMENT,
                         "a memory limit of %lldM is too low: %lld rows are so near to two "
                         "medoids that rank 0 must have them all, and needs about %lldM; use "
                         "--memory-limit %lldM",
                         megabytes(limit), (long long)n, megabytes(then),
                         megabytes(then + SPREAD));
}
