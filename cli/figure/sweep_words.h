/* sweep_words.h - what came of a sweep, in plain words. */
#ifndef CLI_SWEEP_WORDS_H
#define CLI_SWEEP_WORDS_H

#include "figure/figure.h"

/* Who is cheapest among those that keep every rule, how near the optimum that is proved to be,
 * what the others cost, and who broke which rule how often. */
void sweep_words(output *out, const scene *s);

#endif
