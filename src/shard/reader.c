/* reader.c - see reader.h. */
#include "shard/reader.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum {
    COUNT_AT_ONCE = 1 << 16
};

static fcap_status out_of_memory(fcap_run *run, size_t size) {
    return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory for %zu bytes of a file", size);
}

fcap_status fcap_reader_open(fcap_run *run, const pieces *p, int64_t size, reader *out) {
    size_t room = (size_t)(p->longest > 0 ? p->longest : 1);
    for (int64_t i = p->first; i < p->last; i++) {
        const shard *const s = &p->s->of[p->of[i].shard];
        size_t const matrix = (size_t)(p->of[i].to - p->of[i].from) * (size_t)s->form.columns *
                              (size_t)s->form.width;
        size_t const wanted = s->kind == SHARD_PACKED   ? (size_t)size
                              : s->kind == SHARD_MATRIX ? matrix
                                                        : 0;
        room = wanted > room ? wanted : room;
    }
    *out = (reader){.p = p,
                    .next = p->first,
                    .size = size,
                    .buffer = arena_array(&run->mem, char, room),
                    .room = room};
    return out->buffer != NULL ? FCAP_OK : out_of_memory(run, room);
}

void fcap_reader_close(reader *r) {
    if (r->packed != NULL) {
        gzclose(r->packed);
        r->packed = NULL;
    }
}

/* ---------------------------------------------------------------- lines */

/* Line ends in a text; *last is the byte before it. A pair of CR and LF is one. */
static int64_t line_ends(const char *text, size_t size, char *last) {
    int64_t lines = 0;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\r' || (text[i] == '\n' && *last != '\r');
        *last = text[i];
    }
    return lines;
}

int64_t fcap_block_line(fcap_run *run, const pieces *p, const block *b, size_t offset) {
    const shard *const s = &p->s->of[b->shard];
    char last = 0;
    if (s->kind == SHARD_MATRIX) {
        return 0;
    }
    int64_t lines = b->lines;
    if (s->kind == SHARD_TEXT) {
        char text[COUNT_AT_ONCE];
        int file = -1;
        size_t got = 0;
        if (fcap_shard_open_file(run, s, &file) != FCAP_OK) {
            return 0;
        }
        for (int64_t at = s->begin; at < b->at; at += (int64_t)got) {
            size_t const left = (size_t)(b->at - at);
            size_t const some = left < COUNT_AT_ONCE ? left : COUNT_AT_ONCE;
            if (fcap_shard_read(run, s, file, at, some, text, &got) != FCAP_OK || got == 0) {
                break;
            }
            lines += line_ends(text, got, &last);
        }
        close(file);
    }
    return lines + line_ends(b->text, offset, &last) + 1;
}

/* ---------------------------------------------------------------- kinds of shards */

static fcap_status next_text(fcap_run *run, reader *r, const piece *x, block *out) {
    const shard *const s = &r->p->s->of[x->shard];
    int file = -1;
    size_t got = 0;
    TRY(fcap_shard_open_file(run, s, &file));
    fcap_status const status =
        fcap_shard_read(run, s, file, x->begin, (size_t)(x->end - x->begin), r->buffer, &got);
    close(file);
    TRY(status);
    *out = (block){.shard = x->shard,
                   .piece = x - r->p->of,
                   .starts = x->from == s->begin,
                   .text = r->buffer,
                   .size = got,
                   .at = x->begin};
    return FCAP_OK;
}

static fcap_status next_rows(fcap_run *run, reader *r, const piece *x, block *out) {
    const shard *const s = &r->p->s->of[x->shard];
    int64_t const width = (int64_t)s->form.columns * s->form.width;
    size_t const bytes = (size_t)((x->to - x->from) * width);
    int file = -1;
    size_t got = 0;
    TRY(fcap_shard_open_file(run, s, &file));
    fcap_status const status =
        fcap_shard_read(run, s, file, s->begin + x->from * width, bytes, r->buffer, &got);
    close(file);
    TRY(status);
    if (got < bytes) {
        return fcap_run_fail(run, FCAP_E_IO, "%s has become shorter while it was read",
                             s->path);
    }
    *out = (block){.shard = x->shard,
                   .piece = x - r->p->of,
                   .starts = x->from == 0,
                   .text = r->buffer,
                   .size = got,
                   .rows = x->to - x->from,
                   .first = x->from};
    return FCAP_OK;
}

static fcap_status grow(fcap_run *run, reader *r) {
    char *const wider = arena_array(&run->mem, char, 2 * r->room);
    if (wider == NULL) {
        return out_of_memory(run, 2 * r->room);
    }
    memcpy(wider, r->buffer, r->held);
    r->buffer = wider;
    r->room *= 2;
    return FCAP_OK;
}

static fcap_status damaged(fcap_run *run, const shard *s) {
    return fcap_run_fail(run, FCAP_E_DATA,
                         "%s is damaged or cut short: it cannot be unpacked; make it anew",
                         s->path);
}

/* *done: the shard is over, and nothing is given out. */
static fcap_status next_packed(fcap_run *run, reader *r, const piece *x, block *out,
                               int *done) {
    const shard *const s = &r->p->s->of[x->shard];
    char before = 0;
    *done = 0;
    if (r->packed == NULL) {
        r->packed = gzopen(s->path, "rb");
        r->held = r->given = 0;
        r->lines = 0;
        r->begun = 0;
        if (r->packed == NULL) {
            return fcap_run_fail(run, FCAP_E_IO, "cannot open %s", s->path);
        }
    }
    r->lines += line_ends(r->buffer, r->given, &before);
    memmove(r->buffer, r->buffer + r->given, r->held);
    r->given = 0;
    for (;;) {
        size_t const left = r->room - r->held;
        unsigned const some = left < (1u << 30) ? (unsigned)left : 1u << 30;
        int const got = gzread(r->packed, r->buffer + r->held, some);
        if (got < 0) {
            return damaged(run, s);
        }
        r->held += (size_t)got;
        if ((unsigned)got < some) { /* the end */
            int code = Z_OK;
            gzerror(r->packed, &code);
            if (code != Z_OK && code != Z_STREAM_END) {
                return damaged(run, s);
            }
            r->given = r->held;
            break;
        }
        r->given = fcap_cuts_last(&r->p->cuts, r->buffer, r->held);
        if (r->given > 0) {
            break;
        }
        TRY(grow(run, r));
    }
    r->held -= r->given;
    size_t const mark =
        !r->begun && r->given >= 3 && memcmp(r->buffer, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    *out = (block){.shard = x->shard,
                   .piece = x - r->p->of,
                   .starts = !r->begun,
                   .text = r->buffer + mark,
                   .size = r->given - mark,
                   .lines = r->lines};
    *done = r->given == 0;
    r->begun = 1;
    if (*done) {
        fcap_reader_close(r);
    }
    return FCAP_OK;
}

fcap_status fcap_reader_next(fcap_run *run, reader *r, block *out, int *more) {
    *more = 1;
    while (r->next < r->p->last) {
        const piece *const x = &r->p->of[r->next];
        shard_kind const kind = r->p->s->of[x->shard].kind;
        int done = 0;
        if (kind == SHARD_PACKED) {
            TRY(next_packed(run, r, x, out, &done));
            if (!done) {
                return FCAP_OK;
            }
            r->next++;
            continue;
        }
        r->next++;
        if (kind == SHARD_MATRIX) {
            return next_rows(run, r, x, out);
        }
        if (x->end > x->begin) {
            return next_text(run, r, x, out);
        }
    }
    *more = 0;
    return FCAP_OK;
}
