/* faulty_malloc.c - malloc that fails on demand, for the allocation sweep of the tool.
 *
 * Linked with --wrap=malloc (calloc, realloc, strdup). FAIRCAP_FAIL_AT=N makes the N-th request
 * fail; with FAIRCAP_FAIL_ON=1 all later ones too. At exit, FAIRCAP_FAIL_LOG names a file that
 * gets the number of requests, so that the sweep knows when it is through.
 */
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
static int ready;

static void report(void) {
    const char *const path = getenv("FAIRCAP_FAIL_LOG");
    FILE *const log = path != NULL ? fopen(path, "w") : NULL;
    if (log != NULL) {
        fprintf(log, "%ld\n", atomic_load(&requests));
        fclose(log);
    }
}

static int fails(void) {
    if (!ready) {
        ready = 1;
        const char *const at = getenv("FAIRCAP_FAIL_AT");
        fail_at = at != NULL ? strtol(at, NULL, 10) : 0;
        fail_on = getenv("FAIRCAP_FAIL_ON") != NULL;
        atexit(report);
    }
    long const number = atomic_fetch_add(&requests, 1) + 1;
    return fail_at > 0 && (number == fail_at || (fail_on && number > fail_at));
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
