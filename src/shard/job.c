/* job.c - see job.h. */
#include "shard/job.h"

#include "shard/budget.h"
#include "shard/centring.h"
#include "shard/coarse.h"
#include "shard/labels.h"
#include "shard/report.h"
#include "shard/source.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GATHER_BYTES = 1 << 25, /* of points that come to rank 0 at a time, */
    GATHER_LEAST = 50000,   /* and how many these are */
    GATHER_MOST = 400000,
    MATRIX_MOST = 5000,         /* points of the sample with a matrix: 100 MB */
    SAMPLE_DISTANCES = 8000000, /* of the sample to the medoids: 100 MB while it is searched */
    SAMPLE_LEAST = 20000,
    SAMPLE_MOST = 100000,
    EACH_LEAST = 16,     /* points of the sample in a cluster */
    ROUNDS_OF_EFFORT = 2 /* at effort 5; one more for each step of effort */
};

static const double LITTLE = 1e-4; /* of the cost: what a round must gain to be worth another */

/* What a stage needs. */
typedef struct work {
    fcap_run *run;
    fcap_comm *comm;
    const fcap_mpi_request *q;
    const schema *s;
    terms terms;
    cloud cloud;
    folder folder;
    collected sample;
    standing at;
    standing begun; /* as this round began, */
    standing last;  /* and the one before it */
    expense spent;
    fcap_mpi_summary *out;
} work;

static fcap_status out_of_memory(fcap_run *run, int32_t k) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
}

static const char *rows(int64_t n) {
    return n == 1 ? "row" : "rows";
}

static void say(const work *w, const char *format, ...) FCAP_PRINTF(2);
static void say(const work *w, const char *format, ...) {
    if (w->comm->rank == 0 && w->q->say != NULL) {
        char line[256];
        va_list args;
        va_start(args, format);
        int const used = snprintf(line, sizeof line, "%.1f s: ", fcap_run_seconds(w->run));
        vsnprintf(line + used, sizeof line - (size_t)used, format, args);
        va_end(args);
        w->q->say(w->q->say_user, line);
    }
}

/* ---------------------------------------------------------------- the request */

static int64_t sample_size(const fcap_mpi_request *q) {
    if (q->sample > 0) {
        return q->sample;
    }
    int64_t const by_k = SAMPLE_DISTANCES / q->k;
    int64_t const some = by_k < SAMPLE_LEAST  ? SAMPLE_LEAST
                         : by_k > SAMPLE_MOST ? SAMPLE_MOST
                                              : by_k;
    return some < EACH_LEAST * (int64_t)q->k ? EACH_LEAST * (int64_t)q->k : some;
}

static int64_t gather_size(const work *w) {
    int64_t const some = GATHER_BYTES / (8 * ((int64_t)w->s->d + 1));
    return w->q->gather > 0      ? w->q->gather
           : some < GATHER_LEAST ? GATHER_LEAST
           : some > GATHER_MOST  ? GATHER_MOST
                                 : some;
}

/* ---------------------------------------------------------------- stages */

/* Rank 0 looks at the clock for all. */
static int is_late(const work *w) {
    int64_t late = w->comm->rank == 0 && w->q->time_limit > 0 &&
                   fcap_run_seconds(w->run) >= w->q->time_limit;
    fcap_comm_broadcast(w->comm, &late, sizeof late);
    return (int)late;
}

/* What rank 0 knows of the search, to all. */
static void tell_standing(const work *w, standing *at) {
    size_t const places = (size_t)at->k * (size_t)at->n_groups;
    fcap_comm_broadcast(w->comm, at->medoid, (size_t)at->k * sizeof *at->medoid);
    fcap_comm_broadcast(w->comm, at->centre.x,
                        (size_t)(at->centre.stride * at->centre.d) * sizeof *at->centre.x);
    fcap_comm_broadcast(w->comm, at->price, places * sizeof *at->price);
    fcap_comm_broadcast(w->comm, &at->cost, sizeof at->cost);
    fcap_comm_broadcast(w->comm, &at->before, sizeof at->before);
    fcap_comm_broadcast(w->comm, &at->bound, sizeof at->bound);
    fcap_comm_broadcast(w->comm, &at->round, sizeof at->round);
    fcap_comm_broadcast(w->comm, &at->known, sizeof at->known);
}

