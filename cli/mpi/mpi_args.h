/* mpi_args.h - the command line of faircap-mpi. */
#ifndef CLI_MPI_ARGS_H
#define CLI_MPI_ARGS_H

#include <faircap/faircap_mpi.h>

#include <stdio.h>

enum {
    MPI_WORDS = 256
};

typedef enum mpi_command {
    MPI_NONE,
    MPI_CLUSTER,
    MPI_CHECK
} mpi_command;

/* Texts separated by commas, of an option that may be repeated. */
typedef struct mpi_words {
    const char *word[MPI_WORDS];
    int32_t n;
} mpi_words;

typedef struct mpi_arguments {
    mpi_command command;
    mpi_words files;
    mpi_words features;
    mpi_words ignore;
    mpi_words numeric;
    mpi_words categorical;
    mpi_words na;
    const char *stats;
    int quiet;
    int wants_help;
    int wants_version;
    fcap_mpi_request request;
} mpi_arguments;

/* 1; or 0, and what is wrong in `why`. */
int mpi_args_parse(int argc, char **argv, mpi_arguments *out, char *why, size_t size);
void mpi_help(FILE *to);

#endif
