/* prices.c - see prices.h.
 *
 * Subgradient steps of Polyak's length, with slopes smoothed over the last steps: the value is
 * no smooth function of u, and single slopes jump to and fro between the sides of a kink.
 */
#include "general/prices.h"

#include <math.h>
#include <string.h>

enum {
    LOOK = 32,   /* steps between looks at what they gain */
    PATIENCE = 8 /* steps without gain before they are halved */
};

#define GUESS    0.1   /* of the value: the gap, while there is no answer */
#define SMALL    0.2   /* steps, compared with the first: long ones may gain nothing yet */
#define ROUNDING 1e-12 /* of all that was added: more than rounding adds */
#define FLAT     1e-6  /* of the value: less than that is no gain */
#define MEMORY   0.7   /* of the last direction in the next one */

static fcap_status out_of_memory(fcap_run *run, const task *of) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the prices of %d clusters",
                         (int)of->t.k);
}

fcap_status fcap_prices_open(fcap_run *run, const task *of, prices *out) {
    int64_t const k = of->t.k;
    int64_t const rows = k * of->t.n_rows;
    int64_t const entries = k * of->t.n_entries;
    *out = (prices){.task = of,
                    .u = arena_array(&run->mem, double, rows),
                    .entry = arena_array(&run->mem, double, entries),
                    .limits = arena_array(&run->mem, double, k),
                    .type = arena_array(&run->mem, double, of->it.n_types *k),
                    .best = arena_array(&run->mem, double, rows),
                    .slope = arena_array(&run->mem, double, rows),
                    .direction = arena_array(&run->mem, double, rows),
                    .tally = arena_array(&run->mem, double, entries)};
    int const ok = out->u != NULL && out->entry != NULL && out->limits != NULL &&
                   out->type != NULL && out->best != NULL && out->slope != NULL &&
                   out->direction != NULL && out->tally != NULL;
    return ok ? FCAP_OK : out_of_memory(run, of);
}

void fcap_prices_apply(prices *p) {
    const tally_rules *const t = &p->task->t;
    const items *const it = &p->task->it;
    int32_t const m = t->n_entries;
    for (int32_t i = 0; i < t->k; i++) {
        double *const entry = p->entry + (int64_t)i * m;
        memset(entry, 0, (size_t)m * sizeof *entry);
        p->limits[i] = 0;
        for (int32_t x = 0; x < t->n_rows; x++) {
            const tally_row *const row = &t->row[x];
            double const u = p->u[(int64_t)i * t->n_rows + x];
            entry[row->a] += u * row->on_a;
            entry[row->b] += u * row->on_b;
            p->limits[i] += u * fcap_tally_limit(t, row, i);
        }
    }
    for (int64_t type = 0; type < it->n_types; type++) {
        for (int32_t i = 0; i < t->k; i++) {
            double sum = 0;
            for (int32_t e = 0; e < m; e++) {
                sum += p->entry[(int64_t)i * m + e] * (double)it->tally[type * m + e];
            }
            p->type[type * t->k + i] = sum;
        }
    }
}

/* Where an item costs least; ties: the smaller number. */
static int32_t cheapest(const double *cost, const double *price, int32_t k, double *least) {
    int32_t best = 0;
    double value = cost[0] + price[0];
    for (int32_t i = 1; i < k; i++) {
        double const e = cost[i] + price[i];
        if (e < value) {
            value = e;
            best = i;
        }
    }
    *least = value;
    return best;
}

/* The cluster that an item cannot leave, or -1. */
static int32_t fixed_to(const layout *l, int64_t item) {
    int32_t const home = l->task->it.home[item];
    return home >= 0 ? home : l->pinned[item];
}

/* value(u), and what each row is exceeded by. */
static double evaluate(prices *p, const layout *l) {
    const tally_rules *const t = &p->task->t;
    const items *const it = &p->task->it;
    int32_t const m = t->n_entries;
    int32_t const k = t->k;
    double value = 0;
    fcap_prices_apply(p);
    memset(p->tally, 0, (size_t)k * (size_t)m * sizeof *p->tally);
    for (int64_t x = 0; x < l->n; x++) {
        const double *const cost = l->cost + x * k;
        const double *const price = p->type + (int64_t)it->type[x] * k;
        int32_t i = fixed_to(l, x);
        double least;
        if (i >= 0) {
            least = cost[i] + price[i];
        } else {
            i = cheapest(cost, price, k, &least);
        }
        value += least;
        for (int32_t e = 0; e < m; e++) {
            p->tally[(int64_t)i * m + e] += (double)it->tally[(int64_t)it->type[x] * m + e];
        }
    }
    for (int32_t i = 0; i < k; i++) {
        value -= p->limits[i];
        for (int32_t x = 0; x < t->n_rows; x++) {
            const tally_row *const row = &t->row[x];
            const double *const sum = p->tally + (int64_t)i * m;
            p->slope[(int64_t)i * t->n_rows + x] =
                row->on_a * sum[row->a] + row->on_b * sum[row->b] - fcap_tally_limit(t, row, i);
        }
    }
    p->work += l->n * k * 4 + (int64_t)it->n_types * k * m;
    return value;
}

