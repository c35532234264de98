/* npy_header.h - the Python dictionary in front of the values of a .npy file. */
#ifndef FCAP_TABLE_NPY_HEADER_H
#define FCAP_TABLE_NPY_HEADER_H

#include <stddef.h>
#include <stdint.h>

typedef struct npy_header {
    int big_endian;
    int width; /* bytes of a value: 4 or 8 */
    int column_major;
    int axes; /* 1 or 2 */
    int64_t shape[2];
} npy_header;

/* NULL, or what is wrong, to stand behind "the .npy file". */
const char *fcap_npy_header(const char *text, size_t size, npy_header *out);

#endif
