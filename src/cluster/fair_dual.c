/* fair_dual.c - Newton's method on a smoothed bound, smoothed less and less.
 *
 * Both parts are made smooth by a quadratic term:
 *
 *     min_i e_i        becomes  min { w e + width/2 (|w|^2 - 1) : w in the simplex }
 *     sigma_i(x, y)    becomes  max { x a + y b - stiff/2 |(a, b) - centre|^2 }
 *
 * over the polygon. The first divides a point among the clusters that are nearly the cheapest,
 * in shares w; the second projects centre + (x, y) / stiff onto the polygon. The gradient is
 * the members that come less the counts that are allowed, and the second derivatives are exact
 * and cheap: few points are divided. So a step costs little more than a look at the bound, and
 * where subgradients creep Newton's steps arrive: 10 to 40 in all.
 *
 * The centre is the counts of the width before, as in the method of multipliers, so the stiff
 * term ends as nothing. Many points are looked at in parts, on several threads, whose sums are
 * added up in order. Every price met is also valued without smoothing and the best is kept:
 * that value is a bound whatever happens here.
 */
#include "cluster/fair_dual.h"

#include "base/parallel.h"
#include "base/vector.h"

#include <math.h>
#include <string.h>

enum {
    STRETCH = FAIR_STRETCH, /* points at once, for vectors */
    PARTS = 16,             /* of more than MATRIX_POINTS points */
    STEPS = 8,              /* of one width, and */
    MORE_STEPS = 30,        /* while many members are in the wrong place */
    CUTS = 3,               /* to a quarter, of a step that does not rise */
    DENSE_MOST = 300        /* prices; more are moved one by one: k^3 would take too long */
};

#define SHRINK 0.2  /* of a width to the next */
#define STIFF  0.03 /* scales a member */
#define DAMP   0.01 /* of the second derivative that is to be expected */
#define MANY   0.01 /* of the points */
#define RISE   1e-6 /* of the cost: steps that promise less are not made */

static int64_t matrix_size(int64_t k) {
    return 2 * k <= DENSE_MOST ? 4 * k * k : 2 * k;
}

static fcap_status out_of_memory(fcap_run *run, int64_t k) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the prices of %d clusters",
                         (int)k);
}

/* One part adds to the sums of the whole at once, several have their own. */
static fcap_status open_parts(fcap_run *run, fair_dual *d) {
    arena *const mem = &run->mem;
    int64_t const k = d->t->k;
    d->parts = d->t->n > MATRIX_POINTS ? PARTS : 1;
    d->part = arena_array(mem, dual_part, d->parts);
    for (int32_t i = 0; d->part != NULL && i < d->parts; i++) {
        dual_part *const part = &d->part[i];
        part->gain = d->parts > 1 ? arena_array(mem, double, 2 * k) : d->gain;
        part->matrix = d->parts > 1 ? arena_array(mem, double, matrix_size(k)) : d->matrix;
        part->share = arena_array(mem, double, k);
        part->near = arena_array(mem, int32_t, k);
        if (part->gain == NULL || part->matrix == NULL || part->share == NULL ||
            part->near == NULL) {
            return out_of_memory(run, k);
        }
    }
    return d->part != NULL ? FCAP_OK : out_of_memory(run, k);
}

fcap_status fcap_fair_dual_open(fcap_run *run, const fair_table *t, fair_dual *out) {
    arena *const mem = &run->mem;
    int64_t const k = t->k;
    *out = (fair_dual){.t = t,
                       .hull = arena_array(mem, const polygon *, k),
                       .price = arena_array(mem, double, 2 * k),
                       .count = arena_array(mem, double, 2 * k),
                       .at = arena_array(mem, double, 2 * k),
                       .next = arena_array(mem, double, 2 * k),
                       .gain = arena_array(mem, double, 2 * k),
                       .centre = arena_array(mem, double, 2 * k),
                       .matrix = arena_array(mem, double, matrix_size(k)),
                       .step = arena_array(mem, double, 2 * k)};
    if (out->hull == NULL || out->price == NULL || out->count == NULL || out->at == NULL ||
        out->next == NULL || out->gain == NULL || out->centre == NULL || out->matrix == NULL ||
        out->step == NULL) {
        return out_of_memory(run, k);
    }
    return open_parts(run, out);
}

