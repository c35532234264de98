/* unknown.c - see unknown.h. */
#include "unknown.h"

#include "nearest.h"
#include "words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *nearest_option(const char *name, command of) {
    const char *best = NULL;
    int best_distance = 3;
    for (size_t i = 0; i < n_options; i++) {
        if (options[i].name != NULL && (options[i].commands & of)) {
            int const d = edits(name, options[i].name);
            if (d < best_distance) {
                best_distance = d;
                best = options[i].name;
            }
        }
    }
    return best;
}

int unknown_command(const char *name) {
    const char *best = NULL;
    int best_distance = 4;
    for (size_t i = 0; i < n_commands; i++) {
        int const d = edits(name, commands[i].name);
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

/* The commands that have an option of this name, as bits and as a list. */
static unsigned commands_with(const char *name, char *list, size_t size) {
    unsigned having = 0;
    size_t at = 0;
    for (size_t i = 0; i < n_options; i++) {
        if (options[i].name != NULL && strcmp(options[i].name, name) == 0) {
            having |= options[i].commands;
        }
    }
    list[0] = 0;
    for (size_t i = 0; i < n_commands && at < size; i++) {
        if (having & commands[i].id) {
            at += (size_t)snprintf(list + at, size - at, "%s%s", at > 0 ? ", " : "",
                                   commands[i].name);
        }
    }
    return having;
}

/* What the other commands call otherwise than a teacher does. */
static const struct {
    char letter;
    const char *name;
    const char *instead;
} of_teachers[] = {
    {'k', "clusters", "--groups 12"},
    {'s', "group-size", "--size 3-4"},
    {'q', "max-size", "--size 3-4"},
    {0, "min-size", "--size 3-4"},
    {'p', "protect", "--balance COL"},
    {'t', "", "--balance COL=1/2"},
    {'f', "features", "--similar COL or --diverse COL"},
    {0, "no-isolate", "--nobody-alone COL"},
    {0, "start", "--late FILE"},
    {0, "keep", "--late FILE"},
};

/* What to say to a teacher who knows the options of cluster; NULL: nothing. */
static const char *word_of_teachers(char letter, const char *name, command of) {
    const char *found = NULL;
    for (size_t i = 0; i < sizeof of_teachers / sizeof *of_teachers && of == CMD_GROUP; i++) {
        int const same = letter != 0 ? of_teachers[i].letter == letter
                                     : strcmp(of_teachers[i].name, name) == 0;
        found = found == NULL && same ? of_teachers[i].instead : found;
    }
    return found;
}

static int say_word_of_teachers(const char *shown, const char *instead) {
    return say_error(EXIT_USAGE, "group has no option \"%s\"; say %s", safe(shown), instead);
}

int unknown_option(const char *shown, const char *name, command of) {
    const char *const instead = word_of_teachers(0, name, of);
    if (instead != NULL) {
        return say_word_of_teachers(shown, instead);
    }
    const char *const best = nearest_option(name, of);
    const command_row *const c = command_row_of(of);
    assert(c != NULL);
    const char *const command_name = c->name;
    char others[80];
    unsigned const having = commands_with(name, others, sizeof others);
    if (having != 0 && !(having & of)) {
        return say_error(EXIT_USAGE, "%s has no option \"%s\"; it is one of %s", command_name,
                         safe(shown), others);
    }
    if (best != NULL) {
        return say_error(EXIT_USAGE, "%s has no option \"%s\"; did you mean --%s?",
                         command_name, safe(shown), best);
    }
    return say_error(EXIT_USAGE, "%s has no option \"%s\"; see faircap %s --help", command_name,
                     safe(shown), command_name);
}

/* -m of another command, where this one has --methods. */
int unknown_letter(const char *shown, char letter, command of) {
    const char *const instead = word_of_teachers(letter, "", of);
    if (instead != NULL) {
        return say_word_of_teachers(shown, instead);
    }
    for (size_t i = 0; i < n_options; i++) {
        const char *const other = options[i].letter == letter ? options[i].name : NULL;
        for (size_t o = 0; other != NULL && o < n_options; o++) {
            if (options[o].name != NULL && (options[o].commands & of) &&
                strncmp(options[o].name, other, strlen(other)) == 0) {
                return unknown_option(shown, options[o].name, of);
            }
        }
    }
    const command_row *const c = command_row_of(of);
    assert(c != NULL);
    return say_error(EXIT_USAGE, "%s has no option \"%s\"; see faircap %s --help", c->name,
                     safe(shown), c->name);
}
