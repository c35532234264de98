/* shown_names.h - what attributes and groups are called, so that no two have one name.
 *
 * Reports have these names as keys, hosts as levels of factors: whoever looks one up must find
 * the group that is meant. Nearly every name is the text of the file. The others are:
 *
 *   "p & q" & r       a combination: a part in which " & " is found, or which begins with a
 *                     quote, stands in quotes, and its own quotes are doubled
 *   "(missing)"       a cell with just this text, since (missing) is the group of empty cells;
 *                     a cell with quotes around it gets another pair
 *   sex (column 3)    one of two attributes whose columns have the same header
 */
#ifndef FCAP_TABLE_SHOWN_NAMES_H
#define FCAP_TABLE_SHOWN_NAMES_H

#include "table/encoding.h"

/* The rows that have no group. */
#define SHOWN_MISSING "(missing)"

/* The name of a group whose texts, one for each column, have a 0 between them; it lives as long
 * as the dataset. NULL: no memory. */
const char *fcap_shown_group(fcap_dataset *dataset, const char *text, size_t size);
/* The same of headers, which are joined as they are. */
const char *fcap_shown_title(fcap_dataset *dataset, const char *text, size_t size);
/* Marks the attributes whose names are not the only ones with the number of their column, as
 * often as it takes; the first `combined` ones (0 or 1) have no column and stay. 0: no memory.
 */
int fcap_shown_titles(fcap_dataset *dataset, int32_t combined, const protected_column *column);

#endif
