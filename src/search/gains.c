/* gains.c - see gains.h.
 *
 * Often it is easy: the positive gains are an allowed cluster, or there are more of them than
 * fit and the largest of both groups together are one. Then nothing has to be sorted. Otherwise
 * only the largest of each group matter, as many as a cluster may have. S_1 is concave, so the
 * best b for a given a is the number of positive gains, or the end of the interval
 * [low(a), high(a)] next to it.
 */
#include "search/gains.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SHORT = 16 /* stretches sorted by insertion */
};

fcap_status fcap_gains_open(fcap_run *run, const shape *s, gains *out) {
    *out = (gains){.s = s, .most = {s->most, 0}};
    for (int64_t a = s->least; a <= s->most; a++) {
        int64_t const high = s->high[a - s->least];
        int64_t const low = s->low[a - s->least];
        if (low <= high) {
            out->most[1] = high > out->most[1] ? high : out->most[1];
            out->size_most = a + high > out->size_most ? a + high : out->size_most;
        }
    }
    out->both = arena_array(&run->mem, float, s->n);
    for (int32_t g = 0; g < 2; g++) {
        int64_t const room = g < s->n_groups ? s->n : 0;
        out->list[g] = arena_array(&run->mem, float, room);
        out->sum[g] = arena_array(&run->mem, double, out->most[g] + 1);
        if (out->both == NULL || out->list[g] == NULL || out->sum[g] == NULL) {
            return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld points",
                                 (long long)s->n);
        }
    }
    return FCAP_OK;
}

static void insertion(float *v, int64_t n) {
    assert(v != NULL || n <= 1);
    for (int64_t i = 1; i < n; i++) {
        float const x = v[i];
        int64_t at = i;
        for (; at > 0 && v[at - 1] < x; at--) {
            v[at] = v[at - 1];
        }
        v[at] = x;
    }
}

static float middle(float a, float b, float c) {
    float const low = a < b ? a : b;
    float const high = a < b ? b : a;
    return c < low ? low : c > high ? high : c;
}

/* Hoare: v[*left .. *right] about a pivot. What is larger comes before *right + 1, what is
 * smaller from *left on, and between them all are equal to it. */
static void split(float *v, int64_t *left, int64_t *right) {
    int64_t const n = *right - *left + 1;
    float const pivot = middle(v[*left], v[*left + n / 2], v[*right]);
    while (*left <= *right) {
        while (v[*left] > pivot) {
            ++*left;
        }
        while (v[*right] < pivot) {
            --*right;
        }
        if (*left <= *right) {
            float const x = v[*left];
            v[(*left)++] = v[*right];
            v[(*right)--] = x;
        }
    }
}

/* The m largest of n values, in descending order, come first. */
static void sort_largest(float *v, int64_t n, int64_t m) {
    assert(v != NULL || n == 0);
    while (n > SHORT && m > 0) {
        int64_t left = 0;
        int64_t right = n - 1;
        split(v, &left, &right);
        sort_largest(v, right + 1, m);
        v += left;
        n -= left;
        m -= left;
    }
    if (m > 0) {
        insertion(v, n);
    }
}

/* The gains above `least`, group by group. */
static void gather(gains *w, const float *gain, float least) {
    const shape *const s = w->s;
    int64_t n[2] = {0, 0};
    if (s->group == NULL) {
        for (int64_t j = 0; j < s->n; j++) {
            w->list[0][n[0]] = gain[j];
            n[0] += gain[j] > least;
        }
    } else {
        for (int64_t j = 0; j < s->n; j++) {
            int32_t const g = s->group[j];
            w->list[g][n[g]] = gain[j];
            n[g] += gain[j] > least;
        }
    }
    w->n[0] = n[0];
    w->n[1] = n[1];
}

/* The sum of the first m values, in a fixed number of parts. */
static double sum_of(const float *v, int64_t m) {
    double part[4] = {0};
    int64_t i = 0;
    for (; i + 4 <= m; i += 4) {
        part[0] += (double)v[i];
        part[1] += (double)v[i + 1];
        part[2] += (double)v[i + 2];
        part[3] += (double)v[i + 3];
    }
    for (; i < m; i++) {
        part[0] += (double)v[i];
    }
    return (part[0] + part[1]) + (part[2] + part[3]);
}

static void add_up(gains *w, int32_t g, double *size) {
    int64_t const m = w->n[g] < w->most[g] ? w->n[g] : w->most[g];
    assert(w->list[g] != NULL && w->sum[g] != NULL);
    sort_largest(w->list[g], w->n[g], m);
    double sum = 0;
    for (int64_t c = 0; c < m; c++) {
        sum += w->list[g][c];
        w->sum[g][c + 1] = sum;
        *size += fabs((double)w->list[g][c]);
    }
    for (int64_t c = m; c < w->most[g]; c++) {
        w->sum[g][c + 1] = -INFINITY; /* there are no so many members */
    }
}

