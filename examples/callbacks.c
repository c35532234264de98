/* callbacks.c - watch a search, stop it at leisure, and count the memory that it takes.
 *
 *     cc callbacks.c $(pkg-config --cflags --libs faircap) -o callbacks && ./callbacks
 *
 * The tick is called about every 50 ms from the thread that called fcap_cluster(). This one
 * shows the best cost so far and stops after 20 calls; what is there by then is the answer.
 */
#include <faircap/table.h>

#include <stdio.h>
#include <stdlib.h>

enum {
    POINTS = 4000,
    COORDINATES = 4,
    TICKS_MOST = 20
};

static int tick(void *user, const fcap_progress *progress) {
    int *const ticks = user;
    if (progress->cost >= 0) {
        fprintf(stderr, "%s: cost %.3f, at least %.3f\n", progress->stage, progress->cost,
                progress->bound);
    }
    return ++*ticks >= TICKS_MOST && progress->cost >= 0;
}

/* Blocks of the library are counted; none may be left when a call returns. */
static void *counted_alloc(void *user, size_t size) {
    void *const block = malloc(size);
    *(int *)user += block != NULL;
    return block;
}

static void counted_release(void *user, void *block) {
    *(int *)user -= block != NULL;
    free(block);
}

int main(void) {
    static double x[POINTS * COORDINATES];
    static int32_t group[POINTS];
    static int32_t labels[POINTS];
    fcap_error err;
    fcap_generate_options draw;
    fcap_generate_options_init(&draw);
    draw.n = POINTS;
    draw.dim = COORDINATES;
    if (fcap_generate(&draw, x, group, NULL, NULL, &err) != FCAP_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    fcap_attribute const fair = {group, 2, {1, 2}};
    fcap_problem problem = FCAP_PROBLEM_INIT;
    problem.x = x;
    problem.n = POINTS;
    problem.d = COORDINATES;
    problem.attribute = &fair;
    problem.n_attributes = 1;
    fcap_rules rules = FCAP_RULES_INIT;
    rules.k = 20;

    int ticks = 0;
    int blocks = 0;
    fcap_options options;
    fcap_options_init(&options);
    options.tick = tick;
    options.tick_user = &ticks;
    options.allocator = (fcap_allocator){counted_alloc, counted_release, &blocks};
    fcap_report report;
    if (fcap_cluster(&problem, &rules, &options, labels, &report, &err) != FCAP_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%s, %d clusters break a rule, %d blocks left\n", fcap_outcome_name(report.outcome),
           (int)(report.violated_capacity + report.violated_balance), blocks);
    return 0;
}
