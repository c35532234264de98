/* json_in.h - reading JSON of a known shape, one expected thing after another.
 *
 * For who knows what must come next: nothing is kept but the place in the text, and what is not
 * as expected makes that NULL, from where on all that is read is 0. So a reader may look once,
 * at its end, whether all of it was there. Blanks between things do not matter.
 */
#ifndef FCAP_SHARD_JSON_IN_H
#define FCAP_SHARD_JSON_IN_H

#include <stdint.h>

typedef struct json_place {
    const char *at;
} json_place;

/* Is that what comes next? Then it is passed. The second: a text in quotes. */
int fcap_json_passes(json_place *p, const char *text);
int fcap_json_passes_text(json_place *p, const char *text);
/* That must come next; "" passes blanks. */
void fcap_json_expect(json_place *p, const char *text);
/* A key and its colon; the second behind a comma. */
void fcap_json_key(json_place *p, const char *key);
void fcap_json_next(json_place *p, const char *key);
double fcap_json_number(json_place *p);
/* A whole number from 0 to below that. */
int64_t fcap_json_count(json_place *p, double below);
/* Any value. */
void fcap_json_skip(json_place *p);

#endif
