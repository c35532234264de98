/* list_in.c - see list_in.h. */
#include "list_in.h"

#include "lms/encoding.h"
#include "text_in.h"
#include "words.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIST_SIZE_MOST = 1 << 26 /* bytes */
};

int list_open(list_in *in, const char *option, const char *path) {
    *in = (list_in){.path = path};
    in->text = text_read(path, LIST_SIZE_MOST, &in->size);
    if (in->text == NULL) {
        return EXIT_IO;
    }
    int const large = in->size == LIST_SIZE_MOST;
    if (in->size >= 4 && memcmp(in->text, "PK\003\004", 4) == 0) {
        free(in->text);
        return say_error(EXIT_DATA,
                         "--%s: %s is a workbook; save the sheet as CSV (Excel: \"CSV UTF-8\")",
                         option, safe(path));
    }
    if (large || memchr(in->text, 0, in->size) != NULL) {
        free(in->text);
        return say_error(EXIT_DATA, "--%s: %s %s", option, safe(path),
                         large ? "is too large for a list"
                               : "is no plain text; save it as UTF-8, one line for each entry");
    }
    in->size = size_without_end_marks(in->text, in->size);
    in->at = in->size >= 3 && memcmp(in->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    return 0;
}

void list_of_teacher(list_in *in, int quiet, list_is_remark *is_remark, const void *asked) {
    size_t made = 0;
    char *const recoded = from_windows(in->text, in->size, &made);
    in->any_mark = 1;
    in->is_remark = is_remark;
    in->asked = asked;
    if (recoded != NULL) {
        free(in->text);
        in->text = recoded;
        in->size = made;
        in->at = 3; /* behind the byte-order mark */
        say_windows(in->path, quiet);
    }
}

static void keep_fault(list_in *in, int64_t line, int32_t column, const char *message) {
    if (in->faults.kept < FCAP_FAULTS_KEPT) {
        fcap_fault *const f = &in->faults.fault[in->faults.kept++];
        *f = (fcap_fault){.line = line, .column = column};
        snprintf(f->message, sizeof f->message, "%s", message);
    }
    in->faults.total++;
}

void list_fault(list_in *in, int32_t i, const char *format, ...) {
    char message[sizeof in->faults.fault[0].message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    keep_fault(in, in->line, i + 1, message);
}

static int is_blank(const char *text, size_t size) {
    size_t blank = 0;
    while (blank < size && (text[blank] == ' ' || text[blank] == '\t' || text[blank] == ',' ||
                            text[blank] == ';')) {
        blank++;
    }
    return blank == size;
}

/* What stands between the cells of a line: whatever of tab, semicolon and comma comes first in
 * this order outside quotes. So "Lovelace, Ada; Babbage, Charles" are two. */
static char mark_of(const char *text, size_t size) {
    int quoted = 0;
    int found[2] = {0};
    for (size_t i = 0; i < size; i++) {
        quoted ^= text[i] == '"';
        found[0] |= !quoted && text[i] == '\t';
        found[1] |= !quoted && text[i] == ';';
    }
    return found[0] ? '\t' : found[1] ? ';' : ',';
}

/* The cells of one line; 0 when it is faulty. */
static int read_cells(list_in *in, const char *text, size_t size) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.delimiter = in->mark != 0 ? in->mark : in->any_mark ? mark_of(text, size) : ',';
    o.header = FCAP_HEADER_NO;
    fcap_faults faults = {0};
    fcap_error err;
    fcap_table_free(in->table);
    in->table = NULL;
    fcap_status const status = fcap_table_parse(text, size, &o, &in->table, &faults, &err);
    if (status == FCAP_E_DATA) {
        keep_fault(in, in->line, 0,
                   faults.kept > 0 ? faults.fault[0].message : "the line cannot be read");
        return 0;
    }
    in->cell = status == FCAP_OK ? fcap_table_row(in->table, 0) : NULL;
    if (in->cell == NULL) {
        exit(say_error(EXIT_IO, "out of memory for a line of %zu bytes", size));
    }
    assert(fcap_table_rows(in->table) == 1); /* or what is below would be lost in silence */
    in->n = fcap_table_columns(in->table);
    return 1;
}

/* Excel's first line, which says what stands between cells. */
static int says_mark(list_in *in, const char *text, size_t size) {
    int const says = in->line == 1 && size == 5 && memcmp(text, "sep=", 4) == 0 &&
                     strchr(",;|\t", text[4]) != NULL;
    in->mark = says ? text[4] : in->mark;
    return says;
}

static int is_remark(const list_in *in, const char *text, size_t size) {
    return in->any_mark && text[0] == '#' &&
           in->is_remark(in->asked, in, (fcap_cell){text, size}, mark_of(text, size));
}

int list_next(list_in *in) {
    while (in->at < in->size) {
        const char *const text = in->text + in->at;
        size_t const size = line_take(in->text, in->size, &in->at);
        in->line++;
        if (!is_blank(text, size) && !says_mark(in, text, size) && !is_remark(in, text, size) &&
            read_cells(in, text, size)) {
            return 1;
        }
    }
    return 0;
}

int list_close(list_in *in) {
    if (in->faults.total > 0) {
        say_faults(in->path, &in->faults);
    }
    fcap_table_free(in->table);
    free(in->text);
    in->table = NULL;
    in->text = NULL;
    return in->faults.total > 0 ? EXIT_DATA : 0;
}

int64_t cell_whole_number(fcap_cell cell) {
    int64_t value = 0;
    if (cell.size == 0 || cell.size > 18) {
        return -1;
    }
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.text[i] < '0' || cell.text[i] > '9') {
            return -1;
        }
        value = 10 * value + (cell.text[i] - '0');
    }
    return value;
}

int equal_cells(fcap_cell a, fcap_cell b) {
    return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}
