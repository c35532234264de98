/* cloud.c - see cloud.h. */
#include "shard/cloud.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static int64_t round_up(int64_t n) {
    return (n + LANES - 1) / LANES * LANES;
}

static fcap_status out_of_memory(fcap_run *run, int64_t n, int32_t d) {
    return fcap_run_fail(
        run, FCAP_E_NO_MEMORY,
        "out of memory for the points of one rank (%lld x %d coordinates); use "
        "more ranks, or --memory-limit",
        (long long)n, (int)d);
}

static double *place(const points *p, int64_t i) {
    return p->x + (i / LANES) * LANES * p->d + i % LANES;
}

void fcap_cloud_put(points *p, int64_t i, const double *x) {
    double *const to = place(p, i);
    for (int32_t c = 0; c < p->d; c++) {
        to[(int64_t)c * LANES] = x[c];
    }
}

void fcap_cloud_get(const points *p, int64_t i, double *x) {
    const double *const from = place(p, i);
    for (int32_t c = 0; c < p->d; c++) {
        x[c] = from[(int64_t)c * LANES];
    }
}

void fcap_cloud_close_points(points *p) {
    for (int64_t i = p->n; p->n > 0 && i < p->stride; i++) {
        for (int32_t c = 0; c < p->d; c++) {
            place(p, i)[(int64_t)c * LANES] = place(p, p->n - 1)[(int64_t)c * LANES];
        }
    }
}

fcap_status fcap_cloud_points(fcap_run *run, const schema *s, int64_t n, points *out) {
    *out = (points){.n = n,
                    .d = s->d,
                    .exponent = s->exponent,
                    .stride = round_up(n),
                    .metric = s->metric,
                    .x_exponent = s->exponent,
                    .x = arena_array(&run->mem, double, round_up(n) * s->d)};
    return out->x != NULL ? FCAP_OK : out_of_memory(run, n, s->d);
}

/* ---------------------------------------------------------------- reading */

typedef struct filling {
    fcap_run *run;
    const schema *s;
    double *x; /* of one point */
    points *to;
    int64_t n;            /* points read so far */
    int64_t most;         /* there may not be more: the files must not grow meanwhile */
    unsigned char *group; /* may be NULL */
    cloud_visit *visit;   /* may be NULL: everything stays in `to` */
    void *context;
    int64_t print;
} filling;

/* 32 bits of a row, so that sums of 2^31 of them do not overflow. Its place is the one among
 * all rows, whatever the ranks and the files. */
static int64_t row_print(const filling *w, int64_t row, int32_t group) {
    rng r = {(uint64_t)row};
    r = fcap_rng_fork(&r, (uint64_t)group);
    for (int32_t c = 0; c < w->s->d; c++) {
        uint64_t bits;
        memcpy(&bits, &w->x[c], sizeof bits);
        r.state = (r.state ^ bits) * 0x9e3779b97f4a7c15u;
        r.state ^= r.state >> 32;
    }
    return (int64_t)(fcap_rng_fork(&r, 1).state >> 32);
}

static fcap_status give(filling *w, int64_t some) {
    points part = *w->to;
    part.n = some;
    part.stride = round_up(some);
    fcap_cloud_close_points(&part);
    return w->visit(w->context, &part, 0, w->n - some, some);
}

static fcap_status fill(void *context, const record *r) {
    filling *const w = context;
    int32_t group = 0;
    int kept = 1;
    TRY(fcap_schema_encode(w->run, w->s, r, w->x, &group, &kept));
    if (!kept) {
        return FCAP_OK;
    }
    if (w->n == w->most) {
        return fcap_run_fail(w->run, FCAP_E_IO, "%s has more rows than before",
                             w->s->from->p->s->of[r->b->shard].path);
    }
    for (int32_t c = 0; c < w->s->d; c++) {
        w->x[c] = w->x[c] * w->s->shrink[0] * w->s->shrink[1];
    }
    fcap_cloud_put(w->to, w->visit != NULL ? w->n % CLOUD_CHUNK : w->n, w->x);
    if (w->group != NULL) {
        w->group[w->n] = (unsigned char)group;
    }
    w->print += row_print(w, w->s->first + w->n, group);
    w->n++;
    return w->visit != NULL && w->n % CLOUD_CHUNK == 0 ? give(w, CLOUD_CHUNK) : FCAP_OK;
}

static fcap_status read_all(fcap_run *run, cloud *c, points *to, unsigned char *group,
                            cloud_visit *visit, void *context) {
    filling w = {.run = run,
                 .s = c->s,
                 .x = arena_array(&run->mem, double, c->d),
                 .to = to,
                 .most = c->n,
                 .group = group,
                 .visit = visit,
                 .context = context};
    if (w.x == NULL) {
        return out_of_memory(run, 1, c->d);
    }
    TRY(fcap_records_visit(run, c->s->from, fill, &w));
    if (w.n < c->n) {
        return fcap_run_fail(run, FCAP_E_IO, "a file has fewer rows than before");
    }
    c->print = w.print;
    return visit != NULL && w.n % CLOUD_CHUNK > 0 ? give(&w, w.n % CLOUD_CHUNK) : FCAP_OK;
}

/* ---------------------------------------------------------------- a file */

