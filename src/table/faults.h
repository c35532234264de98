/* faults.h - collecting what is wrong with a file: all are counted, the first 20 are kept. */
#ifndef FCAP_TABLE_FAULTS_H
#define FCAP_TABLE_FAULTS_H

#include "base/run.h"

#include <faircap/table.h>

/* faults may be NULL. */
void fcap_faults_add(fcap_faults *faults, int64_t line, int32_t column, const char *format, ...)
    FCAP_PRINTF(4);

/* FCAP_E_DATA with the first fault as the sentence, and how many more there are. */
fcap_status fcap_faults_fail(fcap_error *err, const fcap_faults *faults);

/* Data that were refused as a whole (damaged gzip, no column left) are a fault as well: if
 * status is FCAP_E_DATA and nothing is listed yet, the sentence becomes the only entry. */
void fcap_faults_complete(fcap_faults *faults, fcap_status status, const fcap_error *err);

#endif
