/* result_row.c - see result_row.h. */
#include "study/result_row.h"

#include "checksum.h"
#include "request.h"
#include "study/series.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    METHOD,
    CLUSTERS,
    SEED,
    CAPACITY,
    STATUS,
    COST,
    BOUND,
    GAP,
    BALANCE,
    VIOLATIONS,
    OVER_CAPACITY,
    UNBALANCED,
    REPAIRED,
    SECONDS,
    SLACK,
    LAMBDA,
    CHECK,
    SIZES,
    COLUMNS
};
static const char *const NAME[] = {
    "method",   "k",       "seed",    "q",          "status",        "cost",
    "bound",    "gap",     "balance", "violations", "over_capacity", "unbalanced",
    "repaired", "seconds", "slack",   "lambda",     "check",         "sizes"};
_Static_assert(sizeof NAME / sizeof *NAME == COLUMNS && (int)COLUMNS == RESULT_COLUMNS,
               "every column needs a name");

const char *result_column(int c) {
    return NAME[c];
}

/* ---- to text ---- */

enum {
    SIZE_WIDTH = 21 /* of one size and a blank */
};

result_line result_line_open(int32_t clusters) {
    return (result_line){.sizes = need((size_t)clusters + 1, SIZE_WIDTH)};
}

static void print_integer(char cell[SERIES_NAME], int64_t value) {
    snprintf(cell, SERIES_NAME, "%lld", (long long)value);
}

/* Negative numbers mean "none" in a trial. */
static void print_number(char cell[SERIES_NAME], double value) {
    if (value >= 0) {
        fcap_number_print(value, cell);
    }
}

static void print_answer(result_line *l, const series *s, const trial *row) {
    print_number(l->cell[COST], row->cost);
    print_number(l->cell[BOUND], row->bound);
    print_number(l->cell[GAP], trial_gap(row));
    print_number(l->cell[BALANCE], row->balance);
    print_integer(l->cell[VIOLATIONS], trial_violations(row));
    print_integer(l->cell[OVER_CAPACITY], row->over_capacity);
    print_integer(l->cell[UNBALANCED], row->unbalanced);
    if (method_packs(s->method)) {
        print_integer(l->cell[REPAIRED], row->repaired);
    }
    print_number(l->cell[SECONDS], row->seconds);
    size_t at = 0;
    for (int32_t c = 0; c < row->k; c++) {
        at += (size_t)snprintf(l->sizes + at, SIZE_WIDTH, "%s%lld", c > 0 ? " " : "",
                               (long long)row->size[c]);
    }
}

/* Of all other cells, each with a comma behind it. */
static void print_check(result_line *l, uint64_t sum) {
    for (int c = 0; c < CHECK; c++) {
        sum = checksum_bytes(sum, l->cell[c], strlen(l->cell[c]));
        sum = checksum_bytes(sum, ",", 1);
    }
    checksum_print(checksum_bytes(sum, l->sizes, strlen(l->sizes)), l->cell[CHECK]);
}

void result_line_print(result_line *l, const arguments *a, uint64_t origin, const series *s,
                       const trial *row) {
    char slack[RATIO_SIZE];
    memset(l->cell, 0, sizeof l->cell);
    l->sizes[0] = 0;
    snprintf(l->cell[METHOD], SERIES_NAME, "%s", s->name);
    print_integer(l->cell[CLUSTERS], row->k);
    print_integer(l->cell[SEED], row->seed);
    print_integer(l->cell[CAPACITY], row->q);
    snprintf(l->cell[STATUS], SERIES_NAME, "%s", trial_status(row));
    if (row->state == TRIAL_DONE) {
        print_answer(l, s, row);
    }
    if (a->max_size == 0) {
        snprintf(l->cell[SLACK], SERIES_NAME, "%s", ratio_print(s->slack, slack));
    }
    if (s->method == FCAP_METHOD_FAIR_KMEDOIDS) {
        print_number(l->cell[LAMBDA], s->lambda);
    }
    print_check(l, origin);
}

