/* points.h - the points of one problem, laid out for distances.
 *
 * Coordinates are divided by a power of two, so that the largest is below 1: nothing can
 * overflow on the way, and scaling all data by 2^j changes no bit of any answer. They lie in
 * blocks of 16 points (data/blocks.h).
 *
 * Instead of coordinates there may be a matrix of given distances (data/given.h). Then d is 0:
 * what goes through the coordinates finds none, and must not need any.
 */
#ifndef FCAP_DATA_POINTS_H
#define FCAP_DATA_POINTS_H

#include "base/run.h"
#include "data/blocks.h"
#include "data/given.h"

/* Above this many points no n x n matrix is made (float: 576 MB). */
enum {
    MATRIX_POINTS = 12000
};

typedef struct points {
    int64_t n;
    int32_t d;             /* 0: the distances are given */
    int exponent;          /* true distance = distance here * 2^exponent */
    double *x;             /* blocks; lanes beyond n repeat the last point */
    float *matrix;         /* n rows of `stride` distances, or NULL */
    int64_t stride;        /* n rounded up to a multiple of LANES */
    fcap_metric metric;    /* of the coordinates */
    int x_exponent;        /* true coordinate = coordinate here * 2^x_exponent */
    const double *origin;  /* n rows of true coordinates; NULL: there are none, or no longer */
    given_distances given; /* without entries where there are coordinates */
} points;

/* All finite, or FCAP_E_ARGUMENT. The first is Euclidean. */
fcap_status fcap_points_open(fcap_run *run, const double *x, int64_t n, int32_t d, points *out);
fcap_status fcap_points_open_metric(fcap_run *run, const double *x, int64_t n, int32_t d,
                                    fcap_metric metric, points *out);
/* n x n distances that the caller keeps; see fcap_given_open(). */
fcap_status fcap_points_open_given(fcap_run *run, const double *distance, int64_t n,
                                   points *out);
/* The given points of `from`, with the same exponent. */
fcap_status fcap_points_subset(fcap_run *run, const points *from, const int64_t *index,
                               int64_t n, points *out);
/* The same in x, room for n rounded up to a multiple of LANES, times d; no given distances. */
void fcap_points_gather(const points *from, const int64_t *index, int64_t n, double *x,
                        points *out);
/* Beside one coordinate of 1e180 the squares of ordinary differences are 0. Where that may be
 * so within `sub`, the given points of `from`, it gets a scale of its own, and 0 for
 * coordinates in which all its points are equal. Only of points that have an origin. */
fcap_status fcap_points_zoom(fcap_run *run, const points *from, const int64_t *index,
                             points *sub);
/* Point j of `to` becomes a copy of point i of `from`; both of the same origin. */
void fcap_points_put(points *to, int64_t j, const points *from, int64_t i);
/* Computes the n x n matrix if n <= MATRIX_POINTS; on several threads. */
fcap_status fcap_points_matrix(fcap_run *run, points *p);

/* Does the triangle inequality hold? It is known for Euclidean and Manhattan distances. */
int fcap_points_metric(const points *p);
/* All distances are below this. */
double fcap_points_limit(const points *p);
/* The same, when no point is farther than `far` from one of them. */
double fcap_points_diameter(const points *p, double far);

double fcap_points_coordinate(const points *p, int64_t i, int32_t c);
/* d(i, j) for one pair; the same bits as in a row of doubles, or of floats. */
double fcap_points_distance(const points *p, int64_t i, int64_t j);
float fcap_points_distance_float(const points *p, int64_t i, int64_t j);
/* out[j] = d(i, j) for all j; room for `stride` values, aligned as by the arena. */
void fcap_points_distances(const points *p, int64_t i, double *out);
/* The same from point i of one set to points of another of the same origin: one, all. */
double fcap_points_distance_to(const points *from, int64_t i, const points *to, int64_t j);
void fcap_points_distances_to(const points *from, int64_t i, const points *to, double *out);
/* The same for n blocks of LANES points only, from block `first` on. */
void fcap_points_distances_blocks(const points *from, int64_t i, const points *to,
                                  int64_t first, int64_t n, double *out);
/* The same as float, for searching (the root of the rounded square: 7 digits; below 1e-19 of
 * the data's range it is 0). From the matrix, or into scratch (room for `stride`, aligned). */
const float *fcap_points_row(const points *p, int64_t i, float *scratch);
/* n rows of `stride`, computed; several at once are cheaper than one by one. */
void fcap_points_rows(const points *p, const int64_t *index, int64_t n, float *out);

#endif
