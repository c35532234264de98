/* id_sets.h - sets of rows, as files of wishes name them: one set a line, ids with commas
 * between. */
#ifndef CLI_ID_SETS_H
#define CLI_ID_SETS_H

#include "row_keys.h"

typedef struct id_sets {
    int64_t n;
    int64_t *start;  /* n + 1; NULL when nothing was ever added */
    int64_t *member; /* points */
} id_sets;

/* Appends the sets of a file. 0, or an exit code after having said why. */
int id_sets_read(id_sets *sets, const job *j, const row_keys *keys, const char *option,
                 const char *path);
/* Marks the points that a file names, one a line. candidate has problem.n flags. */
int id_list_read(char *candidate, const job *j, const row_keys *keys, const char *option,
                 const char *path);
/* Appends a set for each label from 0 on that two points or more have. */
void id_sets_add_labels(id_sets *sets, const int32_t *label, int64_t n, int32_t largest);

fcap_sets id_sets_view(const id_sets *sets);
void id_sets_free(id_sets *sets);

#endif
