/* figures.c - see figures.h. */
#include "figure/figures.h"

#include "figure/figure.h"
#include "figure/pages.h"
#include "save.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FOLDER/NAME.EXTENSION, complete or not at all. */
static int write_file(const char *folder, const char *name, const char *extension,
                      void (*write)(output *out, const scene *of), const scene *of) {
    size_t const size = strlen(folder) + strlen(name) + strlen(extension) + 3;
    char *const path = need(size, 1);
    snprintf(path, size, "%s/%s.%s", folder, name, extension);
    output *const out = need(1, sizeof *out);
    int code = output_open(out, path);
    if (code == 0) {
        write(out, of);
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
        output_discard(out);
    }
    free(out);
    free(path);
    return code;
}

static int write_figure(const char *folder, const figure *f, const scene *of) {
    int code = write_file(folder, f->name, "csv", f->rows, of);
    code = code != 0 ? code : write_file(folder, f->name, "gp", f->script, of);
    return code != 0 ? code : write_file(folder, f->name, "svg", f->draw, of);
}

static int write_all(const char *folder, const scene *of,
                     void (*page)(output *out, const scene *of)) {
    const figure *list[FIGURES_MOST];
    int const n = pages_figures(of, list);
    int code = 0;
    for (int i = 0; i < n && code == 0; i++) {
        code = write_figure(folder, list[i], of);
    }
    return code != 0 ? code : write_file(folder, "report", "html", page, of);
}

int figures_write_sweep(const char *folder, const trials *t, const references *published) {
    curves c = curves_open(t);
    int const code =
        write_all(folder, &(scene){.curves = &c, .published = published}, sweep_page);
    curves_close(&c);
    return code;
}

int figures_write_tune(const char *folder, const trials *t, const tuned *chosen) {
    curves c = curves_open(t);
    int const code = write_all(folder, &(scene){.curves = &c, .tuned = chosen}, tune_page);
    curves_close(&c);
    return code;
}
