/* arena.h - all scratch memory of one run, released in one go.
 *
 * Why an arena: every internal function may return early on error and still leak nothing, so
 * no module needs cleanup labels. Blocks are 64-byte aligned and zeroed.
 *
 *     arena_mark m = fcap_arena_save(a);
 *     ... arena_array(a, double, n) ...
 *     fcap_arena_restore(a, m);          // everything since the mark is gone
 *
 * An arena belongs to one thread at a time; parallel loops get their scratch beforehand.
 */
#ifndef FCAP_BASE_ARENA_H
#define FCAP_BASE_ARENA_H

#include <faircap/faircap.h>

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    fcap_allocator os;
    arena_chunk *last;
    size_t live; /* bytes handed out by the allocator now */
    size_t peak; /* most of that, ever */
} arena;

typedef struct arena_mark {
    arena_chunk *chunk;
    size_t used;
} arena_mark;

void fcap_arena_init(arena *a, fcap_allocator os);
void fcap_arena_free(arena *a);
/* NULL when the allocator fails or count * size overflows. Zeroed. */
void *fcap_arena_alloc(arena *a, size_t count, size_t size);
#define arena_array(a, type, count)                                                            \
    ((type *)fcap_arena_alloc((a), (size_t)(count), sizeof(type)))
arena_mark fcap_arena_save(const arena *a);
void fcap_arena_restore(arena *a, arena_mark mark);
/* What was released goes back to the system now: malloc() may keep tens of megabytes of it. Not
 * for inner loops. */
void fcap_arena_trim(void);

#endif
