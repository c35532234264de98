/* require.h - what a fuzzer insists on: a sentence on stderr, then abort(), which is a finding.
 */
#ifndef TESTS_FUZZ_REQUIRE_H
#define TESTS_FUZZ_REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition, ...)                                                                \
    do {                                                                                       \
        if (!(condition)) {                                                                    \
            fprintf(stderr, "not true: %s\n", #condition);                                     \
            fprintf(stderr, __VA_ARGS__);                                                      \
            fprintf(stderr, "\n");                                                             \
            abort();                                                                           \
        }                                                                                      \
    } while (0)

#endif
