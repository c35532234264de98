/* wishes.c - see wishes.h. */
#include "wishes.h"

#include "earlier.h"
#include "file_words.h"
#include "former.h"
#include "group_size.h"
#include "id_sets.h"
#include "list_in.h"
#include "text_in.h"
#include "words.h"

#include <stdio.h>
#include <stdlib.h>

struct wishes {
    int64_t *capacity; /* of --sizes */
    id_sets together;
    id_sets apart;
    id_sets avoid;
    earlier start;
    char *candidate; /* of --medoids */
};

int wishes_set_clusters(const arguments *a) {
    return a->group_size != NULL || a->sizes != NULL || a->start != NULL;
}

/* ---- options that exclude each other ---- */

static int check_options(const arguments *a) {
    const struct {
        int both;
        const char *why;
    } rule[] = {
        {a->sizes != NULL && a->max_size > 0,
         "--sizes gives each cluster a capacity; leave -q out"},
        {a->sizes != NULL && a->group_size != NULL,
         "--sizes gives each cluster a capacity; leave -s out"},
        {a->group_size != NULL && a->clusters > 0 && a->command != CMD_GROUP,
         "-s finds the number of clusters; leave -k out, or say -k with -q and --min-size"},
        {a->group_size != NULL && a->max_size > 0, "-s sets the capacity; leave -q out"},
        {a->group_size != NULL && a->min_size > 1,
         "-s sets the fewest members; leave --min-size out"},
        {a->keep && a->start == NULL,
         "--keep needs the clusters to keep: --start FILE, a result of faircap cluster"},
    };
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++) {
        if (rule[i].both) {
            return say_error(EXIT_USAGE, "%s", rule[i].why);
        }
    }
    return 0;
}

/* ---- files ---- */

static int read_sizes(job *j) {
    const char *const path = j->args->sizes;
    list_in in;
    int code = list_open(&in, "sizes", path);
    if (code != 0) {
        return code;
    }
    int64_t *const capacity = need(lines_most(in.text, in.size), sizeof *capacity);
    int64_t n = 0;
    j->wishes->capacity = capacity;
    while (list_next(&in)) {
        int64_t const value = in.n == 1 ? cell_whole_number(in.cell[0]) : -1;
        if (in.n > 1) {
            list_fault(&in, 1, "there is one capacity in each line");
        } else if (value < 1 || value > CAPACITY_MOST) {
            list_fault(&in, 0, "a capacity is a whole number from 1 to 2^53, not \"%s\"",
                       cell_shown(in.cell[0]));
        }
        capacity[n++] = value;
    }
    code = list_close(&in);
    if (code == 0 && (n == 0 || n > INT32_MAX)) {
        return say_error(EXIT_DATA, "--sizes: %s has no capacity", safe(path));
    }
    if (code == 0 && j->rules.k > 0 && j->rules.k != n) {
        return say_error(EXIT_USAGE,
                         "--sizes: %s has %lld capacit%s, but -k asks for %d cluster%s",
                         safe(path), (long long)n, n == 1 ? "y" : "ies", (int)j->rules.k,
                         plural(j->rules.k));
    }
    j->rules.k = (int32_t)n;
    j->rules.capacity = capacity;
    return code;
}

/* All files are read to their ends, so that all their faults are said at once. */
static int read_sets_of(id_sets *sets, const job *j, const row_keys *keys, const char *option,
                        const word_list *files) {
    int code = 0;
    for (int i = 0; i < files->n; i++) {
        int const now = id_sets_read(sets, j, keys, option, files->word[i]);
        code = code != 0 ? code : now;
    }
    return code;
}

static int read_sets(job *j, const row_keys *keys) {
    const arguments *const a = j->args;
    struct wishes *const w = j->wishes;
    int const together = read_sets_of(&w->together, j, keys, "together", &a->together);
    int const apart = read_sets_of(&w->apart, j, keys, "apart", &a->apart);
    int const code = together != 0 ? together : apart;
    j->rules.together = id_sets_view(&w->together);
    j->rules.apart = id_sets_view(&w->apart);
    return code;
}

