/* repeat.c - see repeat.h. */
#include "repeat.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

/* ---- words for a shell ---- */

static int is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != 0 && strchr("_-./,:=%+@", c) != NULL);
}

/* In single quotes where a shell would see more than letters in it. */
static void shell_word(output *out, const char *text) {
    int plain = text[0] != 0;
    for (const char *c = text; *c != 0; c++) {
        plain &= is_plain(*c);
    }
    if (plain) {
        svg_sentence(out, text);
        return;
    }
    output_text(out, "&#39;");
    for (const char *from = text; *from != 0;) {
        size_t const n = strcspn(from, "'");
        char *const part = need(n + 1, 1);
        memcpy(part, from, n);
        svg_sentence(out, part);
        free(part);
        from += n;
        if (*from != 0) {
            output_text(out, "&#39;\\&#39;&#39;");
            from++;
        }
    }
    output_text(out, "&#39;");
}

static void option(output *out, const char *name, const char *value) {
    if (value != NULL) {
        output_format(out, " %s ", name);
        shell_word(out, value);
    }
}

static void words_option(output *out, const char *name, const word_list *list) {
    for (int i = 0; i < list->n; i++) {
        option(out, name, list->word[i]);
    }
}

static void flag(output *out, const char *name, int set) {
    if (set) {
        output_format(out, " %s", name);
    }
}

static void count_option(output *out, const char *name, int64_t value, int64_t usual) {
    if (value != usual) {
        output_format(out, " %s %lld", name, (long long)value);
    }
}

static void decimal_option(output *out, const char *name, double value, double usual) {
    if (value != usual) {
        output_format(out, " %s ", name);
        output_number(out, value);
    }
}

/* ---- the request ---- */

static void data_options(output *out, const arguments *a) {
    static const char *const scale[] = {"minmax", "zscore", "none"};
    static const char *const missing[] = {"error", "drop", "impute", "category"};
    words_option(out, "-p", &a->protect);
    words_option(out, "-f", &a->features);
    words_option(out, "-x", &a->ignore);
    words_option(out, "--numeric", &a->numeric);
    words_option(out, "--categorical", &a->categorical);
    words_option(out, "--na", &a->na);
    option(out, "--id", a->id);
    flag(out, "--include-protected", a->include_protected);
    option(out, "--scale", a->scale != FCAP_SCALE_MINMAX ? scale[a->scale] : NULL);
    option(out, "--missing", a->missing != FCAP_MISSING_ERROR ? missing[a->missing] : NULL);
    flag(out, "--header", a->header);
    flag(out, "--no-header", a->no_header);
    option(out, "--delimiter", a->delimiter);
    flag(out, "--decimal-comma", a->decimal_comma);
    count_option(out, "--skip", a->skip, 0);
}

static void k_option(output *out, const curves *c) {
    output_text(out, " -k ");
    if (c->n_k > 2 && c->k[c->n_k - 1] - c->k[0] == c->n_k - 1) {
        output_format(out, "%d:%d", (int)c->k[0], (int)c->k[c->n_k - 1]);
        return;
    }
    for (int32_t i = 0; i < c->n_k; i++) {
        output_format(out, "%s%d", i > 0 ? "," : "", (int)c->k[i]);
    }
}

static void method_options(output *out, const scene *s) {
    const trials *const t = s->curves->trials;
    const arguments *const a = t->job->args;
    output_text(out, " --methods ");
    for (int32_t i = 0; i < t->n_series; i++) {
        output_format(out, "%s%s", i > 0 ? "," : "", t->series[i].name);
    }
    decimal_option(out, "--slack", ratio_value(a->slack), 1.01);
    decimal_option(out, "--lambda", a->lambda, 0.3);
    count_option(out, "-q", a->max_size, 0);
    count_option(out, "--effort", a->effort, 5);
    decimal_option(out, "--gap", a->gap, 0);
    flag(out, "--bound off", a->bound == FCAP_BOUND_OFF);
}

/* The grid of a tune: slacks of a choice, lambdas of one that has them. */
static void grid_options(output *out, const scene *s) {
    const series *const list = s->curves->trials->series;
    for (int lambda = 0; lambda < 2; lambda++) {
        for (int32_t i = 0; i < s->tuned->n; i++) {
            const tuned_choice *const c = &s->tuned->choice[i];
            if (lambda && !c->has_lambda) {
                continue;
            }
            int32_t const n = lambda ? c->n_lambdas : c->n_slacks;
            output_text(out, lambda ? " --lambda " : " --slack ");
            for (int32_t v = 0; v < n; v++) {
                const series *const at = &list[c->first + (lambda ? v : v * c->n_lambdas)];
                output_text(out, v > 0 ? "," : "");
                output_number(out, lambda ? at->lambda : ratio_value(at->slack));
            }
            break; /* the grid is the same for all */
        }
    }
}

void repeat_command(output *out, const scene *s) {
    const curves *const c = s->curves;
    const arguments *const a = c->trials->job->args;
    const char *const slash = strrchr(a->file[0], '/');
    output_format(out, "faircap %s ", s->tuned != NULL ? "tune" : "sweep");
    shell_word(out, slash != NULL ? slash + 1 : a->file[0]);
    data_options(out, a);
    k_option(out, c);
    count_option(out, "--min-size", a->min_size, 1);
    option(out, "-t", a->balance);
    if (s->tuned != NULL) {
        grid_options(out, s);
    } else {
        method_options(out, s);
    }
    flag(out, "--fairlet-centre random", a->fairlet_centre == FCAP_FAIRLET_CENTRE_RANDOM);
    decimal_option(out, "--time-limit", a->time_limit, 0);
    count_option(out, "--seed", a->seed, 1);
    count_option(out, "--seeds", c->most_seeds, 1);
    output_text(out, " -o FOLDER");
}
