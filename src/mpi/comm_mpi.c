/* comm_mpi.c - the collective operations of shard/comm.h by MPI; the only file with mpi.h.
 *
 * An error of MPI ends the job: the ranks are no longer at the same place, and nothing they
 * could still agree on would be true. Counts of MPI are ints, so long arrays go in parts.
 */
#include "mpi/comm_mpi.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PART = 1 << 26,      /* elements, or bytes, in one call */
    PATIENCE = 20000,    /* looks at a message before sleeping */
    SHORT_SLEEP = 20000, /* nanoseconds, then twice as long, and so on up to */
    LONG_SLEEP = 2000000
};

typedef struct over_mpi {
    MPI_Comm comm;
    int initialised; /* by us */
} over_mpi;

static void must(over_mpi *self, int code, const char *what) {
    if (code != MPI_SUCCESS) {
        char text[MPI_MAX_ERROR_STRING] = "";
        int length = 0;
        MPI_Error_string(code, text, &length);
        fprintf(stderr, "faircap-mpi: %s failed (%.*s); the job ends\n", what, length, text);
        MPI_Abort(self->comm, 1);
        exit(1);
    }
}

/* MPI waits with the processor at full speed, also for the minutes in which rank 0 searches a
 * sample, perhaps on the same processor. */
static void sleep_until(over_mpi *self, MPI_Request *request, const char *what) {
    int done = 0;
    struct timespec nap = {0, SHORT_SLEEP};
    for (int64_t look = 0; !done; look++) {
        must(self, MPI_Test(request, &done, MPI_STATUS_IGNORE), what);
        if (!done && look > PATIENCE) {
            nanosleep(&nap, NULL);
            nap.tv_nsec = nap.tv_nsec < LONG_SLEEP ? 2 * nap.tv_nsec : LONG_SLEEP;
        }
    }
}

static int part_of(size_t left) {
    return left < PART ? (int)left : PART;
}

static void sum(void *context, int64_t *values, int64_t n) {
    over_mpi *const self = context;
    for (int64_t at = 0; at < n; at += PART) {
        int const some = part_of((size_t)(n - at));
        MPI_Request request;
        must(self,
             MPI_Iallreduce(MPI_IN_PLACE, values + at, some, MPI_INT64_T, MPI_SUM, self->comm,
                            &request),
             "a sum");
        sleep_until(self, &request, "a sum");
        must(self, MPI_Wait(&request, MPI_STATUS_IGNORE), "a sum");
    }
}

static void most(void *context, double *values, int64_t n) {
    over_mpi *const self = context;
    for (int64_t at = 0; at < n; at += PART) {
        int const some = part_of((size_t)(n - at));
        MPI_Request request;
        must(self,
             MPI_Iallreduce(MPI_IN_PLACE, values + at, some, MPI_DOUBLE, MPI_MAX, self->comm,
                            &request),
             "a maximum");
        sleep_until(self, &request, "a maximum");
        must(self, MPI_Wait(&request, MPI_STATUS_IGNORE), "a maximum");
    }
}

static void broadcast(void *context, void *bytes, size_t n) {
    over_mpi *const self = context;
    for (size_t at = 0; at < n; at += PART) {
        MPI_Request request;
        must(self,
             MPI_Ibcast((char *)bytes + at, part_of(n - at), MPI_BYTE, 0, self->comm, &request),
             "a broadcast");
        sleep_until(self, &request, "a broadcast");
        must(self, MPI_Wait(&request, MPI_STATUS_IGNORE), "a broadcast");
    }
}

/* One rank after another: MPI_Gatherv() has ints for the places, and 2 GiB may not be enough.
 */
static void gather(void *context, const void *bytes, const size_t *size, void *all) {
    over_mpi *const self = context;
    int rank = 0;
    int ranks = 1;
    MPI_Comm_rank(self->comm, &rank);
    MPI_Comm_size(self->comm, &ranks);
    if (rank > 0) {
        for (size_t at = 0; at < size[rank]; at += PART) {
            MPI_Request request;
            must(self,
                 MPI_Isend((const char *)bytes + at, part_of(size[rank] - at), MPI_BYTE, 0, 0,
                           self->comm, &request),
                 "a message");
            sleep_until(self, &request, "a message");
            must(self, MPI_Wait(&request, MPI_STATUS_IGNORE), "a message");
        }
        return;
    }
    char *to = all;
    if (size[0] > 0) {
        memcpy(to, bytes, size[0]);
    }
    to += size[0];
    for (int r = 1; r < ranks; r++) {
        for (size_t at = 0; at < size[r]; at += PART) {
            MPI_Request request;
            must(
                self,
                MPI_Irecv(to + at, part_of(size[r] - at), MPI_BYTE, r, 0, self->comm, &request),
                "a message");
            sleep_until(self, &request, "a message");
            must(self, MPI_Wait(&request, MPI_STATUS_IGNORE), "a message");
        }
        to += size[r];
    }
}

fcap_comm fcap_comm_mpi(int *argc, char ***argv, int64_t handle) {
    static over_mpi self; /* MPI itself is there once in a process */
    int before = 0;
    MPI_Initialized(&before);
    if (!before) {
        /* Else Open MPI's mpirun shares a lock with its ranks, and waits for ever for one that
         * was killed in MPI_Init while it had it (openpmix issue 1233). */
        setenv("PMIX_MCA_gds", "hash", 0);
        must(&self, MPI_Init(argc, argv), "MPI_Init");
        self.initialised = 1;
    }
    self.comm = handle == 0 ? MPI_COMM_WORLD : MPI_Comm_f2c((MPI_Fint)handle);
    MPI_Comm_set_errhandler(self.comm, MPI_ERRORS_RETURN);
    fcap_comm out = {
        .self = &self, .sum = sum, .most = most, .broadcast = broadcast, .gather = gather};
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(self.comm, &rank);
    MPI_Comm_size(self.comm, &size);
    out.rank = rank;
    out.size = size;
    return out;
}

void fcap_comm_mpi_end(fcap_comm *c) {
    over_mpi *const self = c->self;
    if (self->initialised) {
        MPI_Finalize();
        self->initialised = 0;
    }
}
