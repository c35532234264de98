/* source.h - which learning-management system a file comes from, and what it is there.
 *
 * Told by what such exports always have; a file that is told wrong is read with --as-is.
 */
#ifndef CLI_LMS_SOURCE_H
#define CLI_LMS_SOURCE_H

#include "lms/roles.h"

typedef enum source {
    SOURCE_PLAIN = 0,
    SOURCE_MOODLE_PARTICIPANTS,
    SOURCE_MOODLE_GRADES,
    SOURCE_MOODLE_GROUPS, /* the groups overview */
    SOURCE_CANVAS_GROUPS, /* export of a group set */
    SOURCE_CANVAS_GRADEBOOK,
    SOURCE_BLACKBOARD,
    SOURCE_BRIGHTSPACE
} source;

/* Also gives the columns roles that only this kind of file tells: by their place, or where a
 * header means another thing there. */
source source_of(fcap_table *table, roles *r);

/* "a Canvas gradebook" */
const char *source_phrase(source s);

#endif
