/* students.h - who is meant by a text: a name in either order, an e-mail address, a login, an
 * ID.
 *
 * Teachers write names into their files, LMS write what they have. Case and blanks are of no
 * importance, nor are accents where the name is still that of one student. Of several with one
 * name, "Max Peters (line 13)" is the one on that line, and "Max Peters (max@x.org)" the one
 * with that address: as they are shown. An identifier goes before a name: the text is taken for
 * what it is first in the order --id, e-mail, login, ID number, Canvas' number, name. Where a
 * roster has none of these, the numbers of its rows are the names.
 */
#ifndef CLI_STUDENTS_H
#define CLI_STUDENTS_H

#include "job.h"
#include "words.h"

typedef struct students students;

/* Of all rows of the roster. */
students *students_open(const job *j);
void students_close(students *s); /* NULL is fine */

enum {
    MEANT_KEPT = 8
};
/* The rows that a text can mean; the first ones are kept. */
typedef struct meant {
    int64_t n;
    int64_t row[MEANT_KEPT];
} meant;
meant students_find(const students *s, fcap_cell text);

/* The point of a row; -1 when the row is left out. */
int64_t students_point(const students *s, int64_t row);
/* The line of the file that a row begins on. */
int64_t students_line(const students *s, int64_t row);
/* Does some column tell who a student is? */
int students_are_known(const students *s);

enum {
    STUDENT_SIZE = 280
};
/* What a student is called, not escaped: the name, with the e-mail address or ID behind it
 * where others are called the same. Returns text. */
const char *student_name(const students *s, int64_t row, char text[STUDENT_SIZE]);
enum {
    MARK_SIZE = 64
};
/* What tells a student from others of the same name and tells nothing else: "line 13"; "" where
 * nobody else is called so. */
const char *student_line(const students *s, int64_t row, char text[MARK_SIZE]);
/* The same of a point, safe to show; valid until the fourth next call of safe(). */
const char *student_shown(const students *s, int64_t point);

enum {
    WHO_SIZE = 4 * CELL_SIZE + 128
};
/* Why a text means nobody, or more than one: "nobody is called ...; did you mean ...?". Returns
 * text, safe to show. */
const char *students_why(const students *s, fcap_cell asked, const meant *found,
                         char text[WHO_SIZE]);

#endif
