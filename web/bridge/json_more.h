/* json_more.h - pieces of JSON that the page needs besides those of cli/json.h. */
#ifndef WEB_JSON_MORE_H
#define WEB_JSON_MORE_H

#include "json.h"

#include <faircap/table.h>

/* A cell's whole text as a string. */
void json_cell(output *out, fcap_cell cell);
/* "key": value, with a comma before unless it is the first; *n counts. */
void json_field(output *out, int *n, const char *key);
void json_text(output *out, int *n, const char *key, const char *value);
void json_whole(output *out, int *n, const char *key, int64_t value);
/* null where it is not there. */
void json_real(output *out, int *n, const char *key, double value, int there);
/* A comma unless it is the first. */
void json_comma(output *out, int *n);

#endif