/* Between the last gain that is taken and the first that is not. */
static double closing_price(const gains *w, int32_t g, int64_t taken) {
    if (w->n[g] == 0) {
        return 0;
    }
    int64_t const last = taken > 0 ? taken - 1 : 0;
    int64_t const next = taken < w->n[g] && taken < w->most[g] ? taken : last;
    return 0.5 * ((double)w->list[g][last] + (double)w->list[g][next]);
}

/* All prefix sums, and the best of the allowed pairs. */
static gained best_pair(gains *w) {
    const shape *const s = w->s;
    gained out = {.value = -INFINITY};
    for (int32_t g = 0; g < s->n_groups; g++) {
        add_up(w, g, &out.size);
    }
    int64_t positive = 0;
    while (s->n_groups == 2 && positive < w->most[1] && positive < w->n[1] &&
           w->list[1][positive] > 0) {
        positive++;
    }
    int64_t best_a = 0;
    int64_t best_b = 0;
    for (int64_t a = s->least; a <= s->most; a++) {
        int64_t const low = s->low[a - s->least];
        int64_t const high = s->high[a - s->least];
        int64_t const b = positive < low ? low : positive > high ? high : positive;
        double const value = low > high ? -INFINITY : w->sum[0][a] + w->sum[1][b];
        if (value > out.value) {
            out.value = value;
            best_a = a;
            best_b = b;
        }
    }
    out.price[0] = closing_price(w, 0, best_a);
    out.price[1] = s->n_groups == 2 ? closing_price(w, 1, best_b) : 0;
    return out;
}

/* The least of the m largest of v, which come first then, in any order. */
static float select_largest(float *v, int64_t n, int64_t m) {
    int64_t from = 0;
    int64_t to = n;
    while (to - from > 1) {
        int64_t left = from;
        int64_t right = to - 1;
        split(v, &left, &right);
        if (m <= right + 1) {
            to = right + 1;
        } else if (m > left) {
            from = left;
        } else {
            break; /* between them all are equal to the pivot */
        }
    }
    float least = v[0];
    for (int64_t i = 1; i < m; i++) {
        least = v[i] < least ? v[i] : least;
    }
    return least;
}

/* The size_most largest positive gains of both groups together; 1 when their counts are
 * allowed, and then nothing is better. */
static int best_of_both(gains *w, gained *out) {
    int64_t const n = w->n[0] + w->n[1];
    int64_t const m = w->size_most;
    memcpy(w->both, w->list[0], (size_t)w->n[0] * sizeof *w->both);
    memcpy(w->both + w->n[0], w->list[1], (size_t)w->n[1] * sizeof *w->both);
    float const last = select_largest(w->both, n, m);
    assert(w->s->n_groups <= 2 && w->list[0] != NULL && w->list[1] != NULL);
    int64_t above[2] = {0, 0};
    int64_t equal[2] = {0, 0};
    for (int32_t g = 0; g < w->s->n_groups; g++) {
        for (int64_t i = 0; i < w->n[g]; i++) {
            above[g] += w->list[g][i] > last;
            equal[g] += w->list[g][i] == last;
        }
    }
    int64_t const ties = m - above[0] - above[1]; /* that go to either group */
    int64_t const from = above[0] + (ties > equal[1] ? ties - equal[1] : 0);
    int64_t const to = above[0] + (ties < equal[0] ? ties : equal[0]);
    for (int64_t a = from; a <= to; a++) {
        if (fcap_shape_allows(w->s, a, m - a)) {
            out->value = out->size = sum_of(w->both, m);
            out->price[0] = out->price[1] = (double)last;
            return 1;
        }
    }
    return 0;
}

gained fcap_gains_best(gains *w, const float *gain) {
    gained out = {.value = -INFINITY};
    gather(w, gain, 0.0f);
    if (fcap_shape_allows(w->s, w->n[0], w->n[1])) {
        out.value = out.size = sum_of(w->list[0], w->n[0]) + sum_of(w->list[1], w->n[1]);
        return out;
    }
    if (w->n[0] + w->n[1] >= w->size_most && best_of_both(w, &out)) {
        return out;
    }
    if (w->n[0] < w->most[0] || (w->s->n_groups == 2 && w->n[1] < w->most[1])) {
        gather(w, gain, -INFINITY);
    }
    return best_pair(w);
}
