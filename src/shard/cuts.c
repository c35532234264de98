/* cuts.c - see cuts.h. The rules are those of scan_cell() in table/csv.c: a quote opens only at
 * the very beginning of a cell, two within quotes are one, and behind the closing one nothing
 * but a delimiter or a line end has a meaning. */
#include "shard/cuts.h"

#include <string.h>

cuts fcap_cuts_open(char delimiter) {
    cuts c = {{{0}}};
    memset(c.next[CUT_RECORD], CUT_PLAIN, 256);
    memset(c.next[CUT_CELL], CUT_PLAIN, 256);
    memset(c.next[CUT_PLAIN], CUT_PLAIN, 256);
    memset(c.next[CUT_QUOTED], CUT_QUOTED, 256);
    memset(c.next[CUT_QUOTE], CUT_BEHIND, 256);
    memset(c.next[CUT_BEHIND], CUT_BEHIND, 256);
    for (int s = 0; s < CUT_STATES; s++) {
        if (s != CUT_QUOTED) {
            c.next[s][(unsigned char)delimiter] = CUT_CELL;
            c.next[s]['\n'] = c.next[s]['\r'] = CUT_RECORD;
        }
    }
    c.next[CUT_RECORD]['"'] = c.next[CUT_CELL]['"'] = CUT_QUOTED;
    c.next[CUT_QUOTED]['"'] = CUT_QUOTE;
    c.next[CUT_QUOTE]['"'] = CUT_QUOTED;
    return c;
}

static int all_but_quoted_agree(const cut_map *m) {
    for (int s = 0; s < CUT_STATES; s++) {
        if (s != CUT_QUOTED && m->to[s] != m->to[CUT_RECORD]) {
            return 0;
        }
    }
    return 1;
}

cut_map fcap_cuts_map(const cuts *c, const char *text, size_t size) {
    const unsigned char *const u = (const unsigned char *)text;
    cut_map m;
    for (int s = 0; s < CUT_STATES; s++) {
        m.to[s] = (unsigned char)s;
    }
    size_t i = 0;
    for (; i < size && !all_but_quoted_agree(&m); i++) {
        for (int s = 0; s < CUT_STATES; s++) {
            m.to[s] = c->next[m.to[s]][u[i]];
        }
    }
    unsigned char outside = m.to[CUT_RECORD]; /* from a cell on, two states are left */
    unsigned char inside = m.to[CUT_QUOTED];
    for (; i < size; i++) {
        outside = c->next[outside][u[i]];
        inside = c->next[inside][u[i]];
    }
    if (all_but_quoted_agree(&m)) {
        memset(m.to, outside, sizeof m.to);
        m.to[CUT_QUOTED] = inside;
    }
    return m;
}

size_t fcap_cuts_first(const cuts *c, const char *text, size_t size, cut_state *state) {
    const unsigned char *const u = (const unsigned char *)text;
    size_t i = 0;
    while (i < size && *state != CUT_RECORD) {
        *state = (cut_state)c->next[*state][u[i++]];
    }
    return i;
}

size_t fcap_cuts_last(const cuts *c, const char *text, size_t size) {
    const unsigned char *const u = (const unsigned char *)text;
    unsigned char state = CUT_RECORD;
    size_t last = 0;
    for (size_t i = 0; i < size; i++) {
        state = c->next[state][u[i]];
        last = state == CUT_RECORD ? i + 1 : last;
    }
    return last;
}
