/* test_job.c - from files to a folder: the same labels and report for any number of ranks, any
 * division into files, in memory or not; and an error of one rank is said once, by all. */
#include "effort.h"
#include "shard/job.h"
#include "team.h"

#include <dirent.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    TEXT = 1 << 20
};

static char folder[] = "/tmp/faircap-job-XXXXXX";

typedef struct job {
    fcap_mpi_request q;
    fcap_status status[8];
    fcap_error err[8];
    fcap_mpi_summary summary;
    fcap_mpi_verdict verdict;
    int judging;
} job;

static void run_rank(fcap_comm *c, void *context) {
    job *const j = context;
    fcap_run run;
    fcap_options o;
    fcap_options_init(&o);
    o.threads = 1;
    o.seed = j->q.seed;
    fcap_run_open(&run, &o, &j->err[c->rank]);
    fcap_mpi_summary m;
    fcap_mpi_verdict v = {0};
    j->status[c->rank] =
        j->judging ? fcap_review(&run, c, &j->q, &v) : fcap_job_run(&run, c, &j->q, &m);
    if (c->rank == 0) {
        j->summary = m;
        j->verdict = v;
    }
    fcap_run_close(&run);
}

static const char *path_of(const char *name) {
    static char path[4][300];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[0], "%s/%s", folder, name);
    return path[next];
}

static void put_file(const char *name, const char *text, size_t size) {
    FILE *const to = fopen(path_of(name), "w");
    assert_non_null(to);
    assert_int_equal(fwrite(text, 1, size, to), size);
    fclose(to);
}

/* Appends a file to text; 0 if there is none. */
static size_t get_file(const char *name, char *text) {
    FILE *const from = fopen(path_of(name), "r");
    size_t const got = from != NULL ? fread(text, 1, TEXT - 1, from) : 0;
    if (from != NULL) {
        fclose(from);
    }
    text[got] = 0;
    return got;
}

static void remove_folder(const char *name) {
    char path[600];
    DIR *const in = opendir(path_of(name));
    for (struct dirent *e = in != NULL ? readdir(in) : NULL; e != NULL; e = readdir(in)) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, name, e->d_name);
        unlink(path);
    }
    if (in != NULL) {
        closedir(in);
        rmdir(path_of(name));
    }
}

/* Rows with quoted cells, line ends in them, a stray quote, and now and then a missing cell. */
static size_t make_rows(int n, int missing, uint64_t seed, char *text) {
    rng r = fcap_rng_seed(seed);
    size_t at = (size_t)sprintf(text, "name,x,y,colour,sex\n");
    for (int i = 0; i < n; i++) {
        static const char *const colour[] = {"red", "\"deep\nblue\"", "5\" green",
                                             "\"a,\"\"b\""};
        int const c = (int)fcap_rng_below(&r, 4);
        double const x = fcap_rng_unit(&r) + c;
        double const y = fcap_rng_unit(&r) * 3;
        char gap[24];
        snprintf(gap, sizeof gap, "%.6f", y);
        at += (size_t)sprintf(text + at, "p%d,%.6f,%s,%s,%s\n", i, x,
                              missing && i % 97 == 5 ? "" : gap, colour[c],
                              fcap_rng_below(&r, 5) < 2 ? "f" : "m");
    }
    return at;
}

/* One label for each row, whatever the shards. */
static int join_labels(const char *out, int shards, const char *base, int32_t *label) {
    static char text[TEXT];
    char name[100];
    int n = 0;
    for (int s = 0; s < shards; s++) {
        snprintf(name, sizeof name, "%s/%s%d.labels.csv", out, base, s);
        assert_true(get_file(name, text) > 0);
        for (char *line = strchr(text, '\n'); line != NULL && line[1] != 0;
             line = strchr(line + 1, '\n')) {
            int row = 0;
            int cluster = 0;
            assert_int_equal(sscanf(line + 1, "%d,%d", &row, &cluster), 2);
            label[n++] = cluster;
        }
    }
    return n;
}

/* Divides rows among files at records: the first line is the header, which only the first of
 * them has if `split`. */
static void put_shards(const char *base, const char *text, size_t size, int shards, int split) {
    const char *const body = strchr(text, '\n') + 1;
    size_t const head = (size_t)(body - text);
    size_t const rest = size - head;
    size_t from = 0;
    static char part[TEXT];
    for (int s = 0; s < shards; s++) {
        size_t to = s == shards - 1 ? rest : rest * (size_t)(s + 1) / (size_t)shards;
        while (to < rest && !(body[to - 1] == '\n' && body[to] == 'p')) {
            to++;
        }
        size_t at = 0;
        if (s == 0 || !split) {
            memcpy(part, text, head);
            at = head;
        }
        memcpy(part + at, body + from, to - from);
        char name[100];
        snprintf(name, sizeof name, "%s%d.csv", base, s);
        put_file(name, part, at + to - from);
        from = to;
    }
}

