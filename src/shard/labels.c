/* labels.c - see labels.h. */
#include "shard/labels.h"

#include "shard/plain_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char HEADER[] = "row,cluster\n";

enum {
    LINE = 48, /* longest line */
    BUFFER = 1 << 20
};

/* The row of its shard with which a piece begins. */
static int64_t first_row(const schema *s, int64_t x) {
    const pieces *const p = s->from->p;
    int64_t row = 0;
    for (int64_t i = x - 1; i >= 0 && p->of[i].shard == p->of[x].shard; i--) {
        row += s->facts.rows[i];
    }
    return row;
}

/* ---------------------------------------------------------------- writing */

typedef struct writing {
    fcap_run *run;
    const cloud *c;
    const folder *f;
    int64_t *bytes; /* of each piece */
    int measure;    /* bytes are counted, not written */
    int64_t next;   /* point */
    int64_t piece;  /* that is written now, or -1 */
    int64_t row;    /* next of its shard */
    int32_t shard;  /* whose file is open, or -1 */
    int file;
    int64_t at; /* where the buffer goes */
    size_t used;
    char *buffer;
} writing;

static fcap_status cannot(writing *w, const char *what) {
    return fcap_run_fail(w->run, FCAP_E_IO, "cannot %s the labels of %s: %s", what,
                         w->c->s->from->p->s->of[w->shard].path, strerror(errno));
}

static fcap_status flush(writing *w) {
    for (size_t done = 0; done < w->used;) {
        ssize_t const some =
            pwrite(w->file, w->buffer + done, w->used - done, (off_t)(w->at + (int64_t)done));
        if (some < 0 && errno != EINTR) {
            return cannot(w, "write");
        }
        done += some > 0 ? (size_t)some : 0;
    }
    w->at += (int64_t)w->used;
    w->used = 0;
    return FCAP_OK;
}

static fcap_status close_shard(writing *w) {
    if (w->shard < 0) {
        return FCAP_OK;
    }
    fcap_status status = flush(w);
    if (status == FCAP_OK && fsync(w->file) != 0) {
        status = cannot(w, "save");
    }
    close(w->file);
    w->shard = -1;
    return status;
}

static fcap_status open_shard(writing *w, int32_t i, int flags) {
    char *const name = fcap_shard_labels_name(w->run, &w->c->s->from->p->s->of[i]);
    char *const path = name != NULL ? fcap_folder_file(w->run, w->f, name) : NULL;
    w->shard = i;
    w->file = path != NULL ? open(path, O_WRONLY | O_CLOEXEC | flags, 0666) : -1;
    if (w->file < 0) {
        fcap_status const status = cannot(w, "open");
        w->shard = -1;
        return status;
    }
    return FCAP_OK;
}

/* Where the lines of a piece begin in the file of its shard. */
static int64_t offset_of(const writing *w, int64_t x) {
    const pieces *const p = w->c->s->from->p;
    int64_t at = sizeof HEADER - 1;
    for (int64_t i = x - 1; i >= 0 && p->of[i].shard == p->of[x].shard; i--) {
        at += w->bytes[i];
    }
    return at;
}

static fcap_status enter_piece(writing *w, int64_t x) {
    const pieces *const p = w->c->s->from->p;
    int const starts = w->piece < 0 || p->of[x].shard != p->of[w->piece].shard;
    w->piece = x;
    if (starts) {
        w->row = first_row(w->c->s, x);
    }
    if (w->measure || !starts) {
        return FCAP_OK;
    }
    TRY(close_shard(w));
    TRY(open_shard(w, p->of[x].shard, 0));
    w->at = offset_of(w, x);
    return FCAP_OK;
}

/* The line of the next record. */
static fcap_status put(writing *w, int64_t x, int kept) {
    char line[LINE];
    if (x != w->piece) {
        TRY(enter_piece(w, x));
    }
    w->row++;
    if (!kept) {
        return FCAP_OK;
    }
    int const size =
        snprintf(line, sizeof line, "%" PRId64 ",%d\n", w->row, w->c->label[w->next++] + 1);
    if (w->measure) {
        w->bytes[x] += size;
        return FCAP_OK;
    }
    if (w->used + (size_t)size > BUFFER) {
        TRY(flush(w));
    }
    memcpy(w->buffer + w->used, line, (size_t)size);
    w->used += (size_t)size;
    return FCAP_OK;
}

static fcap_status put_record(void *context, const record *r) {
    writing *const w = context;
    return put(w, r->b->piece, !fcap_schema_drops(w->c->s, r));
}

/* All records; they are read again only if some were dropped. */
static fcap_status put_all(writing *w) {
    const schema *const s = w->c->s;
    w->next = 0;
    w->piece = -1;
    w->shard = -1;
    if (s->facts.dropped > 0) {
        TRY(fcap_records_visit(w->run, s->from, put_record, w));
    }
    for (int64_t i = s->from->p->first; s->facts.dropped == 0 && i < s->from->p->last; i++) {
        for (int64_t row = 0; row < s->facts.rows[i]; row++) {
            TRY(put(w, i, 1));
        }
    }
    return w->measure ? FCAP_OK : close_shard(w);
}

/* Who has the first piece of a shard makes the file. */
static fcap_status make_files(writing *w) {
    const pieces *const p = w->c->s->from->p;
    for (int64_t i = p->first; i < p->last; i++) {
        if (i == 0 || p->of[i - 1].shard != p->of[i].shard) {
            TRY(open_shard(w, p->of[i].shard, O_CREAT | O_TRUNC));
            w->at = 0;
            w->used = sizeof HEADER - 1;
            memcpy(w->buffer, HEADER, w->used);
            TRY(close_shard(w));
        }
    }
    return FCAP_OK;
}

