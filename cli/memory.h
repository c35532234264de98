/* memory.h - how much memory the process held at most, and the end of one whose input is gone.
 */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stdint.h>

/* The most bytes of this process that were in memory at one time, the parts of mapped files
 * that were looked at included; 0 when the system does not say. */
int64_t memory_peak(void);
/* The same as a line on stderr. */
void say_memory(void);

/* A large input is mapped, and who cuts it short takes memory away: from now on that ends the
 * process with a sentence and EXIT_IO, and no half-written file is left. */
void memory_watch(void);

#endif
