/* scatter.c - the points of an answer on a plane.
 *
 * Two coordinates are drawn as they are and one as a strip. More are projected on the first two
 * principal components: orthogonal iteration
 *
 *     A <- orthonormal(S A),    S = sum_s (x_s - mean) (x_s - mean)^T,    A of d x 2,
 *
 * on the points that are drawn. S is never formed, so many coordinates cost time but no memory.
 * The axes settle slowly when eigenvalues are close, but the variance of their plane settles
 * fast, and that is where we stop; turning the axes within the plane until A^T S A is diagonal
 * then makes them the principal ones. The start is fixed, so the same answer gives the same
 * picture.
 *
 * Both directions have one scale, because distance is what the clusters are made from.
 */
#include "report/scatter.h"

#include "report/svg.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DRAWN_MOST = 2000, /* points; more make a larger file and no clearer picture */
    ROUNDS_MOST = 100, /* of the iteration; a picture is settled long before */
    ROUNDS_LEAST = 10,
    WORK = 100 * 1000000, /* numbers read in all rounds, roughly: 0.2 s */
    LABELS_MOST = 150,    /* numbered medoids; more cover each other */
    LANES_LABELLED = 40   /* lines of a strip with a number */
};

/* One row, at random, of each of m equal parts of the file: every tenth would be a bad choice
 * where something repeats itself every five rows. */
typedef struct sample {
    const double *x;
    int64_t n;
    int32_t d;
    int64_t m;
} sample;

typedef struct plane {
    double unit; /* coordinates are multiplied by it first, so that no square overflows */
    double *mean;
    double *axis[2];
    double part[2]; /* of the variance */
} plane;

/* Places in the picture, both from 0 to 1, y downwards. */
typedef struct frame {
    double low[2];
    double high[2];
    double aspect; /* height / width */
    const char *class;
} frame;

static plane fit_plane(const sample *s);
static void free_plane(plane *p);
static frame frame_of(const result *r, const sample *s, const plane *p);
static void place(const sample *s, const plane *p, const frame *f, int64_t i, double at[2]);
static void points(output *out, const result *r, const sample *s, const plane *p,
                   const frame *f);
static void medoids(output *out, const result *r, const sample *s, const plane *p,
                    const frame *f);
static void axis_names(output *out, const result *r, const plane *p);
static void lane_names(output *out, int32_t k);
static void key(output *out, int32_t k);
static void caption(output *out, const result *r, const sample *s, const plane *p);

static sample sample_of(const result *r) {
    const fcap_problem *const p = &r->job->problem;
    return (sample){p->x, p->n, p->d, p->n < DRAWN_MOST ? p->n : DRAWN_MOST};
}

double scatter_marker_scale(const result *r) {
    int64_t const m = sample_of(r).m;
    return m <= 150 ? 1.15 : m <= 600 ? 0.95 : 0.7;
}

void scatter(output *out, const result *r) {
    sample const s = sample_of(r);
    int32_t const k = r->job->rules.k;
    if (s.x == NULL) {
        return;
    }
    plane p = fit_plane(&s);
    frame const f = frame_of(r, &s, &p);
    int const strip = s.d == 1;
    output_format(out, "<section><h2>The rows on a %s</h2>\n<figure>\n",
                  strip ? "line" : "plane");
    svg_open(out, "plane", f.class, strip ? (k <= LANES_LABELLED ? 24 * k : 480) : 0,
             "The rows, by cluster");
    svg_count(out, s.m, "point");
    output_text(out, " in ");
    svg_count(out, k, "cluster");
    output_text(out, "; the medoid of each cluster is ringed or numbered.");
    svg_described(out);
    if (strip) {
        lane_names(out, k);
    } else {
        axis_names(out, r, &p);
    }
    points(out, r, &s, &p, &f);
    medoids(out, r, &s, &p, &f);
    svg_close(out);
    if (k <= SVG_SHAPES && !strip) {
        key(out, k);
    }
    caption(out, r, &s, &p);
    output_text(out, "</figure></section>\n");
    free_plane(&p);
}

