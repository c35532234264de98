/* join_names.h - two tables matched by the names of students, where no identifier is in both.
 */
#ifndef CLI_LMS_JOIN_NAMES_H
#define CLI_LMS_JOIN_NAMES_H

#include "lms/roles.h"

/* Is there a column of names? */
int roles_have_names(const roles *r);
/* The row of the other table with the name of each row, in either order of its parts, or -1;
 * NULL unless every name that is in both is there once in each, and nearly all of the smaller
 * table are matched. *matched is their number. The caller frees it. */
int64_t *match_names(fcap_table *table, const roles *r, fcap_table *other,
                     const roles *other_roles, int64_t *matched);

#endif
