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

#endif
