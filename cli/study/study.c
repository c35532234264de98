/* study.c - see study.h. The file about a study is JSON with one key a line, so that what
 * identifies it can be compared line by line. */
#include "study/study.h"

#include "checksum.h"
#include "json.h"
#include "spared.h"
#include "text_in.h"
#include "words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FACTS_MOST = 16,
    VALUE_SIZE = 256,
    ABOUT_MOST = 1 << 20, /* bytes of the file about a study; a real one has some thousand */
};

/* Something that all rows of one study have in common. */
typedef struct fact {
    const char *key;
    const char *option;     /* how to say it, or NULL: a sentence of its own */
    char value[VALUE_SIZE]; /* as JSON */
} fact;

typedef struct facts {
    int n;
    fact fact[FACTS_MOST];
} facts;

static const char *kind_of(const study *s) {
    return s->is_tune ? "tune" : "sweep";
}

static char *path_in(const char *folder, const char *name, const char *ending) {
    size_t const size = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *const path = need(size, 1);
    snprintf(path, size, "%s/%s%s", folder, name, ending);
    return path;
}

/* ---- the numbers of clusters ---- */

static const char *counts_text(const arguments *a) {
    return a->cluster_list != NULL ? a->cluster_list : "3:20"; /* as in [LQ21] */
}

int study_counts(const arguments *a, count_set *k) {
    return range_counts("-k", counts_text(a), 1, INT32_MAX, k);
}

void study_fit_counts(const job *j, count_set *k) {
    int64_t const n = j->problem.n;
    if (j->args->cluster_list != NULL || k->value[k->n - 1] <= n) {
        return;
    }
    while (k->n > 1 && k->value[k->n - 1] > n) {
        k->n--;
    }
    k->value[0] = k->value[0] < n ? k->value[0] : n;
    say_note(j->args->quiet, "-k ends at %lld and not at 20: the file has %lld %s",
             (long long)k->value[k->n - 1], (long long)n, n == 1 ? "row" : "rows");
}

/* ---- what identifies a study ---- */

static void add_fact(facts *list, const char *key, const char *option, const char *format, ...)
    FCAP_PRINTF(4);
static void add_fact(facts *list, const char *key, const char *option, const char *format,
                     ...) {
    fact *const f = &list->fact[list->n++];
    va_list args;
    f->key = key;
    f->option = option;
    va_start(args, format);
    vsnprintf(f->value, sizeof f->value, format, args);
    va_end(args);
}

static void add_number(facts *list, const char *key, const char *option, double value) {
    char text[FCAP_NUMBER_SIZE];
    fcap_number_print(value, text);
    add_fact(list, key, option, "%s", text);
}

static void add_data(facts *list, const job *j) {
    char text[VALUE_SIZE] = "";
    size_t at = 0;
    uint64_t sum = checksum_points(CHECKSUM_START, &j->problem);
    for (int32_t a = 0; a < j->problem.n_attributes; a++) {
        sum = checksum_groups(sum, &j->problem, &j->problem.attribute[a]);
        if (a < j->n_protect && at + RATIO_SIZE < sizeof text) {
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%lld/%lld", a > 0 ? "," : "",
                                   (long long)j->balance[a].num, (long long)j->balance[a].den);
        }
    }
    add_fact(list, "balance", "--balance", "\"%s\"", text);
    checksum_print(sum, text);
    add_fact(list, "data", NULL, "\"%s\"", text);
    checksum_print(checksum_shares(CHECKSUM_START, &j->rules), text);
    add_fact(list, "shares", NULL, "\"%s\"", text);
}

static facts facts_of(const study *s) {
    const arguments *const a = s->job->args;
    static const char *const centre[] = {"median", "random"};
    char slack[RATIO_SIZE];
    facts list = {.n = 0};
    add_fact(&list, "faircap", NULL, "\"%s\"", fcap_version());
    add_data(&list, s->job);
    add_fact(&list, "min_size", "--min-size", "%lld", (long long)a->min_size);
    add_number(&list, "time_limit", "--time-limit", a->time_limit);
    add_fact(&list, "fairlet_centre", "--fairlet-centre", "\"%s\"", centre[a->fairlet_centre]);
    if (!s->is_tune) { /* which tries slacks and lambdas, and does not run best */
        add_fact(&list, "max_size", "-q (0: none)", "%lld", (long long)a->max_size);
        add_fact(&list, "slack", "--slack", "\"%s\"", ratio_print(a->slack, slack));
        add_number(&list, "lambda", "--lambda", a->lambda);
        add_fact(&list, "effort", "--effort", "%lld", (long long)a->effort);
        add_number(&list, "gap", "--gap", a->gap);
        add_fact(&list, "bound", "--bound", "\"%s\"", fcap_bound_name((fcap_bound)a->bound));
    }
    return list;
}

