/* fold.h - texts that are the same to a reader: case and, in headers, punctuation set aside.
 *
 * The C library folds case by locale, and the tool must not depend on one. Covered: Latin,
 * Greek and Cyrillic letters; every other character is only equal to itself.
 */
#ifndef CLI_LMS_FOLD_H
#define CLI_LMS_FOLD_H

#include <faircap/table.h>

/* In lower case. out has room for cell.size + 1 bytes (no letter becomes longer); returns the
 * length written, without the closing 0. */
size_t fold_case(fcap_cell cell, char *out);
/* Likewise, without blanks and the marks - _ . : ' ( ) / * and the like: "E-Mail address" and
 * "email_address" become "emailaddress". */
size_t fold_header(fcap_cell cell, char *out);
/* Likewise of what students are called: only blanks, commas and semicolons are left out (and
 * every apostrophe is ' ), so
 * that "Lovelace, Ada" becomes "lovelaceada" and an e-mail address stays what it is. */
size_t fold_name(fcap_cell cell, char *out);
/* The same in plain letters, as people write names who have no others: "José" becomes "jose",
 * "Weiß" "weiss"; and "Müller" becomes "muller", or "mueller" where the dots are spelled. */
size_t fold_plain(fcap_cell cell, int spelled, char *out);
/* What looks the same on a page: case, blanks, what is not seen, wide forms of letters, and
 * Latin letters whose marks are characters of their own or not. */
size_t fold_look(fcap_cell cell, char *out);
/* Has it a character that is not seen, or a blank that is none of the keyboard's? */
int has_unseen(fcap_cell cell);
/* The same without the marks that fold_header() leaves out: "non-binary" and "Nonbinary". */
size_t fold_kind(fcap_cell cell, char *out);

#endif
