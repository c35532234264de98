/* clock.c - the library's clock while it is fuzzed: each look at it takes a microsecond.
 *
 * A time limit then stops a search after so many looks, on any machine: what is found once is
 * found again, and every place that looks at the clock is a place where a search may be
 * stopped.
 */
#include <time.h>

int fuzz_clock_gettime(clockid_t clock, struct timespec *t);

int fuzz_clock_gettime(clockid_t clock, struct timespec *t) {
    static _Thread_local long microseconds;
    (void)clock;
    microseconds++;
    *t = (struct timespec){microseconds / 1000000, microseconds % 1000000 * 1000};
    return 0;
}
