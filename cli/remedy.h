/* remedy.h - what would do instead: a request with one thing changed, judged with all its
 * wishes.
 *
 * Who takes a remedy asks again. So it is judged as that request will be: its sizes are read,
 * mixes that were left open are chosen anew, and wishes about students count.
 */
#ifndef CLI_REMEDY_H
#define CLI_REMEDY_H

#include "judgement.h"

typedef enum remedy_kind {
    OTHER_SHAPE, /* --size or --groups */
    OTHER_MIX,   /* of an attribute, with this ratio; 0: none */
    NO_ALONE,    /* of an attribute, some may be the only one of their kind */
    NO_TOGETHER,
    NO_APART
} remedy_kind;

typedef struct remedy {
    remedy_kind kind;
    group_shape shape; /* k > 0: that many groups, of even sizes. Late students can join groups
                          of 1 to shape.most */
    int32_t attribute;
    fcap_ratio ratio;
} remedy;

typedef enum prospect {
    IN_VAIN,
    OPEN, /* not excluded; only the search will tell */
    SURE
} prospect;

prospect remedy_judge(const job *j, const remedy *r);
/* Behind what is changed: "would do" where it is sure, else "may do". */
const char *prospect_words(prospect p);

#endif
