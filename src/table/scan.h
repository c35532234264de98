/* scan.h - one record of delimited text: where its cells and its end are.
 *
 * One scanner serves all passes, so detection, checking and splitting cannot disagree about
 * what a record is. It is in a header because csv.c calls it for every cell.
 */
#ifndef FCAP_TABLE_SCAN_H
#define FCAP_TABLE_SCAN_H

#include "table/csv.h"
#include "table/marks.h"

#include <string.h>

enum {
    NO_FIELD = -1,
    FIELDS_MOST = 1 << 22 /* counted no further, and refused: no file of points has so many */
};

/* What one record looks like. Fields are numbered from 0. */
typedef struct shape {
    size_t end;  /* offset of the next record */
    size_t stop; /* offset of this record's line end */
    int32_t n_fields;
    int32_t unclosed;    /* the field whose quote is never closed, or NO_FIELD */
    int32_t after_quote; /* the first field with text after its closing quote */
    int32_t stray_quote; /* the first unquoted field with a quote inside */
} shape;

/* What a byte may be to the scanner; everything else is part of a cell. */
enum {
    IS_DELIMITER = 1,
    IS_LINE_END = 2,
    IS_QUOTE = 4,
    IS_NUL = 8
};

static inline int is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static inline void set_delimiter(csv *in, char delimiter) {
    memset(in->kind, 0, sizeof in->kind);
    in->kind['\0'] = IS_NUL;
    in->kind['\n'] = in->kind['\r'] = IS_LINE_END;
    in->kind['"'] = IS_QUOTE;
    in->kind[(unsigned char)delimiter] = IS_DELIMITER;
    in->delimiter = delimiter;
}

static inline int kind_at(const csv *in, size_t at) {
    return in->kind[(unsigned char)in->text[at]];
}

static inline int is_blank(char c) {
    return c == ' ' || c == '\t';
}

static inline size_t after_line_end(const char *text, size_t size, size_t at) {
    if (at < size && text[at] == '\r') {
        return at + 1 < size && text[at + 1] == '\n' ? at + 2 : at + 1;
    }
    return at < size ? at + 1 : at;
}

/* The next delimiter, line end or quote, or the end of the text. */
static inline size_t next_special(const csv *in, size_t at) {
#if MARKS
    for (; at + MARKS <= in->size; at += MARKS) {
        marks const m = marks_at(in->text + at, in->delimiter);
        uint32_t const any = m.delimiter | m.line_end | m.quote;
        if (any != 0) {
            return at + (size_t)__builtin_ctz(any);
        }
    }
#endif
    while (at < in->size && (kind_at(in, at) & ~IS_NUL) == 0) {
        at++;
    }
    return at;
}

/* A quoted cell: behind its opening quote is *from, before its closing quote *to. Returns the
 * offset of the delimiter, line end or end of text behind it. */
static inline size_t scan_quoted(const csv *in, size_t at, size_t *from, size_t *to,
                                 shape *seen) {
    const char *const s = in->text;
    size_t const size = in->size;
    *from = ++at;
    for (;;) {
        const char *const quote = at < size ? memchr(s + at, '"', size - at) : NULL;
        if (quote == NULL) {
            seen->unclosed = seen->n_fields;
            *to = size;
            return size;
        }
        at = (size_t)(quote - s) + 1;
        if (at < size && s[at] == '"') {
            at++; /* a doubled quote stands for one */
            continue;
        }
        break;
    }
    *to = at - 1;
    while (at < size && s[at] != in->delimiter && is_blank(s[at])) {
        at++;
    }
    if (at < size && s[at] != in->delimiter && !is_line_end(s[at])) {
        if (seen->after_quote == NO_FIELD) {
            seen->after_quote = seen->n_fields;
        }
        while (at < size && s[at] != in->delimiter && !is_line_end(s[at])) {
            at++;
        }
    }
    return at;
}

/* The cell that starts at `at`; its raw bytes are [*from, *to), without the quotes if it has
 * some (*quoted). Returns the offset of the delimiter, line end or end of text behind it. */
