/* cuts.h - where records begin in a text that is looked at from the middle.
 *
 * Whether a line end ends a record depends on whether a quote is open, and that on everything
 * before. But the reader of records (table/csv.c) is a machine with six states, so a part of a
 * text is a map from the state before it to the state behind it. Each rank makes the maps of
 * its parts; one after another they give the state at the beginning of every part.
 */
#ifndef FCAP_SHARD_CUTS_H
#define FCAP_SHARD_CUTS_H

#include <stddef.h>

typedef enum cut_state {
    CUT_RECORD, /* a record begins here */
    CUT_CELL,   /* a cell begins here */
    CUT_PLAIN,  /* within a cell without quotes */
    CUT_QUOTED, /* within quotes */
    CUT_QUOTE,  /* behind a quote that closes, or is the first of two */
    CUT_BEHIND, /* behind the closing quote, before the next delimiter */
    CUT_STATES
} cut_state;

typedef struct cuts {
    unsigned char next[CUT_STATES][256];
} cuts;

typedef struct cut_map {
    unsigned char to[CUT_STATES];
} cut_map;

cuts fcap_cuts_open(char delimiter);
cut_map fcap_cuts_map(const cuts *c, const char *text, size_t size);
/* The offset of the first record that begins in the text, or size if none does; *state is that
 * at offset 0 before, and that behind what was looked at afterwards. */
size_t fcap_cuts_first(const cuts *c, const char *text, size_t size, cut_state *state);
/* The offset of the last record that begins in a text that begins with one; 0: no other does. A
 * record that would begin right behind the text counts. */
size_t fcap_cuts_last(const cuts *c, const char *text, size_t size);

#endif
