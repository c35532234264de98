/* charts.h - the bar charts of the HTML report: sizes of clusters, mixes of groups. */
#ifndef CLI_CHARTS_H
#define CLI_CHARTS_H

#include "report/mix.h"
#include "report/ranking.h"

enum {
    CHART_ROWS = 30,   /* more would not fit on one printed page */
    CHART_GROUPS = 24, /* groups of an attribute shown apart; the rest are "other" */
    COLOUR_SIZE = 16
};

/* A bar for each cluster, the worst first, with the capacity as a line; with more than
 * CHART_ROWS clusters, how many clusters there are of each size. */
void chart_sizes(output *out, const result *r, const rank *ranks);

/* The class of a group's colour, the same in every chart of its attribute. */
void chart_colour(char class[COLOUR_SIZE], int32_t group);

/* A bar of equal length for each cluster, divided by groups, the least balanced on top; the
 * whole file first, for comparison. At most CHART_ROWS clusters. */
void chart_mix(output *out, const mix *m);

/* The meaning of its colours, as a list. */
void chart_mix_key(output *out, const mix *m);

/* With two groups the chart can show as two lines where the borders must lie. */
int chart_mix_has_limits(const mix *m);

#endif
