/* claims.c - see claims.h. */
#include "shard/claims.h"

#include "base/text.h"
#include "shard/json_in.h"
#include "shard/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* "3/4", or null. */
static fcap_ratio take_ratio(json_place *p) {
    fcap_ratio out = {0, 0};
    if (!fcap_json_passes(p, "null")) {
        fcap_json_expect(p, "\"");
        out.num = fcap_json_count(p, 0x1p31);
        fcap_json_expect(p, "/");
        out.den = fcap_json_count(p, 0x1p31);
        fcap_json_expect(p, "\"");
    }
    return out;
}

static double number_of(json_place *p, const char *key) {
    fcap_json_next(p, key);
    return fcap_json_number(p);
}

static int64_t count_of(json_place *p, const char *key) {
    fcap_json_next(p, key);
    return fcap_json_count(p, 0x1p53);
}

/* Keys that are not compared. */
static void skip_keys(json_place *p, const char *const *key) {
    for (; *key != NULL; key++) {
        fcap_json_next(p, *key);
        fcap_json_skip(p);
    }
}

/* ---------------------------------------------------------------- clusters */

typedef struct reading {
    fcap_run *run;
    const char *path;
    const schema *s;
    int32_t k;
    claims *out;
    json_place p;
} reading;

static fcap_status refuse_groups(const reading *w, int32_t i) {
    const char *const text[] = {w->s->group[0], w->s->group[1],
                                w->s->from->l->name[w->s->protect]};
    char name[3][EXCERPT_SIZE];
    for (int x = 0; x < 3; x++) {
        fcap_excerpt(text[x], strlen(text[x]), name[x]);
    }
    return fcap_run_fail(w->run, FCAP_E_DATA,
                         "%s is damaged: it counts other groups in cluster %d than %s and %s "
                         "of %s",
                         w->path, (int)i + 1, name[0], name[1], name[2]);
}

/* Counts behind the names of both groups, in any order. */
static fcap_status read_groups(reading *w, int32_t i) {
    const schema *const s = w->s;
    json_place *const p = &w->p;
    fcap_json_next(p, "groups");
    if (s->n_groups == 1) {
        w->out->count[i] = w->out->size[i];
        fcap_json_skip(p);
        return FCAP_OK;
    }
    fcap_json_expect(p, "{");
    if (p->at != NULL && !fcap_json_passes_text(p, s->from->l->name[s->protect])) {
        return refuse_groups(w, i);
    }
    fcap_json_expect(p, ":");
    fcap_json_expect(p, "{");
    int before = -1;
    for (int n = 0; n < 2; n++) {
        fcap_json_expect(p, n > 0 ? "," : "");
        int const g = fcap_json_passes_text(p, s->group[0])   ? 0
                      : fcap_json_passes_text(p, s->group[1]) ? 1
                                                              : -1;
        if (p->at == NULL) {
            return FCAP_OK;
        }
        if (g < 0 || g == before) {
            return refuse_groups(w, i);
        }
        fcap_json_expect(p, ":");
        w->out->count[g * w->k + i] = fcap_json_count(p, 0x1p53);
        before = g;
    }
    fcap_json_expect(p, "}");
    fcap_json_expect(p, "}");
    return FCAP_OK;
}

static fcap_status read_clusters(reading *w) {
    json_place *const p = &w->p;
    fcap_json_next(p, "clusters");
    fcap_json_expect(p, "[");
    for (int32_t i = 0; i < w->k && p->at != NULL; i++) {
        fcap_json_expect(p, i > 0 ? "," : "");
        fcap_json_expect(p, "{");
        fcap_json_key(p, "cluster");
        int64_t const number = fcap_json_count(p, 0x1p31);
        w->out->size[i] = count_of(p, "size");
        w->out->medoid[i] = count_of(p, "medoid") - 1;
        TRY(read_groups(w, i));
        fcap_json_expect(p, "}");
        if (p->at == NULL || number != i + 1) {
            return fcap_run_fail(w->run, FCAP_E_DATA,
                                 "%s is damaged at, or before, cluster %d of %d", w->path,
                                 (int)i + 1, (int)w->k);
        }
    }
    if (fcap_json_passes(p, ",")) {
        return fcap_run_fail(w->run, FCAP_E_DATA,
                             "%s has more clusters than its k, which is %d", w->path,
                             (int)w->k);
    }
    fcap_json_expect(p, "]");
    return FCAP_OK;
}

/* ---------------------------------------------------------------- the report */

/* Its keys in their order: one that is there twice, or that no report has, could say anything.
 */
