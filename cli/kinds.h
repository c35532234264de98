/* kinds.h - the kinds of students that a column of --balance or --nobody-alone tells apart.
 *
 * Who is of unknown kind counts as none: such students can be in any group. Columns that were
 * not meant for this are told: kinds that look like spellings of one, or scores.
 */
#ifndef CLI_KINDS_H
#define CLI_KINDS_H

#include "group_shape.h"

/* Students of attribute a without a kind. */
int64_t kinds_unknown(const job *j, int32_t a);

/* Notes before the search: who is of unknown kind, which kinds look like spellings of one. */
void kinds_say_notes(const job *j);

/* Below a sentence that says that a wish about attribute a is not possible: how many there are
 * of each kind, why groups of this shape cannot be made, and what may be wrong with the column.
 * mixed: about its mix, else about nobody alone. 0 when they are no kinds at all but scores. */
int kinds_explain(const job *j, int32_t a, int mixed, const group_shape *shape);

#endif
