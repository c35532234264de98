/* charts.c - see charts.h. Bars first, then lines, then words: each may lie on the one before.
 *
 *      label |########################|::::: 46, 6 too many          rows of ROW pixels, from
 *      label |####################    |  38                          TOP downwards; the labels
 *            0                     capacity                          stand in the margins
 *
 * Nothing is told by colour alone: what breaks a rule is hatched or outlined, and says so.
 */
#include "report/charts.h"

#include "report/svg.h"

#include <stdio.h>

enum {
    ROW = 24,
    BAR = 17,
    TOP = 24,
    BASELINE = 13,
    LIMIT_GAP = 16 /* between two rows with a limit between them */
};

static void sizes_by_cluster(output *out, const result *r, const rank *ranks);
static void sizes_by_number(output *out, const result *r);

void chart_sizes(output *out, const result *r, const rank *ranks) {
    if (r->job->rules.k <= CHART_ROWS) {
        sizes_by_cluster(out, r, ranks);
    } else {
        sizes_by_number(out, r);
    }
}

/* ---- sizes ---- */

/* With weights a bar is the weight of a cluster, else its members. */
static int is_weighted(const result *r) {
    return r->job->problem.weight != NULL;
}

static int has_own_capacities(const result *r) {
    return r->job->rules.capacity != NULL;
}

/* The fewest members asked for say nothing about weights. */
static int64_t least_shown(const result *r) {
    return is_weighted(r) ? 1 : r->job->rules.min_size;
}

static int64_t largest_load(const result *r) {
    int64_t most = 1;
    for (int32_t c = 0; c < r->job->rules.k; c++) {
        most = result_load(r, c) > most ? result_load(r, c) : most;
    }
    return most;
}

static int64_t smallest_load(const result *r) {
    int64_t least = result_load(r, 0);
    for (int32_t c = 1; c < r->job->rules.k; c++) {
        least = result_load(r, c) < least ? result_load(r, c) : least;
    }
    return least;
}

static void describe_sizes(output *out, const result *r) {
    svg_count(out, r->job->rules.k, "cluster");
    output_text(out, " of ");
    svg_range(out, result_smallest(r), result_largest(r), "member");
    if (is_weighted(r)) {
        output_format(out, ", the heaviest with a weight of %lld", (long long)largest_load(r));
    }
    output_format(out, "; the %scapacity is %lld. ", has_own_capacities(r) ? "largest " : "",
                  (long long)r->capacity);
    output_text(out, "All values are in the table of clusters below.");
    svg_described(out);
}

static int digits_of(int64_t n) {
    int digits = 1;
    for (; n >= 10; n /= 10) {
        digits++;
    }
    return digits;
}

static void size_words(output *out, const result *r, const rank *of, int row) {
    int32_t const c = of->cluster;
    int64_t const load = result_load(r, c);
    int const y = TOP + row * ROW + BASELINE;
    svg_text(out, "end", 0, -8, y);
    output_format(out, "Cluster %d", (int)c + 1);
    svg_text_close(out);
    svg_text(out, of->off > 0 ? "strong" : "", 1, 8, y);
    output_integer(out, load);
    if (of->off > 0) {
        output_text(out, ", ");
        if (digits_of(load) + digits_of(of->off) <= 5) { /* as much as the margin holds */
            output_format(out, "%lld ", (long long)of->off);
        }
        output_text(out, result_over(r, c) == 0 ? "too few"
                         : is_weighted(r)       ? "too much"
                                                : "too many");
    } else if (has_own_capacities(r)) {
        output_format(out, " of %lld", (long long)result_capacity(r, c));
    }
    svg_text_close(out);
}

static void size_limit(output *out, const char *words, int64_t size, int64_t axis, int label_y,
                       int bottom) {
    double const x = (double)size / (double)axis;
    svg_limit(out, x, TOP - 6, bottom);
    svg_text(out, x > 0.5 ? "end" : "", x, x > 0.5 ? 3 : -3, label_y);
    output_format(out, "%s %lld", words, (long long)size);
    svg_text_close(out);
}

