/* team.h - ranks that are threads of one process: what many machines do, without MPI, so that
 * the sanitizers see it. */
#ifndef TESTS_TEAM_H
#define TESTS_TEAM_H

#include "shard/comm.h"

typedef void team_member(fcap_comm *c, void *context);

/* Calls body on `ranks` threads, each with a communicator of its own. */
void team_run(int ranks, team_member *body, void *context);

#endif
