/* verify.c - see verify.h. Written for clarity: O(n^2 d). */
#include "verify.h"

#include <math.h>
#include <stdlib.h>

static double distance(const double *a, const double *b, int32_t d) {
    double sum = 0;
    for (int32_t c = 0; c < d; c++) {
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    }
    return sqrt(sum);
}

verified verify(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t n_groups,
                int64_t num, int64_t den, const int32_t *labels, int32_t k) {
    verified v = {.is_partition = 1, .smallest = n, .balance = 1, .balanced = 1};
    for (int32_t c = 0; c < k; c++) {
        int64_t size = 0;
        double best = -1;
        for (int64_t m = 0; m < n; m++) {
            if (labels[m] < 0 || labels[m] >= k) {
                v.is_partition = 0;
                return v;
            }
            if (labels[m] != c) {
                continue;
            }
            size++;
            double sum = 0;
            for (int64_t j = 0; j < n; j++) {
                sum += labels[j] == c ? distance(x + m * d, x + j * d, d) : 0;
            }
            best = best < 0 || sum < best ? sum : best;
        }
        v.is_partition &= size > 0;
        v.largest = size > v.largest ? size : v.largest;
        v.smallest = size < v.smallest ? size : v.smallest;
        v.cost += best > 0 ? best : 0;
        for (int32_t g = 0; g < n_groups; g++) {
            for (int32_t h = 0; h < n_groups; h++) {
                int64_t of_g = 0;
                int64_t of_h = 0;
                for (int64_t j = 0; j < n; j++) {
                    of_g += labels[j] == c && group[j] == g;
                    of_h += labels[j] == c && group[j] == h;
                }
                v.balanced &= of_g * den >= of_h * num;
                if (of_h > 0 && (double)of_g / (double)of_h < v.balance) {
                    v.balance = (double)of_g / (double)of_h;
                }
            }
        }
    }
    return v;
}

double verify_group_cost(const double *x, int64_t n, int32_t d, const int32_t *group, int32_t g,
                         const int32_t *labels, const int64_t *medoid) {
    double sum = 0;
    int64_t members = 0;
    for (int64_t i = 0; i < n; i++) {
        if (group[i] == g) {
            sum += distance(x + i * d, x + medoid[labels[i]] * d, d);
            members++;
        }
    }
    return sum / (double)members;
}
