/* measured.c - what labels amount to, as a job sees it. See job.h.
 *
 * The library's balance is the smallest over all attributes. One that is there for a share has
 * none to keep, and would hide that of the protected ones.
 */
#include "job.h"

#include <stdlib.h>

static fcap_ratio smaller(fcap_ratio a, fcap_ratio b) {
    return b.num * a.den < a.num * b.den ? b : a;
}

/* The smallest count_g / count_h over the groups of the protected attributes; count belongs to
 * one cluster. */
static fcap_ratio cluster_balance(const job *j, const int64_t *count) {
    fcap_ratio least = {1, 1};
    for (int32_t a = 0; a < j->n_protect; a++) {
        int32_t const n_groups = j->problem.attribute[a].n_groups;
        int64_t low = n_groups > 1 ? count[0] : 0;
        int64_t high = 0;
        for (int32_t g = 0; g < n_groups; g++) {
            low = count[g] < low ? count[g] : low;
            high = count[g] > high ? count[g] : high;
        }
        least = high > 0 ? smaller(least, (fcap_ratio){low, high}) : least;
        count += n_groups;
    }
    return least;
}

static void balance_protected(const job *j, int32_t k, const int64_t *count, fcap_measures *m) {
    int64_t const stride = job_group_total(j);
    m->balance = (fcap_ratio){j->n_protect > 0, j->n_protect > 0};
    for (int32_t c = 0; c < k; c++) {
        fcap_ratio const one =
            j->n_protect > 0 ? cluster_balance(j, count + c * stride) : (fcap_ratio){0, 0};
        if (m->cluster_balance != NULL) {
            m->cluster_balance[c] = one;
        }
        m->balance = j->n_protect > 0 ? smaller(m->balance, one) : one;
    }
}

fcap_status job_measure(const job *j, const fcap_rules *rules, const int32_t *labels,
                        const fcap_options *options, fcap_measures *m, fcap_error *err) {
    if (j->n_protect == j->problem.n_attributes) {
        return fcap_measure(&j->problem, rules, labels, options, m, err);
    }
    int64_t *own = NULL;
    if (m->count == NULL) {
        own = calloc((size_t)rules->k * (size_t)job_group_total(j) + 1, sizeof *own);
        if (own == NULL) {
            *err = (fcap_error){FCAP_E_NO_MEMORY, "out of memory"};
            return FCAP_E_NO_MEMORY;
        }
        m->count = own;
    }
    fcap_status const status = fcap_measure(&j->problem, rules, labels, options, m, err);
    if (status == FCAP_OK) {
        balance_protected(j, rules->k, m->count, m);
    }
    if (own != NULL) {
        m->count = NULL;
        free(own);
    }
    return status;
}
