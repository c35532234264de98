/* balance.h - the text of -t as a balance for each protected attribute; for teachers that of
 * --balance, which also says which columns these are.
 *
 * -t may be repeated: -t g=1 -t h=0 is -t g=1,h=0. No value is lost: an attribute with two of
 * them is a mistake, and so is one for all ("1/2") behind or beside a -t of others.
 */
#ifndef CLI_BALANCE_H
#define CLI_BALANCE_H

#include "job.h"
#include "lookup.h"

/* The columns of --balance gender=1/2,school. out->index is yours to free. 0, or an exit code
 * after having said why. */
int balance_columns(lookup in, const word_list *words, fcap_columns *out);

/* Fills j->balance and j->even, 1/2 where nothing is asked, and tells the dataset. 0, or an
 * exit code after having said why. */
int balance_set(job *j);

#endif
