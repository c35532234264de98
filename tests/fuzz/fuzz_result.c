/* fuzz_result.c - any bytes as a result that `faircap check` reads: no crash, an exit code that
 * is documented, text that is safe for a terminal; and what is called valid obeys every rule by
 * the tests' own judge, from labels read by other code.
 */
#include "fuzz/require.h"
#include "fuzz/tool.h"
#include "verify.h"

#include <faircap/table.h>

#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum {
    N = 8,
    K = 2,
    MOST = 4
};

static const char points[] = "id,x,y,g\np1,0,0,a\np2,1,0,b\np3,0,1,a\np4,1,1,b\n"
                             "p5,9,9,a\np6,8,9,b\np7,9,8,a\np8,8,8,b\n";
static const double x[N * 2] = {0, 0, 1, 0, 0, 1, 1, 1, 9, 9, 8, 9, 9, 8, 8, 8};
static const int32_t group[N] = {0, 1, 0, 1, 0, 1, 0, 1};

/* The label of each point: the last cell of the row whose first cell is its id or, under "row",
 * its number; with all columns the rows are in order. 0 when some point has none. */
static int read_labels(const unsigned char *bytes, size_t size, int32_t *label) {
    fcap_read_options o;
    fcap_read_options_init(&o);
    static fcap_faults faults;
    fcap_table *t = NULL;
    if (fcap_table_parse(bytes, size, &o, &t, &faults, NULL) != FCAP_OK) {
        return 0;
    }
    int found = fcap_table_rows(t) == N;
    int32_t const last = fcap_table_columns(t) - 1;
    for (int i = 0; i < N; i++) {
        label[i] = -1;
    }
    for (int64_t i = 0; found && i < N; i++) {
        const fcap_cell *const cell = fcap_table_row(t, i);
        int64_t row = i;
        if (last == 1) {
            int const numbered = strcmp(fcap_table_name(t, 0), "row") == 0;
            row = strtol(cell[0].text + !numbered, NULL, 10) - 1;
        }
        double value = 0;
        found = row >= 0 && row < N && label[row] < 0 &&
                fcap_table_number(t, cell[last], &value) == 1 && value >= 1 && value <= K;
        if (found) {
            label[row] = (int32_t)value - 1;
        }
    }
    fcap_table_free(t);
    return found;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    const char *const file = tool_file(0, points, sizeof points - 1);
    const char *const result = tool_file(1, data, size);
    const char *const word[] = {"faircap", "check", file,        result, "-k",      "2",
                                "-q",      "4",     "-p",        "g",    "--scale", "none",
                                "-t",      "1/2",   "--threads", "1",    NULL};
    told t = tool_tell(word);
    REQUIRE(t.code == 0 || t.code == 3 || t.code == 6, "exit %d: %s", t.code, t.err);
    REQUIRE(is_safe_text(t.err, t.err_size), "unsafe text");
    REQUIRE(is_safe_text(t.out, t.out_size), "unsafe output");
    REQUIRE(t.code != 3 || t.err_size > 20, "no reason");
    REQUIRE((t.code == 6) == (strstr(t.out, "VIOLATED") != NULL), "exit %d:\n%s", t.code,
            t.out);
    /* Under "group" there are names instead of numbers. */
    if (t.code == 0 && memmem(data, size, "group", 5) == NULL) {
        int32_t label[N];
        REQUIRE(read_labels(data, size, label), "valid, though labels cannot be read:\n%s",
                t.out);
        verified const v = verify(x, N, 2, group, 2, 1, 2, label, K);
        REQUIRE(v.is_partition && v.largest <= MOST && v.balanced, "called valid:\n%s", t.out);
    }
    told_free(&t);
    return 0;
}
