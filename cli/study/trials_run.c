/* trials_run.c - runs the open trials, as many at a time as there are threads.
 *
 * Worker threads only compute: they take a trial from the list, cluster, measure, and leave the
 * answer in a queue. The calling thread alone changes the trials, saves, shows the progress and
 * hears signals. Long runs come first, so that none of them is left alone at the end; the last
 * ones share the threads that have nothing else to do. No answer depends on any of this.
 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "request.h"
#include "study/trials.h"
#include "words.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SAVE_SECONDS 1.0

enum {
    THREADS_MOST = 256,
    WAIT_MILLISECONDS = 50
};

typedef struct finished {
    int64_t index;
    trial answer;
} finished;

typedef struct pool {
    const trials *t;
    int32_t threads; /* in all, of workers and inside their runs */
    atomic_int stop;
    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t changed;
    int64_t *order; /* open trials, the longest first */
    int64_t n_open;
    int64_t n_begun;
    finished *queue; /* n_open */
    int64_t n_finished;
    int64_t failed; /* the first trial with an error, -1 so far */
    fcap_error err; /* of it */
    int32_t busy;   /* threads, inside runs */
    int32_t running;
    int32_t alive; /* workers */
} pool;

/* ---- one trial ---- */

static int asked_to_stop(void *user, const fcap_progress *state) {
    (void)state;
    return atomic_load((atomic_int *)user);
}

static fcap_options options_of(const trials *t, const trial *row, atomic_int *stop,
                               int32_t threads) {
    const arguments *const a = t->job->args;
    const series *const s = &t->series[row->series];
    fcap_options o;
    fcap_options_init(&o);
    o.method = s->method;
    o.fairlets = s->fairlets;
    o.lambda = s->lambda;
    o.fairlet_centre = (fcap_fairlet_centre)a->fairlet_centre;
    o.effort = (int32_t)a->effort;
    o.gap = a->gap;
    o.bound = (fcap_bound)a->bound;
    /* A baseline that is cut short is no baseline: they run to their end. */
    o.time_limit = s->method == FCAP_METHOD_BEST ? a->time_limit : 0;
    o.seed = (uint64_t)row->seed;
    o.threads = threads;
    o.tick = asked_to_stop;
    o.tick_user = stop;
    return o;
}

static int falling(const void *a, const void *b) {
    int64_t const x = *(const int64_t *)a;
    int64_t const y = *(const int64_t *)b;
    return (x < y) - (x > y);
}

/* The answer from the labels alone: what the run itself says of it is not taken on trust. */
static fcap_status measure(const trials *t, trial *row, const int32_t *labels,
                           const fcap_options *o, fcap_error *err) {
    fcap_rules const rules = trial_rules(t, row);
    fcap_measures m = {.size = calloc((size_t)row->k, sizeof *m.size)};
    if (m.size == NULL) {
        *err = (fcap_error){FCAP_E_NO_MEMORY, "out of memory"};
        return FCAP_E_NO_MEMORY;
    }
    fcap_status const status = job_measure(t->job, &rules, labels, o, &m, err);
    if (status != FCAP_OK) {
        free(m.size);
        return status;
    }
    qsort(m.size, (size_t)row->k, sizeof *m.size, falling);
    row->size = m.size;
    row->cost = m.cost;
    row->balance = m.balance.den > 0 ? (double)m.balance.num / (double)m.balance.den : -1;
    row->over_capacity = m.violated_capacity + m.violated_min_size;
    row->unbalanced = m.violated_balance;
    return FCAP_OK;
}

/* Fills *row. FCAP_OK: it is complete, with an answer or with the news that there is none. */
static fcap_status run_one(const trials *t, trial *row, atomic_int *stop, int32_t threads,
                           int32_t *labels, fcap_error *err) {
    const fcap_problem *const p = &t->job->problem;
    fcap_rules const rules = trial_rules(t, row);
    fcap_options const o = options_of(t, row, stop, threads);
    judgement judged;
    fcap_status status = request_judge(p, &rules, fcap_method_enforces(o.method), &judged, err);
    if (status != FCAP_OK) {
        return status;
    }
    row->q = judged.asked.max_size;
    if (!judged.answerable) {
        row->state = TRIAL_INFEASIBLE;
        return FCAP_OK;
    }
    fcap_report report;
    status = fcap_cluster(p, &rules, &o, labels, &report, err);
    if (status == FCAP_E_INFEASIBLE || status == FCAP_E_NOT_FOUND) {
        row->state = status == FCAP_E_INFEASIBLE ? TRIAL_INFEASIBLE : TRIAL_NOT_FOUND;
        return FCAP_OK;
    }
    if (status == FCAP_OK && report.outcome == FCAP_INTERRUPTED) {
        status = FCAP_E_CANCELLED; /* a worse answer than the whole run would have given */
    }
    status = status == FCAP_OK ? measure(t, row, labels, &o, err) : status;
    if (status == FCAP_OK) {
        row->state = TRIAL_DONE;
        row->outcome = report.outcome;
        row->bound = report.lower_bound;
        row->repaired = report.repaired;
        row->seconds = floor(report.seconds * 1e6 + 0.5) / 1e6; /* as results.csv has it */
    }
    return status;
}

