/* plain_file.c - see plain_file.h. */
#include "shard/plain_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static fcap_status cannot_open(fcap_run *run, const char *path) {
    return fcap_run_fail(run, FCAP_E_IO, "cannot open %s: %s", path, strerror(errno));
}

/* What is opened is looked at, not what has the name a moment before. */
fcap_status fcap_plain_file_open(fcap_run *run, const char *path, int *file, int64_t *size) {
    struct stat about;
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*file < 0) {
        return cannot_open(run, path);
    }
    if (fstat(*file, &about) != 0 || !S_ISREG(about.st_mode)) {
        close(*file);
        *file = -1;
        return fcap_run_fail(run, FCAP_E_IO, "%s is no ordinary file", path);
    }
    *size = about.st_size;
    return FCAP_OK;
}

fcap_status fcap_plain_file_stream(fcap_run *run, const char *path, FILE **out) {
    int file = -1;
    int64_t size = 0;
    *out = NULL;
    TRY(fcap_plain_file_open(run, path, &file, &size));
    *out = fdopen(file, "r");
    if (*out == NULL) {
        fcap_status const status = cannot_open(run, path);
        close(file);
        return status;
    }
    return FCAP_OK;
}
