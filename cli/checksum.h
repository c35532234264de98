/* checksum.h - FNV-1a, 64 bits, of bytes and of the data of a problem.
 *
 * It tells a damaged file, and one about other data, from the right one; it is no protection
 * against intent.
 */
#ifndef CLI_CHECKSUM_H
#define CLI_CHECKSUM_H

#include <faircap/faircap.h>

enum {
    CHECKSUM_SIZE = 17 /* of its text: 16 digits and the closing 0 */
};

#define CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* Each goes on from `sum`. */
uint64_t checksum_bytes(uint64_t sum, const char *bytes, size_t size);
/* The number of points and coordinates, the coordinates or given distances, and, where they are
 * not as usual, metric and weights. */
uint64_t checksum_points(uint64_t sum, const fcap_problem *p);
/* The group of each point. */
uint64_t checksum_groups(uint64_t sum, const fcap_problem *p, const fcap_attribute *t);

/* The shares, and the groups of which nobody is alone. */
uint64_t checksum_shares(uint64_t sum, const fcap_rules *rules);

void checksum_print(uint64_t sum, char text[CHECKSUM_SIZE]);

#endif
