/* mpi_args.c - see mpi_args.h. One table has every option; help and parser are made from it. */
#include "mpi/mpi_args.h"

#include "words.h"

#include <errno.h>
#include <glob.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    EFFORT_MOST = 9,
    THREADS_MOST = 256 /* as faircap has it */
};

#define BYTES_MOST ((int64_t)1 << 46) /* more than any machine has, or could read at once */

typedef enum kind {
    FLAG,    /* int32_t */
    TEXT,    /* const char * */
    WORDS,   /* mpi_words */
    COUNT,   /* int64_t from `low` on */
    COUNT32, /* int32_t from `low` on */
    BYTES,   /* int64_t from `low` on: 256M, 2G */
    REAL,    /* double, not negative */
    RATIO,   /* fcap_ratio */
    CHOICE,  /* int32_t or an enum: place among the words of `argument` */
    CHARACTER,
    HEADER, /* fcap_header becomes `low` */
    SEED,
} kind;

typedef struct row {
    char letter;
    const char *name;
    kind kind;
    size_t field;
    const char *argument;
    const char *help;
    int64_t low;
} row;

#define OF(f)  offsetof(mpi_arguments, f)
#define ASK(f) offsetof(mpi_arguments, request.f)

static const row rows[] = {
    {.help = "Data"},
    {'p', "protect", TEXT, ASK(protect), "COL", "column of the two groups to mix", 0},
    {'f', "features", WORDS, OF(features), "COL,...",
     "columns that make the distance (default: all without other part)", 0},
    {'x', "ignore", WORDS, OF(ignore), "COL,...", "columns left out", 0},
    {0, "scale", CHOICE, ASK(scale), "minmax|zscore|none", "of numbers (default minmax)", 0},
    {0, "metric", CHOICE, ASK(metric), "euclidean|manhattan", "(default euclidean)", 0},
    {0, "missing", CHOICE, ASK(missing), "error|drop",
     "rows with missing cells in used columns (default error)", 0},
    {0, "na", WORDS, OF(na), "TEXT,...", "texts that mean missing, besides empty, NA, ...", 0},
    {0, "numeric", WORDS, OF(numeric), "COL,...", "read these columns as numbers", 0},
    {0, "categorical", WORDS, OF(categorical), "COL,...", "read these columns as texts", 0},
    {0, "header", HEADER, ASK(header), NULL, "the first line of the first file is a header",
     FCAP_HEADER_YES},
    {0, "no-header", HEADER, ASK(header), NULL, "it is data", FCAP_HEADER_NO},
    {0, "delimiter", CHARACTER, ASK(delimiter), "C",
     "between cells: one character, or 'tab' (default: detected)", 0},
    {0, "decimal-comma", FLAG, ASK(decimal_comma), NULL, "numbers such as 1,5", 0},
    {.help = "Problem"},
    {'k', "clusters", COUNT32, ASK(k), "N", "number of clusters, none empty", 1},
    {'q', "max-size", COUNT, ASK(max_size), "N",
     "most members of a cluster (default ceil(n * slack / k))", 1},
    {0, "slack", RATIO, ASK(slack), "E", "of the default capacity (default 1.01)", 0},
    {0, "min-size", COUNT, ASK(min_size), "N", "fewest members of a cluster (default 1)", 1},
    {'t', "balance", RATIO, ASK(balance), "R",
     "least balance of the two groups, 1/2 or 0.5 (default 1/2 with -p)", 0},
    {.help = "Search"},
    {0, "effort", COUNT32, ASK(effort), "1..9", "how hard to search (default 5)", 1},
    {0, "seed", SEED, ASK(seed), "N", "of the random numbers (default 1)", 0},
    {0, "time-limit", REAL, ASK(time_limit), "S",
     "stop searching after S seconds; the job is ended after twice that and 10 s", 0},
    {0, "sample", COUNT, ASK(sample), "N",
     "rows that rank 0 searches for medoids (default 20,000 to 100,000, or 16 k)", 1},
    {0, "gather", COUNT, ASK(gather), "N",
     "rows that rank 0 assigns exactly at a time (default 50,000 to 400,000, by d)", 1},
    {0, "threads", COUNT32, ASK(threads), "N",
     "of rank 0 while it searches (default 1; 0: all cores)", 0},
    {0, "memory-limit", BYTES, ASK(memory_limit), "SIZE",
     "of a rank, such as 256M; rows that do not fit are kept in a file", 1 << 20},
    {0, "stream", FLAG, ASK(stream), NULL, "keep them there even if memory would do", 0},
    {0, "piece-size", BYTES, ASK(piece_size), "SIZE", "read at a time (default 64K to 8M)", 1},
    {0, "resume", FLAG, ASK(resume), NULL, "go on from the checkpoint in FOLDER.partial", 0},
    {.help = "Output"},
    {'o', "output", TEXT, ASK(output), "FOLDER", "a new folder: labels and report.json", 0},
    {0, "stats", TEXT, OF(stats), "FILE", "ranks, seconds, bytes and memory, as JSON", 0},
    {0, "quiet", FLAG, OF(quiet), NULL, "say nothing but errors", 0},
};

