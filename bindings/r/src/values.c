/* values.c - lists of R read and made, and failures as lists. See faircap_r.h. */
#include "faircap_r.h"

#include <stdio.h>
#include <string.h>

/* ---- reading ---- */

SEXP fcap_r_field(SEXP list, const char *name) {
    SEXP const names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++) {
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) {
            return VECTOR_ELT(list, i);
        }
    }
    return R_NilValue;
}

double fcap_r_number(SEXP list, const char *name) {
    return Rf_asReal(fcap_r_field(list, name));
}

int fcap_r_flag(SEXP list, const char *name) {
    return Rf_asLogical(fcap_r_field(list, name)) == TRUE;
}

const int64_t *fcap_r_counts(SEXP vector) {
    if (vector == R_NilValue) {
        return NULL;
    }
    R_xlen_t const n = Rf_xlength(vector);
    int64_t *const counts = (int64_t *)R_alloc((size_t)n + 1, sizeof *counts);
    for (R_xlen_t i = 0; i < n; i++) {
        counts[i] = (int64_t)REAL(vector)[i];
    }
    return counts;
}

const char *fcap_r_text(SEXP vector, R_xlen_t i) {
    return Rf_translateCharUTF8(STRING_ELT(vector, i));
}

/* ---- making ---- */

SEXP fcap_r_string(const char *text) {
    return Rf_ScalarString(text == NULL ? NA_STRING : Rf_mkCharCE(text, CE_UTF8));
}

SEXP fcap_r_ratio(fcap_ratio ratio) {
    char text[48];
    snprintf(text, sizeof text, "%lld/%lld", (long long)ratio.num, (long long)ratio.den);
    return fcap_r_string(ratio.den == 0 ? NULL : text);
}

record fcap_r_open(int fields) {
    record r = {.used = 0};
    r.list = PROTECT(Rf_allocVector(VECSXP, fields));
    r.names = PROTECT(Rf_allocVector(STRSXP, fields));
    return r;
}

void fcap_r_set(record *r, const char *name, SEXP value) {
    SET_VECTOR_ELT(r->list, r->used, value);
    SET_STRING_ELT(r->names, r->used, Rf_mkChar(name));
    r->used++;
}

void fcap_r_set_number(record *r, const char *name, double value) {
    fcap_r_set(r, name, Rf_ScalarReal(value));
}

SEXP fcap_r_close(record *r) {
    Rf_setAttrib(r->list, R_NamesSymbol, r->names);
    SEXP const list = r->list;
    UNPROTECT(2);
    return list;
}

/* ---- failures ---- */

static SEXP fault_table(const fcap_faults *faults) {
    int32_t const n = faults == NULL ? 0 : faults->kept;
    SEXP const line = PROTECT(Rf_allocVector(REALSXP, n));
    SEXP const column = PROTECT(Rf_allocVector(INTSXP, n));
    SEXP const message = PROTECT(Rf_allocVector(STRSXP, n));
    for (int32_t i = 0; i < n; i++) {
        REAL(line)[i] = (double)faults->fault[i].line;
        INTEGER(column)[i] = faults->fault[i].column;
        SET_STRING_ELT(message, i, Rf_mkCharCE(faults->fault[i].message, CE_UTF8));
    }
    record r = fcap_r_open(4);
    fcap_r_set_number(&r, "total", faults == NULL ? 0 : (double)faults->total);
    fcap_r_set(&r, "line", line);
    fcap_r_set(&r, "column", column);
    fcap_r_set(&r, "message", message);
    SEXP const table = fcap_r_close(&r);
    UNPROTECT(3);
    return table;
}

SEXP fcap_r_failure(const fcap_error *err, const fcap_faults *faults) {
    record r = fcap_r_open(3);
    fcap_r_set(&r, "status", Rf_ScalarInteger((int)err->status));
    fcap_r_set(&r, "message", fcap_r_string(err->message));
    fcap_r_set(&r, "faults", faults == NULL ? R_NilValue : fault_table(faults));
    SEXP const failure = PROTECT(fcap_r_close(&r));
    Rf_setAttrib(failure, R_ClassSymbol, Rf_mkString("faircap_failure"));
    UNPROTECT(1);
    return failure;
}
