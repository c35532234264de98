/* weights.c - the column of weights: what each row takes of a capacity. */
#include "table/encoding.h"
#include "table/faults.h"

#include <math.h>

/* Sums of weights stay exact in a double, and products with small counts in 64 bits. */
#define SUM_MOST ((int64_t)1 << 53)

void fcap_encoding_weight(encoding *e, fcap_cell cell, int64_t row, int drop) {
    if (fcap_table_missing(e->table, cell)) {
        if (!drop && e->n_weightless++ == 0) {
            e->first_weightless = row;
        }
        return;
    }
    char text[EXCERPT_SIZE];
    char name[EXCERPT_SIZE];
    double value;
    int const is_number = fcap_table_number(e->table, cell, &value) == 1;
    if (!is_number || value < 1 || value != floor(value)) {
        fcap_faults_add(e->faults, fcap_encoding_line(e, row), e->o.weight + 1,
                        "%s: \"%s\" is no weight; weights are whole numbers of at least 1",
                        fcap_encoding_name(e, e->o.weight, name),
                        fcap_excerpt(cell.text, cell.size, text));
        return;
    }
    if (drop || e->total_weight > SUM_MOST) {
        return; /* the sum is a fault already */
    }
    if (value > (double)(SUM_MOST - e->total_weight)) {
        e->total_weight = SUM_MOST + 1;
        fcap_faults_add(e->faults, fcap_encoding_line(e, row), e->o.weight + 1,
                        "%s: with \"%s\" the weights add up to more than 2^53; divide them by "
                        "a constant",
                        fcap_encoding_name(e, e->o.weight, name),
                        fcap_excerpt(cell.text, cell.size, text));
        return;
    }
    e->total_weight += (int64_t)value;
    e->out->weight[e->out->n] = (int64_t)value;
}