double fcap_fair_dual_value(const fair_dual *d, const double *price) {
    int32_t const k = d->t->k;
    double pay = 0;
    for (int32_t i = 0; i < k; i++) {
        pay += fcap_polygon_support(d->hull[i], price[i], price[k + i]);
    }
    return fcap_fair_table_least(d->t, price) - pay;
}

static int is_dense(const fair_dual *d) {
    return 2 * d->t->k <= DENSE_MOST;
}

/* ---------------------------------------------------------------- points */

/* Adds x to the second derivative of prices u and v. */
static void add_second(const fair_dual *d, double *matrix, int32_t u, int32_t v, double x) {
    if (is_dense(d)) {
        matrix[(int64_t)u * 2 * d->t->k + v] += x;
    } else if (u == v) {
        matrix[u] += x;
    }
}

/* A point with a second cluster within the width of the first: its shares. Returns its smoothed
 * minimum. The clusters in use are those with e below a level, which is found from the nearest
 * on: with m of them in use the level is (width + sum of their e) / m. */
static double divide(const fair_dual *d, dual_part *part, int32_t g, const double *distance,
                     int64_t stride, const double *price, double least) {
    const fair_table *const t = d->t;
    double const limit = least + d->width;
    double *const share = part->share;
    int32_t *const near = part->near;
    int32_t n = 0;
    for (int32_t i = 0; i < t->k; i++) {
        double const e = distance[i * stride] + price[i];
        if (e < limit) { /* by insertion: they are few */
            int32_t at = n++;
            for (; at > 0 && share[at - 1] > e; at--) {
                share[at] = share[at - 1];
                near[at] = near[at - 1];
            }
            share[at] = e;
            near[at] = i;
        }
    }
    double sum = 0;
    double level = limit;
    int32_t m = 0;
    while (m < n && share[m] < level) {
        sum += share[m++];
        level = (d->width + sum) / m;
    }
    double value = 0;
    double square = 0;
    int32_t const base = g * t->k;
    for (int32_t x = 0; x < m; x++) {
        double const w = (level - share[x]) / d->width;
        value += w * share[x];
        square += w * w;
        part->gain[base + near[x]] += w;
        for (int32_t y = 0; y < m; y++) {
            double const second = ((x == y) - 1.0 / m) / d->width;
            add_second(d, part->matrix, base + near[x], base + near[y], second);
        }
    }
    return value + d->width / 2 * (square - 1);
}

/* The two nearest clusters of some points at once. */
typedef struct stretch {
    double least[STRETCH];
    double second[STRETCH];
    double which[STRETCH]; /* the nearest; a double, as wide as the others */
} stretch;

static inline void nearest_two(const double *distance, int64_t stride, const double *price,
                               int32_t k, int64_t n, stretch *restrict s) {
    for (int64_t r = 0; r < n; r++) {
        s->least[r] = INFINITY;
        s->second[r] = INFINITY;
        s->which[r] = 0;
    }
    for (int32_t i = 0; i < k; i++) {
        const double *const column = distance + i * stride;
        double const add = price[i];
        double const number = i;
        for (int64_t r = 0; r < n; r++) {
            double const e = column[r] + add;
            double const first = s->least[r];
            double const next = s->second[r];
            double const loser = e < first ? first : e;
            s->second[r] = loser < next ? loser : next;
            s->which[r] = e < first ? number : s->which[r];
            s->least[r] = e < first ? e : first;
        }
    }
}

