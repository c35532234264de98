/* arena.c - chunks from the caller's allocator, handed out front to back.
 *
 *     chunk:  [head | block | gap | block | gap | ........ free ........ ]
 *                                               ^ used            ^ size
 *
 * A request that does not fit opens a new chunk, twice as large as the last, so a run makes
 * few system calls. The gap of 64 bytes after each block, and all free space, are poisoned
 * under ASan: otherwise an arena hides the very bugs ASan is for. With FCAP_ARENA_EXACT each
 * request gets a chunk of its own, so that a test can make every single one of them fail.
 */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_ASAN 1
#endif
#endif
#ifdef HAVE_ASAN
#include <sanitizer/asan_interface.h>
#define POISON(p, n)   ASAN_POISON_MEMORY_REGION((p), (n))
#define UNPOISON(p, n) ASAN_UNPOISON_MEMORY_REGION((p), (n))
#else
#define POISON(p, n)   ((void)(p), (void)(n))
#define UNPOISON(p, n) ((void)(p), (void)(n))
#endif

enum {
    ALIGN = 64, /* a cache line, and the widest vector */
    GAP = 64,   /* keeps neighbours apart; poisoned under ASan */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
    FIRST_CHUNK = 8 * 1024, /* twice the runs of fuzz_csv in a second */
#else
    FIRST_CHUNK = 64 * 1024, /* larger: fewer chunks; smaller: less waste for tiny problems */
#endif
    LARGEST_STEP = 16 * 1024 * 1024
};

struct arena_chunk {
    arena_chunk *before;
    void *block; /* what the allocator returned */
    char *base;  /* the first aligned byte */
    size_t size; /* bytes from base */
    size_t used;
    size_t bytes; /* asked of the allocator */
};

static void *os_alloc(const arena *a, size_t size) {
    return a->os.alloc != NULL ? a->os.alloc(a->os.user, size) : malloc(size);
}

static void os_release(const arena *a, void *block) {
    if (a->os.release != NULL) {
        a->os.release(a->os.user, block);
    } else {
        free(block);
    }
}

static size_t round_up(size_t size) {
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* A new chunk with room for `need` bytes, or 0. */
static int open_chunk(arena *a, size_t need) {
    size_t size = need;
#ifndef FCAP_ARENA_EXACT
    size_t step = a->last == NULL ? FIRST_CHUNK : 2 * a->last->size;
    if (step > LARGEST_STEP) {
        step = LARGEST_STEP;
    }
    if (size < step) {
        size = step;
    }
#endif
    size_t const bytes = size + sizeof(arena_chunk) + 2 * ALIGN;
    if (bytes < size) {
        return 0;
    }
    void *const block = os_alloc(a, bytes);
    if (block == NULL) {
        return 0;
    }
    uintptr_t const raw = (uintptr_t)block;
    size_t const to_head = (ALIGN - raw % ALIGN) % ALIGN;
    arena_chunk *const chunk = (arena_chunk *)(void *)((char *)block + to_head);
    *chunk = (arena_chunk){.before = a->last,
                           .block = block,
                           .base = (char *)chunk + round_up(sizeof(arena_chunk)),
                           .size = size,
                           .bytes = bytes};
    POISON(chunk->base, chunk->size);
    a->last = chunk;
    a->live += bytes;
    if (a->live > a->peak) {
        a->peak = a->live;
    }
    return 1;
}

static void close_chunk(arena *a) {
    arena_chunk *const chunk = a->last;
    a->last = chunk->before;
    a->live -= chunk->bytes;
    UNPOISON(chunk->base, chunk->size);
    os_release(a, chunk->block);
}

void fcap_arena_init(arena *a, fcap_allocator os) {
    *a = (arena){.os = os};
}

void fcap_arena_free(arena *a) {
    while (a->last != NULL) {
        close_chunk(a);
    }
}

void *fcap_arena_alloc(arena *a, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2 - GAP - ALIGN) / size) {
        return NULL;
    }
    size_t const bytes = count * size;
    size_t const need = round_up(bytes) + GAP;
    int const fits = a->last != NULL && a->last->size - a->last->used >= need;
#ifdef FCAP_ARENA_EXACT
    if (!open_chunk(a, need)) {
        return NULL;
    }
    (void)fits;
#else
    if (!fits && !open_chunk(a, need)) {
        return NULL;
    }
#endif
    char *const p = a->last->base + a->last->used;
    a->last->used += need;
    UNPOISON(p, bytes);
    memset(p, 0, bytes);
    return p;
}

arena_mark fcap_arena_save(const arena *a) {
    return (arena_mark){.chunk = a->last, .used = a->last == NULL ? 0 : a->last->used};
}

void fcap_arena_restore(arena *a, arena_mark mark) {
    while (a->last != mark.chunk) {
        close_chunk(a);
    }
    if (a->last != NULL) {
        a->last->used = mark.used;
        POISON(a->last->base + mark.used, a->last->size - mark.used);
    }
}

void fcap_arena_trim(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
