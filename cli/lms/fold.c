/* fold.c - see fold.h. */
#include "fold.h"

#include <string.h>

/* One character of valid UTF-8; *size is how many bytes it has. */
static uint32_t decode(const char *text, size_t left, size_t *size) {
    unsigned char const first = (unsigned char)text[0];
    size_t const n = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (n == 1 || n > left) { /* a text may be cut within a character, which is none then */
        *size = 1;
        return n == 1 ? first : 0xfffd;
    }
    uint32_t c = first & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        c = c << 6 | ((unsigned char)text[i] & 0x3fu);
    }
    *size = n;
    return c;
}

/* Capitals that stand `by` before their small letters. */
typedef struct stretch {
    uint32_t first;
    uint32_t last;
    uint32_t by;
} stretch;

static const stretch shifted[] = {
    {'A', 'Z', 32},     {0xc0, 0xd6, 32},   {0xd8, 0xde, 32},
    {0x388, 0x38a, 37}, /* Greek with accents, then without */
    {0x391, 0x3ab, 32}, {0x410, 0x42f, 32}, {0x400, 0x40f, 80},
};

/* Capitals with their small letters right behind them: the first one, and how far it goes. */
static const stretch paired[] = {
    {0x100, 0x12f, 0}, {0x132, 0x137, 0}, {0x139, 0x148, 0}, {0x14a, 0x177, 0},
    {0x179, 0x17e, 0}, {0x218, 0x21b, 0}, {0x490, 0x491, 0},
};

static uint32_t lower(uint32_t c) {
    if (c == 0x130 || c == 0x131) {
        return 'i'; /* of Turkish, with and without its dot */
    }
    if (c == 0x386 || c == 0x38c) {
        return c == 0x386 ? 0x3ac : 0x3cc;
    }
    if (c == 0x38e || c == 0x38f) {
        return c + 63;
    }
    if (c == 0x178) {
        return 0xff; /* y with two dots, far from its small letter */
    }
    for (size_t i = 0; i < sizeof shifted / sizeof *shifted; i++) {
        if (c >= shifted[i].first && c <= shifted[i].last) {
            return c + shifted[i].by;
        }
    }
    for (size_t i = 0; i < sizeof paired / sizeof *paired; i++) {
        if (c >= paired[i].first && c <= paired[i].last) {
            return c + ((c - paired[i].first) % 2 == 0);
        }
    }
    return c;
}

/* Only what lower() can give: two bytes at most above ASCII. */
static size_t encode(uint32_t c, char *out) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    out[0] = (char)(0xc0 | c >> 6);
    out[1] = (char)(0x80 | (c & 0x3f));
    return 2;
}

typedef int leaves_out(uint32_t c);

static int is_nothing(uint32_t c) {
    (void)c;
    return 0;
}

/* Between the parts of a name. */
static int is_gap(uint32_t c) {
    return (c > 0 && c < 0x80 && strchr(" \t\r\n,;", (int)c) != NULL) || c == 0xa0 ||
           c == 0x200b || c == 0xfeff || c == 0x3000;
}

static int is_mark(uint32_t c) {
    return (c < 0x80 && strchr("-_.:'`\"()[]/*#&", (int)c) != NULL) || is_gap(c) ||
           c == 0x2019 || c == 0x2bc;
}

static size_t fold(fcap_cell cell, leaves_out *left_out, char *out) {
    size_t used = 0;
    for (size_t i = 0; i < cell.size;) {
        size_t size;
        uint32_t const c = decode(cell.text + i, cell.size - i, &size);
        uint32_t const small = lower(c);
        if (left_out(c)) {
            /* left out */
        } else if (small != c && small < 0x800) {
            used += encode(small, out + used);
        } else {
            memmove(out + used, cell.text + i, size); /* out may be the text itself */
            used += size;
        }
        i += size;
    }
    out[used] = 0;
    return used;
}

size_t fold_case(fcap_cell cell, char *out) {
    return fold(cell, is_nothing, out);
}

