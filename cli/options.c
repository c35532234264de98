/* options.c - see options.h. */
#include "options.h"

#define FIELD(f) offsetof(arguments, f)
#define ONE      (CMD_CLUSTER | CMD_CHECK | CMD_PLAN) /* about one request */
#define MANY     (CMD_SWEEP | CMD_TUNE)               /* about many */
#define DATA     (ONE | MANY)
#define RUNS     (CMD_CLUSTER | MANY)
#define SEARCHES (CMD_CLUSTER | CMD_GROUP)
#define ROSTER   (DATA | CMD_GROUP)
#define ALL      (ROSTER | CMD_GENERATE)

/* As help shows them: the default first. */
static const char METHODS[] =
    "best|fair-hierarchical|fair-kmedoids|fairlet-kcenter|fairlet-kmedoids|kmedoids";

const option_row options[] = {
    {.help = "Data", .commands = ROSTER},
    {'p', "protect", WORDS, FIELD(protect), DATA, "COL,...",
     "protected attribute(s): the mix to keep fair", 0, 0},
    {'f', "features", WORDS, FIELD(features), DATA, "COL,...",
     "columns that make the distance (default: all without other part)", 0, 0},
    {'x', "ignore", WORDS, FIELD(ignore), DATA, "COL,...", "columns left out", 0, 0},
    {0, "id", TEXT, FIELD(id), ROSTER, "COL", "identifier, copied to the output", 0, 0},
    {'w', "weight", TEXT, FIELD(weight), DATA, "COL",
     "whole weights: what a row takes of the capacity (default 1 each)", 0, 0},
    {0, "include-protected", FLAG, FIELD(include_protected), DATA, NULL,
     "let the protected attribute count in the distance", 0, 0},
    {0, "scale", CHOICE, FIELD(scale), DATA, "minmax|zscore|none",
     "numeric columns (default minmax); text columns become one-hot", 0, 0},
    {0, "weight-feature", WORDS, FIELD(weight_feature), DATA, "COL=W,...",
     "stretch one column's part of the distance (default 1)", 0, 0},
    {0, "metric", CHOICE, FIELD(metric), DATA, "euclidean|manhattan|sqeuclidean",
     "distance between two rows (default euclidean)", 0, 0},
    {0, "distances", INPUT, FIELD(distances), DATA, "FILE.npy",
     "n x n distances between the rows of FILE, instead of columns", 0, 0},
    {0, "missing", CHOICE, FIELD(missing), DATA, "error|drop|impute|category",
     "rows with missing cells in used columns (default error)", 0, 0},
    {0, "na", WORDS, FIELD(na), ROSTER, "TEXT,...",
     "texts that mean missing, besides empty, NA, N/A, NaN, NULL, ?", 0, 0},
    {0, "numeric", WORDS, FIELD(numeric), ROSTER, "COL,...", "read these columns as numbers", 0,
     0},
    {0, "categorical", WORDS, FIELD(categorical), ROSTER, "COL,...",
     "read these columns as texts", 0, 0},
    {0, "header", FLAG, FIELD(header), ROSTER, NULL, "the first line is a header", 0, 0},
    {0, "no-header", FLAG, FIELD(no_header), ROSTER, NULL, "the first line is data", 0, 0},
    {0, "delimiter", TEXT, FIELD(delimiter), ROSTER, "C",
     "between cells: one character, or 'tab' (default: detected)", 0, 0},
    {0, "decimal-comma", FLAG, FIELD(decimal_comma), ROSTER, NULL, "numbers such as 1,5", 0, 0},
    {0, "skip", COUNT, FIELD(skip), ROSTER, "N", "lines before the header that are no data", 0,
     INT32_MAX},
    {0, "join", INPUTS, FIELD(join), ROSTER, "FILE",
     "add the columns of FILE, matched by e-mail, user name or ID", 0, 0},
    {0, "join-by", TEXT, FIELD(join_by), ROSTER, "COL[=COL2]",
     "match by this column (called COL2 in the other file)", 0, 0},
    {0, "role", WORDS, FIELD(role), ROSTER, "ROLE=COL",
     "where name, first-name, last-name, login, email, id, ... is", 0, 0},
    {0, "as-is", FLAG, FIELD(as_is), ROSTER, NULL,
     "leave out no row or cell of an export of Moodle, Canvas, ...", 0, 0},

    {.help = "Problem", .commands = ROSTER},
    {0, "size", TEXT, FIELD(group_size), CMD_GROUP, "A[-B]",
     "groups of A (A+1 for a rest); or of A to B, as few as possible", 0, 0},
    {0, "groups", COUNT, FIELD(clusters), CMD_GROUP, "N",
     "or: so many groups, of sizes that differ by one at most", 1, INT32_MAX},
    {0, "balance", WORDS, FIELD(mix), CMD_GROUP, "COL[=R],...",
     "a mix in every group: R of rarest to commonest (default: up to 1/2)", 0, 0},
    {0, "nobody-alone", WORDS, FIELD(no_isolate), CMD_GROUP, "COL[:VALUE]",
     "nobody is the only one of a kind: gender, or gender:F", 0, 0},
    {0, "similar", WORDS, FIELD(similar), CMD_GROUP | CMD_CHECK, "COL[=W],...",
     "students of a group are alike in these columns (weight W: 1)", 0, 0},
    {0, "diverse", WORDS, FIELD(diverse), CMD_GROUP | CMD_CHECK, "COL[=W],...",
     "students of a group differ in these: each group mirrors the class", 0, 0},
    {0, "together", INPUTS, FIELD(together), CMD_GROUP, "FILE",
     "who must share a group: names, e-mails or IDs, one set a line", 0, 0},
    {0, "apart", INPUTS, FIELD(apart), CMD_GROUP, "FILE",
     "who must not: no two of a line share a group", 0, 0},
    {0, "avoid", INPUTS, FIELD(avoid), CMD_GROUP, "FILE",
     "earlier groups: as few pairs as possible meet again (may repeat)", 0, 0},
    {0, "late", INPUT, FIELD(start), CMD_GROUP, "FILE",
     "the groups so far stay; students who are not in them are added", 0, 0},
    {0, "by-row", FLAG, FIELD(by_row), CMD_GROUP, NULL,
     "--together, --apart and --late name students by row number", 0, 0},
    {'k', "clusters", COUNT, FIELD(clusters), ONE, "N", "number of clusters, none empty", 1,
     INT32_MAX},
    {'k', "clusters", TEXT, FIELD(cluster_list), MANY, "LIST",
     "numbers of clusters: 3:20, 3:20:2 or 3,5,10 (default 3:20)", 0, 0},
    {'s', "group-size", TEXT, FIELD(group_size), ONE, "A[-B]",
     "instead of -k: groups of A to B members (B: A+1), as few as possible", 0, 0},
    {'q', "max-size", COUNT, FIELD(max_size), ONE | CMD_SWEEP, "N",
     "capacity: most members of a cluster (default ceil(n * slack / k))", 1, CAPACITY_MOST},
    {0, "slack", RATIO, FIELD(slack), ONE | CMD_SWEEP, "E",
     "of the default capacity (default 1.01); no effect with -q", 0, 0},
    {0, "slack", TEXT, FIELD(slack_list), CMD_TUNE, "LIST",
     "of the capacity ceil(n * slack / k) (default 1,1.01,1.05:1.3:0.05)", 0, 0},
    {0, "min-size", COUNT, FIELD(min_size), DATA, "N",
     "fewest members of a cluster (default 1)", 1, INT32_MAX},
    {'t', "balance", WORDS, FIELD(balance), DATA, "R",
     "least balance, 1/2 or 0.5, or COL=R,COL=R (default 1/2 with -p)", 0, 0},
    {0, "intersectional", FLAG, FIELD(intersectional), DATA, NULL,
     "balance the combinations of the protected attributes", 0, 0},
    {0, "share", WORDS, FIELD(share), DATA, "COL:VALUE=LO..HI",
     "a group's part of every cluster: sex:F=0.4..0.6, =20%.. or =..1/2", 0, 0},
    {0, "no-isolate", WORDS, FIELD(no_isolate), DATA, "COL[:VALUE]",
     "never exactly one member of a group in a cluster", 0, 0},
    {0, "sizes", INPUT, FIELD(sizes), ONE, "FILE",
     "a capacity for each cluster, one a line, instead of -q", 0, 0},
    {0, "together", INPUTS, FIELD(together), ONE, "FILE",
     "rows that share a cluster: one set a line, ids with commas between", 0, 0},
    {0, "apart", INPUTS, FIELD(apart), ONE, "FILE",
     "rows of which no two share a cluster, one set a line", 0, 0},
    {0, "start", INPUT, FIELD(start), ONE, "FILE",
     "a result to start from; rows that are not in it are new", 0, 0},
    {0, "keep", FLAG, FIELD(keep), ONE, NULL,
     "rows of --start stay in their clusters; the new ones join", 0, 0},
    {0, "avoid", INPUTS, FIELD(avoid), ONE, "FILE",
     "an earlier result: as few pairs as possible share a cluster again", 0, 0},
    {0, "medoids", INPUT, FIELD(medoids), ONE, "FILE",
     "only these rows may be medoids: ids, one a line", 0, 0},
    {0, "objective", CHOICE, FIELD(objective), ONE, "medoids|sse",
     "distances to medoids (default), or squared distances to means", 0, 0},

    {.help = "Method", .commands = RUNS | CMD_GROUP},
    {'m', "method", METHOD, FIELD(method), CMD_CLUSTER, METHODS,
     "best keeps all rules; fair-*: sizes, balance; fairlet-*: balance", 0, 0},
    {0, "methods", TEXT, FIELD(methods), CMD_SWEEP, "LIST",
     "all (default), paper, or a list: best,fair-kmedoids/vanilla@1.2", 0, 0},
    {0, "fairlets", CHOICE, FIELD(fairlets), CMD_CLUSTER, "mcf|vanilla|tree",
     "sets that stay together: cheapest (default), any, nearly cheapest", 0, 0},
    {0, "fairlet-centre", CHOICE, FIELD(fairlet_centre), RUNS, "median|random",
     "which member stands for a fairlet (default median)", 0, 0},
    {0, "lambda", REAL, FIELD(lambda), CMD_CLUSTER | CMD_SWEEP, "X",
     "decay of a fairlet's value in fair-kmedoids (default 0.3)", 1, 0},
    {0, "lambda", TEXT, FIELD(lambda_list), CMD_TUNE, "LIST",
     "decay of a fairlet's value in fair-kmedoids (default 0.1:1:0.1)", 0, 0},
    {0, "effort", COUNT, FIELD(effort), SEARCHES | CMD_SWEEP, "1..9",
     "how hard to search (default 5)", 1, 9},
    {0, "gap", SHARE, FIELD(gap), CMD_CLUSTER | CMD_SWEEP, "G",
     "stop once proved to be this near the optimum: 0.01 or 1%", 0, 0},
    {0, "bound", CHOICE, FIELD(bound), CMD_CLUSTER | CMD_SWEEP, "auto|off",
     "prove how near (default auto: up to 10,000 rows or, by rules, fewer)", 0, 0},
    {0, "certify", FLAG, FIELD(certify), CMD_CLUSTER, NULL,
     "prove it for any number of rows, however long it takes", 0, 0},
    {0, "time-limit", REAL, FIELD(time_limit), SEARCHES, "S",
     "stop after S seconds with the best answer so far (default 0: never)", 0, 0},
    {0, "time-limit", REAL, FIELD(time_limit), CMD_SWEEP, "S",
     "stop each run of best after S seconds; the others run to their end", 0, 0},
    {0, "seed", COUNT, FIELD(seed), RUNS | CMD_GROUP | CMD_GENERATE, "N",
     "of the random numbers (default 1)", 0, INT64_MAX},
    {0, "seeds", COUNT, FIELD(seeds), MANY, "N",
     "runs of each kind, each with the next seed (default 1)", 1, 10000},
    {0, "threads", COUNT, FIELD(threads), SEARCHES | CMD_CHECK, "N",
     "default: all cores; labels never depend on it", 1, 256},
    {0, "threads", COUNT, FIELD(threads), MANY, "N",
     "runs at a time (default: all cores); results never depend on it", 1, 256},

    {.help = "Synthetic data", .commands = CMD_GENERATE},
    {0, "n", COUNT, FIELD(n), CMD_GENERATE, "N", "points (default 100)", 1, INT32_MAX},
    {0, "dim", COUNT, FIELD(dim), CMD_GENERATE, "N", "coordinates (default 2)", 1, 1000000},
    {0, "groups", COUNT, FIELD(groups), CMD_GENERATE, "N",
     "protected groups a, b, c, ... (default 2)", 1, 1000},
    {0, "group-balance", RATIO, FIELD(group_balance), CMD_GENERATE, "R",
     "smallest group / largest group, above 0 (default 1)", 0, 0},
    {0, "true-clusters", COUNT, FIELD(true_clusters), CMD_GENERATE, "N",
     "clusters the points are drawn from (default 5)", 1, INT32_MAX},
    {0, "weights", TEXT, FIELD(weights), CMD_GENERATE, "LO-HI", "add a column of whole weights",
     0, 0},
    {0, "truth", FLAG, FIELD(truth), CMD_GENERATE, NULL,
     "add the true cluster of each point as a column", 0, 0},

    {.help = "Output", .commands = ALL},
    {'o', "output", TEXT, FIELD(output), SEARCHES, "FILE",
     "where the table goes (default: standard output, if no report does)", 0, 0},
    {'o', "output", TEXT, FIELD(output), CMD_GENERATE, "FILE",
     "where the table goes (default: standard output)", 0, 0},
    {'o', "output", TEXT, FIELD(output), MANY, "DIR",
     "folder of the results; what is there already is not run again", 0, 0},
    {0, "reference", INPUT, FIELD(reference), CMD_SWEEP, "FILE",
     "published costs to compare with: columns method, k, cost", 0, 0},
    {0, "labels-only", FLAG, FIELD(labels_only), CMD_CLUSTER, NULL,
     "only id (or row) and cluster", 0, 0},
    {0, "to", WORDS, FIELD(to), CMD_CLUSTER | CMD_GROUP, "FORMAT[:FILE]",
     "groups for canvas, moodle-..., blackboard, brightspace; csv; student", 0, 0},
    {0, "course", TEXT, FIELD(course), CMD_CLUSTER | CMD_GROUP, "SHORTNAME",
     "of --to moodle-uploadusers: the course, as Moodle calls it for short", 0, 0},
    {0, "group-set", TEXT, FIELD(group_set), CMD_CLUSTER | CMD_GROUP, "NAME",
     "of --to: the grouping or group set (default Groups)", 0, 0},
    {0, "word", WORDS, FIELD(word), CMD_GROUP, "WHAT=TEXT",
     "what files call a group, a name, a line: --word group=Team", 0, 0},
    {0, "labels-only", FLAG, FIELD(labels_only), CMD_GROUP, NULL,
     "only who and which group: no marks, no other column", 0, 0},
    {0, "json", TEXT, FIELD(json), ONE | CMD_GROUP, "FILE",
     "report as JSON; - is standard output", 0, 0},
    {0, "html", TEXT, FIELD(html), CMD_CLUSTER, "FILE", "report as one page with plots", 0, 0},
    {0, "html", TEXT, FIELD(html), CMD_GROUP, "FILE",
     "the groups on one page to read and to print, with names", 0, 0},
    {0, "certificate", TEXT, FIELD(certificate), CMD_CLUSTER, "FILE",
     "the proof of the lower bound, which check verifies", 0, 0},
    {0, "certificate", INPUT, FIELD(certificate), CMD_CHECK, "FILE",
     "the proof of the lower bound, which cluster wrote, is verified", 0, 0},
    {'v', "verbose", FLAG, FIELD(verbose), ALL, NULL, "say more", 0, 0},
    {0, "quiet", FLAG, FIELD(quiet), ALL, NULL, "say only errors", 0, 0},
    {0, "progress", CHOICE, FIELD(progress), RUNS | CMD_GROUP, "auto|on|off",
     "progress line on stderr (auto: on a terminal)", 0, 0},
};
const size_t n_options = sizeof options / sizeof *options;

