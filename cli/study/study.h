/* study.h - the folder of a sweep or a tune, to which a later run may add.
 *
 * sweep.json (tune.json) says what the rows of results.csv have in common: the data, the rules,
 * the effort, the version. A run that differs in any of these would add rows that cannot be
 * compared, so it is refused; one with other k, methods or seeds goes on from what is there.
 * Files that no such run made are never written over, and two runs at a time are kept apart.
 */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "study/results.h"
#include "study/tuned.h"

typedef struct study {
    const job *job;
    const char *folder;
    int is_tune;
    char *about; /* path of sweep.json or tune.json */
    int lock;    /* of the folder; -1: none */
    results results;
} study;

/* The numbers of clusters: -k, or those of the paper. 0, or an exit code after having said why.
 * The caller frees k->value in both cases. */
int study_counts(const arguments *a, count_set *k);
/* Nobody asked for the clusters beyond the rows that the default has: leaves them out. */
void study_fit_counts(const job *j, count_set *k);

/* Before anything is read: does -o name a folder? 0, or an exit code after having said why. */
int study_check(const arguments *a);

/* Makes the folder and takes what it holds: the trials that are complete are no longer open.
 * 0, or an exit code after having said why. The caller closes in both cases. */
int study_open(study *s, trials *t);
void study_close(study *s);

/* Says how to go on after an interrupted run; returns the code. */
int study_say_end(const study *s, const trials *t, int code);
/* Says, if the code is not 0, that a run whose figures could not be written is not lost;
 * returns the code. */
int study_say_undrawn(const study *s, int code);
/* Notes after a complete run: runs without an answer, rows that no figure shows. */
void study_say_notes(const study *s, const trials *t);

/* A trials_save: writes results.csv. */
int study_save(void *user, const trials *t);
/* Writes what was asked, and what was chosen once that is known (else NULL). */
int study_write(const study *s, const trials *t, const tuned *chosen);

#endif
