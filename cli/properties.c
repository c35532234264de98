/* properties.c - see properties.h. */
#include "properties.h"

#include "json.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

verdict verdict_open(void) {
    return (verdict){.bound = -1};
}

void verdict_close(verdict *v) {
    free(v->property);
    *v = verdict_open();
}

property *verdict_add(verdict *v, const char *name, int ok) {
    if (v->n == v->room) {
        int const room = 2 * v->room + 16;
        property *const bigger = need((size_t)room, sizeof *bigger);
        if (v->n > 0) {
            memcpy(bigger, v->property, (size_t)v->n * sizeof *bigger);
        }
        free(v->property);
        v->property = bigger;
        v->room = room;
    }
    property *const p = &v->property[v->n++];
    snprintf(p->name, sizeof p->name, "%s", name);
    p->ok = ok;
    return p;
}

void verdict_add_counts(verdict *v, const char *name, int ok, int64_t value, int64_t limit) {
    property *const p = verdict_add(v, name, ok);
    snprintf(p->value, sizeof p->value, "%lld", (long long)value);
    snprintf(p->limit, sizeof p->limit, "%lld", (long long)limit);
}

void verdict_add_number(verdict *v, const char *name, int ok, double value, double limit) {
    property *const p = verdict_add(v, name, ok);
    fcap_number_print(value, p->value);
    if (limit >= 0) {
        fcap_number_print(limit, p->limit);
    }
}

int verdict_all_ok(const verdict *v) {
    int ok = 1;
    for (int i = 0; i < v->n; i++) {
        ok &= v->property[i].ok;
    }
    return ok;
}

/* ---- saying ---- */

void verdict_print(const verdict *v) {
    for (int i = 0; i < v->n; i++) {
        const property *const p = &v->property[i];
        printf("%s: %s (%s%s%s%s%s)\n", p->name, p->ok ? "ok" : "VIOLATED", p->value,
               p->limit[0] != 0 ? ", " : "", p->limit, p->reason[0] != 0 ? "; " : "",
               p->reason);
    }
}

static void number_or_null(output *out, double value, int there) {
    if (there) {
        output_number(out, value);
    } else {
        output_text(out, "null");
    }
}

static void text_or_null(output *out, const char *key, const char *text) {
    output_text(out, ", ");
    json_key(out, key);
    if (text[0] != 0) {
        json_string(out, text);
    } else {
        output_text(out, "null");
    }
}

static void write_json(output *out, const verdict *v, const job *j) {
    output_text(out, "{\"status\": ");
    json_string(out, verdict_all_ok(v) ? "ok" : "violated");
    output_text(out, ", \"cost\": ");
    number_or_null(out, v->cost, v->has_cost);
    if (j->args->certificate != NULL) {
        output_text(out, ", \"lower_bound\": ");
        number_or_null(out, v->bound, v->bound >= 0);
    }
    output_text(out, ", \"properties\": [");
    for (int i = 0; i < v->n; i++) {
        const property *const p = &v->property[i];
        output_text(out, i > 0 ? ",\n {\"property\": " : "\n {\"property\": ");
        json_string(out, p->name);
        output_format(out, ", \"ok\": %s, \"value\": ", p->ok ? "true" : "false");
        json_string(out, p->value);
        text_or_null(out, "limit", p->limit);
        text_or_null(out, "reason", p->reason);
        output_text(out, "}");
    }
    output_text(out, "]}\n");
}

int verdict_json(const verdict *v, const job *j) {
    output *const out = need(1, sizeof *out);
    int code = output_open(out, j->args->json);
    if (code == 0) {
        write_json(out, v, j);
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
        output_discard(out);
    }
    free(out);
    return code;
}
