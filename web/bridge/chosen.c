/* chosen.c - see chosen.h. */
#include "chosen.h"

#include "bridge.h"
#include "cmd_group.h"
#include "json_more.h"
#include "mixes.h"
#include "text_in.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIXES_MOST = 1 << 20 /* bytes */
};

/* ---- told ---- */

static void write_rare(output *out, const job *j, int32_t a, int64_t least) {
    const fcap_attribute *const of = &j->problem.attribute[a];
    int n = 0;
    output_text(out, "[");
    for (int32_t g = 0; g < of->n_groups; g++) {
        int64_t count = 0;
        for (int64_t i = 0; i < j->problem.n; i++) {
            count += of->group[i] == g;
        }
        if (count < least) {
            int fields = 0;
            json_comma(out, &n);
            output_text(out, "{");
            json_text(out, &fields, "text", fcap_dataset_group_name(j->dataset, a, g));
            json_whole(out, &fields, "count", count);
            output_text(out, "}");
        }
    }
    output_text(out, "]");
}

void chosen_write(output *out, const job *j) {
    int n = 0;
    output_text(out, "[");
    for (int32_t a = 0; a < j->n_protect; a++) {
        if (j->even[a] == MIX_OPEN) {
            mix const m = mixes_chosen(j, a);
            int fields = 0;
            json_comma(out, &n);
            output_text(out, "{");
            json_text(out, &fields, "column", fcap_dataset_attribute_name(j->dataset, a));
            json_whole(out, &fields, "to", m.to);
            json_whole(out, &fields, "least", m.least);
            json_field(out, &fields, "rare");
            write_rare(out, j, a, m.least);
            output_text(out, "}");
        }
    }
    output_text(out, "]");
}

/* ---- taken ---- */

/* The line about a column; 0 when there is none. */
static int find_line(const char *text, const char *column, mix *found) {
    for (const char *line = text; line != NULL && *line != 0;) {
        char *end;
        mix m = {.to = strtoll(line, &end, 10)};
        m.least = strtoll(end, &end, 10);
        size_t const size = strcspn(end, "\n");
        if (*end == ' ' && size == strlen(column) + 1 &&
            memcmp(end + 1, column, size - 1) == 0) {
            *found = m;
            return m.to > 0 && m.least >= 0;
        }
        line = end[size] != 0 ? end + size + 1 : NULL;
    }
    return 0;
}

int chosen_take(job *j) {
    size_t size;
    char *const text = text_read(MIXES, MIXES_MOST, &size);
    if (text == NULL) {
        return EXIT_IO;
    }
    int left = 0;
    for (int32_t a = 0; a < j->n_protect; a++) {
        mix m;
        if (j->even[a] != MIX_GIVEN &&
            find_line(text, fcap_dataset_attribute_name(j->dataset, a), &m)) {
            mixes_take(j, a, m);
        } else {
            left += j->even[a] != MIX_GIVEN;
        }
    }
    free(text);
    group_judgement found;
    return left == 0 ? 0 : group_judge(j, &found);
}
