/* ratio.c - "1/2", "0.5" and "1" as exact fractions. */
#include "base/text.h"
#include "problem/rules.h"

#include <string.h>

int64_t fcap_gcd(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t const rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Digits up to RATIO_LIMIT; returns the text behind them, or NULL. */
static const char *read_digits(const char *at, int64_t *value, int64_t *scale) {
    const char *const start = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        *value = 10 * *value + (*at - '0');
        *scale *= 10;
        if (*value > RATIO_LIMIT || *scale > (int64_t)RATIO_LIMIT * 10) {
            return NULL;
        }
    }
    return at == start ? NULL : at;
}

fcap_status fcap_ratio_parse(const char *text, fcap_ratio *out, fcap_error *err) {
    int64_t num = 0;
    int64_t den = 0;
    int64_t scale = 1;
    int64_t unused = 1;
    const char *at = *text == '.' ? text : read_digits(text, &num, &unused);
    if (at != NULL && *at == '/') {
        unused = 1;
        at = read_digits(at + 1, &den, &unused);
    } else if (at != NULL && *at == '.') {
        at = read_digits(at + 1, &num, &scale);
        den = scale;
    } else {
        den = 1;
    }
    int64_t const common = at != NULL && den > 0 ? fcap_gcd(num, den) : 1;
    if (at == NULL || *at != 0 || den == 0 || den / common > RATIO_LIMIT) {
        char shown[EXCERPT_SIZE];
        return fcap_error_set(err, FCAP_E_ARGUMENT,
                              "\"%s\" is not a fraction such as 1/2 or 0.5 (with whole "
                              "numbers up to 10^9)",
                              fcap_excerpt(text, strlen(text), shown));
    }
    *out = (fcap_ratio){num / common, den / common};
    return FCAP_OK;
}
