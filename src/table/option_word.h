/* option_word.h - names of columns and texts of cells as a note writes them behind an option,
 * so that the command can be typed as it is shown.
 */
#ifndef FCAP_TABLE_OPTION_WORD_H
#define FCAP_TABLE_OPTION_WORD_H

#include "table/encoding.h"

enum {
    OPTION_WORD_SIZE = EXCERPT_SIZE + 3 /* quotes around it */
};

/* The text as a shell takes it; 0: it cannot be shown whole, or not without more than quotes.
 */
int fcap_option_word(const char *text, size_t size, char out[OPTION_WORD_SIZE]);
/* A column by its name or, where that is not shown or two have it, by its number; NULL: that is
 * the name of another one. */
const char *fcap_option_column(const encoding *e, int32_t column, char out[OPTION_WORD_SIZE]);

#endif
