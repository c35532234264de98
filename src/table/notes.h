/* notes.h - how a delimited file was divided, where it may have been meant otherwise. Of its
 * columns, doubts.c speaks. */
#ifndef FCAP_TABLE_NOTES_H
#define FCAP_TABLE_NOTES_H

#include "table/table_of.h"

/* The notes of a table that has its rows and its decimal mark; guess is what was guessed about
 * its header, or NULL. Where a delimiter was asked for, no other is proposed. */
void fcap_table_take_notes(fcap_table *t, const char *guess, int delimiter_asked);

#endif
