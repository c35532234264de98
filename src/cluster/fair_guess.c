/* fair_guess.c - see fair_guess.h. */
#include "cluster/fair_guess.h"

#include <math.h>

#define WILD 1000 /* diameters */

/* The m-th largest of n values, m in [1, n], which are put in another order. */
static double largest(double *value, int64_t n, int64_t m) {
    int64_t from = 0;
    int64_t to = n - 1;
    while (from < to) {
        double const pivot = value[from + (to - from) / 2];
        int64_t i = from;
        int64_t j = to;
        while (i <= j) {
            while (value[i] > pivot) {
                i++;
            }
            while (value[j] < pivot) {
                j--;
            }
            if (i <= j) {
                double const x = value[i];
                value[i++] = value[j];
                value[j--] = x;
            }
        }
        if (m - 1 <= j) {
            to = j;
        } else if (m - 1 >= i) {
            from = i;
        } else {
            break;
        }
    }
    return value[m - 1];
}

/* What fills cluster i to the brim, or to the least, given the prices of the others. */
static double guess_price(fair_assign *fa, int32_t i, const double *price) {
    double *const gain = fa->residual.own;
    fcap_fair_table_gains(&fa->table, price, i, gain);
    double const brim = largest(gain, fa->p->n, fa->around.most[OF_SIZE]);
    double const least = largest(gain, fa->p->n, fa->around.least[OF_SIZE]);
    return brim > 0 ? brim : least < 0 ? least : 0;
}

/* Prices beyond all distances say nothing, and their sums would lose digits that the bound
 * needs. */
static void drop_wild(const fair_assign *fa, double *price) {
    double const most = WILD * fa->unit * COST_MOST;
    int wild = 0;
    for (int32_t v = 0; v < fa->s->n_groups * fa->k; v++) {
        wild |= fabs(price[v]) > most;
    }
    for (int32_t v = 0; wild && v < fa->s->n_groups * fa->k; v++) {
        price[v] = 0;
    }
}

void fcap_fair_guess(fair_assign *fa, double *price) {
    int32_t const k = fa->k;
    drop_wild(fa, price);
    double *const second = fa->s->n_groups == 2 ? price + k : price;
    for (int32_t i = 0; i < k; i++) {
        if (isnan(price[i]) || isnan(second[i])) {
            price[i] = INFINITY; /* nobody is there yet */
            second[i] = INFINITY;
        }
    }
    for (int32_t i = 0; i < k; i++) {
        if (price[i] == INFINITY) {
            price[i] = k == 1 ? 0 : guess_price(fa, i, price);
            price[i] = isfinite(price[i]) ? price[i] : 0; /* all were unknown */
            second[i] = price[i];
        }
    }
}
