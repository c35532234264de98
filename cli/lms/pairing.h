/* pairing.h - the two columns by which the rows of two files are those of the same students. */
#ifndef CLI_LMS_PAIRING_H
#define CLI_LMS_PAIRING_H

#include "lms/join.h"

typedef struct pairing {
    int32_t left; /* columns; -1 = none */
    int32_t right;
    int before_at;   /* only what is before the @ of an address counts */
    int64_t matched; /* rows of the left with a partner */
    int by_name;     /* the columns are only the first ones of the names */
} pairing;

/* 0, or an exit code after having said why there is none. */
int pairing_choose(const joining *j, pairing *out);

#endif
