/* encoding.h - files of teachers that are not in UTF-8: what a German Excel saves as CSV.
 *
 * Such a file is read as Windows-1252 where its bytes can be that, with a note, because names
 * may then look wrong. Who divides data by scripts (faircap cluster) is not second-guessed.
 */
#ifndef CLI_LMS_ENCODING_H
#define CLI_LMS_ENCODING_H

#include <faircap/table.h>

/* The text in UTF-8, with a byte-order mark, so that what is written for it has one too; NULL
 * when it is in UTF-8 already, or cannot be Windows-1252. The caller frees it. */
char *from_windows(const char *text, size_t size, size_t *made);

/* As fcap_table_read(), and once more as Windows-1252 where that fails. */
fcap_status read_table_of_teacher(const char *path, const fcap_read_options *o, int quiet,
                                  fcap_table **table, fcap_faults *faults, fcap_error *err);

/* What is said of a file that was read so. */
void say_windows(const char *path, int quiet);

#endif
