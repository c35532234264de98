/* shards.c - see shards.h. */
#include "shard/shards.h"

#include "shard/plain_file.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    HEAD = 4096 /* bytes of a file that tell what it is */
};

/* A shard as it travels: the path lies behind all of them. */
typedef struct passed_shard {
    int64_t size;
    int64_t begin;
    int64_t path;
    int32_t kind;
    npy_form form;
} passed_shard;

static fcap_status out_of_memory(fcap_run *run, int64_t n) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for the files (%lld)",
                         (long long)n);
}

fcap_status fcap_shard_open_file(fcap_run *run, const shard *s, int *file) {
    int64_t size = 0;
    return fcap_plain_file_open(run, s->path, file, &size);
}

fcap_status fcap_shard_read(fcap_run *run, const shard *s, int file, int64_t from, size_t size,
                            char *out, size_t *got) {
    *got = 0;
    while (*got < size) {
        ssize_t const some =
            pread(file, out + *got, size - *got, (off_t)(from + (int64_t)*got));
        if (some == 0) {
            break;
        }
        if (some > 0) {
            *got += (size_t)some;
        } else if (errno != EINTR) {
            return fcap_run_fail(run, FCAP_E_IO, "cannot read %s: %s", s->path,
                                 strerror(errno));
        }
    }
    return FCAP_OK;
}

/* ---------------------------------------------------------------- what is it? */

static fcap_status look(fcap_run *run, shard *s, int file) {
    char head[HEAD + 1] = "";
    size_t got = 0;
    TRY(fcap_shard_read(run, s, file, 0, HEAD, head, &got));
    const unsigned char *const u = (const unsigned char *)head;
    if (got == 0) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s is empty; remove it, or leave it out",
                             s->path);
    }
    if (got >= 4 && memcmp(head, "PK\003\004", 4) == 0) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "%s is a workbook or another zip file; export it as CSV", s->path);
    }
    if (got >= 2 && ((u[0] == 0xff && u[1] == 0xfe) || (u[0] == 0xfe && u[1] == 0xff))) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "%s is UTF-16, which cannot be read in parts; convert it: iconv "
                             "-f UTF-16 -t UTF-8",
                             s->path);
    }
    if (got >= 2 && u[0] == 0x1f && u[1] == 0x8b) {
        s->kind = SHARD_PACKED;
        return FCAP_OK;
    }
    if (fcap_npy_recognise(head, got)) {
        size_t const begin = fcap_npy_begin(head, got);
        if (begin == 0 || begin > got) {
            return fcap_run_fail(run, FCAP_E_DATA, "%s has a header that cannot be read",
                                 s->path);
        }
        TRY(fcap_npy_form(run, head, got, &s->form));
        if (s->form.column_major) {
            return fcap_run_fail(
                run, FCAP_E_DATA,
                "%s is stored column by column, so it cannot be read in parts; "
                "save numpy.ascontiguousarray(x)",
                s->path);
        }
        if (s->form.rows > (s->size - (int64_t)begin) / s->form.columns / s->form.width) {
            return fcap_run_fail(run, FCAP_E_DATA,
                                 "%s holds fewer values than its header says (%lld x %lld)",
                                 s->path, (long long)s->form.rows, (long long)s->form.columns);
        }
        s->kind = SHARD_MATRIX;
        s->begin = (int64_t)begin;
        return FCAP_OK;
    }
    s->kind = SHARD_TEXT;
    s->begin = got >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    return FCAP_OK;
}

/* glob() has marked folders by a slash at their end. */
static fcap_status find_shard(fcap_run *run, const char *path, shard *out) {
    size_t const length = strlen(path);
    char *const copy = arena_array(&run->mem, char, length + 1);
    int file = -1;
    if (copy == NULL) {
        return out_of_memory(run, 1);
    }
    if (length > 0 && path[length - 1] == '/') {
        int const plain = (int)(length > 1 ? length - 1 : length);
        return fcap_run_fail(run, FCAP_E_IO, "%.*s is a folder; name its files: '%.*s/*.csv'",
                             plain, path, plain, path);
    }
    *out = (shard){.path = strcpy(copy, path)};
    TRY(fcap_plain_file_open(run, path, &file, &out->size));
    fcap_status const status = look(run, out, file);
    close(file);
    return status;
}

/* ---------------------------------------------------------------- which? */

static fcap_status add_pattern(fcap_run *run, const char *pattern, shards *out) {
    glob_t found;
    memset(&found, 0, sizeof found);
    int const code = glob(pattern, GLOB_MARK, NULL, &found);
    fcap_status status = FCAP_OK;
    if (code == GLOB_NOMATCH) {
        status = fcap_run_fail(run, FCAP_E_IO, "no file matches %s", pattern);
    } else if (code != 0) {
        status = fcap_run_fail(run, FCAP_E_IO, "cannot list %s", pattern);
    }
    int64_t const n = status == FCAP_OK ? out->n + (int64_t)found.gl_pathc : out->n;
    shard *const more = arena_array(&run->mem, shard, n);
    if (status == FCAP_OK && more == NULL) {
        status = out_of_memory(run, n);
    }
    if (status == FCAP_OK && out->n > 0) {
        memcpy(more, out->of, (size_t)out->n * sizeof *more);
    }
    for (size_t i = 0; status == FCAP_OK && i < found.gl_pathc; i++) {
        status = find_shard(run, found.gl_pathv[i], &more[out->n + (int32_t)i]);
    }
    globfree(&found);
    TRY(status);
    *out = (shards){more, (int32_t)n};
    return FCAP_OK;
}

