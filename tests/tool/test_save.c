/* An output is the old file or the complete new one, whichever system call fails.
 *
 * The linker sends the calls of save.c through the wrappers below, so that each can be made to
 * fail. tests/cli/test_save.py shows the same from outside, with real disks and signals.
 */
#include "save.h"
#include "words.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* The next `times` calls of a name fail with an error; a write with error 0 writes nothing. */
static struct {
    const char *call;
    int error;
    int times;
} fault;
static size_t longest_write = SIZE_MAX;
static int others_clean_up; /* another run takes the new file for a leftover, so often */
static uid_t user;          /* this is who we are, */
static uid_t owner;         /* whose all links are, */
static int other_owner;     /* and new files are of somebody else, */
static int other_group;     /* or of another group */

static int fails(const char *call) {
    if (fault.times == 0 || strcmp(call, fault.call) != 0) {
        return 0;
    }
    fault.times--;
    errno = fault.error;
    return 1;
}

/* The names are the linker's. */
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
int __real_fsync(int file);
int __wrap_fsync(int file);
int __real_fchmod(int file, mode_t mode);
int __wrap_fchmod(int file, mode_t mode);
int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __real_flock(int file, int how);
int __wrap_flock(int file, int how);
int __real_fstat(int file, struct stat *about);
int __wrap_fstat(int file, struct stat *about);
int __real_fchown(int file, uid_t owner, gid_t group);
int __wrap_fchown(int file, uid_t owner, gid_t group);
int __real_lstat(const char *path, struct stat *about);
int __wrap_lstat(const char *path, struct stat *about);
uid_t __wrap_geteuid(void);
int __real_open(const char *path, int how, ...);
int __wrap_open(const char *path, int how, ...);

ssize_t __wrap_write(int file, const void *bytes, size_t size) {
    if (fails("write")) {
        return fault.error == 0 ? 0 : -1;
    }
    return __real_write(file, bytes, size < longest_write ? size : longest_write);
}

int __wrap_fsync(int file) {
    return fails("fsync") ? -1 : __real_fsync(file);
}

int __wrap_fchmod(int file, mode_t mode) {
    return fails("fchmod") ? -1 : __real_fchmod(file, mode);
}

int __wrap_rename(const char *from, const char *to) {
    return fails("rename") ? -1 : __real_rename(from, to);
}

int __wrap_open(const char *path, int how, ...) {
    va_list more;
    va_start(more, how);
    mode_t const mode = how & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails("open") ? -1 : __real_open(path, how, mode);
}

int __wrap_fstat(int file, struct stat *about) {
    if (fails("fstat") || __real_fstat(file, about) != 0) {
        return -1;
    }
    about->st_uid += (uid_t)other_owner;
    about->st_gid += (gid_t)other_group;
    return 0;
}

int __wrap_fchown(int file, uid_t to, gid_t group) {
    return fails("fchown") ? -1 : __real_fchown(file, to, group);
}

int __wrap_lstat(const char *path, struct stat *about) {
    int const result = __real_lstat(path, about);
    about->st_uid = owner;
    return result;
}

uid_t __wrap_geteuid(void) {
    return user;
}

/* The temporary file of the folder, of which there is at most one. Returns whether it is there.
 */
static int temporary(char name[256]) {
    int found = 0;
    DIR *const folder = opendir(".");
    for (struct dirent *e = readdir(folder); e != NULL; e = readdir(folder)) {
        if (strncmp(e->d_name, ".faircap-", 9) == 0) {
            assert_false(found);
            strcpy(name, e->d_name);
            found = 1;
        }
    }
    closedir(folder);
    return found;
}

int __wrap_flock(int file, int how) {
    char name[256];
    if (others_clean_up > 0 && temporary(name)) {
        others_clean_up--;
        unlink(name);
    }
    return fails("flock") ? -1 : __real_flock(file, how);
}