static void sizes_by_cluster(output *out, const result *r, const rank *ranks) {
    int32_t const k = r->job->rules.k;
    int64_t const least = least_shown(r);
    int64_t const largest = largest_load(r);
    int64_t axis = largest > least ? largest : least;
    /* A capacity far above every size would press the bars flat: it is then only in the text.
     */
    int const capacity_fits = r->capacity <= 2 * axis;
    if (capacity_fits && r->capacity > axis) {
        axis = r->capacity;
    }
    int const bottom = TOP + k * ROW;
    svg_open(out, "sizes", "chart", bottom + (least > 1 ? 18 : 2),
             is_weighted(r) ? "Weight of each cluster" : "Members of each cluster");
    describe_sizes(out, r);
    for (int32_t i = 0; i < k; i++) {
        double const end = (double)result_load(r, ranks[i].cluster) / (double)axis;
        svg_bar(out, ranks[i].off > 0 ? "broken" : "c0", 0, end, TOP + i * ROW, BAR);
    }
    for (int32_t i = 0; i < k && has_own_capacities(r); i++) {
        int64_t const own = result_capacity(r, ranks[i].cluster);
        if (own <= axis) {
            svg_limit(out, (double)own / (double)axis, TOP + i * ROW - 3,
                      TOP + i * ROW + BAR + 3);
        }
    }
    if (capacity_fits && !has_own_capacities(r)) {
        size_limit(out, "at most", r->capacity, axis, TOP - 9, bottom);
    }
    if (least > 1) {
        size_limit(out, "at least", least, axis, bottom + 14, bottom);
    }
    for (int32_t i = 0; i < k; i++) {
        size_words(out, r, &ranks[i], i);
    }
    svg_close(out);
    if (!capacity_fits) {
        output_format(out,
                      "<p class=\"aside\">The capacity of %lld lies far to the right of this "
                      "chart.</p>\n",
                      (long long)r->capacity);
    }
}

/* ---- how many clusters of each size ---- */

typedef struct bin {
    int64_t from;
    int64_t to;
    int64_t clusters;
} bin;

enum {
    BINS_WANTED = 20,
    BINS_MOST = BINS_WANTED + 3
};

/* Bins of one width, cut where a rule begins or ends, so that each bin breaks it or does not.
 */
static int make_bins(const result *r, bin *bins) {
    int64_t const smallest = smallest_load(r);
    int64_t const largest = largest_load(r);
    int64_t const width = (largest - smallest) / BINS_WANTED + 1;
    int64_t const cut[2] = {least_shown(r) - 1, r->capacity};
    int n = 0;
    for (int64_t from = smallest; from <= largest && n < BINS_MOST; n++) {
        int64_t to = from + width - 1;
        for (int i = 0; i < 2; i++) {
            to = cut[i] >= from && cut[i] < to ? cut[i] : to;
        }
        to = to < largest ? to : largest;
        bins[n] = (bin){from, to, 0};
        from = to + 1;
    }
    for (int32_t c = 0; c < r->job->rules.k; c++) {
        for (int b = 0; b < n; b++) {
            bins[b].clusters +=
                result_load(r, c) >= bins[b].from && result_load(r, c) <= bins[b].to;
        }
    }
    return n;
}

static void bin_row(output *out, const result *r, const bin *b, int64_t axis, int y) {
    int const too_large = b->from > r->capacity;
    int const too_small = b->to < least_shown(r);
    double const end = (double)b->clusters / (double)axis;
    svg_text(out, "end", 0, -8, y + BASELINE);
    output_integer(out, b->from);
    if (b->to > b->from) {
        output_format(out, "\u2013%lld", (long long)b->to);
    }
    svg_text_close(out);
    svg_bar(out, too_large || too_small ? "broken" : "c0", 0, end, y, BAR);
    int const faulty = b->clusters > 0 && (too_large || too_small);
    svg_text(out, faulty ? "value strong" : "value", end, 6, y + BASELINE);
    output_integer(out, b->clusters);
    output_text(out, !faulty ? "" : too_large ? ", too large" : ", too small");
    svg_text_close(out);
}

static void line_below(output *out, const char *words, int64_t size, int y) {
    int const line = y + BAR + LIMIT_GAP / 2;
    output_format(out, "<line class=\"limit\" x1=\"0\" x2=\"100%%\" y1=\"%d\" y2=\"%d\"/>\n",
                  line, line);
    svg_text(out, "value", 1, 6, line + 4);
    output_format(out, "%s %lld", words, (long long)size);
    svg_text_close(out);
}

