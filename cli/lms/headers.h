/* headers.h - what a column of a roster is, by its header, in the languages of teachers.
 *
 * Learning-management systems translate the headers of their exports, so a column is known by
 * its role, never by English text alone.
 */
#ifndef CLI_LMS_HEADERS_H
#define CLI_LMS_HEADERS_H

typedef enum role {
    ROLE_OTHER = 0, /* data about the student, or nothing that is known */
    ROLE_NAME,      /* the whole name; or the one half, where another column has the other */
    ROLE_FIRST,     /* first name */
    ROLE_LAST,      /* last name */
    ROLE_LOGIN,     /* user name */
    ROLE_EMAIL,
    ROLE_SIS_ID,   /* the number that the school gives: student ID, ID number, OrgDefinedId */
    ROLE_LMS_ID,   /* the number that the system gives: Canvas' own */
    ROLE_SECTION,  /* of the course */
    ROLE_GROUP,    /* where the student is now, if anywhere */
    ROLE_GROUPING, /* set of groups */
    ROLE_GROUP_ID,
    ROLE_ADMIN, /* of the file or the account: last access, root account, end of line */
    ROLE_END
} role;

/* ROLE_OTHER when the header is not known. */
role role_of_header(const char *header);

/* By the name that people type: name, first-name, last-name, login, email, id, canvas-id,
 * section, group. ROLE_END when there is no such role. */
role role_named(const char *name);

/* Does it tell who a student is? Such a column has no part in distances. */
int role_tells_who(role what);

#endif
