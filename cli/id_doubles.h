/* id_doubles.h - ids that more than one row has.
 *
 * They are no fault: a result with all columns has its rows in their order. But files that name
 * rows by id cannot tell such rows apart, and most often somebody is in the table twice.
 */
#ifndef CLI_ID_DOUBLES_H
#define CLI_ID_DOUBLES_H

#include "job.h"

/* One note, about the first id that comes again, where --id names a column; missing cells are
 * no ids. */
void id_doubles_say_note(const job *j);

#endif
