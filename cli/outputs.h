/* outputs.h - the files that one run writes: table, reports, certificate, and what an LMS
 * imports.
 *
 * All files are complete under temporary names before the first gets its own; then comes what
 * goes to standard output.
 */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include "report/result.h"

/* Each 0, or an exit code after having said why. */

/* Before reading: no two outputs are one file, and none is a file that is read. */
int outputs_check(const arguments *a);
/* Before the search: every file can be written. */
int outputs_try(const arguments *a);
/* Likewise: every student can be written in every format of --to. */
int outputs_fit(const job *j);
/* Writes them, lets summary say what came out, and says where to click with the files of --to:
 * once they are there, no lack of memory can end the run with an error. */
int outputs_write(const result *r, void (*summary)(const result *));
/* Of a request that cannot be met: the JSON report alone. */
int outputs_write_infeasible(const job *j, const fcap_plan_report *plan);

#endif