/* One step from u along the smoothed slopes; 0 when there is no slope left. */
static int step(prices *p, int64_t n, double length) {
    double norm = 0;
    for (int64_t x = 0; x < n; x++) {
        int const blocked = p->u[x] <= 0 && p->slope[x] < 0;
        p->direction[x] = MEMORY * p->direction[x] + (1 - MEMORY) * (blocked ? 0 : p->slope[x]);
        norm += p->direction[x] * p->direction[x];
    }
    if (!(norm > 0)) {
        return 0;
    }
    for (int64_t x = 0; x < n; x++) {
        double const u = p->u[x] + length / norm * p->direction[x];
        p->u[x] = u > 0 ? u : 0;
    }
    return 1;
}

void fcap_prices_ascend(prices *p, const layout *l, double upper, int32_t steps) {
    int64_t const n = (int64_t)p->task->t.k * p->task->t.n_rows;
    size_t const bytes = (size_t)n * sizeof *p->u;
    double scale = 1;
    int32_t waited = 0;
    double value = evaluate(p, l);
    p->value = value;
    memcpy(p->best, p->u, bytes);
    memset(p->direction, 0, bytes);
    double before = value; /* some steps ago */
    for (int32_t s = 0; s < steps; s++) {
        if (s % LOOK == LOOK - 1) {
            if (scale < SMALL && p->value - before <= FLAT * fabs(p->value)) {
                break;
            }
            before = p->value;
        }
        double const known = upper - value;
        double const guess = GUESS * fabs(value);
        if (!(known > 0) || !step(p, n, scale * (known < guess ? known : guess))) {
            break;
        }
        value = evaluate(p, l);
        if (value > p->value) {
            p->value = value;
            memcpy(p->best, p->u, bytes);
            waited = 0;
        } else if (++waited == PATIENCE) {
            waited = 0;
            scale /= 2;
            memcpy(p->u, p->best, bytes);
            memset(p->direction, 0, bytes);
            value = evaluate(p, l);
        }
    }
    memcpy(p->u, p->best, bytes);
    fcap_prices_apply(p);
}

double fcap_prices_bound(const prices *p, const layout *l) {
    const tally_rules *const t = &p->task->t;
    double size = fabs(p->value); /* of the numbers that are added and taken away */
    for (int32_t x = 0; x < t->n_rows; x++) {
        const tally_row *const row = &t->row[x];
        double all_a = 0; /* no cluster has more than all items */
        double all_b = 0;
        for (int32_t i = 0; i < t->k; i++) {
            all_a += (double)l->tally[(int64_t)i * t->n_entries + row->a];
            all_b += (double)l->tally[(int64_t)i * t->n_entries + row->b];
        }
        double const most = fabs(row->on_a) * all_a + fabs(row->on_b) * all_b;
        for (int32_t i = 0; i < t->k; i++) {
            double const limit = fabs(fcap_tally_limit(t, row, i));
            size += p->u[(int64_t)i * t->n_rows + x] * (most + limit);
        }
    }
    return p->value - ROUNDING * size;
}

void fcap_prices_labels(const prices *p, const layout *l, int32_t *label) {
    const items *const it = &p->task->it;
    for (int64_t x = 0; x < l->n; x++) {
        double least;
        int32_t const i = fixed_to(l, x);
        label[x] = i >= 0 ? i
                          : cheapest(l->cost + x * l->k, p->type + (int64_t)it->type[x] * l->k,
                                     l->k, &least);
    }
}

double fcap_prices_room(const prices *p, const layout *l, int32_t i) {
    int32_t const m = p->task->t.n_entries;
    double used = 0;
    for (int32_t e = 0; e < m; e++) {
        used += p->entry[(int64_t)i * m + e] * (double)l->tally[(int64_t)i * m + e];
    }
    return p->limits[i] > used ? p->limits[i] - used : 0;
}
