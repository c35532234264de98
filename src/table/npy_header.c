/* npy_header.c - the header of a .npy file, read as strictly as the format describes it:
 *
 *   {'descr': '<f8', 'fortran_order': False, 'shape': (395, 57), }
 *
 * The three keys, each once and in any order, with their values, and nothing else: a reader
 * that searched for the keys would take them out of other texts, and read other values than
 * NumPy does.
 */
#include "table/npy_header.h"

#include <string.h>

enum {
    DESCR,
    FORTRAN_ORDER,
    SHAPE,
    KEYS
};

/* What is left to read. */
typedef struct rest {
    const char *at;
    const char *end;
} rest;

static void skip_blanks(rest *r) {
    while (r->at < r->end && *r->at != 0 && strchr(" \t\r\n\f", *r->at) != NULL) {
        r->at++;
    }
}

/* Takes this character, if it is the next one. */
static int take(rest *r, char c) {
    int const is_next = r->at < r->end && *r->at == c;
    r->at += is_next;
    return is_next;
}

static int take_word(rest *r, const char *word) {
    size_t const size = strlen(word);
    int const is_next = (size_t)(r->end - r->at) >= size && memcmp(r->at, word, size) == 0;
    r->at += is_next ? size : 0;
    return is_next;
}

/* The text in quotes, of either kind; the two must be the same. */
static int take_quoted(rest *r, const char *text) {
    rest const before = *r;
    char const quote = r->at < r->end ? *r->at : 0;
    if ((quote == '\'' || quote == '"') && take(r, quote) && take_word(r, text) &&
        take(r, quote)) {
        return 1;
    }
    *r = before;
    return 0;
}

/* ---- the values ---- */

static int read_type(rest *r, npy_header *out) {
    static const char *const type[] = {"<f4", "<f8", ">f4", ">f8"};
    for (int i = 0; i < 4; i++) {
        if (take_quoted(r, type[i])) {
            out->big_endian = i >= 2;
            out->width = type[i][2] - '0';
            return 1;
        }
    }
    return 0;
}

static int read_order(rest *r, npy_header *out) {
    out->column_major = take_word(r, "True");
    return out->column_major || take_word(r, "False");
}

/* Decimal, and as Python 3 has it: no 0 in front of other digits. */
static int read_whole(rest *r, int64_t *out) {
    const char *const first = r->at;
    int64_t value = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        if (value > INT64_MAX / 16) {
            return 0;
        }
        value = 10 * value + (*r->at - '0');
    }
    *out = value;
    return r->at > first && (*first != '0' || r->at == first + 1);
}

/* (395, 57) or (395,): the comma makes a tuple of one number. */
static int read_shape(rest *r, npy_header *out) {
    int comma = 1;
    if (!take(r, '(')) {
        return 0;
    }
    for (skip_blanks(r); !take(r, ')'); skip_blanks(r)) {
        if (!comma || out->axes == 2 || !read_whole(r, &out->shape[out->axes])) {
            return 0;
        }
        out->axes++;
        skip_blanks(r);
        comma = take(r, ',');
    }
    return out->axes == 2 || (out->axes == 1 && comma);
}

/* ---- the dictionary ---- */

/* What is known of each key: how it is written, how its value is read, and what is wrong with
 * the file where this is not possible. */
static const struct {
    const char *name;
    int (*read)(rest *r, npy_header *out);
    const char *wrong;
} keys[KEYS] = {
    [DESCR] = {"descr", read_type, "does not hold float32 or float64 values"},
    [FORTRAN_ORDER] = {"fortran_order", read_order,
                       "does not say in which order its values are"},
    [SHAPE] = {"shape", read_shape, "does not hold a table with rows and columns"},
};

static const char unreadable[] = "has a header that cannot be read";

/* One key and its value; seen gets the key. */
static const char *read_item(rest *r, unsigned *seen, npy_header *out) {
    int key = 0;
    while (key < KEYS && !take_quoted(r, keys[key].name)) {
        key++;
    }
    if (key == KEYS || (*seen >> key & 1) != 0) {
        return unreadable;
    }
    *seen |= 1u << key;
    skip_blanks(r);
    if (!take(r, ':')) {
        return unreadable;
    }
    skip_blanks(r);
    return keys[key].read(r, out) ? NULL : keys[key].wrong;
}

const char *fcap_npy_header(const char *text, size_t size, npy_header *out) {
    rest r = {text, text + size};
    unsigned seen = 0;
    int comma = 1; /* there may be an item */
    *out = (npy_header){.shape = {0, 1}};
    skip_blanks(&r);
    if (!take(&r, '{')) {
        return unreadable;
    }
    for (skip_blanks(&r); !take(&r, '}'); skip_blanks(&r)) {
        const char *const wrong = comma ? read_item(&r, &seen, out) : unreadable;
        if (wrong != NULL) {
            return wrong;
        }
        skip_blanks(&r);
        comma = take(&r, ',');
    }
    for (int key = 0; key < KEYS; key++) {
        if ((seen >> key & 1) == 0) {
            return keys[key].wrong;
        }
    }
    skip_blanks(&r);
    return r.at == r.end ? NULL : unreadable;
}
