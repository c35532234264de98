/* review.c - do the labels of a folder keep the rules, and does its report tell the truth?
 *
 * Reads rows and labels side by side and computes everything anew, with loops of its own:
 * nothing of the search, its distances or its sums is used but the reader of the files.
 */
#include "shard/claims.h"
#include "shard/job.h"
#include "shard/labels.h"
#include "shard/source.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct review {
    fcap_run *run;
    const schema *s;
    int32_t k;
    label_reader labels;
    int64_t row;           /* of the next record, among those that have labels */
    int64_t *count;        /* [g * k + i] */
    const int64_t *medoid; /* rows */
    int64_t *bits;         /* k * d: coordinates of the medoids, as bits, for sums */
    int64_t *at_home;
    double *centre;
    double *x;
    int second; /* the medoids are known */
    fixed cost;
} review;

/* In units of 2^exponent, so that no square is beyond the range of numbers. */
static double distance(const review *w, const double *a, const double *b) {
    double sum = 0;
    for (int32_t c = 0; c < w->s->d; c++) {
        double const t = (a[c] - b[c]) * w->s->shrink[0] * w->s->shrink[1];
        sum += w->s->metric == FCAP_METRIC_MANHATTAN ? fabs(t) : t * t;
    }
    return w->s->metric == FCAP_METRIC_MANHATTAN ? sum : sqrt(sum);
}

static fcap_status review_row(void *context, const record *r) {
    review *const w = context;
    int32_t group = 0;
    int32_t label = 0;
    int kept = 1;
    TRY(fcap_schema_encode(w->run, w->s, r, w->x, &group, &kept));
    if (!kept) {
        return fcap_label_skip(w->run, &w->labels, r);
    }
    TRY(fcap_label_next(w->run, &w->labels, r, &label));
    if (label >= w->k) {
        return fcap_run_fail(w->run, FCAP_E_DATA, "%s has cluster %d, and k is %d",
                             w->labels.path, (int)label + 1, (int)w->k);
    }
    int64_t const row = w->row++;
    if (w->second) {
        fixed_add(&w->cost, distance(w, w->x, w->centre + (int64_t)label * w->s->d));
        return FCAP_OK;
    }
    w->count[(int64_t)group * w->k + label]++;
    for (int32_t i = 0; i < w->k; i++) {
        if (w->medoid[i] == row) {
            memcpy(w->bits + (int64_t)i * w->s->d, w->x, (size_t)w->s->d * sizeof *w->x);
            w->at_home[i] += label == i;
        }
    }
    return FCAP_OK;
}

static fcap_status open_review(fcap_run *run, const schema *s, const fcap_mpi_request *q,
                               review *w) {
    int64_t const k = q->k;
    *w = (review){.run = run,
                  .s = s,
                  .k = q->k,
                  .count = arena_array(&run->mem, int64_t, 2 * k),
                  .bits = arena_array(&run->mem, int64_t, k * s->d),
                  .at_home = arena_array(&run->mem, int64_t, k),
                  .centre = arena_array(&run->mem, double, k * s->d),
                  .x = arena_array(&run->mem, double, s->d)};
    return w->count != NULL && w->bits != NULL && w->at_home != NULL && w->centre != NULL &&
                   w->x != NULL
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
}

static fcap_status look(review *w, const char *within, int second) {
    w->labels = (label_reader){.s = w->s, .folder = within, .shard = -1};
    w->row = w->s->first;
    w->second = second;
    fcap_status status = fcap_records_visit(w->run, w->s->from, review_row, w);
    status = status == FCAP_OK ? fcap_label_end(w->run, &w->labels) : status;
    fcap_label_close(&w->labels);
    return status;
}

/* What the report should say, held against what it says. */
static fcap_status judge_claims(const review *w, const claims *said, fcap_mpi_verdict *out) {
    claims found = {.n = out->n,
                    .dropped = w->s->facts.dropped,
                    .coordinates = w->s->d,
                    .balance = out->balance,
                    .cost = out->cost,
                    .smallest = out->smallest,
                    .largest = out->largest,
                    .size = arena_array(&w->run->mem, int64_t, w->k),
                    .count = w->count};
    if (found.size == NULL) {
        return fcap_run_fail(w->run, FCAP_E_NO_MEMORY, "out of memory");
    }
    for (int32_t i = 0; i < w->k; i++) {
        found.size[i] = w->count[i] + w->count[w->k + i];
    }
    int const wrong = fcap_claims_false(said, &found, w->k, w->s->n_groups, out->false_claim,
                                        sizeof out->false_claim);
    out->ok = out->ok && !wrong;
    return FCAP_OK;
}

