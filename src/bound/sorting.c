/* sorting.c - quicksort and Hoare's selection: no function call per comparison. */
#include "bound/sorting.h"

enum {
    INSERTION = 16 /* shorter pieces are sorted by insertion */
};

static void insertion_sort(double *x, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        double const v = x[i];
        int64_t j = i;
        for (; j > 0 && x[j - 1] > v; j--) {
            x[j] = x[j - 1];
        }
        x[j] = v;
    }
}

/* Hoare's partition about the median of three: x[0..r] <= pivot <= x[r+1..n-1], 0 <= r < n-1.
 */
static int64_t partition(double *x, int64_t n) {
    double const a = x[0];
    double const b = x[(n - 1) / 2];
    double const c = x[n - 1];
    double const pivot = a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
    int64_t i = -1;
    int64_t j = n;
    for (;;) {
        do {
            i++;
        } while (x[i] < pivot);
        do {
            j--;
        } while (x[j] > pivot);
        if (i >= j) {
            return j < n - 1 ? j : n - 2;
        }
        double const t = x[i];
        x[i] = x[j];
        x[j] = t;
    }
}

void fcap_sort(double *x, int64_t n) {
    while (n > INSERTION) {
        int64_t const left = partition(x, n) + 1;
        if (left < n - left) {
            fcap_sort(x, left);
            x += left;
            n -= left;
        } else {
            fcap_sort(x + left, n - left);
            n = left;
        }
    }
    insertion_sort(x, n);
}

void fcap_select_smallest(double *x, int64_t n, int64_t m) {
    while (n > INSERTION && m > 0 && m < n) {
        int64_t const left = partition(x, n) + 1;
        if (m < left) {
            n = left;
        } else {
            x += left;
            n -= left;
            m -= left;
        }
    }
    if (m > 0 && m < n) {
        insertion_sort(x, n);
    }
}