static inline size_t scan_cell(const csv *in, size_t at, size_t *from, size_t *to, int *quoted,
                               shape *seen) {
    const char *const s = in->text;
    *quoted = at < in->size && s[at] == '"';
    if (*quoted) {
        return scan_quoted(in, at, from, to, seen);
    }
    *from = at;
    at = next_special(in, at);
    while (at < in->size && s[at] == '"') {
        if (seen->stray_quote == NO_FIELD) {
            seen->stray_quote = seen->n_fields;
        }
        at = next_special(in, at + 1);
    }
    *to = at;
    while (*from < *to && is_blank(s[*from])) {
        (*from)++;
    }
    while (*to > *from && is_blank(s[*to - 1])) {
        (*to)--;
    }
    return at;
}

static inline shape scan_record(const csv *in, size_t at) {
    shape seen = {.unclosed = NO_FIELD, .after_quote = NO_FIELD, .stray_quote = NO_FIELD};
    for (;;) {
        size_t from;
        size_t to;
        int quoted;
        at = scan_cell(in, at, &from, &to, &quoted, &seen);
        if (seen.n_fields < FIELDS_MOST) {
            seen.n_fields++;
        }
        if (at >= in->size || in->text[at] != in->delimiter) {
            break;
        }
        at++;
    }
    seen.stop = at;
    seen.end = after_line_end(in->text, in->size, at);
    return seen;
}

/* What a record without quotes has been seen to be. */
typedef struct plain_line {
    size_t at;          /* how far */
    int64_t delimiters; /* up to there */
    uint32_t high;      /* not 0: there are other than ASCII characters */
} plain_line;

/* Goes on while there are 32 bytes to look at; 1 at a line end, a quote or a NUL byte. */
static inline int scan_marks(const csv *in, plain_line *line) {
#if MARKS
    for (; line->at + MARKS <= in->size; line->at += MARKS) {
        marks const m = marks_at(in->text + line->at, in->delimiter);
        uint32_t const stop = m.line_end | m.quote | m.nul;
        uint32_t const before = stop == 0 ? UINT32_MAX : (stop & -stop) - 1;
        line->delimiters += __builtin_popcount(m.delimiter & before);
        line->high |= m.high & before;
        if (stop != 0) {
            line->at += (size_t)__builtin_ctz(stop);
            return 1;
        }
    }
#else
    (void)in;
    (void)line;
#endif
    return 0;
}

/* The same, at once, for a record without quotes and NUL bytes; 0 for any other. *high is set
 * when there is more than ASCII in it. */
static inline int scan_plain(const csv *in, size_t at, shape *out, int *high) {
    plain_line line = {.at = at};
    if (!scan_marks(in, &line)) {
        for (; line.at < in->size && (kind_at(in, line.at) & ~IS_DELIMITER) == 0; line.at++) {
            line.delimiters += kind_at(in, line.at) == IS_DELIMITER;
            line.high |= in->text[line.at] & 0x80;
        }
    }
    if (line.at < in->size && !is_line_end(in->text[line.at])) {
        return 0;
    }
    *high |= line.high != 0;
    *out = (shape){.end = after_line_end(in->text, in->size, line.at),
                   .stop = line.at,
                   .n_fields = (int32_t)(line.delimiters < FIELDS_MOST ? line.delimiters + 1
                                                                       : FIELDS_MOST),
                   .unclosed = NO_FIELD,
                   .after_quote = NO_FIELD,
                   .stray_quote = NO_FIELD};
    return 1;
}

/* The offset of the next line that is not blank, or the size of the text. */
static inline size_t skip_blank_lines(const csv *in, size_t at) {
    while (at < in->size) {
        size_t end = at;
        while (end < in->size && is_blank(in->text[end]) && in->text[end] != in->delimiter) {
            end++;
        }
        if (end < in->size && !is_line_end(in->text[end])) {
            break;
        }
        at = after_line_end(in->text, in->size, end);
    }
    return at;
}

static inline size_t skip_lines(const char *text, size_t size, size_t at, int64_t lines) {
    for (; lines > 0 && at < size; lines--) {
        while (at < size && !is_line_end(text[at])) {
            at++;
        }
        at = after_line_end(text, size, at);
    }
    return at;
}

#endif