void mpi_help(FILE *to) {
    fprintf(
        to,
        "faircap-mpi - fair-capacitated clustering on many machines\n\n"
        "  mpirun -n 4 faircap-mpi cluster 'shards/*.csv' -k 100 -p group -o out\n"
        "  mpirun -n 4 faircap-mpi check 'shards/*.csv' out -k 100 -p group\n"
        "  faircap-mpi cluster big.csv -k 100 --memory-limit 256M -o out\n\n"
        "All ranks must be able to open the files: CSV, gzip of it, or .npy. check reads "
        "the same\noptions of data and problem. cluster needs files, -k and -o; check needs "
        "files, the folder and\n-k, and what else was asked.\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *const r = &rows[i];
        char left[64];
        if (r->name == NULL) {
            fprintf(to, "\n%s\n", r->help);
            continue;
        }
        char const dash[] = {r->letter != 0 ? '-' : ' ', r->letter != 0 ? r->letter : ' ',
                             r->letter != 0 ? ',' : ' ', 0};
        snprintf(left, sizeof left, "%s --%s %s", dash, r->name,
                 r->argument != NULL ? r->argument : "");
        fprintf(to, "  %-38s %s\n", left, r->help);
    }
    fprintf(to,
            "\n      --help, --version\n\n"
            "Exit codes: 0 done, 1 an internal error or a hanging rank, 2 a wrong request, 3 "
            "faulty data,\n4 an impossible request, 5 no answer found in time, 6 a broken rule "
            "(check), 7 a file that\ncannot be read or written, 130 stopped by a signal\n");
}

/* ---------------------------------------------------------------- values */

static int add_words(mpi_words *list, char *text) {
    for (char *word = strtok(text, ","); word != NULL; word = strtok(NULL, ",")) {
        if (list->n == MPI_WORDS) {
            return 0;
        }
        list->word[list->n++] = word;
    }
    return 1;
}

static int read_count(const char *text, int64_t low, int64_t most, int64_t *out) {
    char *end = NULL;
    errno = 0;
    long long const value = strtoll(text, &end, 10);
    *out = value;
    return *text != 0 && *end == 0 && errno == 0 && value >= low && value <= most;
}

static int read_bytes(const char *text, int64_t low, int64_t most, int64_t *out) {
    char *end = NULL;
    long long const value = strtoll(text, &end, 10);
    int const unit = *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    end += unit > 0;
    int const ok = *text != 0 && *end == 0 && value > 0 && value <= most >> unit;
    *out = ok ? (int64_t)value << unit : 0;
    return ok && *out >= low;
}

/* The largest value of an option with a count or a size. */
static int64_t most_of(const row *r) {
    return r->kind == SEED            ? INT64_MAX
           : r->kind == BYTES         ? BYTES_MOST
           : r->field == ASK(effort)  ? EFFORT_MOST
           : r->field == ASK(threads) ? THREADS_MOST
                                      : INT32_MAX;
}

/* Is the text a count or a size, and only too large? */
static int is_above(const row *r, const char *text) {
    size_t const digits = strspn(text, "0123456789");
    int const ends = text[digits] == 0 || (r->kind == BYTES && text[digits + 1] == 0 &&
                                           strchr("KMG", text[digits]) != NULL);
    int const counts =
        r->kind == COUNT || r->kind == COUNT32 || r->kind == SEED || r->kind == BYTES;
    int64_t value = 0;
    int const fits = r->kind == BYTES ? read_bytes(text, 1, most_of(r), &value)
                                      : read_count(text, 0, most_of(r), &value);
    return counts && ends && strspn(text, "0") < digits && !fits;
}

static int read_choice(const char *text, const char *choices, int *out) {
    size_t const size = strlen(text);
    int place = 0;
    for (const char *at = choices; *at != 0; place++) {
        size_t const length = strcspn(at, "|");
        if (length == size && memcmp(at, text, size) == 0) {
            *out = place;
            return 1;
        }
        at += length + (at[length] == '|');
    }
    return 0;
}

