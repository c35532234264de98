/* test_csv.c - what a record and a cell are, in files as spreadsheets and people write them,
 * and that everything refused is named with its physical line and its column.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One text, opened; the text is a block of exactly its size, so that ASan sees overruns. */
typedef struct opened {
    fcap_run run;
    fcap_error err;
    fcap_faults faults;
    fcap_status status;
    csv csv;
    input file;
    char *text;
    fcap_cell cells[64];
    char *scratch;
} opened;

static opened *open_text(const char *text, size_t size, char delimiter, int64_t skip) {
    opened *const o = calloc(1, sizeof *o);
    assert_non_null(o);
    o->text = malloc(size > 0 ? size : 1);
    assert_non_null(o->text);
    memcpy(o->text, text, size);
    fcap_run_open(&o->run, NULL, &o->err);
    o->file = (input){.bytes = o->text, .size = size};
    o->status = fcap_csv_open(&o->run, &o->file, delimiter, skip, &o->csv, &o->faults);
    if (o->status == FCAP_OK) {
        assert_int_equal(o->faults.total, 0);
        assert_true(o->csv.n_fields <= 64);
        o->scratch = malloc(o->csv.longest > 0 ? o->csv.longest : 1);
        assert_non_null(o->scratch);
    }
    return o;
}

static void close_text(opened *o) {
    fcap_run_close(&o->run);
    free(o->scratch);
    free(o->text);
    free(o);
}

/* All records as one string: cells in [ ], records closed by |. */
static const char *shown(opened *o) {
    static char out[4000];
    size_t at = 0;
    for (int64_t r = 0; r < o->csv.n_records; r++) {
        fcap_csv_cells(&o->csv, r, o->cells, o->scratch);
        for (int32_t j = 0; j < o->csv.n_fields; j++) {
            at += (size_t)snprintf(out + at, sizeof out - at, "[%.*s]", (int)o->cells[j].size,
                                   o->cells[j].text);
        }
        at += (size_t)snprintf(out + at, sizeof out - at, "|");
        assert_true(at < sizeof out);
    }
    return out;
}

static void assert_records_of(const char *text, size_t size, char delimiter, int64_t skip,
                              const char *expected) {
    opened *const o = open_text(text, size, delimiter, skip);
    if (o->status != FCAP_OK) {
        fail_msg("refused: %s", o->err.message);
    }
    assert_string_equal(shown(o), expected);
    close_text(o);
}

#define RECORDS(text, expected)     assert_records_of(text, sizeof(text) - 1, ',', 0, expected)
#define RECORDS_BY(d, text, expect) assert_records_of(text, sizeof(text) - 1, d, 0, expect)

/* Refused with this first fault; all faults of the file are counted. */
static void assert_fault_of(const char *text, size_t size, int64_t line, int32_t column,
                            const char *part, int64_t total) {
    opened *const o = open_text(text, size, ',', 0);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_int_equal(o->err.status, FCAP_E_DATA);
    assert_int_equal(o->faults.total, total);
    assert_true(o->faults.kept >= 1);
    const fcap_fault *const f = &o->faults.fault[0];
    if (f->line != line || f->column != column || strstr(f->message, part) == NULL) {
        fail_msg("line %lld, column %d: %s", (long long)f->line, (int)f->column, f->message);
    }
    assert_non_null(strstr(o->err.message, part)); /* the sentence says the first of them */
    close_text(o);
}

#define FAULT(text, line, column, part, total)                                                 \
    assert_fault_of(text, sizeof(text) - 1, line, column, part, total)

/* ---- records and cells ---- */

static void splits_records_and_cells(void **state) {
    (void)state;
    RECORDS("a,b\n1,2\n", "[a][b]|[1][2]|");
    RECORDS("a,b\n1,2", "[a][b]|[1][2]|"); /* the last line end may be missing */
    RECORDS("a,,c\n,,\n", "[a][][c]|[][][]|");
    RECORDS("a\nb\n", "[a]|[b]|");
    RECORDS("a", "[a]|");
    RECORDS("a,", "[a][]|");
    RECORDS("a longer cell than thirty-two bytes,at which the reader looks at once\n",
            "[a longer cell than thirty-two bytes][at which the reader looks at once]|");
    RECORDS("\xc3\xa4,\xe2\x82\xac\n", "[\xc3\xa4][\xe2\x82\xac]|");
}

