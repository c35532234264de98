/* students.c - see students.h. */
#include "students.h"

#include "file_words.h"
#include "list_in.h"
#include "lms/fold.h"
#include "nearest.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    const char *text; /* folded */
    int64_t row;
    int rank; /* what the text is; lower goes first */
} entry;

enum {
    ASKED_ID = 0, /* the ranks of the roles lie between */
    NAME = 20,
    NUMBER = 21
};

static const role IDENTIFIERS[] = {ROLE_EMAIL, ROLE_LOGIN, ROLE_SIS_ID, ROLE_LMS_ID};
enum {
    N_IDENTIFIERS = sizeof IDENTIFIERS / sizeof *IDENTIFIERS
};

struct students {
    const job *j;
    entry *entry; /* sorted by text, rank, row */
    int64_t n;
    char **page; /* what the texts point to */
    size_t pages;
    size_t used;
    size_t room;
    int64_t *point; /* of each row */
    int64_t *line;
    int known;
};

/* ---- texts ---- */

enum {
    PAGE = 1 << 16
};

static char *take_room(students *s, size_t size) {
    if (s->pages == 0 || size > s->room - s->used) {
        char **const more = need(s->pages + 1, sizeof *more);
        if (s->pages > 0) {
            memcpy(more, s->page, s->pages * sizeof *more);
        }
        free(s->page);
        s->page = more;
        s->room = size > PAGE ? size : PAGE;
        s->used = 0;
        s->page[s->pages++] = need(s->room, 1);
    }
    char *const at = s->page[s->pages - 1] + s->used;
    s->used += size;
    return at;
}

static void add(students *s, fcap_cell first, fcap_cell second, int64_t row, int rank) {
    char *const text = take_room(s, first.size + second.size + 1);
    size_t size = fold_name(first, text);
    size += fold_name(second, text + size);
    if (size > 0) {
        s->entry[s->n++] = (entry){text, row, rank};
    }
}

static const fcap_cell NONE = {"", 0};

/* "Lovelace, Ada" in two; 0 where there is no comma. */
static int divide(fcap_cell whole, fcap_cell *before, fcap_cell *behind) {
    const char *const comma = memchr(whole.text, ',', whole.size);
    if (comma == NULL) {
        return 0;
    }
    size_t const size = (size_t)(comma - whole.text);
    *before = (fcap_cell){whole.text, size};
    *behind = (fcap_cell){comma + 1, whole.size - size - 1};
    return 1;
}

/* "Ada Lovelace" in all but its last word, and that one. */
static int cut_last_word(fcap_cell whole, fcap_cell *before, fcap_cell *last) {
    size_t at = whole.size;
    while (at > 0 && whole.text[at - 1] != ' ') {
        at--;
    }
    *before = (fcap_cell){whole.text, at};
    *last = (fcap_cell){whole.text + at, whole.size - at};
    return at > 0 && at < whole.size;
}

enum {
    ENTRIES_OF_ROW = 2 * (1 + N_IDENTIFIERS) + 4 + 1
};

/* Brightspace shows its IDs and logins as "#1001", and so does who copies them: the roster is
 * read without the #, but both ways of writing name the student. */
static void add_identifier(students *s, fcap_cell cell, int64_t row, int rank) {
    add(s, cell, NONE, row, rank);
    if (s->j->roster.source == SOURCE_BRIGHTSPACE && cell.size > 0) {
        add(s, (fcap_cell){"#", 1}, cell, row, rank);
    }
}

static void add_names(students *s, const fcap_cell *cells, int64_t row) {
    const roles *const r = &s->j->roster.roles;
    int32_t const whole = roles_column(r, ROLE_NAME);
    int32_t const first = roles_column(r, ROLE_FIRST);
    int32_t const last = roles_column(r, ROLE_LAST);
    fcap_cell a;
    fcap_cell b;
    if (whole >= 0) {
        add(s, cells[whole], NONE, row, NAME);
        if (divide(cells[whole], &a, &b) || cut_last_word(cells[whole], &a, &b)) {
            add(s, b, a, row, NAME);
        }
    }
    if (first >= 0 || last >= 0) {
        a = first >= 0 ? cells[first] : NONE;
        b = last >= 0 ? cells[last] : NONE;
        add(s, a, b, row, NAME);
        add(s, b, a, row, NAME);
    }
}

