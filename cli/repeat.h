/* repeat.h - the command that makes the same sweep or tune again. */
#ifndef CLI_REPEAT_H
#define CLI_REPEAT_H

#include "figure.h"

/* "faircap sweep FILE -k 3:20 ..." as HTML text, quoted for a shell, with the file's name alone
 * and the options that are not their defaults. */
void repeat_command(output *out, const scene *s);

#endif
