/* bridge.h - what the page may ask, each answered with one JSON object.
 *
 * 0, or an exit code after having said why; what has been written then is no answer.
 */
#ifndef WEB_BRIDGE_H
#define WEB_BRIDGE_H

#include "args.h"
#include "save.h"

/* The roster: where it is from, its columns with their values, its rows. */
int bridge_read(output *out, const arguments *args);

/* Can the wishes be had, in how many groups; if not, what would have to change? The sentences
 * about it are errors on standard error. */
int bridge_judge(output *out, const arguments *args);
/* The groups, with what they amount to; or the judgement, when they cannot be had. */
int bridge_group(output *out, const arguments *args);

/* What the labels in the file LABELS amount to: int32_t, one for each row, and the number of
 * groups behind them, since the last ones may be empty. */
#define LABELS "(labels)"
/* The mixes that were left open when they were made (chosen.h). */
#define MIXES "(mixes)"
int bridge_measure(output *out, const arguments *args);

/* Writes these labels as --to says; the answer has the names of the files. Where to click is
 * said on standard error. */
int bridge_export(output *out, const arguments *args);
/* All formats; which ones this roster has the columns for. Why not is said on standard error,
 * behind a line "format: NAME". */
int bridge_formats(output *out, const arguments *args);

#endif
