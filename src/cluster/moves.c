/* moves.c - short queues of the cheapest moves, filled when a place is first looked at.
 *
 * A queue per (place, t) holds up to `depth` members in the order of what their move costs, the
 * cheapest last; members that are not in it cost at least `others`. So
 *
 *     the last entry, once it is no longer of somebody who left, is the cheapest move,
 *
 * and only when a queue runs dry are the members read again. Most moves never get into any
 * queue: an exact heap of all n k moves would take longer to build than all paths take
 * (400,000 x 10), and three times the memory of the costs.
 *
 * An entry is cost * 2^32 + point, so one comparison decides and ties go by number. Who left
 * stays in the queues until an entry comes up; who comes back finds the old entry.
 *
 * Members are those who were there in the beginning and have not left, in the order of their
 * numbers (fast to read), and the guests, in a list.
 */
#include "cluster/moves.h"

#include "base/vector.h"

#include <assert.h>
#include <string.h>

enum {
    NOBODY = -1,
    UNKNOWN = 0, /* never looked at: nothing in its row is true */
    GAPS,        /* a queue ran dry */
    KNOWN,
    /* Larger: fewer readings of all members, dearer insertions, more memory. */
    DEPTH_LEAST = 4,
    DEPTH_MOST = 32,
    BLOCK = 16
};

static int64_t entry(int32_t cost, int32_t point) {
    return (int64_t)((uint64_t)(int64_t)cost << 32 | (uint32_t)point);
}

static int32_t cost_in(int64_t e) {
    return (int32_t)(e >> 32);
}

static int32_t point_in(int64_t e) {
    return (int32_t)(e & INT32_MAX);
}

static int32_t place_of(const moves *m, int32_t j, int32_t cluster) {
    return (m->p->group == NULL ? 0 : m->p->group[j]) * m->p->k + cluster;
}

fcap_status fcap_moves_open(fcap_run *run, const assign_problem *p, moves *m) {
    arena *const mem = &run->mem;
    int64_t const places = (int64_t)p->n_groups * p->k;
    int64_t const pairs = places * p->k;
    int64_t const share = p->n / (4 * places);
    int32_t const depth = (int32_t)(share < DEPTH_LEAST  ? DEPTH_LEAST
                                    : share > DEPTH_MOST ? DEPTH_MOST
                                                         : share);
    *m = (moves){.p = p,
                 .label = arena_array(mem, int32_t, p->n),
                 .count = arena_array(mem, int64_t, places),
                 .least = arena_array(mem, int32_t, pairs),
                 .mover = arena_array(mem, int32_t, pairs),
                 .others = arena_array(mem, int32_t, pairs),
                 .length = arena_array(mem, int32_t, pairs),
                 .queue = arena_array(mem, int64_t, pairs * depth),
                 .depth = depth,
                 .known = arena_array(mem, char, places),
                 .first = arena_array(mem, int64_t, places + 1),
                 .order = arena_array(mem, int32_t, p->n),
                 .home = arena_array(mem, int32_t, p->n),
                 .guest = arena_array(mem, int32_t, places),
                 .next = arena_array(mem, int32_t, p->n),
                 .previous = arena_array(mem, int32_t, p->n),
                 .column = arena_array(mem, int32_t, p->k)};
    if (m->label == NULL || m->count == NULL || m->least == NULL || m->mover == NULL ||
        m->others == NULL || m->length == NULL || m->queue == NULL || m->known == NULL ||
        m->first == NULL || m->order == NULL || m->home == NULL || m->guest == NULL ||
        m->next == NULL || m->previous == NULL || m->column == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for moves of %lld points between %d clusters",
                             (long long)p->n, (int)p->k);
    }
    return FCAP_OK;
}

void fcap_moves_begin(moves *m) {
    int32_t const places = m->p->n_groups * m->p->k;
    memcpy(m->home, m->label, (size_t)m->p->n * sizeof *m->home);
    memset(m->guest, -1, (size_t)places * sizeof *m->guest);
    for (int64_t j = 0; j < m->p->n; j++) {
        m->count[place_of(m, (int32_t)j, m->label[j])]++;
    }
    for (int32_t v = 0; v < places; v++) {
        m->first[v + 1] = m->first[v] + m->count[v];
    }
    for (int64_t j = 0; j < m->p->n; j++) { /* first[v] runs to its end and is put back below */
        m->order[m->first[place_of(m, (int32_t)j, m->label[j])]++] = (int32_t)j;
    }
    for (int32_t v = places; v > 0; v--) {
        m->first[v] = m->first[v - 1];
    }
    m->first[0] = 0;
}

/* The last entry of a queue is the cheapest move of its pair. */
static void show(moves *m, int64_t pair) {
    int64_t const e = m->queue[pair * m->depth + m->length[pair] - 1];
    m->least[pair] = cost_in(e);
    m->mover[pair] = point_in(e);
}

