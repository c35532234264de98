/* json.c - see json.h. */
#include "json.h"

#include <stdint.h>
#include <string.h>

/* Bytes of a valid UTF-8 character at s, or 0. Reports must be valid whatever a file is named.
 */
static size_t valid_length(const unsigned char *s) {
    size_t const n = s[0] < 0x80                    ? 1
                     : s[0] >= 0xc2 && s[0] <= 0xdf ? 2
                     : s[0] >= 0xe0 && s[0] <= 0xef ? 3
                     : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
                                                    : 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    int const overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    int const surrogate = s[0] == 0xed && s[1] >= 0xa0;
    int const beyond = s[0] == 0xf4 && s[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : n;
}

static uint32_t code_point(const unsigned char *s, size_t n) {
    uint32_t c = n == 1 ? s[0] : s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        c = c << 6 | (s[i] & 0x3fu);
    }
    return c;
}

/* Control characters, and marks that turn the direction of text: a report is also looked at in
 * terminals, where these would do what they are for. */
static int is_unseen(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f || c == 0x61c ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

void json_string(output *out, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    output_text(out, "\"");
    while (*s != 0) {
        size_t const n = valid_length(s);
        if (n == 0) {
            output_text(out, "\\ufffd");
            s++;
            continue;
        }
        if (*s == '"' || *s == '\\') {
            char const escaped[] = {'\\', (char)*s};
            output_bytes(out, escaped, 2);
        } else if (is_unseen(code_point(s, n))) {
            output_format(out, "\\u%04x", (unsigned)code_point(s, n));
        } else {
            output_bytes(out, (const char *)s, n);
        }
        s += n;
    }
    output_text(out, "\"");
}

void json_key(output *out, const char *key) {
    json_string(out, key);
    output_text(out, ": ");
}

void json_ratio(output *out, fcap_ratio ratio) {
    if (ratio.den == 0) {
        output_text(out, "null");
    } else {
        output_format(out, "\"%lld/%lld\"", (long long)ratio.num, (long long)ratio.den);
    }
}
