/* group_words.h - what came of a teacher's wishes, in a few lines on stderr. */
#ifndef CLI_GROUP_WORDS_H
#define CLI_GROUP_WORDS_H

#include "report/result.h"

enum {
    PERCENT_SIZE = 16
};
/* "19 %", "0.4 %". Returns text. */
const char *percent(double part, char text[PERCENT_SIZE]);

enum {
    ALONE_SIZE =
        480 /* names of 40 characters, of four bytes at most: two, or more short ones */
};
/* How many kinds of attribute a must not have a single student in a group, */
int32_t alone_asked(const job *j, int32_t a);
/* and which: "gender" when all, else "gender:F". Returns text, safe to show. */
const char *alone_words(const job *j, int32_t a, char text[ALONE_SIZE]);

/* Is there a lower bound worth a sentence? With repeated pairs the cost comes second. */
int bound_says_something(const result *r);

void group_summary(const result *r);

#endif