static void quoted_cells_hold_anything(void **state) {
    (void)state;
    RECORDS("\"a,b\",c\n", "[a,b][c]|");
    RECORDS("\"a\nb\",c\n", "[a\nb][c]|");
    RECORDS("\"a\r\nb\",c\r\n", "[a\r\nb][c]|");
    RECORDS("\"say \"\"hi\"\"\",c\n", "[say \"hi\"][c]|");
    RECORDS("\"\"\"\",\"\"\n", "[\"][]|");
    RECORDS("\"\"\"\"\"\"\n", "[\"\"]|");
    RECORDS("\"a\"\"\",\"\"\"b\"\n", "[a\"][\"b]|");
    RECORDS("x,\"a\"", "[x][a]|");
    RECORDS("\"\",\"\"\n", "[][]|");
}

static void every_line_end_closes_a_record(void **state) {
    (void)state;
    RECORDS("a,b\n1,2\n3,4\n", "[a][b]|[1][2]|[3][4]|");
    RECORDS("a,b\r\n1,2\r\n3,4\r\n", "[a][b]|[1][2]|[3][4]|");
    RECORDS("a,b\r1,2\r3,4\r", "[a][b]|[1][2]|[3][4]|");
    RECORDS("a,b\r\n1,2\n3,4\r5,6", "[a][b]|[1][2]|[3][4]|[5][6]|");
    RECORDS("\"a\",\"b\"\r\"1\",\"2\"\r\n\"3\",\"4\"\n", "[a][b]|[1][2]|[3][4]|");
}

static void blank_lines_are_no_records(void **state) {
    (void)state;
    RECORDS("\n\na,b\n\n1,2\n \t \n3,4\n\n\n", "[a][b]|[1][2]|[3][4]|");
    RECORDS("\r\n\r\na\r\n\r\nb\r\n", "[a]|[b]|");
    RECORDS("a\r\r\rb\r", "[a]|[b]|");
    RECORDS("a\n  ", "[a]|");
    RECORDS("\"\"\n\"\"\n", "[]|[]|");                 /* quotes make a record of nothing */
    RECORDS_BY('\t', "a\tb\n\t\n \n", "[a][b]|[][]|"); /* a tab is no blank between tabs */
}

static void unquoted_cells_are_trimmed_and_quoted_ones_are_not(void **state) {
    (void)state;
    RECORDS("  a , b\t,\tc  \n", "[a][b][c]|");
    RECORDS("\" a \",\"\tb\"\n", "[ a ][\tb]|");
    RECORDS("\"a\"  ,b\n", "[a][b]|"); /* blanks behind a closing quote */
    RECORDS("\"a\"\t\n", "[a]|");
    RECORDS("a b,  c  d  \n", "[a b][c  d]|");
    RECORDS_BY('\t', " a \t b \n", "[a][b]|");
}

static void a_quote_inside_an_unquoted_cell_is_kept_and_counted(void **state) {
    (void)state;
    static const char text[] = "name,size\npipe,5\"\nrod,6\nhose,3\"x\"\n \"x\",1\n";
    opened *const o = open_text(text, sizeof text - 1, ',', 0);
    assert_int_equal(o->status, FCAP_OK);
    assert_string_equal(shown(o),
                        "[name][size]|[pipe][5\"]|[rod][6]|[hose][3\"x\"]|[\"x\"][1]|");
    assert_int_equal(o->csv.stray_quotes, 3);
    assert_int_equal(o->csv.first_stray, 1);
    close_text(o);
}

