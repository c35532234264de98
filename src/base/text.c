/* text.c - see text.h. */
#include "base/text.h"

#include <faircap/table.h>

#include <stdint.h>
#include <string.h>

int fcap_utf8_length(const char *s, size_t size) {
    const unsigned char *const u = (const unsigned char *)s;
    if (size == 0) {
        return 0;
    }
    if (u[0] < 0x80) {
        return 1;
    }
    int const n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
    if (u[0] < 0xc2 || u[0] > 0xf4 || size < (size_t)n) {
        return 0;
    }
    for (int i = 1; i < n; i++) {
        if ((u[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    int const overlong = (u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xf0 && u[1] < 0x90);
    int const surrogate = u[0] == 0xed && u[1] >= 0xa0;
    int const beyond = u[0] == 0xf4 && u[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

void fcap_utf8_close(char *text) {
    size_t const size = strlen(text);
    size_t first = size; /* where the last character begins */
    while (first > 0 && size - first < 3 && ((unsigned char)text[first - 1] & 0xc0) == 0x80) {
        first--;
    }
    if (first > 0 && (unsigned char)text[first - 1] >= 0xc0 &&
        fcap_utf8_length(text + first - 1, size - first + 1) == 0) {
        text[first - 1] = 0;
    }
}

static uint32_t code_point(const char *s, int n) {
    const unsigned char *const u = (const unsigned char *)s;
    uint32_t const first = n == 1 ? u[0] : u[0] & (0xffu >> (n + 1));
    uint32_t c = first;
    for (int i = 1; i < n; i++) {
        c = c << 6 | (u[i] & 0x3fu);
    }
    return c;
}

/* C0, C1, DEL, and the marks that change the direction of text or hide in it. */
static int is_unsafe(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x2069) || c == 0xfeff;
}

size_t fcap_text_display(const char *text, size_t size, size_t characters, char *out,
                         size_t out_size) {
    size_t at = 0;
    size_t shown = 0;
    size_t i = 0;
    while (i < size && shown < characters && at + 8 < out_size) {
        int const n = fcap_utf8_length(text + i, size - i);
        if (n == 0 || is_unsafe(code_point(text + i, n))) {
            out[at++] = '?';
        } else {
            memcpy(out + at, text + i, (size_t)n);
            at += (size_t)n;
        }
        i += n == 0 ? 1 : (size_t)n;
        shown++;
    }
    if (i < size && at + 4 <= out_size) {
        memcpy(out + at, "...", 3);
        at += 3;
    }
    if (out_size > 0) {
        out[at] = 0;
    }
    return at;
}

const char *fcap_excerpt(const char *text, size_t size, char out[EXCERPT_SIZE]) {
    fcap_text_display(text, size, EXCERPT_CHARACTERS, out, EXCERPT_SIZE);
    return out;
}
