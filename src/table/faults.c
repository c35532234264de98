/* faults.c - see faults.h. */
#include "table/faults.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void fcap_faults_add(fcap_faults *faults, int64_t line, int32_t column, const char *format,
                     ...) {
    if (faults->kept < FCAP_FAULTS_KEPT) {
        fcap_fault *const f = &faults->fault[faults->kept++];
        f->line = line;
        f->column = column;
        va_list args;
        va_start(args, format);
        vsnprintf(f->message, sizeof f->message, format, args);
        va_end(args);
        fcap_utf8_close(f->message);
    }
    faults->total++;
}

fcap_status fcap_faults_fail(fcap_error *err, const fcap_faults *faults) {
    const fcap_fault *const f = &faults->fault[0];
    char where[64] = "";
    if (f->line > 0 && f->column > 0) {
        snprintf(where, sizeof where, "line %lld, column %d: ", (long long)f->line,
                 (int)f->column);
    } else if (f->line > 0) {
        snprintf(where, sizeof where, "line %lld: ", (long long)f->line);
    }
    if (faults->total == 1) {
        return fcap_error_set(err, FCAP_E_DATA, "%s%s", where, f->message);
    }
    return fcap_error_set(err, FCAP_E_DATA, "%s%s (and %lld more fault%s)", where, f->message,
                          (long long)faults->total - 1, faults->total == 2 ? "" : "s");
}

void fcap_faults_complete(fcap_faults *faults, fcap_status status, const fcap_error *err) {
    if (status == FCAP_E_DATA && faults->total == 0) {
        fcap_faults_add(faults, 0, 0, "%s", err->message);
    }
}
