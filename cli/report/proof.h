/* proof.h - the part of the page about the lower bound: what is proved, by what, and how anyone
 * can verify it. */
#ifndef CLI_PROOF_H
#define CLI_PROOF_H

#include "report/mix.h"

/* The end of a paragraph about the cost: one sentence. */
void proof_sentence(output *out, const result *r);

/* The section. */
void proof_section(output *out, const result *r);

#endif
