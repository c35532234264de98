/* shell_word.c - see shell_word.h. */
#include "shell_word.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_plain(const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    return word[0] != 0 && word[strspn(word, plain)] == 0;
}

/* Is everything in it visible as it is? */
static int is_visible(const char *word) {
    size_t const size = strlen(word);
    char *const shown = need(size + 16, 1);
    fcap_text_display(word, size, size, shown, size + 16);
    int const same = strcmp(shown, word) == 0;
    free(shown);
    return same;
}

static size_t put(char *to, const char *text) {
    size_t const size = strlen(text);
    memcpy(to, text, size + 1);
    return size;
}

char *shell_word(const char *word) {
    char *const text = need(4 * strlen(word) + 4, 1); /* a byte is at most \ooo or '\'' */
    if (is_plain(word)) {
        put(text, word);
        return text;
    }
    int const visible = is_visible(word);
    size_t at = put(text, visible ? "'" : "$'");
    for (const char *c = word; *c != 0; c++) {
        unsigned const byte = (unsigned char)*c;
        if (visible && *c == '\'') {
            at += put(text + at, "'\\''");
        } else if (!visible && (byte < 0x20 || byte >= 0x7f || *c == '\'' || *c == '\\')) {
            at += (size_t)snprintf(text + at, 5, "\\%03o", byte);
        } else {
            text[at++] = *c;
        }
    }
    put(text + at, "'");
    return text;
}
