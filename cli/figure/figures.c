/* figures.c - see figures.h. */
#include "figure/figures.h"

#include "figure/figure.h"
#include "figure/pages.h"
#include "save.h"
#include "words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* FOLDER/NAME.EXTENSION */
static char *path_of(const char *folder, const char *name, const char *extension) {
    size_t const size = strlen(folder) + strlen(name) + strlen(extension) + 3;
    char *const path = need(size, 1);
    snprintf(path, size, "%s/%s.%s", folder, name, extension);
    return path;
}

/* Complete or not at all. */
static int write_file(const char *folder, const char *name, const char *extension,
                      void (*write)(output *out, const scene *of), const scene *of) {
    char *const path = path_of(folder, name, extension);
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

/* What an earlier run wrote of a figure that this one does not have: it would be taken for
 * this one's. Not all three there: somebody else's, and left alone. */
static int remove_figure(const char *folder, const figure *f) {
    static const char *const extension[] = {"svg", "csv", "gp"};
    char *path[3];
    int there = 1;
    int code = 0;
    for (int i = 0; i < 3; i++) {
        path[i] = path_of(folder, f->name, extension[i]);
        there &= access(path[i], F_OK) == 0;
    }
    for (int i = 0; i < 3; i++) {
        if (there && code == 0 && unlink(path[i]) != 0) {
            code = say_error(EXIT_IO, "cannot remove %s, which is of an earlier run: %s",
                             safe(path[i]), strerror(errno));
        }
        free(path[i]);
    }
    return code;
}

int figures_write_sweep(const char *folder, const trials *t, const references *published) {
    curves c = curves_open(t);
    int code = write_all(folder, &(scene){.curves = &c, .published = published}, sweep_page);
    if (code == 0 && published == NULL) {
        code = remove_figure(folder, &figure_published);
    }
    curves_close(&c);
    return code;
}

int figures_write_tune(const char *folder, const trials *t, const tuned *chosen) {
    curves c = curves_open(t);
    int const code = write_all(folder, &(scene){.curves = &c, .tuned = chosen}, tune_page);
    curves_close(&c);
    return code;
}
