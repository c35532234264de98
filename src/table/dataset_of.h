/* dataset_of.h - what an fcap_dataset is made of, for the files of this folder. */
#ifndef FCAP_TABLE_DATASET_OF_H
#define FCAP_TABLE_DATASET_OF_H

#include "base/run.h"
#include "table/table_of.h"

struct fcap_dataset {
    fcap_run run; /* its arena holds what lives as long as the dataset, and this struct */
    int64_t n;
    int32_t d;
    double *x;        /* NULL without features */
    double *distance; /* n x n, or NULL */
    int64_t *weight;  /* n, or NULL */
    int64_t *row;
    int64_t dropped;
    int32_t n_attributes;
    fcap_attribute *attribute;
    const char **attribute_name;
    const char ***group_name;
    int32_t n_features;
    int32_t *feature_column;
    int32_t n_notes;
    char note[FCAP_NOTES_KEPT][NOTE_SIZE];
};

#endif
