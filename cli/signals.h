/* signals.h - what ends a run from outside leaves no temporary file behind. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

/* Before anything is written: the signals that end a program still do, without a word, once the
 * temporary files are removed; those that the parent ignores stay ignored. A file that grows
 * beyond the limit of the shell is an error of the write, and no signal. */
void signals_watch(void);

/* From now on this signal ends the run so; may be called from a signal handler. */
void signals_end_on(int number);

/* Does the parent want it ignored, as nohup does? */
int signals_ignored(int number);

#endif
