/* mpi_main.c - faircap-mpi: every rank runs this; rank 0 speaks.
 *
 * A rank that hangs would keep the others waiting for ever, and none of them can tell waiting
 * from working. So each has an alarm: long after the time limit it ends its process, and with
 * it mpirun ends the job.
 */
#include "mpi/mpi_args.h"
#include "save.h"
#include "words.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    GRACE = 10, /* seconds, besides twice the time limit */
    PATH_SIZE = 4096
};

static void give_up(int signal_number) {
    static const char text[] =
        "faircap-mpi: not over long after the time limit; a rank hangs, and the job ends\n";
    (void)signal_number;
    ssize_t const unused = write(STDERR_FILENO, text, sizeof text - 1);
    (void)unused;
    output_remove_all();
    _exit(EXIT_INTERNAL);
}

static void set_alarm(double limit) {
    if (limit > 0) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = give_up;
        sigaction(SIGALRM, &action, NULL);
        double const seconds = 2 * limit + GRACE;
        alarm(seconds < 1e9 ? (unsigned)seconds + 1 : 1000000000u);
    }
}

/* What a signal that ends the job looks for, and says. */
static struct {
    int speaks;
    int clusters;
    char partial[PATH_SIZE];
    char checkpoint[PATH_SIZE];
} stop;

static void write_line(const char *text) {
    ssize_t const unused = write(STDERR_FILENO, text, strlen(text));
    (void)unused;
}

static void end_job(int signal_number) {
    (void)signal_number;
    int const saved = stop.clusters && access(stop.checkpoint, F_OK) == 0;
    if (stop.speaks) {
        write_line(saved ? "faircap-mpi: stopped; the same command with --resume goes on\n"
                   : stop.clusters ? "faircap-mpi: stopped before the first checkpoint\n"
                                   : "faircap-mpi: stopped\n");
        if (stop.clusters) {
            rmdir(stop.partial); /* unless there is something in it */
        }
    }
    output_remove_all();
    _exit(EXIT_INTERRUPTED);
}

