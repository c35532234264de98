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

static uint64_t add_numbers(uint64_t sum, const double *value, int64_t n) {
    for (int64_t i = 0; i < n; i++) {
        double const x = value[i] == 0 ? 0 : value[i]; /* -0 is 0 */
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        sum = add_word(sum, bits);
    }
    return sum;
}

uint64_t checksum_points(uint64_t sum, const fcap_problem *p) {
    sum = add_word(add_word(sum, (uint64_t)p->n), (uint64_t)p->d);
    sum = add_numbers(sum, p->x, p->n * p->d);
    if (p->distance != NULL) {
        sum = add_numbers(sum, p->distance, p->n * p->n);
    }
    /* What is as ever adds nothing, so that older files stay valid. */
    if (p->metric != FCAP_METRIC_EUCLIDEAN) {
        sum = add_word(sum, (uint64_t)p->metric);
    }
    for (int64_t i = 0; p->weight != NULL && i < p->n; i++) {
        sum = add_word(sum, (uint64_t)p->weight[i]);
    }
    return sum;
}

static uint64_t add_ratio(uint64_t sum, fcap_ratio ratio) {
    return add_word(add_word(sum, (uint64_t)ratio.num), (uint64_t)ratio.den);
}

uint64_t checksum_shares(uint64_t sum, const fcap_rules *rules) {
    sum = add_word(sum, (uint64_t)rules->n_shares);
    for (int32_t i = 0; i < rules->n_shares; i++) {
        const fcap_share *const s = &rules->share[i];
        sum = add_word(add_word(sum, (uint64_t)s->attribute), (uint64_t)s->group);
        sum = add_ratio(add_ratio(sum, s->least), s->most);
    }
    for (int32_t i = 0; i < rules->n_no_isolate; i++) {
        const fcap_no_isolate *const alone = &rules->no_isolate[i];
        sum = add_word(add_word(sum, (uint64_t)alone->attribute), (uint64_t)alone->group);
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
