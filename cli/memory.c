/* memory.c - see memory.h.
 *
 * The kernel's VmHWM is of this program alone. ru_maxrss is not: it starts with what the
 * process held before it became this program, so a large parent would be counted.
 */
#include "memory.h"

#include "save.h"
#include "words.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int64_t memory_peak(void) {
    long long kilobytes = 0;
    FILE *const status = fopen("/proc/self/status", "re");
    if (status != NULL) {
        char line[256];
        while (kilobytes == 0 && fgets(line, sizeof line, status) != NULL) {
            if (strncmp(line, "VmHWM:", 6) == 0 && sscanf(line + 6, "%lld", &kilobytes) != 1) {
                kilobytes = 0;
            }
        }
        fclose(status);
    }
    struct rusage usage;
    if (kilobytes == 0 && getrusage(RUSAGE_SELF, &usage) == 0) {
        kilobytes = usage.ru_maxrss;
    }
    return (int64_t)kilobytes * 1024;
}

void say_memory(void) {
    fprintf(stderr, "memory: %lld MiB at most\n",
            (long long)((memory_peak() + (1 << 20) - 1) >> 20));
}

static void on_bus_error(int number) {
    static const char sentence[] = "faircap: the input was cut short, or could not be read, "
                                   "while it was in use; nothing is written\n";
    (void)number;
    output_remove_all();
    ssize_t const written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
    (void)written; /* there is nobody else to tell */
    _exit(EXIT_IO);
}

void memory_watch(void) {
    struct sigaction action = {.sa_handler = on_bus_error};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
