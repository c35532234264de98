/* roles.h - what each column of a table is: by its header, by the columns beside it, by its
 * cells, or because --role says so. */
#ifndef CLI_LMS_ROLES_H
#define CLI_LMS_ROLES_H

#include "args.h"
#include "lms/headers.h"

typedef struct roles {
    role *of; /* each column's */
    int32_t n;
} roles;

roles roles_find(fcap_table *table);
void roles_close(roles *r);

/* The first column with that role, or -1. */
int32_t roles_column(const roles *r, role what);
/* Does a cell look like an e-mail address? */
int is_email(fcap_cell cell);
/* Whether nearly all cells of a column look like e-mail addresses; some are looked at. */
int roles_look_like_email(fcap_table *table, int32_t column);

/* What --role ROLE=COL says. A column that is not there is passed over unless `all` are to be:
 * the file that --join adds may have it. 0, or an exit code after having said why. */
int roles_ask(roles *r, const fcap_table *table, const arguments *a, int all);

/* Bytes that a row's name takes, with its closing 0. */
size_t roles_name_room(const roles *r, const fcap_cell *cells);
/* A row's name as people say it, from its cells; "" where no column has names. Returns text. */
const char *roles_name(const roles *r, const fcap_cell *cells, char *text, size_t size);

#endif
