/* aims.h - --similar and --diverse: columns as coordinates of the objective mixed.
 *
 * A column of numbers is one coordinate, a column of texts one for each text. All coordinates
 * of a column are divided by its variation T in the whole roster, so that it costs, whatever
 * its unit, a part of 1: of a similar column the part of T that is left inside groups, of a
 * diverse one the part that lies between them. Weights multiply that. What is unknown of a
 * student is neutral: the mean of the others.
 */
#ifndef CLI_AIMS_H
#define CLI_AIMS_H

#include "args.h"

typedef struct aim_column {
    int32_t column; /* of the table */
    int diverse;
    double weight;
    int numeric;
    int64_t unknown; /* cells that are missing or, in a column of numbers, no number */
    int32_t first;   /* coordinate, */
    int32_t n;       /* and how many; of texts: names in the order of value */
    char **value;    /* n texts; NULL of numbers */
    char *known;     /* of each point; x of the others is the mean */
    double total;    /* T, in the column's own unit; 0: all students are the same */
} aim_column;

typedef struct aims {
    aim_column *column;
    int32_t n;
    int64_t points;
    int32_t d;
    double *x;   /* points rows of d, in the column's own unit */
    double *aim; /* d, as fcap_problem.aim */
} aims;

/* Is something asked for, or is the command one that always has aims? */
int aims_wanted(const arguments *a);
/* The columns of both, each once; out->index is the caller's. 0, or an exit code after having
 * said why. */
int aims_columns(const fcap_table *table, const arguments *a, fcap_columns *out);
/* rows: the table row of each point. 0, or an exit code after having said why. */
int aims_open(aims *out, fcap_table *table, const int64_t *rows, int64_t points,
              const arguments *a);
void aims_close(aims *of);

/* What a labelling makes of a column: the part of T inside the groups; 1 less it lies between
 * them. By the library's own measure of the problem. */
fcap_status aims_inside(const aims *of, const fcap_problem *problem, const fcap_rules *rules,
                        const int32_t *labels, double *inside, fcap_error *err);
/* The same of groups by lot, on average: exact, whatever their sizes. */
double aims_by_lot(int64_t points, int32_t groups);

#endif
