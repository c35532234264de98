/* learn.c - see learn.h. */
#include "shard/learn.h"

#include <assert.h>
#include <string.h>

/* A column of one rank. */
typedef struct pupil {
    dictionary texts;
    int many;
} pupil;

typedef struct lesson {
    fcap_run *run;
    const records *from;
    const char *drop;
    learned *out;
    pupil *pupil;
    fcap_cell none; /* no first record */
} lesson;

/* Numbers of a column as they travel. */
typedef struct passed_column {
    column_profile profile;
    value_range range;
    int64_t many;
    int64_t n_texts;
} passed_column;

typedef struct passed_text {
    int64_t count;
    int64_t size; /* the bytes follow, rounded up to 8 */
} passed_text;

static fcap_status out_of_memory(fcap_run *run, int32_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY,
                         "out of memory for the texts of the columns (%d)", (int)n);
}

/* ---------------------------------------------------------------- rows */

static int is_dropped(const lesson *w, const record *r) {
    for (int32_t j = 0; w->drop != NULL && j < w->from->l->n_columns; j++) {
        if (w->drop[j] && fcap_record_missing(w->from, r, j)) {
            return 1;
        }
    }
    return 0;
}

static void learn_number(learned_column *column, double value) {
    fcap_range_add(&column->range, &value, 1, 1);
}

static fcap_status learn_cell(lesson *w, const record *r, int32_t j) {
    learned_column *const column = &w->out->column[j];
    pupil *const own = &w->pupil[j];
    char room[FCAP_NUMBER_SIZE];
    double value = 0;
    int const missing = fcap_record_missing(w->from, r, j);
    if (w->from->l->is_matrix) {
        column->profile.missing += missing;
        column->profile.cells += !missing;
        column->profile.numbers += !missing;
    } else {
        fcap_column_count(&column->profile, &w->from->l->missing, r->cell[j], w->none);
    }
    if (missing) {
        return FCAP_OK;
    }
    if (fcap_record_number(w->from, r, j, &value) == 1) {
        learn_number(column, value);
    }
    if (!own->many) {
        fcap_cell const text = fcap_record_cell(w->from, r, j, room);
        if (fcap_dictionary_add(&w->run->mem, &own->texts, text) < 0) {
            return out_of_memory(w->run, w->from->l->n_columns);
        }
        own->many = own->texts.n > TEXTS_MOST;
    }
    return FCAP_OK;
}

