/* text.h - words of the user's data inside messages.
 *
 * Names and cells come from files that anybody may have written. Before they reach a terminal
 * they are cut to a length, and control characters and marks that reorder text become '?'.
 */
#ifndef FCAP_BASE_TEXT_H
#define FCAP_BASE_TEXT_H

#include <stddef.h>

enum {
    EXCERPT_CHARACTERS = 40,
    EXCERPT_SIZE = 4 * EXCERPT_CHARACTERS + 8
};

/* At most 40 characters of text, safe to show; "..." follows where it was cut. */
const char *fcap_excerpt(const char *text, size_t size, char out[EXCERPT_SIZE]);

/* Bytes of the UTF-8 character at s, 0 when it is not valid (overlong and surrogates too). */
int fcap_utf8_length(const char *s, size_t size);

/* Takes half a character off the end of a text that was cut by snprintf. */
void fcap_utf8_close(char *text);

#endif
