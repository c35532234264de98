/* looks.h - groups of a column whose names a reader takes for one: "é" in one character and in
 * two, "F" and "f", a name with a blank behind it. They are groups of their own, and a note
 * says which.
 */
#ifndef CLI_LOOKS_H
#define CLI_LOOKS_H

#include "job.h"

/* Notes about attribute a: the two names, each with the line where it is first. */
void looks_say_notes(const job *j, int32_t a);

#endif
