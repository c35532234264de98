/* labels.h - a file of labels for each shard, written by the ranks that have its rows.
 *
 *     row,cluster
 *     1,3
 *
 * Rows count from 1 in their shard; those that were dropped are not there. Every rank knows how
 * long the parts of the others are, so all write to their places of one file.
 */
#ifndef FCAP_SHARD_LABELS_H
#define FCAP_SHARD_LABELS_H

#include "shard/folder.h"

#include <stdio.h>

/* The labels of the cloud, counted from 1. Collective. */
fcap_status fcap_labels_write(fcap_run *run, fcap_comm *comm, const cloud *c, const folder *f);

/* Reading them: one row after another. */
typedef struct label_reader {
    const schema *s;
    const char *folder;
    int32_t shard; /* that is open, or -1 */
    int64_t piece;
    int64_t row;      /* of the last record, in its shard */
    int64_t others;   /* rows up to this one are another rank's */
    int64_t labelled; /* the last row that had a label: each has one */
    FILE *file;
    char *path;
} label_reader;

/* The label (from 0) of the next record of a visit; FCAP_E_DATA when there is none. */
fcap_status fcap_label_next(fcap_run *run, label_reader *r, const record *at, int32_t *label);
/* After the last record of a visit: FCAP_E_DATA if its shard ends there and labels are left. */
fcap_status fcap_label_end(fcap_run *run, label_reader *r);
/* A record of the visit that has no label. */
fcap_status fcap_label_skip(fcap_run *run, label_reader *r, const record *at);
void fcap_label_close(label_reader *r);

/* Does a folder have a labels file for each shard? */
int fcap_labels_are_there(fcap_run *run, const shards *s, const char *within);

#endif
