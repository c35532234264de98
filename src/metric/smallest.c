/* smallest.c - see smallest.h. */
#include "metric/smallest.h"

static void sift_down(double *heap, int64_t n, int64_t at) {
    double const x = heap[at];
    for (int64_t child = 2 * at + 1; child < n; child = 2 * at + 1) {
        child += child + 1 < n && heap[child + 1] > heap[child];
        if (!(heap[child] > x)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = x;
}

static void make_heap(smallest *s) {
    for (int64_t at = s->n / 2; at > 0; at--) {
        sift_down(s->x, s->n, at - 1);
    }
}

void fcap_smallest_offer(smallest *s, double x) {
    if (s->n < s->most) {
        s->x[s->n++] = x;
        if (s->n == s->most) {
            make_heap(s);
        }
    } else if (s->most > 0 && x < s->x[0]) {
        s->x[0] = x;
        sift_down(s->x, s->n, 0);
    }
}

void fcap_smallest_in_order(smallest *s) {
    if (s->n < s->most) {
        make_heap(s);
    }
    for (int64_t n = s->n - 1; n > 0; n--) {
        double const top = s->x[0];
        s->x[0] = s->x[n];
        s->x[n] = top;
        sift_down(s->x, n, 0);
    }
}