static void sizes_by_number(output *out, const result *r) {
    bin bins[BINS_MOST];
    int const n = make_bins(r, bins);
    int64_t axis = 1;
    for (int b = 0; b < n; b++) {
        axis = bins[b].clusters > axis ? bins[b].clusters : axis;
    }
    svg_open(out, "sizes", "chart", TOP + n * ROW + 2 * LIMIT_GAP,
             "How many clusters there are of each size");
    describe_sizes(out, r);
    svg_text(out, "end", 0, -8, TOP - 9);
    output_text(out, is_weighted(r) ? "Weight" : "Members");
    svg_text_close(out);
    int y = TOP;
    for (int b = 0; b < n; b++) {
        int const last = bins[b].to == r->capacity || (b == n - 1 && bins[b].to < r->capacity);
        bin_row(out, r, &bins[b], axis, y);
        if (last) {
            line_below(out, "at most", r->capacity, y);
        } else if (bins[b].to == least_shown(r) - 1) {
            line_below(out, "at least", least_shown(r), y);
        } else {
            y -= LIMIT_GAP;
        }
        y += ROW + LIMIT_GAP;
    }
    svg_close(out);
}

/* ---- mixes ---- */

void chart_colour(char class[COLOUR_SIZE], int32_t group) {
    if (group < CHART_GROUPS) {
        snprintf(class, COLOUR_SIZE, "c%d", (int)(group % SVG_COLOURS));
    } else {
        snprintf(class, COLOUR_SIZE, "none");
    }
}

/* Pixels that the bars have at least on a wide and on a narrow screen, and of a digit: what
 * decides which labels are written into a bar. The rest are in the table. */
enum {
    WIDE = 380,
    NARROW = 170,
    DIGIT = 7
};

/* A piece of a bar. The first and the last of a row write at the bar's ends, away from the
 * lines that show where the border must lie. */
typedef struct segment {
    char colour[COLOUR_SIZE]; /* class */
    const char *name;
    int64_t count;
    double x;
    double width;
    int anchor; /* of the label: -1 at the left end, 0 in the middle, 1 at the right end */
} segment;

enum {
    SEGMENTS_MOST = CHART_GROUPS + 2
};

static int segments_of(const mix *m, const mix_row *row, segment *s) {
    int n = 0;
    double x = 0;
    int64_t others = 0;
    for (int32_t g = 0; g < m->n_groups; g++) {
        if (g >= CHART_GROUPS) {
            others += row->count[g];
            continue;
        }
        s[n] = (segment){.name = mix_group(m, g), .count = row->count[g]};
        s[n].anchor = m->n_groups != 2 ? 0 : g == 0 ? -1 : 1;
        chart_colour(s[n].colour, g);
        n++;
    }
    s[n++] = (segment){.colour = "none", .name = "other", .count = others};
    s[n++] = (segment){.colour = "none", .name = "missing", .count = row->unknown};
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (s[i].count > 0) {
            s[i].x = x;
            s[i].width = (double)s[i].count / (double)row->members;
            x += s[i].width;
            s[kept++] = s[i];
        }
    }
    return kept;
}

static void segment_text(output *out, const segment *s, const char *screen, int y) {
    char class[48];
    const char *const side = s->anchor < 0 ? "" : s->anchor > 0 ? " end" : " middle";
    double const x = s->anchor < 0   ? s->x
                     : s->anchor > 0 ? s->x + s->width
                                     : s->x + s->width / 2;
    snprintf(class, sizeof class, "in in-%.8s%.8s%.16s", s->colour, side, screen);
    svg_text(out, class, x, -5 * s->anchor, y + BASELINE);
}

/* On a wide screen "F 21" or else "21", on a narrow one "21"; whatever has room. */
static void segment_label(output *out, const segment *s, int y) {
    int const number = digits_of(s->count) * DIGIT + (s->anchor != 0 ? 9 : 4);
    int const both = number + (svg_name_width(s->name) + 1) * DIGIT;
    int const named = both <= s->width * WIDE;
    int const wide = number <= s->width * WIDE;
    int const narrow = number <= s->width * NARROW;
    if (wide && (named || !narrow)) {
        segment_text(out, s, " wide", y);
        if (named) {
            svg_name(out, s->name);
            output_text(out, " ");
        }
        output_integer(out, s->count);
        svg_text_close(out);
    }
    if (narrow) {
        segment_text(out, s, named ? " narrow" : "", y);
        output_integer(out, s->count);
        svg_text_close(out);
    }
}

