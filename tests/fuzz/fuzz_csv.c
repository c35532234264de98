/* fuzz_csv.c - any bytes as a file, with any options: no crash, no leak, no hang; and a table
 * that was read, written out in the one canonical way and read again is the same table, cell by
 * cell, and encodes to the same points and groups.
 *
 *   byte 0  bits 0-2 delimiter, 3-4 header, 5 decimal comma, 6-7 lines to skip
 *   byte 1  bits 0-1 missing, 2-3 scale, 4 include protected, 5 a text more for "missing",
 *           6-7 memory: plenty, or so little that reading fails somewhere
 */
#include "fuzz/require.h"

#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* ---- memory with a ceiling: a gzip bomb ends as "out of memory", not as a finding ---- */

enum {
    PLENTY = 64 << 20
};

typedef struct budget {
    size_t left;
} budget;

static void *budget_alloc(void *user, size_t size) {
    budget *const b = user;
    if (size > b->left) {
        return NULL;
    }
    b->left -= size; /* what is released does not come back: a ceiling on work as well */
    return malloc(size);
}

static void budget_release(void *user, void *block) {
    (void)user;
    free(block);
}

/* ---- the canonical form ---- */

typedef struct text {
    char *bytes;
    size_t size;
    size_t room;
} text;

static void put(text *t, char c) {
    if (t->size == t->room) {
        t->room = t->room == 0 ? 4096 : 2 * t->room;
        t->bytes = realloc(t->bytes, t->room);
        if (t->bytes == NULL) {
            abort();
        }
    }
    t->bytes[t->size++] = c;
}

/* interface.md: any number of apostrophes and then = + - @ tab or CR. */
static int needs_guard(const char *s, size_t size) {
    size_t i = 0;
    while (i < size && s[i] == '\'') {
        i++;
    }
    return i < size && (s[i] == '=' || s[i] == '+' || s[i] == '-' || s[i] == '@' ||
                        s[i] == '\t' || s[i] == '\r');
}

static void put_cell(text *t, const char *s, size_t size, char close) {
    put(t, '"');
    if (needs_guard(s, size)) {
        put(t, '\'');
    }
    for (size_t i = 0; i < size; i++) {
        if (s[i] == '"') {
            put(t, '"');
        }
        put(t, s[i]);
    }
    put(t, '"');
    put(t, close);
}

static text canonical(fcap_table *table) {
    text out = {0};
    char const delimiter = fcap_table_delimiter(table);
    int32_t const columns = fcap_table_columns(table);
    if (fcap_table_has_header(table)) {
        for (int32_t j = 0; j < columns; j++) {
            const char *const name = fcap_table_name(table, j);
            put_cell(&out, name, strlen(name), j + 1 < columns ? delimiter : '\n');
        }
    }
    for (int64_t i = 0; i < fcap_table_rows(table); i++) {
        const fcap_cell *const cells = fcap_table_row(table, i);
        for (int32_t j = 0; j < columns; j++) {
            put_cell(&out, cells[j].text, cells[j].size, j + 1 < columns ? delimiter : '\n');
        }
    }
    return out;
}

/* ---- comparing ---- */

static void check_same_cells(fcap_table *a, fcap_table *b, int same_mark) {
    REQUIRE(fcap_table_rows(a) == fcap_table_rows(b), "rows");
    REQUIRE(fcap_table_columns(a) == fcap_table_columns(b), "columns");
    int32_t const columns = fcap_table_columns(a);
    for (int32_t j = 0; j < columns; j++) {
        REQUIRE(strcmp(fcap_table_name(a, j), fcap_table_name(b, j)) == 0, "%s and %s",
                fcap_table_name(a, j), fcap_table_name(b, j));
    }
    for (int64_t i = 0; i < fcap_table_rows(a); i++) {
        const fcap_cell *const x = fcap_table_row(a, i);
        const fcap_cell *const y = fcap_table_row(b, i);
        for (int32_t j = 0; j < columns; j++) {
            REQUIRE(x[j].size == y[j].size && memcmp(x[j].text, y[j].text, x[j].size) == 0,
                    "row %lld, column %d: \"%.*s\" and \"%.*s\"", (long long)i, (int)j,
                    (int)x[j].size, x[j].text, (int)y[j].size, y[j].text);
            REQUIRE(fcap_table_missing(a, x[j]) == fcap_table_missing(b, y[j]), "missing");
            double u = 0;
            double v = 0;
            int const kind = fcap_table_number(a, x[j], &u);
            REQUIRE(!same_mark || (kind == fcap_table_number(b, y[j], &v) && u == v),
                    "number \"%.*s\"", (int)x[j].size, x[j].text);
        }
    }
}

