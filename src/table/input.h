/* input.h - the bytes of a file, wherever they come from: plain, gzip, standard input, UTF-16.
 */
#ifndef FCAP_TABLE_INPUT_H
#define FCAP_TABLE_INPUT_H

#include "base/run.h"

typedef struct input {
    char *bytes; /* one writable byte follows the last */
    size_t size;
} input;

/* The whole file at path, or standard input for "-". */
fcap_status fcap_input_read(fcap_run *run, const char *path, input *out);
/* If the bytes are gzip, what they hold (all members); else they stay as they are. */
fcap_status fcap_input_inflate(fcap_run *run, input *in);
/* If they begin with a UTF-16 mark, the same text in UTF-8; a UTF-8 mark is taken off. */
fcap_status fcap_input_transcode(fcap_run *run, input *in);

#endif
