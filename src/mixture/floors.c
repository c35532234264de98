/* floors.c - see floors.h. */
#include "mixture/floors.h"

#include <math.h>
#include <stdlib.h>

enum {
    STEPS = 48,            /* of a search for a multiplier: an interval shrinks by 2/3 */
    RUNS_MOST = 200000000, /* runs that are looked at for one coordinate, in all steps */
    KINDS_MOST = 1024      /* of groups: sizes and counts */
};

static const double ROUNDING = 1e-11; /* more than that of sums of squares */

typedef struct floors {
    int64_t n;
    int64_t k;
    int64_t least; /* members of a group */
    int64_t most;
    double *value;  /* n: one coordinate, sorted */
    double *first;  /* n + 1: sums of the values before */
    double *second; /* and of their squares */
    double *best;   /* n + 1: of what is left of a place */
    double part;    /* p: points of the upper value, of all; */
    int64_t upper;  /* their number, */
    double square;  /* and the squared distance of the two values */
} floors;

/* A concave function of one number, and where it is looked for. */
typedef double concave(const floors *f, double fixed, double at);

static double largest(const floors *f, concave *of, double fixed, double low, double high) {
    double best = of(f, fixed, 0);
    for (int step = 0; step < STEPS; step++) {
        double const a = low + (high - low) / 3;
        double const b = high - (high - low) / 3;
        double const at_a = of(f, fixed, a);
        double const at_b = of(f, fixed, b);
        best = fmax(best, fmax(at_a, at_b));
        if (at_a < at_b) {
            low = a;
        } else {
            high = b;
        }
    }
    return best;
}

/* ---- similar ---- */

static int by_value(const void *left, const void *right) {
    double const a = *(const double *)left;
    double const b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The least squares in runs, with a price for each group above or below k. */
static double runs(const floors *f, double fixed, double price) {
    (void)fixed;
    f->best[0] = 0;
    for (int64_t end = 1; end <= f->n; end++) {
        double least = INFINITY;
        for (int64_t size = f->least; size <= f->most && size <= end; size++) {
            int64_t const from = end - size;
            double const sum = f->first[end] - f->first[from];
            double const inside = f->second[end] - f->second[from] - sum * sum / (double)size;
            double const all = f->best[from] + fmax(inside, 0) + price;
            least = all < least ? all : least;
        }
        f->best[end] = least;
    }
    return f->best[f->n] - price * (double)f->k;
}

static double floor_of_similar(floors *f) {
    if (f->n * (f->most - f->least + 1) > RUNS_MOST / (2 * STEPS)) {
        return 0;
    }
    qsort(f->value, (size_t)f->n, sizeof *f->value, by_value);
    for (int64_t i = 0; i < f->n; i++) {
        f->first[i + 1] = f->first[i] + f->value[i];
        f->second[i + 1] = f->second[i] + f->value[i] * f->value[i];
    }
    double const whole = f->second[f->n];
    double const found = largest(f, runs, 0, -whole, whole);
    return isfinite(found) ? found : 0;
}

/* ---- diverse ---- */

/* The least of (m - p s)^2 / s - on_size s - on_upper m over all groups there may be. */
static double priced(const floors *f, double on_upper, double on_size) {
    double least = INFINITY;
    for (int64_t size = f->least; size <= f->most; size++) {
        for (int64_t m = 0; m <= size && m <= f->upper; m++) {
            double const off = (double)m - f->part * (double)size;
            double const cost =
                off * off / (double)size - on_size * (double)size - on_upper * (double)m;
            least = cost < least ? cost : least;
        }
    }
    return least * (double)f->k + on_size * (double)f->n + on_upper * (double)f->upper;
}

static double best_size_price(const floors *f, double fixed, double on_upper) {
    (void)fixed;
    return largest(f, priced, on_upper, -2, 2);
}

/* Are there two values, and which? */
static int has_two_values(floors *f) {
    double low = f->value[0];
    double high = low;
    for (int64_t i = 1; i < f->n; i++) {
        low = fmin(low, f->value[i]);
        high = fmax(high, f->value[i]);
    }
    f->upper = 0;
    for (int64_t i = 0; i < f->n; i++) {
        if (f->value[i] != low && f->value[i] != high) {
            return 0;
        }
        f->upper += f->value[i] == high;
    }
    f->part = (double)f->upper / (double)f->n;
    f->square = (high - low) * (high - low);
    return high > low;
}

static double floor_of_diverse(floors *f) {
    if ((f->most - f->least + 1) * (f->most + 1) > KINDS_MOST || !has_two_values(f)) {
        return 0;
    }
    return f->square * largest(f, best_size_price, 0, -4, 4);
}

/* ---- all of them ---- */

fcap_status fcap_floors(fcap_run *run, const blend *b, const rules *r, double *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const others = (r->k - 1) * r->min_size;
    floors f = {.n = r->n,
                .k = r->k,
                .least = r->min_size,
                .most = r->capacity < r->n - others ? r->capacity : r->n - others,
                .value = arena_array(&run->mem, double, r->n),
                .first = arena_array(&run->mem, double, r->n + 1),
                .second = arena_array(&run->mem, double, r->n + 1),
                .best = arena_array(&run->mem, double, r->n + 1)};
    if (f.value == NULL || f.first == NULL || f.second == NULL || f.best == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a bound of %lld rows",
                             (long long)r->n);
    }
    double sum = 0;
    for (int32_t c = 0; c < b->d; c++) {
        for (int64_t i = 0; i < r->n; i++) {
            f.value[i] = b->x[i * b->d + c];
        }
        double const least = c < b->near ? floor_of_similar(&f) : floor_of_diverse(&f);
        sum += fmax(least, 0);
    }
    *out = fmax(sum - ROUNDING * b->whole, 0);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
