/* nearest.c - see nearest.h. The table of edits, one row at a time. */
#include "nearest.h"

#include <string.h>

enum {
    WORD_MOST = 63
};

int edits(const char *a, const char *b) {
    int row[WORD_MOST + 1] = {0};
    int const m = (int)strlen(b);
    if (m >= WORD_MOST || strlen(a) >= WORD_MOST) {
        return 99;
    }
    for (int j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1] != 0; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int const change = diagonal + (a[i - 1] != b[j - 1]);
            int const other = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[m];
}
