/* csv.c - where records begin and end, and what is wrong with them.
 *
 * The grammar is RFC 4180 with what real files add: any line end (LF, CRLF, CR, mixed), blank
 * lines, four delimiters, a first line "sep=;" as Excel writes it, blanks around unquoted
 * cells. What a spreadsheet would silently repair is refused: a quote that is never closed,
 * text after a closing quote, rows of different length, NUL bytes, invalid UTF-8. Each fault
 * names the physical line on which its record starts. What a record is, scan.h knows.
 */
#include "table/csv.h"

#include "base/text.h"
#include "table/faults.h"
#include "table/scan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    SAMPLE_RECORDS = 100,   /* that vote on the delimiter; more does not change the vote */
    LEFT_AT_ONCE = 1 << 23, /* bytes; smaller: less memory, more calls */
    REMARKS_SIZE = 64
};

/* ---- the delimiter ---- */

static const char detected[] = {'\t', ';', '|', ','}; /* of several as good, the first */

typedef struct vote {
    int32_t fields; /* the most frequent number of fields, 0 when it is 1 */
    int32_t agree;  /* records with that number */
    int32_t records;
} vote;

static vote vote_for(const csv *in, size_t at, char delimiter) {
    csv trial = *in;
    set_delimiter(&trial, delimiter);
    int32_t count[SAMPLE_RECORDS] = {0};
    vote v = {0};
    at = skip_blank_lines(&trial, at);
    while (at < in->size && v.records < SAMPLE_RECORDS) {
        shape const s = scan_record(&trial, at);
        count[v.records++] = s.n_fields;
        at = skip_blank_lines(&trial, s.end);
    }
    for (int32_t i = 0; i < v.records; i++) {
        int32_t agree = 0;
        for (int32_t j = 0; j < v.records; j++) {
            agree += count[j] == count[i];
        }
        if (count[i] > 1 && agree > v.agree) {
            v.agree = agree;
            v.fields = count[i];
        }
    }
    return v;
}

/* Does a share a / b of the records lie above c / d? */
static int is_above(int64_t a, int64_t b, int64_t c, int64_t d) {
    return a * d > c * b;
}

/* The delimiter whose records agree best on a number of fields above one. Where two agree
 * equally well the comma loses: "1,5;2,5" is a decimal comma, rarely a semicolon inside cells.
 */
static void detect_delimiter(csv *in, size_t at) {
    vote of[sizeof detected];
    char best = ',';
    vote chosen = {.records = 1};
    for (size_t i = 0; i < sizeof detected; i++) {
        vote const v = vote_for(in, at, detected[i]);
        of[i] = v;
        if (v.fields > 1 && is_above(v.agree, v.records, chosen.agree, chosen.records)) {
            best = detected[i];
            chosen = v;
            in->rival = 0;
        } else if (v.fields > 1 &&
                   !is_above(chosen.agree, chosen.records, v.agree, v.records)) {
            in->rival = detected[i];
        }
    }
    /* A row that is short or long may cost the right one its lead. */
    for (size_t i = 0; i < sizeof detected && in->rival == 0; i++) {
        if (of[i].fields > chosen.fields && 4 * of[i].agree >= 3 * of[i].records) {
            in->rival = detected[i];
            in->rival_fields = of[i].fields;
        }
    }
    set_delimiter(in, best);
}

static const char MARK[] = "\xef\xbb\xbf";

static int is_mark(const char *text, size_t left) {
    return left >= 3 && memcmp(text, MARK, 3) == 0;
}

/* Where files were put together, a byte-order mark may be behind a skipped line, a line "sep=;"
 * or blank lines. It would be part of the first name, and nobody would see it. */
static size_t skip_marks(const csv *in, size_t at) {
    size_t const line = skip_blank_lines(in, at);
    size_t behind = line;
    while (in->begins && is_mark(in->text + behind, in->size - behind)) {
        behind += 3;
    }
    return behind > line ? behind : at;
}

/* Excel's first line "sep=;": says the delimiter, is no record. */
static size_t skip_sep_line(csv *in, size_t at, char asked) {
    const char *const s = in->text + at;
    size_t const left = in->size - at;
    /* Only what the option may be, too: half a character as a delimiter would split texts. */
    int const is_sep = left >= 5 && (s[0] == 's' || s[0] == 'S') &&
                       (s[1] == 'e' || s[1] == 'E') && (s[2] == 'p' || s[2] == 'P') &&
                       s[3] == '=' && !is_line_end(s[4]) && s[4] != 0 &&
                       (unsigned char)s[4] < 0x80 && (left == 5 || is_line_end(s[5]));
    if (!is_sep) {
        return at;
    }
    if (asked == 0 && s[4] != '"' && s[4] != ' ') {
        set_delimiter(in, s[4]);
    }
    return skip_lines(in->text, in->size, at, 1);
}

