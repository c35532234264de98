/* args.c - the table of options, and the parser and help made from it. See args.h. */
#include "args.h"

#include "words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef enum kind {
    FLAG,   /* int: set to 1 */
    TEXT,   /* const char * */
    WORDS,  /* word_list: may repeat */
    COUNT,  /* int64_t within [low, high] */
    REAL,   /* double >= 0 */
    RATIO,  /* fcap_ratio */
    CHOICE, /* int: index into choices, separated by | */
    METHOD, /* int: fcap_method, by name */
    SHARE,  /* double within [0, 1): 0.01 or 1% */
} kind;

typedef struct option_row {
    char letter; /* 0 = none */
    const char *name;
    kind kind;
    size_t field;
    unsigned commands; /* that take it */
    const char *argument;
    const char *help;
    int64_t low; /* of REAL: 0 = at least 0, 1 = above 0 */
    int64_t high;
} option_row;

#define FIELD(f) offsetof(arguments, f)
#define DATA     (CMD_CLUSTER | CMD_CHECK | CMD_PLAN)
#define ALL      (DATA | CMD_GENERATE)

/* As help shows them: the default first. */
static const char METHODS[] =
    "best|fair-hierarchical|fair-kmedoids|fairlet-kcenter|fairlet-kmedoids|kmedoids";

