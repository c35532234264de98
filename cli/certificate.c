/* certificate.c - see certificate.h. Reading takes any bytes, and no more than such a file has.
 */
#include "certificate.h"

#include "text_in.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char FIRST_LINE[] = "faircap certificate 1\n";
static const char LAST_WORD[] = "checksum ";

enum {
    HEAD_MOST = 400,                  /* bytes of everything but the multipliers */
    LINE_MOST = FCAP_NUMBER_SIZE + 1, /* of a multiplier */
    LAST_SIZE = sizeof LAST_WORD + 16 /* the word, 16 digits and a line end */
};

/* The attribute whose balance is asked for; NULL: none, or several, which no proof is about. */
static const fcap_attribute *balanced(const job *j, int *n) {
    const fcap_attribute *found = NULL;
    *n = 0;
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        if (j->problem.attribute[a].balance.num > 0) {
            found = &j->problem.attribute[a];
            (*n)++;
        }
    }
    return *n == 1 ? found : NULL;
}

static void data_checksum(const job *j, char text[CHECKSUM_SIZE]) {
    int n_balances;
    const fcap_attribute *const t = balanced(j, &n_balances);
    uint64_t const points = checksum_points(CHECKSUM_START, &j->problem);
    checksum_print(t != NULL ? checksum_groups(points, &j->problem, t) : points, text);
}

/* ---- writing ---- */

static fcap_ratio balance_of(const job *j) {
    int n;
    const fcap_attribute *const t = balanced(j, &n);
    return t != NULL ? t->balance : (fcap_ratio){0, 1};
}

void certificate_write(output *out, const job *j, const double *multiplier, double bound) {
    fcap_ratio const t = balance_of(j);
    char data[CHECKSUM_SIZE];
    data_checksum(j, data);
    size_t const room = HEAD_MOST + (size_t)j->problem.n * LINE_MOST;
    char *const text = need(room, 1);
    char number[FCAP_NUMBER_SIZE];
    fcap_number_print(bound, number);
    size_t at = (size_t)snprintf(
        text, room,
        "%sn %lld\nk %d\nmax_size %lld\nmin_size %lld\nbalance %lld/%lld\ndata %s\nbound "
        "%s\nmultipliers\n",
        FIRST_LINE, (long long)j->problem.n, (int)j->rules.k,
        (long long)fcap_rules_capacity(&j->rules, j->weight), (long long)j->rules.min_size,
        (long long)t.num, (long long)t.den, data, number);
    for (int64_t i = 0; i < j->problem.n; i++) {
        at += (size_t)fcap_number_print(multiplier[i], text + at);
        text[at++] = '\n';
    }
    output_bytes(out, text, at);
    output_format(out, "%s%016llx\n", LAST_WORD,
                  (unsigned long long)checksum_bytes(CHECKSUM_START, text, at));
    free(text);
}

/* ---- reading ---- */

/* A text that is taken line by line. */
typedef struct reader {
    const char *at;
    const char *end;
    certificate *to;
} reader;

static void wrong(certificate *c, const char *format, ...) FCAP_PRINTF(2);
static void wrong(certificate *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->why, sizeof c->why, format, args);
    va_end(args);
}

/* The rest of a line after "key "; the whole line without a key. 0: the line is not that. */
static int take(reader *r, const char *key, const char **text, size_t *size) {
    const char *const line_end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    size_t const length = strlen(key);
    if (line_end == NULL || (size_t)(line_end - r->at) < length ||
        memcmp(r->at, key, length) != 0) {
        return 0;
    }
    *text = r->at + length;
    *size = (size_t)(line_end - *text);
    r->at = line_end + 1;
    return 1;
}

/* A line "key value", where value must be the expected one. */
static int expect(reader *r, const char *key, const char *value) {
    char start[32];
    char shown[40];
    const char *text;
    size_t size;
    snprintf(start, sizeof start, "%s ", key);
    if (!take(r, start, &text, &size)) {
        wrong(r->to, "it has no line for %s", key);
        return 0;
    }
    if (size != strlen(value) || memcmp(text, value, size) != 0) {
        fcap_text_display(text, size, 24, shown, sizeof shown);
        wrong(r->to, "it is about %s %s; here it is %s%s", key, shown, value,
              strcmp(key, "data") == 0 ? ", made of other rows, columns, --scale or --missing"
                                       : "");
        return 0;
    }
    return 1;
}

static int expect_count(reader *r, const char *key, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    return expect(r, key, text);
}

static int take_number(reader *r, const char *key, double *value) {
    const char *text;
    size_t size;
    return take(r, key, &text, &size) && fcap_number_parse(text, size, '.', value) == 1;
}