size_t fold_header(fcap_cell cell, char *out) {
    return fold(cell, is_mark, out);
}

/* Of keyboards and of spreadsheets that make them curly. */
static int is_apostrophe(uint32_t c) {
    return c == 0x2018 || c == 0x2019 || c == 0x2bc || c == 0x2032 || c == 0xb4 || c == '`';
}

size_t fold_name(fcap_cell cell, char *out) {
    char *const same = out; /* never longer than what is read, so it is read from there */
    size_t size = fold(cell, is_gap, same);
    size_t used = 0;
    for (size_t i = 0; i < size;) {
        size_t length;
        if (is_apostrophe(decode(same + i, size - i, &length))) {
            out[used++] = '\'';
        } else {
            memmove(out + used, same + i, length);
            used += length;
        }
        i += length;
    }
    out[used] = 0;
    return used;
}

/* ---- what looks the same ---- */

/* Blanks of all widths, and what is not seen at all: the first one, and how far they go. */
static const struct {
    uint32_t first;
    uint32_t last;
} unseen[] = {
    {0x01, ' '},      {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},   {0x115f, 0x1160},
    {0x1680, 0x1680}, {0x180b, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
    {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
};

static int is_unseen(uint32_t c) {
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        if (c >= unseen[i].first && c <= unseen[i].last) {
            return 1;
        }
    }
    return 0;
}

int has_unseen(fcap_cell cell) {
    size_t size = 1;
    for (size_t i = 0; i < cell.size; i += size) {
        uint32_t const c = decode(cell.text + i, cell.size - i, &size);
        if (c != ' ' && is_unseen(c)) {
            return 1;
        }
    }
    return 0;
}

/* Characters that are drawn like others, after lower(): signs of units are letters, and s and t
 * have a comma below or a cedilla, as the keyboard or the font has it. */
static const struct {
    uint32_t c;
    uint32_t like;
} drawn[] = {
    {0x15f, 0x219}, {0x163, 0x21b},  {0x2010, '-'}, {0x2011, '-'},
    {0x2019, '\''}, {0x2126, 0x3c9}, {0x212a, 'k'}, {0x212b, 0xe5},
};

static uint32_t look_of(uint32_t c) {
    uint32_t const small = lower(c >= 0xff01 && c <= 0xff5e ? c - 0xfee0 : c);
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
        if (drawn[i].c == small) {
            return drawn[i].like;
        }
    }
    return small;
}

/* Marks that stand above or below the letter before them, the letters, and both in one. */
static const struct {
    uint32_t mark;
    const char *letter;
    const char *with; /* two bytes each */
} marked[] = {
    {0x300, "aeiou", "àèìòù"},
    {0x301, "aeiouyclnrsz", "áéíóúýćĺńŕśź"},
    {0x302, "aeioucghjswy", "âêîôûĉĝĥĵŝŵŷ"},
    {0x303, "anoiu", "ãñõĩũ"},
    {0x304, "aeiou", "āēīōū"},
    {0x306, "aegiou", "ăĕğĭŏŭ"},
    {0x307, "cegz", "ċėġż"},
    {0x308, "aeiouy", "äëïöüÿ"},
    {0x30a, "au", "åů"},
    {0x30b, "ou", "őű"},
    {0x30c, "cdelnrstz", "čďěľňřšťž"},
    {0x326, "st", "șț"},
    {0x327, "cgklnrst", "çģķļņŗșț"},
    {0x328, "aeiu", "ąęįų"},
};

/* The two bytes of a small letter with its mark, or NULL. */
static const char *with_mark(char letter, uint32_t mark) {
    for (size_t i = 0; i < sizeof marked / sizeof *marked; i++) {
        const char *const at =
            marked[i].mark == mark && letter != 0 ? strchr(marked[i].letter, letter) : NULL;
        if (at != NULL) {
            return marked[i].with + 2 * (at - marked[i].letter);
        }
    }
    return NULL;
}