/* ---- checking ---- */

/* The field that the byte at offset `where` of a record belongs to, 1-based for messages. */
static int32_t field_at(const csv *in, size_t start, size_t where) {
    shape seen = {.unclosed = NO_FIELD, .after_quote = NO_FIELD, .stray_quote = NO_FIELD};
    for (size_t at = start;;) {
        size_t from;
        size_t to;
        int quoted;
        at = scan_cell(in, at, &from, &to, &quoted, &seen);
        seen.n_fields++;
        if (where <= at) {
            return seen.n_fields;
        }
        at++;
    }
}

/* Lines are counted from the top, so only for faults that will be kept. */
static int64_t line_for(const csv *in, int64_t record, const fcap_faults *faults) {
    return faults->kept < FCAP_FAULTS_KEPT ? fcap_csv_line(in, record) : 0;
}

static void check_bytes(const csv *in, int64_t record, const shape *s, fcap_faults *faults) {
    size_t const start = in->start[record];
    for (size_t i = start; i < s->stop;) {
        int const n = fcap_utf8_length(in->text + i, s->stop - i);
        if (n == 0) {
            fcap_faults_add(
                faults, line_for(in, record, faults), field_at(in, start, i),
                "the bytes are not valid UTF-8; save the file as UTF-8 (Excel: \"CSV UTF-8\"), "
                "or convert it: iconv -f WINDOWS-1252 -t UTF-8");
            return;
        }
        if (in->text[i] == 0) {
            fcap_faults_add(faults, line_for(in, record, faults), field_at(in, start, i),
                            "there is a NUL byte; this is no text file, or it is damaged, or "
                            "UTF-16 without "
                            "a byte-order mark: save it as UTF-8");
            return;
        }
        i += (size_t)n;
    }
}

/* Lines of remarks above a table, which begin with #. */
static int32_t count_remarks(const csv *in) {
    int64_t n = 0;
    while (n < in->n_records && in->text[in->start[n]] == '#') {
        n++;
    }
    return n == 0 || n == in->n_records ? 0 : (int32_t)(fcap_csv_line(in, n) - 1);
}

/* Of a header that has another length than the rows. */
static const char *what_header_lacks(const csv *in, const shape *s, int32_t expected,
                                     char remarks[REMARKS_SIZE]) {
    csv trial = *in;
    int32_t const n_remarks = count_remarks(in);
    if (n_remarks > 0) {
        snprintf(remarks, REMARKS_SIZE, "; lines that begin with # are left out with --skip %d",
                 (int)n_remarks);
        return remarks;
    }
    for (size_t i = 0; i < sizeof detected; i++) {
        set_delimiter(&trial, detected[i]);
        if (s->n_fields == 1 && scan_record(&trial, in->start[0]).n_fields == expected) {
            return "; it has as many with another delimiter: use one in the whole file";
        }
    }
    return s->n_fields + 1 == expected
               ? "; the header lacks a name (R writes none above row names: write.csv() does), "
                 "or it is a title; a line before the header is left out with --skip 1"
               : "; a line before the header is left out with --skip 1";
}

/* R's write.table() puts blanks between the cells, and a backslash before a quote within one.
 */
static const char *why_behind_quote(const csv *in, size_t start, const shape *s) {
    csv trial = *in;
    set_delimiter(&trial, ' ');
    shape const divided = scan_record(&trial, start);
    if (s->n_fields == 1 && divided.n_fields > 1 && divided.after_quote == NO_FIELD) {
        return "if it is blanks that are between the cells, say --delimiter ' '";
    }
    for (size_t i = start; i + 1 < s->stop; i++) {
        if (in->text[i] == '\\' && in->text[i + 1] == '"') {
            return "a quote inside the cell is written twice, and not with a backslash";
        }
    }
    return "double the quotes inside the cell";
}

static void check_record(const csv *in, int64_t record, const shape *s, int32_t expected,
                         fcap_faults *faults) {
    if (s->unclosed != NO_FIELD) {
        fcap_faults_add(faults, line_for(in, record, faults), s->unclosed + 1,
                        "a quote is opened here and never closed; add the closing quote");
        return; /* everything behind it was swallowed: the field count means nothing */
    }
    if (s->after_quote != NO_FIELD) {
        fcap_faults_add(faults, line_for(in, record, faults), s->after_quote + 1,
                        "there is text after a closing quote; %s",
                        why_behind_quote(in, in->start[record], s));
    }
    char remarks[REMARKS_SIZE];
    if (s->n_fields != expected) {
        fcap_faults_add(faults, line_for(in, record, faults), 0,
                        "the row has %d %s where the others have %d%s", (int)s->n_fields,
                        s->n_fields == 1 ? "field" : "fields", (int)expected,
                        record == 0 ? what_header_lacks(in, s, expected, remarks) : "");
    }
}

