/* hierarchical.c - Muellner's generic algorithm [Mue11] for centroids, without a matrix.
 *
 * Row i has the nearest cluster j > i that fits, and its distance, the key. The row of least
 * (key, i) is kept at the root of a tournament. Centroids move, so nothing is monotone and a
 * chain of nearest neighbours would be wrong; but a key is always a lower bound for the row:
 *
 * - A cluster that goes, or becomes too heavy, only takes candidates away. Such a row is left
 *   as it is, and searched again only if it comes to the root while its neighbour is no longer
 *   the one it was found with.
 * - A merged cluster may be nearer than anything before: one pass over all clusters lowers the
 *   keys of the rows before it, and finds the neighbour for its own row.
 *
 * Hence the pair at the root is the closest of all, once its row is up to date.
 *
 * Weights only grow, so a pair that does not fit never will. A cluster too heavy for the
 * lightest of the others is closed: it is left out at the next compaction, as are the dead.
 *
 * A pair that the look-ahead refuses is refused for this step only. Its row is searched again
 * for the next, and gets its true key back at the end of the step.
 *
 * Searching a row is O(l d), l clusters being left; a step searches a few rows. So O(n^2 d) in
 * practice, O(n^3 d) at worst; memory O(n d).
 */
#include "cluster/hierarchical.h"

#include "base/parallel.h"
#include "base/vector.h"
#include "cluster/packing.h"
#include "data/points.h"

#include <assert.h>
#include <math.h>

enum {
    NOBODY = -1,
    GONE = INT32_MAX,
    COMPACT_AFTER = 8, /* compact when one slot in 8 is free */
    SLICE_WORK = 1 << 24
};

/* The nearest cluster after a row, and when that was found out. */
typedef struct neighbour {
    double key; /* squared distance; INFINITY: none fits, now or ever */
    int32_t slot;
    int32_t found; /* step */
} neighbour;

typedef struct held_row {
    int32_t row;
    neighbour was;
} held_row;

/* Clusters have slots, in the order of their indices; slots move at compaction. */
typedef struct merger {
    points at;         /* centroids */
    double capacity;   /* weights are kept in doubles, to be compared in vectors; all exact */
    double *weight;    /* of a slot; INFINITY when it is free */
    int32_t *item;     /* smallest item of a slot: the index of the cluster */
    int32_t *changed;  /* step in which the slot got its centroid, GONE when it is free */
    double *key;       /* of a row */
    int32_t *nearest;  /* of a row: slot, or NOBODY if only the bound is known */
    int32_t *found;    /* step in which that was found */
    int32_t *winner;   /* tournament: node v has the row of least key below it; root 1 */
    int64_t leaves;    /* of the tournament, a power of two; leaf of row i: leaves + i */
    int32_t last_row;  /* a row that never wins, for the leaves beyond the others */
    int32_t step;      /* merges so far */
    int32_t compacted; /* step of the last compaction */
    double lightest;   /* no cluster weighs less; as of the last compaction */
    int32_t *into; /* of an item: the smaller item of the cluster it merged into, or itself */
    packing *look_ahead;
    held_row *held; /* rows searched under refusals, with what they had before */
    int64_t n_held;
    int32_t *held_in; /* step, counted from 1, in which a row was last held */
} merger;

/* ---- tournament ----------------------------------------------------------------------------
 */

static int32_t better(const merger *m, int32_t left, int32_t right) {
    return m->key[left] <= m->key[right] ? left : right; /* left has the smaller rows */
}

static void replay(merger *m, int32_t row) {
    for (int64_t v = (m->leaves + row) / 2; v >= 1; v /= 2) {
        m->winner[v] = better(m, m->winner[2 * v], m->winner[2 * v + 1]);
    }
}

static void start_tournament(merger *m) {
    m->leaves = 1;
    while (m->leaves < m->at.stride) {
        m->leaves *= 2;
    }
    for (int64_t i = 0; i < m->leaves; i++) {
        m->winner[m->leaves + i] = i < m->at.stride ? (int32_t)i : m->last_row;
    }
    for (int64_t v = m->leaves - 1; v >= 1; v--) {
        m->winner[v] = better(m, m->winner[2 * v], m->winner[2 * v + 1]);
    }
}

static void set_row(merger *m, int32_t row, neighbour n) {
    m->key[row] = n.key;
    m->nearest[row] = n.slot;
    m->found[row] = n.found;
    replay(m, row);
}

/* ---- distances ----------------------------------------------------------------------------
 */

typedef int64_t quad_mask __attribute__((vector_size(4 * sizeof(int64_t))));

