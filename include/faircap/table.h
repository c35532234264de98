/* table.h - from a file to a problem: CSV -> columns -> points and groups.
 *
 * For tools, bindings and the page; a C program that has arrays needs only faircap.h.
 *
 *   1 faults         what is wrong with a file, with line and column
 *   2 fcap_table     a rectangular file: names, rows, cells
 *   3 fcap_dataset   the same rows as coordinates and protected groups: an fcap_problem
 *   4 numbers        read and printed the same under every locale; text made safe to show
 *   5 synthetic data with known structure
 *
 * Rows, columns, attributes, groups and notes count from 0. fcap_dataset_encode() refuses
 * columns that are not there; functions that look at one of anything do not check it.
 *
 * The input policy (what is accepted, what is refused and how it is said) is in docs/INPUT.md.
 */
#ifndef FAIRCAP_TABLE_H
#define FAIRCAP_TABLE_H

#include <faircap/faircap.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- 1. faults --------------------------------------------------------------------------- */

enum {
    FCAP_FAULTS_KEPT = 20,
    FCAP_NOTES_KEPT = 20
};

typedef struct fcap_fault {
    int64_t line;   /* 1-based physical line where the record starts; 0 = the file as a whole */
    int32_t column; /* 1-based; 0 = the record as a whole */
    char message[240];
} fcap_fault;

/* All faults are counted, the first FCAP_FAULTS_KEPT are kept. Plain memory of the caller's. */
typedef struct fcap_faults {
    int64_t total;
    int32_t kept;
    fcap_fault fault[FCAP_FAULTS_KEPT];
} fcap_faults;

/* ---- 2. fcap_table ----------------------------------------------------------------------- */

typedef enum fcap_header {
    FCAP_HEADER_DETECT = 0,
    FCAP_HEADER_YES = 1,
    FCAP_HEADER_NO = 2
} fcap_header;

typedef struct fcap_read_options {
    size_t struct_size;
    char delimiter;        /* 0 = detect among , ; tab | */
    fcap_header header;    /* default: detect */
    int decimal_comma;     /* 1 = yes, 0 = detect in ';' files (default) */
    int64_t skip_lines;    /* physical lines before the header that are not part of the table */
    const char *const *na; /* further texts that mean "missing" */
    int32_t n_na;
    fcap_allocator allocator;
    int32_t threads; /* that split and count cells; 0 = all cores (default) */
} fcap_read_options;
FCAP_API void fcap_read_options_init_sized(fcap_read_options *options, size_t struct_size);
#define fcap_read_options_init(o) fcap_read_options_init_sized((o), sizeof *(o))

typedef struct fcap_table fcap_table;

/* Reads a whole file: CSV or TSV, plain or gzip, or .npy; told apart by content. path "-" is
 * standard input. On FCAP_E_DATA, *faults lists what is wrong. A file of 16 MiB and more is
 * mapped as long as the table lives: who cuts it short meanwhile ends this process (SIGBUS). */
FCAP_API fcap_status fcap_table_read(const char *path, const fcap_read_options *options,
                                     fcap_table **out, fcap_faults *faults,
                                     fcap_error *err) FCAP_MUST_USE;
/* The same from memory; the bytes are copied. */
FCAP_API fcap_status fcap_table_parse(const void *bytes, size_t size,
                                      const fcap_read_options *options, fcap_table **out,
                                      fcap_faults *faults, fcap_error *err) FCAP_MUST_USE;
FCAP_API void fcap_table_free(fcap_table *table); /* NULL is fine */

FCAP_API int64_t
fcap_table_rows(const fcap_table *table); /* data records, header not counted */
FCAP_API int32_t fcap_table_columns(const fcap_table *table);
FCAP_API char fcap_table_delimiter(const fcap_table *table); /* ',' for .npy */
FCAP_API int fcap_table_has_header(const fcap_table *table);
/* Did the file begin with a byte-order mark? Spreadsheets want it back. */
FCAP_API int fcap_table_has_mark(const fcap_table *table);
/* The header's text, or the 1-based number where there is none. */
FCAP_API const char *fcap_table_name(const fcap_table *table, int32_t column);
/* The column with that header, else the column with that 1-based number, else -1; -2 when more
 * than one column has that header. */