/* ---- workers ---- */

typedef struct worker {
    pool *of;
    pthread_t thread;
    int32_t *labels;
} worker;

/* The next trial and the threads it may use; 0: nothing is left to do. */
static int take(pool *p, int64_t *index, int32_t *threads) {
    if (p->n_begun == p->n_open || p->failed >= 0 || atomic_load(&p->stop)) {
        return 0;
    }
    int64_t const left = p->n_open - p->n_begun;
    int64_t const share = (p->threads - p->busy) / left;
    *threads = share > 1 ? (int32_t)share : 1;
    *index = p->order[p->n_begun++];
    p->busy += *threads;
    p->running++;
    return 1;
}

static void *work(void *argument) {
    const worker *const w = argument;
    pool *const p = w->of;
    int64_t index;
    int32_t threads;
    pthread_mutex_lock(&p->lock);
    while (take(p, &index, &threads)) {
        pthread_mutex_unlock(&p->lock);
        trial row = p->t->trial[index];
        fcap_error err;
        fcap_status const status = run_one(p->t, &row, &p->stop, threads, w->labels, &err);
        pthread_mutex_lock(&p->lock);
        p->busy -= threads;
        p->running--;
        if (status == FCAP_OK) {
            p->queue[p->n_finished++] = (finished){index, row};
        } else if (status != FCAP_E_CANCELLED && p->failed < 0) {
            p->failed = index;
            p->err = err;
            p->err.status = status;
        }
        pthread_cond_signal(&p->changed);
    }
    p->alive--;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- the order ---- */

typedef struct place {
    int64_t index;
    int rank; /* of the method */
    int32_t k;
} place;

static int slowness(fcap_method method) {
    return method == FCAP_METHOD_BEST ? 3 : method == FCAP_METHOD_FAIR_KMEDOIDS ? 2 : 1;
}

static int longest_first(const void *a, const void *b) {
    const place *const x = a;
    const place *const y = b;
    int const by_method = y->rank - x->rank;
    int const by_k = (x->k < y->k) - (x->k > y->k);
    int const by_index = (x->index > y->index) - (x->index < y->index);
    return by_method != 0 ? by_method : by_k != 0 ? by_k : by_index;
}

static void list_open(pool *p) {
    const trials *const t = p->t;
    place *const found = need((size_t)t->n, sizeof *found);
    for (int64_t i = 0; i < t->n; i++) {
        const trial *const row = &t->trial[i];
        if (row->state == TRIAL_OPEN) {
            found[p->n_open++] = (place){i, slowness(t->series[row->series].method), row->k};
        }
    }
    qsort(found, (size_t)p->n_open, sizeof *found, longest_first);
    p->order = need((size_t)p->n_open, sizeof *p->order);
    for (int64_t i = 0; i < p->n_open; i++) {
        p->order[i] = found[i].index;
    }
    free(found);
}

/* ---- the calling thread ---- */

/* Seconds until the end if each open trial takes as long as the mean of its method and fairlets
 * so far. The slow ones come first and say nothing about the others: *partly is set if some
 * kind of run has not ended yet, and is not counted. Negative: nothing is known. */
static double seconds_left(const trials *t, int32_t threads, int *partly) {
    struct {
        double seconds;
        int64_t done;
        int64_t open;
    } sum[FCAP_METHOD_END][FCAP_FAIRLETS_END] = {0};
    for (int64_t i = 0; i < t->n; i++) {
        const trial *const row = &t->trial[i];
        const series *const s = &t->series[row->series];
        sum[s->method][s->fairlets].seconds += row->seconds;
        sum[s->method][s->fairlets].done += row->state != TRIAL_OPEN;
        sum[s->method][s->fairlets].open += row->state == TRIAL_OPEN;
    }
    double left = -1;
    *partly = 0;
    for (int i = 0; i < FCAP_METHOD_END * FCAP_FAIRLETS_END; i++) {
        int const m = i / FCAP_FAIRLETS_END;
        int const f = i % FCAP_FAIRLETS_END;
        if (sum[m][f].done > 0) {
            double const mean = sum[m][f].seconds / (double)sum[m][f].done;
            left = (left < 0 ? 0 : left) + mean * (double)sum[m][f].open / threads;
        } else {
            *partly |= sum[m][f].open > 0;
        }
    }
    return left;
}

static void show(progress *shown, const pool *p, int64_t complete, int32_t running) {
    char left[48] = "";
    int partly;
    double const seconds = seconds_left(p->t, p->threads, &partly);
    if (seconds >= 0) {
        long long const s = (long long)(seconds + 0.5);
        snprintf(left, sizeof left, ", %s %lld:%02lld:%02lld left",
                 partly ? "at least" : "about", s / 3600, s / 60 % 60, s % 60);
    }
    progress_line(shown, "%lld of %lld runs done, %d running%s  (Ctrl-C keeps what is done)",
                  (long long)complete, (long long)p->t->n, (int)running, left);
}

static void say_trial(const trials *t, const trial *row) {
    fprintf(stderr, "%s, k %d, seed %lld: %s", t->series[row->series].name, (int)row->k,
            (long long)row->seed, trial_status(row));
    if (row->state == TRIAL_DONE) {
        fprintf(stderr, ", cost %.6g, %.2f s", row->cost, row->seconds);
    }
    fputc('\n', stderr);
}

/* Waits for news, a little; leaves in *seen how much of the queue is known. 0: no worker is
 * left. */
static int wait_for_news(pool *p, int64_t known, int64_t *seen, int32_t *running) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAIT_MILLISECONDS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&p->lock);
    if (p->n_finished == known && p->alive > 0) {
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
    }
    *seen = p->n_finished;
    *running = p->running;
    int const alive = p->alive > 0;
    pthread_mutex_unlock(&p->lock);
    return alive;
}