static void judge(const review *w, const fcap_mpi_request *q, fcap_mpi_verdict *out) {
    out->smallest = INT64_MAX;
    for (int32_t i = 0; i < w->k; i++) {
        int64_t const a = w->count[i];
        int64_t const b = w->count[w->k + i];
        int64_t const size = a + b;
        int64_t const few = a < b ? a : b;
        int64_t const many = a < b ? b : a;
        out->smallest = size < out->smallest ? size : out->smallest;
        out->largest = size > out->largest ? size : out->largest;
        out->empty += size == 0;
        out->too_large += size > out->max_size;
        out->too_small += size < q->min_size;
        out->foreign_medoids += w->at_home[i] != 1;
        if (w->s->n_groups == 2) {
            out->unbalanced += q->balance.num * many > q->balance.den * few;
            if (out->balance.den == 0 || few * out->balance.den < out->balance.num * many) {
                out->balance = (fcap_ratio){few, many};
            }
        }
    }
    out->ok = out->empty == 0 && out->too_large == 0 && out->too_small == 0 &&
              out->unbalanced == 0 && out->foreign_medoids == 0 && out->n == out->claimed_n &&
              out->unread[0] == 0 && fabs(out->cost - out->claimed) <= out->tolerance;
}

/* The first labels file, by name, that belongs to none of the shards. */
static void find_unread(fcap_run *run, const shards *s, const char *within, char *name,
                        size_t size) {
    static const char end[] = ".labels.csv";
    DIR *const in = opendir(within);
    for (struct dirent *e = in != NULL ? readdir(in) : NULL; e != NULL; e = readdir(in)) {
        size_t const length = strlen(e->d_name);
        int known =
            length < sizeof end || strcmp(e->d_name + length - sizeof end + 1, end) != 0;
        for (int32_t i = 0; !known && i < s->n; i++) {
            const char *const own = fcap_shard_labels_name(run, &s->of[i]);
            known = own == NULL || strcmp(own, e->d_name) == 0;
        }
        if (!known && (name[0] == 0 || strcmp(e->d_name, name) < 0)) {
            snprintf(name, size, "%s", e->d_name);
        }
    }
    if (in != NULL) {
        closedir(in);
    }
}

static fcap_status review_all(fcap_run *run, fcap_comm *comm, const schema *s,
                              const fcap_mpi_request *q, fcap_mpi_verdict *out) {
    review w;
    claims said;
    AGREE(run, comm, open_review(run, s, q, &w));
    AGREE(run, comm, fcap_claims_read(run, q->output, s, q->k, &said));
    w.medoid = said.medoid;
    out->claimed_n = said.n;
    out->claimed = said.cost;
    if (comm->rank == 0) {
        find_unread(run, s->from->p->s, q->output, out->unread, sizeof out->unread);
    }
    fcap_comm_broadcast(comm, out->unread, sizeof out->unread);
    AGREE(run, comm, look(&w, q->output, 0));
    fcap_comm_sum(comm, w.count, 2 * (int64_t)w.k);
    fcap_comm_sum(comm, w.at_home, w.k);
    fcap_comm_sum(comm, w.bits, (int64_t)w.k * s->d); /* only one rank has others than 0 */
    memcpy(w.centre, w.bits, (size_t)w.k * (size_t)s->d * sizeof *w.centre);
    AGREE(run, comm, look(&w, q->output, 1));
    fcap_comm_sum(comm, w.cost.part, FIXED_PARTS);
    fcap_rules asked = FCAP_RULES_INIT;
    asked.k = q->k;
    asked.max_size = q->max_size;
    asked.slack = q->slack;
    out->n = s->n;
    out->k = q->k;
    out->max_size = fcap_rules_capacity(&asked, s->n);
    out->min_size = q->min_size;
    out->cost = ldexp(fixed_value(w.cost), s->exponent);
    out->tolerance = COST_TOLERANCE * fabs(said.cost) +
                     ldexp((double)s->n * FIXED_UNIT, s->exponent); /* of both sums */
    judge(&w, q, out);
    return fcap_comm_agree(run, comm, judge_claims(&w, &said, out));
}

fcap_status fcap_review(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                        fcap_mpi_verdict *out) {
    source from;
    *out = (fcap_mpi_verdict){0};
    TRY(fcap_job_check_request(run, q));
    TRY(fcap_source_open(run, comm, q, &from));
    return review_all(run, comm, &from.schema, q, out);
}
