/* panels.c - see panels.h. */
#include "figure/panels.h"

#include <stdlib.h>

enum {
    AREAS_WIDTH = 700, /* of all areas of a row together */
    AREA_HEIGHT = 144,
    ROW = 202, /* from one row to the next: area, labels, name */
    GAP = 18,
    TOP = 58,
    TITLE = 18 /* below the last row, besides the labels */
};

static int32_t columns_of(int32_t n) {
    return n <= 1 ? 1 : n <= 4 ? 2 : 3;
}

double panels_area_width(int32_t n) {
    int32_t const columns = columns_of(n);
    return (AREAS_WIDTH - GAP * (columns - 1.0)) / columns;
}

panels panels_open(int32_t n, axis x, axis y, double below) {
    panels p = {.n = n, .columns = columns_of(n), .x = x, .y = y, .gap = GAP};
    p.panel_width = panels_area_width(n);
    p.width = plot_left_margin(&y) + AREAS_WIDTH + 14;
    p.height = panels_bottom(&p) + below;
    return p;
}

void panels_give_axes(panels *p, axis *own) {
    double const shared = plot_left_margin(&p->y);
    p->own = own;
    p->y = p->n > 0 ? own[0] : p->y;
    for (int32_t i = 1; i < p->n; i++) {
        p->y = axis_label_length(&own[i]) > axis_label_length(&p->y) ? own[i] : p->y;
    }
    double const labels = PLOT_LETTER * axis_label_length(&p->y);
    p->gap = GAP + labels;
    p->width += plot_left_margin(&p->y) - shared + (p->columns - 1) * labels;
}

void panels_close(panels *p) {
    free(p->own);
    *p = (panels){0};
}

static int32_t rows_of(const panels *p) {
    return (p->n + p->columns - 1) / p->columns;
}

double panels_bottom(const panels *p) {
    return TOP + (p->n > 0 ? rows_of(p) * ROW - (ROW - AREA_HEIGHT) + 24 + TITLE : 0);
}

plot_area panels_area(const panels *p, int32_t i) {
    int32_t const row = i / p->columns;
    return (plot_area){.left = plot_left_margin(&p->y) +
                               (i % p->columns) * (p->panel_width + p->gap),
                       .top = TOP + (double)row * ROW,
                       .width = p->panel_width,
                       .height = AREA_HEIGHT,
                       .x = p->x,
                       .y = p->own != NULL ? p->own[i] : p->y};
}

void panels_axes(output *out, const panels *p, int32_t i) {
    plot_area const a = panels_area(p, i);
    plot_axes(out, &a, p->own != NULL || i % p->columns == 0);
}

void panels_name(output *out, const panels *p, int32_t i, const char *name) {
    plot_area const a = panels_area(p, i);
    plot_text(out, a.left, a.top - 7, PLOT_START, "strong");
    svg_name(out, name);
    if (p->own != NULL) {
        axis_unit(out, &a.y);
    }
    plot_text_end(out);
}

void panels_titles(output *out, const panels *p, const char *x, const char *y) {
    for (int32_t i = 0; i < p->n; i++) {
        plot_area a = panels_area(p, i);
        a.y = p->y; /* the titles stand below each other, whatever the labels are */
        if (i + p->columns >= p->n) {
            plot_words(out, a.left + a.width / 2, a.top + a.height + 34, PLOT_MIDDLE, x);
        }
        if (i % p->columns == 0) {
            plot_y_title(out, &a);
            output_text(out, y);
            if (p->own == NULL) {
                axis_unit(out, &p->y);
            }
            plot_text_end(out);
        }
    }
}
