/* cloud.h - the points of one rank: kept in memory, or in a file that is read again whenever
 * they are needed.
 *
 * Whoever looks at all of them is called with some hundred at a time, in order, and cannot tell
 * the difference. What is small is kept in either case: the group, the label and the margin of
 * each point, 9 bytes.
 */
#ifndef FCAP_SHARD_CLOUD_H
#define FCAP_SHARD_CLOUD_H

#include "shard/schema.h"

enum {
    CLOUD_CHUNK = 4096 /* points at a time; a multiple of LANES */
};

typedef struct cloud {
    const schema *s;
    int64_t n;     /* of this rank */
    int64_t first; /* row of its first point, among all that are kept */
    int32_t d;
    int32_t n_groups;
    int64_t limit; /* bytes of the process; 0: none */
    int kept;
    points all; /* if kept, */
    int file;   /* if not: CLOUD_CHUNK points after another, as they lie in memory */
    unsigned char *group;
    int64_t print;  /* of all rows: another one when a value, a group or a place changes */
    int32_t *label; /* this and the next after fcap_cloud_label() */
    float *margin;  /* how much dearer the second choice of a point is */
} cloud;

/* Points from .. from + n - 1 of the rank are points at .. at + n - 1 of p; at is a multiple of
 * LANES. */
typedef fcap_status cloud_visit(void *context, const points *p, int64_t at, int64_t from,
                                int64_t n);

/* What is not kept in memory goes to a file of that name, which is gone when the process is.
 * Reads everything once, and so finds every fault. Collective. */
fcap_status fcap_cloud_open(fcap_run *run, fcap_comm *c, const schema *s, int kept,
                            const char *path, cloud *out);
/* The same number as `print` of a cloud, and nothing is kept. Collective. */
fcap_status fcap_cloud_print(fcap_run *run, fcap_comm *comm, const schema *s, int64_t *out);
/* Room for labels and margins, when they are needed: rank 0 searches its sample without them.
 * Collective. */
fcap_status fcap_cloud_label(fcap_run *run, fcap_comm *comm, cloud *c);
/* Gives the file back; harmless without one. */
void fcap_cloud_close(cloud *c);
fcap_status fcap_cloud_visit(fcap_run *run, const cloud *c, cloud_visit *visit, void *context);

/* Room for n points that distances can be measured to from those of the cloud; the arena's. */
fcap_status fcap_cloud_points(fcap_run *run, const schema *s, int64_t n, points *out);
/* Point i of p gets coordinates in units of 2^exponent, as fcap_cloud_get() has them. */
void fcap_cloud_put(points *p, int64_t i, const double *x);
void fcap_cloud_get(const points *p, int64_t i, double *x);
/* When all n are there: lanes beyond repeat the last. */
void fcap_cloud_close_points(points *p);

#endif
