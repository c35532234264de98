/* one_rank.c - faircap-mpi without MPI: one rank, so that its allocations can be made to fail.
 */
#include "mpi/comm_mpi.h"

fcap_comm fcap_comm_mpi(int *argc, char ***argv, int64_t handle) {
    (void)argc;
    (void)argv;
    (void)handle;
    return fcap_comm_serial();
}

void fcap_comm_mpi_end(fcap_comm *c) {
    (void)c;
}
