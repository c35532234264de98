/* fairlet_mcf.c - fairlets of least cost.
 *
 * Stars. With w = floor(m / f): if the majority has at most w members for each of the minority,
 * every fairlet is a star, one minority member with 1 to w majority members (balance at least
 * 1/w >= f/m). The cheapest stars are the cheapest assignment of majority points to minority
 * points that each take 1 to w: exact (stars.c). For t = 1 this is the minimum-cost perfect
 * matching, for t = 1/m the decomposition of [CKLV17].
 *
 * Groups. Otherwise (t = 2/3 and 266 : 383, say) stars cannot hold the majority. The minority
 * is divided into groups of f neighbours (nearest first, then improved by exchanges; the last
 * may be smaller), and majority points are assigned to the groups at their distance to the
 * group's median: a group of s members takes between ceil(s f / m) and floor(s m / f). The
 * assignment is exact, the grouping is not. A fairlet has at most f + m members either way.
 */
#include "fairlet/fairlet.h"

#include "fairlet/stars.h"

#include <string.h>

/* What majority points are assigned to: minority points, or groups of them. */
typedef struct seats {
    int64_t n;
    int64_t *start;  /* n + 1 offsets into member */
    int64_t *member; /* minority points, group after group */
    int64_t *median; /* n points */
    int32_t *least;
    int32_t *most;
} seats;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the distances of %lld points in fairlets",
                         (long long)n);
}

static double sum_within(const points *p, const int64_t *member, int64_t size) {
    double sum = 0;
    for (int64_t i = 0; i < size; i++) {
        for (int64_t j = 0; j < i; j++) {
            sum += fcap_points_distance(p, member[i], member[j]);
        }
    }
    return sum;
}

/* Groups of f: each starts with the first point left and takes its nearest f - 1. */
static void group_neighbours(const points *p, const two_groups *g, seats *s, char *used) {
    int64_t at = 0;
    for (int64_t first = 0; first < g->n_few; first++) {
        if (used[first]) {
            continue;
        }
        used[first] = 1;
        s->start[s->n] = at;
        s->member[at++] = g->few[first];
        for (int64_t more = 1; more < g->f; more++) {
            int64_t best = -1;
            double best_distance = 0;
            for (int64_t i = first + 1; i < g->n_few; i++) {
                if (!used[i]) {
                    double const d = fcap_points_distance(p, g->few[first], g->few[i]);
                    if (best < 0 || d < best_distance) {
                        best = i;
                        best_distance = d;
                    }
                }
            }
            if (best < 0) {
                break;
            }
            used[best] = 1;
            s->member[at++] = g->few[best];
        }
        s->n++;
    }
    s->start[s->n] = at;
}

/* Exchanges two members of different groups while that brings both groups together. */
static void improve_groups(fcap_run *run, const points *p, seats *s) {
    int improved = 1;
    for (int pass = 0; improved && pass < 20; pass++) {
        improved = 0;
        for (int64_t a = 0; a < s->n; a++) {
            int64_t *const in_a = s->member + s->start[a];
            int64_t const size_a = s->start[a + 1] - s->start[a];
            for (int64_t b = a + 1; b < s->n; b++) {
                int64_t *const in_b = s->member + s->start[b];
                int64_t const size_b = s->start[b + 1] - s->start[b];
                double const before = sum_within(p, in_a, size_a) + sum_within(p, in_b, size_b);
                for (int64_t i = 0; i < size_a; i++) {
                    for (int64_t j = 0; j < size_b; j++) {
                        int64_t const x = in_a[i];
                        in_a[i] = in_b[j];
                        in_b[j] = x;
                        double const after =
                            sum_within(p, in_a, size_a) + sum_within(p, in_b, size_b);
                        if (after < before * (1 - 1e-9)) {
                            improved = 1;
                            i = size_a;
                            break;
                        }
                        in_b[j] = in_a[i];
                        in_a[i] = x;
                    }
                }
            }
            if (fcap_run_should_stop(run, "fairlet groups", a, s->n)) {
                return;
            }
        }
    }
}