/* A row without a name is a heading. */
static const option_row table[] = {
    {.help = "Data", .commands = DATA},
    {'p', "protect", WORDS, FIELD(protect), DATA, "COL,...",
     "protected attribute(s): the mix to keep fair", 0, 0},
    {'f', "features", WORDS, FIELD(features), DATA, "COL,...",
     "columns that make the distance (default: all without other part)", 0, 0},
    {'x', "ignore", WORDS, FIELD(ignore), DATA, "COL,...", "columns left out", 0, 0},
    {0, "id", TEXT, FIELD(id), DATA, "COL", "identifier, copied to the output", 0, 0},
    {0, "include-protected", FLAG, FIELD(include_protected), DATA, NULL,
     "let the protected attribute count in the distance", 0, 0},
    {0, "scale", CHOICE, FIELD(scale), DATA, "minmax|zscore|none",
     "numeric columns (default minmax); text columns become one-hot", 0, 0},
    {0, "missing", CHOICE, FIELD(missing), DATA, "error|drop|impute|category",
     "rows with missing cells in used columns (default error)", 0, 0},
    {0, "na", WORDS, FIELD(na), DATA, "TEXT,...",
     "texts that mean missing, besides empty, NA, N/A, NaN, NULL, ?", 0, 0},
    {0, "numeric", WORDS, FIELD(numeric), DATA, "COL,...", "read these columns as numbers", 0,
     0},
    {0, "categorical", WORDS, FIELD(categorical), DATA, "COL,...",
     "read these columns as texts", 0, 0},
    {0, "header", FLAG, FIELD(header), DATA, NULL, "the first line is a header", 0, 0},
    {0, "no-header", FLAG, FIELD(no_header), DATA, NULL, "the first line is data", 0, 0},
    {0, "delimiter", TEXT, FIELD(delimiter), DATA, "C",
     "between cells: one character, or 'tab' (default: detected)", 0, 0},
    {0, "decimal-comma", FLAG, FIELD(decimal_comma), DATA, NULL, "numbers such as 1,5", 0, 0},
    {0, "skip", COUNT, FIELD(skip), DATA, "N", "lines before the header that are no data", 0,
     INT32_MAX},

    {.help = "Problem", .commands = DATA},
    {'k', "clusters", COUNT, FIELD(clusters), DATA, "N", "number of clusters, none empty", 1,
     INT32_MAX},
    {'q', "max-size", COUNT, FIELD(max_size), DATA, "N",
     "capacity: most members of a cluster (default ceil(n * slack / k))", 1, INT32_MAX},
    {0, "slack", RATIO, FIELD(slack), DATA, "E", "of the default capacity (default 1.01)", 0,
     0},
    {0, "min-size", COUNT, FIELD(min_size), DATA, "N",
     "fewest members of a cluster (default 1)", 1, INT32_MAX},
    {'t', "balance", TEXT, FIELD(balance), DATA, "R",
     "least balance, 1/2 or 0.5, or COL=R,COL=R (default 1/2 with -p)", 0, 0},

    {.help = "Method", .commands = CMD_CLUSTER},
    {'m', "method", METHOD, FIELD(method), CMD_CLUSTER, METHODS,
     "best, fair-*: keep all rules; fairlet-*: the balance; kmedoids: none", 0, 0},
    {0, "fairlets", CHOICE, FIELD(fairlets), CMD_CLUSTER, "mcf|vanilla",
     "small fair sets that stay together: of least cost (default), or any", 0, 0},
    {0, "fairlet-centre", CHOICE, FIELD(fairlet_centre), CMD_CLUSTER, "median|random",
     "which member stands for a fairlet (default median)", 0, 0},
    {0, "lambda", REAL, FIELD(lambda), CMD_CLUSTER, "X",
     "decay of a fairlet's value in fair-kmedoids (default 0.3)", 1, 0},
    {0, "effort", COUNT, FIELD(effort), CMD_CLUSTER, "1..9", "how hard to search (default 5)",
     1, 9},
    {0, "gap", SHARE, FIELD(gap), CMD_CLUSTER, "G",
     "stop once proved to be this near the optimum: 0.01 or 1%", 0, 0},
    {0, "bound", CHOICE, FIELD(bound), CMD_CLUSTER, "auto|off",
     "prove how near (default auto: up to 10,000 rows)", 0, 0},
    {0, "certify", FLAG, FIELD(certify), CMD_CLUSTER, NULL,
     "prove it for any number of rows, however long it takes", 0, 0},
    {0, "time-limit", REAL, FIELD(time_limit), CMD_CLUSTER, "S",
     "stop after S seconds with the best answer so far", 0, 0},
    {0, "seed", COUNT, FIELD(seed), CMD_CLUSTER | CMD_GENERATE, "N",
     "of the random numbers (default 1)", 0, INT64_MAX},
    {0, "threads", COUNT, FIELD(threads), CMD_CLUSTER | CMD_CHECK, "N",
     "default: all cores; labels never depend on it", 1, 256},

    {.help = "Synthetic data", .commands = CMD_GENERATE},
    {0, "n", COUNT, FIELD(n), CMD_GENERATE, "N", "points (default 100)", 1, INT32_MAX},
    {0, "dim", COUNT, FIELD(dim), CMD_GENERATE, "N", "coordinates (default 2)", 1, 1000000},
    {0, "groups", COUNT, FIELD(groups), CMD_GENERATE, "N",
     "protected groups a, b, c, ... (default 2)", 1, 1000},
    {0, "group-balance", RATIO, FIELD(group_balance), CMD_GENERATE, "R",
     "smallest group / largest group (default 1)", 0, 0},
    {0, "true-clusters", COUNT, FIELD(true_clusters), CMD_GENERATE, "N",
     "clusters the points are drawn from (default 5)", 1, INT32_MAX},
    {0, "weights", TEXT, FIELD(weights), CMD_GENERATE, "LO-HI", "add a column of whole weights",
     0, 0},
    {0, "truth", FLAG, FIELD(truth), CMD_GENERATE, NULL,
     "add the true cluster of each point as a column", 0, 0},

    {.help = "Output", .commands = ALL},
    {'o', "output", TEXT, FIELD(output), CMD_CLUSTER | CMD_GENERATE, "FILE",
     "where the table goes (default: standard output)", 0, 0},
    {0, "labels-only", FLAG, FIELD(labels_only), CMD_CLUSTER, NULL,
     "only id (or row) and cluster", 0, 0},
    {0, "json", TEXT, FIELD(json), DATA, "FILE", "report as JSON; - is standard output", 0, 0},
    {0, "html", TEXT, FIELD(html), CMD_CLUSTER, "FILE", "report as one page with plots", 0, 0},
    {0, "certificate", TEXT, FIELD(certificate), CMD_CLUSTER | CMD_CHECK, "FILE",
     "the proof of the lower bound: cluster writes it, check verifies it", 0, 0},
    {'v', "verbose", FLAG, FIELD(verbose), ALL, NULL, "say more", 0, 0},
    {0, "quiet", FLAG, FIELD(quiet), ALL, NULL, "say only errors", 0, 0},
    {0, "progress", CHOICE, FIELD(progress), CMD_CLUSTER, "auto|on|off",
     "progress line on stderr (auto: on a terminal)", 0, 0},
};
enum {
    N_ROWS = sizeof table / sizeof *table
};