/* 1 if the text is a value of that kind. */
static int set(const row *r, char *text, mpi_arguments *out) {
    void *const field = (char *)out + r->field;
    int64_t count = 0;
    double real = 0;
    fcap_error unused;
    switch (r->kind) {
    case TEXT:
        *(const char **)field = text;
        return 1;
    case WORDS:
        return add_words(field, text);
    case COUNT:
        return read_count(text, r->low, most_of(r), field);
    case COUNT32:
        if (!read_count(text, r->low, most_of(r), &count)) {
            return 0;
        }
        *(int32_t *)field = (int32_t)count;
        return 1;
    case SEED:
        if (!read_count(text, r->low, most_of(r), &count)) {
            return 0;
        }
        *(uint64_t *)field = (uint64_t)count;
        return 1;
    case BYTES:
        return read_bytes(text, r->low, most_of(r), field);
    case REAL:
        if (fcap_number_parse(text, strlen(text), '.', &real) != 1 || real < 0) {
            return 0;
        }
        *(double *)field = real;
        return 1;
    case RATIO:
        return fcap_ratio_parse(text, field, &unused) == FCAP_OK;
    case CHOICE:
        return read_choice(text, r->argument, field);
    case CHARACTER:
        *(char *)field = strcmp(text, "tab") == 0 ? '\t' : *text;
        return strcmp(text, "tab") == 0 ||
               (strlen(text) == 1 && strchr("\"\r\n", *text) == NULL && (*text & 0x80) == 0);
    case FLAG:
    case HEADER:
    default:
        return 0;
    }
}

/* Has the option another value already? Of two files, columns or balances one would be lost. */
static int is_second(const row *r, const char *text, const mpi_arguments *out) {
    const void *const field = (const char *)out + r->field;
    fcap_ratio value;
    fcap_error unused;
    if (r->kind == TEXT) {
        const char *const before = *(const char *const *)field;
        return before != NULL && strcmp(before, text) != 0;
    }
    const fcap_ratio *const before = &out->request.balance; /* num < 0: none was given */
    return field == before && before->num >= 0 &&
           fcap_ratio_parse(text, &value, &unused) == FCAP_OK &&
           (value.num != before->num || value.den != before->den);
}

static const row *find(const char *word, size_t length) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *const r = &rows[i];
        if (r->name != NULL && ((word[1] == '-' && strlen(r->name) == length - 2 &&
                                 memcmp(r->name, word + 2, length - 2) == 0) ||
                                (word[1] != '-' && length == 2 && r->letter == word[1]))) {
            return r;
        }
    }
    return NULL;
}

/* What a value must be. */
static const char *describe(const row *r, char *text, size_t size) {
    switch (r->kind) {
    case COUNT:
    case COUNT32:
    case SEED:
        snprintf(text, size, "%s, a whole number from %lld on", r->argument, (long long)r->low);
        return text;
    case BYTES:
        snprintf(text, size, "a size in bytes, or with K, M or G, such as 256M, from %lld%s on",
                 (long long)(r->low >= 1 << 20 ? r->low >> 20 : r->low),
                 r->low >= 1 << 20 ? "M" : "");
        return text;
    case REAL:
        snprintf(text, size, "%s, a number from 0 to 1e308", r->argument);
        return text;
    case WORDS:
        snprintf(text, size, "%s, at most %d of them", r->argument, (int)MPI_WORDS);
        return text;
    case CHARACTER:
        return "one character that is no quote, or tab";
    default:
        return r->argument;
    }
}

/* One option at argv[*i]; 0 and a sentence when something is wrong. */
static int parse_option(int argc, char **argv, int *i, mpi_arguments *out, char *why,
                        size_t size) {
    char *const word = argv[*i];
    char *const equals = word[1] == '-' ? strchr(word, '=') : NULL;
    size_t const length = equals != NULL ? (size_t)(equals - word) : strlen(word);
    const row *const r = find(word, length);
    if (r == NULL) {
        snprintf(why, size,
                 "there is no option %.*s here; faircap-mpi keeps capacity, least size and one "
                 "balance of two groups, and faircap cluster knows more rules (faircap-mpi "
                 "--help)",
                 (int)(length < 60 ? length : 60), word);
        return 0;
    }
    if (r->kind == FLAG || r->kind == HEADER) {
        if (equals != NULL) {
            snprintf(why, size, "--%s takes no value", r->name);
            return 0;
        }
        int32_t const value = r->kind == FLAG ? 1 : (int32_t)r->low;
        memcpy((char *)out + r->field, &value, sizeof value);
        return 1;
    }
    char *const text = equals != NULL ? equals + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (text != NULL && is_second(r, text, out)) {
        snprintf(why, size, "--%s is given twice, with two values; leave one out", r->name);
        return 0;
    }
    if (text != NULL && is_above(r, text)) {
        int const in_units = r->kind == BYTES;
        snprintf(why, size, "--%s takes at most %lld%s, not %.60s", r->name,
                 (long long)most_of(r) >> (in_units ? 30 : 0), in_units ? "G" : "", text);
        return 0;
    }
    if (text == NULL || !set(r, text, out)) {
        char wanted[100];
        int const shown = text != NULL && r->kind != WORDS; /* of words too many are wrong */
        snprintf(why, size, "--%s needs %s%s%.60s", r->name, describe(r, wanted, sizeof wanted),
                 shown ? ", not " : "", shown ? text : "");
        return 0;
    }
    return 1;
}

