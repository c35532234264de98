/* broken.c - the rules that a labelling breaks, one by one, with who and where.
 *
 * fcap_measure() counts them; a page that moves students by hand must name them.
 */
#include "json_more.h"
#include "labels.h"
#include "wishes.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SENTENCE = 1024,
    NAME = 200,
    LISTED_MOST = 1000 /* of one kind; a page cannot show more */
};

typedef struct fault {
    int32_t group;
    const char *rule;
    const char *column; /* NULL: none */
    const char *value;  /* likewise */
    const int64_t *point;
    int64_t n_points;
} fault;

typedef struct list {
    output *out;
    const result *r;
    int n;
    int32_t *count; /* of each group */
} list;

static void add(list *l, const fault *f, const char *format, ...) FCAP_PRINTF(3);

static void add(list *l, const fault *f, const char *format, ...) {
    char sentence[SENTENCE];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    output *const out = l->out;
    const int64_t *const rows = fcap_dataset_rows(l->r->job->dataset);
    int n = 0;
    l->count[f->group]++;
    json_comma(out, &l->n);
    output_text(out, "{");
    json_whole(out, &n, "group", f->group);
    json_text(out, &n, "rule", f->rule);
    if (f->column != NULL) {
        json_text(out, &n, "column", f->column);
    }
    if (f->value != NULL) {
        json_text(out, &n, "value", f->value);
    }
    if (f->n_points > 0) {
        json_field(out, &n, "rows");
        for (int64_t i = 0; i < f->n_points; i++) {
            output_format(out, "%s%lld", i > 0 ? "," : "[", (long long)rows[f->point[i]]);
        }
        output_text(out, "]");
    }
    json_text(out, &n, "sentence", sentence);
    output_text(out, "}");
}

static const char *name_of(const list *l, int64_t point, char text[NAME]) {
    const job *const j = l->r->job;
    roster_name(&j->roster, j->table, j->id, fcap_dataset_rows(j->dataset)[point], text, NAME);
    return text;
}

/* ---- groups ---- */

static void find_sizes(list *l, int32_t g, const char *name) {
    const fcap_rules *const r = &l->r->job->rules;
    int64_t const size = l->r->measures.size[g];
    fault const f = {.group = g, .rule = "size"};
    if (size == 0) {
        add(l, &f, "%s has nobody in it.", name);
    } else if (size > r->max_size) {
        add(l, &f, "%s has %lld students, more than %lld.", name, (long long)size,
            (long long)r->max_size);
    } else if (size < r->min_size) {
        add(l, &f, "%s has %lld %s, fewer than %lld.", name, (long long)size,
            size == 1 ? "student" : "students", (long long)r->min_size);
    }
}

/* "2 F, 0 M" */
static void count_kinds(const job *j, int32_t a, const int64_t *count,
                        char text[SENTENCE / 2]) {
    size_t at = 0;
    text[0] = 0;
    for (int32_t v = 0; v < j->problem.attribute[a].n_groups && at + 80 < SENTENCE / 2; v++) {
        at += (size_t)snprintf(text + at, SENTENCE / 2 - at, "%s%lld %.60s", v > 0 ? ", " : "",
                               (long long)count[v], fcap_dataset_group_name(j->dataset, a, v));
    }
}

/* Less of a kind than its share of the group. */
static int lacks_a_share(const job *j, int32_t a, const int64_t *count, int64_t size) {
    int lacks = 0;
    for (int32_t i = 0; i < j->rules.n_shares; i++) {
        const fcap_share *const s = &j->rules.share[i];
        lacks |= s->attribute == a && count[s->group] * s->least.den < s->least.num * size;
    }
    return lacks;
}

static void find_mix(list *l, int32_t g, int32_t a, const int64_t *count, const char *name) {
    const job *const j = l->r->job;
    const fcap_attribute *const of = &j->problem.attribute[a];
    int64_t least = INT64_MAX;
    int64_t most = 0;
    for (int32_t v = 0; v < of->n_groups; v++) {
        least = count[v] < least ? count[v] : least;
        most = count[v] > most ? count[v] : most;
    }
    int const uneven = most > 0 && least * of->balance.den < of->balance.num * most;
    if (uneven || lacks_a_share(j, a, count, l->r->measures.size[g])) {
        char kinds[SENTENCE / 2];
        fault const f = {.group = g,
                         .rule = "balance",
                         .column = fcap_dataset_attribute_name(j->dataset, a)};
        count_kinds(j, a, count, kinds);
        add(l, &f, "%s is not mixed by %.100s: %s.", name, f.column, kinds);
    }
}