static job new_job(const char *pattern, const char *out, const char **held) {
    job j = {.q = FCAP_MPI_REQUEST_INIT};
    held[0] = strdup(path_of(pattern));
    held[1] = strdup(path_of(out));
    j.q.files = (fcap_texts){held, 1};
    j.q.output = held[1];
    j.q.k = 6;
    j.q.protect = "sex";
    j.q.balance = (fcap_ratio){1, 2};
    j.q.effort = 1;
    j.q.sample = 400;
    j.q.gather = 300;
    j.q.piece_size = 2000;
    remove_folder(out);
    return j;
}

static void free_held(const char **held) {
    free((void *)(uintptr_t)held[0]);
    free((void *)(uintptr_t)held[1]);
}

static void labels_and_report_do_not_depend_on_ranks_or_files(void **state) {
    (void)state;
    static char text[TEXT];
    static char report[TEXT];
    static char other[TEXT];
    enum {
        N = 1500
    };
    static int32_t first[N + 1];
    static int32_t label[N + 1];
    for (int missing = 0; missing < 2; missing++) {
        size_t const size = make_rows(N, missing, 5, text);
        int rows = 0;
        for (int turn = 0; turn < 6; turn++) {
            static const int ranks[] = {1, 2, 3, 5, 7, 4};
            static const int shards[] = {1, 1, 3, 2, 4, 3};
            const char *held[2];
            remove_folder("out");
            put_shards("part", text, size, shards[turn], turn % 2);
            job j = new_job("part?.csv", "out", held);
            j.q.missing = missing ? FCAP_MISSING_DROP : FCAP_MISSING_ERROR;
            j.q.stream = turn % 3 == 1;
            j.q.piece_size = 1000 + 3333 * turn;
            team_run(ranks[turn], run_rank, &j);
            if (j.status[0] != FCAP_OK) {
                print_message("%s\n", j.err[0].message);
            }
            assert_int_equal(j.status[0], FCAP_OK);
            assert_int_equal(j.summary.streamed, turn % 3 == 1);
            int const n = join_labels("out", shards[turn], "part", label);
            get_file("out/report.json", turn == 0 ? report : other);
            if (turn == 0) {
                rows = n;
                memcpy(first, label, sizeof first);
                assert_int_equal(n, j.summary.n);
                assert_int_equal(n + j.summary.dropped, N);
                assert_true((j.summary.dropped > 0) == missing);
            } else {
                assert_int_equal(n, rows);
                assert_memory_equal(first, label, (size_t)n * sizeof *label);
                assert_string_equal(report, other);
            }
            job judged = j;
            judged.judging = 1;
            team_run(1 + turn % 3, run_rank, &judged);
            assert_int_equal(judged.status[0], FCAP_OK);
            assert_true(judged.verdict.ok);
            assert_int_equal(judged.verdict.n, n);
            for (int s = 0; s < shards[turn]; s++) {
                char name[40];
                snprintf(name, sizeof name, "part%d.csv", s);
                unlink(path_of(name));
            }
            free_held(held);
        }
    }
}

static void a_fault_is_named_by_shard_line_and_column(void **state) {
    (void)state;
    static char text[TEXT];
    const char *held[2];
    size_t const size = make_rows(600, 0, 6, text);
    put_shards("bad", text, size, 2, 0);
    static char second[TEXT];
    size_t const length = get_file("bad1.csv", second);
    char *const row = strstr(second, "\np555,") + 1;
    int line = 1;
    for (const char *c = second; c < row; c++) {
        line += *c == '\n';
    }
    memcpy(row + 5, "2.x", 3); /* a number that is none */
    put_file("bad1.csv", second, length);
    job j = new_job("bad?.csv", "out", held);
    team_run(4, run_rank, &j);
    char wanted[64];
    snprintf(wanted, sizeof wanted, "bad1.csv, line %d, column 2: x: \"2.x", line);
    for (int r = 0; r < 4; r++) {
        assert_int_equal(j.status[r], FCAP_E_DATA);
        assert_non_null(strstr(j.err[r].message, wanted));
    }
    struct stat about;
    assert_int_not_equal(stat(path_of("out"), &about), 0);
    assert_int_not_equal(stat(path_of("out.partial"), &about), 0);
    memcpy(row + 5, "2,2", 3); /* a field too many */
    put_file("bad1.csv", second, length);
    team_run(3, run_rank, &j);
    snprintf(wanted, sizeof wanted, "bad1.csv, line %d: the row has 6 fields", line);
    assert_int_equal(j.status[2], FCAP_E_DATA);
    assert_non_null(strstr(j.err[2].message, wanted));
    free_held(held);
}

