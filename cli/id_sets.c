/* id_sets.c - see id_sets.h. */
#include "id_sets.h"

#include "list_in.h"
#include "students.h"
#include "text_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- growing ---- */

static void *grown(void *old, size_t used, size_t more, size_t size) {
    char *const block = need(used + more, size);
    if (old != NULL) {
        memcpy(block, old, used * size);
    }
    free(old);
    return block;
}

static int64_t members_of(const id_sets *sets) {
    return sets->start != NULL ? sets->start[sets->n] : 0;
}

static void make_room(id_sets *sets, int64_t more_sets, int64_t more_members) {
    size_t const members = (size_t)members_of(sets);
    size_t const starts = sets->start != NULL ? (size_t)sets->n + 1 : 0;
    sets->start = grown(sets->start, starts, (size_t)more_sets + 1, sizeof *sets->start);
    sets->member = grown(sets->member, members, (size_t)more_members, sizeof *sets->member);
    sets->origin =
        grown(sets->origin, (size_t)sets->n, (size_t)more_sets, sizeof *sets->origin);
}

/* ---- ids ---- */

/* As a teacher writes: by name, address or ID. */
static int by_name(const job *j) {
    return j->students != NULL && !j->args->by_row;
}

static int by_id(const job *j) {
    return j->id >= 0 && !j->args->by_row;
}

static void say_unknown(list_in *in, int32_t i, const job *j) {
    fcap_cell const cell = in->cell[i];
    int const other_mark =
        memchr(cell.text, ';', cell.size) != NULL || memchr(cell.text, '\t', cell.size) != NULL;
    if (other_mark) {
        list_fault(in, i, "there is no row \"%s\"; write commas between the ids of a line",
                   cell_shown(cell));
    } else if (by_id(j)) {
        list_fault(in, i, "there is no row with \"%s\" in column \"%s\"", cell_shown(cell),
                   name_shown(fcap_table_name(j->table, j->id)));
    } else if (cell_whole_number(cell) < 0) {
        list_fault(in, i, "\"%s\" is no row number; name the column of the ids with --id",
                   cell_shown(cell));
    } else {
        list_fault(in, i, "there is no row %s; rows are 1 to %lld", cell_shown(cell),
                   (long long)fcap_table_rows(j->table));
    }
}

/* The key that cell i of a line names, marked with `mark`; NULL when there is none to use. What
 * is wrong is a fault; a row that was left out is passed over with a note. */
static row_key *named_row(list_in *in, int32_t i, const job *j, const row_keys *keys,
                          int mark) {
    int64_t count;
    row_key *const key = row_keys_find(keys, in->cell[i], &count);
    if (key == NULL) {
        say_unknown(in, i, j);
        return NULL;
    }
    if (count > 1) {
        list_fault(in, i, "%lld rows of the data have the id \"%s\"; which one is meant?",
                   (long long)count, cell_shown(in->cell[i]));
        return NULL;
    }
    if (key->taken == mark) {
        list_fault(in, i, "\"%s\" is there twice", cell_shown(in->cell[i]));
        return NULL;
    }
    key->taken = mark;
    if (key->point < 0) {
        say_note(j->args->quiet, "%s: line %lld: \"%s\" is a row that is left out",
                 safe(in->path), (long long)in->line, cell_shown(in->cell[i]));
        return NULL;
    }
    return key;
}

static void forget_marks(const row_keys *keys) {
    for (int64_t i = 0; i < keys->n; i++) {
        keys->key[i].taken = 0;
    }
}

/* A first line that repeats the name of the column is a header, unless a row is called so. */
static int is_header(const list_in *in, const job *j, const row_keys *keys) {
    const char *const name = by_id(j) ? fcap_table_name(j->table, j->id) : "row";
    fcap_cell const cell = in->cell[0];
    int64_t count;
    return in->line == 1 && in->n == 1 && cell.size == strlen(name) &&
           memcmp(cell.text, name, cell.size) == 0 && row_keys_find(keys, cell, &count) == NULL;
}

