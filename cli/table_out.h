/* table_out.h - the answer as a table: the input's columns plus the cluster. */
#ifndef CLI_TABLE_OUT_H
#define CLI_TABLE_OUT_H

#include "job.h"
#include "save.h"

/* All input columns (or only id or row, with --labels-only) and `cluster`, from 1. */
void write_labelled_table(output *out, const job *j, const int32_t *labels);

#endif
