/* columns.c - see columns.h. A new column costs O(room n / 64). */
#include "bound/columns.h"

#include "base/vector.h"

#include <assert.h>
#include <string.h>

fcap_status fcap_columns_open(fcap_run *run, const int64_t *total, int64_t most, int32_t room,
                              columns *out) {
    arena *const mem = &run->mem;
    *out = (columns){.room = room,
                     .total = {total[0], total[1]},
                     .words = (total[0] + total[1] + 63) / 64,
                     .most = most};
    out->candidate = arena_array(mem, int32_t, room);
    out->size = arena_array(mem, int32_t, room);
    out->first = arena_array(mem, int32_t, room);
    out->cost = arena_array(mem, double, room);
    out->share = arena_array(mem, double, room);
    out->idle = arena_array(mem, int32_t, room);
    out->member = arena_array(mem, int32_t, room * most);
    out->bits = arena_array(mem, uint64_t, room * out->words);
    out->product = arena_array(mem, float, (int64_t)room *room);
    return out->candidate == NULL || out->size == NULL || out->first == NULL ||
                   out->cost == NULL || out->share == NULL || out->idle == NULL ||
                   out->member == NULL || out->bits == NULL || out->product == NULL
               ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters of %lld",
                               (int)room, (long long)most)
               : FCAP_OK;
}

int32_t *fcap_columns_next(columns *c) {
    return c->member + c->n * c->most;
}

const float *fcap_columns_products(const columns *c, int32_t column) {
    return c->product + (int64_t)column * c->room;
}

WIDE static int64_t count_common(const uint64_t *a, const uint64_t *b, int64_t words) {
    int64_t count = 0;
    for (int64_t w = 0; w < words; w++) {
        count += __builtin_popcountll(a[w] & b[w]);
    }
    return count;
}

static float product(const columns *c, int32_t x, int32_t y) {
    double const a = (double)c->first[x] * c->first[y];
    double const b = (double)(c->size[x] - c->first[x]) * (c->size[y] - c->first[y]);
    double drift = c->total[0] > 0 ? a / (double)c->total[0] : 0;
    drift += c->total[1] > 0 ? b / (double)c->total[1] : 0;
    int64_t const common =
        count_common(c->bits + x * c->words, c->bits + y * c->words, c->words);
    return (float)((double)common + DRIFT * drift);
}

static int is_same(const columns *c, int32_t x, int32_t y) {
    return c->candidate[x] == c->candidate[y] && c->size[x] == c->size[y] &&
           memcmp(c->bits + x * c->words, c->bits + y * c->words,
                  (size_t)c->words * sizeof *c->bits) == 0;
}

void fcap_columns_add(columns *c, int64_t candidate, int64_t size, double cost) {
    assert(c->n < c->room && size <= c->most);
    int32_t const x = c->n;
    const int32_t *const member = fcap_columns_next(c);
    uint64_t *const bits = c->bits + x * c->words;
    memset(bits, 0, (size_t)c->words * sizeof *bits);
    c->candidate[x] = (int32_t)candidate;
    c->size[x] = (int32_t)size;
    c->first[x] = 0;
    for (int64_t m = 0; m < size; m++) {
        bits[member[m] / 64] |= (uint64_t)1 << member[m] % 64;
        c->first[x] += member[m] < c->total[0];
    }
    for (int32_t y = 0; y < x; y++) {
        if (is_same(c, x, y)) {
            c->idle[y] = 0;
            return;
        }
    }
    for (int32_t y = 0; y <= x; y++) {
        float const both = product(c, x, y);
        c->product[(int64_t)x * c->room + y] = both;
        c->product[(int64_t)y * c->room + x] = both;
    }
    c->cost[x] = cost;
    c->share[x] = 0;
    c->idle[x] = 0;
    c->n++;
}

static void copy_column(columns *c, int32_t to, int32_t from) {
    c->candidate[to] = c->candidate[from];
    c->size[to] = c->size[from];
    c->first[to] = c->first[from];
    c->cost[to] = c->cost[from];
    c->share[to] = c->share[from];
    c->idle[to] = c->idle[from];
    memcpy(c->member + to * c->most, c->member + from * c->most,
           (size_t)c->size[from] * sizeof *c->member);
    memcpy(c->bits + to * c->words, c->bits + from * c->words,
           (size_t)c->words * sizeof *c->bits);
}

void fcap_columns_keep(columns *c, const unsigned char *keep) {
    int32_t n = 0;
    for (int32_t x = 0; x < c->n; x++) {
        if (!keep[x]) {
            continue;
        }
        if (n != x) {
            copy_column(c, n, x);
        }
        float *const row = c->product + (int64_t)n * c->room;
        const float *const old = fcap_columns_products(c, x);
        int32_t m = 0;
        for (int32_t y = 0; y < c->n; y++) {
            row[m] = old[y]; /* m <= y and n <= x: nothing is lost */
            m += keep[y] != 0;
        }
        n++;
    }
    c->n = n;
}

double fcap_columns_value(const columns *c, int32_t column, const double *pi) {
    const int32_t *const member = c->member + column * c->most;
    double value = c->cost[column];
    for (int32_t m = 0; m < c->size[column]; m++) {
        value -= pi[member[m]];
    }
    return value;
}
