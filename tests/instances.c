/* instances.c - see instances.h. */
#include "instances.h"

dice dice_of(uint64_t seed) {
    return (dice){seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du};
}

static uint64_t next(dice *d) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return d->state * 0x2545f4914f6cdd1du >> 8;
}

int64_t roll(dice *d, int64_t low, int64_t high) {
    return low + (int64_t)(next(d) % (uint64_t)(high - low + 1));
}

double roll_unit(dice *d) {
    return (double)(next(d) & 0xffffffffffffu) / (double)0x1000000000000u;
}

void draw_points(dice *d, shape_of_points shape, double *x, int64_t n, int32_t dim) {
    for (int64_t i = 0; i < n * dim; i++) {
        switch (shape) {
        case CLUMPED:
            x[i] = (double)roll(d, 0, 2) * 10 + roll_unit(d);
            break;
        case GRID:
            x[i] = (double)roll(d, 0, 3);
            break;
        case EQUAL:
            x[i] = 7;
            break;
        case HUGE_ONES:
            x[i] = (roll_unit(d) - 0.5) * 1e300;
            break;
        case SCATTERED:
        case SHAPES:
        default:
            x[i] = roll_unit(d);
        }
    }
}
