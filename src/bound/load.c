/* load.c - see load.h. */
#include "bound/load.h"

#include "bound/sack.h"
#include "problem/cells.h"

#include <math.h>

enum {
    LOOK_WORK = 2
}; /* in about nanoseconds: a point looked at */

static void *open_room(fcap_run *run, const void *self) {
    const load *const l = self;
    sack *const room = arena_array(&run->mem, sack, 1);
    return room == NULL || fcap_sack_open(run, l->n, room) != FCAP_OK ? NULL : room;
}

static void list_items(const load *l, const family_query *ask, int64_t place, sack *room) {
    room->n = 0;
    for (int64_t j = 0; j < l->n; j++) {
        if (ask->distance[j] < ask->pi[j] && j != ask->own && l->weight[j] <= place) {
            double const worth = ask->pi[j] - ask->distance[j];
            room->item[room->n++] =
                (sack_item){worth, worth / (double)l->weight[j], l->weight[j], (int32_t)j};
        }
    }
}

static void list_members(const family_query *ask, const sack *room, family_set *out) {
    out->n = 0;
    out->member[out->n++] = (int32_t)ask->own;
    for (int64_t x = 0; x < room->n_best; x++) {
        int32_t const position = room->item[room->best[x]].position;
        int64_t at = out->n++;
        for (; at > 0 && out->member[at - 1] > position; at--) {
            out->member[at] = out->member[at - 1];
        }
        out->member[at] = position;
    }
    out->cost = 0;
    for (int64_t x = 0; x < out->n; x++) {
        out->cost += ask->distance[out->member[x]];
    }
}

static void cheapest(const void *self, void *scratch, const family_query *ask,
                     family_set *out) {
    const load *const l = self;
    sack *const room = scratch;
    int64_t const place = l->capacity - l->weight[ask->own];
    out->work = l->n * LOOK_WORK;
    out->value = INFINITY;
    if (place < 0) {
        return;
    }
    list_items(l, ask, place, room);
    out->value = ask->distance[ask->own] - ask->pi[ask->own] - fcap_sack_fill(room, place);
    out->work += room->work;
    if (out->member != NULL) {
        list_members(ask, room, out);
    }
}

/* ---------------------------------------------------------------- opening */

fcap_status fcap_load_open(fcap_run *run, const rules *r, load *out) {
    *out = (load){.n = r->n, .weight = r->weight, .capacity = r->capacity};
    TRY(fcap_cells_rows(run, r, &out->most));
    out->order = arena_array(&run->mem, int64_t, r->n);
    if (out->order == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                             "out of memory for the bound of %lld points", (long long)r->n);
    }
    for (int64_t j = 0; j < r->n; j++) {
        out->order[j] = j;
    }
    return FCAP_OK;
}

family fcap_load_family(const load *l) {
    return (family){.self = l,
                    .n = l->n,
                    .most = l->most,
                    .first = l->n,
                    .order = l->order,
                    .room = open_room,
                    .cheapest = cheapest};
}