static void one_apostrophe_before_a_formula_comes_off(void **state) {
    (void)state;
    RECORDS("'=1+1,'+1,'-1,'@x\n", "[=1+1][+1][-1][@x]|");
    RECORDS("\"'=a\",\"'\tx\",\"'\rx\"\n", "[=a][\tx][\rx]|");
    RECORDS("''=a,'''=a\n", "['=a][''=a]|"); /* one of several */
    RECORDS("'a,'',',''a,'1\n", "['a][''][']['"
                                "'a]['1]|"); /* others are text */
    RECORDS("=a,+1,-1,@x\n", "[=a][+1][-1][@x]|");
    RECORDS("'\n", "[']|");
    RECORDS("\"'\nx\"\n", "['\nx]|"); /* interface.md: tab or CR, not LF */
    RECORDS("\"'=\"\"x\"\"\"\n", "[=\"x\"]|");
}

/* ---- the delimiter ---- */

static void assert_detects(const char *text, char expected) {
    opened *const o = open_text(text, strlen(text), 0, 0);
    assert_int_equal(o->status, FCAP_OK);
    assert_int_equal(o->csv.delimiter, expected);
    close_text(o);
}

static void the_delimiter_is_detected(void **state) {
    (void)state;
    assert_detects("a,b\n1,2\n", ',');
    assert_detects("a;b\n1;2\n", ';');
    assert_detects("a\tb\n1\t2\n", '\t');
    assert_detects("a|b\n1|2\n", '|');
    assert_detects("a\n1\n2\n", ',');              /* one column */
    assert_detects("a;b\n1,5;2,5\n3,5;4\n", ';');  /* a decimal comma */
    assert_detects("a,b\n\"x;y\",\"z;w\"\n", ','); /* semicolons in quotes */
    assert_detects("a,b\n\"x\n;y\",1\n", ',');
    assert_detects("name,note\nx,a;b\ny,c\nz,d;e;f\n", ','); /* semicolons now and then */
    assert_detects("a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n", ';');
    assert_detects("a\tb, c\n1\t2, 3\n", '\t'); /* equal votes: the comma loses */
}

static void assert_rival(const char *text, char asked, char expected, int32_t fields) {
    opened *const o = open_text(text, strlen(text), asked, 0);
    assert_int_equal(o->csv.rival, expected);
    assert_int_equal(o->csv.rival_fields, fields);
    close_text(o);
}

static void another_delimiter_that_may_be_meant_is_known(void **state) {
    (void)state;
    assert_rival("a|b,c\n1|2,3\n", 0, ',', 0); /* as evenly */
    assert_rival("a|b,c\n1|2,3\n", '|', 0, 0); /* asked for */
    assert_rival("a|b\n1|2\n", 0, 0, 0);
    assert_rival("a,b;c;d\na,b;c;d\na,b;c\na,b;c;d\n", 0, ';', 3); /* in three of four */
    assert_rival("a,b;c;d\na,b;c;d\na,b;c\na,b;c\n", 0, 0, 0);
    assert_rival("a;b,c\na;b,c\na;b\na;b,c\n", 0, 0, 0); /* not into more cells */
    assert_rival("a b\n1 2\n", 0, 0, 0);                 /* notes.c looks for others */
}

static void lines_of_remarks_are_counted(void **state) {
    (void)state;
    FAULT("# by me\n1,2\n3,4\n", 1, 0, "begin with # are left out with --skip 1", 1);
    FAULT("#\n\n# a,b,c\nx,y\n1,2\n3,4\n5,6\n", 1, 0, "begin with # are left out with --skip 3",
          2);
    FAULT("#a,b,c\n#1,2\n#3,4\n", 1, 0, "a line before the header",
          1); /* nothing else is there */
    FAULT("a,b,c\n#1,2\n#3,4\n", 1, 0, "a line before the header", 1);
}

