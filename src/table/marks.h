/* marks.h - which of 32 bytes mean something to the scanner, as bits: bit i is byte i.
 *
 * Where the machine has no such instruction, MARKS is 0 and the scanner looks at one byte after
 * another, as it does at the end of a text in any case.
 */
#ifndef FCAP_TABLE_MARKS_H
#define FCAP_TABLE_MARKS_H

#include <stdint.h>

#if defined(__SSE2__)

#include <emmintrin.h>

#define MARKS 32

typedef struct marks {
    uint32_t delimiter;
    uint32_t line_end;
    uint32_t quote;
    uint32_t nul;
    uint32_t high; /* not ASCII */
} marks;

static inline uint32_t mark_equal(__m128i low, __m128i high, char c) {
    __m128i const wanted = _mm_set1_epi8(c);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(low, wanted)) |
           (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(high, wanted)) << 16;
}

static inline marks marks_at(const char *text, char delimiter) {
    __m128i const low = _mm_loadu_si128((const __m128i *)(const void *)text);
    __m128i const high = _mm_loadu_si128((const __m128i *)(const void *)(text + 16));
    return (marks){.delimiter = mark_equal(low, high, delimiter),
                   .line_end = mark_equal(low, high, '\n') | mark_equal(low, high, '\r'),
                   .quote = mark_equal(low, high, '"'),
                   .nul = mark_equal(low, high, 0),
                   .high = (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high)
                                                                  << 16};
}

#else
#define MARKS 0
#endif

#endif