static void insert(moves *m, int64_t pair, int64_t e) {
    int64_t *const queue = m->queue + pair * m->depth;
    int32_t const length = m->length[pair];
    int32_t at = length; /* entries before it are dearer */
    while (at > 0 && queue[at - 1] < e) {
        at--;
    }
    if (at > 0 && queue[at - 1] == e) {
        return; /* came back before the old entry was dropped */
    }
    if (length < m->depth) {
        memmove(queue + at + 1, queue + at, (size_t)(length - at) * sizeof *queue);
        queue[at] = e;
        m->length[pair]++;
    } else if (at == 0) {
        m->others[pair] = cost_in(e);
        return;
    } else { /* the dearest goes */
        m->others[pair] = cost_in(queue[0]);
        memmove(queue, queue + 1, (size_t)(at - 1) * sizeof *queue);
        queue[at - 1] = e;
    }
    show(m, pair);
}

/* Is there a t with row[t] - own < others[t]? */
WIDE static int any_below(const int32_t *restrict row, const int32_t *restrict others,
                          int64_t n, int32_t own) {
    int32_t found = 0;
    for (int64_t t = 0; t < n; t++) {
        found |= row[t] - own < others[t];
    }
    return found;
}

/* Point j, now in cluster i, to all queues of its place that want it. */
static void offer(moves *m, int32_t place, int32_t i, int32_t j) {
    int32_t const k = m->p->k;
    const int32_t *const row = m->p->cost + (int64_t)j * k;
    int64_t const base = (int64_t)place * k;
    for (int32_t from = 0; from < k; from += BLOCK) {
        int32_t const to = k - from < BLOCK ? k : from + BLOCK;
        if (any_below(row + from, m->others + base + from, to - from, row[i])) {
            for (int32_t t = from; t < to; t++) {
                if (row[t] - row[i] < m->others[base + t]) {
                    insert(m, base + t, entry(row[t] - row[i], j));
                }
            }
        }
    }
}

/* The same to the dry queues only, which column[0..n) lists. */
static void offer_dry(moves *m, int32_t place, int32_t i, int32_t j, int32_t n) {
    const int32_t *const row = m->p->cost + (int64_t)j * m->p->k;
    int64_t const base = (int64_t)place * m->p->k;
    for (int32_t c = 0; c < n; c++) {
        int32_t const t = m->column[c];
        if (row[t] - row[i] < m->others[base + t]) {
            insert(m, base + t, entry(row[t] - row[i], j));
        }
    }
}

static void offer_all(moves *m, int32_t place, int32_t n_dry) {
    int32_t const i = place % m->p->k;
    for (int64_t o = m->first[place]; o < m->first[place + 1]; o++) {
        int32_t const j = m->order[o];
        if (m->label[j] == i) {
            n_dry < 0 ? offer(m, place, i, j) : offer_dry(m, place, i, j, n_dry);
        }
    }
    for (int32_t j = m->guest[place]; j != NOBODY; j = m->next[j]) {
        n_dry < 0 ? offer(m, place, i, j) : offer_dry(m, place, i, j, n_dry);
    }
}

void fcap_moves_look(moves *m, int32_t place) {
    if (m->known[place] == KNOWN || m->count[place] == 0) {
        return;
    }
    int32_t const k = m->p->k;
    int32_t const i = place % k;
    int64_t const base = (int64_t)place * k;
    int32_t n_dry = 0;
    for (int32_t t = 0; t < k; t++) {
        if (m->length[base + t] == 0 && t != i) {
            m->others[base + t] = INT32_MAX;
            m->column[n_dry++] = t;
        }
    }
    m->others[base + i] = INT32_MIN; /* nobody moves there */
    offer_all(m, place, m->known[place] == UNKNOWN ? -1 : n_dry);
    m->known[place] = KNOWN;
}

/* Drops j, and others who left, from the ends of the queues. */
static void forget(moves *m, int32_t place, int32_t j) {
    int32_t const k = m->p->k;
    int32_t const i = place % k;
    for (int32_t t = 0; t < k; t++) {
        int64_t const pair = (int64_t)place * k + t;
        if (m->mover[pair] == j && m->length[pair] > 0) {
            const int64_t *const queue = m->queue + pair * m->depth;
            int32_t length = m->length[pair];
            while (length > 0 && m->label[point_in(queue[length - 1])] != i) {
                length--;
            }
            m->length[pair] = length;
            if (length > 0) {
                show(m, pair);
            } else {
                m->known[place] = GAPS;
            }
        }
    }
}

static void leave_guests(moves *m, int32_t place, int32_t j) {
    if (m->previous[j] == NOBODY) {
        m->guest[place] = m->next[j];
    } else {
        m->next[m->previous[j]] = m->next[j];
    }
    if (m->next[j] != NOBODY) {
        m->previous[m->next[j]] = m->previous[j];
    }
}

static void join_guests(moves *m, int32_t place, int32_t j) {
    m->previous[j] = NOBODY;
    m->next[j] = m->guest[place];
    if (m->next[j] != NOBODY) {
        m->previous[m->next[j]] = j;
    }
    m->guest[place] = j;
}

void fcap_moves_make(moves *m, int32_t j, int32_t t) {
    int32_t const i = m->label[j];
    int32_t const old = place_of(m, j, i);
    int32_t const new = place_of(m, j, t);
    assert(i != t);
    if (i != m->home[j]) {
        leave_guests(m, old, j);
    }
    if (t != m->home[j]) {
        join_guests(m, new, j);
    }
    m->label[j] = t;
    m->count[old]--;
    m->count[new]++;
    if (m->known[old] != UNKNOWN) {
        forget(m, old, j);
    }
    if (m->known[new] != UNKNOWN) {
        offer(m, new, t, j);
    }
}
