/* moves.c - lower bounds for all moves, exact ones for those that matter.
 *
 * When a place is first looked at, one pass over its members finds the cheapest of them for
 * each t. Who comes later takes the entry over if cheaper. Who leaves changes nothing:
 *
 *     least is a lower bound, and exact while the mover is still there.
 *
 * A path that uses an entry has it confirmed. If the mover has gone, the `depth` cheapest
 * members are listed in a queue, the cheapest last, and what others cost at least is noted; so
 * all members are read again only when a queue has run dry. Most entries are never used: exact
 * heaps of all n k moves would take longer to build than all paths take, and three times the
 * memory of the costs.
 *
 * An entry of a queue is cost * 2^32 + point, so one comparison decides and ties go by number.
 * Who left stays in it until the entry comes up; who comes back finds the old entry.
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
    /* Larger: fewer readings of all members, dearer insertions, more memory. */
    DEPTH_LEAST = 4,
    DEPTH_USUAL = 64,
    DEPTH_MOST = 4096, /* where all queues have 2 entries for each point at most */
    MEMBERS_EACH = 32  /* of a place, for each entry of a queue */
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

static int32_t depth_for(int64_t n, int64_t places, int64_t pairs) {
    int64_t const share = n / (MEMBERS_EACH * places);
    int64_t const room = 2 * n / pairs;
    int64_t const most = room < DEPTH_USUAL  ? DEPTH_USUAL
                         : room < DEPTH_MOST ? room
                                             : DEPTH_MOST;
    return (int32_t)(share < DEPTH_LEAST ? DEPTH_LEAST : share < most ? share : most);
}

fcap_status fcap_moves_open(fcap_run *run, const assign_problem *p, moves *m) {
    arena *const mem = &run->mem;
    int64_t const places = (int64_t)p->n_groups * p->k;
    int64_t const pairs = places * p->k;
    int32_t const depth = depth_for(p->n, places, pairs);
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
                 .previous = arena_array(mem, int32_t, p->n)};
    if (m->label == NULL || m->count == NULL || m->least == NULL || m->mover == NULL ||
        m->others == NULL || m->length == NULL || m->queue == NULL || m->known == NULL ||
        m->first == NULL || m->order == NULL || m->home == NULL || m->guest == NULL ||
        m->next == NULL || m->previous == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for moves of %lld points between %d clusters",
                             (long long)p->n, (int)p->k);
    }
    return fcap_assign_row_open(run, p, &m->room);
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

/* Keeps the cheapest `depth`, in order. */
static void insert(moves *m, int64_t pair, int64_t e) {
    int64_t *const queue = m->queue + pair * m->depth;
    int32_t const length = m->length[pair];
    int32_t at = 0; /* entries before it are dearer, or the same */
    for (int32_t end = length; at < end;) {
        int32_t const middle = at + (end - at) / 2;
        if (queue[middle] < e) {
            end = middle;
        } else {
            at = middle + 1;
        }
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
    } else { /* the dearest goes */
        m->others[pair] = cost_in(queue[0]);
        memmove(queue, queue + 1, (size_t)(at - 1) * sizeof *queue);
        queue[at - 1] = e;
    }
}

/* Point j against the entries of its place, and -- the return value -- is there a queue that
 * wants it? */
static inline int lower(const int32_t *restrict row, int32_t i, int32_t j, int64_t k,
                        int32_t *restrict least, int32_t *restrict mover,
                        const int32_t *restrict others) {
    int32_t const own = row[i];
    int32_t wanted = 0;
    for (int64_t t = 0; t < k; t++) {
        int32_t const c = row[t] - own;
        int32_t const cheaper = c < least[t];
        least[t] = cheaper ? c : least[t];
        mover[t] = cheaper ? j : mover[t];
        wanted |= c < others[t];
    }
    return wanted;
}

WIDE static void offer(moves *m, int32_t place, int32_t j) {
    int32_t const k = m->p->k;
    int32_t const i = place % k;
    int64_t const base = (int64_t)place * k;
    const int32_t *const row = assign_row_of(m->p, j, &m->room);
    if (lower(row, i, j, k, m->least + base, m->mover + base, m->others + base)) {
        for (int32_t t = 0; t < k; t++) {
            if (row[t] - row[i] < m->others[base + t]) {
                insert(m, base + t, entry(row[t] - row[i], j));
            }
        }
    }
}

/* The first pass over the members; there are no queues yet. */
WIDE static void offer_first(moves *m, int32_t place) {
    int32_t const k = m->p->k;
    int32_t const i = place % k;
    int64_t const base = (int64_t)place * k;
    for (int64_t o = m->first[place]; o < m->first[place + 1]; o++) {
        int32_t const j = m->order[o];
        if (m->label[j] == i) {
            lower(assign_row_of(m->p, j, &m->room), i, j, k, m->least + base, m->mover + base,
                  m->others + base);
        }
    }
}

void fcap_moves_look(moves *m, int32_t place) {
    if (m->known[place]) {
        return;
    }
    int32_t const k = m->p->k;
    int64_t const base = (int64_t)place * k;
    for (int32_t t = 0; t < k; t++) {
        m->least[base + t] = INT32_MAX;
        m->others[base + t] = INT32_MIN; /* no queue wants anybody */
    }
    m->least[base + place % k] = INT32_MIN; /* nobody moves there */
    m->known[place] = 1;
    offer_first(m, place);
    for (int32_t j = m->guest[place]; j != NOBODY; j = m->next[j]) {
        offer(m, place, j);
    }
}

static void list(moves *m, int64_t pair, int32_t i, int32_t t, int32_t j) {
    int32_t const c = fcap_assign_cost(m->p, j, t) - fcap_assign_cost(m->p, j, i);
    if (c < m->others[pair]) {
        insert(m, pair, entry(c, j));
    }
}

void fcap_moves_confirm(moves *m, int32_t place, int32_t t) {
    int32_t const i = place % m->p->k;
    int64_t const pair = (int64_t)place * m->p->k + t;
    const int64_t *const queue = m->queue + pair * m->depth;
    if (m->label[m->mover[pair]] == i) {
        return;
    }
    int32_t length = m->length[pair];
    while (length > 0 && m->label[point_in(queue[length - 1])] != i) {
        length--;
    }
    m->length[pair] = length;
    if (length == 0) {
        m->others[pair] = INT32_MAX;
        for (int64_t o = m->first[place]; o < m->first[place + 1]; o++) {
            if (m->label[m->order[o]] == i) {
                list(m, pair, i, t, m->order[o]);
            }
        }
        for (int32_t j = m->guest[place]; j != NOBODY; j = m->next[j]) {
            list(m, pair, i, t, j);
        }
    }
    m->least[pair] = cost_in(queue[m->length[pair] - 1]);
    m->mover[pair] = point_in(queue[m->length[pair] - 1]);
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
    if (m->known[new]) {
        offer(m, new, j);
    }
}
