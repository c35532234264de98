/* mix.c - see mix.h. */
#include "report/mix.h"

#include "words.h"

#include <stdlib.h>

static fcap_ratio balance_of(const int64_t *count, int32_t n_groups) {
    int64_t low = n_groups > 0 ? count[0] : 0;
    int64_t high = low;
    for (int32_t g = 1; g < n_groups; g++) {
        low = count[g] < low ? count[g] : low;
        high = count[g] > high ? count[g] : high;
    }
    return (fcap_ratio){n_groups > 1 ? low : 0, high};
}

/* Counts are below 2^31 and a ratio's parts at most 10^9, so no product overflows. */
int mix_below(fcap_ratio a, fcap_ratio b) {
    return a.num * b.den < b.num * a.den;
}

typedef struct place {
    fcap_ratio balance;
    double mean;
    int32_t cluster;
} place;

/* Clusters where nobody has a group come last; equal ones by mean distance, then by number. */
static int least_balanced_first(const void *left, const void *right) {
    const place *const a = left;
    const place *const b = right;
    if ((a->balance.den == 0) != (b->balance.den == 0)) {
        return a->balance.den == 0 ? 1 : -1;
    }
    if (mix_below(a->balance, b->balance)) {
        return -1;
    }
    if (mix_below(b->balance, a->balance)) {
        return 1;
    }
    if (a->mean != b->mean) {
        return a->mean > b->mean ? -1 : 1;
    }
    return a->cluster < b->cluster ? -1 : 1;
}

static int32_t offset_of(const fcap_problem *p, int32_t attribute) {
    int32_t offset = 0;
    for (int32_t a = 0; a < attribute; a++) {
        offset += p->attribute[a].n_groups;
    }
    return offset;
}

mix mix_open(const result *r, int32_t attribute) {
    const job *const j = r->job;
    const fcap_attribute *const t = &j->problem.attribute[attribute];
    int32_t const k = j->rules.k;
    int64_t const stride = job_group_total(j);
    int32_t const offset = offset_of(&j->problem, attribute);
    mix m = {.result = r,
             .attribute = attribute,
             .n_groups = t->n_groups,
             .asked = t->balance,
             .row = need((size_t)k, sizeof *m.row),
             .order = need((size_t)k, sizeof *m.order),
             .total = need((size_t)t->n_groups, sizeof *m.total),
             .cost = r->measures.group_cost + offset};
    m.whole = (mix_row){.cluster = -1, .count = m.total, .members = j->problem.n};
    place *const places = need((size_t)k, sizeof *places);
    for (int32_t c = 0; c < k; c++) {
        mix_row *const row = &m.row[c];
        row->cluster = c;
        row->count = r->measures.count + c * stride + offset;
        row->unknown = r->unknown[(int64_t)c * j->problem.n_attributes + attribute];
        row->members = r->measures.size[c];
        row->balance = balance_of(row->count, m.n_groups);
        row->broken = row->balance.den > 0 && mix_below(row->balance, m.asked);
        for (int32_t g = 0; g < m.n_groups; g++) {
            m.total[g] += row->count[g];
        }
        m.whole.unknown += row->unknown;
        m.broken += row->broken;
        places[c] = (place){row->balance, result_cluster_mean(r, c), c};
    }
    m.whole.balance = balance_of(m.total, m.n_groups);
    m.whole.broken = m.whole.balance.den > 0 && mix_below(m.whole.balance, m.asked);
    qsort(places, (size_t)k, sizeof *places, least_balanced_first);
    for (int32_t i = 0; i < k; i++) {
        m.order[i] = places[i].cluster;
    }
    free(places);
    return m;
}

void mix_close(mix *m) {
    free(m->row);
    free(m->order);
    free(m->total);
    *m = (mix){0};
}

const char *mix_group(const mix *m, int32_t g) {
    return fcap_dataset_group_name(m->result->job->dataset, m->attribute, g);
}

const char *mix_attribute(const mix *m) {
    const job *const j = m->result->job;
    return fcap_dataset_attribute_name(j->dataset, m->attribute);
}