fcap_status fcap_labels_write(fcap_run *run, fcap_comm *comm, const cloud *c, const folder *f) {
    int64_t const n = c->s->from->p->n;
    writing w = {.run = run,
                 .c = c,
                 .f = f,
                 .bytes = arena_array(&run->mem, int64_t, n),
                 .buffer = arena_array(&run->mem, char, BUFFER),
                 .shard = -1,
                 .measure = 1};
    fcap_status const memory = w.bytes == NULL || w.buffer == NULL
                                   ? fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory")
                                   : FCAP_OK;
    AGREE(run, comm, memory);
    assert(w.bytes != NULL && w.buffer != NULL);
    AGREE(run, comm, put_all(&w));
    AGREE(run, comm, make_files(&w));
    fcap_comm_sum(comm, w.bytes, n);
    w.measure = 0;
    AGREE(run, comm, put_all(&w));
    return FCAP_OK;
}

/* ---------------------------------------------------------------- reading */

int fcap_labels_are_there(fcap_run *run, const shards *s, const char *within) {
    int there = 1;
    for (int32_t i = 0; there && i < s->n; i++) {
        char *const name = fcap_shard_labels_name(run, &s->of[i]);
        size_t const room = name != NULL ? strlen(within) + strlen(name) + 2 : 1;
        char *const path = arena_array(&run->mem, char, room);
        there = name != NULL && path != NULL;
        if (there) {
            snprintf(path, room, "%s/%s", within, name);
            there = access(path, R_OK) == 0;
        }
    }
    return there;
}

void fcap_label_close(label_reader *r) {
    if (r->file != NULL) {
        fclose(r->file);
        r->file = NULL;
    }
}

static fcap_status missing(fcap_run *run, const label_reader *r, const char *what) {
    return fcap_run_fail(run, FCAP_E_DATA, "%s %s row %" PRId64, r->path, what, r->row);
}

/* Digits, without sign, blank or leading 0; NULL if there are none or too many. */
static const char *take_count(const char *at, int64_t *count) {
    *count = 0;
    for (; at != NULL && *at >= (*count == 0 ? '1' : '0') && *at <= '9'; at++) {
        if (*count > (INT64_MAX - 9) / 10) {
            return NULL;
        }
        *count = 10 * *count + (*at - '0');
    }
    return *count > 0 ? at : NULL;
}

enum line_kind {
    LINE_END,
    LINE_LABEL,
    LINE_DAMAGED
};

/* "row,cluster". */
static enum line_kind next_line(label_reader *r, int64_t *row, int64_t *cluster) {
    char line[LINE];
    if (fgets(line, sizeof line, r->file) == NULL) {
        return LINE_END;
    }
    const char *at = take_count(line, row);
    at = take_count(at != NULL && *at == ',' ? at + 1 : NULL, cluster);
    return at != NULL && strcmp(at, "\n") == 0 && *cluster <= INT32_MAX ? LINE_LABEL
                                                                        : LINE_DAMAGED;
}

/* Labels that are left over: where this rank has the last record of the shard any, else those
 * of rows that it left out. */
fcap_status fcap_label_end(fcap_run *run, label_reader *r) {
    if (r->file == NULL) {
        return FCAP_OK;
    }
    const pieces *const p = r->s->from->p;
    int const last = p->last == p->n || p->of[p->last].shard != r->shard ||
                     r->shard != p->of[p->last - 1].shard;
    int64_t row = 0;
    int64_t cluster = 0;
    enum line_kind const next = next_line(r, &row, &cluster);
    if (next != LINE_END && (last || next == LINE_DAMAGED || row <= r->row)) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s has more labels than rows", r->path);
    }
    return FCAP_OK;
}

static fcap_status open_labels(fcap_run *run, label_reader *r, const record *at) {
    char *const name = fcap_shard_labels_name(run, &r->s->from->p->s->of[at->b->shard]);
    size_t const room = name != NULL ? strlen(r->folder) + strlen(name) + 2 : 0;
    TRY(fcap_label_end(run, r));
    r->path = arena_array(&run->mem, char, room + 1);
    if (name == NULL || r->path == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory");
    }
    snprintf(r->path, room + 1, "%s/%s", r->folder, name);
    fcap_label_close(r);
    TRY(fcap_plain_file_stream(run, r->path, &r->file));
    char line[LINE] = "";
    if (fgets(line, sizeof line, r->file) == NULL || strcmp(line, HEADER) != 0) {
        return fcap_run_fail(run, FCAP_E_DATA, "%s does not begin with row,cluster", r->path);
    }
    r->shard = at->b->shard;
    r->row = first_row(r->s, at->b->piece);
    r->others = r->row;
    r->labelled = 0;
    return FCAP_OK;
}

fcap_status fcap_label_skip(fcap_run *run, label_reader *r, const record *at) {
    if (r->file == NULL || r->shard != at->b->shard) {
        TRY(open_labels(run, r, at));
    }
    r->row++;
    return FCAP_OK;
}

fcap_status fcap_label_next(fcap_run *run, label_reader *r, const record *at, int32_t *label) {
    TRY(fcap_label_skip(run, r, at));
    int64_t row = 0;
    do { /* rows of other ranks come first; one that was left out has none */
        int64_t cluster = 0;
        int64_t const before = r->labelled;
        enum line_kind const next = next_line(r, &row, &cluster);
        if (next == LINE_END) {
            return missing(run, r, "has no label for");
        }
        if (next == LINE_DAMAGED || row <= before || (row > r->others && row < r->row)) {
            return missing(run, r, "is damaged at, or before,");
        }
        *label = (int32_t)(cluster - 1);
        r->labelled = row;
    } while (row < r->row);
    return row == r->row ? FCAP_OK : missing(run, r, "has no label for");
}
