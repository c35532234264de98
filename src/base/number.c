/* number.c - decimal text to double and back, the same under every locale.
 *
 * strtod and printf follow the locale's decimal mark, so "1.5" may read as 1 in Germany. Here
 * reading is correctly rounded and printing gives the shortest text that reads back to the
 * same bits (Schubfach, [Giu20]). Both rest on one table: 10^e = G * 2^b with a 128-bit G that
 * is rounded up, so that the true significand lies in (G - 1, G].
 *
 * Reading w * 10^e with a 64-bit w:  the 192-bit product w * G exceeds the true one by less
 * than 2^64, one unit of its middle word. Unless that word is within a few units of wrapping,
 * the top word and "something follows" decide the rounding. The few other texts, and those of
 * more than 19 digits whose tail matters, are divided out in big integers.
 */
#include "base/number.h"

#include <faircap/table.h>

#include <assert.h>
#include <string.h>

__extension__ typedef unsigned __int128 u128;

#include "base/powers_of_ten.h"

enum {
    DIGITS_FAST = 19, /* 10^19 < 2^64 */
    DIGITS_MAX = 800, /* more cannot change a double, except by being there at all */
    LIMBS = 256       /* 10^(800 + 343 + 325) has 4,877 bits, 153 limbs; twice that is safe */
};

/* A text taken apart: (-1)^negative * digits * 10^e. */
typedef struct decimal {
    uint64_t word; /* the digits, up to 10^19; more of them: the first 19 */
    int64_t e;     /* of that word */
    int cut;       /* are there more? */
    int negative;
    int has_mark;
    int has_exponent;
    const char *mantissa; /* from the first digit that is not 0 to the last of all */
    const char *end;
    int64_t last_e; /* of the last digit */
} decimal;

typedef struct bignum {
    uint32_t limb[LIMBS]; /* little end first */
    int n;
} bignum;

/* ---- text -> digits ---- */

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The digits at p, behind those in *w; returns where they end. *w wraps beyond 19 of them. */
static inline const char *read_digits(const char *p, const char *end, uint64_t *w) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    /* Eight at a time: pairs, then fours, then all are joined inside one word. */
    while (end - p >= 8) {
        uint64_t v;
        memcpy(&v, p, sizeof v);
        uint64_t const above = v + 0x4646464646464646u; /* beyond '9': the high bit is set */
        uint64_t const t = v - 0x3030303030303030u;     /* below '0': likewise */
        if (((above | t) & 0x8080808080808080u) != 0) {
            break;
        }
        uint64_t const pairs = t * 10 + (t >> 8);
        uint64_t const low = (pairs & 0x000000ff000000ffu) * 0x000f424000000064u;
        uint64_t const high = (pairs >> 16 & 0x000000ff000000ffu) * 0x0000271000000001u;
        *w = *w * 100000000 + ((low + high) >> 32);
        p += 8;
    }
#endif
    for (; p < end && is_digit(*p); p++) {
        *w = 10 * *w + (uint64_t)(*p - '0');
    }
    return p;
}

/* [e [+-] digits]: 0 when an e has no digits behind it. */
static int scan_exponent(const char **at, const char *end, decimal *out) {
    const char *p = *at;
    assert(p < end);
    if (*p != 'e' && *p != 'E') {
        return 1;
    }
    out->has_exponent = 1;
    p++;
    int const negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    const char *const first = p;
    int64_t e = 0;
    for (; p < end && is_digit(*p); p++) {
        if (e < 1000000000000) { /* far beyond any double, far from overflow */
            e = 10 * e + (*p - '0');
        }
    }
    out->last_e += negative ? -e : e;
    *at = p;
    return p > first;
}

/* More than 19 digits: the first 19 that count, and the power of ten of the last of these. */
static void cut_word(decimal *d, char mark) {
    while (d->mantissa < d->end && (*d->mantissa == '0' || *d->mantissa == mark)) {
        d->mantissa++;
    }
    int64_t behind = 0;
    int used = 0;
    d->word = 0;
    for (const char *p = d->mantissa; p < d->end; p++) {
        if (*p == mark) {
            continue;
        }
        if (used < DIGITS_FAST) {
            d->word = 10 * d->word + (uint64_t)(*p - '0');
            used++;
        } else {
            behind++;
        }
    }
    d->cut = behind > 0;
    d->e = d->last_e + behind;
}

