/* number.h - what a text is as a number, without its value. Reading and printing values is
 * public: fcap_number_parse() and fcap_number_print() of faircap/table.h.
 */
#ifndef FCAP_BASE_NUMBER_H
#define FCAP_BASE_NUMBER_H

#include <stddef.h>
#include <stdint.h>

typedef struct number_form {
    int is_number;   /* even one beyond the range of doubles */
    int is_whole;    /* digits alone, perhaps with a sign */
    int has_mark;    /* the decimal mark occurs */
    int64_t ordinal; /* of whole numbers from 0 to 2^63 - 1 without a minus; else -1 */
} number_form;

number_form fcap_number_form(const char *text, size_t size, char decimal_mark);

#endif