typedef struct command_row {
    command id;
    const char *name;
    const char *files;
    int n_files;
    const char *what;
    const char *examples;
} command_row;

static const command_row commands[] = {
    {CMD_CLUSTER, "cluster", "FILE", 1,
     "make clusters: similar members, at most q each, a fair mix in each",
     "  faircap cluster roster.csv -k 8 -p gender -o groups.csv --html groups.html\n"
     "  faircap cluster students.csv -k 10 -q 40 -p sex -t 1/2 --json report.json -o out.csv\n"
     "  faircap cluster points.npy -k 50 --labels-only -o labels.csv\n"},
    {CMD_CHECK, "check", "FILE RESULT", 2,
     "re-verify a result from the raw data; trust nothing",
     "  faircap check roster.csv groups.csv -k 8 -p gender\n"
     "  faircap check students.csv out.csv -k 10 -q 40 -p sex -t 1/2 --json check.json\n"
     "  faircap check roster.csv groups.csv -k 8 -p gender --certificate groups.proof\n"},
    {CMD_PLAN, "plan", "FILE", 1, "what is feasible here, before solving",
     "  faircap plan roster.csv -p gender              what is possible for each k\n"
     "  faircap plan roster.csv -p gender -k 8 -q 4    is this possible? if not, what would "
     "be\n"},
    {CMD_GENERATE, "generate", "", 0, "synthetic data with known structure",
     "  faircap generate --n 1000 --dim 2 --true-clusters 8 --group-balance 1/2 -o "
     "points.csv\n"},
};
enum {
    N_COMMANDS = sizeof commands / sizeof *commands
};