static void catch_signals(const mpi_arguments *a, int speaks) {
    const char *const out = a->request.output != NULL ? a->request.output : "";
    int length = (int)strlen(out);
    while (length > 1 && out[length - 1] == '/') {
        length--;
    }
    stop.speaks = speaks;
    stop.clusters = a->command == MPI_CLUSTER && length > 0 && length < PATH_SIZE - 32;
    if (stop.clusters) {
        snprintf(stop.partial, PATH_SIZE, "%.*s.partial", length, out);
        snprintf(stop.checkpoint, PATH_SIZE, "%.*s.partial/checkpoint", length, out);
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_job;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction now;
    if (sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler != SIG_IGN) { /* as nohup has it */
        sigaction(SIGHUP, &action, NULL);
    }
    signal(SIGXFSZ, SIG_IGN); /* a file beyond the shell's limit is an error of the write */
}

/* Lines may name columns, files and options as they are called: not as a terminal would obey
 * them. */
static void say(void *user, const char *line) {
    char shown[2 * PATH_SIZE];
    (void)user;
    fcap_text_display(line, strlen(line), PATH_SIZE, shown, sizeof shown);
    fprintf(stderr, "%s\n", shown);
}

static int write_stats(const char *path, const fcap_mpi_summary *m) {
    static output to;
    int code = output_open(&to, path);
    if (code != EXIT_DONE) {
        return code;
    }
    output_format(
        &to,
        "{\"ranks\": %d, \"seconds\": %.3f, \"passes\": %d, \"steps\": %d, "
        "\"gathered\": %lld,\n"
        " \"messages\": %lld, \"bytes_of_rank_0\": %lld, \"messages_of_passes\": %lld, "
        "\"bytes_of_passes\": %lld,\n"
        " \"memory_of_a_rank\": %lld, \"streamed\": %d}\n",
        (int)m->ranks, m->seconds, (int)m->passes, (int)m->steps, (long long)m->gathered,
        (long long)m->messages, (long long)m->bytes, (long long)m->pass_messages,
        (long long)m->pass_bytes, (long long)m->memory, (int)m->streamed);
    code = output_finish(&to);
    return code != EXIT_DONE ? code : output_commit(&to);
}

static double percent_below(double cost, double bound) {
    return cost > bound ? 100 * (cost - bound) / cost : 0;
}

/* Of any medoids where that is known, else of these. */
static void say_bound(const fcap_mpi_summary *m) {
    if (m->lower_bound < 0) {
        printf("Around these medoids no valid clustering is more than %.2g %% cheaper.\n",
               percent_below(m->cost, m->fixed_medoid_bound));
    } else if (percent_below(m->cost, m->lower_bound) < 1e-7) {
        printf("Optimal: no valid clustering costs less.\n");
    } else {
        printf("No valid clustering is more than %.2g %% cheaper (lower bound %.6g).\n",
               percent_below(m->cost, m->lower_bound), m->lower_bound);
    }
}

static int cluster(fcap_mpi *job, const mpi_arguments *a, fcap_error *err) {
    fcap_mpi_summary m;
    fcap_status const status = fcap_mpi_cluster(job, &a->request, &m, err);
    if (status != FCAP_OK || fcap_mpi_rank(job) > 0) {
        return exit_code_of(status);
    }
    if (m.complete) {
        if (!a->quiet) {
            printf("%s is already complete: nothing was done.%s\n", safe(a->request.output),
                   m.stopped ? " (A time limit had stopped its search; for more of it, name "
                               "another folder.)"
                             : "");
        }
        return EXIT_DONE;
    }
    char balance[RATIO_SIZE];
    if (!a->quiet) {
        printf("%lld %s in %d %s of %lld to %lld, cost %.6g, balance %s (%d %s, "
               "%.1f s)\n",
               (long long)m.n, m.n == 1 ? "row" : "rows", (int)m.k,
               m.k == 1 ? "cluster" : "clusters", (long long)m.smallest, (long long)m.largest,
               m.cost, ratio_decimal(m.balance, balance), (int)m.ranks,
               m.ranks == 1 ? "rank" : "ranks", m.seconds);
        if (m.stopped) {
            printf("Stopped early, by the time limit of %g s: more time may find a better "
                   "one.\n",
                   a->request.time_limit);
        }
        say_bound(&m);
    }
    return a->stats != NULL ? write_stats(a->stats, &m) : EXIT_DONE;
}

static const char *verdict(int ok) {
    return ok ? "ok" : "VIOLATED";
}

static int check(fcap_mpi *job, const mpi_arguments *a, fcap_error *err) {
    fcap_mpi_verdict v;
    fcap_status const status = fcap_mpi_check(job, &a->request, &v, err);
    if (status != FCAP_OK) {
        return exit_code_of(status);
    }
    if (fcap_mpi_rank(job) == 0 && !a->quiet) {
        char balance[RATIO_SIZE];
        char cost[FCAP_NUMBER_SIZE] = "";
        char claimed[FCAP_NUMBER_SIZE] = "";
        double const wrong = v.cost > v.claimed ? v.cost - v.claimed : v.claimed - v.cost;
        fcap_number_print(v.cost, cost);
        fcap_number_print(v.claimed, claimed);
        printf("rows: %s (%lld, %lld%s%s)\n", verdict(v.n == v.claimed_n && v.unread[0] == 0),
               (long long)v.n, (long long)v.claimed_n,
               v.unread[0] != 0 ? "; no file was given for " : "", safe(v.unread));
        printf("clusters: %s (%d, %d empty)\n", verdict(v.empty == 0), (int)v.k, (int)v.empty);
        printf("capacity: %s (%lld, %lld)\n", verdict(v.too_large == 0), (long long)v.largest,
               (long long)v.max_size);
        printf("min_size: %s (%lld, %lld)\n", verdict(v.too_small == 0), (long long)v.smallest,
               (long long)v.min_size);
        if (v.balance.den > 0) {
            char wanted[RATIO_SIZE];
            printf("balance: %s (%s, %s)\n", verdict(v.unbalanced == 0),
                   ratio_print(v.balance, balance), ratio_print(a->request.balance, wanted));
        }
        printf("medoids: %s (%d outside %s)\n", verdict(v.foreign_medoids == 0),
               (int)v.foreign_medoids,
               v.foreign_medoids == 1 ? "its cluster" : "their clusters");
        printf("cost: %s (%s, %s)\n", verdict(wrong <= v.tolerance), cost, claimed);
        if (v.false_claim[0] == 0) {
            printf("report: ok\n");
        } else {
            printf("report: VIOLATED (what it says is not so: %s)\n", v.false_claim);
        }
    }
    return v.ok ? EXIT_DONE : EXIT_VIOLATED;
}

static int run(fcap_mpi *job, mpi_arguments *a) {
    fcap_error err = {FCAP_OK, ""};
    int const speaks = fcap_mpi_rank(job) == 0;
    a->request.say = a->quiet ? NULL : say;
    int const code = a->command == MPI_CLUSTER ? cluster(job, a, &err) : check(job, a, &err);
    if (err.message[0] != 0 && code != EXIT_DONE && code != EXIT_VIOLATED && speaks) {
        say_error(code, "%s", err.message);
    }
    return code;
}

/* The alarm is set before MPI begins: ranks wait for one another there, too. */
int main(int argc, char **argv) {
    static mpi_arguments a;
    char why[300] = "";
    words_begin("faircap-mpi:");
    int code = mpi_args_parse(argc, argv, &a, why, sizeof why) ? EXIT_DONE : EXIT_USAGE;
    set_alarm(a.request.time_limit);
    fcap_mpi *const job = fcap_mpi_open(&argc, &argv, 0);
    int const speaks = fcap_mpi_rank(job) == 0;
    if (code != EXIT_DONE && speaks) {
        say_error(code, "%s", why);
    } else if (a.wants_help && speaks) {
        mpi_help(stdout);
    } else if (a.wants_version && speaks) {
        printf("faircap-mpi %s\n", fcap_version());
    }
    catch_signals(&a, speaks);
    if (code == EXIT_DONE && !a.wants_help && !a.wants_version) {
        code = run(job, &a);
    }
    signal(SIGINT, SIG_DFL);  /* the answer is there, or what is wrong was said: mpirun ends */
    signal(SIGTERM, SIG_DFL); /* the last ranks after the first that failed */
    if (fflush(stdout) != 0) {
        code = EXIT_IO;
    }
    fcap_mpi_close(job);
    return code;
}
