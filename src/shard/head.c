/* head.c - see head.h. */
#include "shard/head.h"

#include "shard/cuts.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

static fcap_status out_of_memory(fcap_run *run, const shard *s) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the beginning of %s",
                         s->path);
}

static fcap_status read_head(fcap_run *run, const shard *s, size_t most, char *bytes,
                             size_t *size) {
    if (s->kind == SHARD_PACKED) {
        gzFile const packed = gzopen(s->path, "rb");
        int const got = packed != NULL ? gzread(packed, bytes, (unsigned)most) : -1;
        if (packed != NULL) {
            gzclose(packed);
        }
        *size = got > 0 ? (size_t)got : 0;
        return got > 0 ? FCAP_OK
                       : fcap_run_fail(run, FCAP_E_DATA, "%s is damaged or empty", s->path);
    }
    int file = -1;
    TRY(fcap_shard_open_file(run, s, &file));
    fcap_status const status = fcap_shard_read(run, s, file, s->begin, most, bytes, size);
    close(file);
    return status;
}

/* What is wrong is no error yet. */
static fcap_status find_records(fcap_run *run, char delimiter, shard_head *out) {
    fcap_error *const err = run->err;
    fcap_error unused;
    fcap_faults faults = {0};
    run->err = &unused;
    fcap_status const status = fcap_csv_open(run, &out->file, delimiter, 0, &out->in, &faults);
    run->err = err;
    return status;
}

/* The bytes may end within a record, which is no fault. */
fcap_status fcap_head_open(fcap_run *run, const shard *s, size_t most, char delimiter,
                           shard_head *out) {
    char *const bytes = arena_array(&run->mem, char, (int64_t)most + 1);
    size_t size = 0;
    if (bytes == NULL) {
        return out_of_memory(run, s);
    }
    TRY(read_head(run, s, most, bytes, &size));
    size_t const mark = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    out->file = (input){.bytes = bytes + mark, .size = size - mark};
    fcap_status status = find_records(run, delimiter, out);
    if (status != FCAP_E_NO_MEMORY && size == most) {
        cuts const c = fcap_cuts_open(out->in.delimiter);
        size_t const whole = fcap_cuts_last(&c, out->file.bytes, out->file.size);
        out->file.size = whole > 0 ? whole : out->file.size;
        status = find_records(run, out->in.delimiter, out);
    }
    return status == FCAP_E_NO_MEMORY ? out_of_memory(run, s) : FCAP_OK;
}