static void add_row(students *s, int64_t row) {
    const roles *const r = &s->j->roster.roles;
    const fcap_cell *const cells = fcap_table_row(s->j->table, row);
    if (s->j->args->id != NULL) {
        add_identifier(s, cells[s->j->id], row, ASKED_ID);
    }
    for (int i = 0; i < N_IDENTIFIERS; i++) {
        int32_t const c = roles_column(r, IDENTIFIERS[i]);
        if (c >= 0) {
            add_identifier(s, cells[c], row, ASKED_ID + 1 + i);
        }
    }
    add_names(s, cells, row);
    if (!s->known) {
        char number[24];
        int const size = snprintf(number, sizeof number, "%lld", (long long)row + 1);
        add(s, (fcap_cell){number, (size_t)size}, NONE, row, NUMBER);
    }
}

static int by_text(const void *left, const void *right) {
    const entry *const a = left;
    const entry *const b = right;
    int const order = strcmp(a->text, b->text);
    return order != 0           ? order
           : a->rank != b->rank ? a->rank - b->rank
                                : (a->row > b->row) - (a->row < b->row);
}

students *students_open(const job *j) {
    int64_t const rows = fcap_table_rows(j->table);
    const int64_t *const used = fcap_dataset_rows(j->dataset);
    students *const s = need(1, sizeof *s);
    *s = (students){.j = j,
                    .entry = need((size_t)rows * ENTRIES_OF_ROW, sizeof *s->entry),
                    .point = need((size_t)rows, sizeof *s->point),
                    .line = need((size_t)rows, sizeof *s->line),
                    .known = j->args->id != NULL};
    for (int32_t c = 0; c < j->roster.roles.n; c++) {
        s->known |= role_tells_who(j->roster.roles.of[c]);
    }
    fcap_table_lines(j->table, s->line);
    for (int64_t row = 0, at = 0; row < rows; row++) {
        int const is_used = at < j->problem.n && used[at] == row;
        s->point[row] = is_used ? at++ : -1;
        add_row(s, row);
    }
    qsort(s->entry, (size_t)s->n, sizeof *s->entry, by_text);
    return s;
}

void students_close(students *s) {
    if (s != NULL) {
        for (size_t i = 0; i < s->pages; i++) {
            free(s->page[i]);
        }
        free(s->page);
        free(s->entry);
        free(s->point);
        free(s->line);
        free(s);
    }
}

/* ---- looking ---- */

