/* save.c - files as a page has them: in memory, gone with the program. See cli/save.h.
 *
 * There is no disk that could fill, no other program and no signal, so a file is simply
 * written.
 */
#include "save.h"

#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int output_is_device(const char *path) {
    (void)path;
    return 0;
}

static int fail(const output *out) {
    return say_error(EXIT_IO, "cannot write %s: %s", safe(out->path), strerror(out->error));
}

int output_open(output *out, const char *path) {
    *out = (output){.path = path, .file = STDOUT_FILENO};
    if (strcmp(path, "-") != 0) {
        out->file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        out->error = out->file < 0 ? errno : 0;
    }
    return out->error != 0 ? fail(out) : 0;
}

int output_finish(output *out) {
    output_flush(out);
    return out->error != 0 ? fail(out) : 0;
}

int output_commit(output *out) {
    output_discard(out);
    return 0;
}

void output_discard(output *out) {
    if (out->path != NULL && out->file > STDERR_FILENO) {
        close(out->file);
        out->file = STDOUT_FILENO;
    }
}
