"""Rules about single rows and single clusters: --sizes, -s, --together, --apart, --start, --keep, --medoids, --avoid,
--objective; what they change in the answer, in the reports, in check and plan, and which files are refused."""
import csv
import io
import itertools
import unittest

from tool import Case, properties, read_json

POINTS = [(i % 7 * 1.5 + i // 7, i // 7 * 2.25 + i % 3, "ab"[i % 2]) for i in range(24)]
DATA = "id,x,y,g\n" + "".join(f"p{i},{x},{y},{g}\n" for i, (x, y, g) in enumerate(POINTS))
BASE = "--id", "id", "-f", "x,y", "--scale", "none"


class WishCase(Case):
    def setUp(self):
        super().setUp()
        self.put("data.csv", DATA)

    def cluster(self, *options, code=0, base=BASE, data="data.csv"):
        """{id: cluster} and the report; check agrees that every rule holds."""
        self.expect(code, "cluster", data, *base, *options, "--effort", 2, "-o", "out.csv", "--json", "out.json")
        done = self.expect(0, "check", data, "out.csv", *base, *options)
        self.assertNotIn("VIOLATED", done.out)
        return self.labels("out.csv"), read_json(self.text("out.json"))

    def labels(self, name):
        return {row["id"]: int(row["cluster"]) for row in csv.DictReader(io.StringIO(self.text(name)))}

    def fault(self, code, *options, says, command="cluster"):
        done = self.expect(code, command, "data.csv", *BASE, *options)
        self.assertIn(says, done.err)
        return done


class Sizes(WishCase):
    def test_each_cluster_obeys_its_line(self):
        self.put("sizes.txt", "2\n\n9\n13\n")
        labels, report = self.cluster("--sizes", "sizes.txt")
        sizes = [list(labels.values()).count(c) for c in (1, 2, 3)]
        self.assertEqual(sizes, [2, 9, 13])
        self.assertEqual((report["k"], report["capacities"], report["max_size"]), (3, [2, 9, 13], 13))
        self.assertIn("clusters 1 to 3: at most 2, 9, 13 members, in this order", report["rules"])

    def test_k_must_agree(self):
        self.put("sizes.txt", "12\n12\n")
        self.cluster("--sizes", "sizes.txt", "-k", 2)
        self.fault(2, "--sizes", "sizes.txt", "-k", 3, says="sizes.txt has 2 capacities, but -k asks for 3 clusters")

    def test_other_sizes_exclude_it(self):
        self.put("sizes.txt", "12\n12\n")
        self.fault(2, "--sizes", "sizes.txt", "-q", 3, says="leave -q out")
        self.fault(2, "--sizes", "sizes.txt", "-s", 3, says="leave -s out")

    def test_bad_files_are_refused_with_their_lines(self):
        self.put("sizes.txt", "12\ntwelve\n0\n1,2\n")
        done = self.fault(3, "--sizes", "sizes.txt", says='sizes.txt: line 2, column 1: a capacity is a whole number '
                                                          'from 1 to 2^53, not "twelve"')
        self.assertIn("line 3, column 1", done.err)
        self.assertIn("line 4, column 2: there is one capacity in each line", done.err)
        self.put("empty.txt", "\n\n")
        self.fault(3, "--sizes", "empty.txt", says="empty.txt has no capacity")
        self.fault(7, "--sizes", "missing.txt", says="missing.txt")

    def test_check_finds_the_cluster_above_its_own_capacity(self):
        self.put("sizes.txt", "2\n9\n13\n")
        self.cluster("--sizes", "sizes.txt")
        self.put("other.txt", "13\n9\n2\n")
        done = self.expect(6, "check", "data.csv", "out.csv", *BASE, "--sizes", "other.txt")
        self.assertEqual(properties(done.out)["capacity"], "VIOLATED (13, 2)")
        self.assertIn("cluster 3 has members: 13; its capacity is 2", done.err)

    def test_too_small_capacities_are_infeasible(self):
        self.put("sizes.txt", "2\n9\n12\n")
        done = self.fault(4, "--sizes", "sizes.txt", says="infeasible (capacity)")
        self.assertIn("larger capacities in --sizes", done.err)


class GroupSize(WishCase):
    def test_the_smallest_possible_number_is_taken_and_explained(self):
        for size, k, least, most in ("3-4", 6, 3, 4), ("5", 4, 5, 6), ("7-9", 3, 7, 9):
            labels, report = self.cluster("-s", size)
            self.assertEqual((report["k"], report["min_size"], report["max_size"]), (k, least, most))
            self.assertTrue(all(least <= list(labels.values()).count(c) <= most for c in range(1, k + 1)))
        done = self.expect(0, "plan", "data.csv", *BASE, "-s", "3-4")
        self.assertIn("24 points in groups of 3 to 4: 6 groups, of 4 each, are possible; 6 is the fewest", done.err)
        self.assertIn("feasible: 6 clusters of 3 to 4 members", done.out)

    def test_rules_can_make_it_larger(self):
        self.put("data.csv", "id,x,y,g\n" + "".join(f"p{i},{i},{i % 5},{'ab'[i % 2]}\n" for i in range(16)))
        self.put("apart.txt", "p0,p1,p2,p3,p4\n")
        _, report = self.cluster("-s", "3-4", "--apart", "apart.txt")
        self.assertEqual(report["k"], 5)
        done = self.expect(0, "plan", "data.csv", *BASE, "-s", "3-4", "--apart", "apart.txt")
        self.assertIn("by size alone 4 would do, but the other rules exclude fewer than 5", done.err)

    def test_no_number_may_suit(self):
        done = self.fault(4, "-s", "13-14", says="24 points cannot be divided into groups of 13 to 14")
        self.assertIn("-s 13-", done.err)
        self.expect(4, "plan", "data.csv", *BASE, "-s", "13-14")

    def test_a_size_counts_rows_not_weights(self):
        self.put("data.csv", "id,x,w\n" + "".join(f"p{i},{i},{1 + i % 3}\n" for i in range(12)))
        done = self.expect(2, "cluster", "data.csv", "--id", "id", "-w", "w", "-s", 3)
        self.assertIn("does not go with weights", done.err)

    def test_k_and_the_other_sizes_exclude_it(self):
        self.fault(2, "-s", 3, "-k", 8, says="leave -k out")
        self.fault(2, "-s", 3, "-q", 8, says="leave -q out")
        self.fault(2, "-s", 3, "--min-size", 2, says="leave --min-size out")

    def test_what_is_no_size_is_refused(self):
        for wrong in "x", "0", "4-3", "3-", "-4", "3-4-5", "":
            self.fault(2, "--group-size=" + wrong, says="takes the least and the most members")
        for wrong in "99999999999", "2147483648", "3-2147483648", "3-99999999999999999999x":
            self.fault(2, "--group-size=" + wrong, says=f'--group-size takes at most 2147483647 members, not "{wrong}"')


class TogetherAndApart(WishCase):
    def test_sets_stay_together_and_apart(self):
        free, _ = self.cluster("-k", 4)
        apart = next(pair for pair in itertools.combinations(free, 2) if free[pair[0]] == free[pair[1]])
        together = next(pair for pair in itertools.combinations(free, 2) if free[pair[0]] != free[pair[1]])
        self.put("together.txt", ",".join(together) + "\n")
        self.put("apart.txt", "\n" + ", ".join(apart) + "\r\n")
        labels, report = self.cluster("-k", 4, "--together", "together.txt", "--apart", "apart.txt")
        self.assertEqual(labels[together[0]], labels[together[1]])
        self.assertNotEqual(labels[apart[0]], labels[apart[1]])
        self.assertEqual(report["enforces"], ["capacity", "min_size", "together", "apart"])
        self.assertEqual((report["violations"]["together"], report["violations"]["apart"]), (0, 0))
        self.assertIn("2 rows stay together, in 1 set", report["rules"])

        self.expect(0, "cluster", "data.csv", *BASE, "-k", 4, "--effort", 2, "-o", "free.csv")
        done = self.expect(6, "check", "data.csv", "free.csv", *BASE, "-k", 4, "--together", "together.txt", "--apart",
                           "apart.txt")
        lines = properties(done.out)
        self.assertEqual((lines["together"], lines["apart"]), ("VIOLATED (1, 0)", "VIOLATED (1, 0)"))
        self.assertIn(f"{together[0]} is in cluster {free[together[0]]}, but {together[1]} in cluster "
                      f"{free[together[1]]}: they belong together", done.err)
        self.assertIn(f"{apart[0]} and {apart[1]} are both in cluster {free[apart[0]]}; they belong apart", done.err)

    def test_wishes_that_exclude_each_other_are_told_by_name_with_what_to_change(self):
        self.put("eight.csv", "id,x\n" + "".join(f"p{i},{i}\n" for i in range(1, 9)))
        self.put("start.csv", "id,cluster\n" + "".join(f"p{i},{1 if i < 5 else 2}\n" for i in range(1, 9)))
        self.put("together.txt", "p1,p8\n")
        self.put("apart.txt", "p1,p2\n")
        self.put("reversed.txt", "8,1\n")
        self.put("pair.txt", "1,8\n")
        self.put("five.txt", "1,2,3,4,5\n")
        keep = "--id", "id", "--start", "start.csv", "--keep"
        for words, said, change in [
                ([*keep, "--together", "together.txt"], '"p1" and "p8" stay together, but are kept in different clusters', "in --together"),
                ([*keep, "--apart", "apart.txt"], '"p1" and "p2" are to be apart, but are both kept in cluster 1', "in --apart"),
                ([*keep, "--together", "together.txt", "--apart", "apart.txt"], '"p1" and "p8" stay together', "in --together and --apart"),
                (["-x", "id", "--together", "pair.txt", "--apart", "reversed.txt"], "row 8 and row 1 are to be apart",
                 "in --apart or --together"),
                (["-x", "id", "-q", 4, "--together", "five.txt"], "the 5 points that stay together with row 1 take 5", "-q 5  or  fewer")]:
            done = self.expect(4, "cluster", "eight.csv", "-k", 2, *words)
            self.assertIn(said, done.err)
            self.assertIn(change, done.err.split("change one of these:")[1])

    def test_without_ids_rows_have_numbers(self):
        self.put("together.txt", "1,24\n")
        base = "-f", "x,y", "--scale", "none"
        self.expect(0, "cluster", "data.csv", *base, "-k", 4, "--together", "together.txt", "--effort", 1, "-o", "out.csv")
        labels = self.labels("out.csv")
        self.assertEqual(labels["p0"], labels["p23"])

    def test_ids_with_commas_are_quoted(self):
        self.put("data.csv", 'name,x\n"Costa, Ana",1\n"O\'Neill ""Bo""",2\nLi,8\nMo,9\n')
        self.put("together.txt", '"Costa, Ana", Mo\n"O\'Neill ""Bo""",Li\n')
        self.expect(0, "cluster", "data.csv", "--id", "name", "-k", 2, "--together", "together.txt", "-o", "out.csv")
        rows = list(csv.DictReader(io.StringIO(self.text("out.csv"))))
        self.assertEqual([row["cluster"] for row in rows], ["1", "2", "2", "1"])

    def test_files_may_be_repeated_and_sets_overlap(self):
        self.put("a.txt", "p0,p5\n")
        self.put("b.txt", "p5,p23\n")
        labels, _ = self.cluster("-k", 4, "--together", "a.txt", "--together", "b.txt")
        self.assertEqual(len({labels["p0"], labels["p5"], labels["p23"]}), 1)

    def test_bad_files_are_refused_with_their_lines(self):
        self.put("bad.txt", 'p1,p99\n\np2,p2\np3;p4,p5\n"p6\n')
        done = self.fault(3, "-k", 4, "--apart", "bad.txt",
                          says='bad.txt: line 1, column 2: there is no row with "p99" in column "id"')
        self.assertIn('line 3, column 2: "p2" is there twice', done.err)
        self.assertIn("line 4, column 1: there is no row \"p3;p4\"; write commas between the ids", done.err)
        self.assertIn("bad.txt: line 5: ", done.err)
        self.put("words.txt", "p1,p2\n")
        done = self.expect(3, "cluster", "data.csv", "-k", 4, "--apart", "words.txt")
        self.assertIn('"p1" is no row number; name the column of the ids with --id', done.err)
        self.put("numbers.txt", "1,25\n")
        done = self.expect(3, "cluster", "data.csv", "-k", 4, "--apart", "numbers.txt")
        self.assertIn("there is no row 25; rows are 1 to 24", done.err)
        self.put("binary.txt", b"\xff\xfep\x001\x00")
        self.fault(3, "-k", 4, "--apart", "binary.txt", says="is no plain text; save it as UTF-8")

    def test_an_id_of_two_rows_cannot_be_wished_for(self):
        self.put("data.csv", DATA + "p3,1,1,a\n")
        self.put("pair.txt", "p3,p4\n")
        self.fault(3, "-k", 4, "--apart", "pair.txt", says='2 rows of the data have the id "p3"; which one is meant?')
        self.put("other.txt", "p4,p5\n")
        self.expect(0, "cluster", "data.csv", *BASE, "-k", 4, "--effort", 1, "--apart", "other.txt")

    def test_a_row_that_is_left_out_is_passed_over(self):
        self.put("data.csv", DATA + "p24,NA,1,a\n")
        self.put("pair.txt", "p24,p4,p5\n")
        done = self.fault(0, "-k", 4, "--missing", "drop", "--together", "pair.txt",
                          says='pair.txt: line 1: "p24" is a row that is left out')
        self.assertEqual(done.code, 0)

    def test_impossible_wishes_are_infeasible_with_names(self):
        self.put("apart.txt", "p0,p1,p2,p3,p4\n")
        done = self.fault(4, "-k", 4, "--apart", "apart.txt", says="infeasible (apart)")
        self.assertRegex(done.err, r"change one of these:.*-k 5  or  fewer or smaller sets in --apart")
        self.put("both.txt", "p0,p1\n")
        done = self.fault(4, "-k", 4, "--apart", "both.txt", "--together", "both.txt", says='"p0" and "p1"')
        self.assertEqual(done.out, "")

    def test_other_methods_refuse(self):
        self.put("pair.txt", "p0,p1\n")
        for method in "fair-kmedoids", "fair-hierarchical", "fairlet-kmedoids", "fairlet-kcenter", "kmedoids":
            self.fault(2, "-k", 4, "-p", "g", "-m", method, "--apart", "pair.txt", says="use -m best")

    def test_a_method_without_weights_says_so_however_heavy_the_rows_are(self):
        self.put("heavy.csv", "x,g,w\n" + "".join(f"{i},{'ab'[i % 2]},9\n" for i in range(8)))
        for method in "kmedoids", "fairlet-kmedoids", "fair-kmedoids":
            done = self.expect(2, "cluster", "heavy.csv", "-k", 2, "-q", 36, "-p", "g", "-w", "w", "-m", method)
            self.assertIn("does not know weights; use -m best", done.err)


class StartAndKeep(WishCase):
    def first(self, k=4):
        lines = DATA.splitlines(True)
        self.put("first.csv", "".join(lines[:19]))
        self.expect(0, "cluster", "first.csv", *BASE, "-k", k, "--effort", 2, "-o", "start.csv")
        return self.labels("start.csv")

    def test_late_rows_join_and_nobody_moves(self):
        before = self.first()
        labels, report = self.cluster("--start", "start.csv", "--keep")
        self.assertEqual(before, {name: labels[name] for name in before})
        self.assertEqual((report["k"], len(labels)), (4, 24))
        self.assertIn("keep", report["enforces"])
        self.assertIn("18 rows stay in the earlier clusters, 6 may join any", report["rules"])

    def test_kept_numbers_are_those_of_the_start(self):
        before = self.first()
        turned = {name: 5 - label for name, label in before.items()}
        self.put("turned.csv", "id,cluster\n" + "".join(f"{n},{c}\n" for n, c in turned.items()))
        labels, _ = self.cluster("--start", "turned.csv", "--keep")
        self.assertEqual(turned, {name: labels[name] for name in turned})

    def test_a_start_without_keep_is_never_worse(self):
        rows = "".join(f"p{i},{1 + i % 4}\n" for i in range(24))
        self.put("bad.csv", "id,cluster\n" + rows)
        _, free = self.cluster("-k", 4)
        self.expect(0, "cluster", "data.csv", *BASE, "-k", 4, "--effort", 5, "-o", "good.csv")
        good = self.expect(0, "check", "data.csv", "good.csv", *BASE, "-k", 4)
        _, bad = self.cluster("-k", 4, "--start", "bad.csv")
        _, again = self.cluster("-k", 4, "--start", "good.csv")
        cost = float(properties(good.out)["cost"][4:-1])
        self.assertLessEqual(again["cost"], cost * (1 + 1e-9))
        self.assertLess(bad["cost"], 1.5 * free["cost"])

    def test_large_numbers_of_earlier_groups_cost_nothing(self):
        """An array for each number up to the largest would be 32 GB."""
        self.put("before.csv", "id,cluster\np0,2147483646\np1,2147483646\np2,7\np5,7\n")
        labels, _ = self.cluster("-k", 4, "--avoid", "before.csv")
        self.assertNotEqual(labels["p0"], labels["p1"])
        self.assertNotEqual(labels["p2"], labels["p5"])

    def test_rows_that_are_gone_are_noted(self):
        self.put("start.csv", "id,cluster\nghost,1\np0,1\np1,2\np2,\n")
        done = self.fault(0, "-k", 4, "--start", "start.csv", "--keep", "--effort", 1,
                          says="start.csv: 1 row is not in the data; ignored")
        self.assertIn("p0,", done.out)

    def test_rows_are_matched_by_number_without_ids(self):
        base = "-f", "x,y", "--scale", "none"
        self.put("start.csv", "row,cluster\n24,2\n1,1\n")
        self.expect(0, "cluster", "data.csv", *base, "-k", 4, "--start", "start.csv", "--keep", "-o", "out.csv")
        labels = self.labels("out.csv")
        self.assertEqual((labels["p0"], labels["p23"]), (1, 2))
        # a whole table: its rows must be those of the data, in its order
        self.put("first.csv", "".join(DATA.splitlines(True)[:19]))
        self.expect(0, "cluster", "first.csv", *base, "-k", 4, "-o", "start.csv")
        self.expect(0, "cluster", "data.csv", *base, "--start", "start.csv", "--keep", "-o", "out.csv")
        turned = self.text("start.csv").splitlines(True)
        turned[1], turned[2] = turned[2], turned[1]
        self.put("turned.csv", "".join(turned))
        done = self.expect(3, "cluster", "data.csv", *base, "--start", "turned.csv", "--keep")
        self.assertIn("turned.csv: line 2 is not row 1 of the data; name the column of the ids with --id", done.err)

    def test_more_clusters_than_asked_for_are_refused(self):
        self.first()
        self.fault(2, "-k", 3, "--start", "start.csv", says="start.csv has 4 clusters, more than the 3 of -k")
        labels, _ = self.cluster("-k", 5, "--start", "start.csv", "--keep")
        self.assertEqual(set(labels.values()), {1, 2, 3, 4, 5})

    def test_numbers_of_clusters_with_gaps_are_not_their_number(self):
        self.put("start.csv", "id,cluster\np0,5\np1,5\np2,9\n")
        self.fault(2, "-k", 2, "--start", "start.csv",
                   says="start.csv has a cluster 9, and those of -k have the numbers 1 to 2; number its clusters so")
        self.fault(2, "-k", 1, "--start", "start.csv", says="start.csv has 2 clusters, more than the 1 of -k")
        self.fault(0, "--start", "start.csv", "--effort", 1, says="have numbers up to 9, and there are 2; 9 are made")
        self.assertNotIn("numbers up to", self.expect(0, "cluster", "data.csv", *BASE, "-k", 9, "--start", "start.csv").err)

    def test_two_columns_of_one_name_are_not_none(self):
        self.put("twice.csv", "nr,x,nr\na,1,1\nb,2,1\nc,8,1\nd,9,1\n")
        self.expect(0, "cluster", "twice.csv", "--id", 1, "-k", 2, "-o", "out.csv")
        done = self.expect(3, "cluster", "twice.csv", "--id", 1, "-k", 2, "--start", "out.csv", "--keep")
        self.assertIn('out.csv has more than one column "nr" to match its rows by (--id); give all but one of them another name',
                      done.err)

    def test_bad_files_are_refused(self):
        for text, says in (("id,cluster\np0,x\n", 'start.csv: line 2, column 2: a cluster is a whole number from 1: "x"'),
                           ("id,cluster\np0,0\n", "a cluster is a whole number from 1"),
                           ("id,cluster\np0,1\np0,2\n", 'start.csv: line 3, column 1: this id is there twice: "p0"'),
                           ('cluster,id\n\n1,"ghost\nof two lines"\n1,p0\n2,p0\n', "line 6, column 2: this id is there twice"),
                           ("cluster,id,cluster,x\n1,p0,2,3\n", 'more than one column "cluster"; put the one that is meant last'),
                           ("id,id,cluster\np0,p0,1\n", 'more than one column "id" to match its rows by (--id)'),
                           ("id,group\np0,1\n", 'has no column "cluster"'),
                           ("name,cluster\np0,1\n", 'has no column "id" to match its rows by'),
                           ("id,cluster\nghost,1\n", "no row of start.csv is in the data")):
            self.put("start.csv", text)
            self.fault(3, "-k", 4, "--start", "start.csv", says=says)
            self.fault(3, "-k", 4, "--avoid", "start.csv", says=says)
        self.fault(2, "-k", 4, "--keep", says="--start FILE")
        self.fault(7, "-k", 4, "--start", "missing.csv", says="missing.csv")
        self.fault(2, "-k", 4, "--start", "-", says="cannot be standard input")

    def test_check_finds_rows_that_moved(self):
        before = self.first()
        self.cluster("--start", "start.csv", "--keep")
        self.put("moved.csv", "id,cluster\n" + "".join(
            f"{n},{c if n != 'p3' else before['p3'] % 4 + 1}\n" for n, c in self.labels("out.csv").items()))
        done = self.expect(6, "check", "data.csv", "moved.csv", *BASE, "--start", "start.csv", "--keep", "-q", 24)
        self.assertEqual(properties(done.out)["keep"], "VIOLATED (1, 0)")
        self.assertIn(f"p3 was in cluster {before['p3']} and is in cluster {before['p3'] % 4 + 1}", done.err)


class Medoids(WishCase):
    def test_only_the_named_rows_are_medoids(self):
        for text in "p0\np9\np17\np23\n", "id\np0\np9\np17\np23\n":
            self.put("sites.txt", text)
            _, report = self.cluster("-k", 3, "--medoids", "sites.txt", "-q", 12)
            self.assertTrue(set(report["medoids"]) <= {1, 10, 18, 24})
            self.assertIn("only 4 rows may be medoids", report["rules"])

    def test_too_few_are_infeasible(self):
        self.put("sites.txt", "p0\np9\n")
        done = self.fault(4, "-k", 3, "--medoids", "sites.txt", says="infeasible (medoids)")
        self.assertIn("more rows in --medoids", done.err)

    def test_check_finds_a_cluster_without_candidate(self):
        self.put("sites.txt", "p0\np9\n")
        self.put("all.csv", "id,cluster\n" + "".join(f"p{i},{1 + (i > 11)}\n" for i in range(24)))
        done = self.expect(6, "check", "data.csv", "all.csv", *BASE, "-k", 2, "--medoids", "sites.txt")
        self.assertEqual(properties(done.out)["medoids"], "VIOLATED (1, 0)")
        self.assertIn("cluster 2 has no member that may be a medoid", done.err)

    def test_bad_files_are_refused(self):
        self.put("sites.txt", "p0\np0\n")
        self.fault(3, "-k", 1, "--medoids", "sites.txt", says='line 2, column 1: "p0" is there twice')
        self.put("sites.txt", "\n")
        self.fault(3, "-k", 1, "--medoids", "sites.txt", says="sites.txt names no row")


class Avoid(WishCase):
    def pairs(self, labels):
        return {pair for pair in itertools.combinations(sorted(labels), 2) if labels[pair[0]] == labels[pair[1]]}

    def test_team_mates_are_new_where_that_is_possible(self):
        rounds = []
        avoid = []
        for turn in range(3):
            labels, report = self.cluster("-k", 6, "-q", 4, *avoid)
            self.put(f"round{turn}.csv", self.text("out.csv"))
            avoid += ["--avoid", f"round{turn}.csv"]
            again = sum(len(self.pairs(labels) & self.pairs(old)) for old in rounds)
            self.assertEqual(report.get("repeated_pairs"), again if rounds else None)
            self.assertEqual(again, 0)
            rounds.append(labels)
        done = self.expect(0, "check", "data.csv", "round0.csv", *BASE, "-k", 6, "-q", 4, "--avoid", "round0.csv")
        self.assertEqual(properties(done.out)["repeated_pairs"], "ok (36)")

    def test_where_all_are_tried_the_bound_is_still_that_of_all_clusterings(self):
        self.put("four.csv", "id,x\na,0\nb,1\nc,10\nd,11\n")
        self.put("before.csv", "id,cluster\na,1\nb,1\nc,2\nd,2\n")
        options = "--id", "id", "-k", 2, "--scale", "none", "--avoid", "before.csv"
        done = self.expect(0, "cluster", "four.csv", *options, "--gap", 0.01, "-o", "out.csv", "--json", "out.json",
                           "--html", "out.html")
        report = read_json(self.text("out.json"))
        self.assertEqual((report["cost"], report["repeated_pairs"], report["status"], report["all_tried"]),
                         (20, 0, "feasible", True))
        self.assertAlmostEqual(report["lower_bound"], 2)  # a and b, c and d: the pairs that are to be avoided
        self.assertAlmostEqual(report["gap"], 0.9)
        self.assertNotIn("Optimal", done.err)
        self.assertNotIn("more --effort", done.err)
        self.assertIn("All were tried: no valid clustering that repeats as few pairs costs less.\n"
                      "No valid clustering, whatever pairs meet again, is more than 91 % cheaper (lower bound 2).\n",
                      done.err)
        self.assertIn("repeats fewer pairs, and that none with as few costs less", self.text("out.html"))
        self.assertNotIn("proved optimal", self.text("out.html"))
        self.expect(0, "cluster", "four.csv", *options, "--bound", "off", "-o", "out.csv", "--json", "out.json")
        self.assertAlmostEqual(read_json(self.text("out.json"))["lower_bound"], 2)  # it costs nothing here

    def test_where_all_are_tried_the_pairs_left_are_the_fewest(self):
        self.put("four.csv", "id,x\na,0\nb,1\nc,10\nd,11\n")
        self.put("before.csv", "id,cluster\na,1\nb,1\nc,1\nd,1\n")
        options = "--id", "id", "-k", 2, "--scale", "none", "--avoid", "before.csv", "-q", 2
        done = self.expect(0, "cluster", "four.csv", *options, "-o", "out.csv", "--json", "out.json")
        report = read_json(self.text("out.json"))
        self.assertEqual((report["cost"], report["repeated_pairs"], report["status"], report["all_tried"]),
                         (2, 2, "optimal", True))  # any clustering repeats two pairs
        self.assertIn("Optimal: no valid clustering costs less.\n2 pairs that met before share a cluster again: the "
                      "fewest there can be.", done.err)


class Objective(WishCase):
    def test_sse_is_the_sum_of_squares_around_means(self):
        labels, report = self.cluster("-k", 4, "--objective", "sse")
        sse = 0
        for c in range(1, 5):
            members = [POINTS[int(name[1:])][:2] for name, label in labels.items() if label == c]
            mean = [sum(v) / len(members) for v in zip(*members)]
            sse += sum((a - b) ** 2 for m in members for a, b in zip(m, mean))
        self.assertAlmostEqual(report["cost"], sse, places=9)
        self.assertEqual((report["objective"], report["metric"]), ("sse", "euclidean"))

    def test_others_are_refused(self):
        self.fault(2, "-k", 4, "--objective", "variance", says="medoids|sse")


class Reports(WishCase):
    def test_the_page_says_what_was_asked_and_that_it_holds(self):
        self.put("together.txt", "p0,p1\n")
        self.put("apart.txt", "p2,p3\n")
        self.expect(0, "cluster", "data.csv", *BASE, "-k", 4, "--effort", 2, "--together", "together.txt", "--apart",
                    "apart.txt", "-o", "out.csv", "--html", "out.html")
        page = self.text("out.html")
        for part in ("2 rows stay together, in 1 set", "2 rows stay apart, in 1 set",
                     "All that was asked besides is kept.", "--together together.txt"):
            self.assertIn(part.replace(" together.txt", "</span> together.txt"), page)

    def test_plan_lists_the_rules(self):
        self.put("together.txt", "p0,p1\n")
        done = self.expect(0, "plan", "data.csv", *BASE, "-k", 4, "--together", "together.txt", "-p", "g", "-f", "x,y")
        self.assertRegex(done.out, r"(?m)^(feasible|open): 4 clusters")
        self.assertIn("  2 rows stay together, in 1 set\n", done.out)
        self.assertIn("  every cluster: a balance of at least 1/2 by g\n", done.out)

    def test_studies_refuse_them(self):
        self.put("together.txt", "p0,p1\n")
        for command in "sweep", "tune":
            done = self.expect(2, command, "data.csv", *BASE, "--together", "together.txt", "-o", "dir")
            self.assertIn("--together", done.err)


if __name__ == "__main__":
    unittest.main()
