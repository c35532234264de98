/* change.c - see change.h.
 *
 * Larger capacities, smaller minimum sizes and smaller balances allow more, so the first of
 * them that works is found by halving. For numbers of clusters this is not so: they are tried
 * one by one, the nearest first.
 */
#include "problem/change.h"

#include "problem/trial.h"

typedef struct search {
    trials trials;
    const fcap_rules *asked;
    const request *q;
    const finding *why;
    changes *found;
    int64_t budget; /* of each series of trials */
} search;

/* What has been found is kept: is it proved? What has not: was everything tried? */
static void end_search(search *s, int is_found, int proved, int settled) {
    s->found->proved &= !is_found || proved;
    s->found->gave_up |= !settled;
    s->trials.budget = s->budget; /* of the next one */
}

/* ---- sizes ---- */

/* What a search came to. */
typedef struct nearest {
    int64_t at;
    int works;   /* `at` does, the one before it does not */
    int proved;  /* and an answer exists */
    int settled; /* it was not broken off */
} nearest;

/* *field is a number of q, of which `bad` does not work: the nearest to it that does, if
 * `good`, beyond which nothing more is allowed, does. */
static fcap_status halve(search *s, const request *q, int64_t *field, int64_t bad, int64_t good,
                         nearest *out) {
    trial now;
    *field = good;
    TRY(fcap_try(&s->trials, *q, &now));
    *out = (nearest){good, now.answer == TRIAL_ADMITTED, now.proved, 1};
    while (out->works && now.answer != TRIAL_UNKNOWN &&
           (out->at - bad > 1 || bad - out->at > 1)) {
        *field = bad + (out->at - bad) / 2;
        TRY(fcap_try(&s->trials, *q, &now));
        if (now.answer == TRIAL_ADMITTED) {
            out->at = *field;
            out->proved = now.proved;
        } else {
            bad = *field;
        }
    }
    out->settled = now.answer != TRIAL_UNKNOWN;
    return FCAP_OK;
}

/* What is excluded at once is so with any effort: the first that is not may be the answer, and
 * only if it is not, each one is judged in full. */
static fcap_status nearest_that_works(search *s, const request *q, int64_t *field, int64_t good,
                                      int64_t *out) {
    int64_t const effort = s->trials.effort;
    nearest found;
    trial now;
    s->trials.effort = 0;
    TRY(halve(s, q, field, *field, good, &found));
    s->trials.effort = effort;
    if (found.works && found.settled) {
        *field = found.at;
        TRY(fcap_try(&s->trials, *q, &now));
        found.works = now.answer == TRIAL_ADMITTED;
        found.proved = now.proved;
        found.settled = now.answer != TRIAL_UNKNOWN;
        if (now.answer == TRIAL_EXCLUDED && found.at != good) {
            TRY(halve(s, q, field, found.at, good, &found));
        }
    }
    *out = found.works && found.settled ? found.at : 0;
    end_search(s, *out != 0, found.proved, found.settled);
    return FCAP_OK;
}

static fcap_status smallest_capacity(search *s) {
    request q = *s->q;
    int64_t const most = q.r->total_weight;
    return q.capacity >= most || q.r->capacities != NULL
               ? FCAP_OK
               : nearest_that_works(s, &q, &q.capacity, most, &s->found->max_size);
}

static fcap_status largest_min_size(search *s) {
    request q = *s->q;
    return q.min_size <= 1 ? FCAP_OK
                           : nearest_that_works(s, &q, &q.min_size, 1, &s->found->min_size);
}

/* ---- clusters ---- */

static fcap_status try_clusters(search *s, request *q, int64_t k, trial *now) {
    fcap_rules follow = *s->asked;
    follow.k = (int32_t)k;
    int64_t const capacity = fcap_rules_capacity(&follow, q->r->total_weight);
    q->k = k;
    q->capacity = capacity < q->r->total_weight ? capacity : q->r->total_weight;
    return fcap_try(&s->trials, *q, now);
}