/* Eight bytes of ASCII, none of them NUL. */
static int is_plain_word(const char *text) {
    uint64_t v;
    memcpy(&v, text, sizeof v);
    return ((v | (v - 0x0101010101010101u)) & 0x8080808080808080u) == 0;
}

static int all_valid(const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        if (size - i >= 8 && is_plain_word(text + i)) {
            i += 8;
            continue;
        }
        int const n = fcap_utf8_length(text + i, size - i);
        if (n == 0 || text[i] == 0) {
            return 0;
        }
        i += (size_t)n;
    }
    return 1;
}

/* ---- the story ---- */

/* Text up to `at` has been looked at: now and then, its memory is given back. */
static void leave(const csv *in, size_t *from, size_t at) {
    if (at - *from >= LEFT_AT_ONCE) {
        fcap_input_leave(in->file, in->text + *from, in->text + at);
        *from = at;
    }
}

static int has_line_end(const csv *in, size_t from, size_t to) {
    const char *const text = in->text + from;
    return memchr(text, '\n', to - from) != NULL || memchr(text, '\r', to - from) != NULL;
}

/* Finds all records; returns the number of fields that most of them have (the first record's,
 * unless more than half of all agree on another). *uniform: all have that many, and no fault.
 * *ascii: no byte needs a closer look. */
static int32_t index_records(csv *in, size_t at, int *uniform, int *ascii) {
    int32_t first = 0;
    int32_t candidate = 0; /* Boyer and Moore's majority vote */
    int64_t lead = 0;
    int high = 0;
    size_t left_behind = at;
    *uniform = 1;
    for (at = skip_blank_lines(in, at); at < in->size;) {
        shape s;
        int const plain = scan_plain(in, at, &s, &high);
        if (!plain) {
            s = scan_record(in, at);
            high = 1; /* not looked at: may be anything */
        }
        in->start[in->n_records] = at;
        if (s.stop - at > in->longest) {
            in->longest = s.stop - at;
        }
        if (s.stray_quote != NO_FIELD && in->stray_quotes++ == 0) {
            in->first_stray = in->n_records;
        }
        if (!plain && has_line_end(in, at, s.stop) && in->broken_records++ == 0) {
            in->first_broken = in->n_records;
        }
        if (in->n_records == 0) {
            first = s.n_fields;
        }
        if (lead == 0) {
            candidate = s.n_fields;
        }
        lead += s.n_fields == candidate ? 1 : -1;
        *uniform &= s.n_fields == first && s.unclosed == NO_FIELD && s.after_quote == NO_FIELD;
        in->n_records++;
        at = skip_blank_lines(in, s.end);
        leave(in, &left_behind, at);
    }
    *ascii = !high;
    if (*uniform) {
        return first;
    }
    int64_t agree = 0;
    for (int64_t i = 0; i < in->n_records; i++) {
        agree += scan_record(in, in->start[i]).n_fields == candidate;
    }
    return 2 * agree > in->n_records ? candidate : first;
}

/* Physical lines: no more records than that. Counted in runs so short that a byte holds the
 * count, which compilers make 16 or 32 bytes at a time of. */
static int64_t count_lines(const csv *in) {
    const char *const text = in->text;
    int64_t lines = 1;
    size_t i = 0;
    size_t left_behind = 0;
    while (i + 1 < in->size) {
        leave(in, &left_behind, i);
        size_t const left = in->size - 1 - i;
        size_t const run = left < 255 ? left : 255;
        unsigned char part = 0;
        for (size_t j = 0; j < run; j++) {
            char const c = text[i + j];
            part = (unsigned char)(part +
                                   ((c == '\n') | ((c == '\r') & (text[i + j + 1] != '\n'))));
        }
        lines += part;
        i += run;
    }
    return lines;
}

/* DOS ends a text with Ctrl-Z, or fills the last block of a file with it; an editor may have
 * put a line end behind. */
static size_t without_end_marks(const char *text, size_t size) {
    size_t end = size;
    for (size_t at = size; at > 0; at--) {
        char const c = text[at - 1];
        if (c == 0x1a) {
            end = at - 1;
        } else if (!is_blank(c) && !is_line_end(c)) {
            break;
        }
    }
    return end;
}