static void a_header_with_another_delimiter_is_told_so(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int is_told;
    } c[] = {{"a;b;c\n1,2,3\n1,2,3\n", 1},
             {"a;b\n1,2,3\n1,2,3\n", 0},
             {"a;b;c,d\n1,2,3\n1,2,3\n", 0},
             {"a\tb\n1|2\n1|2\n", 1}};
    for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
        opened *const o = open_text(c[i].text, strlen(c[i].text), 0, 0);
        assert_int_equal(o->status, FCAP_E_DATA);
        assert_int_equal(strstr(o->faults.fault[0].message, "as many with another delimiter") !=
                             NULL,
                         c[i].is_told);
        close_text(o);
    }
}

static void marks_of_the_end_are_no_text(void **state) {
    (void)state;
    RECORDS("a,b\n1,2\n\x1a", "[a][b]|[1][2]|");
    RECORDS("a,b\n1,2\n\x1a \x1a\r\n\t\n", "[a][b]|[1][2]|");
    RECORDS("a,b\n1,2\x1a\n", "[a][b]|[1][2]|");
    RECORDS("a,b\n1,\x1a\x32\n", "[a][b]|[1][\x1a\x32]|");
}

static void an_asked_delimiter_is_not_questioned(void **state) {
    (void)state;
    RECORDS_BY(';', "a,b;c\n1,2;3\n", "[a,b][c]|[1,2][3]|");
    RECORDS_BY(':', "a:b\n1:2\n", "[a][b]|[1][2]|");
    RECORDS_BY(' ', "a b\n1 2\n", "[a][b]|[1][2]|");
    RECORDS_BY(' ', "\"a\" \"b c\"\n", "[a][b c]|");
}

static void a_sep_line_says_the_delimiter_and_is_no_record(void **state) {
    (void)state;
    RECORDS_BY(0, "sep=;\na,b;c\n1,2;3\n", "[a,b][c]|[1,2][3]|");
    RECORDS_BY(0, "SEP=|\r\na|b\r\n", "[a][b]|");
    RECORDS_BY(0, "sep=\t\ra\tb\r", "[a][b]|");
    RECORDS_BY(0, "Sep=:\na:b\n", "[a][b]|");
    RECORDS_BY(',', "sep=;\na,b;c\n", "[a][b;c]|");            /* what was asked for wins */
    RECORDS_BY(0, "sep=;;\n1;2;3\n", "[sep=][][]|[1][2][3]|"); /* not such a line */
    RECORDS_BY(0, "sep,x\n1,2\n", "[sep][x]|[1][2]|");
    RECORDS_BY(0, "sep=,b\n1,2\n", "[sep=][b]|[1][2]|");
    RECORDS_BY(0, "SePaL,x\n1,2\n", "[SePaL][x]|[1][2]|"); /* begins like one */
    RECORDS_BY(0, "sex=a,x\n1,2\n", "[sex=a][x]|[1][2]|");
    RECORDS_BY(0, "sum=a,x\n1,2\n", "[sum=a][x]|[1][2]|");
    RECORDS_BY(0, "sep=\na\n", "[sep=]|[a]|"); /* names none */
    RECORDS_BY(0, "sEp= \na,b\n", "[a][b]|");  /* a blank: nor does this, but it is one */
    FAULT("sep=\0\n1,2\n", 1, 1, "NUL", 2);
}

static void a_sep_line_can_only_name_what_the_option_can(void **state) {
    (void)state;
    /* A byte of half a character, or a letter's accent, would split texts in the middle. */
    static const char bytes[] = "sep=\xc3\na\xc3\xa4"
                                "b\n";
    opened *const o = open_text(bytes, sizeof bytes - 1, 0, 0);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_int_equal(o->faults.fault[0].line, 1);
    close_text(o);
    RECORDS_BY(0, "sep=\"\n\"a\",b\n", "[a][b]|");
}

