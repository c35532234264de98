/* headers.h - which first records of shards are headers.
 *
 * Each shard may repeat the header of the first one, and those of a file that was split do not.
 * Anything else that is no row would be taken for one silently where columns are texts. So a
 * first record that is not the header must look like a row: it has a number where the first
 * shard has numbers, or a text that comes again in its column.
 */
#ifndef FCAP_SHARD_HEADERS_H
#define FCAP_SHARD_HEADERS_H

#include "shard/row_format.h"

/* Is it the header of the first shard? Not of a matrix. */
int fcap_header_is(const row_format *l, const fcap_cell *cell);
/* FCAP_E_DATA where a shard begins with another header. Collective. */
fcap_status fcap_headers_check(fcap_run *run, fcap_comm *c, const shards *s,
                               const row_format *l);

#endif