/* Places from .. to - 1, which are of group g. */
WIDE static void add_places(const fair_dual *d, const double *price, int32_t g, int64_t from,
                            int64_t to, int32_t thread, dual_part *part) {
    const fair_table *const t = d->t;
    double const width = d->width;
    const double *const of_group = price + (int64_t)g * t->k;
    double *const gain = part->gain + (int64_t)g * t->k;
    stretch s;
    for (; from < to; from += STRETCH) {
        int64_t const n = to - from < STRETCH ? to - from : STRETCH;
        int64_t stride;
        const double *const distance = fcap_fair_table_stretch(t, from, n, thread, &stride);
        nearest_two(distance, stride, of_group, t->k, n, &s);
        for (int64_t r = 0; r < n; r++) {
            if (s.second[r] >= s.least[r] + width) {
                gain[(int32_t)s.which[r]] += 1;
                part->total += s.least[r];
            } else {
                part->least += s.least[r];
                part->divided += divide(d, part, g, distance + r, stride, of_group, s.least[r]);
            }
        }
    }
}

typedef struct looking {
    fair_dual *d;
    const double *price;
} looking;

static void look_at_parts(void *context, int64_t from, int64_t to, int32_t thread) {
    looking const *const job = context;
    fair_dual *const d = job->d;
    int64_t const n = d->t->n;
    for (int64_t x = from; x < to; x++) {
        dual_part *const part = &d->part[x];
        int64_t const begin = n * x / d->parts;
        int64_t const end = n * (x + 1) / d->parts;
        part->total = part->divided = part->least = 0;
        for (int32_t g = 0; g < 2; g++) {
            int64_t const first = d->t->first[g] > begin ? d->t->first[g] : begin;
            int64_t const last = d->t->first[g + 1] < end ? d->t->first[g + 1] : end;
            add_places(d, job->price, g, first, last, thread, part);
        }
    }
}

static void clear(double *value, int64_t n) {
    memset(value, 0, (size_t)n * sizeof *value);
}

static void add(const double *from, int64_t n, double *to) {
    for (int64_t i = 0; i < n; i++) {
        to[i] += from[i];
    }
}

/* Members that come, the smoothed sum of minima and, in *plain, that of the minima. */
static double members(fair_dual *d, const double *price, double *plain) {
    int64_t const k = d->t->k;
    looking job = {d, price};
    double total = 0;
    double divided = 0;
    double least = 0;
    clear(d->gain, 2 * k);
    clear(d->matrix, matrix_size(k));
    for (int32_t x = 0; d->parts > 1 && x < d->parts; x++) {
        clear(d->part[x].gain, 2 * k);
        clear(d->part[x].matrix, matrix_size(k));
    }
    fcap_parallel_for(d->parts > 1 ? d->t->threads : 1, d->parts, 1, look_at_parts, &job);
    for (int32_t x = 0; x < d->parts; x++) {
        const dual_part *const part = &d->part[x];
        if (d->parts > 1) {
            add(part->gain, 2 * k, d->gain);
            add(part->matrix, matrix_size(k), d->matrix);
        }
        total += part->total;
        divided += part->divided;
        least += part->least;
    }
    *plain = total + least;
    return total + divided;
}

/* ---------------------------------------------------------------- polygons */

typedef struct spot {
    double a;
    double b;
} spot;

/* The nearest spot of a polygon, and the derivative of that: 1 inside, the direction of the
 * edge on an edge, nothing at a corner. */