fcap_status fcap_csv_open(fcap_run *run, const input *file, char delimiter, int64_t skip,
                          csv *out, fcap_faults *faults) {
    const char *const text = file->bytes;
    size_t const size = without_end_marks(text, file->size);
    *out = (csv){.file = file, .begins = file->is_text, .text = text, .size = size};
    set_delimiter(out, delimiter);
    size_t at = skip_marks(out, skip_lines(text, size, 0, skip));
    at = skip_marks(out, skip_sep_line(out, at, delimiter));
    if (out->delimiter == 0) {
        detect_delimiter(out, at);
    }
    out->start = arena_array(&run->mem, size_t, count_lines(out));
    if (out->start == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a text of %zu bytes",
                             size);
    }
    int uniform;
    int ascii;
    out->n_fields = index_records(out, at, &uniform, &ascii);
    if (out->n_records == 0) {
        fcap_faults_add(faults, 0, 0, "the file is empty");
        return fcap_faults_fail(run->err, faults);
    }
    if (out->n_fields == FIELDS_MOST) {
        fcap_faults_add(faults, fcap_csv_line(out, 0), 0,
                        "the row has %d fields or more; is '%c' the delimiter?",
                        (int)FIELDS_MOST, out->delimiter);
        return fcap_faults_fail(run->err, faults);
    }
    int const valid = ascii || all_valid(text, size);
    if (uniform && valid) {
        return FCAP_OK;
    }
    for (int64_t i = 0; i < out->n_records; i++) {
        shape const s = scan_record(out, out->start[i]);
        if (!valid) {
            check_bytes(out, i, &s, faults);
        }
        check_record(out, i, &s, out->n_fields, faults);
    }
    return faults->total > 0 ? fcap_faults_fail(run->err, faults) : FCAP_OK;
}

/* One apostrophe comes off: writing puts one before anything that a spreadsheet would run. */
static fcap_cell without_guard(fcap_cell cell) {
    if (cell.size == 0 || cell.text[0] != '\'') {
        return cell;
    }
    size_t i = 1;
    while (i < cell.size && cell.text[i] == '\'') {
        i++;
    }
    if (i < cell.size && strchr("=+-@\t\r", cell.text[i]) != NULL) {
        cell.text++;
        cell.size--;
    }
    return cell;
}

/* A program that quotes every cell has quoted the mark of what it read, too. */
static fcap_cell without_marks(fcap_cell cell) {
    fcap_cell rest = cell;
    while (is_mark(rest.text, rest.size)) {
        rest.text += 3;
        rest.size -= 3;
    }
    return rest.size < cell.size ? without_guard(rest) : cell;
}

void fcap_csv_cells(const csv *in, int64_t record, fcap_cell *cells, char *scratch) {
    shape seen = {.unclosed = NO_FIELD, .after_quote = NO_FIELD, .stray_quote = NO_FIELD};
    size_t at = in->start[record];
    const char *const full = scratch + in->longest; /* of a file that changes meanwhile */
    for (int32_t i = 0; i < in->n_fields; i++) {
        size_t from;
        size_t to;
        int quoted;
        at = scan_cell(in, at, &from, &to, &quoted, &seen) + 1;
        fcap_cell cell = {in->text + from, to - from};
        if (quoted && memchr(cell.text, '"', cell.size) != NULL) {
            char *const begin = scratch;
            for (size_t j = from; j < to && scratch < full; j++) {
                *scratch++ = in->text[j];
                j += in->text[j] == '"'; /* the second of a pair */
            }
            cell = (fcap_cell){begin, (size_t)(scratch - begin)};
        }
        cells[i] = without_guard(cell);
    }
    if (record == 0 && in->begins) {
        cells[0] = without_marks(cells[0]);
    }
}

/* The line ends in [from, to), where no pair of CR and LF is cut in two. */
static int64_t lines_between(const csv *in, size_t from, size_t to) {
    int64_t lines = 0;
    for (size_t i = from; i < to;) {
        if (is_line_end(in->text[i])) {
            lines++;
            i = after_line_end(in->text, in->size, i);
        } else {
            i++;
        }
    }
    return lines;
}

int64_t fcap_csv_line(const csv *in, int64_t record) {
    return 1 + lines_between(in, 0, in->start[record]);
}

void fcap_csv_lines(const csv *in, int64_t first, int64_t n, int64_t *line) {
    int64_t at = fcap_csv_line(in, first);
    for (int64_t i = 0; i < n; i++) {
        line[i] = at;
        if (i + 1 < n) {
            at += lines_between(in, in->start[first + i], in->start[first + i + 1]);
        }
    }
}