/* A sentence for a terminal: some text, whole UTF-8 characters, no control characters. */
static int is_sentence(const char *text) {
    const unsigned char *u = (const unsigned char *)text;
    if (*u == 0) {
        return 0;
    }
    while (*u != 0) {
        int const more = *u < 0x80 ? 0 : *u < 0xc2 ? -1 : *u < 0xe0 ? 1 : *u < 0xf0 ? 2 : 3;
        if (more < 0 || *u < 0x20 || *u == 0x7f || *u > 0xf4) {
            return 0;
        }
        u++;
        for (int i = 0; i < more; i++, u++) {
            if (*u < 0x80 || *u > 0xbf) {
                return 0;
            }
        }
    }
    return 1;
}

static void check_notes(const fcap_table *t) {
    for (int32_t i = 0; i < fcap_table_notes(t); i++) {
        REQUIRE(is_sentence(fcap_table_note(t, i)), "%s", fcap_table_note(t, i));
    }
}

static void check_faults(fcap_status status, const fcap_faults *faults, const fcap_error *err) {
    if (status == FCAP_OK) {
        REQUIRE(faults->total == 0, "faults of a good file");
        return;
    }
    REQUIRE(err->status == status && is_sentence(err->message), "%s", err->message);
    /* Memory may run out when some faults are listed already. */
    REQUIRE(status == FCAP_E_NO_MEMORY || (status == FCAP_E_DATA) == (faults->total > 0),
            "status %d, %lld faults", (int)status, (long long)faults->total);
    REQUIRE(faults->kept <= FCAP_FAULTS_KEPT && faults->kept <= faults->total, "kept");
    for (int32_t i = 0; i < faults->kept; i++) {
        REQUIRE(is_sentence(faults->fault[i].message), "%s", faults->fault[i].message);
        REQUIRE(faults->fault[i].line >= 0 && faults->fault[i].column >= 0, "place");
    }
}

/* ---- encoding ---- */

static fcap_status encode(fcap_table *t, unsigned options, fcap_dataset **out,
                          fcap_faults *faults) {
    static const int32_t first[] = {0};
    fcap_encode_options o;
    fcap_encode_options_init(&o);
    if (fcap_table_columns(t) > 1) {
        o.protect = (fcap_columns){first, 1};
    }
    o.missing = (fcap_missing)(options & 3);
    o.scale = (fcap_scale)((options >> 2 & 3) % 3);
    o.include_protected = (int)(options >> 4 & 1);
    fcap_error err = {0};
    fcap_status const status = fcap_dataset_encode(t, &o, out, faults, &err);
    check_faults(status, faults, &err);
    return status;
}

/* The text of the file that a group's name stands for: of a cell (missing), with quotes around
 * it or without, the name has one pair more. */
static fcap_cell text_of_group(const char *name) {
    static const char WORD[] = "(missing)";
    size_t const size = strlen(name);
    size_t const quotes = strspn(name, "\"");
    int const is_word = quotes > 0 && size == 2 * quotes + strlen(WORD) &&
                        memcmp(name + quotes, WORD, strlen(WORD)) == 0 &&
                        strspn(name + quotes + strlen(WORD), "\"") == quotes;
    return is_word ? (fcap_cell){name + 1, size - 2} : (fcap_cell){name, size};
}

static int comes_before(fcap_cell a, fcap_cell b) {
    int const order = memcmp(a.text, b.text, a.size < b.size ? a.size : b.size);
    return order != 0 ? order < 0 : a.size < b.size;
}

static void check_dataset(const fcap_table *t, const fcap_dataset *ds) {
    fcap_problem const p = fcap_dataset_problem(ds);
    REQUIRE(p.n >= 1 && p.d >= 1, "n = %lld, d = %d", (long long)p.n, (int)p.d);
    REQUIRE(p.n + fcap_dataset_dropped(ds) == fcap_table_rows(t), "dropped");
    for (int64_t i = 0; i < p.n * p.d; i++) {
        REQUIRE(p.x[i] - p.x[i] == 0, "coordinate %lld is not finite", (long long)i);
    }
    for (int32_t a = 0; a < p.n_attributes; a++) {
        for (int64_t i = 0; i < p.n; i++) {
            int32_t const g = p.attribute[a].group[i];
            REQUIRE(g >= -1 && g < p.attribute[a].n_groups, "group %d", (int)g);
        }
        for (int32_t g = 1; g < p.attribute[a].n_groups; g++) {
            REQUIRE(comes_before(text_of_group(fcap_dataset_group_name(ds, a, g - 1)),
                                 text_of_group(fcap_dataset_group_name(ds, a, g))),
                    "order of groups");
        }
    }
    for (int32_t i = 0; i < fcap_dataset_notes(ds); i++) {
        REQUIRE(is_sentence(fcap_dataset_note(ds, i)), "%s", fcap_dataset_note(ds, i));
    }
}