/* ---- the plane ---- */

/* The j-th row of the sample: always the same one. */
static int64_t row_of(const sample *s, int64_t j) {
    int64_t const from = j * s->n / s->m;
    int64_t const to = (j + 1) * s->n / s->m;
    uint64_t mixed = ((uint64_t)j + 1) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    return from + (int64_t)((mixed >> 33) % (uint64_t)(to - from));
}

static const double *drawn(const sample *s, int64_t j) {
    return s->x + row_of(s, j) * s->d;
}

static double dot(const double *a, const double *b, int32_t d) {
    double sum = 0;
    for (int32_t c = 0; c < d; c++) {
        sum += a[c] * b[c];
    }
    return sum;
}

static double along(const plane *p, const double *x, int32_t d, int a) {
    double sum = 0;
    for (int32_t c = 0; c < d; c++) {
        sum += (x[c] * p->unit - p->mean[c]) * p->axis[a][c];
    }
    return sum;
}

/* Sets unit and mean; returns the trace of S. */
static double centre(const sample *s, plane *p) {
    double largest = 0;
    for (int64_t i = 0; i < s->m; i++) {
        const double *const x = drawn(s, i);
        for (int32_t c = 0; c < s->d; c++) {
            double const size = fabs(x[c]);
            largest = size > largest ? size : largest;
        }
    }
    p->unit = largest > 1e-300 ? 1 / largest : 1;
    for (int64_t i = 0; i < s->m; i++) {
        const double *const x = drawn(s, i);
        for (int32_t c = 0; c < s->d; c++) {
            p->mean[c] += x[c] * p->unit / (double)s->m;
        }
    }
    double trace = 0;
    for (int64_t i = 0; i < s->m; i++) {
        const double *const x = drawn(s, i);
        for (int32_t c = 0; c < s->d; c++) {
            double const off = x[c] * p->unit - p->mean[c];
            trace += off * off;
        }
    }
    return trace;
}

/* next = S axis, for both axes in one pass over the points. */
static void multiply(const sample *s, const plane *p, double *next[2]) {
    for (int32_t c = 0; c < s->d; c++) {
        next[0][c] = next[1][c] = 0;
    }
    for (int64_t i = 0; i < s->m; i++) {
        const double *const x = drawn(s, i);
        double const first = along(p, x, s->d, 0);
        double const second = along(p, x, s->d, 1);
        for (int32_t c = 0; c < s->d; c++) {
            double const off = x[c] * p->unit - p->mean[c];
            next[0][c] += first * off;
            next[1][c] += second * off;
        }
    }
}

/* Length 1, or 0 when there was (nearly) nothing of it. */
static void normalise(double *v, int32_t d, double least) {
    double const length = sqrt(dot(v, v, d));
    for (int32_t c = 0; c < d; c++) {
        v[c] = length > least ? v[c] / length : 0;
    }
}

static void orthonormalise(double *next[2], int32_t d) {
    double const before = sqrt(dot(next[1], next[1], d));
    normalise(next[0], d, 0);
    double const shared = dot(next[0], next[1], d);
    for (int32_t c = 0; c < d; c++) {
        next[1][c] -= shared * next[0][c];
    }
    normalise(next[1], d, 1e-9 * before);
}

/* The largest entry of each axis is positive: otherwise the sign would be a matter of luck. */
static void fix_signs(const plane *p, int32_t d) {
    for (int a = 0; a < 2; a++) {
        double largest = 0;
        for (int32_t c = 0; c < d; c++) {
            largest = fabs(p->axis[a][c]) > fabs(largest) ? p->axis[a][c] : largest;
        }
        for (int32_t c = 0; c < d && largest < 0; c++) {
            p->axis[a][c] = -p->axis[a][c];
        }
    }
}