/* ---- students ---- */

/* "Lovelace", "Ada" of a line with commas between all words: does the next cell belong here? */
static meant find_student(const list_in *in, int32_t i, const job *j, int32_t *taken) {
    fcap_cell const cell = in->cell[i];
    meant m = students_find(j->students, cell);
    *taken = 1;
    if (m.n > 0 || i + 1 >= in->n) {
        return m;
    }
    fcap_cell const next = in->cell[i + 1];
    char *const both = need(cell.size + next.size + 2, 1);
    memcpy(both, cell.text, cell.size);
    both[cell.size] = ',';
    memcpy(both + cell.size + 1, next.text, next.size);
    meant const joined =
        students_find(j->students, (fcap_cell){both, cell.size + next.size + 1});
    free(both);
    *taken = joined.n > 0 ? 2 : 1;
    return joined.n > 0 ? joined : m;
}

/* "email", or "Student 1;Student 2": a first line without anybody, and a column's name in it.
 */
static int is_student_header(const list_in *in, const job *j) {
    int header = 0;
    for (int32_t i = 0; i < in->n; i++) {
        char name[64];
        fcap_cell const cell = in->cell[i];
        snprintf(name, sizeof name, "%.*s", (int)(cell.size < 63 ? cell.size : 63), cell.text);
        name[strcspn(name, "0123456789")] = 0;
        header |= role_of_header(name) != ROLE_OTHER;
        if (students_find(j->students, cell).n > 0) {
            return 0;
        }
    }
    return in->line == 1 && header;
}

static int is_among(int64_t point, const int64_t *list, int64_t n) {
    int found = 0;
    for (int64_t i = 0; i < n; i++) {
        found |= list[i] == point;
    }
    return found;
}

/* "Ann Lee and Bob Ray" in one cell: two students, where both are known. */
static int find_two(const job *j, fcap_cell cell, meant two[2]) {
    static const char *const words[] = {" and ", " und ", " & ", " + ",
                                        " - ",   " et ",  " y ", " e "};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
        size_t const size = strlen(words[w]);
        for (size_t at = 1; at + size < cell.size; at++) {
            if (memcmp(cell.text + at, words[w], size) != 0) {
                continue;
            }
            two[0] = students_find(j->students, (fcap_cell){cell.text, at});
            two[1] = students_find(j->students,
                                   (fcap_cell){cell.text + at + size, cell.size - at - size});
            if (two[0].n == 1 && two[1].n == 1) {
                return 1;
            }
        }
    }
    return 0;
}

static int names_somebody(const job *j, fcap_cell cell) {
    meant two[2];
    return cell.size > 0 && (students_find(j->students, cell).n > 0 || find_two(j, cell, two));
}

/* The text at *at of a line, without blanks before and behind it; *at goes to its mark. */
static fcap_cell text_until(char mark, fcap_cell line, size_t *at) {
    size_t begin = *at;
    while (*at < line.size && line.text[*at] != mark) {
        (*at)++;
    }
    size_t end = *at;
    while (begin < end && line.text[begin] == ' ') {
        begin++;
    }
    while (begin < end && line.text[end - 1] == ' ') {
        end--;
    }
    return (fcap_cell){line.text + begin, end - begin};
}

/* "#1001; #1002" is a wish where IDs have a #, as those of Brightspace do, also when one of
 * them is wrong. "#Ada Lovelace; ..." is a wish that somebody has put aside, or one that begins
 * with a # by mistake: a note asks, as it does about IDs of which none is known. With a blank
 * behind the # it is a remark for certain. */
