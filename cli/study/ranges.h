/* ranges.h - sets of numbers on the command line: 3:20, 3:20:2, 3,5,10, 0.1:1.0:0.1,
 * or a mix such as 1,1.05:1.3:0.05.
 *
 * A piece is a number, FROM:TO or FROM:TO:STEP; pieces are separated by commas. FROM is in the
 * set, TO is when a whole number of steps leads there; the step of whole numbers is 1 unless
 * given. The set comes out in rising order, each number once, however it was written.
 *
 * Decimals are whole numbers of millionths until the end, so 0.1:1.0:0.1 has ten values and the
 * third of them is the double 0.3.
 */
#ifndef CLI_RANGES_H
#define CLI_RANGES_H

#include <faircap/faircap.h>

enum {
    RANGE_MOST = 10000 /* numbers of a set */
};

typedef struct count_set {
    int32_t n;
    int64_t *value; /* free() */
} count_set;

typedef struct decimal_set {
    int32_t n;
    fcap_ratio *value; /* reduced; free() */
} decimal_set;

/* `option` is named in messages. Each 0, or an exit code after having said why; then the set is
 * empty. */
int range_counts(const char *option, const char *text, int64_t low, int64_t high,
                 count_set *out);
/* Decimals from `low`, which need not be one of them when `open`, to a million. */
int range_decimals(const char *option, const char *text, int64_t low, int open,
                   decimal_set *out);

#endif