/* One Jacobi rotation: afterwards the axes show the most and the least variance of their plane.
 * next is S axis; trace is that of S. */
static void turn_axes(plane *p, double *next[2], int32_t d, double trace) {
    double const first = dot(p->axis[0], next[0], d);
    double const second = dot(p->axis[1], next[1], d);
    double const both = dot(p->axis[0], next[1], d);
    double tangent = 0;
    if (both != 0) {
        double const half = (second - first) / (2 * both);
        tangent = (half < 0 ? -1 : 1) / (fabs(half) + sqrt(half * half + 1));
    }
    double const c = 1 / sqrt(tangent * tangent + 1);
    double const s = tangent * c;
    for (int32_t i = 0; i < d; i++) {
        double const x = p->axis[0][i];
        double const y = p->axis[1][i];
        p->axis[0][i] = c * x - s * y;
        p->axis[1][i] = s * x + c * y;
    }
    p->part[0] = (first - tangent * both) / trace;
    p->part[1] = (second + tangent * both) / trace;
    if (p->part[1] > p->part[0]) {
        double *const axis = p->axis[0];
        double const part = p->part[0];
        p->axis[0] = p->axis[1];
        p->axis[1] = axis;
        p->part[0] = p->part[1];
        p->part[1] = part;
    }
}

static void principal_axes(const sample *s, plane *p, double trace) {
    int32_t const d = s->d;
    double *next[2] = {need((size_t)d, sizeof **next), need((size_t)d, sizeof **next)};
    for (int32_t c = 0; c < d; c++) { /* two directions that no data set is likely to avoid */
        p->axis[0][c] = 1 + fmod(0.6180339887498949 * (c + 1), 1);
        p->axis[1][c] = fmod(0.4142135623730951 * (c + 1), 1) - 0.5;
    }
    orthonormalise(p->axis, d);
    int64_t const affordable = WORK / (s->m * d);
    int64_t const rounds = affordable > ROUNDS_MOST    ? ROUNDS_MOST
                           : affordable < ROUNDS_LEAST ? ROUNDS_LEAST
                                                       : affordable;
    double before = -1;
    for (int64_t round = 0; round < rounds; round++) {
        multiply(s, p, next);
        double const now = dot(p->axis[0], next[0], d) + dot(p->axis[1], next[1], d);
        if (fabs(now - before) <= 1e-9 * now) {
            break;
        }
        before = now;
        orthonormalise(next, d);
        for (int a = 0; a < 2; a++) {
            double *const old = p->axis[a];
            p->axis[a] = next[a];
            next[a] = old;
        }
    }
    multiply(s, p, next);
    turn_axes(p, next, d, trace);
    fix_signs(p, d);
    free(next[0]);
    free(next[1]);
}

static plane fit_plane(const sample *s) {
    size_t const d = (size_t)s->d;
    plane p = {.mean = need(d, sizeof *p.mean),
               .axis = {need(d, sizeof **p.axis), need(d, sizeof **p.axis)},
               .part = {1, 0}};
    double const trace = centre(s, &p);
    if (s->d > 2 && trace > 0) {
        principal_axes(s, &p, trace);
        return p;
    }
    p.axis[0][0] = 1;
    if (s->d > 1) {
        p.axis[1][1] = 1;
    }
    return p;
}

static void free_plane(plane *p) {
    free(p->mean);
    free(p->axis[0]);
    free(p->axis[1]);
}

/* ---- the frame ---- */

static void take_in(frame *f, const plane *p, const double *x, int32_t d) {
    for (int a = 0; a < 2; a++) {
        double const at = along(p, x, d, a);
        f->low[a] = at < f->low[a] ? at : f->low[a];
        f->high[a] = at > f->high[a] ? at : f->high[a];
    }
}

