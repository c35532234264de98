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

enum {
    GROUP_NAME_SIZE = 64
};
/* What a group is called: as in `so_far` if it has that many (NULL: none), else by a word, as
 * "Group 01" of label 0 among 10, passing over names that are there; never a number alone,
 * which Moodle would take for an id. Returns the name, which may be longer than text. */
const char *group_name(const label_names *so_far, const char *word, int32_t label, int32_t k,
                       char text[GROUP_NAME_SIZE]);
/* "G01": what Blackboard and Brightspace match groups by. */
const char *group_code(int32_t label, int32_t k, char text[GROUP_NAME_SIZE]);

/* All texts of a column but those that mean "missing". */
label_names label_names_open(fcap_table *table, int32_t column);
/* The number of a name, from 0; -1 when it is none of them. */
int32_t label_names_find(const label_names *names, fcap_cell cell);
void label_names_close(label_names *names);

#endif
