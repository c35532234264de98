/* keys.h - the rows of a table by the text of one column: e-mail, user name, ID number.
 *
 * Case and blanks around a text are of no importance: LMS do not tell Ann@x.org from ann@x.org.
 */
#ifndef CLI_LMS_KEYS_H
#define CLI_LMS_KEYS_H

#include <faircap/table.h>

typedef struct key {
    const char *text; /* folded */
    int64_t row;
} key;

typedef struct keys {
    key *key; /* sorted by text, then by row; rows with an empty cell have none */
    int64_t n;
    char *bytes; /* what the texts point to */
    char *asked; /* room for a text to look for */
    size_t room;
    int before_at;
} keys;

/* What a cell is compared by; out has room for cell.size + 1 bytes. Returns its length. */
size_t key_text(fcap_cell cell, int before_at, char *out);

/* before_at: of an address only the part before its @ counts, also in what is looked for. */
keys keys_open(fcap_table *table, int32_t column, int before_at);
/* The same of many columns in two passes over the rows: a row of a spreadsheet may have 16,384
 * cells, and reading one of them reads all. out has room for n. */
void keys_open_all(fcap_table *table, const int32_t *column, int32_t n, int before_at,
                   keys *out);
void keys_close(keys *k);

/* How many texts there are, each counted once. */
int64_t keys_different(const keys *k);
/* The first of the rows with that text, and how many there are; NULL when there is none. */
const key *keys_find(keys *k, fcap_cell cell, int64_t *count);

#endif