size_t fold_look(fcap_cell cell, char *out) {
    size_t used = 0;
    size_t last = 0; /* where the letter begins that a mark would belong to */
    for (size_t i = 0; i < cell.size;) {
        size_t size;
        uint32_t const c = decode(cell.text + i, cell.size - i, &size);
        uint32_t const small = look_of(c);
        const char *const both = used == last + 1 ? with_mark(out[last], c) : NULL;
        if (both != NULL) {
            memcpy(out + last, both, 2);
            used = last + 2;
        } else if (!is_unseen(c)) {
            last = used;
            if (small != c && small < 0x800) {
                used += encode(small, out + used);
            } else {
                memcpy(out + used, cell.text + i, size);
                used += size;
            }
        }
        i += size;
    }
    out[used] = 0;
    return used;
}

size_t fold_kind(fcap_cell cell, char *out) {
    size_t const size = fold_look(cell, out);
    return fold((fcap_cell){out, size}, is_mark, out);
}

/* ---- plain letters ---- */

/* Small letters with marks, and what they are without. */
typedef struct plain {
    uint32_t first;
    uint32_t last;
    const char *text;
    const char *spelled; /* where people spell it otherwise */
} plain;

static const plain plains[] = {
    {0xe4, 0xe4, "a", "ae"},   {0xf6, 0xf6, "o", "oe"},    {0xfc, 0xfc, "u", "ue"},
    {0xe5, 0xe5, "a", "aa"},   {0xf8, 0xf8, "o", "oe"},    {0xdf, 0xdf, "ss", NULL},
    {0xe6, 0xe6, "ae", NULL},  {0x153, 0x153, "oe", NULL}, {0xe0, 0xe3, "a", NULL},
    {0xe7, 0xe7, "c", NULL},   {0xe8, 0xeb, "e", NULL},    {0xec, 0xef, "i", NULL},
    {0xf0, 0xf0, "d", NULL},   {0xf1, 0xf1, "n", NULL},    {0xf2, 0xf5, "o", NULL},
    {0xf9, 0xfb, "u", NULL},   {0xfd, 0xfd, "y", NULL},    {0xfe, 0xfe, "th", NULL},
    {0xff, 0xff, "y", NULL},   {0x100, 0x105, "a", NULL},  {0x106, 0x10d, "c", NULL},
    {0x10e, 0x111, "d", NULL}, {0x112, 0x11b, "e", NULL},  {0x11c, 0x123, "g", NULL},
    {0x124, 0x127, "h", NULL}, {0x128, 0x131, "i", NULL},  {0x134, 0x135, "j", NULL},
    {0x136, 0x138, "k", NULL}, {0x139, 0x142, "l", NULL},  {0x143, 0x14b, "n", NULL},
    {0x14c, 0x151, "o", NULL}, {0x154, 0x159, "r", NULL},  {0x15a, 0x161, "s", NULL},
    {0x162, 0x167, "t", NULL}, {0x168, 0x173, "u", NULL},  {0x174, 0x175, "w", NULL},
    {0x176, 0x178, "y", NULL}, {0x179, 0x17e, "z", NULL},  {0x218, 0x219, "s", NULL},
    {0x21a, 0x21b, "t", NULL}, {0x300, 0x36f, "", NULL}, /* marks of their own */
};

static const plain *plain_of(uint32_t c) {
    for (size_t i = 0; i < sizeof plains / sizeof *plains; i++) {
        if (c >= plains[i].first && c <= plains[i].last) {
            return &plains[i];
        }
    }
    return NULL;
}

size_t fold_plain(fcap_cell cell, int spelled, char *out) {
    size_t const size = fold_name(cell, out);
    size_t used = 0;
    for (size_t i = 0; i < size;) {
        size_t length;
        const plain *const p = plain_of(decode(out + i, size - i, &length));
        const char *const text = p == NULL                       ? NULL
                                 : spelled && p->spelled != NULL ? p->spelled
                                                                 : p->text;
        size_t const made = text != NULL ? strlen(text) : length;
        memmove(out + used, text != NULL ? text : out + i, made);
        used += made;
        i += length;
    }
    out[used] = 0;
    return used;
}
