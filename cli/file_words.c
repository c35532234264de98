/* file_words.c - see file_words.h. */
#include "file_words.h"

#include "label_names.h"
#include "words.h"

#include <string.h>

enum {
    NUMBER_SIZE = 13, /* a blank, ten digits, the end */
    WORD_MOST = GROUP_NAME_SIZE - NUMBER_SIZE
};

/* Of --word WHAT=TEXT the text, the last one given; NULL: none. */
static const char *given(const arguments *a, const char *what) {
    size_t const size = strlen(what);
    const char *found = NULL;
    for (int i = 0; i < a->word.n; i++) {
        const char *const word = a->word.word[i];
        found = strncmp(word, what, size) == 0 && word[size] == '=' ? word + size + 1 : found;
    }
    return found;
}

static const char *or_else(const char *text, const char *other) {
    return text != NULL ? text : other;
}

file_words file_words_of(const arguments *a) {
    const char *const group = given(a, "group");
    return (file_words){or_else(group, "Group"), or_else(group, "group"),
                        or_else(given(a, "name"), "name"), or_else(given(a, "line"), "line")};
}

/* A number alone would be an id to Moodle, a line end the end of a row. */
static int is_word(const char *text) {
    int letters = 0;
    int control = 0;
    for (const char *c = text; *c != 0; c++) {
        letters += strchr("0123456789 ", *c) == NULL;
        control += (unsigned char)*c < ' ' || *c == 0x7f;
    }
    return letters > 0 && control == 0 && strlen(text) <= WORD_MOST;
}

int file_words_check(const arguments *a) {
    for (int i = 0; i < a->word.n; i++) {
        const char *const word = a->word.word[i];
        const char *const equals = strchr(word, '=');
        int const known = strncmp(word, "group=", 6) == 0 || strncmp(word, "name=", 5) == 0 ||
                          strncmp(word, "line=", 5) == 0;
        if (!known || !is_word(equals + 1)) {
            return say_error(EXIT_USAGE,
                             "--word takes WHAT=TEXT, where WHAT is group, name or line and "
                             "TEXT a word of at most %d bytes, not \"%s\"",
                             WORD_MOST, safe(word));
        }
    }
    return 0;
}