static fcap_status learn_row(void *context, const record *r) {
    lesson *const w = context;
    w->out->rows[r->b->piece]++;
    if (is_dropped(w, r)) {
        w->out->dropped++;
        return FCAP_OK;
    }
    for (int32_t j = 0; j < w->from->l->n_columns; j++) {
        TRY(learn_cell(w, r, j));
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- combining */

static size_t padded(size_t size) {
    return (size + 7) / 8 * 8;
}

/* What a rank, or rank 0 of all, knows, in bytes. */
static fcap_status pack(fcap_run *run, const learned_column *column, const pupil *of, int32_t n,
                        char **bytes, size_t *size) {
    *size = (size_t)n * sizeof(passed_column);
    for (int32_t j = 0; j < n; j++) {
        for (int32_t t = 0; !of[j].many && t < of[j].texts.n; t++) {
            *size += sizeof(passed_text) + padded(of[j].texts.entry[t].size);
        }
    }
    *bytes = arena_array(&run->mem, char, *size);
    if (*bytes == NULL) {
        return out_of_memory(run, n);
    }
    char *at = *bytes;
    for (int32_t j = 0; j < n; j++) {
        passed_column const head = {column[j].profile, column[j].range, of[j].many,
                                    of[j].many ? 0 : of[j].texts.n};
        memcpy(at, &head, sizeof head);
        at += sizeof head;
        for (int32_t t = 0; t < head.n_texts; t++) {
            const dictionary_entry *const e = &of[j].texts.entry[t];
            passed_text const text = {e->count, (int64_t)e->size};
            memcpy(at, &text, sizeof text);
            memcpy(at + sizeof text, e->text, e->size);
            at += sizeof text + padded(e->size);
        }
    }
    return FCAP_OK;
}

static void join_ranges(value_range *to, value_range more) {
    if (more.seen > 0) {
        to->low = to->seen == 0 || more.low < to->low ? more.low : to->low;
        to->high = to->seen == 0 || more.high > to->high ? more.high : to->high;
        to->seen += more.seen;
    }
}

/* Adds one rank's knowledge; ranks come in order. Returns what follows in the bytes. */
static fcap_status join(fcap_run *run, const char **bytes, int32_t n, learned_column *column,
                        pupil *to) {
    const char *at = *bytes;
    for (int32_t j = 0; j < n; j++) {
        passed_column head;
        memcpy(&head, at, sizeof head);
        at += sizeof head;
        fcap_column_add(&column[j].profile, &head.profile);
        join_ranges(&column[j].range, head.range);
        to[j].many |= head.many != 0;
        for (int64_t t = 0; t < head.n_texts; t++) {
            passed_text text;
            memcpy(&text, at, sizeof text);
            if (!to[j].many) {
                int32_t const id = fcap_dictionary_add(
                    &run->mem, &to[j].texts, (fcap_cell){at + sizeof text, (size_t)text.size});
                if (id < 0) {
                    return out_of_memory(run, n);
                }
                to[j].texts.entry[id].count += text.count - 1;
                to[j].many = to[j].texts.n > TEXTS_MOST;
            }
            at += sizeof text + padded((size_t)text.size);
        }
    }
    *bytes = at;
    return FCAP_OK;
}

static fcap_status list_texts(fcap_run *run, const pupil *of, text_list *out) {
    int32_t *rank = NULL;
    int32_t const n = of->many ? 0 : of->texts.n;
    *out = (text_list){.text = arena_array(&run->mem, const char *, n + 1),
                       .size = arena_array(&run->mem, size_t, n + 1),
                       .count = arena_array(&run->mem, int64_t, n + 1),
                       .n = n};
    if (out->text == NULL || out->size == NULL || out->count == NULL ||
        (n > 0 && !fcap_dictionary_rank(&run->mem, &of->texts, &rank))) {
        return out_of_memory(run, 1);
    }
    for (int32_t t = 0; t < n; t++) {
        out->text[rank[t]] = of->texts.entry[t].text;
        out->size[rank[t]] = of->texts.entry[t].size;
        out->count[rank[t]] = of->texts.entry[t].count;
    }
    return FCAP_OK;
}

/* From the knowledge of all, one after another, to one. */
static fcap_status join_all(fcap_run *run, const char *bytes, int32_t ranks, int32_t n,
                            learned_column *column, pupil *to) {
    assert(column != NULL && to != NULL);
    memset(column, 0, (size_t)n * sizeof *column);
    memset(to, 0, (size_t)n * sizeof *to);
    for (int32_t r = 0; r < ranks; r++) {
        TRY(join(run, &bytes, n, column, to));
    }
    for (int32_t j = 0; j < n; j++) {
        column[j].profile.first_missing = 1;
        column[j].many = to[j].many;
        TRY(list_texts(run, &to[j], &column[j].texts));
    }
    return FCAP_OK;
}

/* The texts of columns that turn out to be numbers are of no use, unless they are asked for,
 * and there are many of them. Nobody sends these. */
static fcap_status forget_numbers(fcap_run *run, fcap_comm *c, const row_format *l,
                                  const char *texts, const learned_column *column, pupil *of) {
    int32_t const n = l->n_columns;
    int64_t *const sum = arena_array(&run->mem, int64_t, 4 * (int64_t)n);
    AGREE(run, c, sum != NULL ? FCAP_OK : out_of_memory(run, n));
    assert(sum != NULL && column != NULL && texts != NULL && of != NULL); /* all have agreed */
    for (int32_t j = 0; j < n; j++) {
        const column_profile *const p = &column[j].profile;
        sum[4 * j] = p->cells;
        sum[4 * j + 1] = p->numbers;
        sum[4 * j + 2] = p->comma_numbers;
        sum[4 * j + 3] = p->pointed;
    }
    fcap_comm_sum(c, sum, 4 * (int64_t)n);
    for (int32_t j = 0; j < n; j++) {
        column_profile const all = {.cells = sum[4 * j],
                                    .numbers = sum[4 * j + 1],
                                    .comma_numbers = sum[4 * j + 2],
                                    .pointed = sum[4 * j + 3]};
        of[j].many |= !texts[j] && fcap_column_is_numeric(&all, 1, l->comma);
    }
    return FCAP_OK;
}

static fcap_status combine(fcap_run *run, fcap_comm *c, int32_t n, learned_column *column,
                           pupil *of) {
    char *bytes = NULL;
    char *all = NULL;
    size_t size = 0;
    size_t total = 0;
    AGREE(run, c, pack(run, column, of, n, &bytes, &size));
    TRY(fcap_comm_gather(run, c, bytes, size, &all, &total));
    fcap_status status = FCAP_OK;
    if (c->rank == 0) {
        status = join_all(run, all, c->size, n, column, of);
        status = status == FCAP_OK ? pack(run, column, of, n, &bytes, &size) : status;
    }
    AGREE(run, c, status);
    void *joined = bytes;
    TRY(fcap_comm_spread(run, c, &joined, &size));
    AGREE(run, c, join_all(run, joined, 1, n, column, of));
    return FCAP_OK;
}

fcap_status fcap_learn(fcap_run *run, fcap_comm *c, const records *from, const char *texts,
                       const char *drop, learned *out) {
    int32_t const n = from->l->n_columns;
    *out = (learned){.column = arena_array(&run->mem, learned_column, n),
                     .rows = arena_array(&run->mem, int64_t, from->p->n)};
    lesson w = {.run = run,
                .from = from,
                .drop = drop,
                .out = out,
                .pupil = arena_array(&run->mem, pupil, n),
                .none = {"", 0}};
    fcap_status status = out->column == NULL || out->rows == NULL || w.pupil == NULL
                             ? out_of_memory(run, n)
                             : fcap_records_visit(run, from, learn_row, &w);
    AGREE(run, c, status);
    TRY(forget_numbers(run, c, from->l, texts, out->column, w.pupil));
    TRY(combine(run, c, n, out->column, w.pupil));
    fcap_comm_sum(c, out->rows, from->p->n);
    fcap_comm_sum(c, &out->dropped, 1);
    for (int64_t i = 0; i < from->p->n; i++) {
        out->total += out->rows[i];
    }
    return FCAP_OK;
}

int32_t fcap_text_find(const text_list *list, fcap_cell cell) {
    int32_t low = 0;
    int32_t high = list->n - 1;
    while (low <= high) {
        int32_t const middle = low + (high - low) / 2;
        size_t const size = list->size[middle];
        int const order =
            memcmp(cell.text, list->text[middle], cell.size < size ? cell.size : size);
        int const by_size = (cell.size > size) - (cell.size < size);
        int const side = order != 0 ? order : by_size;
        if (side == 0) {
            return middle;
        }
        low = side > 0 ? middle + 1 : low;
        high = side < 0 ? middle - 1 : high;
    }
    return -1;
}
