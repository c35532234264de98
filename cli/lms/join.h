/* join.h - --join FILE: the columns of a second table, matched to the students by identifier.
 *
 * A gradebook knows no gender and a survey knows no user names; what both have is an e-mail
 * address, a login or a number. No student is ever dropped: who has no partner gets empty
 * cells, and is named.
 */
#ifndef CLI_LMS_JOIN_H
#define CLI_LMS_JOIN_H

#include "lms/source.h"

typedef struct joining {
    fcap_table **table; /* of the students; replaced by the joined one */
    roles *roles;       /* of its columns; those of the new columns are added */
    char **aside;       /* likewise: 1 = a column tells who or belongs to the LMS */
    const char *file;   /* its name */
    fcap_table *other;  /* what is joined to it */
    const roles *other_roles;
    const char *other_aside;
    const char *other_file;
    const char *by; /* COL or COL=COL2, as typed; NULL = found by the roles */
    int lenient;    /* for teachers: by name too, and of two answers the last one counts */
    int quiet;
} joining;

/* 0, or an exit code after having said why. *o becomes what the joined table was read with. */
int join(const joining *j, fcap_read_options *o);

#endif
