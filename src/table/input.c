/* input.c - reading, inflating and transcoding whole files. See input.h.
 *
 * The reader goes over the text more than once (to learn what the columns are, to use them, to
 * write them out again), so all of it stays within reach: a large file is mapped, what comes
 * from a pipe or out of gzip is held in memory. A file that is cut short while it is mapped
 * ends the process (SIGBUS), so the small ones, which cost nothing, are copied.
 */
#include "table/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef FCAP_NO_GZIP
#include <zlib.h>
#endif

enum {
    FIRST_BUFFER = 1 << 16,
    MAPPED_FROM = 1 << 24, /* bytes; below that, a copy takes milliseconds */
    TOLD_MOST = 64         /* times its own size is what a file is believed to unpack to */
};

/* Bytes that are being collected. */
typedef struct buffer {
    char *bytes;
    size_t size;
    size_t room;
} buffer;

/* Room for that many bytes, what is there kept. */
static int make_room(fcap_run *run, buffer *b, size_t room) {
    char *const bigger = room > b->room ? arena_array(&run->mem, char, room) : NULL;
    if (bigger == NULL) {
        return 0;
    }
    if (b->size > 0) {
        memcpy(bigger, b->bytes, b->size);
    }
    b->bytes = bigger;
    b->room = room;
    return 1;
}

static int grow(fcap_run *run, buffer *b) {
    return make_room(run, b, b->room < FIRST_BUFFER ? FIRST_BUFFER : 2 * b->room);
}

static fcap_status out_of_memory(fcap_run *run, size_t size) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory after reading %zu bytes", size);
}

static size_t regular_size(int file) {
    struct stat about;
    int const known = fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
    return known ? (size_t)about.st_size : 0;
}

static fcap_status read_all(fcap_run *run, int file, const char *path, input *out) {
    size_t const size = regular_size(file);
    buffer b = {0};
    /* one more, so that the end is seen without growing */
    if (size > 0 && !make_room(run, &b, size + 1)) {
        return out_of_memory(run, 0);
    }
    for (;;) {
        if (b.size == b.room && !grow(run, &b)) {
            return out_of_memory(run, b.size);
        }
        ssize_t const got = read(file, b.bytes + b.size, b.room - b.size);
        if (got == 0) {
            *out = (input){.bytes = b.bytes, .size = b.size};
            return FCAP_OK;
        }
        if (got > 0) {
            b.size += (size_t)got;
        } else if (errno != EINTR) {
            return fcap_run_fail(run, FCAP_E_IO, "cannot read %s: %s", path, strerror(errno));
        }
        if (fcap_run_should_stop(run, "read", (int64_t)b.size, (int64_t)b.room)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while reading %s", path);
        }
    }
}

static int map_file(int file, input *out) {
    size_t const size = regular_size(file);
    if (size < MAPPED_FROM) {
        return 0;
    }
    void *const map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (map == MAP_FAILED) {
        return 0; /* then it is read */
    }
    *out = (input){.bytes = map, .size = size, .map = map, .map_size = size};
    return 1;
}

void fcap_input_leave(const input *in, const char *from, const char *to) {
#ifdef MADV_DONTNEED
    size_t const page = (size_t)sysconf(_SC_PAGESIZE);
    if (in->map != NULL) {
        size_t const begin = ((size_t)(from - (char *)in->map) + page - 1) / page * page;
        size_t const end = (size_t)(to - (char *)in->map) / page * page;
        if (begin < end) {
            madvise((char *)in->map + begin, end - begin, MADV_DONTNEED);
        }
    }
#else
    (void)in;
    (void)from;
    (void)to;
#endif
}

void fcap_input_close(input *in) {
    if (in->map != NULL) {
        munmap(in->map, in->map_size);
        in->map = NULL;
    }
}

fcap_status fcap_input_read(fcap_run *run, const char *path, input *out) {
    if (strcmp(path, "-") == 0) {
        return read_all(run, STDIN_FILENO, "standard input", out);
    }
    int const file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return fcap_run_fail(run, FCAP_E_IO, "cannot open %s: %s", path, strerror(errno));
    }
    fcap_status const status = map_file(file, out) ? FCAP_OK : read_all(run, file, path, out);
    close(file);
    return status;
}

#ifdef FCAP_NO_GZIP

fcap_status fcap_input_inflate(fcap_run *run, input *in) {
    int const packed = in->size >= 2 && memcmp(in->bytes, "\x1f\x8b", 2) == 0;
    return packed ? fcap_run_fail(run, FCAP_E_DATA, "the file is packed with gzip; unpack it")
                  : FCAP_OK;
}

#else

static void *zlib_alloc(void *run, unsigned count, unsigned size) {
    return fcap_arena_alloc(&((fcap_run *)run)->mem, count, size);
}

static void zlib_free(void *run, void *block) {
    (void)run; /* the arena releases it with everything else */
    (void)block;
}

