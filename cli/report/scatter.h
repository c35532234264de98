/* scatter.h - the points of an answer on a plane. */
#ifndef CLI_SCATTER_H
#define CLI_SCATTER_H

#include "report/result.h"

/* How large the markers of the page should be, for svg_definitions(). */
double scatter_marker_scale(const result *r);

/* The picture, its key and its caption; nothing without coordinates. */
void scatter(output *out, const result *r);

#endif
