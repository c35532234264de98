/* fuzz_lms.c - any bytes as a roster, such as an LMS exports: `faircap group` reads it, makes
 * groups of two or three and writes them as an LMS imports them: no crash, an exit code that is
 * documented, text that is safe for a terminal; and what is written can be read, has every
 * student once, and groups of the size asked for.
 *
 *   byte 0 chooses the format of the output and --as-is; the rest is the file
 */
#include "fuzz/require.h"
#include "fuzz/tool.h"

#include <faircap/table.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    STUDENTS_MOST = 40,
    COLUMNS_MOST = 12
};

/* Larger rosters take long, and are no different. */
static int is_small(const unsigned char *bytes, size_t size, int64_t *rows) {
    static fcap_faults faults;
    fcap_read_options o;
    fcap_read_options_init(&o);
    fcap_table *t = NULL;
    if (fcap_table_parse(bytes, size, &o, &t, &faults, NULL) != FCAP_OK) {
        *rows = -1;
        return 1;
    }
    *rows = fcap_table_rows(t);
    int const small = *rows <= STUDENTS_MOST && fcap_table_columns(t) <= COLUMNS_MOST;
    fcap_table_free(t);
    return small;
}

/* Plain output: all columns of the file, and the group last. */
static void check_groups(const told *t, int64_t rows, int as_is) {
    static fcap_faults faults;
    fcap_read_options o;
    fcap_read_options_init(&o);
    o.header = FCAP_HEADER_YES;
    fcap_table *table = NULL;
    fcap_error err = {0};
    fcap_status const status = fcap_table_parse(t->out, t->out_size, &o, &table, &faults, &err);
    REQUIRE(status == FCAP_OK, "the output is refused: %s", err.message);
    int64_t const n = fcap_table_rows(table);
    /* The first line may be a student, and rows may be left out. */
    REQUIRE(n <= rows + 1 && (!as_is || n >= rows), "%lld rows of %lld", (long long)n,
            (long long)rows);
    int32_t const last = fcap_table_columns(table) - 1;
    REQUIRE(strcmp(fcap_table_name(table, last), "group") == 0, "last: %s",
            fcap_table_name(table, last));
    int32_t members[STUDENTS_MOST + 2] = {0};
    for (int64_t i = 0; i < n; i++) {
        fcap_cell const cell = fcap_table_row(table, i)[last];
        long const at = cell.size > 6 ? strtol(cell.text + 6, NULL, 10) : 0; /* "Group 07" */
        REQUIRE(memcmp(cell.text, "Group ", 6) == 0 && at >= 1 && at <= n, "%.*s",
                (int)cell.size, cell.text);
        members[at]++;
    }
    for (int64_t g = 1; g <= n; g++) {
        REQUIRE(members[g] == 0 || members[g] == 2 || members[g] == 3, "%d members",
                members[g]);
    }
    fcap_table_free(table);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    /* Formats of one file, which goes to standard output. */
    static const char *const format[] = {"csv",
                                         "student",
                                         "canvas",
                                         "moodle-uploadusers",
                                         "moodle-bulkenrol",
                                         "moodle-brickfield",
                                         "brightspace"};
    int64_t rows = 0;
    if (size < 2 || !is_small(data + 1, size - 1, &rows)) {
        return 0;
    }
    int const plain = data[0] % 8 == 7;
    int const as_is = data[0] / 8 % 2;
    const char *word[24] = {"faircap", "group",     tool_file(0, data + 1, size - 1),
                            "--size",  "2-3",       "--effort",
                            "1",       "--threads", "1"};
    int n = 9;
    if (!plain) {
        word[n++] = "--to";
        word[n++] = format[data[0] % 8 % 7];
        word[n++] = "--course";
        word[n++] = "course";
    }
    if (as_is) {
        word[n++] = "--as-is";
    }
    told t = tool_tell(word);
    REQUIRE(t.code == 0 || (t.code >= 2 && t.code <= 5), "exit %d: %s", t.code, t.err);
    REQUIRE(is_safe_text(t.err, t.err_size), "unsafe text");
    REQUIRE(t.code == 0 || t.err_size > 20, "exit %d without a reason", t.code);
    if (t.code == 0 && plain && rows >= 0) { /* below 0: it was read as Windows-1252 */
        check_groups(&t, rows, as_is);
    }
    told_free(&t);
    return 0;
}
