/* schema.h - from rows to points: which columns make coordinates and how, which one the groups.
 *
 * The rules are those of docs/INPUT.md, but for what cannot be known of very many rows:
 * docs/CLUSTER.md has the differences.
 */
#ifndef FCAP_SHARD_SCHEMA_H
#define FCAP_SHARD_SCHEMA_H

#include "data/points.h"
#include "shard/learn.h"

enum {
    SCHEMA_NOTE = 400
};

/* A column that makes coordinates. */
typedef struct schema_feature {
    int32_t column;
    int numeric;
    linear scale;
    int32_t at; /* its first coordinate */
    int32_t width;
} schema_feature;

typedef struct schema {
    const records *from;
    learned facts;
    schema_feature *feature;
    int32_t n_features;
    int32_t protect;      /* column of the groups, or -1 */
    int32_t n_groups;     /* 2, or 1 without */
    const char *group[2]; /* names */
    int64_t total[2];     /* rows of each */
    char *used;           /* of a column: must it be there? */
    int64_t n;            /* rows that are kept, of all ranks */
    int64_t own;          /* of this rank */
    int64_t first;        /* where those of this rank begin */
    int32_t d;
    int exponent;     /* no two points are farther apart than 2^exponent, which is the unit */
    double shrink[2]; /* of points: coordinates times these two, whose product is 2^-exponent
                         and may be beyond the range of doubles */
    fcap_metric metric;
    double diameter; /* no two points are farther apart, in units of 2^exponent */
    char note[SCHEMA_NOTE];
} schema;

/* Collective. */
fcap_status fcap_schema_open(fcap_run *run, fcap_comm *c, const records *from,
                             const fcap_mpi_request *q, schema *out);
/* Is it left out, because a cell is missing? */
int fcap_schema_drops(const schema *s, const record *r);
/* The coordinates of a record, in true units, and its group; *kept 0: it is dropped. */
fcap_status fcap_schema_encode(fcap_run *run, const schema *s, const record *r, double *x,
                               int32_t *group, int *kept);

#endif