/* Around all that is drawn. */
static frame frame_of(const result *r, const sample *s, const plane *p) {
    frame f = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}, .aspect = 1};
    for (int64_t j = 0; j < s->m; j++) {
        take_in(&f, p, drawn(s, j), s->d);
    }
    for (int32_t c = 0; c < r->job->rules.k; c++) {
        if (r->measures.medoid[c] >= 0) {
            take_in(&f, p, s->x + r->measures.medoid[c] * s->d, s->d);
        }
    }
    double const wide = f.high[0] - f.low[0];
    double const tall = f.high[1] - f.low[1];
    if (s->d == 1) {
        f.class = "chart strip";
    } else if (tall <= 0.45 * wide) {
        f.class = "plane flat";
        f.aspect = 0.4;
    } else if (tall <= 0.8 * wide) {
        f.class = "plane";
        f.aspect = 2.0 / 3;
    } else {
        f.class = "plane square";
    }
    return f;
}

/* Of point i of the problem. */
static void place(const sample *s, const plane *p, const frame *f, int64_t i, double at[2]) {
    double const wide = f->high[0] - f->low[0];
    double const tall = (f->high[1] - f->low[1]) / f->aspect;
    double const longest = wide > tall ? wide : tall;
    for (int a = 0; a < 2; a++) {
        double const middle = (f->high[a] + f->low[a]) / 2;
        double const off = along(p, s->x + i * s->d, s->d, a) - middle;
        double const unit = longest > 0 ? 0.88 / longest / (a == 0 ? 1 : f->aspect) : 0;
        at[a] = 0.5 + (a == 0 ? 1 : -1) * off * unit;
    }
}

/* ---- drawing ---- */

static void place_of(const result *r, const sample *s, const plane *p, const frame *f,
                     int64_t i, double at[2]) {
    place(s, p, f, i, at);
    if (s->d == 1) {
        at[1] = (r->labels[i] + 0.5) / r->job->rules.k;
    }
}

/* Up to SVG_SHAPES clusters have a colour and a shape each; more share the colours in turn.
 * Medoids are drawn even where they are not in the sample. */
static void points(output *out, const result *r, const sample *s, const plane *p,
                   const frame *f) {
    int32_t const k = r->job->rules.k;
    int32_t const kinds = k <= SVG_SHAPES ? k : SVG_COLOURS;
    int64_t const n = s->m < s->n ? s->m + k : s->m;
    for (int32_t kind = 0; kind < kinds; kind++) {
        output_format(out, "<g class=\"p c%d\">\n", (int)(kind % SVG_COLOURS));
        for (int64_t j = 0; j < n; j++) {
            int64_t const i = j < s->m ? row_of(s, j) : r->measures.medoid[j - s->m];
            if (i >= 0 && r->labels[i] % kinds == kind) {
                double at[2];
                place_of(r, s, p, f, i, at);
                svg_marker(out, k <= SVG_SHAPES ? (int)kind : 0, at[0], at[1]);
            }
        }
        output_text(out, "</g>\n");
    }
}

static void medoids(output *out, const result *r, const sample *s, const plane *p,
                    const frame *f) {
    int32_t const k = r->job->rules.k;
    for (int32_t c = 0; c < k; c++) {
        int64_t const i = r->measures.medoid[c];
        if (i < 0) {
            continue;
        }
        double at[2];
        place_of(r, s, p, f, i, at);
        int const ringed = k <= SVG_SHAPES || k > LABELS_MOST || s->d == 1;
        if (ringed) {
            output_text(out, "<circle class=\"ring\" cx=\"");
            svg_share(out, at[0]);
            output_text(out, "\" cy=\"");
            svg_share(out, at[1]);
            output_format(out, "\" r=\"%d\"/>\n", k <= LABELS_MOST ? 8 : 4);
        }
        if (k <= LABELS_MOST && s->d > 1) {
            output_text(out, "<text class=\"medoid\" x=\"");
            svg_share(out, at[0]);
            output_text(out, "\" y=\"");
            svg_share(out, at[1]);
            output_format(out, "\" dx=\"%d\" dy=\"%d\">%d</text>\n", ringed ? 14 : 0,
                          ringed ? -6 : 4, (int)c + 1);
        }
    }
}

