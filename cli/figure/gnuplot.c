/* gnuplot.c - see gnuplot.h. */
#include "figure/gnuplot.h"

void gnuplot_open(output *out, const gnuplot_head *h) {
    output_format(out, "# Draws %s\n# from %s.csv as %s.png. In their folder: gnuplot %s.gp\n",
                  h->what, h->name, h->name, h->name);
    output_format(out,
                  "# Made anew by every run of the %s: copy it before you change it.\n"
                  "# For other formats change the next two lines, to \"set terminal svg\" or\n"
                  "# \"set terminal pdfcairo\" for example.\n",
                  h->study);
    output_format(out,
                  "set terminal pngcairo noenhanced background \"white\" font \"sans,9\" size "
                  "%d,%d\n",
                  (int)h->width, (int)h->height);
    output_format(out, "set output \"%s.png\"\nset datafile separator \",\"\n", h->name);
    output_text(out,
                "of(name) = strcol(1) eq name ? column(2) : NaN\n"
                "cell(c) = valid(c) ? column(c) : NaN\n"
                "set border 3\nset tics nomirror out\nset grid ytics lc rgb \"#e2e2e2\"\n");
}

void gnuplot_ranges(output *out, const axis *x, const axis *y) {
    const axis *const both[] = {x, y};
    for (int i = 0; i < 2; i++) {
        output_format(out, "set %srange [", i == 0 ? "x" : "y");
        output_number(out, both[i]->low);
        output_text(out, ":");
        output_number(out, both[i]->high);
        output_text(out, "]\n");
    }
    output_text(out, "set xtics ");
    output_number(out, x->step);
    output_text(out, "\n");
}

void gnuplot_look(output *out, plot_look look, const char *width) {
    /* In the order of svg_shape(); the last three have no filled twin in gnuplot. */
    static const int point_type[SVG_SHAPES] = {7, 5, 9, 13, 1, 11, 2, 3, 15, 4, 8, 12};
    output_format(out, " lc rgb \"%s\" lw %s", plot_colour_name(look.colour), width);
    if (look.dash > 0) {
        output_format(out, " dt (%s)", plot_dash(look.dash, ','));
    }
    if (look.shape >= 0) {
        output_format(out, " pt %d ps 1", point_type[look.shape % SVG_SHAPES]);
    }
}

void gnuplot_item(output *out, int *items) {
    output_text(out, (*items)++ == 0 ? "plot " : ", \\\n     ");
}

void gnuplot_end(output *out, int items) {
    if (items == 0) {
        output_text(out, "unset key\nplot 1/0"); /* draws the axes, complains of nothing */
    }
    output_text(out, "\n");
}
