/* trial.c - see trial.h. */
#include "problem/trial.h"

/* What a judgement took, in steps: those for trying divisions, and a look at what the reason
 * has been found by. Weights and wishes are sorted by point, sizes counted up to the largest;
 * numbers alone cost nothing. */
static int64_t steps_of(const request *q, const finding *f) {
    int const at_a_glance =
        f->reason != FCAP_REASON_NONE && f->reason <= FCAP_REASON_GROUP_BELOW_K;
    int const of_points = (q->asked & ~(unsigned)RULES_OF_GROUPS) != 0;
    return at_a_glance ? 1 : of_points ? 4 * q->n : q->capacity;
}

fcap_status fcap_try(trials *t, request q, trial *out) {
    int64_t last = q.k;
    if (t->any_k) {
        int64_t const first = fcap_ceil_div(q.n, 1, q.capacity);
        q.k = first > t->fewest ? first : t->fewest;
        last = q.n / q.min_size;
    }
    *out = (trial){.answer = TRIAL_EXCLUDED, .k = q.k};
    for (; q.k <= last && out->answer == TRIAL_EXCLUDED; q.k++) {
        if (t->budget <= 0) {
            out->answer = TRIAL_UNKNOWN;
            return FCAP_OK;
        }
        finding f;
        *q.effort = t->effort;
        TRY(fcap_judge(t->run, &q, 0, &f));
        t->budget -= t->effort - *q.effort + steps_of(&q, &f);
        out->k = q.k;
        out->proved = f.proved;
        out->answer = f.reason == FCAP_REASON_NONE ? TRIAL_ADMITTED : TRIAL_EXCLUDED;
    }
    return FCAP_OK;
}

int64_t fcap_fewest_clusters(const rules *r) {
    int64_t fewest = 1;
    for (int64_t i = 0; r->start != NULL && i < r->n; i++) {
        fewest = r->start[i] >= fewest ? r->start[i] + 1 : fewest;
    }
    return fewest;
}
