/* distances.c - given distances instead of coordinates, from a .npy file.
 *
 * The file is read row by row straight into the one matrix that is kept, and checked on the
 * way: against the rows above for symmetry. So a column-major file, read as if it were its
 * transpose, gives the same matrix; only the names of places are exchanged.
 */
#include "table/dataset_of.h"
#include "table/npy.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SYMMETRY 1e-9

static fcap_status cut_short(fcap_run *run) {
    return fcap_run_fail(run, FCAP_E_DATA,
                         "the .npy file ends before its last value; save it again with "
                         "numpy.save");
}

static fcap_status read_form(fcap_run *run, FILE *file, npy_form *form) {
    char start[NPY_START];
    size_t const begin =
        fread(start, 1, NPY_START, file) == NPY_START ? fcap_npy_begin(start, NPY_START) : 0;
    if (begin == 0) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "this is no .npy file; save the distances with numpy.save");
    }
    char *const head = arena_array(&run->mem, char, begin);
    if (head == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for a header of %zu bytes",
                             begin);
    }
    memcpy(head, start, NPY_START);
    if (fread(head + NPY_START, 1, begin - NPY_START, file) != begin - NPY_START) {
        return cut_short(run);
    }
    return fcap_npy_form(run, head, begin, form);
}

/* What is wrong with the distance from point i to point j, or NULL. */
static const char *fault_of(const fcap_dataset *ds, int64_t i, int64_t j) {
    double const value = ds->distance[i * ds->n + j];
    if (!isfinite(value)) {
        return "every distance must be a finite number";
    }
    if (value < 0) {
        return "no distance is below 0";
    }
    if (i == j) {
        return value == 0 ? NULL : "from a row to itself the distance is 0";
    }
    if (j > i) {
        return NULL; /* its mirror image comes later */
    }
    double const mirrored = ds->distance[j * ds->n + i];
    double const larger = value > mirrored ? value : mirrored;
    return fabs(value - mirrored) <= SYMMETRY * larger
               ? NULL
               : "the other way it is another; distances are the same both ways";
}

static fcap_status fail_value(fcap_run *run, const fcap_dataset *ds, const npy_form *form,
                              int64_t i, int64_t j, const char *why) {
    double const value = ds->distance[i * ds->n + j];
    char text[FCAP_NUMBER_SIZE] = "not finite";
    if (isfinite(value)) {
        fcap_number_print(value, text);
    }
    return fcap_run_fail(run, FCAP_E_DATA, "row %lld, column %lld is %s: %s",
                         (long long)ds->row[form->column_major ? j : i] + 1,
                         (long long)ds->row[form->column_major ? i : j] + 1, text, why);
}

static fcap_status read_matrix(fcap_run *scratch, fcap_dataset *ds, const npy_form *form,
                               FILE *file) {
    int64_t const n = ds->n;
    size_t const width = (size_t)form->width;
    size_t const bytes = (size_t)form->columns * width;
    char *const line = arena_array(&scratch->mem, char, bytes);
    ds->distance = arena_array(&ds->run.mem, double, n *n);
    if (line == NULL || ds->distance == NULL) {
        return fcap_run_fail(scratch, FCAP_E_NO_MEMORY,
                             "out of memory for %lld x %lld distances", (long long)n,
                             (long long)n);
    }
    int64_t i = 0;
    for (int64_t row = 0; row < form->rows && i < n; row++) {
        if (fread(line, 1, bytes, file) != bytes) {
            return cut_short(scratch);
        }
        if (row != ds->row[i]) {
            continue; /* left out */
        }
        for (int64_t j = 0; j < n; j++) {
            ds->distance[i * n + j] = fcap_npy_value(form, line + (size_t)ds->row[j] * width);
            const char *const why = fault_of(ds, i, j);
            if (why != NULL) {
                return fail_value(scratch, ds, form, i, j, why);
            }
        }
        for (int64_t j = 0; j < i; j++) {
            ds->distance[i * n + j] = ds->distance[j * n + i]; /* the same to the last bit */
        }
        i++;
    }
    return FCAP_OK;
}

static fcap_status read_file(fcap_run *scratch, fcap_dataset *ds, FILE *file) {
    npy_form form = {0};
    TRY(read_form(scratch, file, &form));
    int64_t const rows = ds->n + ds->dropped;
    if (form.rows != rows || form.columns != rows) {
        return fcap_run_fail(
            scratch, FCAP_E_DATA,
            "the distances are %lld x %lld, but the data have %lld row%s: %lld "
            "x %lld are needed, in the same order",
            (long long)form.rows, (long long)form.columns, (long long)rows,
            rows == 1 ? "" : "s", (long long)rows, (long long)rows);
    }
    return read_matrix(scratch, ds, &form, file);
}

fcap_status fcap_dataset_read_distances(fcap_dataset *ds, const char *path, fcap_error *err) {
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        return fcap_error_set(err, FCAP_E_IO, "cannot open %s: %s", path, strerror(errno));
    }
    fcap_options options;
    fcap_options_init(&options);
    options.allocator = ds->run.mem.os;
    fcap_run scratch;
    fcap_run_open(&scratch, &options, err);
    fcap_status status = read_file(&scratch, ds, file);
    if (status == FCAP_E_DATA && ferror(file)) {
        status = fcap_error_set(err, FCAP_E_IO, "cannot read %s: %s", path, strerror(errno));
    }
    if (status != FCAP_OK) {
        ds->distance = NULL; /* its memory stays with the dataset until that is freed */
    }
    fcap_run_close(&scratch);
    fclose(file);
    return status;
}