static void axis_names(output *out, const result *r, const plane *p) {
    const job *const j = r->job;
    fcap_columns const f = fcap_dataset_features(j->dataset);
    for (int a = 0; a < 2; a++) {
        output_text(out, a == 0 ? "<text class=\"end axis\" x=\"100%\" y=\"100%\" dx=\"-8\" "
                                  "dy=\"-8\">"
                                : "<text class=\"axis\" x=\"0\" y=\"0\" dx=\"8\" dy=\"18\">↑ ");
        if (j->problem.d > 2) {
            output_text(out, a == 0 ? "first direction, " : "second direction, ");
            svg_fixed(out, 100 * p->part[a], 0);
            output_text(out, " % of the variance");
        } else if (f.n == 2) {
            svg_name(out, fcap_table_name(j->table, f.index[a]));
        } else {
            output_text(out, a == 0 ? "first coordinate" : "second coordinate");
        }
        output_text(out, a == 0 ? " →</text>\n" : "</text>\n");
    }
}

static void lane_names(output *out, int32_t k) {
    for (int32_t c = 0; c < k && k <= LANES_LABELLED; c++) {
        svg_text(out, "end", 0, -8, 24 * c + 16);
        output_format(out, "Cluster %d", (int)c + 1);
        svg_text_close(out);
        output_format(out, "<line class=\"lane\" x1=\"0\" x2=\"100%%\" y1=\"%d\" y2=\"%d\"/>\n",
                      24 * c + 12, 24 * c + 12);
    }
}

static void key(output *out, int32_t k) {
    output_text(out, "<ul class=\"keys\">");
    for (int32_t c = 0; c < k; c++) {
        output_format(out,
                      "<li><svg class=\"key p c%d\" width=\"14\" height=\"14\" "
                      "aria-hidden=\"true\"><use href=\"#m%d\" x=\"7\" y=\"7\"/></svg> "
                      "Cluster %d</li>\n",
                      (int)(c % SVG_COLOURS), (int)c, (int)c + 1);
    }
    output_text(out, "</ul>\n");
}

static void caption(output *out, const result *r, const sample *s, const plane *p) {
    int32_t const k = r->job->rules.k;
    output_text(out, "<figcaption>");
    if (s->m < s->n) {
        output_format(out,
                      "%lld of the %lld rows are drawn, and the medoids; they are taken evenly "
                      "from the file. ",
                      (long long)s->m, (long long)s->n);
    } else {
        output_text(out, "Each mark is one row. ");
    }
    if (s->d == 1) {
        output_text(out, "The distance has one coordinate, which runs from left to right; each "
                         "cluster has its own line.");
    } else if (s->d == 2) {
        output_text(out,
                    "The distance has two coordinates, so nothing is lost here; lengths are "
                    "to scale.");
    } else {
        output_format(out,
                      "The distance has %d coordinates. This is a projection on the two "
                      "directions in which the rows differ most; it shows ",
                      (int)s->d);
        svg_fixed(out, 100 * (p->part[0] + p->part[1]), 0);
        output_text(out, " % of their variance, so clusters that overlap here may lie apart in "
                         "other directions.");
    }
    output_text(out, k > LABELS_MOST   ? " Rings are medoids"
                     : s->d == 1       ? " Rings are the medoids"
                     : k <= SVG_SHAPES ? " Ringed and numbered are the medoids"
                                       : " The numbers stand at the medoids");
    output_format(out, ", %s of each cluster.", result_centre(r));
    if (k > SVG_SHAPES) {
        output_format(out, " The %d colours are used in turn.", (int)SVG_COLOURS);
    }
    output_text(out, "</figcaption>\n");
}