static int is_remark(const void *asked, const list_in *in, fcap_cell line, char mark) {
    const job *const j = asked;
    fcap_cell known = {"", 0};
    int texts = 0;
    int with_hash = 0;
    if (line.size < 2 || line.text[1] == ' ') {
        return 1;
    }
    for (size_t at = 0; at < line.size; at++) {
        fcap_cell const text = text_until(mark, line, &at);
        int const hashed = text.size > 0 && text.text[0] == '#';
        if (hashed && names_somebody(j, text)) {
            return 0;
        }
        fcap_cell const bare = {text.text + hashed, text.size - (size_t)hashed};
        known = known.size == 0 && names_somebody(j, bare) ? bare : known;
        texts += text.size > 0;
        with_hash += hashed;
    }
    if (known.size > 0) {
        say_note(j->args->quiet,
                 "%s: line %lld begins with #, so it is a remark, although it names \"%s\"; "
                 "remove the # to make it a wish, or write a blank behind it",
                 safe(in->path), (long long)in->line, cell_shown(known));
    } else if (with_hash > 1 && with_hash == texts) {
        say_note(j->args->quiet,
                 "%s: line %lld begins with #, so it is a remark; if it is a list of IDs, "
                 "nobody has any of them",
                 safe(in->path), (long long)in->line);
    }
    return 1;
}

/* The students of a line behind sets->member[at]; returns the place behind them. */
static int64_t read_students(id_sets *sets, list_in *in, const job *j, int64_t at) {
    int64_t const first = at;
    int32_t taken = 1;
    for (int32_t i = 0; i < in->n; i += taken) {
        taken = 1;
        if (in->cell[i].size == 0) {
            continue;
        }
        meant m[2];
        m[0] = find_student(in, i, j, &taken);
        int const n = m[0].n == 0 && find_two(j, in->cell[i], m) ? 2 : 1;
        for (int who = 0; who < n; who++) {
            int64_t const point =
                m[who].n == 1 ? students_point(j->students, m[who].row[0]) : -1;
            if (m[who].n != 1) {
                char why[WHO_SIZE];
                list_fault(in, i, "%s", students_why(j->students, in->cell[i], &m[who], why));
            } else if (is_among(point, sets->member + first, at - first)) {
                list_fault(in, i, "\"%s\" is there twice", student_shown(j->students, point));
            } else {
                sets->member[at++] = point;
            }
        }
    }
    return at;
}

/* ---- reading ---- */

static void count_most(const list_in *in, int64_t *lines, int64_t *cells) {
    *lines = (int64_t)lines_most(in->text, in->size);
    *cells = *lines;
    for (size_t i = 0; i < in->size; i++) {
        *cells += strchr(",;\t", in->text[i]) != NULL;
    }
}

/* The rows of a line behind sets->member[at]; returns the place behind them. */
static int64_t read_rows(id_sets *sets, list_in *in, const job *j, const row_keys *keys,
                         int64_t at, int mark) {
    for (int32_t i = 0; i < in->n; i++) {
        const row_key *const key =
            in->cell[i].size > 0 ? named_row(in, i, j, keys, mark) : NULL;
        if (key != NULL) {
            sets->member[at++] = key->point;
        }
    }
    return at;
}

/* Sets of one ask for nothing, and so does a file without any. */
static void say_nothing(const job *j, const char *option, const char *path, int64_t single,
                        int64_t lines) {
    const char *const what = by_name(j) ? "student" : "id";
    if (lines == 0) {
        say_note(j->args->quiet, "--%s: %s names nobody, so it asks for nothing", option,
                 safe(path));
    } else if (single > 0) {
        say_note(j->args->quiet, "--%s: %s: %lld %s one %s only, which asks for nothing",
                 option, safe(path), (long long)single, single == 1 ? "line has" : "lines have",
                 what);
    }
}