static uint64_t checksum_facts(const study *s) {
    facts const list = facts_of(s);
    uint64_t sum = CHECKSUM_START;
    for (int i = 0; i < list.n; i++) {
        sum = checksum_bytes(sum, list.fact[i].value, strlen(list.fact[i].value) + 1);
    }
    return sum;
}

/* The value of a key in the text: the rest of its line, without the comma. */
static int find_value(const char *text, const char *key, char value[VALUE_SIZE]) {
    char start[64];
    snprintf(start, sizeof start, "\n \"%s\": ", key);
    const char *const at = strstr(text, start);
    if (at == NULL) {
        return 0;
    }
    const char *const from = at + strlen(start);
    size_t length = strcspn(from, "\n");
    length -= length > 0 && from[length - 1] == ',';
    if (length >= VALUE_SIZE) {
        return 0;
    }
    memcpy(value, from, length);
    value[length] = 0;
    return 1;
}

static void describe(char *to, size_t size, const fact *f, const char *there) {
    char shown[80];
    fcap_text_display(there, strlen(there), 40, shown, sizeof shown);
    if (strcmp(f->key, "data") == 0) {
        snprintf(to, size, "its data are others (rows, columns, -p, --scale or --missing)");
    } else if (strcmp(f->key, "shares") == 0) {
        snprintf(to, size, "its shares are others (--share, --no-isolate)");
    } else if (strcmp(f->key, "faircap") == 0) {
        snprintf(to, size, "faircap %s made it, and this is %s", shown, f->value);
    } else {
        snprintf(to, size, "%s is %s there and %.40s here", f->option, shown, f->value);
    }
}

/* Is what the folder holds the same study? */
static int compare(const study *s, const char *text) {
    facts const list = facts_of(s);
    char why[400] = "";
    size_t at = 0;
    for (int i = 0; i < list.n; i++) {
        char there[VALUE_SIZE];
        if (!find_value(text, list.fact[i].key, there)) {
            return say_error(EXIT_USAGE,
                             "%s was not written by faircap %s, or is damaged; take another "
                             "folder (-o)",
                             safe(s->about), kind_of(s));
        }
        if (strcmp(there, list.fact[i].value) != 0 && at + 160 < sizeof why) {
            at += (size_t)snprintf(why + at, sizeof why - at, "%s", at > 0 ? "; " : "");
            describe(why + at, sizeof why - at, &list.fact[i], there);
            at += strlen(why + at);
        }
    }
    if (at > 0) {
        return say_error(EXIT_USAGE, "%s holds another %s: %s; take another folder (-o)",
                         safe(s->folder), kind_of(s), why);
    }
    return 0;
}

/* ---- the file about it ---- */

static void write_choices(output *out, const tuned *chosen) {
    output_text(out, ",\n \"chosen\": [");
    for (int32_t i = 0; i < chosen->n; i++) {
        const tuned_choice *const c = &chosen->choice[i];
        char slack[RATIO_SIZE];
        output_format(out, "%s\n  {\"method\": \"%s\", ", i > 0 ? "," : "", c->name);
        if (c->series < 0) {
            output_text(out, "\"slack\": null, \"lambda\": null, ");
        } else {
            output_format(out, "\"slack\": \"%s\", \"lambda\": ", ratio_print(c->slack, slack));
            if (c->has_lambda) {
                output_number(out, c->lambda);
            } else {
                output_text(out, "null");
            }
            output_text(out, ", \"excess\": ");
            output_number(out, c->excess);
            output_text(out, ", \"balance\": ");
            output_number(out, c->balance);
            output_text(out, ", ");
        }
        output_format(out,
                      "\"runs\": %lld, \"repaired\": %lld, \"failed\": %lld,\n   \"why\": ",
                      (long long)c->runs, (long long)c->repaired, (long long)c->failed);
        json_string(out, c->why);
        output_text(out, "}");
    }
    output_text(out, "]");
}

