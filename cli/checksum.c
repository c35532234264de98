/* checksum.c - see checksum.h. */
#include "checksum.h"

#include <stdio.h>
#include <string.h>

#define FNV_PRIME UINT64_C(0x100000001b3)

uint64_t checksum_bytes(uint64_t sum, const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ (unsigned char)bytes[i]) * FNV_PRIME;
    }
    return sum;
}

/* The low end first, on every machine. */
static uint64_t add_word(uint64_t sum, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        sum = (sum ^ (word >> 8 * i & 0xff)) * FNV_PRIME;
    }
    return sum;
}

uint64_t checksum_points(uint64_t sum, const fcap_problem *p) {
    sum = add_word(add_word(sum, (uint64_t)p->n), (uint64_t)p->d);
    for (int64_t i = 0; i < p->n * p->d; i++) {
        double const x = p->x[i] == 0 ? 0 : p->x[i]; /* -0 is 0 */
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        sum = add_word(sum, bits);
    }
    return sum;
}

uint64_t checksum_groups(uint64_t sum, const fcap_problem *p, const fcap_attribute *t) {
    for (int64_t i = 0; i < p->n; i++) {
        sum = add_word(sum, (uint64_t)t->group[i]);
    }
    return sum;
}

void checksum_print(uint64_t sum, char text[CHECKSUM_SIZE]) {
    snprintf(text, CHECKSUM_SIZE, "%016llx", (unsigned long long)sum);
}