int id_sets_read(id_sets *sets, const job *j, const row_keys *keys, const char *option,
                 const char *path) {
    list_in in;
    int const code = list_open(&in, option, path);
    if (code != 0) {
        return code;
    }
    if (by_name(j)) {
        list_of_teacher(&in, j->args->quiet, is_remark, j);
    }
    int64_t most_lines;
    int64_t most_cells;
    count_most(&in, &most_lines, &most_cells);
    make_room(sets, most_lines, 2 * most_cells); /* a cell may name two */
    int64_t single = 0;
    int lines = 0;
    while (list_next(&in)) {
        int64_t const first = sets->start[sets->n];
        if (by_name(j) && is_student_header(&in, j)) {
            continue;
        }
        lines++;
        int64_t const end = by_name(j) ? read_students(sets, &in, j, first)
                                       : read_rows(sets, &in, j, keys, first, lines);
        single += end - first == 1;
        if (end - first > 1) {
            sets->origin[sets->n] = (set_origin){path, in.line};
            sets->start[++sets->n] = end;
        }
    }
    if (!by_name(j)) {
        forget_marks(keys);
    }
    if (in.faults.total == 0) {
        say_nothing(j, option, path, single, lines);
    }
    return list_close(&in);
}

int id_list_read(char *candidate, const job *j, const row_keys *keys, const char *option,
                 const char *path) {
    list_in in;
    int const code = list_open(&in, option, path);
    if (code != 0) {
        return code;
    }
    int64_t named = 0;
    while (list_next(&in)) {
        if (is_header(&in, j, keys)) {
            continue;
        }
        for (int32_t i = 0; i < in.n; i++) {
            const row_key *const key =
                in.cell[i].size > 0 ? named_row(&in, i, j, keys, 1) : NULL;
            if (key != NULL) {
                candidate[key->point] = 1;
                named++;
            }
        }
    }
    forget_marks(keys);
    int const faulty = list_close(&in);
    return faulty != 0 || named > 0
               ? faulty
               : say_error(EXIT_DATA, "--%s: %s names no row", option, safe(path));
}

/* ---- earlier teams ---- */

static int by_value(const void *a, const void *b) {
    int32_t const x = *(const int32_t *)a;
    int32_t const y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* The labels that occur, each once, ascending: a file may have few, and large ones. */
static int32_t *labels_there(const int32_t *label, int64_t n, int32_t *count) {
    int32_t *const there = need((size_t)n, sizeof *there);
    int64_t some = 0;
    for (int64_t i = 0; i < n; i++) {
        if (label[i] >= 0) {
            there[some++] = label[i];
        }
    }
    qsort(there, (size_t)some, sizeof *there, by_value);
    *count = 0;
    for (int64_t i = 0; i < some; i++) {
        if (*count == 0 || there[*count - 1] != there[i]) {
            there[(*count)++] = there[i];
        }
    }
    return there;
}

static int32_t place_of(const int32_t *there, int32_t count, int32_t label) {
    const int32_t *const found =
        label >= 0 ? bsearch(&label, there, (size_t)count, sizeof *there, by_value) : NULL;
    return found != NULL ? (int32_t)(found - there) : -1;
}

void id_sets_add_labels(id_sets *sets, const int64_t *point, const int32_t *label, int64_t n) {
    int32_t count = 0;
    int32_t *const there = labels_there(label, n, &count);
    int64_t *const size = need((size_t)count, sizeof *size);
    int64_t *const place = need((size_t)count, sizeof *place);
    for (int64_t i = 0; i < n; i++) {
        if (label[i] >= 0) {
            size[place_of(there, count, label[i])]++;
        }
    }
    make_room(sets, count, n);
    for (int32_t c = 0; c < count; c++) {
        place[c] = sets->start[sets->n];
        if (size[c] > 1) {
            sets->origin[sets->n] = (set_origin){NULL, 0};
            sets->n++;
            sets->start[sets->n] = place[c] + size[c];
        }
    }
    for (int64_t i = 0; i < n; i++) {
        int32_t const c = place_of(there, count, label[i]);
        if (c >= 0 && size[c] > 1) {
            sets->member[place[c]++] = point != NULL ? point[i] : i;
        }
    }
    free(place);
    free(size);
    free(there);
}

fcap_sets id_sets_view(const id_sets *sets) {
    return (fcap_sets){sets->n, sets->start, sets->member};
}

void id_sets_free(id_sets *sets) {
    free(sets->start);
    free(sets->member);
    free(sets->origin);
    *sets = (id_sets){0};
}