static void lines_can_be_skipped(void **state) {
    (void)state;
    static const char text[] = "Report of \"today\r\n\r\na,b\r\n1,2\r\n";
    assert_records_of(text, sizeof text - 1, ',', 2, "[a][b]|[1][2]|");
    static const char cr[] = "x\ry,,,\ra,b\r1,2\r";
    assert_records_of(cr, sizeof cr - 1, ',', 2, "[a][b]|[1][2]|");
    static const char bytes[] = "\xff\n\0\na,b\n"; /* whatever they hold */
    assert_records_of(bytes, sizeof bytes - 1, ',', 2, "[a][b]|");
    static const char sep[] = "title\nsep=;\na;b\n";
    assert_records_of(sep, sizeof sep - 1, 0, 1, "[a][b]|");
    static const char beyond_ascii[] = "\xff\nn\xc3\xa4me,b\n";
    assert_records_of(beyond_ascii, sizeof beyond_ascii - 1, ',', 1, "[n\xc3\xa4me][b]|");
    for (size_t size = 3; size <= 4; size++) { /* without and with a last line end */
        opened *const o = open_text("a\nb\n", size, ',', 2);
        assert_int_equal(o->status, FCAP_E_DATA);
        close_text(o);
    }
    opened *const p = open_text("a\nb\n", 4, ',', 1000000000000);
    assert_int_equal(p->status, FCAP_E_DATA);
    close_text(p);
}

/* ---- faults ---- */

static void an_empty_file_is_refused(void **state) {
    (void)state;
    FAULT("", 0, 0, "empty", 1);
    FAULT("\n\n \r\n\t\n", 0, 0, "empty", 1);
    FAULT("sep=;", 0, 0, "empty", 1);
}

static void a_row_of_another_length_is_refused(void **state) {
    (void)state;
    FAULT("a,b\n1,2\n3\n", 3, 0, "has 1 field where the others have 2", 1);
    FAULT("a,b\n1,2,3\n4,5\n", 2, 0, "has 3 fields where the others have 2", 1);
    FAULT("a,b\n1\n2\n3\n", 1, 0, "has 2 fields where the others have 1", 1); /* the header */
    FAULT("a,b\n\n1,2\n\n3,4,5\n", 5, 0, "3 fields", 1); /* blank lines are counted */
}

static void an_open_quote_is_refused_where_it_opens(void **state) {
    (void)state;
    FAULT("a,b\n1,\"2\n3,4\n", 2, 2, "never closed", 1);
    FAULT("\"", 1, 1, "never closed", 1);
    FAULT("a,b\n\"1\"\"\n3,4\n", 2, 1, "never closed", 1);
}

static void text_behind_a_closing_quote_is_refused(void **state) {
    (void)state;
    FAULT("a,b\n\"1\"x,2\n", 2, 1, "after a closing quote", 1);
    FAULT("a,b\n1,\"2\" \"3\"\n", 2, 2, "after a closing quote", 1);
    FAULT("a,b\n\"1\" x,2,3\n", 2, 1, "after a closing quote", 2);   /* and the length */
    FAULT("a,b\n\"1\"x,\"2\"y\n", 2, 1, "after a closing quote", 1); /* the first of a row */
    FAULT("a,b\n1,\"2\"x", 2, 2, "after a closing quote", 1);        /* to the end */
    FAULT("a,b\n\"1\"x\\y,2\n", 2, 1, "double the quotes", 1);
    FAULT("a,b\n\"1\\\"x\",2\n", 2, 1, "not with a backslash", 1);
    FAULT("\"a\" \"b\"\n1 2\n", 1, 1, "blanks that are between the cells", 1);
    FAULT("\"a\" \"b\"c\n1 2\n", 1, 1, "double the quotes", 1);
    FAULT("\"a\"b\n1\n", 1, 1, "double the quotes", 1);
}

static void nul_bytes_are_refused(void **state) {
    (void)state;
    FAULT("a,b\n1,2\n3,\0\n", 3, 2, "NUL", 1);
    FAULT("\0", 1, 1, "NUL", 1);
    FAULT("a,b\n\"1\n\0\",2\n", 2, 1, "NUL", 1);
}