/* ---- from text: what is no number becomes a negative one ---- */

static int64_t integer_in(fcap_cell cell) {
    int64_t value = 0;
    for (size_t i = 0; i < cell.size; i++) {
        if (cell.text[i] < '0' || cell.text[i] > '9' || value > (INT64_MAX - 9) / 10) {
            return -1;
        }
        value = 10 * value + (cell.text[i] - '0');
    }
    return cell.size > 0 ? value : -1;
}

static double number_in(fcap_cell cell) {
    double value;
    return fcap_number_parse(cell.text, cell.size, '.', &value) == 1 ? value : -1;
}

static int is_text(fcap_cell cell, const char *text) {
    return cell.size == strlen(text) && memcmp(cell.text, text, cell.size) == 0;
}

/* A short cell as a string. */
static void text_in(fcap_cell cell, char text[SERIES_NAME]) {
    snprintf(text, SERIES_NAME, "%.*s", (int)(cell.size < SERIES_NAME ? cell.size : 0),
             cell.text);
}

/* Returns 0, as a row with a fault is no row. */
static int fault_in(result_fault *fault, int column, const char *format, ...) FCAP_PRINTF(3);
static int fault_in(result_fault *fault, int column, const char *format, ...) {
    va_list args;
    fault->column = column;
    va_start(args, format);
    vsnprintf(fault->why, sizeof fault->why, format, args);
    va_end(args);
    return 0;
}

static int read_series(const fcap_cell *cell, const trials *t, series *out,
                       result_fault *fault) {
    const arguments *const a = t->job->args;
    char text[SERIES_NAME];
    char why[SERIES_WHY];
    fcap_error err;
    text_in(cell[METHOD], text);
    if (!series_parse(text, a, out, why)) {
        return fault_in(fault, METHOD, "%s", why);
    }
    if (cell[SLACK].size > 0) {
        text_in(cell[SLACK], text);
        if (fcap_ratio_parse(text, &out->slack, &err) != FCAP_OK) {
            return fault_in(fault, SLACK, "it is no slack");
        }
    }
    if (cell[LAMBDA].size > 0) {
        out->lambda = number_in(cell[LAMBDA]);
    }
    series_set_name(out, t->by_grid ? out->slack : a->slack);
    return 1;
}

static void read_status(fcap_cell cell, trial *row) {
    for (int state = TRIAL_DONE; state <= TRIAL_NOT_FOUND; state++) {
        for (int o = 0; o < FCAP_OUTCOME_END; o++) {
            trial const candidate = {.state = (trial_state)state, .outcome = (fcap_outcome)o};
            if (is_text(cell, trial_status(&candidate)) && o != FCAP_INTERRUPTED) {
                row->state = candidate.state;
                row->outcome = candidate.outcome;
                return;
            }
        }
    }
}

/* k numbers that add up to n, none above the one before; NULL otherwise. */
static int64_t *read_sizes(fcap_cell cell, int32_t k, int64_t n) {
    if (k > n) {
        return NULL;
    }
    int64_t *const size = need((size_t)k, sizeof *size);
    size_t at = 0;
    int64_t left = n;
    int in_order = 1;
    for (int32_t c = 0; c < k; c++) {
        const char *const blank =
            at < cell.size ? memchr(cell.text + at, ' ', cell.size - at) : NULL;
        size_t const end = blank != NULL ? (size_t)(blank - cell.text) : cell.size;
        size[c] = at < end ? integer_in((fcap_cell){cell.text + at, end - at}) : -1;
        in_order =
            in_order && size[c] > 0 && size[c] <= left && (c == 0 || size[c] <= size[c - 1]);
        left -= in_order ? size[c] : 0;
        at = end + 1;
    }
    if (left != 0 || !in_order) {
        free(size);
        return NULL;
    }
    return size;
}

