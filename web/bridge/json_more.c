/* json_more.c - see json_more.h. */
#include "json_more.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

void json_cell(output *out, fcap_cell cell) {
    char *const text = need(cell.size + 1, 1);
    memcpy(text, cell.text, cell.size);
    json_string(out, text);
    free(text);
}

void json_comma(output *out, int *n) {
    output_text(out, (*n)++ > 0 ? "," : "");
}

void json_field(output *out, int *n, const char *key) {
    json_comma(out, n);
    json_key(out, key);
}

void json_text(output *out, int *n, const char *key, const char *value) {
    json_field(out, n, key);
    json_string(out, value);
}

void json_whole(output *out, int *n, const char *key, int64_t value) {
    json_field(out, n, key);
    output_integer(out, value);
}

void json_real(output *out, int *n, const char *key, double value, int there) {
    json_field(out, n, key);
    if (there) {
        output_number(out, value);
    } else {
        output_text(out, "null");
    }
}
