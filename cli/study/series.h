/* series.h - the ways to cluster that a sweep compares, as --methods names them.
 *
 *     METHOD[/FAIRLETS][@SLACK]      best, fair-kmedoids, fair-hierarchical/vanilla@1.2
 *
 * "all" is every method with both kinds of fairlets that the paper has, and "paper" the same
 * with the slack that [LQ21] gives to fair-hierarchical. A canonical name has the fairlets
 * wherever there are any (mcf unless given), and the slack only where it is not that of
 * --slack.
 */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

#include "study/trials.h"

enum {
    SERIES_MOST = 256, /* of one sweep */
    PAPER_FAIRLETS =
        2, /* mcf and vanilla, the first two; tree is for data too large for them */
    SERIES_WHY = 160
};

/* Reads --methods. 0, or an exit code after having said why. The caller frees *list. */
int series_read(const arguments *a, series **list, int32_t *n);

/* One name; slack and lambda are those of the command line unless the name has them. 1, or 0
 * and a sentence. */
int series_parse(const char *name, const arguments *a, series *out, char why[SERIES_WHY]);

/* Sets the canonical name; `usual` is the slack that it leaves out. */
void series_set_name(series *s, fcap_ratio usual);

int series_same(const series *a, const series *b);

#endif
