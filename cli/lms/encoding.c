/* encoding.c - see encoding.h. */
#include "encoding.h"

#include "text_in.h"
#include "words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_MOST = 1 << 26 /* bytes; no roster is larger */
};

/* 0x80 to 0x9f; 0 = no character. From 0xa0 on it is Latin-1. */
static const uint16_t upper[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

/* Is it text of this encoding: lines of characters, no other control bytes? */
static int may_be_windows(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        unsigned char const c = (unsigned char)text[i];
        int const control = c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f';
        if (control || c == 0x7f || (c >= 0x80 && c < 0xa0 && upper[c - 0x80] == 0)) {
            return 0;
        }
    }
    return size > 0;
}

/* How many bytes the character at text has; 0 = none in UTF-8. What is overlong or a surrogate
 * does not matter here: no text of another encoding is made of those alone. */
static size_t utf8_length(const char *text, size_t left) {
    unsigned char const first = (unsigned char)text[0];
    size_t const n = first < 0x80                    ? 1
                     : first >= 0xc2 && first < 0xe0 ? 2
                     : first >= 0xe0 && first < 0xf0 ? 3
                     : first >= 0xf0 && first < 0xf5 ? 4
                                                     : 0;
    for (size_t i = 1; i < n; i++) {
        if (i >= left || ((unsigned char)text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return n;
}

static int is_utf8(const char *text, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t const n = utf8_length(text + i, size - i);
        if (n == 0) {
            return 0;
        }
        i += n;
    }
    return 1;
}

char *from_windows(const char *text, size_t size, size_t *made) {
    if (is_utf8(text, size) || !may_be_windows(text, size)) {
        return NULL;
    }
    static const char mark[3] = {'\xef', '\xbb', '\xbf'};
    char *const out = need(3 * size + 4, 1);
    memcpy(out, mark, sizeof mark);
    size_t at = sizeof mark;
    for (size_t i = 0; i < size; i++) {
        unsigned char const byte = (unsigned char)text[i];
        uint32_t const c = byte >= 0x80 && byte < 0xa0 ? upper[byte - 0x80] : byte;
        if (c < 0x80) {
            out[at++] = (char)c;
        } else if (c < 0x800) {
            out[at++] = (char)(0xc0 | c >> 6);
            out[at++] = (char)(0x80 | (c & 0x3f));
        } else {
            out[at++] = (char)(0xe0 | c >> 12);
            out[at++] = (char)(0x80 | (c >> 6 & 0x3f));
            out[at++] = (char)(0x80 | (c & 0x3f));
        }
    }
    *made = at;
    return out;
}

void say_windows(const char *path, int quiet) {
    say_note(quiet,
             "%s is not in UTF-8 and is read as Windows-1252; if names look wrong, save it as "
             "\"CSV UTF-8\"",
             safe(path));
}

fcap_status read_table_of_teacher(const char *path, const fcap_read_options *o, int quiet,
                                  fcap_table **table, fcap_faults *faults, fcap_error *err) {
    fcap_status const status = fcap_table_read(path, o, table, faults, err);
    if (status != FCAP_E_DATA || faults->total == 0 || text_comes_once(path)) {
        return status;
    }
    size_t size = 0;
    size_t made = 0;
    char *const text = text_read(path, TEXT_MOST, &size);
    char *const recoded =
        text != NULL && size < TEXT_MOST ? from_windows(text, size, &made) : NULL;
    free(text);
    if (recoded == NULL) {
        return status;
    }
    say_windows(path, quiet);
    fcap_status const again = fcap_table_parse(recoded, made, o, table, faults, err);
    free(recoded);
    return again;
}
