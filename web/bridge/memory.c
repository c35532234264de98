/* memory.c - the memory of this program, which only grows. See cli/memory.h. */
#include "memory.h"

int64_t memory_peak(void) {
    return (int64_t)__builtin_wasm_memory_size(0) * 65536;
}