FCAP_API int32_t fcap_table_find(const fcap_table *table, const char *name);
/* Things the reader noticed and went on: a quote inside a cell, a guessed header. */
FCAP_API int32_t fcap_table_notes(const fcap_table *table);
FCAP_API const char *fcap_table_note(const fcap_table *table, int32_t i);

/* All cells of one row, valid until the next call on the same table. Each is a length and
 * bytes (not terminated), trimmed and unquoted. NULL when memory runs out. */
typedef struct fcap_cell {
    const char *text;
    size_t size;
} fcap_cell;
FCAP_API const fcap_cell *fcap_table_row(fcap_table *table, int64_t row);
/* The physical line, from 1, on which each row starts; line has fcap_table_rows() entries. Who
 * makes a text of some rows and puts each on its line keeps the line numbers of messages. */
FCAP_API void fcap_table_lines(const fcap_table *table, int64_t *line);
/* Is this cell one of the texts that mean "missing"? */
FCAP_API int fcap_table_missing(const fcap_table *table, fcap_cell cell);
/* Is this cell a number under the table's decimal mark? */
FCAP_API int fcap_table_number(const fcap_table *table, fcap_cell cell, double *value);

/* ---- 3. fcap_dataset --------------------------------------------------------------------- */

typedef enum fcap_scale {
    FCAP_SCALE_MINMAX = 0, /* (x - min) / (max - min); a constant column becomes 0 */
    FCAP_SCALE_ZSCORE = 1, /* (x - mean) / population standard deviation, of known numbers */
    FCAP_SCALE_NONE = 2
} fcap_scale;

typedef enum fcap_missing {
    FCAP_MISSING_ERROR = 0,
    FCAP_MISSING_DROP = 1,    /* rows with a missing cell in a used column are left out */
    FCAP_MISSING_IMPUTE = 2,  /* the mean, or the most frequent text */
    FCAP_MISSING_CATEGORY = 3 /* a value of its own; numbers: the mean and a 0/1 coordinate */
} fcap_missing;

/* Which columns mean what; indices into the table. */
typedef struct fcap_columns {
    const int32_t *index;
    int32_t n;
} fcap_columns;

/* All coordinates of a feature multiplied by `by`: so much longer is its axis. */
typedef struct fcap_stretch {
    int32_t column;
    double by; /* at least 0 */
} fcap_stretch;

typedef struct fcap_encode_options {
    size_t struct_size;
    fcap_columns protect;  /* each makes an attribute; in no distance unless asked for */
    fcap_columns features; /* n = 0: every column that has no other part and is no identifier */
    fcap_columns ignore;
    fcap_columns numeric;     /* overrule the typing of these columns */
    fcap_columns categorical; /* likewise */
    int32_t id;               /* -1 = none */
    int include_protected;
    fcap_scale scale;
    fcap_missing missing;
    fcap_columns grouped; /* columns that make further attributes, behind those of protect: for
                             rules other than a balance; otherwise as protected ones */
    int intersectional;   /* the protected columns make one attribute: of their combinations */
    int32_t weight;       /* column of whole numbers from 1 on, in no distance; -1 = none */
    const fcap_stretch *stretch;
    int32_t n_stretches;
    int without_features; /* no column makes coordinates: fcap_dataset_read_distances() follows
                           */
    fcap_columns noted; /* columns that the caller reads: what may be meant otherwise in them is
                           noted, as it is of features */
} fcap_encode_options;
FCAP_API void fcap_encode_options_init_sized(fcap_encode_options *options, size_t struct_size);
#define fcap_encode_options_init(o) fcap_encode_options_init_sized((o), sizeof *(o))

typedef struct fcap_dataset fcap_dataset;

FCAP_API fcap_status fcap_dataset_encode(fcap_table *table, const fcap_encode_options *options,
                                         fcap_dataset **out, fcap_faults *faults,
                                         fcap_error *err) FCAP_MUST_USE;
