/* number_marks.h - texts that are numbers to a reader, but not as they are written: 5%, 1'000,
 * $5, "5", 12 kg. What keeps them from being numbers is told by name, so that a note can say
 * what to change.
 */
#ifndef FCAP_TABLE_NUMBER_MARKS_H
#define FCAP_TABLE_NUMBER_MARKS_H

#include <faircap/table.h>

enum {
    MARK_PERCENT = 1 << 0,
    MARK_APOSTROPHE = 1 << 1,
    MARK_BLANK = 1 << 2,
    MARK_POINT = 1 << 3, /* between thousands, as is a comma */
    MARK_COMMA = 1 << 4,
    MARK_CURRENCY = 1 << 5,
    MARK_EQUALS = 1 << 6,
    MARK_QUOTES = 1 << 7,
    MARK_UNIT = 1 << 8,
    N_REMOVED = 9, /* these, which a number is better without */
    MARK_MINUS = 1 << 9,
    MARK_BRACKETS = 1 << 10, /* for a minus */
    MARK_BEHIND = 1 << 11,   /* so stands the minus */
    MARK_ALL = (1 << 12) - 1,
    /* No reason against a number, but what else was seen of it. */
    SEEN_GROUPS = 1 << 12, /* of three digits */
    SEEN_DECIMALS = 1 << 13,
    SEEN_DECIMAL_COMMA = 1 << 14
};

enum {
    UNIT_SIZE = 8
};

/* What is written before and behind a number, without blanks. */
typedef struct number_unit {
    char before[UNIT_SIZE + 1];
    char behind[UNIT_SIZE + 1];
} number_unit;

/* Does it read as a number, with a decimal point or with a comma? */
int fcap_reads_as_number(fcap_cell cell);
/* A number from 1 to 999, the mark, three digits: 1.000, which may be a whole number. */
int fcap_may_be_thousands(fcap_cell cell, char mark);
/* A number with a comma that is not between thousands. */
int fcap_is_decimal_comma(fcap_cell cell);
/* What makes this text no number although a reader takes it for one; 0: nothing, or it is none
 * to a reader either. Units of letters are left to the next function. */
unsigned fcap_number_marks(fcap_cell cell);
/* The same of a number with a unit, which *unit becomes; *number becomes what is left. */
unsigned fcap_number_unit(fcap_cell cell, number_unit *unit, fcap_cell *number);

/* "remove the % and write - for the minus" */
void fcap_number_remedy(unsigned marks, char *out, size_t size);

#endif
