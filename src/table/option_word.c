/* option_word.c - see option_word.h. */
#include "table/option_word.h"

#include <stdio.h>
#include <string.h>

int fcap_option_word(const char *text, size_t size, char out[OPTION_WORD_SIZE]) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_@%+=:,./-";
    char shown[EXCERPT_SIZE];
    fcap_excerpt(text, size, shown);
    if (strlen(shown) != size || memcmp(shown, text, size) != 0 ||
        strchr(shown, '\'') != NULL) {
        return 0;
    }
    int const is_plain = size > 0 && shown[strspn(shown, plain)] == 0;
    snprintf(out, OPTION_WORD_SIZE, is_plain ? "%s" : "'%s'", shown);
    return 1;
}

const char *fcap_option_column(const encoding *e, int32_t column, char out[OPTION_WORD_SIZE]) {
    const char *const name = e->table->name[column];
    if (fcap_table_find(e->table, name) != column || name[0] == '-' ||
        !fcap_option_word(name, strlen(name), out)) {
        snprintf(out, OPTION_WORD_SIZE, "%d", (int)column + 1);
        return fcap_table_find(e->table, out) == column ? out : NULL;
    }
    return out;
}