/* Until the workers have ended: what they finish goes into the trials and to disk. */
static int attend(pool *p, trials *t, progress *shown, trials_save *save, void *user) {
    int64_t known = 0;
    int64_t saved = 0;
    int64_t const before = t->n - p->n_open;
    double next = progress_seconds(shown) + SAVE_SECONDS;
    int code = 0;
    for (int alive = 1; alive;) {
        int64_t seen;
        int32_t running;
        alive = wait_for_news(p, known, &seen, &running);
        for (; known < seen; known++) {
            t->trial[p->queue[known].index] = p->queue[known].answer;
            if (t->job->args->verbose) {
                progress_end(shown);
                say_trial(t, &p->queue[known].answer);
            }
        }
        if (progress_stopped()) {
            atomic_store(&p->stop, 1);
        }
        if (code == 0 && known > saved && (!alive || progress_seconds(shown) >= next)) {
            code = save(user, t);
            saved = known;
            next = progress_seconds(shown) + SAVE_SECONDS;
        }
        if (code != 0) {
            atomic_store(&p->stop, 1);
        }
        if (alive && progress_due(shown)) {
            show(shown, p, before + known, running);
        }
    }
    progress_end(shown);
    return code;
}

/* Signals go to the calling thread alone. */
static int32_t start_workers(pool *p, worker *workers, int32_t wanted) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int32_t made = 0;
    for (; made < wanted; made++) {
        workers[made] =
            (worker){.of = p, .labels = need((size_t)p->t->job->problem.n, sizeof(int32_t))};
        pthread_mutex_lock(&p->lock);
        p->alive++;
        pthread_mutex_unlock(&p->lock);
        if (pthread_create(&workers[made].thread, NULL, work, &workers[made]) != 0) {
            free(workers[made].labels);
            pthread_mutex_lock(&p->lock);
            p->alive--;
            pthread_mutex_unlock(&p->lock);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return made;
}

/* That the process may use: what taskset, a batch system or a container leaves of the
 * machine's. */
static int64_t cores(void) {
#ifdef CPU_COUNT
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        return CPU_COUNT(&allowed);
    }
#endif
    return sysconf(_SC_NPROCESSORS_ONLN);
}

static void prepare(pool *p, const trials *t) {
    int64_t const asked = t->job->args->threads > 0 ? t->job->args->threads : cores();
    *p = (pool){.t = t,
                .threads = asked < 1              ? 1
                           : asked > THREADS_MOST ? THREADS_MOST
                                                  : (int32_t)asked,
                .failed = -1};
    atomic_init(&p->stop, 0);
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &clock);
    pthread_condattr_destroy(&clock);
    list_open(p);
    p->queue = need((size_t)p->n_open, sizeof *p->queue);
}

static int say_failure(const pool *p) {
    const trial *const row = &p->t->trial[p->failed];
    return say_error(exit_code_of(p->err.status), "%s, k %d, seed %lld: %s",
                     p->t->series[row->series].name, (int)row->k, (long long)row->seed,
                     p->err.message);
}

int trials_run(trials *t, progress *shown, trials_save *save, void *user) {
    pool p;
    prepare(&p, t);
    int32_t const wanted = p.n_open < p.threads ? (int32_t)p.n_open : p.threads;
    worker *const workers = need((size_t)wanted, sizeof *workers);
    int32_t const made = start_workers(&p, workers, wanted);
    int code = attend(&p, t, shown, save, user);
    for (int32_t i = 0; i < made; i++) {
        pthread_join(workers[i].thread, NULL);
        free(workers[i].labels);
    }
    if (code == 0 && p.failed >= 0) {
        code = say_failure(&p);
    } else if (code == 0 && made == 0 && wanted > 0) {
        code = say_error(EXIT_IO, "no thread can be started");
    } else if (code == 0 && p.n_finished < p.n_open) {
        code = EXIT_INTERRUPTED;
    }
    pthread_cond_destroy(&p.changed);
    pthread_mutex_destroy(&p.lock);
    free(workers);
    free(p.queue);
    free(p.order);
    return code;
}
