/* wishes.h - what is asked of single rows and single clusters: sizes, together, apart, earlier
 * clusters to keep, to start from or to avoid, candidates for medoids.
 *
 * They come from files that name rows (--id, or row numbers) or sizes. Here they become rules
 * of the job, and so does -s, which needs all other rules to find the number of clusters.
 */
#ifndef CLI_WISHES_H
#define CLI_WISHES_H

#include "id_sets.h"
#include "job.h"
#include "label_names.h"

/* Does some option but -k say how many clusters there are? */
int wishes_set_clusters(const arguments *a);

/* The last step of opening a job: everything else that is asked for is in j->rules. 0, or an
 * exit code after having said why. */
int wishes_open(job *j);
void wishes_close(job *j);

/* The clusters that the start has; 0 without --start. */
int32_t wishes_started(const job *j);
/* Of --medoids: rows that may be medoids; 0 without it. */
int64_t wishes_candidates(const job *j);
/* Of the groups so far; none unless --late has some. */
const label_names *wishes_names(const job *j);
/* What group c, from 0, is called: as in the groups so far, else "Group 01". Not escaped.
 * Returns text. */
const char *wishes_group_name(const job *j, int32_t c, char text[GROUP_NAME_SIZE]);

/* Who must be together and who apart, with the lines that say so. */
const id_sets *wishes_together(const job *j);
const id_sets *wishes_apart(const job *j);

/* Rows with a cluster in --start. */
int64_t wishes_labelled(const job *j);
/* Pairs of former team-mates who are in one line of --together: they meet again as asked. */
int64_t wishes_met_again(const job *j);

#endif