static fcap_texts texts_of(const mpi_words *w) {
    return (fcap_texts){w->word, w->n};
}

/* The statistics are written without asking: not over a file that is read. */
static int is_input(const mpi_words *files, const char *path) {
    struct stat out;
    int found = 0;
    if (path == NULL || stat(path, &out) != 0) {
        return 0;
    }
    for (int i = 0; i < files->n; i++) {
        glob_t named;
        memset(&named, 0, sizeof named);
        if (glob(files->word[i], 0, NULL, &named) == 0) {
            for (size_t k = 0; k < named.gl_pathc; k++) {
                struct stat in;
                found |= stat(named.gl_pathv[k], &in) == 0 && in.st_dev == out.st_dev &&
                         in.st_ino == out.st_ino;
            }
        }
        globfree(&named);
    }
    return found;
}

static int finish(mpi_arguments *out, int has_balance, char *why, size_t size) {
    fcap_mpi_request *const q = &out->request;
    if (out->command == MPI_CHECK && (q->output != NULL || out->stats != NULL)) {
        snprintf(why, size, "check has no %s; the folder of the answer comes behind the files",
                 q->output != NULL ? "-o" : "--stats");
        return 0;
    }
    if (out->command == MPI_CHECK && out->files.n > 1 && q->output == NULL) {
        q->output = out->files.word[--out->files.n];
    }
    if (out->command == MPI_CHECK && q->output == NULL) {
        snprintf(why, size,
                 "check needs the files and, behind them, the folder of the answer: "
                 "faircap-mpi check 'shards/*.csv' FOLDER -k N");
        return 0;
    }
    if (is_input(&out->files, out->stats)) {
        snprintf(why, size, "\"%.200s\" is the input; give --stats another name",
                 safe(out->stats));
        return 0;
    }
    if (q->protect != NULL && !has_balance) {
        q->balance = (fcap_ratio){1, 2};
    }
    if (q->balance.num > q->balance.den) {
        snprintf(why, size, "the balance must lie between 0 and 1");
        return 0;
    }
    q->files = texts_of(&out->files);
    q->features = texts_of(&out->features);
    q->ignore = texts_of(&out->ignore);
    q->numeric = texts_of(&out->numeric);
    q->categorical = texts_of(&out->categorical);
    q->na = texts_of(&out->na);
    return 1;
}

int mpi_args_parse(int argc, char **argv, mpi_arguments *out, char *why, size_t size) {
    fcap_mpi_request const fresh = FCAP_MPI_REQUEST_INIT;
    memset(out, 0, sizeof *out);
    out->request = fresh;
    out->request.balance = (fcap_ratio){-1, 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            out->wants_help = 1;
            return 1;
        }
        if (strcmp(argv[i], "--version") == 0) {
            out->wants_version = 1;
            return 1;
        }
        if (argv[i][0] == '-' && argv[i][1] != 0) {
            if (!parse_option(argc, argv, &i, out, why, size)) {
                return 0;
            }
        } else if (out->command == MPI_NONE) {
            out->command = strcmp(argv[i], "cluster") == 0 ? MPI_CLUSTER
                           : strcmp(argv[i], "check") == 0 ? MPI_CHECK
                                                           : MPI_NONE;
            if (out->command == MPI_NONE) {
                snprintf(why, size, "there is no command %.60s: cluster or check", argv[i]);
                return 0;
            }
        } else if (out->files.n < MPI_WORDS) {
            out->files.word[out->files.n++] = argv[i];
        } else {
            snprintf(why, size,
                     "there are more than %d files; name them by patterns in quotes: "
                     "'shards/*.csv'",
                     (int)MPI_WORDS);
            return 0;
        }
    }
    if (out->command == MPI_NONE) {
        snprintf(why, size, "say what to do: cluster or check (faircap-mpi --help)");
        return 0;
    }
    int const has_balance = out->request.balance.num >= 0;
    if (!has_balance) {
        out->request.balance = (fcap_ratio){0, 1};
    }
    return finish(out, has_balance, why, size);
}
