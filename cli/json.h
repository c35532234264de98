/* json.h - JSON pieces: strings with escapes, numbers that read back to the same bits. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "save.h"

#include <faircap/faircap.h>

/* A quoted string; invalid UTF-8 becomes U+FFFD, control characters are escaped. */
void json_string(output *out, const char *text);
/* "key": */
void json_key(output *out, const char *key);
/* A fraction as a string "1/2", or null when den is 0. */
void json_ratio(output *out, fcap_ratio ratio);

#endif
