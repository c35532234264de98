/* measure.c - what a labelling amounts to: see labels.h. */
#include "bridge.h"
#include "chosen.h"
#include "cmd_group.h"
#include "json_more.h"
#include "labels.h"
#include "text_in.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- the labels ---- */

int32_t *labels_load(job *j) {
    size_t size;
    size_t const wanted = ((size_t)j->problem.n + 1) * sizeof(int32_t);
    char *const bytes = text_read(LABELS, wanted + 1, &size);
    int32_t *const label = need((size_t)j->problem.n + 1, sizeof *label);
    int good = bytes != NULL && size == wanted &&
               j->problem.n == fcap_table_rows(j->table); /* of each row, none left out */
    if (good) {
        memcpy(label, bytes, wanted);
        good = label[j->problem.n] >= 1 && label[j->problem.n] <= 2 * j->problem.n;
    }
    for (int64_t i = 0; good && i < j->problem.n; i++) {
        good = label[i] >= 0 && label[i] < label[j->problem.n];
    }
    free(bytes);
    if (!good) {
        say_error(EXIT_DATA,
                  "the groups are not those of this roster: there must be one group "
                  "for each of its %lld rows",
                  (long long)j->problem.n);
        free(label);
        return NULL;
    }
    j->rules.k = label[j->problem.n];
    return label;
}

/* ---- groups ---- */

typedef struct members {
    int64_t *start; /* k + 1 */
    int64_t *point; /* group by group */
} members;

static members members_of(const result *r) {
    int32_t const k = r->job->rules.k;
    int64_t const n = r->job->problem.n;
    members m = {need((size_t)k + 1, sizeof *m.start), need((size_t)n, sizeof *m.point)};
    int64_t *const next = need((size_t)k, sizeof *next);
    for (int32_t g = 0; g < k; g++) {
        next[g] = m.start[g];
        m.start[g + 1] = m.start[g] + r->measures.size[g];
    }
    for (int64_t i = 0; i < n; i++) {
        m.point[next[r->labels[i]]++] = i;
    }
    free(next);
    return m;
}

static void write_kinds(output *out, const result *r, int32_t g, int32_t a, int32_t offset) {
    const job *const j = r->job;
    const int64_t *const count = r->measures.count + (int64_t)g * job_group_total(j) + offset;
    int n = 0;
    output_text(out, "{\"counts\":{");
    for (int32_t v = 0; v < j->problem.attribute[a].n_groups; v++) {
        if (count[v] > 0) {
            json_whole(out, &n, fcap_dataset_group_name(j->dataset, a, v), count[v]);
        }
    }
    output_format(out, "},\"unknown\":%lld}",
                  (long long)r->unknown[(int64_t)g * j->problem.n_attributes + a]);
}

static void write_numbers(output *out, const aims *of, const aim_column *c,
                          const int64_t *point, int64_t size) {
    int64_t known = 0;
    double sum = 0;
    double low = 0;
    double high = 0;
    for (int64_t i = 0; i < size; i++) {
        double const x = of->x[point[i] * of->d + c->first];
        if (c->known[point[i]]) {
            low = known == 0 || x < low ? x : low;
            high = known == 0 || x > high ? x : high;
            sum += x;
            known++;
        }
    }
    int n = 0;
    output_text(out, "{");
    json_real(out, &n, "mean", sum / (double)(known > 0 ? known : 1), known > 0);
    json_real(out, &n, "min", low, known > 0);
    json_real(out, &n, "max", high, known > 0);
    json_whole(out, &n, "unknown", size - known);
    output_text(out, "}");
}

static void write_texts(output *out, const aims *of, const aim_column *c, const int64_t *point,
                        int64_t size) {
    int64_t known = 0;
    int n = 0;
    output_text(out, "{\"counts\":{");
    for (int32_t v = 0; v < c->n; v++) {
        int64_t count = 0;
        for (int64_t i = 0; i < size; i++) {
            count += c->known[point[i]] && of->x[point[i] * of->d + c->first + v] == 1;
        }
        if (count > 0) {
            json_whole(out, &n, c->value[v], count);
        }
        known += count;
    }
    output_format(out, "},\"unknown\":%lld}", (long long)(size - known));
}

static double cost_each(const result *r, int32_t g) {
    int64_t const size = r->measures.size[g];
    return size > 0 ? r->measures.cluster_cost[g] / (double)size : 0;
}

