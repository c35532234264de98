/* roster.h - the file of a command, read as what it is: an export of an LMS, or a plain table,
 * with the columns of other files joined to it. */
#ifndef CLI_LMS_ROSTER_H
#define CLI_LMS_ROSTER_H

#include "lms/source.h"

typedef struct roster {
    source source;
    roles roles;
    char *aside; /* for each column: 1 = it tells who somebody is, or belongs to the LMS; it has
                    no part in distances unless named */
    int64_t *line; /* of the file, for each row */
} roster;

/* Reads args->file[0] with these options, then what --join names. *table is the caller's to
 * free, after an error too. 0, or an exit code after having said why. */
int roster_read(roster *r, const arguments *args, const fcap_read_options *o,
                fcap_table **table);
void roster_close(roster *r);

/* The column that names students best, for --id: e-mail, login, ID number, Canvas' number, a
 * column of whole names; -1 when there is none, or it is empty or double somewhere. */
int32_t roster_id(const roster *r, fcap_table *table);

/* Notes on rows that share an e-mail address, a login or an ID. */
void roster_say_doubles(const roster *r, fcap_table *table, int quiet);

/* A note on rows without a name, where others have one. */
void roster_say_nameless(const roster *r, fcap_table *table, int quiet);

/* What a student is called on paper: the name, else the cell of column `id` (-1: none), else
 * "Line 8"; "Row 7" where no column tells who anybody is, because wishes name rows then. Not
 * escaped; cut to fit. */
void roster_name(const roster *r, fcap_table *table, int32_t id, int64_t row, char *out,
                 size_t size);

#endif
