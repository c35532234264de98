/* report.h - report.json of an answer: nothing in it depends on the ranks or the sharding. */
#ifndef FCAP_SHARD_REPORT_H
#define FCAP_SHARD_REPORT_H

#include "shard/folder.h"

typedef struct told_answer {
    const schema *s;
    const fcap_mpi_request *q;
    const standing *at;
    const int64_t *count; /* [g * k + i] */
    const fcap_mpi_summary *summary;
    uint64_t digest; /* of the request and the data, as in a checkpoint */
} told_answer;

/* Rank 0. */
fcap_status fcap_report_write(fcap_run *run, const folder *f, const told_answer *a);
/* The text of the report in a folder, and its path; the arena's. */
fcap_status fcap_report_text(fcap_run *run, const char *within, char **path, char **text);
/* Is a folder the answer of this request to these data? */
int fcap_report_answers(fcap_run *run, const folder *f);
/* Was its search ended by a time limit? */
int fcap_report_was_stopped(fcap_run *run, const folder *f);

#endif
