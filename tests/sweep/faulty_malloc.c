/* faulty_malloc.c - the tool with a malloc that fails on demand, many times in one process.
 *
 * Linked with --wrap=malloc (calloc, realloc, strdup), and with main() of the tool under
 * another name. For each line "AT ON" on standard input a child runs the tool with the words
 * given here, and its AT-th request fails (0: none), with ON all later ones too; the answer is
 * a line with its status as wait() has it. What the child says goes to the file "said", the
 * number of its requests to the file "requests". A child costs half of what a new process does.
 * With AT = -1 none fails, and the file "calls" gets a line for each request: the calls that
 * led to it, so that the sweep can choose requests that between them fail in every call.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <execinfo.h>
#endif

int faircap_main(int argc, char **argv); /* cli/main.c */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);

static atomic_long requests;
static long fail_at;
static int fail_on;
static FILE *trace;

/* Return addresses, from the start of the program: the same in every run. */
static void write_calls(void) {
#ifdef __GLIBC__
    extern const char __executable_start[];
    void *call[64];
    int const n = backtrace(call, (int)(sizeof call / sizeof *call));
    for (int i = 2; i < n; i++) { /* behind fails() and the wrapper */
        fprintf(trace, "%tx ", (const char *)call[i] - __executable_start);
    }
    fputc('\n', trace);
#endif
}

static void report(void) {
    fail_at = 0; /* what exit handlers of the compiler ask for is not under test */
    if (trace != NULL) {
        fclose(trace);
        trace = NULL;
    }
    FILE *const log = fopen("requests", "w");
    if (log != NULL) {
        fprintf(log, "%ld\n", atomic_load(&requests));
        fclose(log);
    }
}

static int fails(void) {
    long const number = atomic_fetch_add(&requests, 1) + 1;
    if (trace != NULL) {
        write_calls();
    }
    if (fail_at <= 0 || (number != fail_at && !(fail_on && number > fail_at))) {
        return 0;
    }
    errno = ENOMEM;
    return 1;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    return fails() ? NULL : __real_realloc(block, size);
}

char *__wrap_strdup(const char *text) {
    size_t const size = strlen(text) + 1;
    char *const copy = __wrap_malloc(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

static void redirect(int to, const char *path, int how) {
    int const file = open(path, how, 0600);
    if (file < 0 || dup2(file, to) < 0) {
        _exit(99);
    }
    close(file);
}

int main(int argc, char **argv) {
    while (scanf("%ld %d", &fail_at, &fail_on) == 2) {
        pid_t const child = fork();
        if (child == 0) {
            redirect(0, "/dev/null", O_RDONLY);
            redirect(1, "/dev/null", O_WRONLY);
            redirect(2, "said", O_WRONLY | O_CREAT | O_TRUNC);
            atexit(report);
            trace = fail_at < 0 ? fopen("calls", "w") : NULL;
            return faircap_main(argc, argv);
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child) {
            return 1;
        }
        printf("%d\n", status);
        fflush(stdout);
    }
    return 0;
}
