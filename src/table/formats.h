/* formats.h - files that are no delimited texts, whatever they are called: what to say of them.
 */
#ifndef FCAP_TABLE_FORMATS_H
#define FCAP_TABLE_FORMATS_H

#include "table/input.h"

/* What the first bytes tell of a file that is no text, as a sentence; or NULL. */
const char *fcap_other_format(const input *in);
/* What the first letters tell of a text in another language; blanks do not count. A file of
 * tags or keys may have few different lines and no delimiter: it would be a column. */
const char *fcap_other_text(const input *in);

#endif