static void write_asked(output *out, const study *s, const trials *t) {
    const arguments *const a = s->job->args;
    output_text(out, " \"file\": ");
    json_string(out, a->file[0]);
    output_format(out, ",\n \"n\": %lld,\n \"clusters\": ", (long long)s->job->problem.n);
    json_string(out, counts_text(a));
    if (s->is_tune) {
        output_text(out, ",\n \"slacks\": ");
        json_string(out, a->slack_list);
        output_text(out, ",\n \"lambdas\": ");
        json_string(out, a->lambda_list);
    } else {
        output_text(out, ",\n \"methods\": [");
        for (int32_t i = 0; i < t->n_series; i++) {
            output_format(out, "%s\"%s\"", i > 0 ? ", " : "", t->series[i].name);
        }
        output_text(out, "]");
    }
    output_format(out, ",\n \"seed\": %lld,\n \"seeds\": %lld", (long long)a->seed,
                  (long long)a->seeds);
}

int study_write(const study *s, const trials *t, const tuned *chosen) {
    facts const list = facts_of(s);
    output *const out = need(1, sizeof *out);
    int code = output_open(out, s->about);
    if (code == 0) {
        output_text(out, "{\n");
        for (int i = 0; i < list.n; i++) {
            output_format(out, " \"%s\": %s,\n", list.fact[i].key, list.fact[i].value);
        }
        write_asked(out, s, t);
        if (chosen != NULL) {
            write_choices(out, chosen);
        }
        output_text(out, "\n}\n");
        code = output_finish(out);
        code = code != 0 ? code : output_commit(out);
    }
    output_discard(out);
    free(out);
    return code;
}

/* ---- the folder ---- */

int study_check(const arguments *a) {
    if (a->output == NULL || a->output[0] == 0) {
        return say_error(EXIT_USAGE, "say which folder the results go to: -o DIR");
    }
    if (strcmp(a->output, "-") == 0) {
        return say_error(EXIT_USAGE, "-o takes a folder; the results are several files");
    }
    return 0;
}

/* The folder and those above it. */
static int make_folder(const char *folder) {
    size_t const size = strlen(folder) + 1;
    char *const path = memcpy(need(size, 1), folder, size);
    int failed = 0;
    for (size_t i = 1; i < size; i++) {
        if (folder[i] == '/' || folder[i] == 0) {
            path[i] = 0;
            failed = mkdir(path, 0777) != 0 && errno != EEXIST ? errno : 0;
            path[i] = folder[i];
        }
    }
    struct stat about;
    if (failed == 0 && stat(folder, &about) != 0) {
        failed = errno;
    } else if (failed == 0 && !S_ISDIR(about.st_mode)) {
        failed = ENOTDIR;
    }
    free(path);
    return failed == 0 ? 0
                       : say_error(EXIT_IO, "cannot make the folder %s: %s", safe(folder),
                                   strerror(failed));
}