static void mix_bars(output *out, const mix *m, const mix_row *row, int y) {
    segment s[SEGMENTS_MOST];
    int const n = segments_of(m, row, s);
    for (int i = 0; i < n; i++) {
        svg_bar(out, s[i].colour, s[i].x, s[i].width, y, BAR);
    }
    if (row->broken && row->cluster >= 0) {
        svg_bar(out, "outlined", 0, 1, y, BAR);
    }
}

static void mix_balance(output *out, const mix_row *row, int narrow, int y) {
    char class[32];
    int const length = digits_of(row->balance.num) + digits_of(row->balance.den);
    snprintf(class, sizeof class, "%s%s", narrow ? "narrow" : "wide",
             row->broken ? " strong" : "");
    svg_text(out, class, 1, 8, y + BASELINE);
    if (!narrow && row->balance.den > 0 && length <= (row->broken ? 4 : 10)) {
        output_format(out, "%lld/%lld = ", (long long)row->balance.num,
                      (long long)row->balance.den);
    }
    svg_ratio_decimal(out, row->balance);
    output_text(out, !row->broken ? "" : narrow ? " low" : ", too low");
    svg_text_close(out);
}

static void mix_words(output *out, const mix *m, const mix_row *row, int y) {
    svg_text(out, row->cluster < 0 ? "end strong" : "end", 0, -8, y + BASELINE);
    if (row->cluster < 0) {
        output_text(out, "All rows");
    } else {
        output_format(out, "Cluster %d", (int)row->cluster + 1);
    }
    svg_text_close(out);
    segment s[SEGMENTS_MOST];
    int const n = segments_of(m, row, s);
    for (int i = 0; i < n; i++) {
        segment_label(out, &s[i], y);
    }
    mix_balance(out, row, 0, y);
    mix_balance(out, row, 1, y);
}

int chart_mix_has_limits(const mix *m) {
    return m->n_groups == 2 && m->whole.unknown == 0 && m->asked.num > 0;
}

void chart_mix(output *out, const mix *m) {
    int32_t const k = m->result->job->rules.k;
    int const rows = k < CHART_ROWS ? k : CHART_ROWS;
    int const first = TOP + ROW + 8; /* the whole file stands a little apart */
    char id[24];
    snprintf(id, sizeof id, "mix%d", (int)m->attribute);
    svg_open(out, id, "chart mix", first + rows * ROW, "Groups in each cluster");
    output_format(out,
                  "One bar for each cluster, the least balanced first; below the balance asked "
                  "for: %d of %d. All counts are in the table below.",
                  (int)m->broken, (int)k);
    svg_described(out);
    svg_text(out, "", 1, 8, TOP - 9);
    output_text(out, "Balance");
    svg_text_close(out);
    mix_bars(out, m, &m->whole, TOP);
    for (int i = 0; i < rows; i++) {
        mix_bars(out, m, &m->row[m->order[i]], first + i * ROW);
    }
    if (chart_mix_has_limits(m)) {
        /* a/b >= t and b/a >= t with a + b = 1: a lies between t/(1+t) and 1/(1+t). */
        double const t = (double)m->asked.num / (double)m->asked.den;
        svg_limit(out, t / (1 + t), TOP - 6, first + rows * ROW - 4);
        svg_limit(out, 1 / (1 + t), TOP - 6, first + rows * ROW - 4);
    }
    mix_words(out, m, &m->whole, TOP);
    for (int i = 0; i < rows; i++) {
        mix_words(out, m, &m->row[m->order[i]], first + i * ROW);
    }
    svg_close(out);
}

static void key_open(output *out, const char *class) {
    output_format(out,
                  "<li><svg class=\"key\" width=\"14\" height=\"14\" aria-hidden=\"true\">"
                  "<rect class=\"%s\" width=\"14\" height=\"14\"/></svg> ",
                  class);
}

void chart_mix_key(output *out, const mix *m) {
    output_text(out, "<ul class=\"keys\">");
    for (int32_t g = 0; g < m->n_groups && g < CHART_GROUPS; g++) {
        char colour[COLOUR_SIZE];
        chart_colour(colour, g);
        key_open(out, colour);
        svg_name(out, mix_group(m, g));
        output_text(out, "</li>\n");
    }
    if (m->n_groups > CHART_GROUPS) {
        key_open(out, "none");
        output_format(out, "%d other groups</li>\n", (int)(m->n_groups - CHART_GROUPS));
    }
    if (m->whole.unknown > 0) {
        key_open(out, "none");
        output_text(out, "missing</li>\n");
    }
    output_text(out, "</ul>\n");
}