char *fcap_shard_labels_name(fcap_run *run, const shard *s) {
    static const char *const ends[] = {".gz", ".csv", ".tsv", ".txt", ".npy"};
    const char *const slash = strrchr(s->path, '/');
    const char *const base = slash != NULL ? slash + 1 : s->path;
    size_t length = strlen(base);
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
        size_t const size = strlen(ends[e]);
        if (length > size && memcmp(base + length - size, ends[e], size) == 0) {
            length -= size;
        }
    }
    static const char end[] = ".labels.csv";
    char *const name = arena_array(&run->mem, char, length + sizeof end);
    if (name != NULL) {
        memcpy(name, base, length);
        memcpy(name + length, end, sizeof end);
    }
    return name;
}

typedef struct named {
    const char *name;
    const char *path;
} named;

static int by_name(const void *left, const void *right) {
    return strcmp(((const named *)left)->name, ((const named *)right)->name);
}

/* Each has its own labels file. */
static fcap_status check_names(fcap_run *run, const shards *s) {
    named *const all = arena_array(&run->mem, named, s->n);
    for (int32_t i = 0; all != NULL && i < s->n; i++) {
        all[i] = (named){fcap_shard_labels_name(run, &s->of[i]), s->of[i].path};
        if (all[i].name == NULL) {
            return out_of_memory(run, s->n);
        }
    }
    if (all == NULL) {
        return out_of_memory(run, s->n);
    }
    qsort(all, (size_t)s->n, sizeof *all, by_name);
    for (int32_t i = 1; i < s->n; i++) {
        if (strcmp(all[i - 1].name, all[i].name) == 0) {
            return fcap_run_fail(run, FCAP_E_ARGUMENT,
                                 "the labels of %s and %s would both be %s; rename one of them",
                                 all[i - 1].path, all[i].path, all[i].name);
        }
    }
    return FCAP_OK;
}

static fcap_status find_all(fcap_run *run, const char *const *pattern, int32_t n, shards *out) {
    *out = (shards){0};
    for (int32_t i = 0; i < n; i++) {
        TRY(add_pattern(run, pattern[i], out));
    }
    for (int32_t i = 1; i < out->n; i++) {
        if ((out->of[i].kind == SHARD_MATRIX) != (out->of[0].kind == SHARD_MATRIX)) {
            return fcap_run_fail(run, FCAP_E_DATA, "%s and %s are of different kinds: %s",
                                 out->of[0].path, out->of[i].path,
                                 out->of[0].kind == SHARD_MATRIX ? ".npy and text"
                                                                 : "text and .npy");
        }
        if (out->of[0].kind == SHARD_MATRIX &&
            out->of[i].form.columns != out->of[0].form.columns) {
            return fcap_run_fail(run, FCAP_E_DATA, "%s has %d %s where %s has %d",
                                 out->of[i].path, (int)out->of[i].form.columns,
                                 out->of[i].form.columns == 1 ? "column" : "columns",
                                 out->of[0].path, (int)out->of[0].form.columns);
        }
    }
    return check_names(run, out);
}

/* ---------------------------------------------------------------- telling the others */

static fcap_status pack(fcap_run *run, const shards *s, void **bytes, size_t *size) {
    size_t room = (size_t)s->n * sizeof(passed_shard);
    for (int32_t i = 0; i < s->n; i++) {
        room += strlen(s->of[i].path) + 1;
    }
    char *const out = arena_array(&run->mem, char, room);
    if (out == NULL) {
        return out_of_memory(run, s->n);
    }
    size_t at = (size_t)s->n * sizeof(passed_shard);
    for (int32_t i = 0; i < s->n; i++) {
        const shard *const x = &s->of[i];
        passed_shard const one = {.size = x->size,
                                  .begin = x->begin,
                                  .path = (int64_t)at,
                                  .kind = (int32_t)x->kind,
                                  .form = x->form};
        memcpy(out + (size_t)i * sizeof one, &one, sizeof one);
        strcpy(out + at, x->path);
        at += strlen(x->path) + 1;
    }
    *bytes = out;
    *size = room;
    return FCAP_OK;
}

static fcap_status unpack(fcap_run *run, const char *bytes, int32_t n, shards *out) {
    out->n = n;
    out->of = arena_array(&run->mem, shard, n);
    if (out->of == NULL) {
        return out_of_memory(run, n);
    }
    for (int32_t i = 0; i < n; i++) {
        passed_shard one;
        memcpy(&one, bytes + (size_t)i * sizeof one, sizeof one);
        out->of[i] = (shard){.path = bytes + one.path,
                             .kind = (shard_kind)one.kind,
                             .size = one.size,
                             .begin = one.begin,
                             .form = one.form};
    }
    return FCAP_OK;
}

fcap_status fcap_shards_open(fcap_run *run, fcap_comm *c, const char *const *pattern, int32_t n,
                             shards *out) {
    void *bytes = NULL;
    size_t size = 0;
    fcap_status status = FCAP_OK;
    *out = (shards){0};
    if (c->rank == 0) {
        status = find_all(run, pattern, n, out);
        status = status == FCAP_OK ? pack(run, out, &bytes, &size) : status;
    }
    AGREE(run, c, status);
    int64_t files = out->n;
    fcap_comm_broadcast(c, &files, sizeof files);
    TRY(fcap_comm_spread(run, c, &bytes, &size));
    if (c->rank != 0) {
        status = unpack(run, bytes, (int32_t)files, out);
    }
    AGREE(run, c, status);
    return FCAP_OK;
}
