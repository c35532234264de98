/* roster.h - which columns say who a student is.
 *
 * People are named by columns whose header says so, in the words of rosters and of several
 * languages; none of these columns is ever used to make groups unless it is asked for.
 */
#ifndef CLI_ROSTER_H
#define CLI_ROSTER_H

#include "save.h"

#include <faircap/table.h>

typedef struct roster {
    int32_t name;  /* "Anna Berg", or -1 */
    int32_t first; /* "Anna" and */
    int32_t last;  /* "Berg", or -1 */
    int32_t id;    /* what other files call the student, all different; -1: row numbers do */
} roster;

roster roster_find(fcap_table *table);
/* What a student is called on paper: the name, else the id, else "Row 7". Not escaped; cut to
 * fit. */
void roster_name(const roster *who, fcap_table *table, int64_t row, char *out, size_t size);

#endif