static fcap_status nearest_clusters(search *s) {
    request q = *s->q;
    int64_t const k = q.k;
    int64_t const fewest = fcap_fewest_clusters(q.r);
    if (s->trials.any_k || q.r->capacities != NULL || !fcap_finding_is_of_k(s->why)) {
        return FCAP_OK;
    }
    trial now = {.answer = TRIAL_EXCLUDED};
    int64_t const farthest = k - 1 > q.n - k ? k - 1 : q.n - k;
    for (int64_t step = k > q.n ? k - q.n : 1; step <= farthest && now.answer == TRIAL_EXCLUDED;
         step++) {
        if (k - step >= fewest) {
            TRY(try_clusters(s, &q, k - step, &now));
        }
        if (k + step <= q.n && now.answer == TRIAL_EXCLUDED) {
            TRY(try_clusters(s, &q, k + step, &now));
        }
    }
    s->found->clusters = now.answer == TRIAL_ADMITTED ? q.k : 0;
    end_search(s, s->found->clusters > 0, now.proved, now.answer != TRIAL_UNKNOWN);
    return FCAP_OK;
}

/* ---- balances ---- */

static fcap_status try_balance(search *s, int32_t attribute, fcap_ratio t, trial *now) {
    request q = *s->q;
    q.t_limit = t;
    q.t_of = attribute;
    return fcap_try(&s->trials, q, now);
}

/* The balance asked of an attribute; -1: the largest. */
static fcap_ratio asked_balance(const request *q, int32_t attribute) {
    fcap_ratio largest = {0, 1};
    for (int32_t a = 0; a < q->r->n_attributes; a++) {
        fcap_ratio const t = q->r->attribute[a].balance;
        int const meant = attribute < 0 || attribute == a;
        largest = meant && fcap_ratio_less(largest, t) ? t : largest;
    }
    return largest;
}

/* The most members that a cluster can have. */
static fcap_status most_members(const search *s, int64_t *out) {
    arena_mark const mark = fcap_arena_save(&s->trials.run->mem);
    kinds k;
    TRY(fcap_request_kinds(s->trials.run, s->q, 0, &k));
    *out = 1;
    for (int64_t j = 0; j < k.n; j++) {
        *out = k.kind[j].most > *out ? k.kind[j].most : *out;
    }
    fcap_arena_restore(&s->trials.run->mem, mark);
    return FCAP_OK;
}

/* Between the balances good, which works, and bad, which does not, next to each other in the
 * tree of fractions (Stern and Brocot). */
typedef struct bracket {
    int32_t attribute;
    fcap_ratio excluded; /* and what is above it */
    fcap_ratio good;
    fcap_ratio bad;
    int works;  /* good does */
    int proved; /* and an answer exists */
    int settled;
} bracket;

static fcap_ratio stepped(fcap_ratio from, fcap_ratio by, int64_t times) {
    return (fcap_ratio){from.num + times * by.num, from.den + times * by.den};
}

/* Steps the good end towards the bad one (or back) as often as the answer stays. */
static fcap_status gallop(search *s, int64_t limit, int upward, bracket *b) {
    fcap_ratio const add = upward ? b->bad : b->good;
    fcap_ratio const base = upward ? b->good : b->bad;
    int64_t low = 0;
    int64_t high = (limit - base.num - base.den) / (add.num + add.den);
    while (low < high) {
        int64_t const times = high - (high - low) / 2;
        fcap_ratio const t = stepped(base, add, times);
        trial now = {.answer = TRIAL_EXCLUDED};
        if (fcap_ratio_less(t, b->excluded)) {
            TRY(try_balance(s, b->attribute, t, &now));
        }
        if (now.answer == TRIAL_UNKNOWN) {
            b->settled = 0;
            return FCAP_OK;
        }
        int const works = now.answer == TRIAL_ADMITTED;
        b->proved = works ? now.proved : b->proved;
        if (works == upward) {
            low = times;
        } else {
            high = times - 1;
        }
    }
    *(upward ? &b->good : &b->bad) = stepped(base, add, low);
    return FCAP_OK;
}