/* gzip ends with the size of its last member; of most files that is the size of all. */
static size_t told_size(const input *in) {
    const unsigned char *const end = (const unsigned char *)in->bytes + in->size;
    if (in->size < 18) {
        return 0;
    }
    size_t const told =
        (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
    return told / TOLD_MOST <= in->size ? told : 0;
}

static fcap_status inflate_all(fcap_run *run, z_stream *z, const input *in, buffer *out) {
    size_t taken = 0;
    int state = Z_OK;
    while (taken < in->size || state != Z_STREAM_END) {
        if (state == Z_STREAM_END) { /* padding zeros, or another member, also behind them */
            if (in->bytes[taken] == 0) {
                taken++;
                continue;
            }
            inflateReset(z);
        }
        if (out->size == out->room && !grow(run, out)) {
            return out_of_memory(run, out->size);
        }
        size_t const in_step = in->size - taken < (1u << 30) ? in->size - taken : 1u << 30;
        size_t const out_step =
            out->room - out->size < (1u << 30) ? out->room - out->size : 1u << 30;
        z->next_in = (unsigned char *)(uintptr_t)in->bytes + taken; /* zlib does not write */
        z->avail_in = (unsigned)in_step;
        z->next_out = (unsigned char *)out->bytes + out->size;
        z->avail_out = (unsigned)out_step;
        state = inflate(z, Z_NO_FLUSH);
        taken += in_step - z->avail_in;
        out->size += out_step - z->avail_out;
        if (state == Z_MEM_ERROR) {
            return out_of_memory(run, out->size);
        }
        int const starved = state == Z_BUF_ERROR && taken == in->size;
        if (starved || (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)) {
            return fcap_run_fail(run, FCAP_E_DATA,
                                 "the gzip data are damaged after %zu bytes; unpack the file "
                                 "again or download it once more",
                                 out->size);
        }
        if (state == Z_BUF_ERROR) {
            state = Z_OK;
        }
    }
    return FCAP_OK;
}

fcap_status fcap_input_inflate(fcap_run *run, input *in) {
    if (in->size < 2 || (unsigned char)in->bytes[0] != 0x1f ||
        (unsigned char)in->bytes[1] != 0x8b) {
        return FCAP_OK;
    }
    z_stream z = {.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = run};
    if (inflateInit2(&z, 15 + 16) != Z_OK) {
        return out_of_memory(run, 0);
    }
    buffer out = {0};
    if (!make_room(run, &out, told_size(in) + 1)) {
        return out_of_memory(run, 0);
    }
    TRY(inflate_all(run, &z, in, &out));
    fcap_input_close(in);
    *in = (input){.bytes = out.bytes, .size = out.size};
    return FCAP_OK;
}

#endif

static size_t put_utf8(char *out, uint32_t c) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

/* Any number of them: programs put one before another's. */
static int skip_marks(input *in) {
    const char *const bytes = in->bytes;
    while (in->size >= 3 && memcmp(in->bytes, "\xef\xbb\xbf", 3) == 0) {
        in->bytes += 3;
        in->size -= 3;
    }
    return in->bytes != bytes;
}

fcap_status fcap_input_transcode(fcap_run *run, input *in) {
    const unsigned char *const b = (const unsigned char *)in->bytes;
    in->is_text = 1;
    if (skip_marks(in)) {
        return FCAP_OK;
    }
    int const little = in->size >= 2 && b[0] == 0xff && b[1] == 0xfe;
    int const big = in->size >= 2 && b[0] == 0xfe && b[1] == 0xff;
    if (!little && !big) {
        return FCAP_OK;
    }
    if (in->size % 2 != 0) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "the file begins as UTF-16 but has an odd number of bytes (%zu); "
                             "save it as UTF-8",
                             in->size);
    }
    size_t const units = in->size / 2;
    char *const out = arena_array(&run->mem, char, 3 * units + 1); /* a unit gives 3 at most */
    if (out == NULL) {
        return out_of_memory(run, in->size);
    }
    size_t at = 0;
    for (size_t i = 1; i < units; i++) {
        uint32_t const u =
            (uint32_t)(little ? b[2 * i] | b[2 * i + 1] << 8 : b[2 * i] << 8 | b[2 * i + 1]);
        uint32_t c = u;
        if (u >= 0xd800 && u < 0xe000) {
            uint32_t const v = i + 1 >= units
                                   ? 0
                                   : (uint32_t)(little ? b[2 * i + 2] | b[2 * i + 3] << 8
                                                       : b[2 * i + 2] << 8 | b[2 * i + 3]);
            if (u >= 0xdc00 || v < 0xdc00 || v >= 0xe000) {
                return fcap_run_fail(run, FCAP_E_DATA,
                                     "the UTF-16 text has half a character at byte %zu; save "
                                     "the file as UTF-8",
                                     2 * i);
            }
            c = 0x10000 + ((u - 0xd800) << 10) + (v - 0xdc00);
            i++;
        }
        at += put_utf8(out + at, c);
    }
    fcap_input_close(in);
    *in = (input){.bytes = out, .size = at, .is_text = 1};
    skip_marks(in);
    return FCAP_OK;
}
