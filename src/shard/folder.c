/* folder.c - see folder.h. */
#include "shard/folder.h"

#include "shard/plain_file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CHECKPOINT[] = "checkpoint";
static const char REPORT[] = "report.json";
static const char TITLE[] = "faircap-mpi checkpoint 3";

static char *join(fcap_run *run, const char *a, const char *between, const char *b) {
    size_t const room = strlen(a) + strlen(between) + strlen(b) + 1;
    char *const out = arena_array(&run->mem, char, room);
    if (out != NULL) {
        snprintf(out, room, "%s%s%s", a, between, b);
    }
    return out;
}

char *fcap_folder_file(fcap_run *run, const folder *f, const char *name) {
    return join(run, f->partial, "/", name);
}

static int is_empty(const char *path) {
    DIR *const in = opendir(path);
    int n = 0;
    for (struct dirent *e = in != NULL ? readdir(in) : NULL; e != NULL; e = readdir(in)) {
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    if (in != NULL) {
        closedir(in);
    }
    return in != NULL && n == 0;
}

/* What is there is emptied before it is written to, so it must be no link, and no other user's.
 */
static int is_own_folder(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) && about.st_uid == geteuid();
}

/* Who may read, write and enter a folder. The bit that gives its files its group is kept. */
static int give_rights(const char *path, mode_t rights) {
    struct stat about;
    return stat(path, &about) == 0 && ((about.st_mode & 0777) == rights ||
                                       chmod(path, (about.st_mode & 07000) | rights) == 0);
}

static int has_report(fcap_run *run, const folder *f) {
    char *const report = join(run, f->path, "/", REPORT);
    return report != NULL && access(report, R_OK) == 0;
}

static fcap_status make(fcap_run *run, folder *f, int resume) {
    struct stat about;
    if (resume && has_report(run, f)) {
        f->complete = 1;
        return FCAP_OK;
    }
    int const exists = stat(f->path, &about) == 0;
    if (exists && !S_ISDIR(about.st_mode)) {
        return fcap_run_fail(run, FCAP_E_IO, "%s is a file; name a folder (-o)", f->path);
    }
    if (exists && !is_empty(f->path)) {
        return fcap_run_fail(run, FCAP_E_IO,
                             "%s exists and is not an empty folder; name another one (-o), or "
                             "remove it",
                             f->path);
    }
    if (mkdir(f->partial, 0700) != 0 && errno != EEXIST) {
        return fcap_run_fail(run, FCAP_E_IO, "cannot make %s: %s", f->partial,
                             errno == ENOENT ? "the folder in which it would lie does not exist"
                                             : strerror(errno));
    }
    if (!is_own_folder(f->partial)) {
        return fcap_run_fail(
            run, FCAP_E_IO,
            "%s is a link, or belongs to another user; name another folder (-o)", f->partial);
    }
    return give_rights(f->partial, 0700)
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_IO, "cannot keep others out of %s: %s", f->partial,
                               strerror(errno));
}

fcap_status fcap_folder_open(fcap_run *run, fcap_comm *comm, const char *path, int resume,
                             folder *out) {
    size_t length = strlen(path);
    char *const plain = arena_array(&run->mem, char, length + 1);
    fcap_status status = FCAP_OK;
    *out = (folder){.path = plain};
    if (plain != NULL) {
        memcpy(plain, path, length);
        while (length > 1 && plain[length - 1] == '/') {
            plain[--length] = 0;
        }
        out->partial = join(run, plain, "", ".partial");
    }
    if (out->partial == NULL) {
        status = fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory");
    }
    AGREE(run, comm, status);
    assert(out->partial != NULL);
    status = comm->rank == 0 ? make(run, out, resume) : FCAP_OK;
    AGREE(run, comm, status);
    fcap_comm_broadcast(comm, &out->complete, sizeof out->complete);
    return FCAP_OK;
}

/* Removes the files of the folder, or all but the checkpoint. */
static void clear(const folder *f, int all) {
    DIR *const in = opendir(f->partial);
    int const at = in != NULL ? dirfd(in) : -1;
    for (struct dirent *e = in != NULL ? readdir(in) : NULL; e != NULL; e = readdir(in)) {
        if (all || strcmp(e->d_name, CHECKPOINT) != 0) {
            unlinkat(at, e->d_name, 0);
        }
    }
    if (in != NULL) {
        closedir(in);
    }
}

void fcap_folder_discard(const folder *f) {
    clear(f, 0);
    rmdir(f->partial); /* unless there is a checkpoint */
}