static spot project(const polygon *h, spot z, double *along_a, double *along_b) {
    int inside = h->n > 2;
    double best = INFINITY;
    spot out = z;
    *along_a = *along_b = 0;
    for (int32_t v = 0; v < h->n; v++) {
        int32_t const u = v + 1 < h->n ? v + 1 : 0;
        double const da = h->a[u] - h->a[v];
        double const db = h->b[u] - h->b[v];
        double const square = da * da + db * db;
        double const to_a = z.a - h->a[v];
        double const to_b = z.b - h->b[v];
        inside &= da * to_b - db * to_a >= 0;
        double x = square > 0 ? (to_a * da + to_b * db) / square : 0;
        int const between = x > 0 && x < 1;
        x = x < 0 ? 0 : x > 1 ? 1 : x;
        spot const here = {h->a[v] + x * da, h->b[v] + x * db};
        double const far = (z.a - here.a) * (z.a - here.a) + (z.b - here.b) * (z.b - here.b);
        if (far < best) {
            best = far;
            out = here;
            double const length = sqrt(square);
            *along_a = between ? da / length : 0;
            *along_b = between ? db / length : 0;
        }
    }
    if (inside) {
        *along_a = 2; /* says: everywhere */
        return z;
    }
    return out;
}

/* Takes the counts that are allowed from the gradient; returns what they pay, smoothed. */
static double payments(fair_dual *d, const double *price, double *plain) {
    int32_t const k = d->t->k;
    double total = 0;
    for (int32_t i = 0; i < k; i++) {
        double const x = price[i];
        double const y = price[k + i];
        double ua;
        double ub;
        spot const z = {d->centre[i] + x / d->stiff, d->centre[k + i] + y / d->stiff};
        spot const c = project(d->hull[i], z, &ua, &ub);
        double const da = c.a - d->centre[i];
        double const db = c.b - d->centre[k + i];
        d->count[i] = c.a;
        d->count[k + i] = c.b;
        d->gain[i] -= c.a;
        d->gain[k + i] -= c.b;
        total += x * c.a + y * c.b - d->stiff / 2 * (da * da + db * db);
        *plain += fcap_polygon_support(d->hull[i], x, y);
        double const s = 1 / d->stiff;
        int const inside = ua > 1;
        add_second(d, d->matrix, i, i, inside ? s : s * ua * ua);
        add_second(d, d->matrix, k + i, k + i, inside ? s : s * ub * ub);
        if (!inside) {
            add_second(d, d->matrix, i, k + i, s * ua * ub);
            add_second(d, d->matrix, k + i, i, s * ua * ub);
        }
    }
    return total;
}

/* Smoothed value, gradient and second derivatives at some prices; the best prices are kept. */
static double look(fair_dual *d, const double *price) {
    int64_t const m = 2 * (int64_t)d->t->k;
    double plain;
    double pay = 0;
    double const value = members(d, price, &plain);
    double const smooth = value - payments(d, price, &pay);
    if (plain - pay > d->bound) {
        d->bound = plain - pay;
        memcpy(d->price, price, (size_t)m * sizeof *d->price);
    }
    return smooth;
}

/* ---------------------------------------------------------------- a step */

/* step = (matrix + damp)^-1 gain by Cholesky's method, in place: the upper triangle becomes the
 * factor, row by row, so that the inner loops run along rows. */
WIDE static void solve_dense(double *restrict a, int64_t m, double damp,
                             const double *restrict gain, double *restrict step) {
    for (int64_t i = 0; i < m; i++) {
        a[i * m + i] += damp;
        step[i] = gain[i];
    }
    for (int64_t l = 0; l < m; l++) {
        double *const row = a + l * m;
        double const left = row[l] > damp / 2 ? row[l] : damp / 2;
        double const root = sqrt(left);
        for (int64_t j = l; j < m; j++) {
            row[j] = j == l ? root : row[j] / root;
        }
        step[l] /= root;
        for (int64_t i = l + 1; i < m; i++) {
            double const f = row[i];
            double *const other = a + i * m;
            for (int64_t j = i; f != 0 && j < m; j++) {
                other[j] -= f * row[j];
            }
            step[i] -= f * step[l];
        }
    }
    for (int64_t l = m - 1; l >= 0; l--) {
        double sum = step[l];
        for (int64_t j = l + 1; j < m; j++) {
            sum -= a[l * m + j] * step[j];
        }
        step[l] = sum / a[l * m + l];
    }
}

