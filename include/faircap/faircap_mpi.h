/* faircap_mpi.h - fair-capacitated clustering of more rows than one machine holds, by MPI.
 *
 *     fcap_mpi *job = fcap_mpi_open(&argc, &argv, 0);      every rank calls everything
 *     fcap_mpi_request request = FCAP_MPI_REQUEST_INIT;    files, columns, k, rules, folder
 *     fcap_status status = fcap_mpi_cluster(job, &request, &summary, &err);
 *     fcap_mpi_close(job);
 *
 * Library faircap_mpi. Needs no mpi.h; what a rank holds, sends and writes is in
 * docs/CLUSTER.md. All of faircap.h holds here, but that files are written.
 */
#ifndef FAIRCAP_FAIRCAP_MPI_H
#define FAIRCAP_FAIRCAP_MPI_H

#include <faircap/table.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fcap_mpi fcap_mpi;

/* Initialises MPI unless that is done. communicator: 0 for all ranks, or MPI_Comm_c2f() of
 * another. NULL when out of memory. */
FCAP_API fcap_mpi *fcap_mpi_open(int *argc, char ***argv, int64_t communicator);
FCAP_API void fcap_mpi_close(fcap_mpi *job);
FCAP_API int32_t fcap_mpi_rank(const fcap_mpi *job);
FCAP_API int32_t fcap_mpi_size(const fcap_mpi *job);

/* Texts of the caller's. */
typedef struct fcap_texts {
    const char *const *text;
    int32_t n;
} fcap_texts;

/* The same on every rank. Start from FCAP_MPI_REQUEST_INIT; columns are named, or numbered from
 * 1 on. */
typedef struct fcap_mpi_request {
    size_t struct_size;
    fcap_texts files; /* paths, or patterns such as "shards/?.csv"; all ranks can open them */
    /* what the columns mean */
    const char *protect; /* two groups; NULL: none */
    fcap_texts features; /* none: every column that has no other part and is no identifier */
    fcap_texts ignore;
    fcap_texts numeric;
    fcap_texts categorical;
    fcap_texts na;
    fcap_header header;
    char delimiter; /* 0: detected */
    int32_t decimal_comma;
    fcap_scale scale;
    fcap_missing missing; /* error or drop */
    fcap_metric metric;   /* euclidean or manhattan */
    /* what every cluster must be */
    int32_t k;
    int64_t max_size; /* 0: ceil(n slack / k) */
    fcap_ratio slack;
    int64_t min_size;
    fcap_ratio balance; /* 0/1: none */
    /* how */
    int32_t effort;  /* 1..9 */
    int32_t threads; /* of rank 0, for the sample; 0: all cores */
    uint64_t seed;
    double time_limit;    /* seconds; 0: none */
    int64_t memory_limit; /* resident bytes of a rank; rows that do not fit are kept in a file,
                             and what cannot be done within it is refused. 0: none but
                             what the machine has */
    int64_t sample;       /* rows that rank 0 searches for medoids; 0: by k */
    int64_t
        gather; /* rows that rank 0 assigns exactly, at a time; 0: by d, 50,000 to 400,000 */
    int64_t piece_size; /* bytes of a file that are read at a time; 0: 64 KiB to 8 MiB */
    const char *output; /* a folder that does not exist yet, or is empty */
    int32_t resume;     /* not 0: go on from the checkpoint beside it, if there is one */
    void (*say)(void *user, const char *line); /* rank 0: what is going on; may be NULL */
    void *say_user;
    int32_t stream; /* not 0: rows are kept in a file even if memory would do */
} fcap_mpi_request;
#define FCAP_MPI_REQUEST_INIT                                                                  \
    {                                                                                          \
        .struct_size = sizeof(fcap_mpi_request), .slack = {101, 100}, .min_size = 1,           \
        .balance = {0, 1}, .effort = 5, .threads = 1, .seed = 1                                \
    }

/* The same on every rank, but for what says "of this rank". */
typedef struct fcap_mpi_summary {
    int64_t n;       /* rows that were clustered */
    int64_t dropped; /* rows with a missing cell */
    int32_t d;       /* coordinates */
    int32_t k;
    int64_t max_size;
    int64_t smallest; /* cluster */
    int64_t largest;
    fcap_ratio balance;        /* the least of a cluster; den 0: none */
    double cost;               /* sum of distances to the medoids in the report */
    double fixed_medoid_bound; /* no valid clustering around these medoids costs less */
    double lower_bound;        /* of any; negative: none known */
    int32_t assignment_proved; /* 1: nothing around these medoids is cheaper, or (with a balance
                                  other than 1) nothing near the same group counts */
    int32_t rounds;            /* of assignment and better medoids, all rows */
    int32_t stopped;           /* by the time limit */
    /* of the job: */
    int32_t ranks;
    double seconds;
    int32_t passes;   /* over all rows, distances to all medoids */
    int64_t gathered; /* rows sent to rank 0 in all */
    int64_t messages; /* collective operations */
    int64_t bytes;    /* that this rank sent or received in them, as docs/CLUSTER.md counts */
    int64_t memory;   /* bytes: the largest peak of a rank */
    int32_t streamed; /* 1: rows did not fit and were read again, on some rank */
    int64_t pass_messages; /* of the messages and bytes above: those of passes */
    int64_t pass_bytes;
    int32_t steps; /* in which rows came to rank 0 and were assigned */
    int32_t
        complete; /* 1: with `resume`, the answer was there; only n, k and `stopped` are set */
} fcap_mpi_summary;

/* Reads, clusters and writes request->output: a labels file for each shard, and report.json.
 * The folder gets its name when all of it is complete. After an error every rank has the same
 * status and sentence, and there is no folder. */
FCAP_API fcap_status fcap_mpi_cluster(fcap_mpi *job, const fcap_mpi_request *request,
                                      fcap_mpi_summary *summary, fcap_error *err) FCAP_MUST_USE;

/* What fcap_mpi_check() found. */
typedef struct fcap_mpi_verdict {
    int64_t n;
    int32_t k;        /* asked for */
    int64_t max_size; /* in force */
    int64_t min_size;
    int32_t empty; /* clusters */
    int32_t too_large;
    int32_t too_small;
    int32_t unbalanced;
    int64_t smallest;
    int64_t largest;
    fcap_ratio balance; /* the least of a cluster; den 0: none was asked for */
    int32_t
        foreign_medoids;  /* medoids of the report that are not in the cluster they stand for */
    double cost;          /* recomputed: distances to the medoids of the report */
    double claimed;       /* in the report */
    int32_t ok;           /* 1: all rules hold, and the claims agree */
    int64_t claimed_n;    /* rows, in the report */
    char unread[256];     /* a labels file of a file that was not given; "": none */
    char false_claim[32]; /* of the report, not what was found: a key, or "size of cluster 3";
                             "": none */
    double tolerance;     /* of the cost: rounding may be that much of the difference */
} fcap_mpi_verdict;

/* Judges the labels and the report in request->output by the rows alone: nothing of the search
 * is used. FCAP_E_DATA when files are missing or damaged. */
FCAP_API fcap_status fcap_mpi_check(fcap_mpi *job, const fcap_mpi_request *request,
                                    fcap_mpi_verdict *verdict, fcap_error *err) FCAP_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