static int expect_request(reader *r, const job *j) {
    fcap_ratio const t = balance_of(j);
    char balance[48];
    int n_balances;
    balanced(j, &n_balances);
    if (n_balances > 1) {
        wrong(r->to, "there is none for the balance of several attributes");
        return 0;
    }
    snprintf(balance, sizeof balance, "%lld/%lld", (long long)t.num, (long long)t.den);
    return expect_count(r, "n", j->problem.n) && expect_count(r, "k", j->rules.k) &&
           expect_count(r, "max_size", fcap_rules_capacity(&j->rules, j->weight)) &&
           expect_count(r, "min_size", j->rules.min_size) && expect(r, "balance", balance) &&
           expect(r, "data", r->to->data);
}

static int take_multipliers(reader *r, int64_t n) {
    const char *text;
    size_t size;
    if (!take_number(r, "bound ", &r->to->bound) || !(r->to->bound >= 0)) {
        wrong(r->to, "it claims no bound of at least 0");
        return 0;
    }
    if (!take(r, "multipliers", &text, &size) || size != 0) {
        wrong(r->to, "it has no multipliers");
        return 0;
    }
    r->to->multiplier = need((size_t)n, sizeof *r->to->multiplier);
    for (int64_t i = 0; i < n; i++) {
        if (!take_number(r, "", &r->to->multiplier[i])) {
            wrong(r->to, "multiplier %lld of %lld is no number", (long long)i + 1,
                  (long long)n);
            return 0;
        }
    }
    if (r->at != r->end) {
        wrong(r->to, "it has more than %lld multipliers", (long long)n);
        return 0;
    }
    return 1;
}

static int begins_as_one(const char *text, size_t size) {
    size_t const first = sizeof FIRST_LINE - 1;
    return size >= first && memcmp(text, FIRST_LINE, first) == 0;
}

/* Does the text begin as a certificate? Mail and editors may have changed its line ends. */
static int open_first(reader *r, const char *text, size_t size) {
    size_t const words = sizeof FIRST_LINE - 2;
    if (size > words && memcmp(text, FIRST_LINE, words) == 0 && text[words] == '\r') {
        wrong(r->to, "its line ends were changed to CR LF; it must be as it was written");
        return 0;
    }
    if (!begins_as_one(text, size)) {
        wrong(r->to, "the file is no certificate of version 1");
        return 0;
    }
    r->at = text + sizeof FIRST_LINE - 1;
    r->end = text + size;
    return 1;
}

/* Takes the last line, and with it the doubt that anything before it has changed. */
static int open_last(reader *r, const char *text, size_t size) {
    size_t last = size - 1;
    while (last > 0 && text[last - 1] != '\n') {
        last--;
    }
    if (size - last < sizeof LAST_WORD ||
        memcmp(text + last, LAST_WORD, sizeof LAST_WORD - 1) != 0) {
        wrong(r->to, "its last line is no checksum: the file was cut, or something was added");
        return 0;
    }
    char line[LAST_SIZE + 1];
    snprintf(line, sizeof line, "%s%016llx\n", LAST_WORD,
             (unsigned long long)checksum_bytes(CHECKSUM_START, text, last));
    if (size - last != LAST_SIZE || memcmp(text + last, line, LAST_SIZE) != 0) {
        wrong(r->to, "the file is damaged: its checksum is another");
        return 0;
    }
    r->end = text + last;
    return 1;
}

int certificate_read(certificate *c, const job *j, const char *path) {
    *c = (certificate){.bound = -1};
    size_t const most = HEAD_MOST + (size_t)j->problem.n * LINE_MOST + LAST_SIZE + 1;
    size_t size = 0;
    char *const text = text_read(path, most, &size);
    if (text == NULL) {
        return EXIT_IO;
    }
    data_checksum(j, c->data);
    reader r = {.at = text, .end = text, .to = c};
    int fits = open_first(&r, text, size);
    if (fits && size == most) { /* of more rows, or what follows it is none of it */
        fits = 0;
        if (expect_request(&r, j)) {
            wrong(c, "the file goes on after the last of its %lld multipliers",
                  (long long)j->problem.n);
        }
    }
    if (!fits || !open_last(&r, text, size) || !expect_request(&r, j) ||
        !take_multipliers(&r, j->problem.n)) {
        certificate_free(c);
    }
    free(text);
    return 0;
}

int certificate_is_one(const char *path) {
    char text[sizeof FIRST_LINE];
    FILE *const file = fopen(path, "rb");
    size_t const size = file != NULL ? fread(text, 1, sizeof text, file) : 0;
    if (file != NULL) {
        fclose(file);
    }
    return begins_as_one(text, size);
}

void certificate_free(certificate *c) {
    free(c->multiplier);
    c->multiplier = NULL;
}
