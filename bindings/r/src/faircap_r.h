/* faircap_r.h - what the files of the R glue share.
 *
 * The glue converts and owns, nothing else. Two rules keep it free of leaks although R leaves
 * functions by longjmp: what a call needs lives in memory of R's (R_alloc, vectors), and what
 * the library must free hangs on an external pointer with a finalizer. And a third: a status
 * is returned to R as a list of class "faircap_failure", never raised from C.
 */
#ifndef FAIRCAP_R_H
#define FAIRCAP_R_H

#define R_NO_REMAP
#define STRICT_R_HEADERS
#include <R.h>
#include <Rinternals.h>
#include <faircap/faircap.h>
#include <faircap/table.h>

/* ---- values ---- */

/* The element of a list with that name; R_NilValue where there is none. */
SEXP fcap_r_field(SEXP list, const char *name);
double fcap_r_number(SEXP list, const char *name);
int fcap_r_flag(SEXP list, const char *name);
/* Whole numbers that R keeps as doubles; NULL for NULL. In R_alloc memory. */
const int64_t *fcap_r_counts(SEXP vector);
/* A text in UTF-8, valid until the call of R's ends. */
const char *fcap_r_text(SEXP vector, R_xlen_t i);
/* A text of the library's, which is UTF-8. */
SEXP fcap_r_string(const char *text);
/* "1/2"; NA for a denominator of 0, which means "none". */
SEXP fcap_r_ratio(fcap_ratio ratio);

/* A list under construction: names are literals, values are protected by the list. */
typedef struct record {
    SEXP list;
    SEXP names;
    int used;
} record;
/* Protects two objects: end with fcap_r_close(), which unprotects them. */
record fcap_r_open(int fields);
void fcap_r_set(record *r, const char *name, SEXP value);
void fcap_r_set_number(record *r, const char *name, double value);
SEXP fcap_r_close(record *r);

/* ---- failures ---- */

/* What R turns into a condition of class faircap_NAME. faults may be NULL. */
SEXP fcap_r_failure(const fcap_error *err, const fcap_faults *faults);

/* ---- a request ---- */

typedef struct ticker {
    SEXP report; /* an R function that returns whether to go on, or R_NilValue */
    const fcap_progress *progress;
    int go_on;
} ticker;

typedef struct budget {
    size_t limit;
    size_t used;
} budget;

typedef struct request {
    fcap_problem problem;
    fcap_rules rules;
    fcap_options options;
    ticker ticker;
    budget budget;
} request;

/* Reads the lists that R/request.R makes; either of rules and options may be R_NilValue. The
 * options point into the request, so it must stay where it is. */
fcap_status fcap_r_request(request *out, SEXP problem, SEXP rules, SEXP options,
                           fcap_error *err);

/* ---- entries, one for each .Call ---- */

SEXP fcap_r_cluster(SEXP problem, SEXP rules, SEXP options);
SEXP fcap_r_plan(SEXP problem, SEXP rules);
SEXP fcap_r_plan_group_size(SEXP problem, SEXP rules, SEXP least, SEXP most);
SEXP fcap_r_measure(SEXP problem, SEXP rules, SEXP labels, SEXP options);
SEXP fcap_r_certify(SEXP problem, SEXP rules, SEXP multipliers, SEXP options);
SEXP fcap_r_expand(SEXP dist, SEXP n);

SEXP fcap_r_read(SEXP source, SEXP options);
SEXP fcap_r_encode(SEXP columns, SEXP options);
SEXP fcap_r_generate(SEXP options);

SEXP fcap_r_names(void);
SEXP fcap_r_version(void);
SEXP fcap_r_status_text(SEXP status);
SEXP fcap_r_ratio_parse(SEXP texts);
SEXP fcap_r_number_print(SEXP numbers);
SEXP fcap_r_number_parse(SEXP texts, SEXP mark);
SEXP fcap_r_text_display(SEXP texts, SEXP width);

#endif
