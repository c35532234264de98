/* names.c - the words of the library, its numbers and texts, and the table of entries.
 *
 * R never restates a list of methods, metrics or statuses: it asks for them here, and what the
 * headers give no name gets one here, once.
 */
#include "faircap_r.h"

#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

/* ---- words ---- */

typedef const char *name_of(int value);

static const char *metric_name(int v) {
    return fcap_metric_name((fcap_metric)v);
}
static const char *objective_name(int v) {
    return fcap_objective_name((fcap_objective)v);
}
static const char *method_name(int v) {
    return fcap_method_name((fcap_method)v);
}
static const char *fairlets_name(int v) {
    return fcap_fairlets_name((fcap_fairlets)v);
}
static const char *bound_name(int v) {
    return fcap_bound_name((fcap_bound)v);
}
static const char *outcome_name(int v) {
    return fcap_outcome_name((fcap_outcome)v);
}
static const char *reason_name(int v) {
    return fcap_reason_name((fcap_reason)v);
}
static const char *fairlet_centre_name(int v) {
    static const char *const name[] = {"median", "random"};
    _Static_assert(sizeof name / sizeof *name == FCAP_FAIRLET_CENTRE_END, "a name for each");
    return name[v];
}
static const char *scale_name(int v) {
    static const char *const name[] = {"minmax", "zscore", "none"};
    return name[v];
}
static const char *missing_name(int v) {
    static const char *const name[] = {"error", "drop", "impute", "category"};
    return name[v];
}
/* The last part of the class of a condition: faircap_infeasible. */
static const char *status_name(int v) {
    static const char *const name[] = {"ok",        "argument", "infeasible", "not_found",
                                       "no_memory", "overflow", "cancelled",  "internal",
                                       "data",      "io"};
    _Static_assert(sizeof name / sizeof *name == FCAP_STATUS_END, "a class for each status");
    return name[v];
}

static void set_names(record *r, const char *what, name_of *name, int n) {
    SEXP const out = PROTECT(Rf_allocVector(STRSXP, n));
    for (int i = 0; i < n; i++) {
        const char *const word = name(i);
        SET_STRING_ELT(out, i, word == NULL ? NA_STRING : Rf_mkChar(word));
    }
    fcap_r_set(r, what, out);
    UNPROTECT(1);
}

static SEXP enforced(void) {
    SEXP const out = PROTECT(Rf_allocMatrix(LGLSXP, FCAP_METHOD_END, 3));
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        unsigned const bits = fcap_method_enforces((fcap_method)m);
        LOGICAL(out)[m] = (bits & FCAP_ENFORCES_CAPACITY) != 0;
        LOGICAL(out)[m + FCAP_METHOD_END] = (bits & FCAP_ENFORCES_BALANCE) != 0;
        LOGICAL(out)[m + 2 * FCAP_METHOD_END] = (bits & FCAP_ENFORCES_WISHES) != 0;
    }
    UNPROTECT(1);
    return out;
}

SEXP fcap_r_names(void) {
    record r = fcap_r_open(12);
    set_names(&r, "metric", metric_name, FCAP_METRIC_END);
    set_names(&r, "objective", objective_name, FCAP_OBJECTIVE_END);
    set_names(&r, "method", method_name, FCAP_METHOD_END);
    set_names(&r, "fairlets", fairlets_name, FCAP_FAIRLETS_END);
    set_names(&r, "fairlet_centre", fairlet_centre_name, FCAP_FAIRLET_CENTRE_END);
    set_names(&r, "bound", bound_name, FCAP_BOUND_END);
    set_names(&r, "outcome", outcome_name, FCAP_OUTCOME_END);
    set_names(&r, "reason", reason_name, FCAP_REASON_END);
    set_names(&r, "scale", scale_name, FCAP_SCALE_NONE + 1);
    set_names(&r, "missing", missing_name, FCAP_MISSING_CATEGORY + 1);
    set_names(&r, "status", status_name, FCAP_STATUS_END);
    fcap_r_set(&r, "enforces", enforced());
    return fcap_r_close(&r);
}

