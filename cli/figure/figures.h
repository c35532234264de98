/* figures.h - what came of a sweep or a tune, for people: figures and a page in a folder.
 *
 * Every figure is three files: NAME.svg (stands alone), NAME.csv (what is drawn, one mark a
 * row) and NAME.gp (a gnuplot script that draws the same from NAME.csv). report.html holds the
 * figures, says in words what they show, and loads nothing.
 */
#ifndef CLI_FIGURES_H
#define CLI_FIGURES_H

#include "figure/references.h"
#include "study/trials.h"
#include "study/tuned.h"

/* Both: the folder exists. 0, or an exit code after having said why. */

/* cost, balance (with a protected attribute), sizes, published (with references). Trials that
 * were not run are left out. Without references the published figure of an earlier run is
 * removed. */
int figures_write_sweep(const char *folder, const trials *t, const references *published);
/* lambda, slack. */
int figures_write_tune(const char *folder, const trials *t, const tuned *chosen);

#endif
