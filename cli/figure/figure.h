/* figure.h - a figure of a sweep or a tune: how it is drawn, and as what it can be redrawn.
 *
 * Each figure is one file, figure_NAME.c, that holds all four of its texts.
 */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H

#include "figure/curves.h"
#include "figure/references.h"
#include "study/tuned.h"

static inline double ratio_value(fcap_ratio r) {
    return (double)r.num / (double)r.den;
}

/* What figures and pages look at. */
typedef struct scene {
    const curves *curves;
    const references *published; /* NULL: none */
    const tuned *tuned;          /* of a tune; else NULL */
} scene;

typedef struct figure {
    const char *name; /* of its files, and its id on a page */
    const char *title;
    void (*draw)(output *out, const scene *s);   /* SVG */
    void (*rows)(output *out, const scene *s);   /* CSV */
    void (*script)(output *out, const scene *s); /* gnuplot */
    void (*caption)(output *out, const scene *s);
} figure;

extern const figure figure_cost;
extern const figure figure_balance;
extern const figure figure_sizes;
extern const figure figure_published;
extern const figure figure_lambda;
extern const figure figure_slack;

#endif