static void invalid_utf8_is_refused(void **state) {
    (void)state;
    FAULT("a,b\n1,M\xfcller\n", 2, 2, "UTF-8", 1);
    FAULT("a,b\nx,\xc3\n", 2, 2, "UTF-8", 1); /* a character cut by the line end */
    FAULT("\xff,b\n1,2\n", 1, 1, "UTF-8", 1);
    FAULT("a,b\n\xed\xa0\x80,2\n", 2, 1, "UTF-8", 1);
    FAULT("a,b\n1,\"x\xc0\x80\"\n", 2, 2, "UTF-8", 1);
    FAULT("a,b\n1,x\xe2\x82", 2, 2, "UTF-8", 1); /* by the end of the file */
}

static void names_the_line_where_the_record_starts(void **state) {
    (void)state;
    FAULT("a,b\n\"1\n1\n1\",2\n3\n", 5, 0, "1 field", 1);           /* after line breaks */
    FAULT("a,b\r\n\"1\r\n1\",2\r\n3\r\n", 4, 0, "1 field", 1);      /* CRLF is one */
    FAULT("a,b\r\"1\r1\",2\r3\r", 4, 0, "1 field", 1);              /* CR alone */
    FAULT("a,b\r\n\"1\n\r1\",2\r3\n", 5, 0, "1 field", 1);          /* LF CR is two */
    FAULT("a,b\n1,2\n\"x\ny\nz\xff\",2\n", 3, 1, "UTF-8", 1);       /* not where the byte is */
    FAULT("a,b\n1,2\n\"x\ny\",\"z\n\n\n", 3, 2, "never closed", 1); /* nor where the cell is */
}

static void line_numbers_count_skipped_lines_and_the_sep_line(void **state) {
    (void)state;
    static const char text[] = "title\r\nsep=;\r\na;b\r\n1\r\n";
    opened *const o = open_text(text, sizeof text - 1, 0, 1);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_int_equal(o->faults.fault[0].line, 4);
    close_text(o);
}

static void all_faults_are_counted_and_the_first_20_are_kept(void **state) {
    (void)state;
    char text[2000] = "a,b\n";
    size_t at = strlen(text);
    for (int i = 0; i < 60; i++) { /* lines 2, 4, 6 ... are faulty */
        at += (size_t)snprintf(text + at, sizeof text - at, i % 2 == 0 ? "x\n" : "1,2\n");
    }
    at += (size_t)snprintf(text + at, sizeof text - at, "1,2\n");
    opened *const o = open_text(text, at, ',', 0);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_int_equal(o->faults.total, 30);
    assert_int_equal(o->faults.kept, FCAP_FAULTS_KEPT);
    for (int i = 0; i < FCAP_FAULTS_KEPT; i++) {
        assert_int_equal(o->faults.fault[i].line, 2 + 2 * i);
    }
    assert_non_null(strstr(o->err.message, "line 2: "));
    assert_non_null(strstr(o->err.message, "29 more"));
    close_text(o);
}

static void different_faults_are_listed_in_the_order_of_lines(void **state) {
    (void)state;
    static const char text[] = "a,b\n1\n\"2\"x,2\n\xff,3\n4,\"4\n";
    opened *const o = open_text(text, sizeof text - 1, ',', 0);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_int_equal(o->faults.total, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(o->faults.fault[i].line, i + 2);
    }
    close_text(o);
}

static void the_majority_says_how_many_fields_are_right(void **state) {
    (void)state;
    FAULT("a,b,c\n1,2\n3,4\n5,6\n", 1, 0, "has 3 fields where the others have 2", 1);
    FAULT("a,b\n1,2,3\n4,5\n6\n", 2, 0, "3 fields where the others have 2", 2);
}

static void unclosed_quotes_do_not_take_quadratic_time(void **state) {
    (void)state;
    size_t const size = 4000000;
    char *const text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++) {
        text[i] = "\"x\"y,\n"[i % 6];
    }
    text[size - 1] = '"'; /* half a million faults, and a quote that stays open */
    opened *const o = open_text(text, size, 0, 0);
    assert_int_equal(o->status, FCAP_E_DATA);
    assert_true(o->faults.total > 600000);
    close_text(o);
    free(text);
}