FCAP_API void fcap_dataset_free(fcap_dataset *dataset); /* NULL is fine */
/* Distances from a .npy file, float32 or float64: one row and one column for each row of the
 * table, those left out included. Values must be as fcap_problem.distance has them; symmetric
 * means a difference of at most 1e-9 of the larger. Holds one n x n matrix, never two. */
FCAP_API fcap_status fcap_dataset_read_distances(fcap_dataset *dataset, const char *path,
                                                 fcap_error *err) FCAP_MUST_USE;

/* A view on the points and groups, valid as long as the dataset. */
FCAP_API fcap_problem fcap_dataset_problem(const fcap_dataset *dataset);
/* Sets the balance asked of attribute a in later views. */
FCAP_API void fcap_dataset_set_balance(fcap_dataset *dataset, int32_t a, fcap_ratio balance);
/* The table row (0-based) of each of the n points. */
FCAP_API const int64_t *fcap_dataset_rows(const fcap_dataset *dataset);
FCAP_API int64_t fcap_dataset_dropped(const fcap_dataset *dataset);
/* The table columns that make the distance, and how many coordinates they became (d). */
FCAP_API fcap_columns fcap_dataset_features(const fcap_dataset *dataset);
/* The header of its column; of combinations: "sex & school". Of two attributes whose columns
 * have one header: "sex (column 3)". No two have one name. */
FCAP_API const char *fcap_dataset_attribute_name(const fcap_dataset *dataset, int32_t a);
/* Names of groups, in the order of the ids: their texts sorted bytewise. Of combinations: "F &
 * MS". Of -1: "(missing)". No two of an attribute have one name: a part of a combination with a
 * " & " in it, and a text that is "(missing)", stand in quotes. */
FCAP_API const char *fcap_dataset_group_name(const fcap_dataset *dataset, int32_t a, int32_t g);
/* What was decided without being asked: columns left out as identifiers, ... */
FCAP_API int32_t fcap_dataset_notes(const fcap_dataset *dataset);
FCAP_API const char *fcap_dataset_note(const fcap_dataset *dataset, int32_t i);

/* ---- 4. numbers and text ----------------------------------------------------------------- */

enum {
    FCAP_NUMBER_SIZE = 32
};
/* The shortest decimal that reads back to the same bits; returns its length. */
FCAP_API int fcap_number_print(double value, char text[FCAP_NUMBER_SIZE]);
/* Correctly rounded. Plain decimal with optional exponent, the whole text; no hex, nan, inf.
 * Returns 1 when it is a number, 0 when it is none, -1 when it overflows to infinity. */
FCAP_API int fcap_number_parse(const char *text, size_t size, char decimal_mark, double *value);

/* Text of unknown origin made safe for a terminal or a log: at most `characters` characters of
 * it, '?' for control characters and for marks that reorder text, "..." where it was cut.
 * Returns the length written, without the closing 0. */
FCAP_API size_t fcap_text_display(const char *text, size_t size, size_t characters, char *out,
                                  size_t out_size);

/* ---- 5. synthetic data ------------------------------------------------------------------- */

typedef struct fcap_generate_options {
    size_t struct_size;
    int64_t n;             /* points */
    int32_t dim;           /* coordinates */
    int32_t groups;        /* protected groups */
    fcap_ratio balance;    /* smallest group / largest group */
    int32_t true_clusters; /* Gaussian clusters the points are drawn from */
    int64_t weight_low;    /* with weight_high: uniform whole weights; 0 = none */
    int64_t weight_high;
    uint64_t seed;
} fcap_generate_options;
FCAP_API void fcap_generate_options_init_sized(fcap_generate_options *options,
                                               size_t struct_size);
#define fcap_generate_options_init(o) fcap_generate_options_init_sized((o), sizeof *(o))

/* Fills x (n * dim), group (n), truth (n) and weight (n); the last two may be NULL. */
FCAP_API fcap_status fcap_generate(const fcap_generate_options *options, double *x,
                                   int32_t *group, int32_t *truth, int64_t *weight,
                                   fcap_error *err) FCAP_MUST_USE;

#ifdef __cplusplus
}
#endif
#endif