static int64_t median_of(const points *p, const int64_t *member, int64_t size) {
    int64_t best = member[0];
    double best_sum = -1;
    for (int64_t c = 0; c < size; c++) {
        double sum = 0;
        for (int64_t i = 0; i < size; i++) {
            sum += fcap_points_distance(p, member[c], member[i]);
        }
        if (best_sum < 0 || sum < best_sum) {
            best_sum = sum;
            best = member[c];
        }
    }
    return best;
}

static fcap_status make_seats(fcap_run *run, const points *p, const two_groups *g, seats *s) {
    arena *const mem = &run->mem;
    *s = (seats){.start = arena_array(mem, int64_t, g->n_few + 1),
                 .member = arena_array(mem, int64_t, g->n_few),
                 .median = arena_array(mem, int64_t, g->n_few),
                 .least = arena_array(mem, int32_t, g->n_few),
                 .most = arena_array(mem, int32_t, g->n_few)};
    char *const used = arena_array(mem, char, g->n_few);
    if (s->start == NULL || s->member == NULL || s->median == NULL || s->least == NULL ||
        s->most == NULL || used == NULL) {
        return out_of_memory(run, g->n_few);
    }
    int64_t const width = g->m / g->f;
    int const stars = g->n_many <= g->n_few * width;
    if (stars) {
        s->n = g->n_few;
        for (int64_t i = 0; i < s->n; i++) {
            s->start[i + 1] = i + 1;
            s->member[i] = g->few[i];
        }
    } else {
        group_neighbours(p, g, s, used);
        improve_groups(run, p, s);
    }
    for (int64_t i = 0; i < s->n; i++) {
        int64_t const size = s->start[i + 1] - s->start[i];
        s->median[i] = median_of(p, s->member + s->start[i], size);
        s->least[i] = (int32_t)(stars ? 1 : (size * g->f + g->m - 1) / g->m);
        s->most[i] = (int32_t)(stars ? width : size * g->m / g->f);
    }
    return FCAP_OK;
}

/* Seats that took fewer than the groups allow cannot be torn apart without leaving a minority
 * member alone; so each seat with its majority is one fairlet. */
static fcap_status seats_to_fairlets(fcap_run *run, const points *p, const two_groups *g,
                                     const seats *s, const int32_t *seat, fairlets *out) {
    TRY(fcap_fairlets_open(run, s->n, g->n_few + g->n_many, out));
    int64_t *const n_few = arena_array(&run->mem, int64_t, s->n);
    int64_t *const filled = arena_array(&run->mem, int64_t, s->n);
    if (n_few == NULL || filled == NULL) {
        return out_of_memory(run, g->n_few + g->n_many);
    }
    for (int64_t i = 0; i < g->n_many; i++) {
        filled[seat[i]]++;
    }
    for (int64_t j = 0; j < s->n; j++) {
        n_few[j] = s->start[j + 1] - s->start[j];
        out->start[j + 1] = out->start[j] + n_few[j] + filled[j];
        memcpy(out->member + out->start[j], s->member + s->start[j],
               (size_t)n_few[j] * sizeof *out->member);
        filled[j] = out->start[j] + n_few[j];
    }
    for (int64_t i = 0; i < g->n_many; i++) {
        out->member[filled[seat[i]]++] = g->many[i];
    }
    fcap_fairlets_measure(p, out, n_few);
    return FCAP_OK;
}

fcap_status fcap_fairlet_mcf(fcap_run *run, const points *p, const two_groups *g,
                             fairlets *out) {
    seats s;
    points row;
    points median;
    TRY(make_seats(run, p, g, &s));
    TRY(fcap_points_subset(run, p, g->many, g->n_many, &row));
    TRY(fcap_points_subset(run, p, s.median, s.n, &median));
    int32_t *const seat = arena_array(&run->mem, int32_t, g->n_many);
    if (seat == NULL) {
        return out_of_memory(run, g->n_many);
    }
    star_problem const problem = {&row, &median, s.least, s.most};
    TRY(fcap_stars_solve(run, &problem, seat));
    return seats_to_fairlets(run, p, g, &s, seat, out);
}