static void more_fields_than_can_be_columns_are_refused(void **state) {
    (void)state;
    size_t const row = (1 << 22) + 8;
    size_t const size = 2 * row;
    char *const text = malloc(size);
    assert_non_null(text);
    memset(text, ',', size);
    text[row - 1] = text[size - 1] = '\n';
    for (int quoted = 0; quoted < 2; quoted++) {
        opened *const o = open_text(text, size, ',', 0);
        assert_int_equal(o->status, FCAP_E_DATA);
        assert_int_equal(o->faults.fault[0].line, 1);
        assert_non_null(strstr(o->err.message, "4194304 fields or more"));
        close_text(o);
        memcpy(text, "\"\"", 2); /* such rows are scanned cell by cell */
    }
    free(text);
}

static void a_file_that_grows_while_it_is_read_overruns_nothing(void **state) {
    (void)state;
    static const char text[] = "\"a\"\"b\"\n\"c\"\"d\"\n";
    opened *const o = open_text(text, sizeof text - 1, ',', 0);
    assert_string_equal(shown(o), "[a\"b]|[c\"d]|");
    memcpy(strchr(o->text, '\n') - 1, "xxx", 3); /* both rows are one quoted cell now */
    fcap_csv_cells(&o->csv, 0, o->cells, o->scratch);
    assert_int_equal(o->cells[0].size, o->csv.longest);
    assert_memory_equal(o->cells[0].text, "a\"bxxx", 6);
    close_text(o);
}

/* Else rows would depend on where a file is divided. */
static void a_part_of_a_file_keeps_the_mark_that_it_begins_with(void **state) {
    (void)state;
    static const char *const text[] = {"\xef\xbb\xbfx,y\n", "\"\xef\xbb\xbfx\",y\n"};
    for (size_t i = 0; i < 2; i++) {
        opened *const o = open_text(text[i], strlen(text[i]), ',', 0);
        assert_string_equal(shown(o), "[\xef\xbb\xbfx][y]|");
        close_text(o);
    }
}

/* ---- there and back ---- */

static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

enum {
    CELL_MOST = 12,
    TABLE_CELLS = 24
};

typedef struct written {
    char cell[TABLE_CELLS][CELL_MOST + 1];
    char text[TABLE_CELLS * (4 * CELL_MOST + 8)];
    size_t size;
} written;

static size_t random_cell(uint64_t *random, char *out, char delimiter) {
    static const char *const piece[] = {"a",  "7", "-", "=",  "'", "\"", "\"\"",     " ",
                                        "\t", ",", ";", "|",  "@", "\n", "\r",       "\r\n",
                                        ".",  "+", "x", "yz", "0", "?",  "\xc3\xa4", "e"};
    size_t size = 0;
    for (uint64_t n = next_random(random) % 6; n > 0; n--) { /* ten bytes at most */
        const char *p = piece[next_random(random) % (sizeof piece / sizeof *piece)];
        while (*p != 0) {
            out[size++] = *p++;
        }
    }
    if (size == 0 && next_random(random) % 4 == 0) {
        out[size++] = delimiter;
    }
    out[size] = 0;
    return size;
}

static int starts_like_a_formula(const char *text) {
    while (*text == '\'') {
        text++;
    }
    return *text != 0 && strchr("=+-@\t\r", *text) != NULL;
}

/* Cells that need no quotes get them by chance only. */
static void write_cell(written *w, const char *cell, char delimiter, int quoted) {
    char special[] = "\"\n\r\t ?";
    special[5] = delimiter;
    quoted |= cell[0] == 0 || strpbrk(cell, special) != NULL;
    char *out = w->text + w->size;
    if (quoted) {
        *out++ = '"';
    }
    if (starts_like_a_formula(cell)) {
        *out++ = '\'';
    }
    for (; *cell != 0; cell++) {
        if (*cell == '"') {
            *out++ = '"';
        }
        *out++ = *cell;
    }
    if (quoted) {
        *out++ = '"';
    }
    w->size = (size_t)(out - w->text);
}

