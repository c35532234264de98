/* fairlet_mcf.c - fairlets of least cost, or of nearly the least in nearly linear time.
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
 * assignment is exact, the grouping is not. Pairs then part from a fairlet as long as what they
 * leave is balanced. A fairlet has at most f + m members either way.
 *
 * In blocks. Both assignments are also made by exact solutions of small blocks (blocks.c), and
 * groups from a k-d tree: for data for which the exact ones take too long.
 */
#include "fairlet/fairlet.h"

#include "fairlet/blocks.h"
#include "fairlet/groups.h"
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

static fcap_status make_seats(fcap_run *run, const points *p, const two_groups *g, matching how,
                              seats *s) {
    arena *const mem = &run->mem;
    *s = (seats){.start = arena_array(mem, int64_t, g->n_few + 1),
                 .member = arena_array(mem, int64_t, g->n_few),
                 .median = arena_array(mem, int64_t, g->n_few),
                 .least = arena_array(mem, int32_t, g->n_few),
                 .most = arena_array(mem, int32_t, g->n_few)};
    if (s->start == NULL || s->member == NULL || s->median == NULL || s->least == NULL ||
        s->most == NULL) {
        return out_of_memory(run, g->n_few);
    }
    int64_t const surplus = g->n_many - g->n_few; /* no star is larger than this and a pair */
    int64_t const width = g->m / g->f <= surplus ? g->m / g->f : surplus + 1;
    int const stars = g->n_many <= g->n_few * width;
    if (stars) {
        s->n = g->n_few;
        for (int64_t i = 0; i < s->n; i++) {
            s->start[i + 1] = i + 1;
            s->member[i] = g->few[i];
        }
    } else {
        TRY((how == IN_BLOCKS ? fcap_fairlet_groups_fast : fcap_fairlet_groups)(
            run, p, g->few, g->n_few, g->f, s->start, s->member, &s->n));
    }
    for (int64_t i = 0; i < s->n; i++) {
        int64_t const size = s->start[i + 1] - s->start[i];
        double unused = 0;
        s->median[i] = fcap_fairlet_median(p, s->member + s->start[i], size, size, &unused);
        s->least[i] = (int32_t)(stars ? 1 : (size * g->f + g->m - 1) / g->m);
        s->most[i] = (int32_t)(stars ? width : size * g->m / g->f);
    }
    return FCAP_OK;
}

/* ---- from seats to fairlets ---- */

/* A fairlet in the making: minority members first. */
typedef struct party {
    int64_t *member;
    int64_t few;
    int64_t many;
} party;

/* Is what a pair leaves behind still balanced? */
static int can_lose_a_pair(const party *s, const two_groups *g) {
    int64_t const few = s->few - 1;
    int64_t const many = s->many - 1;
    return few > 0 && many > 0 && few * g->m >= many * g->f && many * g->m >= few * g->f;
}

static void exchange(int64_t *member, int64_t i, int64_t j) {
    int64_t const x = member[i];
    member[i] = member[j];
    member[j] = x;
}

/* The nearest minority and majority members go to the front, and what is left follows them. */
static void part_with_pair(const points *p, party *s) {
    int64_t best_few = 0;
    int64_t best_many = s->few;
    double best = fcap_points_distance(p, s->member[best_few], s->member[best_many]);
    for (int64_t i = 0; i < s->few; i++) {
        for (int64_t j = s->few; j < s->few + s->many; j++) {
            double const d = fcap_points_distance(p, s->member[i], s->member[j]);
            if (d < best) {
                best = d;
                best_few = i;
                best_many = j;
            }
        }
    }
    exchange(s->member, 0, best_few);
    exchange(s->member, s->few, best_many);
    exchange(s->member, 1, s->few); /* few >= 2: the second of the minority gives way */
    s->member += 2;
    s->few--;
    s->many--;
}

/* Each seat with its majority is a fairlet, or several: small ones pack better and cost less,
 * so pairs part from it as long as the rest is balanced. */
static fcap_status seats_to_fairlets(fcap_run *run, const points *p, const two_groups *g,
                                     const seats *s, const int32_t *seat, fairlets *out) {
    int64_t const n = g->n_few + g->n_many;
    TRY(fcap_fairlets_open(run, g->n_few, n, out)); /* each has a minority member */
    int64_t *const n_few = arena_array(&run->mem, int64_t, g->n_few);
    int64_t *const many = arena_array(&run->mem, int64_t, s->n);
    int64_t *const end = arena_array(&run->mem, int64_t, s->n);
    if (n_few == NULL || many == NULL || end == NULL) {
        return out_of_memory(run, n);
    }
    for (int64_t i = 0; i < g->n_many; i++) {
        many[seat[i]]++;
    }
    for (int64_t j = 0, first = 0; j < s->n; j++) { /* the minority of each seat */
        int64_t const few = s->start[j + 1] - s->start[j];
        memcpy(out->member + first, s->member + s->start[j], (size_t)few * sizeof *out->member);
        end[j] = first + few;
        first += few + many[j];
    }
    for (int64_t i = 0; i < g->n_many; i++) {
        out->member[end[seat[i]]++] = g->many[i];
    }
    out->n = 0;
    for (int64_t j = 0; j < s->n; j++) {
        int64_t const few = s->start[j + 1] - s->start[j];
        party rest = {out->member + end[j] - many[j] - few, few, many[j]};
        while (can_lose_a_pair(&rest, g)) {
            part_with_pair(p, &rest);
            n_few[out->n++] = 1;
            out->start[out->n] = out->start[out->n - 1] + 2;
        }
        n_few[out->n++] = rest.few;
        out->start[out->n] = out->start[out->n - 1] + rest.few + rest.many;
    }
    fcap_fairlets_measure(p, out, n_few);
    return FCAP_OK;
}

static fcap_status decompose(fcap_run *run, const points *p, const two_groups *g, matching how,
                             fairlets *out) {
    seats s;
    points row;
    points median;
    TRY(make_seats(run, p, g, how, &s));
    TRY(fcap_points_subset(run, p, g->many, g->n_many, &row));
    TRY(fcap_points_subset(run, p, s.median, s.n, &median));
    int32_t *const seat = arena_array(&run->mem, int32_t, g->n_many);
    if (seat == NULL) {
        return out_of_memory(run, g->n_many);
    }
    star_problem const problem = {&row, &median, s.least, s.most, NULL};
    TRY(how == IN_BLOCKS ? fcap_stars_blocks(run, &problem, BLOCK_ROUNDS, seat)
                         : fcap_stars_solve(run, &problem, seat));
    return seats_to_fairlets(run, p, g, &s, seat, out);
}

fcap_status fcap_fairlet_mcf(fcap_run *run, const points *p, const two_groups *g,
                             fairlets *out) {
    return decompose(run, p, g, OF_LEAST_COST, out);
}

fcap_status fcap_fairlet_tree(fcap_run *run, const points *p, const two_groups *g,
                              fairlets *out) {
    return decompose(run, p, g, IN_BLOCKS, out);
}
