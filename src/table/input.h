/* input.h - the bytes of a file, wherever they come from: plain, gzip, standard input, UTF-16.
 */
#ifndef FCAP_TABLE_INPUT_H
#define FCAP_TABLE_INPUT_H

#include "base/run.h"

typedef struct input {
    const char *bytes;
    size_t size;
    void *map; /* of a large file: where it is mapped; else NULL, and the arena has the bytes */
    size_t map_size;
    int is_text; /* all of a file, seen to be text: marks before its first record are none of it
                  */
} input;

/* The whole file at path, or standard input for "-". */
fcap_status fcap_input_read(fcap_run *run, const char *path, input *out);
/* If the bytes are gzip, what they hold (all members); else they stay as they are. */
fcap_status fcap_input_inflate(fcap_run *run, input *in);
/* If they begin with a UTF-16 mark, the same text in UTF-8; UTF-8 marks are taken off. */
fcap_status fcap_input_transcode(fcap_run *run, input *in);
/* Bytes that will not be looked at for a while need no memory of this process. */
void fcap_input_leave(const input *in, const char *from, const char *to);
/* Gives a mapping back; harmless without one. */
void fcap_input_close(input *in);

#endif