static inline const double *centroid(const merger *m, int64_t slot) {
    return m->at.x + (slot / LANES) * m->at.d * LANES + slot % LANES;
}

/* Squared distances from a centroid to a block; NaN, which is less than nothing, to clusters
 * that weigh more than `room`. */
static inline void fitting_squares(const merger *m, const double *from, int64_t block,
                                   double room, quad *out) {
    quad sum[4];
    block_squares(from, m->at.x + block * m->at.d, m->at.d, sum);
    const quad *const weight = (const quad *)(const void *)(m->weight + block);
    for (int i = 0; i < 4; i++) {
        out[i] = (quad)((quad_mask)sum[i] | (quad_mask)(weight[i] > room));
    }
}

/* By address: a vector as an argument is passed differently with and without AVX. */
static inline int any(const quad_mask *a) {
    return ((*a)[0] | (*a)[1] | (*a)[2] | (*a)[3]) != 0;
}

/* Was this pair passed over in this step? Either it comes no later than the last one that was
 * refused in this row, or its weights are known to be refused. */
static int passed_over(const merger *m, int64_t row, const neighbour *last, neighbour n) {
    return n.key < last->key || (n.key == last->key && n.slot <= last->slot) ||
           fcap_packing_refused(m->look_ahead, (int64_t)m->weight[row],
                                (int64_t)m->weight[n.slot]);
}

/* The nearest cluster after `self` that fits; given the last pair of the row that was refused
 * in this step, the nearest that was not passed over. */
WIDE static neighbour nearest_after(const merger *m, int64_t self, const neighbour *last) {
    double const room = m->capacity - m->weight[self];
    neighbour best = {.key = INFINITY, .slot = NOBODY, .found = m->step};
    for (int64_t block = self / LANES * LANES; block < m->at.stride; block += LANES) {
        union {
            quad v[4];
            double lane[LANES];
        } s = {.lane = {0}}; /* overwritten at once, which one analyser cannot see */
        fitting_squares(m, centroid(m, self), block, room, s.v);
        quad const least = {best.key, best.key, best.key, best.key};
        quad_mask const nearer =
            (s.v[0] < least) | (s.v[1] < least) | (s.v[2] < least) | (s.v[3] < least);
        if (!any(&nearer)) {
            continue;
        }
        for (int64_t i = block > self ? 0 : self - block + 1; i < LANES; i++) {
            neighbour const n = {s.lane[i], (int32_t)(block + i), m->step};
            if (n.key < best.key && (last == NULL || !passed_over(m, self, last, n))) {
                best = n;
            }
        }
    }
    return best;
}

static int up_to_date(const merger *m, int32_t row) {
    return m->nearest[row] != NOBODY && m->changed[m->nearest[row]] <= m->found[row];
}

/* A changed cluster is at `distance` of a row before it: takes the place of the neighbour if it
 * is nearer, or as near with a smaller index. Where only a bound is known, an equal distance
 * proves nothing: another cluster may have it too, and a smaller index. */
static void offer(merger *m, int32_t row, int32_t changed, double distance) {
    if (distance < m->key[row] ||
        (distance == m->key[row] && up_to_date(m, row) && changed < m->nearest[row])) {
        set_row(m, row, (neighbour){distance, changed, m->step});
    }
}

/* Offers a changed cluster to all rows before it. */
WIDE static void offer_to_rows(merger *m, int32_t changed) {
    double const room = m->capacity - m->weight[changed];
    for (int64_t block = 0; block < changed; block += LANES) {
        union {
            quad v[4];
            double lane[LANES];
        } s = {.lane = {0}}; /* overwritten at once, which one analyser cannot see */
        fitting_squares(m, centroid(m, changed), block, room, s.v);
        const quad *const key = (const quad *)(const void *)(m->key + block);
        quad_mask const as_near =
            (s.v[0] <= key[0]) | (s.v[1] <= key[1]) | (s.v[2] <= key[2]) | (s.v[3] <= key[3]);
        if (!any(&as_near)) {
            continue;
        }
        for (int64_t i = 0; i < LANES && block + i < changed; i++) {
            if (s.lane[i] <= m->key[block + i]) {
                offer(m, (int32_t)(block + i), changed, s.lane[i]);
            }
        }
    }
}

/* ---- one step ------------------------------------------------------------------------------
 */

static int admitted(const merger *m, int64_t a, int64_t b) {
    return fcap_packing_admits(m->look_ahead, (int64_t)m->weight[a], (int64_t)m->weight[b]);
}

static neighbour row_of(const merger *m, int32_t row) {
    return (neighbour){m->key[row], m->nearest[row], m->found[row]};
}