static void write_group(output *out, const result *r, int32_t g, const members *m) {
    const job *const j = r->job;
    const int64_t *const point = m->point + m->start[g];
    int64_t const size = r->measures.size[g];
    int32_t offset = 0;
    int n = 0;
    int fields = 0;
    output_text(out, "{");
    json_whole(out, &fields, "size", size);
    json_real(out, &fields, "cost", cost_each(r, g), 1);
    json_field(out, &fields, "columns");
    output_text(out, "{");
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        json_field(out, &n, fcap_dataset_attribute_name(j->dataset, a));
        write_kinds(out, r, g, a, offset);
        offset += j->problem.attribute[a].n_groups;
    }
    for (int32_t i = 0; i < j->aims.n; i++) {
        const aim_column *const c = &j->aims.column[i];
        if (!job_makes_groups(j, c->column)) {
            json_field(out, &n, fcap_table_name(j->table, c->column));
            (c->numeric ? write_numbers : write_texts)(out, &j->aims, c, point, size);
        }
    }
    output_text(out, "}}");
}

/* ---- the worst first ---- */

typedef struct placed {
    int32_t broken;
    double cost;
    int32_t group;
} placed;

static int by_worst(const void *left, const void *right) {
    const placed *const a = left;
    const placed *const b = right;
    if (a->broken != b->broken) {
        return a->broken > b->broken ? -1 : 1;
    }
    if (a->cost != b->cost) {
        return a->cost > b->cost ? -1 : 1;
    }
    return (a->group > b->group) - (a->group < b->group);
}

static void write_order(output *out, const result *r, const int32_t *broken) {
    int32_t const k = r->job->rules.k;
    placed *const order = need((size_t)k, sizeof *order);
    for (int32_t g = 0; g < k; g++) {
        order[g] = (placed){broken[g], cost_each(r, g), g};
    }
    qsort(order, (size_t)k, sizeof *order, by_worst);
    for (int32_t i = 0; i < k; i++) {
        output_format(out, "%s%d", i > 0 ? "," : "", (int)order[i].group);
    }
    free(order);
}

/* ---- all of it ---- */

static void write_columns(output *out, const result *r) {
    const job *const j = r->job;
    double const lot = aims_by_lot(j->problem.n, j->rules.k);
    for (int32_t i = 0; i < j->aims.n; i++) {
        const aim_column *const c = &j->aims.column[i];
        int n = 0;
        output_text(out, i > 0 ? ",{" : "{");
        json_text(out, &n, "name", fcap_table_name(j->table, c->column));
        json_text(out, &n, "aim", c->diverse ? "diverse" : "similar");
        json_real(out, &n, "weight", c->weight, 1);
        json_whole(out, &n, "unknown", c->unknown);
        json_real(out, &n, "cost", c->diverse ? 1 - r->inside[i] : r->inside[i], c->total > 0);
        json_real(out, &n, "random", c->diverse ? 1 - lot : lot, 1);
        output_text(out, "}");
    }
}

void labels_write(output *out, const result *r) {
    int32_t const k = r->job->rules.k;
    int32_t *const broken = need((size_t)k, sizeof *broken);
    members m = members_of(r);
    int n = 0;
    output_text(out, "{");
    json_real(out, &n, "cost", r->measures.cost, 1);
    json_field(out, &n, "groups");
    output_text(out, "[");
    for (int32_t g = 0; g < k; g++) {
        output_text(out, g > 0 ? ",\n" : "");
        write_group(out, r, g, &m);
    }
    output_text(out, "]");
    json_field(out, &n, "columns");
    output_text(out, "[");
    write_columns(out, r);
    output_text(out, "]");
    json_field(out, &n, "broken");
    broken_write(out, r, broken);
    json_field(out, &n, "order");
    output_text(out, "[");
    write_order(out, r, broken);
    output_text(out, "]");
    json_whole(out, &n, "repeatedPairs", r->measures.repeated_pairs);
    output_text(out, "}");
    free(m.start);
    free(m.point);
    free(broken);
}

/* Sizes as asked for, and as many groups as the labels have. */
static int set_shape(job *j) {
    group_shape shape = {1, j->problem.n, 0};
    int const code = group_find_shape(j, &shape);
    if (code == 0) {
        group_set_shape(j, &shape);
    }
    return code;
}

int bridge_measure(output *out, const arguments *args) {
    job j;
    arguments asked;
    int code = group_open(&j, &asked, args);
    if (code != 0) {
        return code;
    }
    code = chosen_take(&j);
    code = code != 0 ? code : set_shape(&j);
    int32_t *const label = code == 0 ? labels_load(&j) : NULL;
    code = code == 0 && label == NULL ? EXIT_DATA : code;
    if (code == 0) {
        result r = {.job = &j, .labels = label, .capacity = j.rules.max_size};
        code = result_measure(&r, NULL);
        if (code == 0) {
            labels_write(out, &r);
        }
        result_close(&r);
    }
    free(label);
    job_close(&j);
    return code;
}