/* [+-] digits [mark digits] [e [+-] digits], all of it; at least one digit in the mantissa. */
static inline int scan(const char *s, size_t size, char mark, decimal *out) {
    if (size == 0) {
        return 0; /* s may be NULL */
    }
    const char *p = s;
    const char *const end = s + size;
    *out = (decimal){.negative = *p == '-'};
    p += *p == '-' || *p == '+';
    out->mantissa = p;
    p = read_digits(p, end, &out->word);
    int64_t digits = p - out->mantissa;
    if (p < end && *p == mark) {
        const char *const fraction = ++p;
        p = read_digits(p, end, &out->word);
        out->has_mark = 1;
        out->last_e = fraction - p;
        digits += p - fraction;
    }
    out->end = p;
    if (digits == 0 || (p != end && (!scan_exponent(&p, end, out) || p != end))) {
        return 0;
    }
    out->e = out->last_e;
    if (digits > DIGITS_FAST) {
        cut_word(out, mark);
    }
    return 1;
}

/* ---- digits -> double ---- */

/* (q + a bit, if more) * 2^e, rounded to nearest even; q != 0. */
static double assemble(uint64_t q, int more, int64_t e) {
    int const lead = __builtin_clzll(q);
    q <<= lead;
    e -= lead;
    int64_t exponent = e + 63; /* of the leading bit */
    if (exponent > 1023) {
        return __builtin_inf();
    }
    int drop = 11; /* 64 - 53 */
    if (exponent < -1022) {
        int64_t const extra = -1022 - exponent;
        if (extra > 53) {
            return 0;
        }
        drop += (int)extra;
        exponent = -1023; /* the biased exponent of subnormals is 0 */
    }
    uint64_t const half = (uint64_t)1 << (drop - 1);
    uint64_t const rest = drop == 64 ? q : q & (2 * half - 1);
    uint64_t kept = drop == 64 ? 0 : q >> drop;
    if (rest > half || (rest == half && (more || (kept & 1)))) {
        kept++;
    }
    /* A carry out of the 53 bits, or from subnormal to normal, is right without a case. */
    uint64_t bits = kept;
    if (exponent > -1023) {
        bits = kept - ((uint64_t)1 << 52) + ((uint64_t)(exponent + 1023) << 52);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* floor(log2(10^e)), exact for |e| <= 1233. */
static int log2_of_power(int e) {
    return (e * 1741647) >> 19;
}

/* w * 10^e by the table; returns 0 when the rounding cannot be decided from it. */
static int fast(uint64_t w, int64_t e, double *value) {
    if (e < POWER_FIRST) {
        *value = 0; /* below half of the smallest double */
        return 1;
    }
    if (e > 308) {
        *value = __builtin_inf();
        return 1;
    }
    const uint64_t *const g = power_of_ten[e - POWER_FIRST];
    int const up = __builtin_clzll(w);
    w <<= up;
    u128 const low = (u128)w * g[1];
    u128 high = (u128)w * g[0] + (uint64_t)(low >> 64);
    int e2 = log2_of_power((int)e) - 127 + 128 - up;
    int const lead = (high >> 127) == 0; /* both factors have their top bit set */
    high <<= lead;
    e2 -= lead;
    uint64_t const rest = (uint64_t)high;
    if (e >= 0 && e <= 55) { /* 5^55 < 2^128: G is exact */
        *value = assemble((uint64_t)(high >> 64), rest != 0 || (uint64_t)low != 0, e2);
        return 1;
    }
    if (rest < 4 || rest > UINT64_MAX - 4) {
        return 0;
    }
    *value = assemble((uint64_t)(high >> 64), 1, e2);
    return 1;
}

static void times_add(bignum *b, uint32_t factor, uint32_t term) {
    uint64_t carry = term;
    for (int i = 0; i < b->n; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(b->n < LIMBS);
        b->limb[b->n++] = (uint32_t)carry;
    }
}

static int bit_length(const bignum *b) {
    assert(b->n > 0);
    return 32 * b->n - __builtin_clz(b->limb[b->n - 1]);
}

static void shift_left(bignum *b, int bits) {
    int const limbs = bits / 32;
    int const rest = bits % 32;
    assert(b->n + limbs + 1 <= LIMBS);
    for (int i = b->n - 1; i >= 0; i--) {
        b->limb[i + limbs] = b->limb[i];
    }
    memset(b->limb, 0, (size_t)limbs * sizeof b->limb[0]);
    b->n += limbs;
    if (rest != 0) {
        times_add(b, (uint32_t)1 << rest, 0);
    }
}

static int compare(const bignum *a, const bignum *b) {
    if (a->n != b->n) {
        return a->n < b->n ? -1 : 1;
    }
    for (int i = a->n - 1; i >= 0; i--) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

static void subtract(bignum *a, const bignum *b) {
    int64_t borrow = 0;
    for (int i = 0; i < a->n; i++) {
        borrow += (int64_t)a->limb[i] - (i < b->n ? (int64_t)b->limb[i] : 0);
        a->limb[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->n > 0 && a->limb[a->n - 1] == 0) {
        a->n--;
    }
}

/* All digits * 10^e exactly: long division, a bit at a time. */
static double exact(const decimal *in, char mark) {
    bignum top = {.n = 0};
    bignum bottom = {.limb = {1}, .n = 1};
    int kept = 0;
    int more = 0; /* digits that are not 0 were left out */
    int64_t e = in->last_e;
    for (const char *p = in->mantissa; p < in->end; p++) {
        if (*p == mark) {
            continue;
        }
        if (kept < DIGITS_MAX) {
            times_add(&top, 10, (uint32_t)(*p - '0'));
            kept++;
        } else {
            more |= *p != '0';
            e++;
        }
    }
    for (int64_t i = 0; i < (e < 0 ? -e : e); i++) {
        times_add(e < 0 ? &bottom : &top, 10, 0);
    }
    int const shift = bit_length(&top) - bit_length(&bottom);
    shift_left(shift > 0 ? &bottom : &top, shift > 0 ? shift : -shift);
    uint64_t q = 0; /* top / bottom is in (1/2, 2): 64 bits of it */
    for (int i = 0; i < 64; i++) {
        q <<= 1;
        if (compare(&top, &bottom) >= 0) {
            subtract(&top, &bottom);
            q |= 1;
        }
        shift_left(&top, 1);
    }
    return assemble(q, top.n > 0 || more, shift - 63);
}

static double to_double(const decimal *in, char mark) {
    if (in->word == 0) {
        return 0;
    }
    double value;
    if (!in->cut) {
        return fast(in->word, in->e, &value) ? value : exact(in, mark);
    }
    double above; /* the true mantissa is in [word, word + 1) */
    if (fast(in->word, in->e, &value) && fast(in->word + 1, in->e, &above) && value == above) {
        return value;
    }
    return exact(in, mark);
}

int fcap_number_parse(const char *text, size_t size, char decimal_mark, double *value) {
    decimal d;
    if (!scan(text, size, decimal_mark, &d)) {
        return 0;
    }
    double const magnitude = to_double(&d, decimal_mark);
    if (magnitude > 1.7976931348623157e308) {
        return -1;
    }
    *value = d.negative ? -magnitude : magnitude;
    return 1;
}

number_form fcap_number_form(const char *text, size_t size, char decimal_mark) {
    decimal d;
    if (!scan(text, size, decimal_mark, &d)) {
        return (number_form){0};
    }
    int const whole = !d.has_mark && !d.has_exponent;
    int const small = whole && !d.cut && d.word <= INT64_MAX;
    int64_t const value = small ? (int64_t)d.word : -1;
    return (number_form){.is_number = 1,
                         .is_whole = whole,
                         .has_mark = d.has_mark,
                         .ordinal = d.negative ? -1 : value};
}

/* ---- double -> shortest decimal ---- */

typedef struct shortest {
    uint64_t digits;
    int e; /* value = digits * 10^e */
} shortest;

/* The top word of g * c, with the lowest bit set when anything non-zero was cut off. */
static uint64_t round_to_odd(const uint64_t g[2], uint64_t c) {
    u128 const low = (u128)g[1] * c;
    u128 const high = (u128)g[0] * c + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* Among the decimals that round to this double, the one with the fewest digits, and of those
 * the nearest. fraction and exponent are the fields of the double; not zero, finite. */
static shortest schubfach(uint64_t fraction, int exponent) {
    uint64_t c = fraction;
    int q = 1 - 1075;
    if (exponent != 0) {
        c |= (uint64_t)1 << 52;
        q = exponent - 1075;
        if (q <= 0 && q > -53 && (c & (((uint64_t)1 << -q) - 1)) == 0) {
            return (shortest){c >> -q, 0}; /* a whole number */
        }
    }
    int const odd = (int)(c & 1);
    int const closer_below = fraction == 0 && exponent > 1;
    int const k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22;
    int const h = q + log2_of_power(-k) + 1;
    const uint64_t *const g = power_of_ten[-k - POWER_FIRST];
    uint64_t const lower = round_to_odd(g, (4 * c - 2 + (uint64_t)closer_below) << h);
    uint64_t const v = round_to_odd(g, (4 * c) << h);
    uint64_t const upper = round_to_odd(g, (4 * c + 2) << h);
    uint64_t const from = lower + (uint64_t)odd; /* bounds count only for even significands */
    uint64_t const to = upper - (uint64_t)odd;
    uint64_t const s = v / 4;
    if (s >= 10) {
        uint64_t const tens = s / 10;
        int const down = from <= 40 * tens;
        int const up = 40 * tens + 40 <= to;
        if (down != up) {
            return (shortest){tens + (uint64_t)up, k + 1};
        }
    }
    int const down = from <= 4 * s;
    int const up = 4 * s + 4 <= to;
    if (down != up) {
        return (shortest){s + (uint64_t)up, k};
    }
    uint64_t const middle = 4 * s + 2;
    int const nearer_up = v > middle || (v == middle && (s & 1));
    return (shortest){s + (uint64_t)nearer_up, k};
}

/* 0.001 and 1065.1 and 1e-7 and 2e21: plain between 1e-6 and 1e21, else with an exponent. */
static int layout(char *out, const char *digits, int n, int point) {
    int at = 0;
    if (point > 0 && point <= 21) {
        for (int i = 0; i < (n > point ? n : point); i++) {
            if (i == point) {
                out[at++] = '.';
            }
            out[at++] = i < n ? digits[i] : '0';
        }
        return at;
    }
    if (point <= 0 && point > -6) {
        out[at++] = '0';
        out[at++] = '.';
        for (int i = point; i < 0; i++) {
            out[at++] = '0';
        }
        memcpy(out + at, digits, (size_t)n);
        return at + n;
    }
    out[at++] = digits[0];
    if (n > 1) {
        out[at++] = '.';
        memcpy(out + at, digits + 1, (size_t)(n - 1));
        at += n - 1;
    }
    out[at++] = 'e';
    int e = point - 1;
    if (e < 0) {
        out[at++] = '-';
        e = -e;
    }
    if (e >= 100) {
        out[at++] = (char)('0' + e / 100);
    }
    if (e >= 10) {
        out[at++] = (char)('0' + e / 10 % 10);
    }
    out[at++] = (char)('0' + e % 10);
    return at;
}

int fcap_number_print(double value, char text[FCAP_NUMBER_SIZE]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int const exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t const fraction = bits & (((uint64_t)1 << 52) - 1);
    if (exponent == 0x7ff) {
        const char *const name = fraction != 0 ? "nan" : bits >> 63 ? "-inf" : "inf";
        strcpy(text, name);
        return (int)strlen(name);
    }
    int at = 0;
    if (bits >> 63) {
        text[at++] = '-';
    }
    if (exponent == 0 && fraction == 0) {
        text[at++] = '0';
    } else {
        shortest s = schubfach(fraction, exponent);
        char digits[20] = {0};
        int n = 0;
        while (s.digits % 10 == 0) {
            s.digits /= 10;
            s.e++;
        }
        for (uint64_t rest = s.digits; rest != 0; rest /= 10) {
            n++;
        }
        for (int i = n - 1; i >= 0; i--) {
            digits[i] = (char)('0' + s.digits % 10);
            s.digits /= 10;
        }
        at += layout(text + at, digits, n, n + s.e);
    }
    text[at] = 0;
    return at;
}