static const command_row *command_named(const char *name) {
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static const command_row *command_row_of(command id) {
    for (size_t i = 0; i < N_COMMANDS; i++) {
        if (commands[i].id == id) {
            return &commands[i];
        }
    }
    return NULL;
}

/* ---- help ---- */

static void help_options(FILE *to, command of) {
    for (size_t i = 0; i < N_ROWS; i++) {
        const option_row *const r = &table[i];
        if (!(r->commands & of)) {
            continue;
        }
        if (r->name == NULL) {
            fprintf(to, "\n%s\n", r->help);
            continue;
        }
        char left[128];
        char const mark[] = {'-', r->letter, ',', ' ', 0};
        snprintf(left, sizeof left, "%s--%s%s%s", r->letter != 0 ? mark : "    ", r->name,
                 r->argument != NULL ? " " : "", r->argument != NULL ? r->argument : "");
        if (strlen(left) > 29) {
            fprintf(to, "  %s\n  %-29s %s\n", left, "", r->help);
        } else {
            fprintf(to, "  %-29s %s\n", left, r->help);
        }
    }
}

void args_help(FILE *to, command of) {
    const command_row *const c = command_row_of(of);
    if (c != NULL) {
        fprintf(to, "faircap %s - %s\n\nExamples\n%s\nUsage\n  faircap %s [OPTIONS] %s\n",
                c->name, c->what, c->examples, c->name, c->files);
        if (c->n_files > 0) {
            fputs("\nFILE is .csv, .tsv, .csv.gz or .npy, or - for standard input. A column is "
                  "named "
                  "by its\nheader or its number (from 1).\n",
                  to);
        }
        help_options(to, of);
        fputs("\n  -h, --help                    this text\n", to);
        return;
    }
    fputs("faircap - divide people or points into groups that are similar, fair and not too "
          "large\n"
          "\nExamples\n",
          to);
    fputs(commands[0].examples, to);
    fputs(commands[2].examples, to);
    fputs("\nCommands\n", to);
    for (size_t i = 0; i < N_COMMANDS; i++) {
        fprintf(to, "  %-9s %s\n", commands[i].name, commands[i].what);
    }
    fputs("\n  faircap COMMAND --help    the options of a command\n"
          "  faircap --version         the version\n"
          "\nExit codes\n"
          "  0 done   1 internal error   2 wrong usage   3 bad data   4 infeasible, proved\n"
          "  5 nothing found in time   6 check found a violation   7 cannot read or write, or\n"
          "  out of memory   130 interrupted (the best answer so far was written)\n",
          to);
}

/* One line an option, for completions and for the test of the man page. */
static void list_options(FILE *to) {
    for (size_t c = 0; c < N_COMMANDS; c++) {
        fprintf(to, "%s\n", commands[c].name);
        for (size_t i = 0; i < N_ROWS; i++) {
            if (table[i].name != NULL && (table[i].commands & commands[c].id)) {
                fprintf(to, "%s --%s %s\n", commands[c].name, table[i].name,
                        table[i].argument != NULL ? table[i].argument : "");
            }
        }
    }
}

/* ---- suggestions ---- */

/* Edits (one character added, dropped or changed) from a to b; texts are short. */
static int distance(const char *a, const char *b) {
    int row[64] = {0};
    int const m = (int)strlen(b);
    if (m >= 63 || strlen(a) >= 63) {
        return 99;
    }
    for (int j = 0; j <= m; j++) {
        row[j] = j;
    }
    for (int i = 1; a[i - 1] != 0; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int const change = diagonal + (a[i - 1] != b[j - 1]);
            int const other = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[m];
}

static const char *nearest_option(const char *name, command of) {
    const char *best = NULL;
    int best_distance = 3;
    for (size_t i = 0; i < N_ROWS; i++) {
        if (table[i].name != NULL && (table[i].commands & of)) {
            int const d = distance(name, table[i].name);
            if (d < best_distance) {
                best_distance = d;
                best = table[i].name;
            }
        }
    }
    return best;
}

static int unknown_command(const char *name) {
    const char *best = NULL;
    int best_distance = 4;
    for (size_t i = 0; i < N_COMMANDS; i++) {
        int const d = distance(name, commands[i].name);
        if (d < best_distance) {
            best_distance = d;
            best = commands[i].name;
        }
    }
    if (best != NULL) {
        return say_error(EXIT_USAGE, "there is no command \"%s\"; did you mean \"%s\"?",
                         safe(name), best);
    }
    return say_error(EXIT_USAGE, "there is no command \"%s\"; see faircap --help", safe(name));
}

static int unknown_option(const char *shown, const char *name, command of) {
    const char *const best = nearest_option(name, of);
    const command_row *const c = command_row_of(of);
    assert(c != NULL);
    const char *const command_name = c->name;
    if (best != NULL) {
        return say_error(EXIT_USAGE, "%s has no option \"%s\"; did you mean --%s?",
                         command_name, safe(shown), best);
    }
    return say_error(EXIT_USAGE, "%s has no option \"%s\"; see faircap %s --help", command_name,
                     safe(shown), command_name);
}

/* ---- parsing ---- */

static int parse_count(const option_row *r, const char *text, int64_t *out) {
    int64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (value > (INT64_MAX - 9) / 10) {
            break;
        }
        value = 10 * value + (*at - '0');
    }
    if (at == text || *at != 0 || value < r->low || value > r->high) {
        if (r->high < INT32_MAX) {
            return say_error(EXIT_USAGE,
                             "--%s takes a whole number from %lld to %lld, not \"%s\"", r->name,
                             (long long)r->low, (long long)r->high, safe(text));
        }
        return say_error(EXIT_USAGE, "--%s takes a whole number of at least %lld, not \"%s\"",
                         r->name, (long long)r->low, safe(text));
    }
    *out = value;
    return 0;
}

static int parse_choice(const option_row *r, const char *text, int *out) {
    assert(r->argument != NULL);
    size_t const size = strlen(text);
    int index = 0;
    for (const char *at = r->argument;; index++) {
        size_t const length = strcspn(at, "|");
        if (length == size && strncmp(at, text, size) == 0) {
            *out = index;
            return 0;
        }
        if (at[length] == 0) {
            return say_error(EXIT_USAGE, "--%s is one of %s, not \"%s\"", r->name, r->argument,
                             safe(text));
        }
        at += length + 1;
    }
}

static int parse_method(const option_row *r, const char *text, int *out) {
    for (int m = 0; m < FCAP_METHOD_END; m++) {
        if (strcmp(fcap_method_name((fcap_method)m), text) == 0) {
            *out = m;
            return 0;
        }
    }
    return say_error(EXIT_USAGE, "--%s is one of %s, not \"%s\"", r->name, r->argument,
                     safe(text));
}

static int parse_share(const option_row *r, const char *text, double *out) {
    size_t const size = strlen(text);
    int const percent = size > 0 && text[size - 1] == '%';
    double value;
    if (fcap_number_parse(text, size - (size_t)percent, '.', &value) == 1) {
        value = percent ? value / 100 : value;
        if (value >= 0 && value < 1) {
            *out = value;
            return 0;
        }
    }
    return say_error(EXIT_USAGE,
                     "--%s takes a share of at least 0 and below 1, such as 0.01 or 1%%, not "
                     "\"%s\"",
                     r->name, safe(text));
}

static int set_value(arguments *args, const option_row *r, const char *text) {
    void *const field = (char *)args + r->field;
    fcap_error err;
    assert(r->kind == FLAG || text != NULL);
    switch (r->kind) {
    case FLAG:
        *(int *)field = 1;
        return 0;
    case TEXT:
        *(const char **)field = text;
        return 0;
    case WORDS: {
        word_list *const list = field;
        if (list->n == WORDS_MAX) {
            return say_error(EXIT_USAGE, "--%s is given more than %d times", r->name,
                             WORDS_MAX);
        }
        list->word[list->n++] = text;
        return 0;
    }
    case COUNT:
        return parse_count(r, text, field);
    case REAL:
        if (fcap_number_parse(text, strlen(text), '.', field) != 1 || *(double *)field < 0 ||
            (r->low > 0 && *(double *)field == 0)) {
            return say_error(EXIT_USAGE, "--%s takes a number %s 0, not \"%s\"", r->name,
                             r->low > 0 ? "above" : "of at least", safe(text));
        }
        return 0;
    case RATIO:
        if (fcap_ratio_parse(text, field, &err) != FCAP_OK) {
            return say_error(EXIT_USAGE, "--%s: %s", r->name, err.message);
        }
        return 0;
    case CHOICE:
        return parse_choice(r, text, field);
    case METHOD:
        return parse_method(r, text, field);
    case SHARE:
        return parse_share(r, text, field);
    }
    return 0;
}

static const option_row *row_named(const char *name, size_t size, command of) {
    for (size_t i = 0; i < N_ROWS; i++) {
        if (table[i].name != NULL && (table[i].commands & of) &&
            strlen(table[i].name) == size && strncmp(table[i].name, name, size) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

static const option_row *row_lettered(char letter, command of) {
    for (size_t i = 0; i < N_ROWS; i++) {
        if (table[i].name != NULL && (table[i].commands & of) && table[i].letter == letter) {
            return &table[i];
        }
    }
    return NULL;
}

/* --name, --name=value, --name value */
static int parse_long(arguments *args, int argc, char **argv, int *at) {
    const char *const word = argv[*at] + 2;
    size_t const size = strcspn(word, "=");
    const option_row *const r = row_named(word, size, args->command);
    if (r == NULL) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)(size < 63 ? size : 63), word);
        return unknown_option(argv[*at], name, args->command);
    }
    if (r->kind == FLAG) {
        if (word[size] == '=') {
            return say_error(EXIT_USAGE, "--%s takes no value", r->name);
        }
        return set_value(args, r, NULL);
    }
    if (word[size] == '=') {
        return set_value(args, r, word + size + 1);
    }
    if (*at + 1 >= argc) {
        return say_error(EXIT_USAGE, "--%s needs a value: --%s %s", r->name, r->name,
                         r->argument);
    }
    return set_value(args, r, argv[++*at]);
}

/* -v, -k 3, -k3 */
static int parse_short(arguments *args, int argc, char **argv, int *at) {
    for (const char *c = argv[*at] + 1; *c != 0; c++) {
        const option_row *const r = row_lettered(*c, args->command);
        if (r == NULL) {
            char const name[] = {*c, 0};
            return unknown_option(argv[*at], name, args->command);
        }
        if (r->kind == FLAG) {
            int const code = set_value(args, r, NULL);
            if (code != 0) {
                return code;
            }
            continue;
        }
        if (c[1] != 0) {
            return set_value(args, r, c + 1);
        }
        if (*at + 1 >= argc) {
            return say_error(EXIT_USAGE, "-%c needs a value: -%c %s", *c, *c, r->argument);
        }
        return set_value(args, r, argv[++*at]);
    }
    return 0;
}

static void set_defaults(arguments *args) {
    *args = (arguments){.slack = {101, 100},
                        .min_size = 1,
                        .method = -1,
                        .effort = 5,
                        .lambda = 0.3,
                        .seed = 1,
                        .n = 100,
                        .dim = 2,
                        .groups = 2,
                        .group_balance = {1, 1},
                        .true_clusters = 5};
}

static int parse_words(int argc, char **argv, arguments *args, int *finished) {
    const command_row *const c = command_row_of(args->command);
    assert(c != NULL);
    int only_files = 0;
    for (int i = 2; i < argc; i++) {
        const char *const word = argv[i];
        int code = 0;
        if (!only_files && strcmp(word, "--") == 0) {
            only_files = 1;
        } else if (!only_files && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            args_help(stdout, args->command);
            *finished = 1;
            return 0;
        } else if (!only_files && strncmp(word, "--", 2) == 0) {
            code = parse_long(args, argc, argv, &i);
        } else if (!only_files && word[0] == '-' && word[1] != 0) {
            code = parse_short(args, argc, argv, &i);
        } else if (args->n_files < c->n_files) {
            args->file[args->n_files++] = word;
        } else {
            code = say_error(EXIT_USAGE, "%s does not know what to do with \"%s\"; it takes %s",
                             c->name, safe(word), c->n_files == 0 ? "no file" : c->files);
        }
        if (code != 0) {
            return code;
        }
    }
    if (args->n_files < c->n_files) {
        return say_error(EXIT_USAGE, "%s needs %s; see faircap %s --help", c->name, c->files,
                         c->name);
    }
    return 0;
}

int args_parse(int argc, char **argv, arguments *args, int *finished) {
    set_defaults(args);
    args->argc = argc;
    args->argv = argv;
    *finished = 0;
    if (argc < 2) {
        args_help(stderr, CMD_NONE);
        return EXIT_USAGE;
    }
    const char *const first = argv[1];
    *finished = 1;
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 ||
        strcmp(first, "help") == 0) {
        const command_row *const c = argc > 2 ? command_named(argv[2]) : NULL;
        if (argc > 2 && c == NULL) {
            return unknown_command(argv[2]);
        }
        args_help(stdout, c != NULL ? c->id : CMD_NONE);
        return 0;
    }
    if (strcmp(first, "--version") == 0) {
        printf("faircap %s\n", fcap_version());
        return 0;
    }
    if (strcmp(first, "--list-options") == 0) {
        list_options(stdout);
        return 0;
    }
    *finished = 0;
    const command_row *const c = command_named(first);
    if (c == NULL) {
        return first[0] == '-'
                   ? say_error(EXIT_USAGE, "a command comes first (cluster, check, plan, "
                                           "generate), then its options; see faircap --help")
                   : unknown_command(first);
    }
    args->command = c->id;
    return parse_words(argc, argv, args, finished);
}