static fcap_status begin_search(work *w) {
    int found = 0;
    if (w->q->resume) {
        TRY(fcap_checkpoint_read(w->run, &w->folder, &w->at, &w->last, &found));
    }
    if (found) {
        say(w, "going on from the checkpoint of round %d", (int)w->at.round);
        return FCAP_OK;
    }
    say(w, "searching a sample of %lld %s", (long long)w->sample.n, rows(w->sample.n));
    TRY(fcap_coarse(w->run, &w->sample, &w->terms, w->q->effort, &w->at));
    return fcap_checkpoint_write(w->run, &w->folder, &w->at, &w->last);
}

/* Members of every place, [g * k + i]. */
static fcap_status count_members(const work *w, int64_t **count) {
    int32_t const k = w->at.k;
    int64_t const places = (int64_t)k * w->s->n_groups;
    *count = arena_array(&w->run->mem, int64_t, places);
    AGREE(w->run, w->comm, *count != NULL ? FCAP_OK : out_of_memory(w->run, k));
    assert(*count != NULL);
    for (int64_t j = 0; j < w->cloud.n; j++) {
        (*count)[(int64_t)w->cloud.group[j] * k + w->cloud.label[j]]++;
    }
    fcap_comm_sum(w->comm, *count, places);
    return FCAP_OK;
}

/* Where every point has its cheapest place, the value of the prices needs no look at the
 * points: the sum of the minima is the cost, and what the members pay. */
static fcap_status prove(work *w) {
    int64_t *count = NULL;
    TRY(count_members(w, &count));
    if (w->comm->rank == 0) {
        double paid = 0;
        for (int64_t v = 0; v < (int64_t)w->at.k * w->s->n_groups; v++) {
            paid += (double)count[v] * w->at.price[v];
        }
        double const bound =
            w->at.cost + paid - fcap_terms_support(&w->terms, w->at.price) - w->at.slack;
        w->at.bound = bound > w->at.bound ? bound : w->at.bound;
    }
    fcap_comm_broadcast(w->comm, &w->at.bound, sizeof w->at.bound);
    return FCAP_OK;
}

/* Labels of all rows for the medoids that there are. */
static fcap_status place(work *w) {
    int moved = 0;
    TRY(fcap_zoom(w->run, w->comm, &w->cloud, &w->terms, gather_size(w), w->q->seed, &w->at,
                  &w->spent));
    TRY(fcap_cost(w->run, w->comm, &w->cloud, &w->at));
    if (w->at.proved) {
        TRY(prove(w));
    }
    TRY(fcap_bring_home(w->run, w->comm, &w->cloud, &w->at, &moved));
    if (moved) {
        TRY(fcap_cost(w->run, w->comm, &w->cloud, &w->at));
    }
    say(w, "round %d: cost %.6g, at most %.2g %% above the best around these medoids (%d %s)",
        (int)w->at.round, ldexp(w->at.cost, w->s->exponent),
        100 * (w->at.cost - w->at.bound) / w->at.cost, (int)w->spent.passes,
        w->spent.passes == 1 ? "pass" : "passes");
    return FCAP_OK;
}

/* New medoids led to labels that cost more than those of the round before do with the same
 * medoids, for which both are valid. These are made once more: nobody kept them, and a job that
 * was resumed never had them. */
static fcap_status go_back(work *w, double cost) {
    standing now = w->at;
    w->at = w->last;
    TRY(place(w));
    now.proved = now.proved && w->at.proved && w->s->n_groups == 1;
    now.cost = cost;
    w->at = now;
    say(w, "round %d found nothing better: the labels before it cost %.6g", (int)now.round,
        ldexp(cost, w->s->exponent));
    return FCAP_OK;
}

/* Better medoids for the labels; *more: there are some, and a round begins. */
static fcap_status begin_round(work *w, int *more) {
    w->at.before = w->at.cost;
    *more = 0;
    if (is_late(w)) {
        w->out->stopped = 1;
        return FCAP_OK;
    }
    TRY(fcap_centre(w->run, w->comm, &w->cloud, &w->sample, &w->at, more));
    if (!*more) {
        return FCAP_OK;
    }
    w->at.round++;
    fcap_standing_copy(&w->begun, &w->last);
    fcap_status const saved = w->comm->rank == 0
                                  ? fcap_checkpoint_write(w->run, &w->folder, &w->at, &w->last)
                                  : FCAP_OK;
    return fcap_comm_agree(w->run, w->comm, saved);
}