static size_t chunk_bytes(const cloud *c, int64_t n) {
    return (size_t)(round_up(n) * c->d) * sizeof(double);
}

static fcap_status cannot(fcap_run *run, const char *what) {
    return fcap_run_fail(run, FCAP_E_IO,
                         "cannot %s the points beside the output: %s; they need 8 bytes a "
                         "coordinate there when memory is limited",
                         what, strerror(errno));
}

typedef struct spilling {
    fcap_run *run;
    const cloud *c;
} spilling;

static fcap_status spill(void *context, const points *p, int64_t at, int64_t from, int64_t n) {
    const spilling *const w = context;
    const char *const bytes = (const char *)(p->x + at * p->d);
    size_t const size = chunk_bytes(w->c, n);
    for (size_t done = 0; done < size;) {
        off_t const to = (off_t)((size_t)(from * p->d) * sizeof(double) + done);
        ssize_t const some = pwrite(w->c->file, bytes + done, size - done, to);
        if (some < 0 && errno != EINTR) {
            return cannot(w->run, "write");
        }
        done += some > 0 ? (size_t)some : 0;
    }
    return FCAP_OK;
}

static fcap_status unspill(fcap_run *run, const cloud *c, int64_t from, points *to) {
    size_t const size = chunk_bytes(c, to->n);
    for (size_t done = 0; done < size;) {
        off_t const at = (off_t)((size_t)(from * c->d) * sizeof(double) + done);
        ssize_t const some = pread(c->file, (char *)to->x + done, size - done, at);
        if (some == 0 || (some < 0 && errno != EINTR)) {
            return cannot(run, "read");
        }
        done += some > 0 ? (size_t)some : 0;
    }
    return FCAP_OK;
}

void fcap_cloud_close(cloud *c) {
    if (c->file >= 0) {
        close(c->file);
        c->file = -1;
    }
}

static fcap_status load(fcap_run *run, const char *path, cloud *c) {
    c->group = arena_array(&run->mem, unsigned char, c->n + 1);
    if (c->group == NULL) {
        return out_of_memory(run, c->n, c->d);
    }
    if (c->kept) {
        TRY(fcap_cloud_points(run, c->s, c->n, &c->all));
        TRY(read_all(run, c, &c->all, c->group, NULL, NULL));
        fcap_cloud_close_points(&c->all);
        return FCAP_OK;
    }
    c->file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (c->file < 0) {
        return cannot(run, "keep");
    }
    unlink(path); /* it lives as long as it is open */
    arena_mark const mark = fcap_arena_save(&run->mem);
    spilling w = {run, c};
    points some;
    TRY(fcap_cloud_points(run, c->s, CLOUD_CHUNK, &some));
    TRY(read_all(run, c, &some, c->group, spill, &w));
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

static cloud empty_cloud(const schema *s, int kept) {
    return (cloud){.s = s,
                   .n = s->own,
                   .first = s->first,
                   .d = s->d,
                   .n_groups = s->n_groups,
                   .kept = kept,
                   .file = -1};
}

fcap_status fcap_cloud_open(fcap_run *run, fcap_comm *comm, const schema *s, int kept,
                            const char *path, cloud *out) {
    *out = empty_cloud(s, kept);
    AGREE(run, comm, load(run, path, out));
    fcap_comm_sum(comm, &out->print, 1);
    return FCAP_OK;
}

static fcap_status pass_over(void *context, const points *p, int64_t at, int64_t from,
                             int64_t n) {
    (void)context;
    (void)p;
    (void)at;
    (void)from;
    (void)n;
    return FCAP_OK;
}

fcap_status fcap_cloud_print(fcap_run *run, fcap_comm *comm, const schema *s, int64_t *out) {
    cloud c = empty_cloud(s, 0);
    points some;
    AGREE(run, comm, fcap_cloud_points(run, s, CLOUD_CHUNK, &some));
    AGREE(run, comm, read_all(run, &c, &some, NULL, pass_over, NULL));
    fcap_comm_sum(comm, &c.print, 1);
    *out = c.print;
    return FCAP_OK;
}

fcap_status fcap_cloud_label(fcap_run *run, fcap_comm *comm, cloud *c) {
    c->label = arena_array(&run->mem, int32_t, c->n + 1);
    c->margin = arena_array(&run->mem, float, c->n + 1);
    int const there = c->label != NULL && c->margin != NULL;
    return fcap_comm_agree(run, comm, there ? FCAP_OK : out_of_memory(run, c->n, c->d));
}

fcap_status fcap_cloud_visit(fcap_run *run, const cloud *c, cloud_visit *visit, void *context) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    points some = c->all;
    if (!c->kept) {
        TRY(fcap_cloud_points(run, c->s, CLOUD_CHUNK, &some));
    }
    for (int64_t from = 0; from < c->n; from += CLOUD_CHUNK) {
        int64_t const left = c->n - from;
        int64_t const n = left < CLOUD_CHUNK ? left : CLOUD_CHUNK;
        if (!c->kept) {
            some.n = n;
            some.stride = round_up(n);
            TRY(unspill(run, c, from, &some));
        }
        TRY(visit(context, &some, c->kept ? from : 0, from, n));
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
