/* npy.c - a .npy file, whose header (npy_header.c) tells what its values are:
 *
 *   \x93NUMPY major minor | header length (2 or 4 bytes) | header | values
 */
#include "table/npy.h"

#include "base/parallel.h"
#include "table/npy_header.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    CHUNK = 8192 /* rows that are looked at together */
};

int fcap_npy_recognise(const char *bytes, size_t size) {
    return size >= 6 && memcmp(bytes, "\x93NUMPY", 6) == 0;
}

static fcap_status damaged(fcap_run *run, const char *what) {
    return fcap_run_fail(run, FCAP_E_DATA,
                         "the .npy file %s; save a two-dimensional float32 or float64 array "
                         "with numpy.save",
                         what);
}

/* Where the dictionary starts, and how long it is; 0: the bytes are no such header. */
static int find_header(const char *bytes, size_t size, size_t *begin, size_t *length) {
    const unsigned char *const u = (const unsigned char *)bytes;
    if (size < NPY_START || !fcap_npy_recognise(bytes, size) || u[6] < 1 || u[6] > 3) {
        return 0;
    }
    *begin = u[6] == 1 ? 10 : 12;
    *length = (size_t)u[8] | (size_t)u[9] << 8;
    if (u[6] != 1) {
        *length |= (size_t)u[10] << 16 | (size_t)u[11] << 24;
    }
    return *begin + *length >= NPY_START;
}

size_t fcap_npy_begin(const char *bytes, size_t size) {
    size_t begin;
    size_t length;
    return find_header(bytes, size, &begin, &length) ? begin + length : 0;
}

fcap_status fcap_npy_form(fcap_run *run, const char *bytes, size_t size, npy_form *out) {
    if (size < NPY_START) {
        return damaged(run, "is cut short");
    }
    size_t begin;
    size_t length;
    if (!find_header(bytes, size, &begin, &length) || length > size - begin) {
        return damaged(run, "has a header that cannot be read");
    }
    npy_header header;
    const char *const wrong = fcap_npy_header(bytes + begin, length, &header);
    if (wrong != NULL) {
        return damaged(run, wrong);
    }
    if (header.shape[0] < 1 || header.shape[1] < 1 || header.shape[1] > INT32_MAX) {
        return damaged(run, "does not hold a table with rows and columns");
    }
    uint16_t const probe = 1;
    int const little_machine = *(const unsigned char *)&probe == 1;
    *out = (npy_form){.rows = header.shape[0],
                      .columns = (int32_t)header.shape[1],
                      .width = header.width,
                      .swap = header.big_endian == little_machine,
                      .column_major = header.column_major,
                      .begin = begin + length};
    return FCAP_OK;
}

/* The first infinite value of each chunk of rows, as a place in the matrix; -1: none. */
typedef struct search {
    const npy *in;
    int64_t *found;
} search;

static void find_infinite(void *context, int64_t from, int64_t to, int32_t thread) {
    const search *const s = context;
    int64_t const columns = s->in->form.columns;
    int64_t *const found = &s->found[from / CHUNK];
    (void)thread;
    *found = -1;
    for (int64_t i = from * columns; i < to * columns && *found < 0; i++) {
        if (isinf(fcap_npy_at(s->in, i / columns, i % columns))) {
            *found = i;
        }
    }
}

static fcap_status refuse_infinite(fcap_run *run, const npy *in) {
    int64_t const columns = in->form.columns;
    int64_t const chunks = (in->form.rows - 1) / CHUNK + 1;
    arena_mark const mark = fcap_arena_save(&run->mem);
    search s = {in, arena_array(&run->mem, int64_t, chunks)};
    if (s.found == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %lld x %lld values",
                             (long long)in->form.rows, (long long)columns);
    }
    fcap_parallel_for(run->threads, in->form.rows, CHUNK, find_infinite, &s);
    for (int64_t c = 0; c < chunks; c++) {
        if (s.found[c] >= 0) {
            return fcap_run_fail(
                run, FCAP_E_DATA, "row %lld, column %lld of the .npy file is infinite",
                (long long)(s.found[c] / columns) + 1, (long long)(s.found[c] % columns) + 1);
        }
    }
    fcap_arena_restore(&run->mem, mark);
    return FCAP_OK;
}

fcap_status fcap_npy_open(fcap_run *run, const char *bytes, size_t size, npy *out) {
    npy in = {0};
    TRY(fcap_npy_form(run, bytes, size, &in.form));
    assert(in.form.rows > 0 && in.form.columns > 0 && in.form.width > 0);
    in.data = bytes + in.form.begin;
    size_t const values = (size - in.form.begin) / (size_t)in.form.width;
    if ((uint64_t)in.form.rows > values / (uint64_t)in.form.columns) {
        return damaged(run, "holds fewer values than its header says");
    }
    TRY(refuse_infinite(run, &in));
    *out = in;
    return FCAP_OK;
}
