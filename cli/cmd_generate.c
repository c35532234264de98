/* cmd_generate.c - faircap generate: synthetic data as CSV. */
#include "commands.h"
#include "save.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    DIGITS_MOST = 9 /* of a weight; the message says so */
};

/* "LO-HI" */
static int parse_weights(const char *text, int64_t *low, int64_t *high) {
    int64_t value[2] = {0, 0};
    int part = 0;
    int digits = 0;
    for (const char *c = text; *c != 0; c++) {
        if (*c == '-' && part == 0 && digits > 0) {
            part = 1;
            digits = 0;
        } else if (*c >= '0' && *c <= '9' && digits < DIGITS_MOST) {
            value[part] = 10 * value[part] + (*c - '0');
            digits++;
        } else {
            return 0;
        }
    }
    *low = value[0];
    *high = value[1];
    return part == 1 && digits > 0 && value[0] >= 1 && value[0] <= value[1];
}

/* a, b, ..., z, aa, ab, ... */
static void group_letters(int32_t g, char out[8]) {
    char reversed[8];
    int n = 0;
    for (int64_t rest = (int64_t)g + 1; rest > 0; rest = (rest - 1) / 26) {
        reversed[n++] = (char)('a' + (rest - 1) % 26);
    }
    for (int i = 0; i < n; i++) {
        out[i] = reversed[n - 1 - i];
    }
    out[n] = 0;
}

static void write_table(output *out, const arguments *args, const double *x,
                        const int32_t *group, const int32_t *truth, const int64_t *weight) {
    output_text(out, "id");
    for (int64_t c = 1; c <= args->dim; c++) {
        output_format(out, ",x%lld", (long long)c);
    }
    output_text(out, ",group");
    output_text(out, weight != NULL ? ",weight" : "");
    output_text(out, args->truth ? ",truth\n" : "\n");
    for (int64_t i = 0; i < args->n; i++) {
        char letters[8];
        output_integer(out, i + 1);
        for (int64_t c = 0; c < args->dim; c++) {
            output_text(out, ",");
            output_number(out, x[i * args->dim + c]);
        }
        group_letters(group[i], letters);
        output_text(out, ",");
        output_text(out, letters);
        if (weight != NULL) {
            output_format(out, ",%lld", (long long)weight[i]);
        }
        if (args->truth) {
            output_format(out, ",%d", (int)truth[i] + 1);
        }
        output_text(out, "\n");
    }
}

int cmd_generate(const arguments *args) {
    fcap_generate_options o;
    fcap_generate_options_init(&o);
    o.n = args->n;
    o.dim = (int32_t)args->dim;
    o.groups = (int32_t)args->groups;
    o.balance = args->group_balance;
    o.true_clusters = (int32_t)args->true_clusters;
    o.seed = (uint64_t)args->seed;
    if (args->weights != NULL && !parse_weights(args->weights, &o.weight_low, &o.weight_high)) {
        return say_error(
            EXIT_USAGE,
            "--weights takes two whole numbers from 1 to 999999999, the smaller first, "
            "such as 1-10, not \"%s\"",
            safe(args->weights));
    }
    size_t const n = (size_t)args->n;
    double *const x = need(n * (size_t)args->dim, sizeof *x);
    int32_t *const group = need(n, sizeof *group);
    int32_t *const truth = need(n, sizeof *truth);
    int64_t *const weight = args->weights != NULL ? need(n, sizeof *weight) : NULL;
    output *const out = need(1, sizeof *out);
    fcap_error err;
    fcap_status const status = fcap_generate(&o, x, group, truth, weight, &err);
    int code = status == FCAP_OK ? 0 : say_error(exit_code_of(status), "%s", err.message);
    code = code != 0 ? code : output_open(out, args->output != NULL ? args->output : "-");
    if (code == 0) {
        write_table(out, args, x, group, truth, weight);
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
    }
    free(out);
    free(weight);
    free(truth);
    free(group);
    free(x);
    return code;
}