static void what_a_folder_claims_is_checked(void **state) {
    (void)state;
    static char text[TEXT];
    static char labels[TEXT];
    const char *held[2];
    size_t const size = make_rows(900, 0, 7, text);
    put_shards("claim", text, size, 1, 0);
    job j = new_job("claim?.csv", "out", held);
    team_run(2, run_rank, &j);
    assert_int_equal(j.status[0], FCAP_OK);
    j.judging = 1;
    team_run(3, run_rank, &j);
    assert_true(j.verdict.ok);
    size_t const length = get_file("out/claim0.labels.csv", labels);
    char *const line = strstr(labels, "\n500,") + 5;
    char const before = *line;
    *line = before == '1' ? '2' : '1';
    put_file("out/claim0.labels.csv", labels, length);
    team_run(2, run_rank, &j);
    assert_int_equal(j.status[0], FCAP_OK);
    assert_false(j.verdict.ok); /* the cost is another one */
    *line = 'x';
    put_file("out/claim0.labels.csv", labels, length);
    team_run(2, run_rank, &j);
    assert_int_equal(j.status[1], FCAP_E_DATA);
    *line = before;
    put_file("out/claim0.labels.csv", labels, length - 6);
    team_run(2, run_rank, &j);
    assert_int_equal(j.status[1], FCAP_E_DATA);
    assert_non_null(strstr(j.err[0].message, "has no label for row 900"));
    strcpy(labels + length, "901,1\n");
    put_file("out/claim0.labels.csv", labels, length + 6);
    team_run(2, run_rank, &j);
    assert_int_equal(j.status[1], FCAP_E_DATA);
    assert_non_null(strstr(j.err[0].message, "more labels than rows"));
    free_held(held);
}

/* The checkpoint of a running job, kept each time that it says something. */
typedef struct kept_checkpoints {
    char text[40][8192];
    int n;
} kept_checkpoints;

static void keep_checkpoint(void *user, const char *line) {
    kept_checkpoints *const kept = user;
    static char text[TEXT];
    (void)line;
    size_t const size = get_file("out.partial/checkpoint", text);
    if (size > 0 && (kept->n == 0 || strcmp(kept->text[kept->n - 1], text) != 0)) {
        assert_true(kept->n < 40 && size < sizeof kept->text[0]);
        memcpy(kept->text[kept->n++], text, size + 1);
    }
}

/* Went back: the last round was dearer than the labels before it. */
static void note_return(void *user, const char *line) {
    *(int *)user |= strstr(line, "found nothing better") != NULL;
}

static void a_job_resumed_at_any_round_ends_as_the_one_that_was_not(void **state) {
    (void)state;
    static char text[TEXT];
    static kept_checkpoints kept;
    enum {
        N = 1500,
        TURNS = 14,
        FIRST = 3 /* a round of it is undone */
    };
    static int32_t first[N];
    static int32_t label[N];
    int resumed = 0;
    int returned = 0;
    int const turns = often(TURNS);
    for (int i = 0; i < turns; i++) {
        int const turn = (i + FIRST) % TURNS;
        const char *held[2];
        size_t const size = make_rows(N, 0, 100 + (uint64_t)turn, text);
        put_shards("round", text, size, 1, 0);
        job j = new_job("round?.csv", "out", held);
        j.q.k = 3 + turn % 7;
        j.q.balance = (fcap_ratio){11 + turn % 2, 20};
        if (turn % 3 == 2) {
            j.q.protect = NULL;
            j.q.balance = (fcap_ratio){0, 1};
        }
        j.q.effort = 6;
        j.q.sample = 60 + 10 * (turn % 5);
        j.q.gather = 100 + 50 * (turn % 4);
        j.q.say = keep_checkpoint;
        j.q.say_user = &kept;
        kept.n = 0;
        team_run(1 + turn % 3, run_rank, &j);
        assert_int_equal(j.status[0], FCAP_OK);
        assert_int_equal(join_labels("out", 1, "round", first), N);
        double const cost = j.summary.cost;
        for (int c = 0; c < kept.n; c++) {
            remove_folder("out");
            assert_int_equal(mkdir(path_of("out.partial"), 0700), 0);
            put_file("out.partial/checkpoint", kept.text[c], strlen(kept.text[c]));
            int back = 0;
            job again = j;
            again.q.resume = 1;
            again.q.say = note_return;
            again.q.say_user = &back;
            team_run(1 + (turn + c) % 4, run_rank, &again);
            assert_int_equal(again.status[0], FCAP_OK);
            assert_int_equal(join_labels("out", 1, "round", label), N);
            assert_memory_equal(first, label, sizeof label);
            assert_true(again.summary.cost == cost);
            assert_int_equal(again.summary.assignment_proved, j.summary.assignment_proved);
            resumed++;
            returned += back;
        }
        free_held(held);
    }
    unlink(path_of("round0.csv"));
    print_message("resumed %d times, of which %d went back to the labels of the round before\n",
                  resumed, returned);
    assert_true(resumed > turns); /* later rounds than the first, too */
    assert_true(returned > 0);
}

