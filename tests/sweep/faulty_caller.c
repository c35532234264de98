/* faulty_caller.c - malloc that fails for one shared object of a process, on demand: how the
 * packages for Python and R meet the end of memory. To be preloaded, and called through ctypes
 * or .C.
 *
 *     faulty_arm(&object, &at, &on)  the object's at-th request from now on fails, and with
 *                                    `on` all later ones
 *     faulty_count(&n)               how many it has made since
 *
 * What the interpreter asks for itself is left alone.
 */
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void faulty_arm(char **object, int *at, int *on);
void faulty_count(int *n);

static uintptr_t first, end; /* the code of the object */
static int requests, fail_at, fail_on;

static int find(struct dl_phdr_info *info, size_t size, void *name) {
    (void)size;
    for (int i = 0; strstr(info->dlpi_name, name) != NULL && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
            first = info->dlpi_addr + part->p_vaddr;
            end = first + part->p_memsz;
        }
    }
    return 0;
}

void faulty_arm(char **object, int *at, int *on) {
    first = end = 0;
    dl_iterate_phdr(find, *object);
    requests = 0;
    fail_at = *at;
    fail_on = *on;
}

void faulty_count(int *n) {
    *n = requests;
}

static int fails(const void *caller) {
    if ((uintptr_t)caller < first || (uintptr_t)caller >= end) {
        return 0;
    }
    int const number = __atomic_add_fetch(&requests, 1, __ATOMIC_RELAXED);
    return fail_at > 0 && (number == fail_at || (fail_on && number > fail_at));
}

void *malloc(size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