/* Two runs at a time would each write over the rows of the other. */
static int lock_folder(study *s) {
    s->lock = open(s->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->lock >= 0 && flock(s->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return say_error(EXIT_IO, "another run is writing to %s; wait for its end",
                         safe(s->folder));
    }
    return 0; /* on file systems without locks we go on all the same */
}

/* Everything that a study writes. */
static const char *const FILES[2][16] = {
    {"results.csv", "sweep.json", "report.html", "cost.svg", "cost.csv", "cost.gp",
     "balance.svg", "balance.csv", "balance.gp", "sizes.svg", "sizes.csv", "sizes.gp",
     "published.svg", "published.csv", "published.gp", NULL},
    {"results.csv", "tune.json", "report.html", "lambda.svg", "lambda.csv", "lambda.gp",
     "slack.svg", "slack.csv", "slack.gp", NULL}};

/* Files of others, and what is read, are not written over. */
static int check_files(const study *s, int is_new) {
    int code = 0;
    for (int i = 0; code == 0 && FILES[s->is_tune][i] != NULL; i++) {
        char *const path = path_in(s->folder, FILES[s->is_tune][i], "");
        struct stat there;
        int const exists = stat(path, &there) == 0;
        if (exists && spared(s->job->args, path)) {
            code =
                say_error(EXIT_USAGE, "%s is the input; take another folder (-o)", safe(path));
        } else if (exists && !S_ISREG(there.st_mode)) {
            code = say_error(EXIT_USAGE,
                             "%s is in the way: it is a folder, a device or a pipe; take "
                             "another folder (-o)",
                             safe(path));
        } else if (exists && is_new) {
            code = say_error(EXIT_USAGE,
                             "%s is in the way: the folder is not that of a %s; take another "
                             "one (-o)",
                             safe(path), kind_of(s));
        }
        free(path);
    }
    return code;
}

static int take_folder(study *s, trials *t) {
    int code = lock_folder(s); /* first: another run may be about to make what is looked for */
    struct stat about;
    int const is_new = stat(s->about, &about) != 0;
    code = code != 0 ? code : check_files(s, is_new);
    if (code == 0 && !is_new) {
        size_t size;
        char *const text = text_read(s->about, ABOUT_MOST, &size);
        code = text != NULL ? compare(s, text) : EXIT_IO;
        free(text);
    }
    if (code == 0) {
        char *const path = path_in(s->folder, "results", ".csv");
        code = results_open(&s->results, path, checksum_facts(s), t);
        free(path);
    }
    return code != 0 ? code : study_write(s, t, NULL);
}

int study_open(study *s, trials *t) {
    const arguments *const a = t->job->args;
    *s = (study){.job = t->job, .folder = a->output, .is_tune = t->by_grid, .lock = -1};
    s->about = path_in(s->folder, kind_of(s), ".json");
    int const code = make_folder(s->folder);
    return code != 0 ? code : take_folder(s, t);
}

void study_close(study *s) {
    results_close(&s->results);
    free(s->about);
    if (s->lock >= 0) {
        close(s->lock);
    }
}

int study_save(void *user, const trials *t) {
    const study *const s = user;
    return results_write(&s->results, t);
}

/* ---- at the end ---- */

int study_say_end(const study *s, const trials *t, int code) {
    int64_t complete = 0;
    for (int64_t i = 0; i < t->n; i++) {
        complete += t->trial[i].state != TRIAL_OPEN;
    }
    return code != EXIT_INTERRUPTED
               ? code
               : say_error(code,
                           "interrupted; %lld of %lld runs are saved in %s; run the same "
                           "command again to go on",
                           (long long)complete, (long long)t->n, safe(s->folder));
}

int study_say_undrawn(const study *s, int code) {
    if (code != 0) {
        say_note(
            s->job->args->quiet,
            "all runs are saved in %s; the same command makes the figures and runs nothing "
            "again",
            safe(s->folder));
    }
    return code;
}

/* The number of runs that ended so; *first of them. */
static int64_t count_state(const trials *t, trial_state state, const trial **first) {
    int64_t n = 0;
    *first = NULL;
    for (int64_t i = 0; i < t->n; i++) {
        const trial *const row = &t->trial[i];
        if (row->state == state) {
            n++;
            *first = *first == NULL || row->k < (*first)->k ? row : *first;
        }
    }
    return n;
}

static void say_unanswerable(const trials *t) {
    const arguments *const a = t->job->args;
    const trial *first;
    int64_t const n = count_state(t, TRIAL_INFEASIBLE, &first);
    if (n > 0 && first->k > t->job->problem.n) {
        say_note(a->quiet, "%lld %s no answer: k = %d is more than the %lld row%s",
                 (long long)n, n == 1 ? "run has" : "runs have", (int)first->k,
                 (long long)t->job->problem.n, plural(t->job->problem.n));
    } else if (n > 0) {
        say_note(a->quiet,
                 "%lld %s no answer: no clustering can meet the request; faircap plan %s -k %d "
                 "... with the options of this run says why",
                 (long long)n, n == 1 ? "run has" : "runs have", safe(a->file[0]),
                 (int)first->k);
    }
}

void study_say_notes(const study *s, const trials *t) {
    int const quiet = t->job->args->quiet;
    const trial *first;
    int64_t const lost = count_state(t, TRIAL_NOT_FOUND, &first);
    say_unanswerable(t);
    if (lost > 0) {
        say_note(quiet,
                 "%lld %s no answer: none was found, and there may be one; k = %d is "
                 "the first",
                 (long long)lost, lost == 1 ? "run has" : "runs have", (int)first->k);
    }
    int64_t const rest = s->results.kept.n;
    if (rest > 0) {
        say_note(quiet, "results.csv has %lld further %s, which the figures leave out",
                 (long long)rest, rest == 1 ? "row" : "rows");
    }
}