static void flush_folder(const char *path) {
    int const at = open(path, O_RDONLY | O_CLOEXEC);
    if (at >= 0) {
        fsync(at);
        close(at);
    }
}

/* Who may read the report may enter its folder: as the umask says, which a library cannot ask
 * without changing it for all threads of the program. An empty folder that is replaced may have
 * had fewer rights, which are kept. */
static int open_to_readers(const folder *f, const char *report) {
    struct stat about;
    struct stat old;
    if (stat(report, &about) != 0) {
        return 0;
    }
    mode_t const rights = (about.st_mode & 0666) | (about.st_mode & 0444) >> 2;
    mode_t const most = lstat(f->path, &old) == 0 ? old.st_mode : 0777;
    return give_rights(f->partial, (rights & most) | 0700);
}

static fcap_status commit(fcap_run *run, const folder *f) {
    char *const checkpoint = fcap_folder_file(run, f, CHECKPOINT);
    char *const report = fcap_folder_file(run, f, REPORT);
    if (checkpoint == NULL || report == NULL) {
        return fcap_run_fail(run, FCAP_E_NO_MEMORY, "out of memory");
    }
    unlink(checkpoint);
    flush_folder(f->partial);
    if (!open_to_readers(f, report) || rename(f->partial, f->path) != 0) {
        return fcap_run_fail(run, FCAP_E_IO, "cannot rename %s to %s: %s", f->partial, f->path,
                             strerror(errno));
    }
    return FCAP_OK;
}

fcap_status fcap_folder_commit(fcap_run *run, fcap_comm *comm, const folder *f) {
    fcap_status const status = comm->rank == 0 ? commit(run, f) : FCAP_OK;
    return fcap_comm_agree(run, comm, status);
}

/* ---------------------------------------------------------------- checkpoints */

static uint64_t mix(uint64_t h, uint64_t value) {
    rng const r = {h};
    return fcap_rng_fork(&r, value).state;
}

static uint64_t mix_real(uint64_t h, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix(h, bits);
}

static uint64_t mix_feature(uint64_t h, const schema_feature *x) {
    h = mix(h, (uint64_t)x->column);
    h = mix(h, (uint64_t)x->numeric);
    h = mix(h, (uint64_t)x->width);
    h = mix_real(h, x->scale.power[0]);
    h = mix_real(h, x->scale.power[1]);
    h = mix_real(h, x->scale.shift);
    return mix_real(h, x->scale.divisor);
}

uint64_t fcap_folder_digest(const schema *s, const fcap_mpi_request *q, int64_t capacity,
                            int64_t print) {
    int64_t const number[] = {print,
                              s->n,
                              s->d,
                              s->total[0],
                              s->total[1],
                              s->exponent,
                              (int64_t)s->metric,
                              q->k,
                              capacity,
                              q->min_size,
                              q->balance.num,
                              q->balance.den,
                              q->effort,
                              (int64_t)q->seed,
                              q->sample,
                              q->gather};
    uint64_t h = 1;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        h = mix(h, (uint64_t)number[i]);
    }
    for (int32_t f = 0; f < s->n_features; f++) {
        h = mix_feature(h, &s->feature[f]);
    }
    for (const char *c = fcap_version(); *c != 0; c++) {
        h = mix(h, (unsigned char)*c);
    }
    return h;
}

static void put_number(FILE *to, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    fprintf(to, " %016" PRIx64, bits);
}

static int get_number(FILE *from, double *x) {
    uint64_t bits = 0;
    int const read = fscanf(from, "%" SCNx64, &bits) == 1;
    memcpy(x, &bits, sizeof bits);
    return read;
}

/* Of what a checkpoint says: one that was damaged must not lead a search astray. */
static uint64_t mix_standing(uint64_t h, const standing *at) {
    h = mix(h, (uint64_t)at->round);
    h = mix(h, (uint64_t)at->known);
    h = mix_real(h, at->cost);
    h = mix_real(h, at->before);
    for (int32_t i = 0; i < at->k; i++) {
        h = mix(h, (uint64_t)at->medoid[i]);
        for (int32_t c = 0; c < at->centre.d; c++) {
            h = mix_real(h, fcap_points_coordinate(&at->centre, i, c));
        }
        for (int32_t g = 0; g < at->n_groups; g++) {
            h = mix_real(h, at->price[g * at->k + i]);
        }
    }
    return h;
}