static int read_answer(const fcap_cell *cell, const trials *t, trial *row,
                       result_fault *fault) {
    row->cost = number_in(cell[COST]);
    row->bound = number_in(cell[BOUND]);
    row->balance = number_in(cell[BALANCE]);
    row->over_capacity = integer_in(cell[OVER_CAPACITY]);
    row->unbalanced = integer_in(cell[UNBALANCED]);
    row->repaired = is_text(cell[REPAIRED], "1");
    row->seconds = number_in(cell[SECONDS]);
    row->size = read_sizes(cell[SIZES], row->k, t->job->problem.n);
    if (row->size == NULL) {
        return fault_in(fault, SIZES,
                        "it should be %d sizes, the largest first, that add up to %lld rows",
                        (int)row->k, (long long)t->job->problem.n);
    }
    if (row->cost < 0) {
        return fault_in(fault, COST, "an answer has a cost of 0 or more");
    }
    if (row->seconds < 0) {
        return fault_in(fault, SECONDS, "a run takes 0 seconds or more");
    }
    if (row->over_capacity < 0 || row->over_capacity > 2 * (int64_t)row->k) {
        return fault_in(fault, OVER_CAPACITY, "it is no number of clusters");
    }
    if (row->unbalanced < 0 || row->unbalanced > row->k) {
        return fault_in(fault, UNBALANCED, "it is no number of clusters");
    }
    return 1;
}

static int read_cells(const fcap_cell *cell, const trials *t, const series *s, trial *row,
                      result_fault *fault) {
    int64_t const k = integer_in(cell[CLUSTERS]);
    *row = (trial){.k = k < 1 || k > INT32_MAX ? 0 : (int32_t)k,
                   .seed = integer_in(cell[SEED]),
                   .q = integer_in(cell[CAPACITY])};
    read_status(cell[STATUS], row);
    if (row->k == 0) {
        return fault_in(fault, CLUSTERS, "it is no number of clusters");
    }
    if (row->seed < 0) {
        return fault_in(fault, SEED, "a seed is a whole number");
    }
    if (row->state == TRIAL_OPEN) {
        return fault_in(fault, STATUS, "no run ends so");
    }
    fcap_rules rules = t->job->rules;
    rules.k = row->k;
    rules.slack = s->slack;
    int64_t const q = fcap_rules_capacity(&rules, t->job->weight);
    if (row->q != q) {
        return fault_in(fault, CAPACITY, "with k = %d the capacity is %lld", (int)row->k,
                        (long long)q);
    }
    return row->state != TRIAL_DONE || read_answer(cell, t, row, fault);
}

/* ---- what cannot be ---- */

/* The balance of a cluster is that of its smallest and its largest group, which together are
 * not more than the cluster. */
static int is_fraction_of_members(double balance, int64_t members) {
    for (int64_t most = 1; most <= members; most++) {
        int64_t const least = (int64_t)(balance * (double)most + 0.5);
        if (least + most <= members && (double)least / (double)most == balance) {
            return 1;
        }
    }
    return balance == 1; /* also of clusters of which no group is known */
}

/* The least and the largest balance that is asked of an attribute. */
static void asked_balances(const job *j, double *least, double *most) {
    *least = 1;
    *most = 0;
    for (int32_t a = 0; a < j->n_protect; a++) {
        double const asked = (double)j->balance[a].num / (double)j->balance[a].den;
        *least = asked < *least ? asked : *least;
        *most = asked > *most ? asked : *most;
    }
}

