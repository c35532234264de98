/* first_line.h - is the first line of a roster a header, a student, or a title?
 *
 * The reader of tables takes a line of texts above texts for a header. In a list of students
 * that someone typed, it is often the first student.
 */
#ifndef CLI_LMS_FIRST_LINE_H
#define CLI_LMS_FIRST_LINE_H

#include "lms/roles.h"

/* Does the line that was read as a header look like a student? */
int first_line_is_student(fcap_table *table);
/* Is that left open, so that it is to be said what it was taken for? */
int first_line_is_unclear(fcap_table *table);
/* The lines above the true header, where the first line is a title; 0: it is none. */
int64_t first_line_is_title(fcap_table *table);

/* Where no column tells who the students are: one of texts that nearly all differ has their
 * names; without a header also two such columns beside each other. */
void guess_names(roles *r, fcap_table *table);

#endif
