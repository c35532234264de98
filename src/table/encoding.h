/* encoding.h - the work in progress of encode.c and its helpers.
 *
 *   choose.c       which columns make coordinates, groups, or nothing
 *   doubts.c       which of them may be meant otherwise than they are read; of texts
 *                  text_doubts.c, and number_marks.c of a single one
 *   option_word.c  what is advised about a column, as it can be typed
 *   rows.c         the pass over the rows
 *   encode.c       the story as a whole
 *   weights.c      one column becomes what each row takes of a capacity
 *   coordinates.c  numbers and texts become points
 *   attributes.c   protected columns, or their combinations, become groups
 *   shown_names.c  what these are called
 */
#ifndef FCAP_TABLE_ENCODING_H
#define FCAP_TABLE_ENCODING_H

#include "base/text.h"
#include "table/dataset_of.h"
#include "table/dictionary.h"

/* One column that makes coordinates. Exactly one of value and id is used. */
typedef struct feature {
    int32_t column;
    int numeric;
    double *value; /* by kept row, `step` apart; NaN = missing */
    int64_t step;
    int32_t *id; /* by kept row, an entry of texts; -1 = missing */
    dictionary texts;
    int32_t *rank;
    int64_t n_missing;
    int64_t first_missing; /* row */
    int32_t width;         /* coordinates */
    double stretch;        /* what they are multiplied by */
} feature;

/* One column that makes groups. */
typedef struct protected_column {
    int32_t column;
    int32_t *id; /* by kept row */
    dictionary texts;
    int64_t n_missing;
    int64_t first_missing;
} protected_column;

/* Everything the passes need; its memory ends with the call. */
typedef struct encoding {
    fcap_run *run;
    fcap_table *table;
    fcap_encode_options o;
    fcap_dataset *out;
    feature *feature;
    int32_t n_features;
    const char *left_out;      /* by column: as an identifier; NULL: none is */
    protected_column *protect; /* those of o.protect, then those of o.grouped */
    int32_t n_protect;
    int64_t total_weight;
    int in_place; /* every coordinate is the value of one feature: they are read to out->x */
    int64_t n_weightless; /* rows whose weight is missing */
    int64_t first_weightless;
    int64_t n_empty; /* rows that are kept although no cell has a value */
    int64_t first_empty;
    fcap_faults *faults;
} encoding;

/* "out of memory" for the rows of the table. */
fcap_status fcap_encoding_no_memory(encoding *e);
/* A column's name, made safe to show. */
const char *fcap_encoding_name(const encoding *e, int32_t column, char out[EXCERPT_SIZE]);

/* Something that was decided without being asked. */
void fcap_encoding_note(encoding *e, const char *format, ...) FCAP_PRINTF(2);

int fcap_columns_contain(fcap_columns set, int32_t column);
/* Is it a column of numbers, by its profile or by what was asked for? */
int fcap_encoding_is_numeric(const encoding *e, int32_t column);
/* Notes about features, the weight and e->o.noted that may be meant otherwise. */
fcap_status fcap_encoding_doubts(encoding *e);
/* Notes about features that seem to number or to name the rows. */
void fcap_encoding_row_names(encoding *e);
/* Fills e->feature and e->protect. */
fcap_status fcap_encoding_choose(encoding *e);
/* Reads all rows: values, texts, weights, and which rows are kept. What is wrong in a cell is
 * added to the faults. */
fcap_status fcap_encoding_rows(encoding *e);
/* The line of a row for a fault: lines are counted from the top, so only while faults are kept.
 */
int64_t fcap_encoding_line(const encoding *e, int64_t row);

/* Reads the weight of a row, which is the next point unless it is dropped. */
void fcap_encoding_weight(encoding *e, fcap_cell cell, int64_t row, int drop);
/* From the values of the kept rows to e->out->x. */
fcap_status fcap_encoding_coordinates(encoding *e);
/* From the texts of the kept rows to e->out->attribute. */
fcap_status fcap_encoding_attributes(encoding *e);

#endif
