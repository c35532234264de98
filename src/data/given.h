/* given.h - distances that the caller gives as a matrix, instead of coordinates.
 *
 * The matrix stays where it is: an exactly symmetric one is read in place, and one whose two
 * halves differ by rounding is copied once, as the mean of both, so that d(i, j) = d(j, i)
 * everywhere. Entries are multiplied by a power of two, so that the largest is below 1, when
 * they are read.
 */
#ifndef FCAP_DATA_GIVEN_H
#define FCAP_DATA_GIVEN_H

#include "base/run.h"

typedef struct given_distances {
    const double *entry; /* side x side; NULL: none */
    int64_t side;
    double scale;
    const int64_t *at; /* the row in `entry` of each point; NULL: its own number */
} given_distances;

/* Finite, none negative, 0 on the diagonal, symmetric up to 1e-9 of the entry; otherwise
 * FCAP_E_ARGUMENT names an entry. A true distance is one here times 2^exponent. */
fcap_status fcap_given_open(fcap_run *run, const double *distance, int64_t n,
                            given_distances *out, int *exponent);
/* n points of them. */
fcap_status fcap_given_subset(fcap_run *run, const given_distances *from, const int64_t *index,
                              int64_t n, given_distances *out);

double fcap_given_distance(const given_distances *from, int64_t i, const given_distances *to,
                           int64_t j);
/* To the points [first, first + n) of `to`. */
void fcap_given_row(const given_distances *from, int64_t i, const given_distances *to,
                    int64_t first, int64_t n, double *out);
void fcap_given_row_float(const given_distances *from, int64_t i, const given_distances *to,
                          int64_t n, float *out);

#endif