/* Keeps what a row has, to be given back at the end of the step; the first time only. */
static void hold(merger *m, int32_t row) {
    if (m->held_in[row] != m->step + 1) {
        m->held_in[row] = m->step + 1;
        m->held[m->n_held++] = (held_row){row, row_of(m, row)};
    }
}

/* The row of the closest pair that may merge, or NOBODY at a dead end. Rows that met a refusal
 * get their keys back. */
static int32_t closest(merger *m, neighbour *other) {
    m->n_held = 0;
    int32_t row = m->winner[1];
    for (; m->key[row] < INFINITY; row = m->winner[1]) {
        if (!up_to_date(m, row)) {
            set_row(m, row, nearest_after(m, row, NULL));
        } else if (!admitted(m, row, m->nearest[row])) {
            neighbour const last = row_of(m, row);
            hold(m, row);
            set_row(m, row, nearest_after(m, row, &last));
        } else {
            break;
        }
    }
    *other = row_of(m, row);
    for (int64_t i = 0; i < m->n_held; i++) {
        set_row(m, m->held[i].row, m->held[i].was);
    }
    return other->key < INFINITY ? row : NOBODY;
}

static void free_slot(merger *m, int32_t slot) {
    m->weight[slot] = INFINITY;
    m->changed[slot] = GONE;
    set_row(m, slot, (neighbour){INFINITY, NOBODY, m->step});
}

/* Cluster b joins a, which comes before it. */
static void merge(merger *m, int32_t a, int32_t b) {
    double const wa = m->weight[a];
    double const wb = m->weight[b];
    double *const to = m->at.x + (centroid(m, a) - m->at.x);
    const double *const from = centroid(m, b);
    for (int64_t c = 0; c < m->at.d; c++) {
        to[c * LANES] = (wa * to[c * LANES] + wb * from[c * LANES]) / (wa + wb);
    }
    fcap_packing_merge(m->look_ahead, (int64_t)wa, (int64_t)wb);
    m->into[m->item[b]] = m->item[a];
    m->step++;
    free_slot(m, b);
    m->weight[a] = wa + wb;
    m->changed[a] = m->step;
    if (wa + wb > m->capacity - m->lightest) {
        free_slot(m, a); /* closed */
        return;
    }
    set_row(m, a, nearest_after(m, a, NULL));
    offer_to_rows(m, a);
}

/* ---- compaction ----------------------------------------------------------------------------
 */

static void move_slot(merger *m, int64_t from, int64_t to) {
    double *const x = m->at.x + (centroid(m, to) - m->at.x);
    for (int64_t c = 0; c < m->at.d; c++) {
        x[c * LANES] = centroid(m, from)[c * LANES];
    }
    m->weight[to] = m->weight[from];
    m->item[to] = m->item[from];
    m->changed[to] = m->changed[from];
    m->key[to] = m->key[from];
    m->nearest[to] = m->nearest[from];
    m->found[to] = m->found[from];
}

/* Moves the clusters that can still merge to the front, in order. The tournament's array serves
 * for the new places. */
static void compact(merger *m) {
    m->lightest = INFINITY;
    for (int64_t i = 0; i < m->at.n; i++) {
        m->lightest = m->weight[i] < m->lightest ? m->weight[i] : m->lightest;
    }
    int32_t *const place = m->winner;
    int32_t n = 0;
    for (int64_t i = 0; i < m->at.n; i++) {
        int const stays = m->weight[i] <= m->capacity - m->lightest;
        if (!up_to_date(m, (int32_t)i)) {
            m->nearest[i] = NOBODY;
        }
        place[i] = stays ? n++ : NOBODY;
    }
    for (int64_t i = 0; i < m->at.n; i++) {
        if (place[i] != NOBODY) {
            m->nearest[i] = m->nearest[i] == NOBODY ? NOBODY : place[m->nearest[i]];
            move_slot(m, i, place[i]);
        }
    }
    m->at.n = n;
    m->at.stride = (n + LANES - 1) / LANES * LANES;
    for (int64_t i = n; i < m->at.stride; i++) {
        m->weight[i] = INFINITY;
        m->changed[i] = GONE;
        m->key[i] = INFINITY;
        m->nearest[i] = NOBODY;
    }
    m->compacted = m->step;
    start_tournament(m);
}

/* ---- the whole ------------------------------------------------------------------------------
 */