static int avoid_rows(job *j, const row_keys *keys, const char *path) {
    earlier e;
    int const code = earlier_read(&e, j, keys, "avoid", path);
    if (code == 0) {
        id_sets_add_labels(&j->wishes->avoid, NULL, e.label, j->problem.n);
    }
    earlier_free(&e);
    return code;
}

static int avoid_students(job *j, const char *path) {
    former f;
    int const code = former_read(&f, j, "avoid", path, 0);
    int64_t *const point = need((size_t)f.n, sizeof *point);
    int32_t *const label = need((size_t)f.n, sizeof *label);
    for (int64_t i = 0; i < f.n; i++) {
        point[i] = f.member[i].point;
        label[i] = f.member[i].label;
    }
    if (code == 0) {
        id_sets_add_labels(&j->wishes->avoid, point, label, f.n);
    }
    free(label);
    free(point);
    former_free(&f);
    return code;
}

static int read_avoid(job *j, const row_keys *keys) {
    const word_list *const files = &j->args->avoid;
    int code = 0;
    for (int i = 0; i < files->n && code == 0; i++) {
        code = j->students != NULL ? avoid_students(j, files->word[i])
                                   : avoid_rows(j, keys, files->word[i]);
    }
    j->rules.avoid = id_sets_view(&j->wishes->avoid);
    return code;
}

/* The groups so far, in which everybody has one place. */
static int read_late(job *j) {
    former f;
    int const code = former_read(&f, j, "late", j->args->start, 1);
    j->wishes->start = f.first;
    f.first = (earlier){0};
    former_free(&f);
    return code;
}

/* Numbers of clusters that have gaps, or go beyond -k: clusters keep their numbers, so that the
 * largest one says how many there are. */
static int check_numbers(const job *j, const earlier *e) {
    int64_t const used = earlier_clusters(e, j->problem.n);
    const char *const path = safe(j->args->start);
    const char *const limit = j->args->sizes != NULL ? "--sizes" : "-k";
    if (j->rules.k > 0 && used > j->rules.k) {
        return say_error(EXIT_USAGE, "--start: %s has %lld clusters, more than the %d of %s",
                         path, (long long)used, (int)j->rules.k, limit);
    }
    if (j->rules.k > 0 && e->largest > j->rules.k) {
        return say_error(EXIT_USAGE,
                         "--start: %s has a cluster %d, and those of %s have the numbers 1 to "
                         "%d; number its clusters so",
                         path, (int)e->largest, limit, (int)j->rules.k);
    }
    if (j->rules.k == 0 && j->args->group_size == NULL && used < e->largest) {
        say_note(
            j->args->quiet,
            "--start: the clusters of %s have numbers up to %d, and there are %lld; %d are "
            "made, fewer if you number them from 1 without gaps",
            path, (int)e->largest, (long long)used, (int)e->largest);
    }
    return 0;
}

static int read_start(job *j, const row_keys *keys) {
    earlier *const e = &j->wishes->start;
    int const late = j->students != NULL;
    int const code = late ? read_late(j) : earlier_read(e, j, keys, "start", j->args->start);
    if (code != 0) {
        return code;
    }
    if (late && j->rules.k > 0 && e->largest > j->rules.k) {
        return say_error(
            EXIT_USAGE, "--late: %s has %d group%s, and nobody moves: --groups cannot be %d",
            safe(j->args->start), (int)e->largest, plural(e->largest), (int)j->rules.k);
    }
    if (!late && check_numbers(j, e) != 0) {
        return EXIT_USAGE;
    }
    if (j->rules.k == 0 && (late || j->args->group_size == NULL)) {
        j->rules.k = e->largest;
    }
    j->rules.start = e->label;
    j->rules.keep = j->args->keep;
    return 0;
}

static int read_medoids(job *j, const row_keys *keys) {
    j->wishes->candidate = need((size_t)j->problem.n, 1);
    j->problem.candidate = j->wishes->candidate;
    return id_list_read(j->wishes->candidate, j, keys, "medoids", j->args->medoids);
}