static int doubt_balance(const job *j, const series *s, const trial *row, result_fault *fault) {
    if ((row->balance >= 0) != (j->n_protect > 0)) {
        return fault_in(fault, BALANCE,
                        j->n_protect > 0 ? "an answer has a balance from 0 to 1"
                                         : "without a protected attribute there is no balance");
    }
    double least;
    double most;
    asked_balances(j, &least, &most);
    if (row->balance > 1) {
        return fault_in(fault, BALANCE, "a balance is from 0 to 1");
    }
    if (row->balance >= 0 && !is_fraction_of_members(row->balance, row->size[0])) {
        return fault_in(fault, BALANCE,
                        "no two groups in a cluster of at most %lld have such a balance",
                        (long long)row->size[0]);
    }
    int const must_break = j->n_protect > 0 && row->balance < least;
    int const may_break = j->n_protect > 0 && row->balance < most;
    if ((row->unbalanced == 0 && must_break) || (row->unbalanced > 0 && !may_break)) {
        return fault_in(fault, UNBALANCED, "it contradicts the balance");
    }
    return row->unbalanced == 0 || !(fcap_method_enforces(s->method) & FCAP_ENFORCES_BALANCE) ||
           fault_in(fault, UNBALANCED, "%s never breaks the balance", s->name);
}

/* With weights the sizes do not tell. */
static int doubt_capacity(const job *j, const series *s, const trial *row,
                          result_fault *fault) {
    int64_t outside = 0;
    for (int32_t c = 0; c < row->k; c++) {
        outside += (row->size[c] > row->q) + (row->size[c] < j->rules.min_size);
    }
    if (j->problem.weight == NULL && row->over_capacity != outside) {
        return fault_in(fault, OVER_CAPACITY, "by the sizes it is %lld", (long long)outside);
    }
    return row->over_capacity == 0 ||
           !(fcap_method_enforces(s->method) & FCAP_ENFORCES_CAPACITY) ||
           fault_in(fault, OVER_CAPACITY, "%s never breaks the sizes", s->name);
}

static int doubt_proof(const job *j, const series *s, const trial *row, result_fault *fault) {
    if (s->method != FCAP_METHOD_BEST && row->outcome != FCAP_FEASIBLE) {
        return fault_in(fault, STATUS, "the answers of %s are feasible", s->name);
    }
    if (row->outcome == FCAP_TIME_LIMIT && j->args->time_limit == 0) {
        return fault_in(fault, STATUS, "there is no time limit");
    }
    if (row->bound >= 0 && s->method != FCAP_METHOD_BEST) {
        return fault_in(fault, BOUND, "only best has a bound");
    }
    return row->bound <= row->cost * (1 + 1e-9) ||
           fault_in(fault, BOUND, "it is above the cost");
}

/* ---- the whole ---- */

/* Is the row what would be written for it? */
static int is_as_written(const fcap_cell *cell, const trials *t, uint64_t origin,
                         const series *s, const trial *row, result_fault *fault) {
    result_line l = result_line_open(row->size != NULL ? row->k : 0); /* else k has no limit */
    result_line_print(&l, t->job->args, origin, s, row);
    int same = is_text(cell[SIZES], l.sizes) ||
               fault_in(fault, SIZES, "faircap would have written it otherwise");
    for (int c = 0; same && c < CHECK; c++) {
        same = is_text(cell[c], l.cell[c]) ||
               fault_in(fault, c, "by the rest of the row it should be %s",
                        l.cell[c][0] == 0 ? "empty" : l.cell[c]);
    }
    same = same && (is_text(cell[CHECK], l.cell[CHECK]) ||
                    fault_in(fault, CHECK,
                             "it does not fit the other cells, so one of them was changed, or "
                             "the row is from another folder"));
    free(l.sizes);
    return same;
}

int result_row_read(const fcap_cell *cell, const trials *t, uint64_t origin, series *s,
                    trial *row, result_fault *fault) {
    const job *const j = t->job;
    *row = (trial){0};
    int const is_row = read_series(cell, t, s, fault) && read_cells(cell, t, s, row, fault) &&
                       (row->state != TRIAL_DONE ||
                        (doubt_proof(j, s, row, fault) && doubt_balance(j, s, row, fault) &&
                         doubt_capacity(j, s, row, fault))) &&
                       is_as_written(cell, t, origin, s, row, fault);
    if (!is_row) {
        free(row->size);
        row->size = NULL;
    }
    return is_row;
}
