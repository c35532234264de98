/* group_words.h - what came of a teacher's wishes, in a few lines on stderr. */
#ifndef CLI_GROUP_WORDS_H
#define CLI_GROUP_WORDS_H

#include "report/result.h"

enum {
    PERCENT_SIZE = 16
};
/* "19 %", "0.4 %". Returns text. */
const char *percent(double part, char text[PERCENT_SIZE]);

void group_summary(const result *r);

#endif