static fcap_status read_report(reading *w) {
    static const char *const sizes[] = {"max_size", "min_size", "balance_required", NULL};
    static const char *const choices[] = {"scale",  "metric", "features", "seed",
                                          "effort", "status", NULL};
    static const char *const course[] = {"assignment_proved", "rounds", "passes", "gathered",
                                         NULL};
    json_place *const p = &w->p;
    claims *const out = w->out;
    fcap_json_expect(p, "{");
    fcap_json_key(p, "faircap");
    fcap_json_skip(p);
    fcap_json_next(p, "request");
    fcap_json_skip(p);
    out->n = count_of(p, "n");
    out->dropped = count_of(p, "dropped");
    out->coordinates = count_of(p, "coordinates");
    int64_t const clusters = count_of(p, "k");
    if (p->at != NULL && clusters != w->k) {
        return fcap_run_fail(w->run, FCAP_E_DATA, "%s has %lld %s, %d %s asked for (-k)",
                             w->path, (long long)clusters,
                             clusters == 1 ? "cluster" : "clusters", (int)w->k,
                             w->k == 1 ? "was" : "were");
    }
    skip_keys(p, sizes);
    fcap_json_next(p, "balance");
    out->balance = take_ratio(p);
    skip_keys(p, choices);
    out->cost = number_of(p, "cost");
    fcap_json_next(p, "lower_bound");
    out->lower_bound = fcap_json_passes(p, "null") ? -1 : fcap_json_number(p);
    out->fixed_medoid_bound = number_of(p, "fixed_medoid_bound");
    out->fixed_medoid_gap = number_of(p, "fixed_medoid_gap");
    skip_keys(p, course);
    out->smallest = count_of(p, "smallest");
    out->largest = count_of(p, "largest");
    if (p->at != NULL) {
        TRY(read_clusters(w));
    }
    fcap_json_expect(p, "}");
    fcap_json_expect(p, "");
    if (p->at != NULL && *p->at != 0) {
        return fcap_run_fail(w->run, FCAP_E_DATA,
                             "%s is damaged: there is more text behind its end", w->path);
    }
    return p->at != NULL
               ? FCAP_OK
               : fcap_run_fail(w->run, FCAP_E_DATA,
                               "%s is damaged: what a report says is not there, or not in "
                               "its order",
                               w->path);
}

fcap_status fcap_claims_read(fcap_run *run, const char *within, const schema *s, int32_t k,
                             claims *out) {
    char *path = NULL;
    char *text = NULL;
    *out = (claims){.size = arena_array(&run->mem, int64_t, k),
                    .medoid = arena_array(&run->mem, int64_t, k),
                    .count = arena_array(&run->mem, int64_t, (int64_t)k * s->n_groups)};
    if (out->size == NULL || out->medoid == NULL || out->count == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for k = %d", (int)k);
    }
    TRY(fcap_report_text(run, within, &path, &text));
    return read_report(
        &(reading){.run = run, .path = path, .s = s, .k = k, .out = out, .p = {text}});
}

/* No bound of an answer is above its cost, which has been compared, and the gap is what lies
 * between them. */
static const char *false_bound(const claims *said) {
    double const cost = said->cost;
    double const most = cost * (1 + COST_TOLERANCE);
    double const gap = cost > 0 ? (cost - said->fixed_medoid_bound) / cost : 0;
    return said->lower_bound > most          ? "lower_bound"
           : said->fixed_medoid_bound > most ? "fixed_medoid_bound"
           : fabs(said->fixed_medoid_gap - (gap > 0 ? gap : 0)) > COST_TOLERANCE
               ? "fixed_medoid_gap"
               : NULL;
}

/* A key of the report that is about all clusters. */
static const char *false_key(const claims *said, const claims *found) {
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
    return said->smallest != found->smallest ? "smallest"
           : said->largest != found->largest ? "largest"
                                             : NULL;
}

int fcap_claims_false(const claims *said, const claims *found, int32_t k, int32_t n_groups,
                      char *what, size_t size) {
    const char *key = false_key(said, found);
    int32_t cluster = 0;
    for (int32_t i = 0; i < k && key == NULL; i++) {
        cluster = i + 1;
        key = said->size[i] != found->size[i] ? "size" : NULL;
        for (int32_t g = 0; g < n_groups && key == NULL; g++) {
            key = said->count[g * k + i] != found->count[g * k + i] ? "groups" : NULL;
        }
    }
    if (key == NULL || cluster == 0) {
        key = key != NULL ? key : false_bound(said);
        snprintf(what, size, "%s", key != NULL ? key : "");
    } else {
        snprintf(what, size, "%s of cluster %d", key, (int)cluster);
    }
    return key != NULL;
}
