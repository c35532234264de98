/* fair_round.c - see fair_round.h.
 *
 * With t < 1 a box  a in [a1, a2], b in [b1, b2]  holds allowed counts only if its corners
 * (a1, b2) and (a2, b1) are balanced, and sizes are bounded apart. Around allowed counts (a, b)
 * there are many; here a corner lies halfway between them and the line of balance, so counts on
 * a line keep that line and others have room to both sides.
 */
#include "cluster/fair_round.h"

#include "cluster/fair_flow.h"

#include <math.h>

void fcap_fair_round(const fair_assign *fa, const double *count, quota *out) {
    int32_t const k = fa->k;
    for (int32_t g = 0; g < 2; g++) {
        double sum = 0;
        int64_t before = 0;
        for (int32_t i = 0; i < k; i++) { /* rounds the sums, so that the last is right */
            sum += count[g * k + i];
            double const up_to = floor(sum + 0.5);
            int64_t const here = i == k - 1 ? fa->s->total[g] : (int64_t)up_to;
            int64_t const own = here - before;
            before = here;
            if (g == 0) {
                out[i].a = own;
            } else {
                out[i].b = own;
            }
        }
    }
}

/* ceil and floor of x y / z for x, y >= 0. */
static int64_t up(int64_t x, int64_t y, int64_t z) {
    return x == 0 ? 0 : fcap_ceil_div(x, y, z);
}

box fcap_fair_box(const rules *r, fcap_ratio t, quota c) {
    int64_t const few_a = (c.a + up(c.b, t.num, t.den) + 1) / 2;
    int64_t const few_b = (c.b + up(c.a, t.num, t.den) + 1) / 2;
    return (box){{few_a, few_b, r->min_size},
                 {few_b * t.den / t.num, few_a * t.den / t.num, r->capacity}};
}

fcap_status fcap_fair_near(fcap_run *run, fair_assign *fa, const quota *wish, int32_t *label) {
    TRY(fcap_quotas(run, &fa->rules, wish, fa->wanted));
    for (int32_t i = 0; i < fa->k; i++) {
        fa->boxes[i] = fcap_fair_box(&fa->rules, fa->s->t, fa->wanted[i]);
    }
    return fcap_fair_flow(run, fa, fa->boxes, label);
}