/* ---- the story ---- */

static int names_rows(const arguments *a) {
    return a->together.n > 0 || a->apart.n > 0 || a->avoid.n > 0 || a->start != NULL ||
           a->medoids != NULL;
}

static int read_files(job *j) {
    const arguments *const a = j->args;
    int code = a->sizes != NULL ? read_sizes(j) : 0;
    if (a->command == CMD_GROUP) {
        j->students = students_open(j);
    }
    if (code != 0 || !names_rows(a)) {
        return code;
    }
    row_keys keys = {0};
    if (j->students == NULL || a->by_row) {
        keys = row_keys_open(j, j->id < 0 || a->by_row);
    }
    code = read_sets(j, &keys);
    code = code != 0 ? code : read_avoid(j, &keys);
    code = code != 0 || a->start == NULL ? code : read_start(j, &keys);
    code = code != 0 || a->medoids == NULL ? code : read_medoids(j, &keys);
    row_keys_close(&keys);
    return code;
}

int wishes_open(job *j) {
    j->wishes = need(1, sizeof *j->wishes);
    if (!aims_wanted(j->args)) {
        j->problem.objective = (fcap_objective)j->args->objective;
    }
    int code = check_options(j->args);
    code = code != 0 ? code : read_files(j);
    if (code == 0 && j->args->group_size != NULL && j->args->command != CMD_GROUP) {
        code = group_size_set(j);
    }
    return code;
}

void wishes_close(job *j) {
    struct wishes *const w = j->wishes;
    if (w != NULL) {
        free(w->capacity);
        id_sets_free(&w->together);
        id_sets_free(&w->apart);
        id_sets_free(&w->avoid);
        earlier_free(&w->start);
        free(w->candidate);
        free(w);
    }
    j->wishes = NULL;
    students_close(j->students);
    j->students = NULL;
}

int32_t wishes_started(const job *j) {
    return j->wishes->start.largest;
}

const char *wishes_group_name(const job *j, int32_t c, char text[GROUP_NAME_SIZE]) {
    return group_name(wishes_names(j), file_words_of(j->args).group, c, j->rules.k, text);
}

const label_names *wishes_names(const job *j) {
    return &j->wishes->start.names;
}

const id_sets *wishes_together(const job *j) {
    return &j->wishes->together;
}

const id_sets *wishes_apart(const job *j) {
    return &j->wishes->apart;
}

static int share_a_set(const id_sets *sets, int64_t a, int64_t b) {
    for (int64_t s = 0; s < sets->n; s++) {
        int found = 0;
        for (int64_t at = sets->start[s]; at < sets->start[s + 1]; at++) {
            found += sets->member[at] == a || sets->member[at] == b;
        }
        if (found > 1) {
            return 1;
        }
    }
    return 0;
}

/* Was the pair counted in an earlier set of --together? */
static int share_earlier_set(const id_sets *sets, int64_t before, int64_t a, int64_t b) {
    id_sets first = *sets;
    first.n = before;
    return share_a_set(&first, a, b);
}

int64_t wishes_met_again(const job *j) {
    const id_sets *const sets = &j->wishes->together;
    int64_t met = 0;
    for (int64_t s = 0; s < sets->n; s++) {
        for (int64_t x = sets->start[s]; x < sets->start[s + 1]; x++) {
            for (int64_t y = x + 1; y < sets->start[s + 1]; y++) {
                int64_t const a = sets->member[x];
                int64_t const b = sets->member[y];
                met +=
                    share_a_set(&j->wishes->avoid, a, b) && !share_earlier_set(sets, s, a, b);
            }
        }
    }
    return met;
}

int64_t wishes_labelled(const job *j) {
    return j->wishes->start.labelled;
}

int64_t wishes_candidates(const job *j) {
    int64_t n = 0;
    for (int64_t i = 0; j->problem.candidate != NULL && i < j->problem.n; i++) {
        n += j->problem.candidate[i] != 0;
    }
    return n;
}
