/* profile.c - one pass over all cells of a table that counts what they are.
 *
 * Records are counted in chunks, on several threads; the counts of the chunks are added up in
 * order, so they are the same for any number of threads.
 */
#include "table/table_of.h"

#include "base/parallel.h"

#include <math.h>

enum {
    CHUNK = 8192 /* records; larger: fewer counts to add up; smaller: more even work */
};

typedef struct counting {
    const fcap_table *table;
    column_profile *profile; /* of each chunk, n_columns */
    row_reader *reader;      /* of each thread */
} counting;

/* The records behind the first, from `from` on. */
static void count_texts(void *context, int64_t from, int64_t to, int32_t thread) {
    const counting *const c = context;
    const fcap_table *const t = c->table;
    column_profile *const profile = c->profile + from / CHUNK * t->n_columns;
    row_reader *const reader = &c->reader[thread];
    for (int64_t i = from + 1; i <= to; i++) {
        fcap_csv_cells(&t->csv, i, reader->cells, reader->scratch);
        for (int32_t j = 0; j < t->n_columns; j++) {
            fcap_column_count(&profile[j], &t->missing, reader->cells[j], t->first[j]);
        }
    }
    fcap_table_leave(t, from + 1, to + 1);
}

static void count_values(void *context, int64_t from, int64_t to, int32_t thread) {
    const counting *const c = context;
    const fcap_table *const t = c->table;
    column_profile *const profile = c->profile + from / CHUNK * t->n_columns;
    (void)thread;
    for (int64_t i = from; i < to; i++) {
        for (int32_t j = 0; j < t->n_columns; j++) {
            int const missing = isnan(fcap_npy_at(&t->npy, i, j));
            profile[j].missing += missing;
            profile[j].cells += !missing;
            profile[j].numbers += !missing;
        }
    }
    fcap_table_leave(t, from, to);
}

fcap_status fcap_table_profile(fcap_table *t) {
    /* A matrix has no header: its first record is counted with the others. */
    int64_t const n = t->is_npy ? t->npy.form.rows : t->csv.n_records - 1;
    int64_t const chunks = n / CHUNK + 1;
    arena_mark const mark = fcap_arena_save(&t->run.mem);
    counting c = {.table = t,
                  .profile = arena_array(&t->run.mem, column_profile, chunks * t->n_columns)};
    int32_t const threads = chunks < t->run.threads ? (int32_t)chunks : t->run.threads;
    fcap_status const status = fcap_row_readers(&t->run, t, threads, &c.reader);
    if (status != FCAP_OK || c.profile == NULL) {
        return fcap_run_fail(&t->run, FCAP_E_NO_MEMORY, "out of memory for %d columns",
                             (int)t->n_columns);
    }
    for (int32_t j = 0; j < t->n_columns; j++) {
        if (t->is_npy) {
            t->profile[j].first_missing = 1;
        } else {
            fcap_column_first(&t->profile[j], &t->missing, t->first[j]);
        }
    }
    fcap_parallel_for(threads, n, CHUNK, t->is_npy ? count_values : count_texts, &c);
    for (int64_t i = 0; i < chunks * t->n_columns; i++) {
        fcap_column_add(&t->profile[i % t->n_columns], &c.profile[i]);
    }
    fcap_arena_restore(&t->run.mem, mark);
    return FCAP_OK;
}
