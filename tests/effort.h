/* effort.h - how often a test repeats itself.
 *
 * A case that is drawn anew a thousand times finds wrong answers, and does so in the release
 * build. Sanitizers look for wrong accesses, which an eighth of the draws shows as well, and
 * take ten times as long: they get that eighth, unless FAIRCAP_LONG=1 asks for all. So does the
 * build that counts branches (FCAP_COVERAGE).
 */
#ifndef TESTS_EFFORT_H
#define TESTS_EFFORT_H

#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(FCAP_COVERAGE)
#define IS_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SLOW 1
#endif
#endif
#ifndef IS_SLOW
#define IS_SLOW 0
#endif

static inline int is_long(void) {
    const char *const wish = getenv("FAIRCAP_LONG");
    return wish != NULL && strcmp(wish, "1") == 0;
}

/* All of it, or the part that sanitizers get. */
static inline int often(int times) {
    return !IS_SLOW || is_long() ? times : (times + 7) / 8;
}

#endif