static meant find_folded(const students *s, const char *text) {
    int64_t low = 0;
    int64_t high = s->n;
    while (low < high) {
        int64_t const middle = low + (high - low) / 2;
        if (strcmp(s->entry[middle].text, text) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    meant m = {.n = 0};
    for (int64_t i = low; i < s->n && strcmp(s->entry[i].text, text) == 0 &&
                          s->entry[i].rank == s->entry[low].rank;
         i++) {
        if (i > low && s->entry[i].row == s->entry[i - 1].row) {
            continue;
        }
        if (m.n < MEANT_KEPT) {
            m.row[m.n] = s->entry[i].row;
        }
        m.n++;
    }
    return m;
}

static meant find_whole(const students *s, fcap_cell text) {
    char *const folded = need(text.size + 1, 1);
    fold_name(text, folded);
    meant m = {.n = 0};
    if (folded[0] != 0) {
        m = find_folded(s, folded);
    }
    fcap_cell before;
    fcap_cell behind;
    if (m.n == 0 && divide(text, &before, &behind)) {
        size_t const size = fold_name(behind, folded);
        fold_name(before, folded + size);
        m = find_folded(s, folded);
    }
    free(folded);
    return m;
}

static void keep(meant *m, int64_t row) {
    for (int64_t i = 0; i < m->n && i < MEANT_KEPT; i++) {
        if (m->row[i] == row) {
            return;
        }
    }
    if (m->n < MEANT_KEPT) {
        m->row[m->n] = row;
    }
    m->n++;
}

/* By names in plain letters: "Jose" is José, "Mueller" and "Muller" are Müller. */
static meant find_plain(const students *s, fcap_cell text) {
    char *const asked[2] = {need(text.size + 1, 1), need(text.size + 1, 1)};
    meant m = {.n = 0};
    for (int spelled = 0; spelled < 2; spelled++) {
        fold_plain(text, spelled, asked[spelled]);
    }
    for (int64_t i = 0; i < s->n && asked[0][0] != 0; i++) {
        const entry *const e = &s->entry[i];
        size_t const size = strlen(e->text);
        char *const own = need(size + 1, 1);
        int same = 0;
        for (int spelled = 0; spelled < 2 && e->rank == NAME; spelled++) {
            fold_plain((fcap_cell){e->text, size}, spelled, own);
            same |= strcmp(own, asked[0]) == 0 || strcmp(own, asked[1]) == 0;
        }
        if (same) {
            keep(&m, e->row);
        }
        free(own);
    }
    free(asked[0]);
    free(asked[1]);
    return m;
}

/* "Max Peters (line 13)", as student_name() shows one of several: the name, and the mark. */
static int cut_mark(fcap_cell text, fcap_cell *name, fcap_cell *mark) {
    size_t at = text.size;
    while (at > 0 && text.text[at - 1] != '(') {
        at--;
    }
    if (at < 2 || text.size < at + 2 || text.text[text.size - 1] != ')') {
        return 0;
    }
    *name = (fcap_cell){text.text, at - 1};
    *mark = (fcap_cell){text.text + at, text.size - at - 1};
    return 1;
}

/* "line 13", whatever a line is called: a word, a blank, a number. */
static int64_t line_of_mark(fcap_cell mark) {
    size_t at = mark.size;
    while (at > 0 && mark.text[at - 1] != ' ') {
        at--;
    }
    return at > 1 ? cell_whole_number((fcap_cell){mark.text + at, mark.size - at}) : -1;
}

static meant find_marked(const students *s, fcap_cell name, fcap_cell mark) {
    meant const called = find_whole(s, name);
    meant const marked = find_whole(s, mark);
    meant m = {.n = 0};
    int64_t const line = line_of_mark(mark);
    for (int64_t i = 0; i < called.n && i < MEANT_KEPT; i++) {
        int const same =
            s->line[called.row[i]] == line || (marked.n == 1 && marked.row[0] == called.row[i]);
        if (same) {
            keep(&m, called.row[i]);
        }
    }
    return m;
}

meant students_find(const students *s, fcap_cell text) {
    fcap_cell name;
    fcap_cell mark;
    meant m = find_whole(s, text);
    if (m.n == 0 && cut_mark(text, &name, &mark)) {
        m = find_marked(s, name, mark);
    }
    return m.n == 0 ? find_plain(s, text) : m;
}

int64_t students_point(const students *s, int64_t row) {
    return s->point[row];
}

int64_t students_line(const students *s, int64_t row) {
    return s->line[row];
}

int students_are_known(const students *s) {
    return s->known;
}

/* ---- in words ---- */

/* What tells a row from others of the same name: "ann@x.org"; "" where nothing does. */
static const char *mark_of(const students *s, int64_t row, char text[MARK_SIZE]) {
    const fcap_cell *const cells = fcap_table_row(s->j->table, row);
    text[0] = 0;
    for (int i = 0; i < N_IDENTIFIERS && text[0] == 0; i++) {
        int32_t const c = roles_column(&s->j->roster.roles, IDENTIFIERS[i]);
        if (c >= 0) {
            snprintf(text, MARK_SIZE, "%.*s", (int)cells[c].size, cells[c].text);
        }
    }
    return text;
}

/* Of a name that did not fit, the character at its end that was cut goes too. */
static void mend_end(char *text, size_t room) {
    size_t size = strlen(text);
    if (size + 1 < room) {
        return;
    }
    do {
        size--;
    } while (size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80);
    text[size] = 0;
}

const char *student_line(const students *s, int64_t row, char text[MARK_SIZE]) {
    char name[STUDENT_SIZE - MARK_SIZE - 4];
    roster_name(&s->j->roster, s->j->table, s->j->id, row, name, sizeof name);
    text[0] = 0;
    if (find_whole(s, (fcap_cell){name, strlen(name)}).n > 1) {
        snprintf(text, MARK_SIZE, "%.*s %lld", MARK_SIZE / 2, file_words_of(s->j->args).line,
                 (long long)s->line[row]);
    }
    return text;
}

/* A name, and what tells its student from others of that name; mark is "" where nobody is. */
typedef struct calling {
    char name[STUDENT_SIZE - MARK_SIZE - 4];
    char mark[MARK_SIZE];
} calling;

static calling calling_of(const students *s, int64_t row) {
    calling c = {.mark = ""};
    char id[MARK_SIZE];
    student_line(s, row, c.mark);
    roster_name(&s->j->roster, s->j->table, s->j->id, row, c.name, sizeof c.name);
    mend_end(c.name, sizeof c.name);
    if (c.mark[0] != 0 && mark_of(s, row, id)[0] != 0) {
        mend_end(id, sizeof id);
        memcpy(c.mark, id, sizeof c.mark);
    }
    return c;
}

static const char *called(const char *name, const char *mark, char text[STUDENT_SIZE]) {
    snprintf(text, STUDENT_SIZE, mark[0] != 0 ? "%s (%s)" : "%s", name, mark);
    return text;
}

const char *student_name(const students *s, int64_t row, char text[STUDENT_SIZE]) {
    calling const c = calling_of(s, row);
    return called(c.name, c.mark, text);
}

/* What is long is cut in the name and in the mark, so that neither hides the other. */
static const char *row_shown_as(const students *s, int64_t row) {
    calling const c = calling_of(s, row);
    char text[STUDENT_SIZE];
    char name[CELL_SIZE];
    char mark[CELL_SIZE];
    fcap_text_display(c.name, strlen(c.name), CELL_CHARACTERS, name, sizeof name);
    fcap_text_display(c.mark, strlen(c.mark), CELL_CHARACTERS, mark, sizeof mark);
    return safe(called(name, mark, text));
}

const char *student_shown(const students *s, int64_t point) {
    return row_shown_as(s, fcap_dataset_rows(s->j->dataset)[point]);
}

/* "2 students are called "Ann Lee": ann@x.org (line 4), lee@x.org (line 9); write the e-mail"
 */
static const char *why_several(const students *s, fcap_cell asked, const meant *found,
                               char text[WHO_SIZE]) {
    int64_t const shown = found->n < 2 ? found->n : 2;
    int const mailed = roles_column(&s->j->roster.roles, ROLE_EMAIL) >= 0;
    size_t at = (size_t)snprintf(text, WHO_SIZE,
                                 "%lld students are called \"%s\":", (long long)found->n,
                                 cell_shown(asked));
    for (int64_t i = 0; i < shown; i++) {
        char mark[MARK_SIZE];
        mark_of(s, found->row[i], mark);
        at += (size_t)snprintf(text + at, WHO_SIZE - at, "%s %s%s(line %lld)", i > 0 ? "," : "",
                               name_shown(mark), mark[0] != 0 ? " " : "",
                               (long long)s->line[found->row[i]]);
    }
    char mark[MARK_SIZE];
    if (mark_of(s, found->row[0], mark)[0] != 0) {
        snprintf(text + at, WHO_SIZE - at, "%s; write the %s", found->n > shown ? ", ..." : "",
                 mailed ? "e-mail" : "ID");
    } else {
        snprintf(text + at, WHO_SIZE - at, "%s; write \"%s (line %lld)\"",
                 found->n > shown ? ", ..." : "", cell_shown(asked),
                 (long long)s->line[found->row[0]]);
    }
    return text;
}

/* How many letters differ, accents set aside where that brings the two nearer. */
static int difference(const char *asked, const char *own) {
    size_t const size = strlen(asked);
    size_t const own_size = strlen(own);
    char *const a = need(size + own_size + 2, 1);
    char *const b = a + size + 1;
    fold_plain((fcap_cell){asked, size}, 0, a);
    fold_plain((fcap_cell){own, own_size}, 0, b);
    int const plain = edits(a, b);
    int const exact = edits(asked, own);
    free(a);
    return plain < exact ? plain : exact;
}

/* The row whose text is nearest to what was asked, or has it as a part; -1: none is near. Of
 * parts, *parts says how many rows have it. */
static int64_t nearest(const students *s, const char *asked, int64_t *parts) {
    size_t const size = strlen(asked);
    int best = (int)(size / 4 < 3 ? size / 4 : 3) + 1;
    int64_t row = -1;
    int64_t with_part = -1;
    *parts = 0;
    for (int64_t i = 0; i < s->n; i++) {
        int const d = difference(asked, s->entry[i].text);
        if (d < best) {
            best = d;
            row = s->entry[i].row;
        }
        if (size >= 3 && strstr(s->entry[i].text, asked) != NULL &&
            s->entry[i].row != with_part) {
            with_part = s->entry[i].row;
            (*parts)++;
        }
    }
    if (row >= 0) {
        *parts = 0;
    }
    return row >= 0 ? row : with_part;
}

const char *students_why(const students *s, fcap_cell asked, const meant *found,
                         char text[WHO_SIZE]) {
    if (found->n > 1) {
        return why_several(s, asked, found, text);
    }
    char *const folded = need(asked.size + 1, 1);
    fold_name(asked, folded);
    int64_t parts;
    int64_t const row = nearest(s, folded, &parts);
    free(folded);
    int const used = snprintf(text, WHO_SIZE, "nobody has the name, e-mail, login or ID \"%s\"",
                              cell_shown(asked));
    if (!s->known) {
        snprintf(text, WHO_SIZE, "there is no row %s; rows are 1 to %lld", cell_shown(asked),
                 (long long)fcap_table_rows(s->j->table));
    } else if (row >= 0) {
        snprintf(text + used, WHO_SIZE - (size_t)used, "; did you mean \"%s\"?",
                 row_shown_as(s, row));
    }
    return text;
}