static void put(const char *path, const char *text) {
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int holds(const char *path, const char *text) {
    static char found[1 << 18];
    FILE *const file = fopen(path, "r");
    assert_non_null(file);
    size_t const size = fread(found, 1, sizeof found, file);
    fclose(file);
    return size == strlen(text) && memcmp(found, text, size) == 0;
}

static int save(const char *path, const char *text) {
    static output out;
    int code = output_open(&out, path);
    if (code == 0) {
        output_text(&out, text);
        code = output_finish(&out);
    }
    return code != 0 ? code : output_commit(&out);
}

static int in_new_folder(void **state) {
    char name[] = "/tmp/faircap-save-XXXXXX";
    *state = strdup(mkdtemp(name));
    fault.times = 0;
    longest_write = SIZE_MAX;
    return chdir(*state);
}

static int without_folder(void **state) {
    DIR *const folder = opendir(".");
    for (struct dirent *e = readdir(folder); e != NULL; e = readdir(folder)) {
        remove(e->d_name);
    }
    closedir(folder);
    int const left = chdir("/") != 0 || rmdir(*state) != 0;
    free(*state);
    return left;
}

static void any_failure_leaves_the_old_file_and_nothing_else(void **state) {
    (void)state;
    static const struct {
        const char *call;
        int error;
    } failure[] = {{"write", ENOSPC}, {"write", EIO},    {"write", 0},
                   {"fsync", EIO},    {"fchmod", EPERM}, {"rename", EXDEV}};
    for (size_t i = 0; i < sizeof failure / sizeof *failure; i++) {
        const char *const path = i % 2 == 0 ? "out" : "-out"; /* the latter is a file, too */
        put(path, "old");
        fault.call = failure[i].call;
        fault.error = failure[i].error;
        fault.times = 1;
        assert_int_equal(save(path, "new"), EXIT_IO);
        assert_int_equal(fault.times, 0); /* it was met */
        assert_true(holds(path, "old"));
        char left[256];
        assert_false(temporary(left));
    }
}

static void interrupted_calls_are_made_again(void **state) {
    (void)state;
    static const char *const call[] = {"write", "fsync"};
    for (int i = 0; i < 2; i++) {
        fault.call = call[i];
        fault.error = EINTR;
        fault.times = 3;
        assert_int_equal(save("out", call[i]), 0);
        assert_int_equal(fault.times, 0);
        assert_true(holds("out", call[i]));
    }
}

static void text_longer_than_the_buffer_and_short_writes_arrive_whole(void **state) {
    (void)state;
    static char text[200001];
    for (size_t i = 0; i < sizeof text - 1; i++) {
        text[i] = (char)('a' + i * i % 23);
    }
    longest_write = 7777;
    assert_int_equal(save("out", text), 0);
    assert_true(holds("out", text));
}

static void nothing_is_written_after_a_failed_write(void **state) {
    (void)state;
    output *const out = calloc(1, sizeof *out);
    assert_int_equal(output_open(out, "out"), 0);
    fault.call = "write";
    fault.error = ENOSPC;
    fault.times = 1;
    static const char part[4096];
    for (int i = 0; i < 40; i++) { /* two buffers and a half */
        output_bytes(out, part, sizeof part);
    }
    char name[256];
    struct stat about;
    assert_true(temporary(name));
    assert_int_equal(stat(name, &about), 0);
    assert_int_equal(about.st_size, 0);
    assert_int_equal(output_finish(out), EXIT_IO);
    free(out);
}

static void formatted_text_of_any_length_arrives_whole(void **state) {
    (void)state;
    static char longest[3000];
    memset(longest, 'x', sizeof longest - 1);
    static char expected[3100];
    snprintf(expected, sizeof expected, "[][%s][-5][0.1]", longest);
    output *const out = calloc(1, sizeof *out);
    assert_int_equal(output_open(out, "out"), 0);
    output_text(out, "[");
    output_format(out, "%s", "");
    output_format(out, "][%s][", longest);
    output_integer(out, -5);
    output_text(out, "][");
    output_number(out, 0.1);
    output_text(out, "]");
    assert_int_equal(output_finish(out), 0);
    assert_int_equal(output_commit(out), 0);
    assert_true(holds("out", expected));
    free(out);
}

static void a_file_system_without_locks_will_do(void **state) {
    (void)state;
    static const char *const call[] = {"flock", "fstat"};
    for (int i = 0; i < 2; i++) {
        fault.call = call[i];
        fault.error = ENOLCK;
        fault.times = 1;
        assert_int_equal(save("out", call[i]), 0);
        assert_int_equal(fault.times, 0);
        assert_true(holds("out", call[i]));
    }
}

static void a_temporary_file_that_another_run_removed_is_made_again(void **state) {
    (void)state;
    others_clean_up = 2;
    assert_int_equal(save("out", "new"), 0);
    assert_int_equal(others_clean_up, 0);
    assert_true(holds("out", "new"));
}

static void a_folder_that_cannot_be_opened_is_no_failure_after_the_rename(void **state) {
    (void)state;
    fault.call = "open";
    fault.error = EMFILE;
    fault.times = 1; /* the first open() is that of the folder: mkstemp() calls another */
    assert_int_equal(save("out", "new"), 0);
    assert_int_equal(fault.times, 0);
    assert_true(holds("out", "new"));
}

static void a_device_that_cannot_be_opened_is_named(void **state) {
    (void)state;
    fault.call = "open";
    fault.error = EACCES;
    fault.times = 1;
    assert_true(output_is_device("/dev/null"));
    assert_int_equal(save("/dev/null", "new"), EXIT_IO);
    assert_int_equal(save("/dev/null", "new"), 0);
    put("file", "");
    assert_false(output_is_device("file"));
    assert_false(output_is_device("."));
    assert_false(output_is_device("nowhere"));
}

static void links_are_followed_and_those_to_nowhere_replaced(void **state) {
    (void)state;
    put("file", "old");
    assert_int_equal(symlink("file", "link") | symlink("nowhere", "dangling"), 0);
    struct stat about;
    assert_int_equal(save("link", "new"), 0);
    assert_true(lstat("link", &about) == 0 && S_ISLNK(about.st_mode));
    assert_true(holds("file", "new"));
    assert_int_equal(save("dangling", "new"), 0);
    assert_true(lstat("dangling", &about) == 0 && S_ISREG(about.st_mode));
}

static void links_of_other_users_are_not_followed_but_those_of_root_are(void **state) {
    (void)state;
    put("file", "old");
    assert_int_equal(symlink("file", "link"), 0);
    user = 1000;
    owner = 1001;
    assert_int_equal(save("link", "new"), EXIT_IO);
    assert_true(holds("file", "old"));
    assert_int_equal(save("file", "new"), 0); /* a file of whomever is replaced */
    owner = 0;
    assert_int_equal(save("link", "newer"), 0);
    assert_true(holds("file", "newer"));
    user = owner = 0;
}

static mode_t rights_after_saving(mode_t before) {
    struct stat about;
    put("out", "old");
    assert_int_equal(chmod("out", before), 0);
    assert_int_equal(save("out", "new"), 0);
    assert_int_equal(stat("out", &about), 0);
    return about.st_mode & 0777;
}

static void rights_are_kept_for_whom_they_were_given(void **state) {
    (void)state;
    mode_t const mask = umask(027);
    assert_int_equal(rights_after_saving(0664), 0664);
    other_group = 1; /* which the new file is given, */
    assert_int_equal(rights_after_saving(0664), 0664);
    fault.call = "fchown"; /* or cannot be given */
    fault.error = EPERM;
    fault.times = 1;
    assert_int_equal(rights_after_saving(0664), 0604);
    other_group = 0;
    other_owner = 1; /* who may have prepared it */
    assert_int_equal(rights_after_saving(0666), 0640);
    other_owner = 0;
    fault.call = "fstat";
    fault.times = 2;
    assert_int_equal(rights_after_saving(0600), 0640); /* as for a new file */
    umask(mask);
}

static void all_open_outputs_are_removed_at_once_and_further_ones_by_themselves(void **state) {
    (void)state;
    enum {
        WATCHED = 32,
        OPEN = WATCHED + 1
    };
    output *const out = calloc(OPEN, sizeof *out);
    char path[OPEN][12];
    for (int i = 0; i < OPEN; i++) {
        snprintf(path[i], sizeof path[i], "%d", i);
        assert_int_equal(output_open(&out[i], path[i]), 0);
    }
    output_remove_all();
    char name[256];
    assert_true(temporary(name)); /* the one beyond what is watched */
    for (int i = 0; i < OPEN; i++) {
        output_discard(&out[i]);
        output_discard(&out[i]); /* once more is fine */
    }
    assert_false(temporary(name));
    free(out);
}

int main(void) {
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, in_new_folder, without_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(any_failure_leaves_the_old_file_and_nothing_else),
        IN_FOLDER(interrupted_calls_are_made_again),
        IN_FOLDER(text_longer_than_the_buffer_and_short_writes_arrive_whole),
        IN_FOLDER(nothing_is_written_after_a_failed_write),
        IN_FOLDER(formatted_text_of_any_length_arrives_whole),
        IN_FOLDER(a_file_system_without_locks_will_do),
        IN_FOLDER(a_temporary_file_that_another_run_removed_is_made_again),
        IN_FOLDER(a_folder_that_cannot_be_opened_is_no_failure_after_the_rename),
        IN_FOLDER(a_device_that_cannot_be_opened_is_named),
        IN_FOLDER(links_are_followed_and_those_to_nowhere_replaced),
        IN_FOLDER(links_of_other_users_are_not_followed_but_those_of_root_are),
        IN_FOLDER(rights_are_kept_for_whom_they_were_given),
        IN_FOLDER(all_open_outputs_are_removed_at_once_and_further_ones_by_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
