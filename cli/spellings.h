/* spellings.h - kinds that differ in case alone are one kind to a teacher: "w" and "W".
 *
 * The file stays as it is, and so does what is written from it. Rules and aims are made of a
 * table in which such cells are spelled alike, as most of them are; a note says which.
 */
#ifndef CLI_SPELLINGS_H
#define CLI_SPELLINGS_H

#include <faircap/table.h>

/* A table like this one, with one spelling of each text of the columns; NULL where that would
 * change nothing, or the columns are of numbers. The caller frees it. */
fcap_table *spelled_alike(fcap_table *table, const int32_t *column, int32_t n, int quiet);

#endif
