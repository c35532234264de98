/* label_names.h - groups that have names, "Group 07" or "Red", as numbers and back.
 *
 * The names of a column in an order that people expect: shorter ones first, then by their
 * bytes, so that "Group 2" comes before "Group 10".
 */
#ifndef CLI_LABEL_NAMES_H
#define CLI_LABEL_NAMES_H

#include <faircap/table.h>

typedef struct label_names {
    char **name; /* n, sorted */
    int32_t n;
} label_names;

/* All texts of a column but those that mean "missing". */
label_names label_names_open(fcap_table *table, int32_t column);
/* The number of a name, from 0; -1 when it is none of them. */
int32_t label_names_find(const label_names *names, fcap_cell cell);
void label_names_close(label_names *names);

#endif