static void an_unfinished_folder_that_is_a_link_or_of_another_user_is_left_alone(void **state) {
    (void)state;
    static char text[TEXT];
    const char *held[2];
    put_shards("link", text, make_rows(600, 0, 8, text), 1, 0);
    job j = new_job("link?.csv", "fresh", held);
    assert_int_equal(symlink(folder, path_of("fresh.partial")), 0);
    team_run(2, run_rank, &j);
    for (int r = 0; r < 2; r++) {
        assert_int_equal(j.status[r], FCAP_E_IO);
        assert_non_null(strstr(j.err[r].message, "fresh.partial is a link"));
    }
    struct stat about;
    assert_int_equal(stat(path_of("link0.csv"), &about), 0); /* not emptied */
    assert_int_equal(unlink(path_of("fresh.partial")), 0);
    if (geteuid() == 0) { /* who can be two users */
        assert_int_equal(mkdir(path_of("fresh.partial"), 0700), 0);
        assert_int_equal(chown(path_of("fresh.partial"), 65534, 65534), 0);
        team_run(2, run_rank, &j);
        assert_int_equal(j.status[1], FCAP_E_IO);
        assert_non_null(strstr(j.err[1].message, "belongs to another user"));
        assert_int_equal(rmdir(path_of("fresh.partial")), 0);
    }
    free_held(held);
}

static mode_t rights_of(const char *name) {
    struct stat about;
    return stat(path_of(name), &about) == 0 ? about.st_mode & 07777 : 0;
}

static void note_rights(void *user, const char *line) {
    mode_t *const seen = user;
    (void)line;
    *seen |= rights_of("out.partial");
}

static void nobody_else_may_look_before_the_answer_is_complete(void **state) {
    (void)state;
    static char text[TEXT];
    const char *held[2];
    put_shards("seen", text, make_rows(600, 0, 9, text), 1, 0);
    static const struct {
        mode_t mask;
        mode_t before; /* of an empty folder that is replaced, or 0 */
        mode_t left;   /* of the unfinished one of an earlier job, or 0 */
        mode_t wanted;
    } one[] = {{022, 0, 0, 0755},    {077, 0, 0, 0700},       {027, 0, 0755, 0750},
               {022, 0700, 0, 0700}, {022, 0777, 0777, 0755}, {002, 0, 02770, 02775}};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) {
        job j = new_job("seen?.csv", "out", held);
        mode_t const mask = umask(0);
        if (one[i].before != 0) {
            assert_int_equal(mkdir(path_of("out"), one[i].before), 0);
        }
        if (one[i].left != 0) {
            assert_int_equal(mkdir(path_of("out.partial"), 0700), 0);
            assert_int_equal(chmod(path_of("out.partial"), one[i].left), 0);
        }
        umask(one[i].mask);
        mode_t seen = 0;
        j.q.resume = one[i].left != 0;
        j.q.say = note_rights;
        j.q.say_user = &seen;
        team_run(2, run_rank, &j);
        umask(mask);
        assert_int_equal(j.status[0], FCAP_OK);
        assert_int_equal(seen & 0777, 0700);
        assert_int_equal(rights_of("out"), one[i].wanted);
        assert_int_equal(rights_of("out/report.json"), 0666 & ~one[i].mask);
        assert_int_equal(rights_of("out/seen0.labels.csv"), 0666 & ~one[i].mask);
        remove_folder("out");
        free_held(held);
    }
    unlink(path_of("seen0.csv"));
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL;
}

static int leave_folder(void **state) {
    (void)state;
    remove_folder("out");
    remove_folder("");
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_and_report_do_not_depend_on_ranks_or_files),
        cmocka_unit_test(a_fault_is_named_by_shard_line_and_column),
        cmocka_unit_test(what_a_folder_claims_is_checked),
        cmocka_unit_test(a_job_resumed_at_any_round_ends_as_the_one_that_was_not),
        cmocka_unit_test(an_unfinished_folder_that_is_a_link_or_of_another_user_is_left_alone),
        cmocka_unit_test(nobody_else_may_look_before_the_answer_is_complete)};
    return cmocka_run_group_tests(tests, make_folder, leave_folder);
}
