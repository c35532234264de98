/* claims.c - see claims.h. */
#include "shard/claims.h"

#include "shard/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A place in the text of a report; NULL after something that should be there was not. */
typedef struct place {
    const char *at;
} place;

static double take_number(place *p) {
    double value = 0;
    size_t const size = p->at != NULL ? strspn(p->at, "0123456789+-.eE") : 0;
    if (size == 0 || fcap_number_parse(p->at, size, '.', &value) != 1) {
        p->at = NULL;
        return 0;
    }
    p->at += size;
    return value;
}

/* Behind "key": and a blank, wherever that comes next. */
static void find_key(place *p, const char *key) {
    char wanted[40];
    snprintf(wanted, sizeof wanted, "\"%s\": ", key);
    p->at = p->at != NULL ? strstr(p->at, wanted) : NULL;
    p->at = p->at != NULL ? p->at + strlen(wanted) : NULL;
}

static double number_of(place *p, const char *key) {
    find_key(p, key);
    return take_number(p);
}

/* A whole number from 0 to below that. */
static int64_t take_count(place *p, double below) {
    double const value = take_number(p);
    if (!(value >= 0 && value < below) || value != floor(value)) {
        p->at = NULL;
        return 0;
    }
    return (int64_t)value;
}

static int64_t count_of(place *p, const char *key) {
    find_key(p, key);
    return take_count(p, 0x1p53);
}

static int is_null(place *p) {
    return p->at != NULL && strncmp(p->at, "null", 4) == 0;
}

/* "balance": "3/4", or null. */
static fcap_ratio ratio_of(place *p, const char *key) {
    fcap_ratio out = {0, 0};
    find_key(p, key);
    if (p->at != NULL && *p->at == '"') {
        p->at++;
        out.num = take_count(p, 0x1p31);
        p->at = p->at != NULL && *p->at == '/' ? p->at + 1 : NULL;
        out.den = take_count(p, 0x1p31);
    } else if (!is_null(p)) {
        p->at = NULL;
    }
    return out;
}

/* A count behind the name of a group, whatever that is: only its place tells it from the keys.
 */
static int64_t next_count(place *p) {
    const char *c = p->at != NULL && strncmp(p->at, ", \"", 3) == 0 ? p->at + 3 : NULL;
    while (c != NULL && *c != '"') {
        c = *c == 0 || (*c == '\\' && c[1] == 0) ? NULL : c + (*c == '\\' ? 2 : 1);
    }
    p->at = c != NULL && strncmp(c, "\": ", 3) == 0 ? c + 3 : NULL;
    return take_count(p, 0x1p53);
}

static void read_clusters(place *p, const schema *s, int32_t k, claims *out) {
    p->at = p->at != NULL ? strstr(p->at, "\"clusters\": [") : NULL;
    for (int32_t i = 0; i < k; i++) {
        out->size[i] = count_of(p, "size");
        out->medoid[i] = count_of(p, "medoid") - 1;
        for (int32_t g = 0; g < s->n_groups; g++) {
            out->count[g * k + i] = s->n_groups == 2 ? next_count(p) : out->size[i];
        }
    }
}

fcap_status fcap_claims_read(fcap_run *run, const char *within, const schema *s, int32_t k,
                             claims *out) {
    char *path = NULL;
    char *text = NULL;
    *out = (claims){.size = arena_array(&run->mem, int64_t, k),
                    .medoid = arena_array(&run->mem, int64_t, k),
                    .count = arena_array(&run->mem, int64_t, (int64_t)k * s->n_groups)};
    if (out->size == NULL || out->medoid == NULL || out->count == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %d clusters", (int)k);
    }
    TRY(fcap_report_text(run, within, &path, &text));
    place p = {text};
    out->n = count_of(&p, "n");
    out->dropped = count_of(&p, "dropped");
    out->coordinates = count_of(&p, "coordinates");
    int64_t const clusters = count_of(&p, "k");
    if (p.at != NULL && clusters != k) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s has %lld clusters, %d were asked for (-k)",
                             path, (long long)clusters, (int)k);
    }
    out->balance = ratio_of(&p, "balance");
    out->cost = number_of(&p, "cost");
    find_key(&p, "lower_bound");
    out->lower_bound = is_null(&p) ? -1 : take_number(&p);
    out->fixed_medoid_bound = number_of(&p, "fixed_medoid_bound");
    out->fixed_medoid_gap = number_of(&p, "fixed_medoid_gap");
    out->smallest = count_of(&p, "smallest");
    out->largest = count_of(&p, "largest");
    read_clusters(&p, s, k, out);
    return p.at != NULL ? FCAP_OK
                        : fcap_run_fail(run, FCAP_E_DATA,
                                        "%s is damaged: not all of what a report of %d "
                                        "clusters says is there",
                                        path, (int)k);
}

/* No bound of an answer is above its cost, and the gap is what lies between them. */
static const char *false_bound(const claims *said, double cost) {
    double const most = cost * (1 + COST_TOLERANCE);
    double const gap = cost > 0 ? (cost - said->fixed_medoid_bound) / cost : 0;
    return said->lower_bound > most          ? "lower_bound"
           : said->fixed_medoid_bound > most ? "fixed_medoid_bound"
           : fabs(said->fixed_medoid_gap - (gap > 0 ? gap : 0)) > COST_TOLERANCE
               ? "fixed_medoid_gap"
               : NULL;
}

const char *fcap_claims_false(const claims *said, const claims *found, int32_t k,
                              int32_t n_groups) {
    size_t const each = sizeof *said->size;
    if (said->dropped != found->dropped) {
        return "dropped";
    }
    if (said->coordinates != found->coordinates) {
        return "coordinates";
    }
    if (said->balance.num * found->balance.den != said->balance.den * found->balance.num ||
        (said->balance.den == 0) != (found->balance.den == 0)) {
        return "balance";
    }
    if (said->smallest != found->smallest) {
        return "smallest";
    }
    if (said->largest != found->largest) {
        return "largest";
    }
    if (memcmp(said->size, found->size, (size_t)k * each) != 0) {
        return "size";
    }
    if (memcmp(said->count, found->count, (size_t)k * (size_t)n_groups * each) != 0) {
        return "clusters";
    }
    return false_bound(said, found->cost);
}