/* A column without a name is called by its number, and that is its header in the copy. Without
 * values, too, it is left out, which a column with a header is not. */
static int may_be_nothing(const fcap_table *t) {
    for (int32_t j = 0; fcap_table_has_header(t) && j < fcap_table_columns(t); j++) {
        char number[16];
        snprintf(number, sizeof number, "%d", (int)j + 1);
        if (strcmp(fcap_table_name(t, j), number) == 0) {
            return 1;
        }
    }
    return 0;
}

/* a and b hold the same cells, so they make the same problem. */
static void check_same_encoding(fcap_table *a, fcap_table *b, unsigned options, int compare) {
    static fcap_faults fa;
    static fcap_faults fb;
    fcap_dataset *da = NULL;
    fcap_dataset *db = NULL;
    fcap_status const sa = encode(a, options, &da, &fa);
    if (sa == FCAP_OK) {
        check_dataset(a, da);
    }
    fcap_status const sb = encode(b, options, &db, &fb);
    int const starved = sa == FCAP_E_NO_MEMORY || sb == FCAP_E_NO_MEMORY;
    if (compare && !starved) {
        REQUIRE(sa == sb, "status %d and %d", (int)sa, (int)sb);
        REQUIRE(fa.total == fb.total, "faults");
        if (sa == FCAP_OK) {
            fcap_problem const p = fcap_dataset_problem(da);
            fcap_problem const q = fcap_dataset_problem(db);
            REQUIRE(p.n == q.n && p.d == q.d, "shape");
            REQUIRE(memcmp(p.x, q.x, (size_t)(p.n * p.d) * sizeof *p.x) == 0, "coordinates");
            REQUIRE(p.n_attributes == q.n_attributes, "attributes");
            for (int32_t i = 0; i < p.n_attributes; i++) {
                REQUIRE(memcmp(p.attribute[i].group, q.attribute[i].group,
                               (size_t)p.n * sizeof(int32_t)) == 0,
                        "groups");
            }
        }
    }
    fcap_dataset_free(da);
    fcap_dataset_free(db);
}

/* ---- the story ---- */

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static const char delimiter[8] = {0, 0, ',', ';', '\t', '|', ' ', ':'};
    static const char *const more_missing[] = {"-"};
    static const size_t memory[4] = {PLENTY, PLENTY, 200 << 10, 600 << 10};
    if (size < 2) {
        return 0;
    }
    unsigned const reading = data[0];
    unsigned const encoding = data[1];
    const unsigned char *const bytes = data + 2;
    size -= 2;
    budget first = {memory[encoding >> 6]};
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.delimiter = delimiter[reading & 7];
    o.header = (fcap_header)((reading >> 3 & 3) % 3);
    o.decimal_comma = (int)(reading >> 5 & 1);
    o.skip_lines = reading >> 6;
    o.na = more_missing;
    o.n_na = (int32_t)(encoding >> 5 & 1);
    o.allocator = (fcap_allocator){budget_alloc, budget_release, &first};

    static fcap_faults faults;
    fcap_error err = {0};
    fcap_table *table = NULL;
    fcap_status const status = fcap_table_parse(bytes, size, &o, &table, &faults, &err);
    check_faults(status, &faults, &err);
    if (status != FCAP_OK) {
        REQUIRE(table == NULL, "a table of a bad file");
        return 0;
    }
    check_notes(table);
    text const written = canonical(table);

    budget second = {4 * (size_t)PLENTY};
    fcap_read_options again;
    fcap_read_options_init(&again);
    again.delimiter = fcap_table_delimiter(table);
    again.header = fcap_table_has_header(table) ? FCAP_HEADER_YES : FCAP_HEADER_NO;
    again.decimal_comma = o.decimal_comma;
    again.na = o.na;
    again.n_na = o.n_na;
    again.allocator = (fcap_allocator){budget_alloc, budget_release, &second};
    fcap_table *copy = NULL;
    fcap_status const reread =
        fcap_table_parse(written.bytes, written.size, &again, &copy, &faults, &err);
    if (reread == FCAP_OK) {
        /* A matrix has points and no identifiers, whatever is asked for: cells only then. */
        int const is_matrix = size >= 2 && (bytes[0] == 0x93 || bytes[0] == 0x1f);
        check_same_cells(table, copy, !is_matrix);
        check_same_encoding(table, copy, encoding, !is_matrix && !may_be_nothing(table));
        fcap_table_free(copy);
    } else {
        REQUIRE(reread == FCAP_E_NO_MEMORY, "the copy is refused: %s", err.message);
    }
    free(written.bytes);
    fcap_table_free(table);
    return 0;
}