static void random_tables_come_back_cell_by_cell(void **state) {
    (void)state;
    uint64_t random = 1;
    static written w;
    for (int round = 0; round < 20000; round++) {
        char const delimiter = ",;\t|"[next_random(&random) % 4];
        const char *const line_end = ((const char *[]){"\n", "\r\n", "\r"})[round % 3];
        int const columns = 1 + (int)(next_random(&random) % 4);
        int const rows = 1 + (int)(next_random(&random) % (TABLE_CELLS / 4));
        w.size = 0;
        for (int i = 0; i < rows * columns; i++) {
            random_cell(&random, w.cell[i], delimiter);
            write_cell(&w, w.cell[i], delimiter, next_random(&random) % 2 == 0);
            if ((i + 1) % columns != 0) {
                w.text[w.size++] = delimiter;
            } else if (i + 1 < rows * columns || next_random(&random) % 2 == 0) {
                memcpy(w.text + w.size, line_end, strlen(line_end));
                w.size += strlen(line_end);
            }
        }
        opened *const o = open_text(w.text, w.size, delimiter, 0);
        if (o->status != FCAP_OK || o->csv.n_records != rows || o->csv.n_fields != columns) {
            fail_msg("round %d: %s", round, o->err.message);
        }
        for (int r = 0; r < rows; r++) {
            fcap_csv_cells(&o->csv, r, o->cells, o->scratch);
            for (int j = 0; j < columns; j++) {
                const char *const expected = w.cell[r * columns + j];
                fcap_cell const c = o->cells[j];
                if (c.size != strlen(expected) || memcmp(c.text, expected, c.size) != 0) {
                    fail_msg("round %d: \"%.*s\" instead of \"%s\"", round, (int)c.size, c.text,
                             expected);
                }
            }
        }
        close_text(o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_records_and_cells),
        cmocka_unit_test(quoted_cells_hold_anything),
        cmocka_unit_test(every_line_end_closes_a_record),
        cmocka_unit_test(blank_lines_are_no_records),
        cmocka_unit_test(unquoted_cells_are_trimmed_and_quoted_ones_are_not),
        cmocka_unit_test(a_quote_inside_an_unquoted_cell_is_kept_and_counted),
        cmocka_unit_test(one_apostrophe_before_a_formula_comes_off),
        cmocka_unit_test(the_delimiter_is_detected),
        cmocka_unit_test(another_delimiter_that_may_be_meant_is_known),
        cmocka_unit_test(lines_of_remarks_are_counted),
        cmocka_unit_test(a_header_with_another_delimiter_is_told_so),
        cmocka_unit_test(marks_of_the_end_are_no_text),
        cmocka_unit_test(an_asked_delimiter_is_not_questioned),
        cmocka_unit_test(a_sep_line_says_the_delimiter_and_is_no_record),
        cmocka_unit_test(a_sep_line_can_only_name_what_the_option_can),
        cmocka_unit_test(lines_can_be_skipped),
        cmocka_unit_test(an_empty_file_is_refused),
        cmocka_unit_test(a_row_of_another_length_is_refused),
        cmocka_unit_test(an_open_quote_is_refused_where_it_opens),
        cmocka_unit_test(text_behind_a_closing_quote_is_refused),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(invalid_utf8_is_refused),
        cmocka_unit_test(names_the_line_where_the_record_starts),
        cmocka_unit_test(line_numbers_count_skipped_lines_and_the_sep_line),
        cmocka_unit_test(all_faults_are_counted_and_the_first_20_are_kept),
        cmocka_unit_test(different_faults_are_listed_in_the_order_of_lines),
        cmocka_unit_test(the_majority_says_how_many_fields_are_right),
        cmocka_unit_test(unclosed_quotes_do_not_take_quadratic_time),
        cmocka_unit_test(more_fields_than_can_be_columns_are_refused),
        cmocka_unit_test(a_file_that_grows_while_it_is_read_overruns_nothing),
        cmocka_unit_test(a_part_of_a_file_keeps_the_mark_that_it_begins_with),
        cmocka_unit_test(random_tables_come_back_cell_by_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
