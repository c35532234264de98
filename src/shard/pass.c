/* pass.c - see pass.h. */
#include "shard/pass.h"

#include "base/vector.h"

#include <math.h>
#include <string.h>

enum {
    STRETCH = 64,             /* points at once: their minima stay in the first cache */
    BIN_SHIFT = 20,           /* of a float's bits: three digits of the mantissa stay */
    BIN_LAST = (127 + 2) << 3 /* a margin of 4, beyond which nothing is near */
};

static int32_t bits_of(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

int32_t fcap_margin_bin(float margin) {
    int32_t const bin = (bits_of(margin) >> BIN_SHIFT) - (BIN_LAST - MARGIN_BINS);
    return bin < 0 ? 0 : bin > MARGIN_BINS ? MARGIN_BINS : bin;
}

float fcap_margin_limit(int32_t bin) {
    int32_t const bits = ((bin + 1 + BIN_LAST - MARGIN_BINS) << BIN_SHIFT) - 1;
    float limit;
    memcpy(&limit, &bits, sizeof limit);
    return bin >= MARGIN_BINS ? INFINITY : limit;
}

fcap_status fcap_pass_open(fcap_run *run, int32_t k, int32_t n_groups, pass *out) {
    *out = (pass){.load = arena_array(&run->mem, int64_t, (int64_t)k * n_groups)};
    return out->load != NULL
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
}

typedef struct passing {
    cloud *c;
    const points *centre;
    const double *price;
    int32_t k;
    double *room; /* k * STRETCH distances */
    pass *out;
} passing;

typedef struct nearest {
    double least[STRETCH];
    double second[STRETCH];
    double which[STRETCH];  /* a double, as wide as the others */
    int64_t other[STRETCH]; /* all bits set: a member of group 1 */
} nearest;

/* The two cheapest clusters of n points. */
WIDE static void find_nearest(const double *distance, const double *price, int32_t k,
                              int32_t n_groups, nearest *restrict s) {
    for (int64_t r = 0; r < STRETCH; r++) {
        s->least[r] = INFINITY;
        s->second[r] = INFINITY;
        s->which[r] = 0;
    }
    for (int32_t i = 0; i < k; i++) {
        const double *const column = distance + (int64_t)i * STRETCH;
        double const here = price[i];
        double const there = n_groups == 2 ? price[k + i] : here;
        double const number = i;
        for (int64_t r = 0; r < STRETCH; r++) {
            double const e = column[r] + (s->other[r] ? there : here);
            double const first = s->least[r];
            double const next = s->second[r];
            double const loser = e < first ? first : e;
            s->second[r] = loser < next ? loser : next;
            s->which[r] = e < first ? number : s->which[r];
            s->least[r] = e < first ? e : first;
        }
    }
}

static void pass_stretch(const passing *w, const points *p, int64_t at, int64_t from,
                         int64_t n) {
    cloud *const c = w->c;
    nearest s;
    int64_t const blocks = (n + LANES - 1) / LANES;
    for (int32_t i = 0; i < w->k; i++) {
        fcap_points_distances_blocks(w->centre, i, p, at / LANES, blocks,
                                     w->room + (int64_t)i * STRETCH);
    }
    for (int64_t r = 0; r < STRETCH; r++) {
        s.other[r] = r < n && c->group[from + r] != 0 ? -1 : 0;
    }
    find_nearest(w->room, w->price, w->k, c->n_groups, &s);
    for (int64_t r = 0; r < n; r++) {
        int32_t const i = (int32_t)s.which[r];
        float const margin = (float)(s.second[r] - s.least[r]);
        c->label[from + r] = i;
        c->margin[from + r] = margin;
        w->out->load[(int64_t)c->group[from + r] * w->k + i]++;
        w->out->margin[fcap_margin_bin(margin)]++;
        fixed_add(&w->out->least, s.least[r]);
    }
}

static fcap_status pass_some(void *context, const points *p, int64_t at, int64_t from,
                             int64_t n) {
    const passing *const w = context;
    for (int64_t r = 0; r < n; r += STRETCH) {
        pass_stretch(w, p, at + r, from + r, n - r < STRETCH ? n - r : STRETCH);
    }
    return FCAP_OK;
}

fcap_status fcap_pass(fcap_run *run, fcap_comm *comm, cloud *c, const points *centre,
                      const double *price, pass *out) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const k = (int32_t)centre->n;
    int64_t const places = (int64_t)k * c->n_groups;
    int64_t const words = places + MARGIN_BINS + 1 + FIXED_PARTS;
    passing w = {.c = c,
                 .centre = centre,
                 .price = price,
                 .k = k,
                 .room = arena_array(&run->mem, double, (int64_t)k *STRETCH),
                 .out = out};
    int64_t *const word = arena_array(&run->mem, int64_t, words);
    memset(out->load, 0, (size_t)places * sizeof *out->load);
    memset(out->margin, 0, sizeof out->margin);
    out->least = (fixed){0};
    fcap_status const status =
        w.room == NULL || word == NULL
            ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k)
            : fcap_cloud_visit(run, c, pass_some, &w);
    AGREE(run, comm, status);
    memcpy(word, out->load, (size_t)places * sizeof *word);
    memcpy(word + places, out->margin, sizeof out->margin);
    memcpy(word + words - FIXED_PARTS, out->least.part, sizeof out->least.part);
    fcap_comm_sum(comm, word, words);
    memcpy(out->load, word, (size_t)places * sizeof *word);
    memcpy(out->margin, word + places, sizeof out->margin);
    memcpy(out->least.part, word + words - FIXED_PARTS, sizeof out->least.part);
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
