/* partition_optimum.c - see partition_optimum.h.
 *
 * A set of points is the number whose bits say who is in it. least[R] for c clusters is the
 * least cost of dividing R into c clusters; the cluster of R's smallest point is any subset
 * that has that point, the rest is divided into c - 1:
 *
 *     least_c(R) = min over T in R, smallest(R) in T, T allowed, of cost(T) + least_{c-1}(R -
 * T)
 *
 * Only sets of a size that c clusters can have are looked at. Not for several threads at a
 * time.
 */
#include "partition_optimum.h"

#include <math.h>
#include <stddef.h>

enum {
    SETS = 1 << PARTITION_POINTS_MOST
};

static int64_t members(uint32_t set) {
    int64_t count = 0;
    for (; set != 0; set &= set - 1) {
        count++;
    }
    return count;
}

static double distance(const partition_request *r, int64_t i, int64_t j) {
    double sum = 0;
    for (int32_t c = 0; c < r->d; c++) {
        double const apart = r->x[i * r->d + c] - r->x[j * r->d + c];
        sum += apart * apart;
    }
    return sqrt(sum);
}

static int allowed(const partition_request *r, uint32_t set) {
    int64_t const size = members(set);
    if (size < r->min_size || size > r->max_size) {
        return 0;
    }
    int64_t count[PARTITION_POINTS_MOST] = {0};
    for (int64_t j = 0; r->n_groups > 0 && j < r->n; j++) {
        count[r->group[j]] += set >> j & 1;
    }
    for (int32_t g = 0; g < r->n_groups; g++) {
        for (int32_t h = 0; h < r->n_groups; h++) {
            if (count[g] * r->den < count[h] * r->num) {
                return 0;
            }
        }
    }
    return 1;
}

/* cost[set]: the least sum of distances to a member; INFINITY where the set is no cluster. */
static void cost_of_sets(const partition_request *r, double *cost) {
    static double sum[SETS];
    uint32_t const all = (uint32_t)(1u << r->n);
    for (uint32_t set = 0; set < all; set++) {
        cost[set] = INFINITY;
    }
    for (int64_t m = 0; m < r->n; m++) {
        double to_m[PARTITION_POINTS_MOST];
        for (int64_t j = 0; j < r->n; j++) {
            to_m[j] = distance(r, m, j);
        }
        sum[0] = 0;
        int64_t top = 0; /* the largest point of the set */
        for (uint32_t set = 1; set < all; set++) {
            top += set >> (top + 1) != 0;
            sum[set] = sum[set ^ (1u << top)] + to_m[top];
            if ((set & ~r->never) >> m & 1 && sum[set] < cost[set]) {
                cost[set] = sum[set];
            }
        }
    }
    for (uint32_t set = 0; set < all; set++) {
        cost[set] = set != 0 && allowed(r, set) ? cost[set] : INFINITY;
    }
}

/* The least cost of `set` as one allowed cluster that has the points of `must`, and the rest.
 */
static double best_division(uint32_t set, uint32_t must, const double *cost,
                            const double *rest) {
    uint32_t const others = set ^ must;
    double best = INFINITY;
    uint32_t with = others;
    for (;;) { /* every subset of the others, the empty one last */
        uint32_t const cluster = with | must;
        if (cost[cluster] + rest[set ^ cluster] < best) {
            best = cost[cluster] + rest[set ^ cluster];
        }
        if (with == 0) {
            return best;
        }
        with = (with - 1) & others;
    }
}

double partition_optimum(const partition_request *r) {
    static double cost[SETS];
    static double least[2][SETS];
    uint32_t const all = (uint32_t)(1u << r->n);
    cost_of_sets(r, cost);
    double *before = least[0];
    double *now = least[1];
    for (uint32_t set = 0; set < all; set++) {
        before[set] = cost[set];
    }
    for (int64_t c = 2; c <= r->k; c++) {
        for (uint32_t set = 0; set < all; set++) {
            int64_t const size = members(set);
            int64_t const left = r->n - size; /* of the other k - c clusters */
            int const can_be = size >= c * r->min_size && size <= c * r->max_size &&
                               left >= (r->k - c) * r->min_size &&
                               left <= (r->k - c) * r->max_size;
            now[set] = can_be ? best_division(set, set & (~set + 1), cost, before) : INFINITY;
        }
        double *const spare = before;
        before = now;
        now = spare;
    }
    return isfinite(before[all - 1]) ? before[all - 1] : -1;
}

static uint32_t set_of(const int64_t *point, int64_t n_points) {
    uint32_t set = 0;
    for (int64_t i = 0; i < n_points; i++) {
        set |= (uint32_t)(1u << point[i]);
    }
    return set;
}

/* cost[set of others]: the sum of distances to the medoid; INFINITY where it is no cluster. */
static void cost_at(const partition_request *r, int64_t medoid, uint32_t others, double *cost) {
    double to_m[PARTITION_POINTS_MOST];
    for (int64_t j = 0; j < r->n; j++) {
        to_m[j] = distance(r, medoid, j);
    }
    for (uint32_t set = 0; set <= others; set++) {
        if ((set & others) != set) {
            continue;
        }
        cost[set] = allowed(r, set | (uint32_t)(1u << medoid)) ? 0 : INFINITY;
        for (int64_t j = 0; j < r->n; j++) {
            cost[set] += (set >> j & 1) != 0 ? to_m[j] : 0;
        }
    }
}

double partition_optimum_at(const partition_request *r, const int64_t *medoid) {
    static double cost[SETS];
    static double least[2][SETS];
    uint32_t const others = (uint32_t)((1u << r->n) - 1) ^ set_of(medoid, r->k);
    double *before = least[0];
    double *now = least[1];
    cost_at(r, medoid[0], others, before);
    for (int32_t c = 1; c < r->k; c++) {
        cost_at(r, medoid[c], others, cost);
        for (uint32_t set = 0; set <= others; set++) {
            if ((set & others) == set) {
                now[set] = best_division(set, 0, cost, before);
            }
        }
        double *const spare = before;
        before = now;
        now = spare;
    }
    return isfinite(before[others]) ? before[others] : -1;
}
