/* headers.c - see headers.h. */
#include "shard/headers.h"

#include "base/text.h"
#include "shard/head.h"

#include <stdio.h>
#include <string.h>

enum {
    HEAD_BYTES = 1 << 16,
    FIRST_RECORDS = 1000 /* that are looked at */
};

static fcap_status out_of_memory(fcap_run *run) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the headers");
}

static int is_text(fcap_cell cell, const char *text) {
    return strlen(text) == cell.size && memcmp(text, cell.text, cell.size) == 0;
}

static int is_name(const row_format *l, int32_t j, fcap_cell cell) {
    char number[16];
    snprintf(number, sizeof number, "%d", (int)j + 1); /* the name of an empty cell */
    return is_text(cell, l->name[j]) || (cell.size == 0 && strcmp(l->name[j], number) == 0);
}

int fcap_header_is(const row_format *l, const fcap_cell *cell) {
    for (int32_t j = 0; j < l->n_columns; j++) {
        if (!is_name(l, j, cell[j])) {
            return 0;
        }
    }
    return 1;
}

/* Names of the first shard, wherever they are: columns in another order would be mixed up. */
static int32_t names_in(const row_format *l, const fcap_cell *cell) {
    int32_t same = 0;
    for (int32_t j = 0; j < l->n_columns; j++) {
        int32_t h = 0;
        while (h < l->n_columns && !is_text(cell[j], l->name[h])) {
            h++;
        }
        same += h < l->n_columns;
    }
    return same;
}

/* ---------------------------------------------------------------- a row, or a header? */

typedef struct judging {
    const row_format *l;
    shard_head head;         /* of the shard */
    column_profile *profile; /* of each column of the first shard, */
    column_profile *own;     /* and of this one; their first record is the one in question */
    fcap_cell *first;
    fcap_cell *cell;
} judging;

static fcap_status open_judging(fcap_run *run, const row_format *l, judging *w) {
    *w = (judging){.l = l,
                   .profile = arena_array(&run->mem, column_profile, l->n_columns),
                   .own = arena_array(&run->mem, column_profile, l->n_columns),
                   .first = arena_array(&run->mem, fcap_cell, l->n_columns),
                   .cell = arena_array(&run->mem, fcap_cell, l->n_columns)};
    return w->profile != NULL && w->own != NULL && w->first != NULL && w->cell != NULL
               ? FCAP_OK
               : out_of_memory(run);
}

/* Compares the cells in question with those of records from `from` on. */
static fcap_status count(fcap_run *run, const judging *w, const csv *in, int64_t from,
                         column_profile *profile) {
    char *const scratch = arena_array(&run->mem, char, in->longest + 1);
    if (scratch == NULL) {
        return out_of_memory(run);
    }
    memset(profile, 0, (size_t)w->l->n_columns * sizeof *profile);
    for (int64_t i = from; i < in->n_records && i <= FIRST_RECORDS; i++) {
        fcap_csv_cells(in, i, w->cell, scratch);
        for (int32_t j = 0; j < w->l->n_columns; j++) {
            fcap_column_count(&profile[j], &w->l->missing, w->cell[j], w->first[j]);
        }
    }
    return FCAP_OK;
}

static int is_number(const row_format *l, fcap_cell cell) {
    double value = 0;
    return fcap_number_parse(cell.text, cell.size, l->comma ? ',' : '.', &value) != 0;
}

/* With a header in the first shard a row needs evidence; without, a header does. */
static int is_row(const judging *w) {
    int const named = w->l->has_header;
    int texts = 0; /* where there are numbers */
    int evidence = 0;
    for (int32_t j = 0; j < w->l->n_columns; j++) {
        if (fcap_is_missing(&w->l->missing, w->first[j])) {
            continue;
        }
        int const number = is_number(w->l, w->first[j]);
        int const numeric =
            w->profile[j].cells > 0 && fcap_column_is_numeric(&w->profile[j], 1, w->l->comma);
        texts += numeric && !number;
        evidence += numeric && number;
        evidence += !numeric && w->profile[j].as_first + w->own[j].as_first > 0;
    }
    return evidence > 0 || (!named && texts == 0);
}

static fcap_status refuse(fcap_run *run, const judging *w, const shards *s, int32_t i) {
    char found[EXCERPT_SIZE];
    char wanted[EXCERPT_SIZE];
    int32_t j = 0;
    while (j + 1 < w->l->n_columns && is_name(w->l, j, w->first[j])) {
        j++;
    }
    fcap_excerpt(w->first[j].text, w->first[j].size, found);
    long long const line = (long long)fcap_csv_line(&w->head.in, 0);
    if (!w->l->has_header) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "%s, line %lld: this looks like a header (\"%s\"), and %s has "
                             "none; remove it, or use --header if they all have one",
                             s->of[i].path, line, found, s->of[0].path);
    }
    fcap_excerpt(w->l->name[j], strlen(w->l->name[j]), wanted);
    return fcap_run_fail(run, FCAP_E_DATA,
                         "%s, line %lld: this is not the header of %s, and does not look like "
                         "a row: column %d is \"%s\", not \"%s\"; all shards need the same "
                         "columns in the same order, and if it is a row, the header before it",
                         s->of[i].path, line, s->of[0].path, (int)j + 1, found, wanted);
}

static fcap_status judge_shard(fcap_run *run, const shard_head *first, const shards *s,
                               int32_t i, judging *w) {
    const row_format *const l = w->l;
    TRY(fcap_head_open(run, &s->of[i], HEAD_BYTES, l->delimiter, &w->head));
    const csv *const in = &w->head.in;
    if (in->n_records == 0 || in->n_fields != l->n_columns) {
        return FCAP_OK; /* a fault, which is named when all is read */
    }
    char *const scratch = arena_array(&run->mem, char, in->longest + 1);
    if (scratch == NULL) {
        return out_of_memory(run);
    }
    fcap_csv_cells(in, 0, w->first, scratch);
    if (l->has_header && fcap_header_is(l, w->first)) {
        return FCAP_OK;
    }
    TRY(count(run, w, &first->in, l->has_header, w->profile));
    TRY(count(run, w, in, 1, w->own));
    int const moved = l->has_header && 2 * names_in(l, w->first) > l->n_columns;
    return is_row(w) && !moved ? FCAP_OK : refuse(run, w, s, i);
}

static fcap_status judge_all(fcap_run *run, const shards *s, const row_format *l) {
    fcap_run scratch; /* what it takes is given back */
    fcap_run_open(&scratch, NULL, run->err);
    shard_head first;
    judging w;
    fcap_status status = open_judging(&scratch, l, &w);
    if (status == FCAP_OK) {
        status = fcap_head_open(&scratch, &s->of[0], HEAD_BYTES, l->delimiter, &first);
    }
    for (int32_t i = 1; status == FCAP_OK && i < s->n; i++) {
        arena_mark const mark = fcap_arena_save(&scratch.mem);
        status = judge_shard(&scratch, &first, s, i, &w);
        fcap_arena_restore(&scratch.mem, mark);
    }
    fcap_run_close(&scratch);
    return status;
}

fcap_status fcap_headers_check(fcap_run *run, fcap_comm *c, const shards *s,
                               const row_format *l) {
    int const looks = c->rank == 0 && !l->is_matrix && s->n > 1;
    return fcap_comm_agree(run, c, looks ? judge_all(run, s, l) : FCAP_OK);
}