/* The allowed sets change only at ratios x / y of counts, and a cluster has x + y members or
 * more: walk down the tree of fractions between 0/1 and 1/0, galloping along each branch. */
static fcap_status descend(search *s, int64_t limit, bracket *b) {
    trial now;
    b->good = (fcap_ratio){0, 1};
    b->bad = (fcap_ratio){1, 0};
    TRY(try_balance(s, b->attribute, b->good, &now));
    b->works = now.answer == TRIAL_ADMITTED;
    b->proved = now.proved;
    b->settled = now.answer != TRIAL_UNKNOWN;
    for (int upward = 1;
         b->works && b->settled && b->good.num + b->bad.num + b->good.den + b->bad.den <= limit;
         upward = !upward) {
        TRY(gallop(s, limit, upward, b));
    }
    return FCAP_OK;
}

/* As in nearest_that_works(). den 0: none works, or that could not be settled. */
static fcap_status largest_balance(search *s, int32_t attribute, fcap_ratio *out) {
    int64_t const effort = s->trials.effort;
    bracket b = {.attribute = attribute, .excluded = asked_balance(s->q, attribute)};
    int64_t limit;
    trial now;
    TRY(most_members(s, &limit));
    s->trials.effort = 0;
    TRY(descend(s, limit, &b));
    s->trials.effort = effort;
    if (b.works && b.settled) {
        TRY(try_balance(s, attribute, b.good, &now));
        b.works = now.answer == TRIAL_ADMITTED;
        b.proved = now.proved;
        b.settled = now.answer != TRIAL_UNKNOWN;
        if (now.answer == TRIAL_EXCLUDED && b.good.num > 0) {
            b.excluded = b.good;
            TRY(descend(s, limit, &b));
        }
    }
    *out = b.works && b.settled ? b.good : (fcap_ratio){0, 0};
    end_search(s, out->den > 0, b.proved, b.settled);
    return FCAP_OK;
}

/* One attribute's balance, that of the reason first; where no one's helps alone, all. */
static fcap_status balances(search *s) {
    const request *const q = s->q;
    changes *const c = s->found;
    int32_t asking = 0;
    int const earlier = c->gave_up;
    c->gave_up = 0;
    for (int32_t i = -1; i < q->r->n_attributes; i++) {
        int32_t const a = i < 0 ? s->why->attribute : i;
        int const again = i >= 0 && i == s->why->attribute;
        if (a < 0 || again || q->r->attribute[a].balance.num == 0) {
            continue;
        }
        asking++;
        if (c->balance.den == 0) {
            TRY(largest_balance(s, a, &c->balance));
            c->attribute = c->balance.den > 0 ? a : -1;
        }
    }
    int const none_alone = c->balance.den == 0 && !c->gave_up;
    c->gave_up |= earlier;
    c->balances = c->balance;
    if (asking > 1) {
        TRY(largest_balance(s, -1, &c->balances));
    }
    c->balance = none_alone ? c->balances : c->balance;
    return FCAP_OK;
}

/* ---- the story ---- */

fcap_status fcap_changes_find(fcap_run *run, const request *q, const fcap_rules *asked,
                              const finding *f, int any_k, int64_t effort, int64_t budget,
                              changes *out) {
    search s = {.trials = {.run = run,
                           .effort = effort,
                           .budget = budget,
                           .any_k = any_k,
                           .fewest = fcap_fewest_clusters(q->r)},
                .asked = asked,
                .q = q,
                .why = f,
                .found = out,
                .budget = budget};
    *out = (changes){.attribute = -1, .proved = 1};
    TRY(smallest_capacity(&s));
    TRY(nearest_clusters(&s));
    TRY(balances(&s));
    return largest_min_size(&s);
}
