/* request.c - what a request must be before any file is opened; see job.h. */
#include "shard/job.h"
#include "shard/terms.h"

fcap_status fcap_job_check_request(fcap_run *run, const fcap_mpi_request *q) {
    if (q->struct_size != sizeof *q) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "struct_size is not set: start from FCAP_MPI_REQUEST_INIT");
    }
    if (q->files.n < 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "no files are named");
    }
    if (q->k < 1) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "say how many clusters: -k N");
    }
    if (q->effort < 1 || q->effort > 9) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the effort is %d; it must lie between 1 and 9", (int)q->effort);
    }
    if (q->threads < 0 || !(q->time_limit >= 0) || q->memory_limit < 0 || q->sample < 0 ||
        q->gather < 0 || q->piece_size < 0) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "no limit, number of threads or size may be negative");
    }
    if (q->missing != FCAP_MISSING_ERROR && q->missing != FCAP_MISSING_DROP) {
        return fcap_run_fail(
            run, FCAP_E_ARGUMENT,
            "faircap-mpi leaves rows with missing cells out (--missing drop) or "
            "refuses them; fill the cells before");
    }
    if (q->metric != FCAP_METRIC_EUCLIDEAN && q->metric != FCAP_METRIC_MANHATTAN) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "faircap-mpi knows the metrics euclidean and manhattan");
    }
    if (q->balance.num < 0 || q->balance.den < 1 || q->balance.num > q->balance.den ||
        q->balance.den > RATIO_LIMIT) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "the balance is %lld/%lld; it must lie between 0 and 1",
                             (long long)q->balance.num, (long long)q->balance.den);
    }
    if (q->balance.num > 0 && q->protect == NULL) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT,
                             "a balance needs the column of the groups: -p COL");
    }
    if (q->max_size > 0 && q->min_size > q->max_size) {
        return fcap_run_fail(run, FCAP_E_INFEASIBLE,
                             "a minimum size of %lld (--min-size) is above the maximum of %lld "
                             "(-q)",
                             (long long)q->min_size, (long long)q->max_size);
    }
    if (q->output == NULL || *q->output == 0) {
        return fcap_run_fail(run, FCAP_E_ARGUMENT, "say where the answer goes: -o FOLDER");
    }
    return FCAP_OK;
}