const command_row commands[] = {
    {CMD_CLUSTER, "cluster", "FILE", 1,
     "make clusters: similar members, at most q each, a fair mix in each",
     "  faircap cluster roster.csv -k 8 -p gender -o groups.csv --html groups.html\n"
     "  faircap cluster students.csv -k 10 -q 40 -p sex -t 1/2 --json report.json -o out.csv\n"
     "  faircap cluster points.npy -k 50 --labels-only -o labels.csv\n"},
    {CMD_GROUP, "group", "ROSTER", 1,
     "make groups of students: similar, diverse, mixed, of even size",
     "  faircap group roster.csv --size 3-4 --balance gender --similar score -o groups.csv\n"
     "  faircap group roster.csv --groups 12 --diverse skill --nobody-alone gender --html "
     "g.html\n"
     "  faircap group roster.csv --size 4 --avoid last-term.csv --apart rivals.txt -o "
     "groups.csv\n"
     "  faircap group roster-now.csv --late groups.csv -o groups-now.csv\n"},
    {CMD_CHECK, "check", "FILE RESULT", 2,
     "re-verify a result from the raw data; trust nothing",
     "  faircap check roster.csv groups.csv -k 8 -p gender\n"
     "  faircap check students.csv out.csv -k 10 -q 40 -p sex -t 1/2 --json check.json\n"
     "  faircap check roster.csv groups.csv -k 8 -p gender --certificate groups.proof\n"},
    {CMD_PLAN, "plan", "FILE", 1, "what is feasible here, before solving",
     "  faircap plan roster.csv -p gender              what is possible for each k\n"
     "  faircap plan roster.csv -p gender -k 8 -q 4    is this possible? if not, what would "
     "be\n"},
    {CMD_SWEEP, "sweep", "FILE", 1,
     "methods x numbers of clusters x seeds: a table of results, figures, a page",
     "  faircap sweep students.csv -p sex -k 3:20 -o sweep\n"
     "  faircap sweep students.csv -p sex -k 5,10,20 --methods best,fair-kmedoids -o few\n"
     "  faircap sweep students.csv -p sex --methods paper --seeds 10 -o as-published\n"},
    {CMD_TUNE, "tune", "FILE", 1, "which slack and lambda suit the methods of the paper",
     "  faircap tune students.csv -p sex -k 3:20 -o tune\n"
     "  faircap tune students.csv -p sex --lambda 0.1:1:0.1 --slack 1:1.3:0.05 -o tune\n"},
    {CMD_GENERATE, "generate", "", 0, "synthetic data with known structure",
     "  faircap generate --n 1000 --dim 2 --true-clusters 8 --group-balance 1/2 -o "
     "points.csv\n"},
};
const size_t n_commands = sizeof commands / sizeof *commands;

const command_row *command_row_of(command id) {
    for (size_t i = 0; i < n_commands; i++) {
        if (commands[i].id == id) {
            return &commands[i];
        }
    }
    return NULL;
}
