/* pages.h - report.html of a sweep and of a tune. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include "figure/figure.h"

enum {
    FIGURES_MOST = 4
};

/* The figures that there are of such trials; returns their number. */
int pages_figures(const scene *s, const figure *list[FIGURES_MOST]);

void sweep_page(output *out, const scene *s);
void tune_page(output *out, const scene *s);

/* ---- what both pages have ---- */

/* Head and headline: "Sweep of FILE". */
void pages_open(output *out, const scene *s, const char *what);
/* What was asked: rows, k, rules, seeds, effort. */
void pages_asked(output *out, const scene *s);
/* Every figure with its caption and its files. */
void pages_show(output *out, const scene *s);
/* The file, the columns, the groups; how to run it again. Then the end of the page. */
void pages_making(output *out, const scene *s);

/* "12.3 % more", "4 % less", "the same". */
void pages_more_or_less(output *out, double relative);

#endif
