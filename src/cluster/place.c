/* place.c - see place.h.
 *
 * First without the balance: sizes only, one exact flow. If the clusters are balanced, that is
 * the cheapest answer for these medoids. Otherwise the counts found are wishes, from which
 * fcap_quotas() makes sizes s_i with
 *
 *     at least lo(s_i) members of each group, at most s_i in all  =>  balance >= t
 *
 * because the larger group then has at most s_i - lo(s_i) <= lo(s_i) / t members. These bounds
 * are a flow again, which starts from the prices of the first.
 */
#include "cluster/place.h"

#include "cluster/assign.h"
#include "cluster/kmedoids.h"
#include "problem/quota.h"

#include <string.h>

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for placing %lld points",
                         (long long)n);
}

static int asks_for_balance(const rules *r) {
    return r->n_attributes > 0 && r->attribute[0].balance.num > 0;
}

/* Members of the two groups in each cluster; 1 when all clusters are balanced. */
static int count_groups(const rules *r, const int32_t *label, quota *count) {
    memset(count, 0, (size_t)r->k * sizeof *count);
    for (int64_t j = 0; j < r->n; j++) {
        if (r->attribute[0].group[j] == 0) {
            count[label[j]].a++;
        } else {
            count[label[j]].b++;
        }
    }
    for (int32_t i = 0; i < r->k; i++) {
        int64_t const both[2] = {count[i].a, count[i].b};
        if (!fcap_rules_balanced(r, both)) {
            return 0;
        }
    }
    return 1;
}

fcap_status fcap_place(fcap_run *run, const points *p, const rules *r, const int64_t *medoid,
                       int32_t *label) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int32_t const k = r->k;
    int32_t const n_groups = asks_for_balance(r) ? 2 : 1;
    int32_t *cost = NULL;
    double unit = 0;
    TRY(fcap_assign_costs(run, p, medoid, k, &cost, &unit));
    int64_t *const least = arena_array(&run->mem, int64_t, 2 * (int64_t)k);
    int64_t *const size_least = arena_array(&run->mem, int64_t, k);
    int64_t *const size_most = arena_array(&run->mem, int64_t, k);
    quota *const count = arena_array(&run->mem, quota, k);
    quota *const quotas = arena_array(&run->mem, quota, k);
    assign_prices const prices = {arena_array(&run->mem, int64_t, 2 * (int64_t)k),
                                  arena_array(&run->mem, int64_t, k)};
    if (least == NULL || size_least == NULL || size_most == NULL || count == NULL ||
        quotas == NULL || prices.member == NULL || prices.cluster == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int32_t i = 0; i < k; i++) {
        size_least[i] = r->min_size;
        size_most[i] = r->capacity;
    }
    assign_problem a = {.n = p->n,
                        .k = k,
                        .n_groups = n_groups,
                        .group = n_groups == 2 ? r->attribute[0].group : NULL,
                        .cost = cost,
                        .least = least,
                        .size_least = size_least,
                        .size_most = size_most};
    int64_t total = 0;
    TRY(fcap_assign(run, &a, prices, label, &total));
    if (n_groups == 2 && !count_groups(r, label, count)) {
        TRY(fcap_quotas(run, r, count, quotas));
        for (int32_t i = 0; i < k; i++) {
            size_most[i] = quotas[i].a + quotas[i].b;
            least[i] = least[k + i] = fcap_quota_least(size_most[i], r->attribute[0].balance);
        }
        TRY(fcap_assign(run, &a, prices, label, &total));
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

/* The member of each cluster nearest to its mean. */
static fcap_status middle_members(fcap_run *run, const points *p, const int32_t *label,
                                  int32_t c, int64_t *middle) {
    double *const mean = arena_array(&run->mem, double, (int64_t)c * p->d);
    double *const nearest = arena_array(&run->mem, double, c);
    int64_t *const size = arena_array(&run->mem, int64_t, c);
    if (mean == NULL || nearest == NULL || size == NULL) {
        return out_of_memory(run, p->n);
    }
    for (int64_t j = 0; j < p->n; j++) {
        size[label[j]]++;
        for (int32_t x = 0; x < p->d; x++) {
            mean[(int64_t)label[j] * p->d + x] += fcap_points_coordinate(p, j, x);
        }
    }
    for (int32_t i = 0; i < c; i++) {
        middle[i] = -1;
    }
    for (int64_t j = 0; j < p->n; j++) {
        int32_t const i = label[j];
        double square = 0;
        for (int32_t x = 0; x < p->d; x++) {
            double const t =
                fcap_points_coordinate(p, j, x) - mean[(int64_t)i * p->d + x] / (double)size[i];
            square += t * t;
        }
        if (middle[i] < 0 || square < nearest[i]) {
            nearest[i] = square;
            middle[i] = j;
        }
    }
    return FCAP_OK;
}

fcap_status fcap_place_medoids(fcap_run *run, points *p, const int32_t *label, int32_t c,
                               int32_t k, int64_t *medoid) {
    arena_mark const mark = fcap_arena_save(&run->mem);
    int64_t const n = c < k ? p->n : c;
    int32_t *const unused = arena_array(&run->mem, int32_t, n);
    int64_t *const middle = arena_array(&run->mem, int64_t, c);
    int64_t iterations = 0;
    if (unused == NULL || middle == NULL) {
        return out_of_memory(run, p->n);
    }
    if (c < k) {
        TRY(fcap_kmedoids(run, p, k, 1, unused, medoid, &iterations));
    } else {
        TRY(middle_members(run, p, label, c, middle));
        points sub;
        TRY(fcap_points_subset(run, p, middle, c, &sub));
        TRY(fcap_kmedoids(run, &sub, k, 1, unused, medoid, &iterations));
        for (int32_t i = 0; i < k; i++) {
            medoid[i] = middle[medoid[i]];
        }
    }
    p->matrix = NULL; /* kmedoids may have made one, which goes with the mark */
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}
