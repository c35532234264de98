/* nearest.h - "did you mean": which of the known words a mistyped one is closest to. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

/* Edits (one character added, dropped or changed) from a to b; 99 for texts that are too long
 * to be words. */
int edits(const char *a, const char *b);

#endif
