/* input.c - reading, inflating and transcoding whole files. See input.h.
 *
 * Everything is held in memory: the reader goes over the text twice (once to learn what the
 * columns are, once to use them), and a compressed stream could not be rewound.
 */
#include "table/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    FIRST_BUFFER = 1 << 16
};

/* At least twice the room, what is there kept. */
static int grow(fcap_run *run, input *in, size_t *room) {
    size_t const wanted = *room < FIRST_BUFFER ? FIRST_BUFFER : 2 * *room;
    char *const bigger = wanted > *room ? arena_array(&run->mem, char, wanted + 1) : NULL;
    if (bigger == NULL) {
        return 0;
    }
    if (in->size > 0) {
        memcpy(bigger, in->bytes, in->size);
    }
    in->bytes = bigger;
    *room = wanted;
    return 1;
}

static fcap_status out_of_memory(fcap_run *run, size_t size) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory after reading %zu bytes", size);
}

static fcap_status read_all(fcap_run *run, int file, const char *path, input *out) {
    struct stat about;
    size_t room = 0;
    *out = (input){0};
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        room =
            (size_t)about.st_size + 1; /* one more, so that the end is seen without growing */
        out->bytes = arena_array(&run->mem, char, room + 1);
        if (out->bytes == NULL) {
            return out_of_memory(run, 0);
        }
    }
    for (;;) {
        if (out->size == room && !grow(run, out, &room)) {
            return out_of_memory(run, out->size);
        }
        ssize_t const got = read(file, out->bytes + out->size, room - out->size);
        if (got == 0) {
            return FCAP_OK;
        }
        if (got > 0) {
            out->size += (size_t)got;
        } else if (errno != EINTR) {
            return fcap_run_fail(run, FCAP_E_IO, "cannot read %s: %s", path, strerror(errno));
        }
        if (fcap_run_should_stop(run, "read", (int64_t)out->size, (int64_t)room)) {
            return fcap_run_fail(run, FCAP_E_CANCELLED, "stopped while reading %s", path);
        }
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
    fcap_status const status = read_all(run, file, path, out);
    close(file);
    return status;
}

static void *zlib_alloc(void *run, unsigned count, unsigned size) {
    return fcap_arena_alloc(&((fcap_run *)run)->mem, count, size);
}

static void zlib_free(void *run, void *block) {
    (void)run; /* the arena releases it with everything else */
    (void)block;
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
    input out = {0};
    size_t room = 0;
    size_t taken = 0;
    int state = Z_OK;
    while (taken < in->size || state != Z_STREAM_END) {
        if (state == Z_STREAM_END) { /* another member follows, or padding zeros */
            if (in->bytes[taken] == 0) {
                break;
            }
            inflateReset(&z);
        }
        if (out.size == room && !grow(run, &out, &room)) {
            return out_of_memory(run, out.size);
        }
        size_t const in_step = in->size - taken < (1u << 30) ? in->size - taken : 1u << 30;
        size_t const out_step = room - out.size < (1u << 30) ? room - out.size : 1u << 30;
        z.next_in = (unsigned char *)in->bytes + taken;
        z.avail_in = (unsigned)in_step;
        z.next_out = (unsigned char *)out.bytes + out.size;
        z.avail_out = (unsigned)out_step;
        state = inflate(&z, Z_NO_FLUSH);
        taken += in_step - z.avail_in;
        out.size += out_step - z.avail_out;
        if (state == Z_MEM_ERROR) {
            return out_of_memory(run, out.size);
        }
        int const starved = state == Z_BUF_ERROR && taken == in->size;
        if (starved || (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)) {
            return fcap_run_fail(run, FCAP_E_DATA,
                                 "the gzip data are damaged after %zu bytes; unpack the file "
                                 "again or download it once more",
                                 out.size);
        }
        if (state == Z_BUF_ERROR) {
            state = Z_OK;
        }
    }
    if (out.bytes == NULL && !grow(run, &out, &room)) {
        return out_of_memory(run, 0);
    }
    *in = out;
    return FCAP_OK;
}

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

fcap_status fcap_input_transcode(fcap_run *run, input *in) {
    const unsigned char *const b = (const unsigned char *)in->bytes;
    if (in->size >= 3 && memcmp(b, "\xef\xbb\xbf", 3) == 0) {
        in->bytes += 3;
        in->size -= 3;
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
    *in = (input){out, at};
    return FCAP_OK;
}
