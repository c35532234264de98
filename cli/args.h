/* args.h - the command line as a struct.
 *
 * options.c has the table of all options: names, type, target field, commands and help.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <faircap/faircap.h>
#include <faircap/table.h>

#include <stdio.h>

enum {
    WORDS_MAX = 64,
    FILES_MAX = 2
};

/* Arguments of an option that may be repeated, as typed. */
typedef struct word_list {
    const char *word[WORDS_MAX];
    int n;
} word_list;

typedef enum command {
    CMD_NONE = 0,
    CMD_CLUSTER = 1,
    CMD_CHECK = 2,
    CMD_PLAN = 4,
    CMD_GENERATE = 8,
    CMD_SWEEP = 16,
    CMD_TUNE = 32,
    CMD_GROUP = 64,
} command;

/* The largest capacity: weights add up to 2^53 at most, so that a double holds every sum. */
#define CAPACITY_MOST (INT64_C(1) << 53)

typedef struct arguments {
    command command;
    int argc; /* the command line itself */
    char *const *argv;
    const char *file[FILES_MAX];
    int n_files;
    /* data */
    word_list protect;
    word_list features;
    word_list ignore;
    word_list numeric;
    word_list categorical;
    word_list na;
    const char *id;
    const char *weight;
    word_list weight_feature; /* COL=W, as typed */
    int metric;               /* fcap_metric, or -1 = not given */
    const char *distances;
    int include_protected;
    int scale;   /* fcap_scale */
    int missing; /* fcap_missing */
    int header;  /* --header */
    int no_header;
    const char *delimiter;
    int decimal_comma;
    int64_t skip;
    word_list join; /* files with further columns */
    const char *join_by;
    word_list role; /* ROLE=COL, as typed */
    int as_is;
    /* problem */
    int64_t clusters;         /* 0 = not given */
    const char *cluster_list; /* of sweep and tune, as typed; NULL: the default */
    int64_t max_size;         /* 0 = not given */
    fcap_ratio slack;
    int slack_given;
    const char *slack_list; /* of tune, as typed */
    int64_t min_size;
    word_list balance; /* R or COL=R,..., as typed */
    int intersectional;
    word_list share;        /* COL:VALUE=LO..HI, as typed */
    word_list no_isolate;   /* COL[:VALUE], as typed */
    const char *group_size; /* likewise */
    const char *sizes;      /* files of wishes */
    word_list together;
    word_list apart;
    word_list avoid;
    const char *start;
    int keep;
    const char *medoids;
    int objective; /* fcap_objective */
    /* of group */
    word_list mix;     /* COL[=R], as typed */
    word_list similar; /* COL[=W], as typed */
    word_list diverse; /* likewise */
    int by_row;        /* files of wishes name rows by number, whatever identifies them */
    /* method */
    int method;         /* fcap_method, or -1 = not given */
    int fairlets;       /* fcap_fairlets */
    int fairlet_centre; /* fcap_fairlet_centre */
    double lambda;
    const char *lambda_list; /* of tune, as typed */
    const char *methods;     /* of sweep, as typed */
    int64_t effort;
    double gap;
    int bound; /* fcap_bound: auto or off */
    int certify;
    double time_limit;
    int64_t seed;
    int64_t seeds; /* of sweep and tune: how many, from seed on */
    int64_t threads;
    /* output */
    const char *output;
    int labels_only;
    const char *json;
    const char *html;
    const char *certificate;
    const char *reference;
    word_list to; /* FORMAT[:FILE], as typed */
    const char *course;
    const char *group_set;
    word_list word; /* WHAT=TEXT, as typed */
    int verbose;
    int quiet;
    int progress; /* 0 auto, 1 on, 2 off */
    /* generate */
    int64_t n;
    int64_t dim;
    int64_t groups;
    fcap_ratio group_balance;
    int64_t true_clusters;
    const char *weights;
    int truth;
} arguments;

/* Fills *args; returns 0, or an exit code after having said why (or shown the help). */
int args_parse(int argc, char **argv, arguments *args, int *finished);

/* The words that say what is asked of the file, as typed: the options of data and problem,
 * which plan and check take too. word has room for argc; returns how many there are. */
int args_request(const arguments *args, const char **word);

/* The file of the table: that of -o, unless a --to without a file takes its place; or NULL. */
const char *args_table(const arguments *args);

void args_help(FILE *to, command of);

#endif
