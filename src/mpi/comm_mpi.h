/* comm_mpi.h - the communicator over MPI. Includes no mpi.h, so nobody else needs to. */
#ifndef FCAP_MPI_COMM_MPI_H
#define FCAP_MPI_COMM_MPI_H

#include "shard/comm.h"

/* Initialises MPI unless that is done, and gives all its ranks; `handle` is 0 or, as
 * MPI_Comm_c2f() makes it, another communicator. */
fcap_comm fcap_comm_mpi(int *argc, char ***argv, int64_t handle);
/* MPI_Finalize(), if fcap_comm_mpi() initialised. */
void fcap_comm_mpi_end(fcap_comm *c);

#endif
