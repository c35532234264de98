/* sheet.h - an answer as an LMS needs it: each student with an identifier, and a named group.
 */
#ifndef CLI_LMS_SHEET_H
#define CLI_LMS_SHEET_H

#include "file_words.h"
#include "label_names.h"
#include "lms/roster.h"

typedef struct sheet {
    fcap_table *table;
    const roster *roster;
    const int64_t
        *row; /* of the table, from 0: one for each of the n students who have a group */
    int64_t n;
    const int32_t *label; /* n of them, in [0, k); NULL before there is an answer */
    int32_t k;
    const label_names *names;        /* of groups that have some; NULL: "Group 01" and so on */
    const struct students *students; /* of group: who share a name are told apart; or NULL */
    file_words words;
    const char *course;    /* short name of a Moodle course, or NULL */
    const char *group_set; /* grouping of Moodle, group set of Blackboard */
    int quiet;
} sheet;

/* The column that a role is in, or -1; for e-mail also a login that is an address. */
int32_t sheet_column(const sheet *s, role what);
/* Does every student have a text there? */
int sheet_is_complete(const sheet *s, int32_t column);
/* The students' indices, group by group, in the order of the file; label must be there. The
 * caller frees it. */
int64_t *sheet_by_group(const sheet *s);

/* Says who has no group, because of missing cells. */
void sheet_say_left_out(const sheet *s);

/* Students without any text in these columns (-1 = no column) are named and refused; `what` is
 * what they lack. 0, or an exit code. */
int sheet_refuse_empty(const sheet *s, const char *format, const int32_t *column, int n_columns,
                       const char *what);
/* Likewise those whose cell there is no e-mail address, or is empty. */
int sheet_refuse_addresses(const sheet *s, const char *format, int32_t column);
/* Likewise, and those whose text is that of another one, or has a line end in it. */
int sheet_refuse_ids(const sheet *s, const char *format, const int32_t *column, int n_columns,
                     const char *what);

#endif
