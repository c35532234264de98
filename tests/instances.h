/* instances.h - seeded instances for tests: the same on every machine, in any order. */
#ifndef TESTS_INSTANCES_H
#define TESTS_INSTANCES_H

#include <stdint.h>

/* A small generator of the tests' own (xorshift), so that they do not depend on src/base. */
typedef struct dice {
    uint64_t state;
} dice;
dice dice_of(uint64_t seed);
/* Uniform in [low, high]. */
int64_t roll(dice *d, int64_t low, int64_t high);
double roll_unit(dice *d);

typedef enum shape_of_points {
    SCATTERED, /* uniform */
    CLUMPED,   /* around few centres */
    GRID,      /* small whole coordinates: many ties and duplicates */
    EQUAL,     /* all points the same */
    HUGE_ONES, /* coordinates near 1e300 */
    SHAPES
} shape_of_points;

void draw_points(dice *d, shape_of_points shape, double *x, int64_t n, int32_t dim);

#endif
