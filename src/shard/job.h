/* job.h - clustering rows that are spread over many ranks: the whole story.
 *
 *     files --pieces--> rows --learn, schema--> points of each rank
 *        |
 *        +--sample, on rank 0--> medoids, prices --zoom--> labels --better medoids--> zoom ...
 *        |
 *        +--> a labels file for each shard, report.json: one folder, complete or not there
 *
 * What fits into the sample is solved as faircap cluster would.
 */
#ifndef FCAP_SHARD_JOB_H
#define FCAP_SHARD_JOB_H

#include "shard/comm.h"

#include <faircap/faircap_mpi.h>

fcap_status fcap_job_run(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                         fcap_mpi_summary *out);
/* What is asked is possible at all, as far as one can say without the rows. */
fcap_status fcap_job_check_request(fcap_run *run, const fcap_mpi_request *q);
/* The same judgement of a folder: see fcap_mpi_check(). */
fcap_status fcap_review(fcap_run *run, fcap_comm *comm, const fcap_mpi_request *q,
                        fcap_mpi_verdict *out);

#endif
