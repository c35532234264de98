/* args.c - the parser and the help, made from the table of options. See args.h, options.h. */
#include "args.h"

#include "options.h"
#include "unknown.h"
#include "words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const command_row *command_named(const char *name) {
    for (size_t i = 0; i < n_commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

/* ---- help ---- */

static void help_options(FILE *to, command of) {
    for (size_t i = 0; i < n_options; i++) {
        const option_row *const r = &options[i];
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
        if (of == CMD_GROUP) {
            fputs("\nROSTER is a table of students, .csv or .tsv, as you have it or as Moodle, "
                  "Canvas,\nBlackboard or Brightspace exports it; or - for standard input. A "
                  "column is named by its\nheader or its number (from 1).\n",
                  to);
        } else if (c->n_files > 0) {
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
    for (size_t i = 0; i < n_commands; i++) {
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
    for (size_t c = 0; c < n_commands; c++) {
        fprintf(to, "%s\n", commands[c].name);
        for (size_t i = 0; i < n_options; i++) {
            if (options[i].name != NULL && (options[i].commands & commands[c].id)) {
                fprintf(to, "%s --%s %s\n", commands[c].name, options[i].name,
                        options[i].argument != NULL ? options[i].argument : "");
            }
        }
    }
}

/* ---- parsing ---- */

static int parse_count(const option_row *r, const char *text, int64_t *out) {
    int64_t value = 0;
    int above = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        int const digit = *at - '0';
        above |= digit > r->high || value > (r->high - digit) / 10;
        value = above ? r->high : 10 * value + digit;
    }
    if (at == text || *at != 0 || above || value < r->low) {
        /* A limit that hardly anybody meets is told to who does. */
        if (r->high < INT32_MAX || (above && *at == 0)) {
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

/* Of two files, columns or lists one would be lost. A number is another matter: the last one
 * counts, as in a shell's alias with a default. */
static int set_text(const option_row *r, const char *text, const char **out) {
    if (*out != NULL && strcmp(*out, text) != 0) {
        char const letter[] = {r->letter, 0};
        return say_error(EXIT_USAGE, "%s%s is given twice, \"%s\" and \"%s\"; leave one out",
                         r->letter != 0 ? "-" : "--", r->letter != 0 ? letter : r->name,
                         safe(*out), safe(text));
    }
    *out = text;
    return 0;
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
    case INPUT:
        return set_text(r, text, field);
    case WORDS:
    case INPUTS: {
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
    for (size_t i = 0; i < n_options; i++) {
        if (options[i].name != NULL && (options[i].commands & of) &&
            strlen(options[i].name) == size && strncmp(options[i].name, name, size) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

static const option_row *row_lettered(char letter, command of) {
    for (size_t i = 0; i < n_options; i++) {
        if (options[i].name != NULL && (options[i].commands & of) &&
            options[i].letter == letter) {
            return &options[i];
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
            return unknown_letter(argv[*at], *c, args->command);
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
    *args = (arguments){.min_size = 1,
                        .metric = -1,
                        .method = -1,
                        .effort = 5,
                        .lambda = 0.3,
                        .seed = 1,
                        .seeds = 1,
                        .n = 100,
                        .dim = 2,
                        .groups = 2,
                        .group_balance = {1, 1},
                        .true_clusters = 5};
}

/* What was not given; only now, so that what is there was given. */
static void set_late_defaults(arguments *args) {
    args->slack_given = args->slack.den > 0;
    args->slack = args->slack_given ? args->slack : (fcap_ratio){101, 100};
    const char *const slacks = "1,1.01,1.05:1.3:0.05";
    args->slack_list = args->slack_list != NULL ? args->slack_list : slacks;
    args->lambda_list = args->lambda_list != NULL ? args->lambda_list : "0.1:1:0.1";
    args->methods = args->methods != NULL ? args->methods : "all";
    args->group_set = args->group_set != NULL ? args->group_set : "Groups";
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
                   ? say_error(EXIT_USAGE,
                               "a command comes first (cluster, group, check, plan, sweep, "
                               "tune, generate), then its options; see faircap "
                               "--help")
                   : unknown_command(first);
    }
    args->command = c->id;
    int const code = parse_words(argc, argv, args, finished);
    set_late_defaults(args);
    return code;
}

/* ---- the words again ---- */

/* Reports and messages are no part of what is asked. */
static int is_request(const option_row *r) {
    return (r->commands & CMD_PLAN) && (r->commands & CMD_CHECK) &&
           !(r->commands & CMD_GENERATE) && r->field != offsetof(arguments, json);
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

const char *args_table(const arguments *args) {
    int taken = 0;
    for (int i = 0; i < args->to.n; i++) {
        taken |= strchr(args->to.word[i], ':') == NULL;
    }
    return taken ? NULL : args->output;
}