static fcap_status open_merger(fcap_run *run, const merge_items *items, merger *m) {
    arena *const mem = &run->mem;
    int64_t const n = items->n;
    *m = (merger){0};
    TRY(fcap_points_open(run, items->x, n, items->d, &m->at));
    int64_t const room = m->at.stride + 1;
    m->last_row = (int32_t)m->at.stride;
    m->weight = arena_array(mem, double, room);
    m->item = arena_array(mem, int32_t, room);
    m->changed = arena_array(mem, int32_t, room);
    m->key = arena_array(mem, double, room);
    m->nearest = arena_array(mem, int32_t, room);
    m->found = arena_array(mem, int32_t, room);
    m->winner = arena_array(mem, int32_t, 4 * room);
    m->into = arena_array(mem, int32_t, n);
    m->look_ahead = arena_array(mem, packing, 1);
    m->held = arena_array(mem, held_row, n);
    m->held_in = arena_array(mem, int32_t, n);
    if (m->weight == NULL || m->item == NULL || m->changed == NULL || m->key == NULL ||
        m->nearest == NULL || m->found == NULL || m->winner == NULL || m->into == NULL ||
        m->look_ahead == NULL || m->held == NULL || m->held_in == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for merging %lld clusters",
                             (long long)n);
    }
    for (int64_t i = 0; i < n; i++) {
        m->weight[i] = (double)items->weight[i];
        m->item[i] = (int32_t)i;
        m->into[i] = (int32_t)i;
        m->nearest[i] = NOBODY;
    }
    m->key[m->last_row] = INFINITY;
    return FCAP_OK;
}

static fcap_status cancelled(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while merging %lld clusters",
                         (long long)n);
}

struct row_range {
    merger *m;
    int64_t first;
};

static void search_rows(void *context, int64_t from, int64_t to, int32_t thread) {
    const struct row_range *const r = context;
    (void)thread;
    for (int64_t i = r->first + from; i < r->first + to; i++) {
        neighbour const n = nearest_after(r->m, i, NULL);
        r->m->key[i] = n.key;
        r->m->nearest[i] = n.slot;
        r->m->found[i] = n.found;
    }
}

/* All neighbours at the start; in slices, so that the caller can stop in between. */
static fcap_status search_all(fcap_run *run, merger *m) {
    int64_t const slice = (SLICE_WORK / (m->at.stride * m->at.d + 1) + 1) * LANES;
    struct row_range r = {.m = m};
    for (; r.first < m->at.n; r.first += slice) {
        int64_t const left = m->at.n - r.first;
        fcap_parallel_for(run->threads, left < slice ? left : slice, LANES, search_rows, &r);
        if (fcap_run_should_stop(run, "neighbours", r.first, m->at.n)) {
            return cancelled(run, m->at.n);
        }
    }
    start_tournament(m);
    return FCAP_OK;
}

/* Labels by smallest item: what an item merged into comes before it. */
static int32_t write_labels(const merger *m, int64_t n, int32_t *label) {
    int32_t clusters = 0;
    for (int64_t i = 0; i < n; i++) {
        label[i] = m->into[i] == i ? clusters++ : label[m->into[i]];
    }
    return clusters;
}

fcap_status fcap_hierarchical(fcap_run *run, const merge_items *items, int32_t k,
                              int64_t capacity, merge_result *out) {
    assert(items->n >= 1 && items->n < INT32_MAX - LANES && k >= 1 && capacity >= 1);
    int64_t sum = 0;
    for (int64_t i = 0; i < items->n; i++) {
        assert(items->weight[i] >= 1);
        sum += items->weight[i];
    }
    assert(sum < (int64_t)1 << 53);
    int64_t const q = capacity < sum ? capacity : sum;
    arena_mark const mark = fcap_arena_save(&run->mem);
    merger m;
    TRY(open_merger(run, items, &m));
    int32_t const bins = k < items->n ? k : (int32_t)items->n;
    TRY(fcap_packing_open(run, items->weight, items->n, bins, q, m.look_ahead));
    m.capacity = (double)q;
    compact(&m);
    TRY(search_all(run, &m));
    for (int64_t merges = 0; merges < items->n - k; merges++) {
        neighbour other;
        int32_t const row = closest(&m, &other);
        if (row == NOBODY) {
            break; /* a dead end */
        }
        merge(&m, row, other.slot);
        if (out->height != NULL) {
            out->height[merges] = ldexp(sqrt(other.key), m.at.exponent);
        }
        if ((m.step - m.compacted) * COMPACT_AFTER > m.at.n) {
            compact(&m);
        }
        if (fcap_run_should_stop(run, "merging", merges, items->n - k)) {
            return cancelled(run, items->n);
        }
    }
    out->n_clusters = write_labels(&m, items->n, out->label);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
