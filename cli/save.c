/* save.c - atomic files. See save.h.
 *
 * mkstemp in the target's folder (mode 0600) -> write -> fsync -> close -> rename -> fsync of
 * the folder. The temporary file is locked while it is being written: a leftover of a run that
 * was killed has no lock, and the next run removes it.
 */
#include "save.h"

#include "words.h"

#include <faircap/table.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char PREFIX[] = ".faircap-";
static const char TEMPLATE[] = ".faircap-XXXXXX";

/* Temporary files that must not outlive the program, however it ends by itself. */
enum {
    OPEN_MOST = 32
};
static output *volatile open_outputs[OPEN_MOST]; /* which signal handlers read */

void output_remove_all(void) {
    for (int i = 0; i < OPEN_MOST; i++) {
        if (open_outputs[i] != NULL) {
            unlink(open_outputs[i]->temporary);
        }
    }
}

static void watch(output *out) {
    static int registered;
    if (!registered) {
        registered = 1;
        atexit(output_remove_all);
    }
    for (int i = 0; i < OPEN_MOST; i++) {
        if (open_outputs[i] == NULL) {
            open_outputs[i] = out;
            return;
        }
    }
}

static void unwatch(const output *out) {
    for (int i = 0; i < OPEN_MOST; i++) {
        if (open_outputs[i] == out) {
            open_outputs[i] = NULL;
        }
    }
}

static int fail(output *out) {
    int const error = out->error;
    output_discard(out);
    if (out->path[0] == '-' && out->path[1] == 0) {
        return say_error(EXIT_IO, "cannot write to standard output: %s", strerror(error));
    }
    return say_error(EXIT_IO, "cannot write %s: %s", safe(out->path), strerror(error));
}

/* The folder of a path, with its last slash; "" for the working directory. */
static size_t folder_length(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static char *in_folder(const char *path, const char *name) {
    size_t const length = folder_length(path);
    char *const full = need(length + strlen(name) + 1, 1);
    memcpy(full, path, length);
    strcpy(full + length, name);
    return full;
}

/* Leftovers of killed runs: our name, and nobody holds the lock. */
static void remove_stale(const char *path) {
    char *const folder = in_folder(path, ".");
    DIR *const dir = opendir(folder);
    free(folder);
    if (dir == NULL) {
        return;
    }
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (strncmp(e->d_name, PREFIX, sizeof PREFIX - 1) != 0 ||
            strlen(e->d_name) != sizeof TEMPLATE - 1) {
            continue;
        }
        char *const full = in_folder(path, e->d_name);
        int const file = open(full, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (file >= 0) {
            if (flock(file, LOCK_EX | LOCK_NB) == 0) {
                unlink(full);
            }
            close(file);
        }
        free(full);
    }
    closedir(dir);
}

int output_is_device(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* On a shared machine others can guess the name of an output and put something there: a link to
 * a file that is not theirs to change, or a pipe at whose other end they read. The links of the
 * system, such as /dev/stdout, are root's. */
static int is_trap(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && (S_ISLNK(about.st_mode) || S_ISFIFO(about.st_mode)) &&
           about.st_uid != geteuid() && about.st_uid != 0;
}

int output_open(output *out, const char *path) {
    out->path = path;
    out->temporary = NULL;
    out->folder = NULL;
    out->target = NULL;
    out->error = 0;
    out->used = 0;
    out->file = STDOUT_FILENO;
    if (strcmp(path, "-") == 0) {
        return 0;
    }
    if (is_trap(path)) {
        return say_error(
            EXIT_IO,
            "cannot write %s: it is a link or a pipe of another user; remove it, or "
            "name another file",
            safe(path));
    }
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
        if (S_ISDIR(about.st_mode)) {
            out->error = EISDIR;
            return fail(out);
        }
        out->file =
            open(path, O_WRONLY | O_CLOEXEC); /* a device or a pipe: nothing to rename */
        if (out->file < 0) {
            out->error = errno;
            return fail(out);
        }
        return 0;
    }
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) {
        out->target = realpath(path, NULL);
        path = out->target != NULL ? out->target : path; /* a link to nowhere is replaced */
    }
    remove_stale(path);
    out->folder = in_folder(path, "."); /* memory now: after a rename nothing may fail */
    for (;;) {
        out->temporary = in_folder(path, TEMPLATE);
        watch(out); /* before it is there: a signal may come in between */
        out->file = mkstemp(out->temporary);
        if (out->file < 0) {
            out->error = errno;
            unwatch(out);
            free(out->temporary);
            out->temporary = NULL;
            return fail(out);
        }
        struct stat made;
        int const locked = flock(out->file, LOCK_EX | LOCK_NB) == 0;
        if (!locked || fstat(out->file, &made) != 0 || made.st_nlink > 0) {
            return 0; /* on file systems without locks we go on all the same */
        }
        close(out->file); /* another run took it for a leftover in between: once more */
        unwatch(out);
        free(out->temporary);
    }
}

/* A signal is no reason to lose an answer. */
static int to_disk(int file) {
    int result;
    do {
        result = fsync(file);
    } while (result != 0 && errno == EINTR);
    return result;
}

/* The rights of our own file that is being replaced, without those of a group that we cannot
 * give it back to; of another user's file no more than the umask gives; of a new one what it
 * gives. */
static mode_t rights_of(const output *out) {
    mode_t const mask = umask(0);
    umask(mask);
    struct stat old;
    struct stat now;
    if (stat(out->path, &old) != 0 || fstat(out->file, &now) != 0) {
        return 0666 & ~mask;
    }
    if (old.st_uid != now.st_uid) {
        return old.st_mode & 0666 & ~mask;
    }
    int const same_group =
        old.st_gid == now.st_gid || fchown(out->file, (uid_t)-1, old.st_gid) == 0;
    return old.st_mode & (same_group ? 0777 : 0707);
}

int output_finish(output *out) {
    output_flush(out);
    if (out->temporary == NULL) {
        return out->error != 0 ? fail(out) : 0;
    }
    if (out->error == 0) {
        if (fchmod(out->file, rights_of(out)) != 0 || to_disk(out->file) != 0) {
            out->error = errno;
        }
    }
    return out->error != 0 ? fail(out) : 0;
}

int output_commit(output *out) {
    if (out->temporary == NULL) {
        return 0;
    }
    const char *const target = out->target != NULL ? out->target : out->path;
    if (rename(out->temporary, target) != 0) {
        out->error = errno;
        return fail(out);
    }
    unwatch(out);
    free(out->temporary);
    out->temporary = NULL;
    close(out->file); /* everything is on disk since output_finish */
    out->file = STDOUT_FILENO;
    int const dir = open(out->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(out->folder);
    free(out->target);
    out->folder = out->target = NULL;
    if (dir >= 0) {
        fsync(dir); /* best effort: some file systems refuse, and the data are on disk */
        close(dir);
    }
    return 0;
}

void output_discard(output *out) {
    free(out->folder);
    free(out->target);
    out->folder = out->target = NULL;
    if (out->temporary != NULL) {
        unlink(out->temporary);
        unwatch(out);
        close(out->file);
        free(out->temporary);
        out->temporary = NULL;
    }
}