static void find_alone(list *l, int32_t g, int32_t a, const int64_t *count, const char *name) {
    const job *const j = l->r->job;
    for (int32_t i = 0; i < j->rules.n_no_isolate; i++) {
        int32_t const v = j->rules.no_isolate[i].group;
        if (j->rules.no_isolate[i].attribute != a || count[v] != 1) {
            continue;
        }
        int64_t who = 0;
        while (l->r->labels[who] != g || j->problem.attribute[a].group[who] != v) {
            who++;
        }
        char text[NAME];
        fault const f = {.group = g,
                         .rule = "nobody-alone",
                         .column = fcap_dataset_attribute_name(j->dataset, a),
                         .value = fcap_dataset_group_name(j->dataset, a, v),
                         .point = &who,
                         .n_points = 1};
        add(l, &f, "%s is alone in %s: the only one with %.100s %.100s.", name_of(l, who, text),
            name, f.column, f.value);
    }
}

static void find_in_group(list *l, int32_t g) {
    const job *const j = l->r->job;
    const int64_t *count = l->r->measures.count + (int64_t)g * job_group_total(j);
    char name[GROUP_NAME_SIZE];
    wishes_group_name(j, g, name);
    find_sizes(l, g, name);
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        find_mix(l, g, a, count, name);
        find_alone(l, g, a, count, name);
        count += j->problem.attribute[a].n_groups;
    }
}

/* ---- students ---- */

static void find_separated(list *l) {
    const job *const j = l->r->job;
    const fcap_sets *const sets = &j->rules.together;
    for (int64_t s = 0; s < sets->n; s++) {
        const int64_t *const point = sets->member + sets->start[s];
        int64_t const n = sets->start[s + 1] - sets->start[s];
        int64_t i = 1;
        while (i < n && l->r->labels[point[i]] == l->r->labels[point[0]]) {
            i++;
        }
        if (i < n) {
            char one[NAME];
            char other[NAME];
            fault const f = {l->r->labels[point[0]], "together", NULL, NULL, point, n};
            add(l, &f, "%s and %s are not in one group.", name_of(l, point[0], one),
                name_of(l, point[i], other));
        }
    }
}

static int64_t pair_key(int64_t a, int64_t b, int64_t n) {
    return a < b ? a * n + b : b * n + a;
}

static int by_key(const void *left, const void *right) {
    const int64_t *const a = left;
    const int64_t *const b = right;
    return (*a > *b) - (*a < *b);
}

/* Pairs of the sets that share a group, each once, in the order of the rows. */
static int64_t *meeting_pairs(const list *l, const fcap_sets *sets, int64_t *n_pairs) {
    int64_t const n = l->r->job->problem.n;
    int64_t room = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        int64_t const size = sets->start[s + 1] - sets->start[s];
        room += size * (size - 1) / 2;
    }
    int64_t *const pair = need((size_t)room, sizeof *pair);
    int64_t found = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t i = sets->start[s]; i < sets->start[s + 1]; i++) {
            for (int64_t k = sets->start[s]; k < i; k++) {
                if (l->r->labels[sets->member[i]] == l->r->labels[sets->member[k]]) {
                    pair[found++] = pair_key(sets->member[i], sets->member[k], n);
                }
            }
        }
    }
    qsort(pair, (size_t)found, sizeof *pair, by_key);
    *n_pairs = 0;
    for (int64_t i = 0; i < found; i++) {
        if (i == 0 || pair[i] != pair[i - 1]) {
            pair[(*n_pairs)++] = pair[i];
        }
    }
    return pair;
}

static void find_meetings(list *l, const fcap_sets *sets, const char *rule, const char *words) {
    int64_t const n = l->r->job->problem.n;
    int64_t n_pairs;
    int64_t *const pair = meeting_pairs(l, sets, &n_pairs);
    for (int64_t i = 0; i < n_pairs && i < LISTED_MOST; i++) {
        int64_t const two[] = {pair[i] / n, pair[i] % n};
        char one[NAME];
        char other[NAME];
        fault const f = {l->r->labels[two[0]], rule, NULL, NULL, two, 2};
        add(l, &f, "%s and %s %s.", name_of(l, two[0], one), name_of(l, two[1], other), words);
    }
    free(pair);
}

void broken_write(output *out, const result *r, int32_t *count) {
    list l = {.out = out, .r = r, .count = count};
    output_text(out, "[");
    for (int32_t g = 0; g < r->job->rules.k; g++) {
        find_in_group(&l, g);
    }
    find_separated(&l);
    find_meetings(&l, &r->job->rules.apart, "apart", "should not be in one group");
    find_meetings(&l, &r->job->rules.avoid, "avoid", "have been in one group before");
    output_text(out, "]");
}
