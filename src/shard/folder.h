/* folder.h - the folder of an answer, which appears complete or not at all.
 *
 * Everything is written to FOLDER.partial, which gets its name when all ranks agree. What a
 * search knows between stages is there, too: a checkpoint of some kilobytes.
 */
#ifndef FCAP_SHARD_FOLDER_H
#define FCAP_SHARD_FOLDER_H

#include "shard/zoom.h"

typedef struct folder {
    const char *path;
    char *partial;
    int complete;    /* there is an answer, perhaps to this request; nothing is written */
    uint64_t digest; /* of the request and the data: what a checkpoint must agree with */
} folder;

/* Rank 0 makes FOLDER.partial, into which no other user may look; FCAP_E_IO when FOLDER exists
 * and is not empty, unless it has a report and the job is to be resumed. Collective. */
fcap_status fcap_folder_open(fcap_run *run, fcap_comm *comm, const char *path, int resume,
                             folder *out);
/* A file in it; the arena's, NULL: out of memory. */
char *fcap_folder_file(fcap_run *run, const folder *f, const char *name);
/* Rank 0: all of it gets its name, and the rights of the umask. Its report has been written.
 * Collective. */
fcap_status fcap_folder_commit(fcap_run *run, fcap_comm *comm, const folder *f);
/* Rank 0: what was written goes, but for a checkpoint. */
void fcap_folder_discard(const folder *f);

/* A number of what is asked and of what the data are, on all ranks. print: of the cloud. */
uint64_t fcap_folder_digest(const schema *s, const fcap_mpi_request *q, int64_t capacity,
                            int64_t print);

/* Rank 0: medoids, prices, cost and round of a search, as a round begins; and as the round
 * before began, which the first one does not have. */
fcap_status fcap_checkpoint_write(fcap_run *run, const folder *f, const standing *at,
                                  const standing *last);
/* Rank 0: *found 0 if there is none; FCAP_E_DATA if it is of another request, or damaged. */
fcap_status fcap_checkpoint_read(fcap_run *run, const folder *f, standing *at, standing *last,
                                 int *found);

#endif
