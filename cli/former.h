/* former.h - the groups of an earlier time, from whatever file has them: what faircap group
 * wrote (-o, or --to of any format), or what Canvas and Moodle export.
 *
 * Students are found by e-mail, login or ID where both files have it, else by name; a row that
 * a name leaves open is the one whose other cells are the same. Who is in two groups of the
 * file (groupings of Moodle) has met both.
 */
#ifndef CLI_FORMER_H
#define CLI_FORMER_H

#include "earlier.h"
#include "students.h"

typedef struct membership {
    int64_t point;
    int32_t label;
} membership;

typedef struct former {
    earlier first;      /* the first group of each student */
    membership *member; /* of everybody, in all groups */
    int64_t n;
} former;

/* once: nobody may be in two groups. 0, or an exit code after having said why. */
int former_read(former *f, const job *j, const char *option, const char *path, int once);
void former_free(former *f);

#endif
