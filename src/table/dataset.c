/* dataset.c - looking at encoded rows: points, groups, names, notes. encode.c makes them. */
#include "table/dataset_of.h"
#include "table/shown_names.h"

void fcap_dataset_free(fcap_dataset *dataset) {
    if (dataset != NULL) {
        fcap_run run = dataset->run; /* the dataset itself lies in the arena */
        fcap_run_close(&run);
    }
}

fcap_problem fcap_dataset_problem(const fcap_dataset *dataset) {
    fcap_problem p = FCAP_PROBLEM_INIT;
    p.x = dataset->x;
    p.n = dataset->n;
    p.d = dataset->d;
    p.attribute = dataset->attribute;
    p.n_attributes = dataset->n_attributes;
    p.weight = dataset->weight;
    p.distance = dataset->distance;
    return p;
}

void fcap_dataset_set_balance(fcap_dataset *dataset, int32_t a, fcap_ratio balance) {
    dataset->attribute[a].balance = balance;
}

const int64_t *fcap_dataset_rows(const fcap_dataset *dataset) {
    return dataset->row;
}

int64_t fcap_dataset_dropped(const fcap_dataset *dataset) {
    return dataset->dropped;
}

fcap_columns fcap_dataset_features(const fcap_dataset *dataset) {
    return (fcap_columns){dataset->feature_column, dataset->n_features};
}

const char *fcap_dataset_attribute_name(const fcap_dataset *dataset, int32_t a) {
    return dataset->attribute_name[a];
}

const char *fcap_dataset_group_name(const fcap_dataset *dataset, int32_t a, int32_t g) {
    return g < 0 ? SHOWN_MISSING : dataset->group_name[a][g];
}

int32_t fcap_dataset_notes(const fcap_dataset *dataset) {
    return dataset->n_notes;
}

const char *fcap_dataset_note(const fcap_dataset *dataset, int32_t i) {
    return dataset->note[i];
}