SEXP fcap_r_version(void) {
    return fcap_r_string(fcap_version());
}

SEXP fcap_r_status_text(SEXP status) {
    return fcap_r_string(fcap_status_text((fcap_status)Rf_asInteger(status)));
}

/* ---- numbers and texts ---- */

SEXP fcap_r_ratio_parse(SEXP texts) {
    R_xlen_t const n = Rf_xlength(texts);
    SEXP const out = PROTECT(Rf_allocMatrix(REALSXP, (int)n, 2));
    for (R_xlen_t i = 0; i < n; i++) {
        fcap_ratio ratio;
        fcap_error err;
        if (fcap_ratio_parse(fcap_r_text(texts, i), &ratio, &err) != FCAP_OK) {
            UNPROTECT(1);
            return fcap_r_failure(&err, NULL);
        }
        REAL(out)[i] = (double)ratio.num;
        REAL(out)[i + n] = (double)ratio.den;
    }
    UNPROTECT(1);
    return out;
}

SEXP fcap_r_number_print(SEXP numbers) {
    R_xlen_t const n = Rf_xlength(numbers);
    SEXP const out = PROTECT(Rf_allocVector(STRSXP, n));
    for (R_xlen_t i = 0; i < n; i++) {
        char text[FCAP_NUMBER_SIZE];
        double const value = REAL(numbers)[i];
        int const size = R_FINITE(value) ? fcap_number_print(value, text) : -1;
        SET_STRING_ELT(out, i, size < 0 ? NA_STRING : Rf_mkCharLen(text, size));
    }
    UNPROTECT(1);
    return out;
}

SEXP fcap_r_number_parse(SEXP texts, SEXP mark) {
    R_xlen_t const n = Rf_xlength(texts);
    SEXP const out = PROTECT(Rf_allocVector(REALSXP, n));
    char const point = CHAR(STRING_ELT(mark, 0))[0];
    for (R_xlen_t i = 0; i < n; i++) {
        SEXP const text = STRING_ELT(texts, i);
        double value = 0;
        int const found =
            text == NA_STRING
                ? 0
                : fcap_number_parse(CHAR(text), (size_t)LENGTH(text), point, &value);
        REAL(out)[i] = found == 1 ? value : NA_REAL;
    }
    UNPROTECT(1);
    return out;
}

SEXP fcap_r_text_display(SEXP texts, SEXP width) {
    R_xlen_t const n = Rf_xlength(texts);
    size_t const characters = (size_t)Rf_asInteger(width);
    size_t const room = 4 * characters + 8; /* UTF-8, "..." and the closing 0 */
    char *const safe = R_alloc(room, 1);
    SEXP const out = PROTECT(Rf_allocVector(STRSXP, n));
    for (R_xlen_t i = 0; i < n; i++) {
        const char *const text = fcap_r_text(texts, i);
        size_t size = 0;
        while (text[size] != 0) {
            size++;
        }
        size_t const shown = fcap_text_display(text, size, characters, safe, room);
        SET_STRING_ELT(out, i, Rf_mkCharLenCE(safe, (int)shown, CE_UTF8));
    }
    UNPROTECT(1);
    return out;
}

/* ---- registration ---- */

#define ENTRY(name, arguments)                                                                 \
    { "C_" #name, (DL_FUNC)&fcap_r_##name, arguments }

static const R_CallMethodDef entries[] = {
    ENTRY(cluster, 3),      ENTRY(plan, 2),         ENTRY(plan_group_size, 4),
    ENTRY(measure, 4),      ENTRY(certify, 4),      ENTRY(expand, 2),
    ENTRY(read, 2),         ENTRY(encode, 2),       ENTRY(generate, 1),
    ENTRY(names, 0),        ENTRY(version, 0),      ENTRY(status_text, 1),
    ENTRY(ratio_parse, 1),  ENTRY(number_print, 1), ENTRY(number_parse, 2),
    ENTRY(text_display, 2), {NULL, NULL, 0}};

void R_init_faircap(DllInfo *dll);
void attribute_visible R_init_faircap(DllInfo *dll) {
    R_registerRoutines(dll, NULL, entries, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
