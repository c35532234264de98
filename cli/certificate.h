/* certificate.h - the proof of a lower bound as a file.
 *
 *     faircap certificate 1
 *     n 395
 *     k 10
 *     max_size 40
 *     min_size 1
 *     balance 1/2               0/1: none is asked for
 *     data 3f0c9a8be51d2764     of the coordinates and groups, FNV-1a
 *     bound 1061.5              no clustering obeying these rules costs less
 *     multipliers
 *     ...                       n numbers, one a line, in the order of the rows used
 *     checksum 90ab12cd34ef5678 of all bytes before this line, FNV-1a
 *
 * Nothing in it is trusted: a checker recomputes the bound from the multipliers. The checksums
 * tell a damaged file, and one about other data, from a false proof; they are no protection
 * against intent, and need not be.
 */
#ifndef CLI_CERTIFICATE_H
#define CLI_CERTIFICATE_H

#include "checksum.h"
#include "job.h"
#include "save.h"

typedef struct certificate {
    double bound;             /* claimed */
    double *multiplier;       /* problem.n; NULL when there is something wrong */
    char data[CHECKSUM_SIZE]; /* checksum of the data at hand */
    char why[120];            /* what is wrong with it; empty: it fits the data and the rules */
} certificate;

void certificate_write(output *out, const job *j, const double *multiplier, double bound);

/* 0, or an exit code after having said that the file cannot be read. A file that can be read
 * and is no certificate, or one of another request, is no error: see `why`. */
int certificate_read(certificate *c, const job *j, const char *path);
void certificate_free(certificate *c);

/* Does a file begin as a certificate does? 0 too when it cannot be read. */
int certificate_is_one(const char *path);

#endif