/* The step, no longer than `most`; returns the rise it promises. */
static double find_step(fair_dual *d, double damp, double most) {
    int32_t const m = 2 * d->t->k;
    if (is_dense(d)) {
        solve_dense(d->matrix, m, damp, d->gain, d->step);
    } else {
        for (int32_t v = 0; v < m; v++) {
            d->step[v] = d->gain[v] / (d->matrix[v] + damp);
        }
    }
    double longest = 0;
    double rise = 0;
    for (int32_t v = 0; v < m; v++) {
        longest = fabs(d->step[v]) > longest ? fabs(d->step[v]) : longest;
    }
    double const cut = longest > most ? most / longest : 1;
    for (int32_t v = 0; v < m; v++) {
        d->step[v] *= cut;
        rise += d->step[v] * d->gain[v];
    }
    return rise;
}

/* Is it time for the next width? */
static int is_settled(const fair_dual *d, int steps) {
    double wrong = 0;
    for (int32_t v = 0; v < 2 * d->t->k; v++) {
        wrong += fabs(d->gain[v]);
    }
    return steps >= (wrong > MANY * (double)d->t->n ? MORE_STEPS : STEPS);
}

/* Newton's method for one width. Steps end where they promise less than `least` of a rise. */
static void settle(fair_dual *d, double damp, double least, double enough) {
    int32_t const m = 2 * d->t->k;
    double value = look(d, d->at);
    for (int step = 0; !is_settled(d, step) && d->bound < enough; step++) {
        double const rise = find_step(d, damp, 10 * d->width);
        if (!(rise > least)) {
            return;
        }
        double length = 1;
        for (int cut = 0;; cut++, length /= 4) {
            for (int32_t v = 0; v < m; v++) {
                d->next[v] = d->at[v] + length * d->step[v];
            }
            double const there = look(d, d->next);
            if (there >= value + 1e-4 * length * rise) {
                value = there;
                break;
            }
            if (cut == CUTS) {
                look(d, d->at);
                return;
            }
        }
        memcpy(d->at, d->next, (size_t)m * sizeof *d->at);
    }
}

void fcap_fair_dual_counts(fair_dual *d, double width) {
    int32_t const k = d->t->k;
    double unused;
    d->width = width;
    members(d, d->price, &unused);
    for (int32_t i = 0; i < k; i++) {
        double ua;
        double ub;
        spot const c = project(d->hull[i], (spot){d->gain[i], d->gain[k + i]}, &ua, &ub);
        d->count[i] = c.a;
        d->count[k + i] = c.b;
    }
}

double fcap_dual_width(double gap) {
    double const width = sqrt(gap > 0 ? gap : 0) / 4;
    return width < 0.002 ? 0.002 : width > 0.1 ? 0.1 : width;
}

void fcap_fair_dual_raise(fair_dual *d, const dual_plan *plan) {
    const fair_table *const t = d->t;
    int32_t const k = t->k;
    double const usual = (double)t->n / (2.0 * k); /* members of a place */
    double const damp = DAMP * usual / plan->scale;
    d->stiff = STIFF * plan->scale / usual;
    d->bound = -INFINITY;
    memcpy(d->at, d->price, 2 * (size_t)k * sizeof *d->at);
    fcap_fair_dual_counts(d, plan->from * plan->scale);
    memcpy(d->centre, d->count, 2 * (size_t)k * sizeof *d->centre);
    for (double width = plan->from; width >= plan->to && d->bound < plan->enough;
         width *= SHRINK) {
        d->width = width * plan->scale;
        settle(d, damp, RISE * plan->scale * (double)t->n, plan->enough);
        memcpy(d->centre, d->count, 2 * (size_t)k * sizeof *d->centre);
    }
}
