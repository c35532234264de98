/* faircap_mpi.c - the public entry points of the library for many machines. */
#include "mpi/comm_mpi.h"
#include "shard/job.h"

#include <stdlib.h>
#include <string.h>

struct fcap_mpi {
    fcap_comm comm;
};

fcap_mpi *fcap_mpi_open(int *argc, char ***argv, int64_t communicator) {
    static fcap_mpi job; /* as MPI itself, once in a process */
    job.comm = fcap_comm_mpi(argc, argv, communicator);
    return &job;
}

void fcap_mpi_close(fcap_mpi *job) {
    if (job != NULL) {
        fcap_comm_mpi_end(&job->comm);
    }
}

int32_t fcap_mpi_rank(const fcap_mpi *job) {
    return job->comm.rank;
}

int32_t fcap_mpi_size(const fcap_mpi *job) {
    return job->comm.size;
}

static void open_run(const fcap_mpi_request *q, fcap_error *err, fcap_run *run) {
    fcap_options o;
    fcap_options_init(&o);
    o.seed = q->seed;
    o.threads = q->threads;
    o.time_limit = q->time_limit > 0 ? q->time_limit : 0;
    fcap_run_open(run, &o, err);
}

fcap_status fcap_mpi_cluster(fcap_mpi *job, const fcap_mpi_request *request,
                             fcap_mpi_summary *summary, fcap_error *err) {
    fcap_run run;
    fcap_error own;
    fcap_mpi_summary found;
    open_run(request, err != NULL ? err : &own, &run);
    fcap_status const status = fcap_job_run(&run, &job->comm, request, &found);
    fcap_run_close(&run);
    if (status == FCAP_OK && summary != NULL) {
        *summary = found;
    }
    return status;
}

fcap_status fcap_mpi_check(fcap_mpi *job, const fcap_mpi_request *request,
                           fcap_mpi_verdict *verdict, fcap_error *err) {
    fcap_run run;
    fcap_error own;
    fcap_mpi_verdict found;
    open_run(request, err != NULL ? err : &own, &run);
    fcap_status const status = fcap_review(&run, &job->comm, request, &found);
    fcap_run_close(&run);
    if (status == FCAP_OK && verdict != NULL) {
        *verdict = found;
    }
    return status;
}
