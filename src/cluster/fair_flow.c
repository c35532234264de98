/* fair_flow.c - see fair_flow.h. */
#include "cluster/fair_flow.h"

#include <math.h>
#include <string.h>

#define UNITS_MOST 1e15 /* flows cut prices there too (assign.c) */

fcap_status fcap_fair_flow(fcap_run *run, fair_assign *fa, const box *boxes, int32_t *label) {
    int32_t const k = fa->k;
    for (int32_t i = 0; i < k; i++) {
        fa->least[i] = boxes[i].least[OF_A];
        fa->most[i] = boxes[i].most[OF_A];
        fa->size_least[i] = boxes[i].least[OF_SIZE];
        fa->size_most[i] = boxes[i].most[OF_SIZE];
        if (fa->s->n_groups == 2) {
            fa->least[k + i] = boxes[i].least[OF_B];
            fa->most[k + i] = boxes[i].most[OF_B];
        }
    }
    assign_problem const a = {.n = fa->table.n,
                              .k = k,
                              .n_groups = fa->s->n_groups,
                              .group = fa->table.group,
                              .cost = fa->table.cost,
                              .source = {&fa->table.rows, &fa->table.centres, 1 / fa->unit},
                              .least = fa->least,
                              .most = fa->most,
                              .size_least = fa->size_least,
                              .size_most = fa->size_most};
    int64_t total = 0;
    arena_mark const mark = fcap_arena_save(&run->mem);
    fcap_status const status =
        fcap_assign(run, &a, (assign_prices){fa->member, fa->cluster}, label, &total);
    fcap_arena_restore(&run->mem, mark);
    for (int32_t v = 0; v < fa->s->n_groups * k; v++) {
        fa->price[v] = (double)fa->member[v] * fa->unit;
    }
    return status;
}

int fcap_fair_count(const fair_assign *fa, const int32_t *label, quota *count) {
    memset(count, 0, (size_t)fa->k * sizeof *count);
    for (int64_t r = 0; r < fa->table.first[1]; r++) {
        count[label[r]].a++;
    }
    for (int64_t r = fa->table.first[1]; r < fa->table.n; r++) {
        count[label[r]].b++;
    }
    for (int32_t i = 0; i < fa->k; i++) {
        if (!fcap_shape_allows(fa->s, count[i].a, count[i].b)) {
            return 0;
        }
    }
    return 1;
}

int fcap_fair_proved(const fair_assign *fa, double cost, double bound) {
    return cost - bound <= 1e-11 * cost + 1e-15 * (double)fa->p->n * fa->unit * COST_MOST;
}

/* From distances to whole units; a cluster's price is that of the group without a floor. */
void fcap_fair_take_prices(fair_assign *fa, const double *price) {
    int32_t const k = fa->k;
    for (int32_t v = 0; v < fa->s->n_groups * k; v++) {
        double const units = price[v] / fa->unit;
        double const most = UNITS_MOST;
        double const cut = units > most ? most : units < -most ? -most : units;
        fa->member[v] = (int64_t)floor(cut + 0.5);
    }
    for (int32_t i = 0; i < k; i++) {
        int64_t const a = fa->member[i];
        int64_t const b = fa->s->n_groups == 2 ? fa->member[k + i] : a;
        fa->cluster[i] = a > b ? a : b;
    }
}

/* What a point pays as a rule; not 0, even if it pays nothing without the balance. */
double fcap_fair_usual_distance(const fair_assign *fa, double cost) {
    double const mean = cost / (double)fa->p->n;
    double const far = fa->unit * COST_MOST;
    return mean > 1e-3 * far ? mean : 1e-3 * far;
}