/* ---- the words again ---- */

/* Reports and messages are no part of what is asked. */
static int is_request(const option_row *r) {
    return (r->commands & CMD_PLAN) && (r->commands & CMD_CHECK) &&
           !(r->commands & CMD_GENERATE) && r->field != FIELD(json);
}

/* The option that a word of a command line without faults is about, or the last one of several
 * letters; *valued: its value is the next word. NULL: the word is a file. */
static const option_row *row_of_word(const char *word, command of, int *valued) {
    const option_row *r = NULL;
    *valued = 0;
    if (word[0] == '-' && word[1] == '-') {
        size_t const size = strcspn(word + 2, "=");
        r = row_named(word + 2, size, of);
        *valued = r != NULL && r->kind != FLAG && word[2 + size] == 0;
    } else if (word[0] == '-') {
        for (const char *c = word + 1; *c != 0; c++) {
            r = row_lettered(*c, of);
            if (r == NULL || r->kind != FLAG) {
                *valued = r != NULL && c[1] == 0;
                break;
            }
        }
    }
    return r;
}

int args_request(const arguments *args, const char **word) {
    int n = 0;
    for (int i = 2; i < args->argc && strcmp(args->argv[i], "--") != 0; i++) {
        int valued;
        const option_row *const r = row_of_word(args->argv[i], args->command, &valued);
        int const taken = r != NULL && is_request(r);
        if (taken) {
            word[n++] = args->argv[i];
        }
        i += valued;
        if (taken && valued) {
            word[n++] = args->argv[i];
        }
    }
    return n;
}