static fcap_status settle(work *w) {
    int32_t const most = ROUNDS_OF_EFFORT + (w->q->effort > 5 ? w->q->effort - 5 : 0);
    for (int more = 1; more;) {
        double const cost = w->at.cost; /* of the labels before, with the new medoids */
        fcap_standing_copy(&w->at, &w->begun);
        TRY(place(w));
        if (w->at.cost > cost) {
            return go_back(w, cost);
        }
        more = w->at.round < most && w->at.cost <= w->at.before * (1 - LITTLE);
        if (more) {
            TRY(begin_round(w, &more));
        }
    }
    return FCAP_OK;
}

static fcap_status search(work *w) {
    TRY(fcap_sample(w->run, w->comm, &w->cloud, sample_size(w->q), w->q->seed, &w->sample));
    AGREE(w->run, w->comm, w->comm->rank == 0 ? begin_search(w) : FCAP_OK);
    fcap_arena_trim();
    tell_standing(w, &w->at);
    tell_standing(w, &w->last);
    TRY(fcap_cloud_label(w->run, w->comm, &w->cloud));
    return settle(w);
}

/* Few rows: rank 0 has them all. */
static fcap_status solve_whole(work *w) {
    fcap_report report = {.lower_bound = -1};
    fcap_status status = FCAP_OK;
    int64_t *const index = arena_array(&w->run->mem, int64_t, w->cloud.n + 1);
    status = index != NULL ? FCAP_OK : out_of_memory(w->run, w->at.k);
    AGREE(w->run, w->comm, status);
    for (int64_t i = 0; i < w->cloud.n; i++) {
        index[i] = i;
    }
    TRY(fcap_collect(w->run, w->comm, &w->cloud, index, w->cloud.n, &w->sample));
    TRY(fcap_cloud_label(w->run, w->comm, &w->cloud));
    int32_t *const label = arena_array(&w->run->mem, int32_t, w->sample.n);
    status = label != NULL ? FCAP_OK : out_of_memory(w->run, w->at.k);
    AGREE(w->run, w->comm, status);
    if (w->comm->rank == 0) {
        say(w, "searching %s%lld %s", w->sample.n == 1 ? "the " : "all ",
            (long long)w->sample.n, rows(w->sample.n));
        status = fcap_coarse_whole(w->run, &w->sample, &w->terms, w->q, label, &w->at, &report);
    }
    AGREE(w->run, w->comm, status);
    tell_standing(w, &w->at);
    fcap_comm_broadcast(w->comm, label, (size_t)w->sample.n * sizeof *label);
    fcap_comm_broadcast(w->comm, &report, sizeof report);
    memcpy(w->cloud.label, label + w->cloud.first, (size_t)w->cloud.n * sizeof *label);
    w->spent.gathered += w->sample.n;
    w->out->lower_bound = report.lower_bound;
    w->out->stopped = report.outcome == FCAP_TIME_LIMIT;
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the answer */

/* Clusters are numbered by their smallest row. */
static fcap_status number_clusters(work *w) {
    int32_t const k = w->at.k;
    double *const first = arena_array(&w->run->mem, double, k);
    int32_t *const number = arena_array(&w->run->mem, int32_t, k);
    standing then;
    fcap_status status = fcap_standing_open(w->run, w->s, k, &then);
    if (status == FCAP_OK && (first == NULL || number == NULL)) {
        status = out_of_memory(w->run, k);
    }
    AGREE(w->run, w->comm, status);
    for (int32_t i = 0; i < k; i++) {
        first[i] = -INFINITY;
    }
    for (int64_t j = w->cloud.n - 1; j >= 0; j--) {
        first[w->cloud.label[j]] = -(double)(w->cloud.first + j);
    }
    fcap_comm_most(w->comm, first, k);
    for (int32_t i = 0; i < k; i++) {
        for (int32_t h = 0; h < k; h++) {
            number[i] += first[h] > first[i];
        }
    }
    for (int64_t j = 0; j < w->cloud.n; j++) {
        w->cloud.label[j] = number[w->cloud.label[j]];
    }
    for (int32_t i = 0; i < k; i++) {
        then.medoid[number[i]] = w->at.medoid[i];
        fcap_points_put(&then.centre, number[i], &w->at.centre, i);
    }
    memcpy(w->at.medoid, then.medoid, (size_t)k * sizeof *then.medoid);
    w->at.centre = then.centre;
    return FCAP_OK;
}

static void judge_cluster(const work *w, int64_t a, int64_t b, int *broken) {
    fcap_mpi_summary *const m = w->out;
    int64_t const size = a + b;
    fcap_ratio const t = w->q->balance;
    m->smallest = size < m->smallest ? size : m->smallest;
    m->largest = size > m->largest ? size : m->largest;
    *broken |= size < w->q->min_size || size > w->terms.capacity || size == 0;
    if (w->s->n_groups == 2) {
        int64_t const few = a < b ? a : b;
        int64_t const many = a < b ? b : a;
        fcap_ratio const balance = {few, many};
        if (m->balance.den == 0 || fcap_ratio_less(balance, m->balance)) {
            m->balance = balance;
        }
        *broken |= t.num * many > t.den * few;
    }
}

/* From the labels alone: nothing that breaks a rule leaves. */
static fcap_status count_and_judge(work *w, int64_t **count) {
    int32_t const k = w->at.k;
    int broken = 0;
    TRY(count_members(w, count));
    assert(*count != NULL);
    w->out->smallest = INT64_MAX;
    for (int32_t i = 0; i < k; i++) {
        judge_cluster(w, (*count)[i], w->s->n_groups == 2 ? (*count)[k + i] : 0, &broken);
    }
    return !broken
               ? FCAP_OK
               : fcap_run_fail(w->run, FCAP_E_INTERNAL,
                               "the answer did not pass its check: clusters of %lld to %lld, "
                               "balance %lld/%lld; please report this",
                               (long long)w->out->smallest, (long long)w->out->largest,
                               (long long)w->out->balance.num, (long long)w->out->balance.den);
}

static void summarise(work *w) {
    fcap_mpi_summary *const m = w->out;
    double const bound = w->at.bound < w->at.cost ? w->at.bound : w->at.cost;
    m->n = w->s->n;
    m->dropped = w->s->facts.dropped;
    m->d = w->s->d;
    m->k = w->at.k;
    m->max_size = w->terms.capacity;
    m->cost = ldexp(w->at.cost, w->s->exponent);
    m->fixed_medoid_bound = bound > 0 ? ldexp(bound, w->s->exponent) : 0;
    m->assignment_proved = w->at.proved;
    m->rounds = w->at.round;
    m->passes = w->spent.passes;
    m->gathered = w->spent.gathered;
}

static fcap_status deliver(work *w) {
    int64_t *count = NULL;
    fcap_status status = FCAP_OK;
    TRY(number_clusters(w));
    TRY(count_and_judge(w, &count));
    summarise(w);
    say(w, "writing %s", w->folder.path);
    TRY(fcap_labels_write(w->run, w->comm, &w->cloud, &w->folder));
    if (w->comm->rank == 0) {
        told_answer const a = {w->s, w->q, &w->at, count, w->out, w->folder.digest};
        status = fcap_report_write(w->run, &w->folder, &a);
    }
    AGREE(w->run, w->comm, status);
    return fcap_folder_commit(w->run, w->comm, &w->folder);
}

/* The largest peak of a rank. */
static void measure_job(const work *w) {
    double most[3] = {(double)fcap_memory_peak(), !w->cloud.kept, fcap_run_seconds(w->run)};
    fcap_comm_most(w->comm, most, 3);
    w->out->memory = (int64_t)most[0];
    w->out->streamed = most[1] > 0;
    w->out->seconds = most[2];
    w->out->ranks = w->comm->size;
    w->out->messages = w->comm->rounds;
    w->out->bytes = w->comm->bytes;
    w->out->pass_messages = w->spent.pass_messages;
    w->out->pass_bytes = w->spent.pass_bytes;
    w->out->steps = w->spent.steps;
    if (w->q->memory_limit > 0 && w->out->memory > w->q->memory_limit) {
        say(w, "a rank took %.0f MB, which is more than the limit; please report this",
            (double)w->out->memory / 1e6);
    }
}

/* The rows of this rank: in memory if the limit lets them. */
static fcap_status open_cloud(work *w) {
    int64_t const sample = sample_size(w->q);
    budget const b = {.limit = w->q->memory_limit,
                      .k = w->q->k,
                      .sample = sample < w->s->n ? sample : w->s->n,
                      .gather = gather_size(w),
                      .matrix = MATRIX_MOST,
                      .whole = w->s->n <= sample,
                      .capacity = w->terms.capacity < w->s->n ? w->terms.capacity : w->s->n};
    char name[32];
    int kept = 1;
    snprintf(name, sizeof name, "points.%d", (int)w->comm->rank);
    char *const path = fcap_folder_file(w->run, &w->folder, name);
    AGREE(w->run, w->comm, path != NULL ? FCAP_OK : out_of_memory(w->run, w->q->k));
    fcap_arena_trim();
    TRY(fcap_budget_check(w->run, w->comm, w->s, &b, &kept));
    TRY(fcap_cloud_open(w->run, w->comm, w->s, kept && !w->q->stream, path, &w->cloud));
    w->cloud.limit = b.limit;
    fcap_arena_trim();
    return FCAP_OK;
}

/* A job that was to go on, and was over: is what is there what was asked for? */
static fcap_status find_answer(const work *w) {
    int const same =
        w->comm->rank > 0 || (fcap_report_answers(w->run, &w->folder) &&
                              fcap_labels_are_there(w->run, w->s->from->p->s, w->folder.path));
    fcap_status const status =
        same ? FCAP_OK
             : fcap_run_fail(w->run, FCAP_E_IO,
                             "%s is the answer of another request, or to other data; name "
                             "another folder (-o), or remove it",
                             w->folder.path);
    w->out->n = w->s->n;
    w->out->k = w->q->k;
    w->out->complete = 1;
    w->out->stopped = w->comm->rank == 0 && fcap_report_was_stopped(w->run, &w->folder);
    fcap_comm_broadcast(w->comm, &w->out->stopped, sizeof w->out->stopped);
    return fcap_comm_agree(w->run, w->comm, status);
}

static fcap_status solve(work *w) {
    TRY(fcap_terms_open(w->run, w->comm, w->s, w->q, &w->terms));
    say(w, "%lld %s, %d %s, clusters of at most %lld", (long long)w->s->n, rows(w->s->n),
        (int)w->s->d, w->s->d == 1 ? "coordinate" : "coordinates",
        (long long)w->terms.capacity);
    if (w->folder.complete) {
        TRY(fcap_cloud_print(w->run, w->comm, w->s, &w->cloud.print));
    } else {
        TRY(open_cloud(w));
    }
    w->folder.digest = fcap_folder_digest(w->s, w->q, w->terms.capacity, w->cloud.print);
    if (w->folder.complete) {
        return find_answer(w);
    }
    standing *const kept[] = {&w->at, &w->begun, &w->last};
    for (int i = 0; i < 3; i++) {
        AGREE(w->run, w->comm, fcap_standing_open(w->run, w->s, w->q->k, kept[i]));
    }
    TRY(w->s->n <= sample_size(w->q) ? solve_whole(w) : search(w));
    fcap_cloud_close(&w->cloud); /* labels are all that is needed now */
    TRY(deliver(w));
    measure_job(w);
    return FCAP_OK;
}

fcap_status fcap_job_run(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                         fcap_mpi_summary *out) {
    source from;
    work w = {
        .run = run, .comm = comm, .q = q, .s = &from.schema, .out = out, .cloud.file = -1};
    *out = (fcap_mpi_summary){.lower_bound = -1};
    run->matrix_points = MATRIX_MOST; /* with or without a limit: the labels are the same */
    TRY(fcap_job_check_request(run, q));
    TRY(fcap_folder_open(run, comm, q->output, q->resume, &w.folder));
    fcap_status status = fcap_source_open(run, comm, q, &from);
    if (status == FCAP_OK && from.schema.note[0] != 0) {
        say(&w, "%s", from.schema.note);
    }
    status = status == FCAP_OK ? solve(&w) : status;
    fcap_cloud_close(&w.cloud);
    if (status != FCAP_OK && comm->rank == 0 && !w.folder.complete) {
        fcap_folder_discard(&w.folder);
    }
    return status;
}
