/* id_sets.h - sets of rows, as files of wishes name them: one set a line, ids with commas
 * between. Of the command group it is students, by whatever they are called (students.h). */
#ifndef CLI_ID_SETS_H
#define CLI_ID_SETS_H

#include "row_keys.h"

/* Where a set was read, so that messages can name the line. */
typedef struct set_origin {
    const char *path; /* NULL: earlier groups */
    int64_t line;
} set_origin;

typedef struct id_sets {
    int64_t n;
    int64_t *start;     /* n + 1; NULL when nothing was ever added */
    int64_t *member;    /* points */
    set_origin *origin; /* n */
} id_sets;

/* Appends the sets of a file. 0, or an exit code after having said why. keys are not used where
 * the job knows students. */
int id_sets_read(id_sets *sets, const job *j, const row_keys *keys, const char *option,
                 const char *path);
/* Marks the points that a file names, one a line. candidate has problem.n flags. */
int id_list_read(char *candidate, const job *j, const row_keys *keys, const char *option,
                 const char *path);
/* Appends a set for each label from 0 on that two points or more have: point[i] has label[i],
 * -1 meaning none. point may be NULL: then i itself is meant. */
void id_sets_add_labels(id_sets *sets, const int64_t *point, const int32_t *label, int64_t n);

fcap_sets id_sets_view(const id_sets *sets);
void id_sets_free(id_sets *sets);

#endif