static uint64_t checksum(uint64_t digest, const standing *at, const standing *last) {
    uint64_t const h = mix_standing(digest, at);
    return at->round > 0 ? mix_standing(h, last) : h;
}

static void put_standing(FILE *to, const standing *at) {
    fprintf(to, "round %d\nknown %" PRId64 "\ncost", (int)at->round, at->known);
    put_number(to, at->cost);
    put_number(to, at->before);
    for (int32_t i = 0; i < at->k; i++) {
        fprintf(to, "\nmedoid %" PRId64, at->medoid[i]);
        for (int32_t c = 0; c < at->centre.d; c++) {
            put_number(to, fcap_points_coordinate(&at->centre, i, c));
        }
        fprintf(to, "\nprice");
        for (int32_t g = 0; g < at->n_groups; g++) {
            put_number(to, at->price[g * at->k + i]);
        }
    }
    fprintf(to, "\nend\n");
}

fcap_status fcap_checkpoint_write(fcap_run *run, const folder *f, const standing *at,
                                  const standing *last) {
    char *const path = fcap_folder_file(run, f, CHECKPOINT);
    char *const fresh = fcap_folder_file(run, f, "checkpoint.new");
    FILE *const to = fresh != NULL && path != NULL ? fopen(fresh, "w") : NULL;
    int ok = to != NULL;
    if (ok) {
        fprintf(to, "%s\nrequest %016" PRIx64 "\n", TITLE, f->digest);
        put_standing(to, at);
        if (at->round > 0) {
            put_standing(to, last);
        }
        fprintf(to, "checksum %016" PRIx64 "\n", checksum(f->digest, at, last));
        ok = fflush(to) == 0 && fsync(fileno(to)) == 0;
        ok = fclose(to) == 0 && ok;
        ok = ok && rename(fresh, path) == 0;
    }
    return ok ? FCAP_OK
              : fcap_run_fail(run, FCAP_E_IO, "cannot write a checkpoint to %s: %s", f->partial,
                              strerror(errno));
}

static int get_standing(FILE *from, standing *out, double *x) {
    char word[16];
    int round = 0;
    int ok = fscanf(from, " round %d known %" SCNd64 " cost", &round, &out->known) == 2 &&
             get_number(from, &out->cost) && get_number(from, &out->before);
    out->round = round;
    for (int32_t i = 0; ok && i < out->k; i++) {
        ok = fscanf(from, " medoid %" SCNd64, &out->medoid[i]) == 1;
        for (int32_t c = 0; ok && c < out->centre.d; c++) {
            ok = get_number(from, &x[c]);
        }
        fcap_cloud_put(&out->centre, i, x);
        ok = ok && fscanf(from, " %15s", word) == 1 && strcmp(word, "price") == 0;
        for (int32_t g = 0; ok && g < out->n_groups; g++) {
            ok = get_number(from, &out->price[g * out->k + i]);
        }
    }
    return ok && fscanf(from, " %15s", word) == 1 && strcmp(word, "end") == 0;
}

fcap_status fcap_checkpoint_read(fcap_run *run, const folder *f, standing *at, standing *last,
                                 int *found) {
    char *const path = fcap_folder_file(run, f, CHECKPOINT);
    double *const x = arena_array(&run->mem, double, at->centre.d);
    FILE *from = NULL;
    *found = path != NULL && access(path, F_OK) == 0;
    if (!*found) {
        return FCAP_OK;
    }
    TRY(fcap_plain_file_stream(run, path, &from));
    char title[sizeof TITLE] = "";
    uint64_t digest = 0;
    uint64_t sum = 0;
    size_t const got = fread(title, 1, sizeof TITLE - 1, from);
    int const known = got == sizeof TITLE - 1 && strcmp(title, TITLE) == 0;
    int const whole =
        known && x != NULL && fscanf(from, " request %" SCNx64, &digest) == 1 &&
        get_standing(from, at, x) && (at->round == 0 || get_standing(from, last, x)) &&
        fscanf(from, " checksum %" SCNx64, &sum) == 1 && sum == checksum(digest, at, last);
    fclose(from);
    if (known && digest != 0 && digest != f->digest) {
        return fcap_run_fail(run, FCAP_E_DATA,
                             "%s is of another request or of other data; repeat what was asked "
                             "then, or start without --resume",
                             path);
    }
    return whole
               ? FCAP_OK
               : fcap_run_fail(run, FCAP_E_DATA, "%s is damaged; start without --resume", path);
}
