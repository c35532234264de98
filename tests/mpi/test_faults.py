"""What goes wrong on one rank ends all of them with one sentence, and leaves nothing."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from jobs import SMALL, TOOL, Folder, generate, labels_of, lines_of, mpi, split, write
from test_answers import write_matrix


class Malformed(Folder):
    """Four ranks, three shards; pieces of 1 KB, so that no rank but its own sees the fault."""

    def refused(self, pattern, said):
        done = mpi(4, "cluster", self.folder / "parts" / pattern, "-k", "5", "-o", self.folder / "out", *SMALL, "--piece-size",
                   "1K")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count(said), 1, done.stderr)
        self.assertEqual(done.stderr.count("faircap-mpi: "), 1, done.stderr)
        self.assertFalse((self.folder / "out").exists() or (self.folder / "out.partial").exists())

    def damaged(self, part, line, packed=False):
        """Three shards, with a word for a number in the third cell of that line (0: the last) of one; returns its number."""
        data = self.folder / "points.csv"
        generate(data, 9)
        split(data, self.folder / "parts", 3)
        bad = self.folder / f"parts/part0{part}.csv"
        rows = lines_of(bad)
        cells = rows[line - 1].split(",")
        rows[line - 1] = ",".join([*cells[:2], "oops", *cells[3:]])
        bad.unlink()
        write(bad.with_suffix(".csv.gz") if packed else bad, "".join(rows))
        return line or len(rows)

    def test_the_first_shard_is_named_with_line_and_column(self):
        self.damaged(0, 2)
        self.refused("part*", "part00.csv, line 2, column 3: ")

    def test_the_end_of_the_last_shard_which_the_last_rank_reads(self):
        line = self.damaged(2, 0)
        self.refused("part*", f"part02.csv, line {line}, column 3: ")

    def test_a_packed_shard(self):
        self.damaged(1, 101, packed=True)
        self.refused("part*", "part01.csv.gz, line 101, column 3: ")

    def test_a_record_with_a_cell_too_many(self):
        line = self.damaged(1, 77)
        bad = self.folder / "parts/part01.csv"
        rows = [row.replace("oops", "1,2") for row in lines_of(bad)]
        write(bad, "".join(rows))
        self.refused("part*", f"part01.csv, line {line}: ")

    def test_a_matrix_with_an_infinite_number(self):
        (self.folder / "parts").mkdir()
        rows = [[i / 7, i % 11, (i * i) % 13] for i in range(2000)]
        write_matrix(self.folder / "parts/m0.npy", rows)
        rows[1234][1] = float("inf")
        write_matrix(self.folder / "parts/m1.npy", rows)
        self.refused("m?.npy", "m1.npy, row 1235, column 2: ")


class Headers(Folder):
    """A shard begins with the header of the first one or with a row, and nothing else is taken for either."""
    texts = "".join(f"{['rome', 'oslo', 'bern'][i % 3]},{['cook', 'baker'][i % 2]},{'fm'[i % 5 % 2]}\n" for i in range(60))
    numbers = "".join(f"{i * i % 17},{i % 7}.5,{'fm'[i % 5 % 2]}\n" for i in range(60))

    def run_with(self, rows, *heads):
        """Exit code, what was said and how many labels there are of shards that begin with these lines."""
        for i, head in enumerate(heads):
            write(self.folder / f"s{i}.csv{'.gz' if i == 2 else ''}", head + rows)
        out = self.folder / "out"
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run([TOOL, "cluster", self.folder / "s*", "-k", "3", "-o", out, "--quiet"], capture_output=True, text=True)
        return done.returncode, done.stderr, len(labels_of(out)) if out.exists() else 0

    def test_only_the_same_header_is_left_out_and_another_is_refused(self):
        for rows, head, other in [(self.texts, "city,job,sex\n", "town,work,gender\n"), (self.numbers, "x,y,sex\n", "a,b,g\n")]:
            for heads in [(head, head, head), (head, "", ""), (head, "", head)]:
                self.assertEqual(self.run_with(rows, *heads), (0, "", 180), heads)
            for place, heads in [(1, (head, other, head)), (2, (head, "", other)), (1, (head, other, other))]:
                code, said, labels = self.run_with(rows, *heads)
                self.assertEqual((code, labels), (3, 0), (heads, said))
                self.assertRegex(said, f"s{place}.csv(.gz)?, line 1: this is not the header of .*s0.csv.*column 1 is")
        code, said, _ = self.run_with(self.numbers, "", head, "")
        self.assertEqual(code, 3, said)
        self.assertRegex(said, "s1.csv, line 1: this looks like a header")

    def test_columns_in_another_order_are_refused(self):
        code, said, _ = self.run_with(self.texts, "city,job,sex\n", "job,city,sex\n")
        self.assertEqual(code, 3, said)
        self.assertIn('column 1 is "job", not "city"', said)


class Refused(Folder):
    def test_what_cannot_be_done_is_refused_in_a_sentence(self):
        data = self.folder / "points.csv"
        generate(data, 9, n=200)
        write(data, "".join(f"{line.rstrip()},{'three' if i == 0 else 'pq'[i % 2] if i != 150 else 'r'}\n"
                            for i, line in enumerate(lines_of(data))))
        cases = [(["-k", "5", "--share", "group:a=0.4.."], 2, "faircap cluster knows more rules"),
                 (["-k", "5", "-q", "30"], 4, "a maximum size of 40"),
                 (["-k", "9", "-p", "group", "-q", "23", "-t", "1"], 4, "balance"),
                 (["-k", "5", "-p", "x1"], 2, "balances two groups"),
                 (["-k", "5", "-p", "three"], 3, 'points.csv, line 151, column 6: three has 3 different values (p, q, r), and "r" first'),
                 (["-k", "5", "-q", "50", "--min-size", "60"], 4, "is above the maximum of 50"),
                 (["-k", "5", "--memory-limit", "256"], 2, "such as 256M, from 1M on, not 256"),
                 (["-k", "5", "-p", "nobody"], 2, "there is no column nobody; the columns are id, x1, x2, x3, group, three"),
                 (["-k", "5", "-p", "group", "-p", "three"], 2, "--protect is given twice, with two values"),
                 (["-k", "5", "-p", "group", "-t", "1", "-t", "1/3"], 2, "--balance is given twice"),
                 (["-k", "5", "--missing", "impute"], 2, "--missing needs error|drop"),
                 ([], 2, "say how many clusters")]
        for words, code, said in cases:
            done = mpi(2, "cluster", data, "-o", self.folder / "out", "--quiet", *words)
            self.assertEqual(done.returncode, code, (words, done.stderr))
            self.assertEqual(done.stderr.count("faircap-mpi: "), 1, (words, done.stderr))
            self.assertIn(said, done.stderr, words)
            self.assertFalse((self.folder / "out").exists())

    def alone(self, *words):
        """Without mpirun: a rank of its own."""
        return subprocess.run([TOOL, *words], capture_output=True, text=True)

    def test_a_wrong_option_is_refused_in_a_sentence(self):
        data, out = self.folder / "points.csv", self.folder / "out"
        generate(data, 9, n=200)
        number = "N, a whole number from 1 on"
        cases = [(["-k", "0"], f"--clusters needs {number}, not 0"), (["-k", "x"], f"{number}, not x"),
                 (["-k", "99999999999"], "--clusters takes at most 2147483647, not 99999999999"), (["-k"], number),
                 (["-k", "3", "--effort", "10"], "--effort takes at most 9, not 10"), (["-k", "3", "--effort", "0"], "from 1 on, not 0"),
                 (["-k", "3", "--min-size", "2147483648"], "--min-size takes at most 2147483647, not 2147483648"),
                 (["-k", "3", "-q", "9" * 30], "--max-size takes at most 2147483647, not 999"),
                 (["-k", "3", "--memory-limit", "65537G"], "--memory-limit takes at most 65536G, not 65537G"),
                 (["-k", "3", "--memory-limit", "0G"], "from 1M on, not 0G"), (["-k", "3", "--seed", "-0x"], "from 0 on, not -0x"),
                 (["-k", "3", "-f", ",".join("x" * 257)], "--features needs COL,..., at most 256 of them\n"),
                 (["-k", "3", "--time-limit", "1e999"], "a number from 0 to 1e308, not 1e999"),
                 (["-k", "3", "--seed", "-1"], "from 0 on, not -1"), (["-k", "3", "--seed", "1x"], "not 1x"),
                 (["-k", "3", "--seed", str(2**64 - 1)], f"--seed takes at most {2**63 - 1}, not {2**64 - 1}"), (["-k", "3", "--threads", "257"], "--threads takes at most 256, not 257"),
                 (["-k", "3", "--time-limit", "-1"], "a number from 0 to 1e308, not -1"),
                 (["-k", "3", "--time-limit=soon"], "not soon"), (["-k", "3", "--delimiter", "ab"], "or tab, not ab"),
                 (["-k", "3", "--delimiter", '"'], "one character that is no quote"), (["-k", "3", "--delimiter="], "or tab, not"),
                 (["-k", "3", "--delimiter", "\u00e9"], "or tab, not"), (["-k", "3", "--memory-limit", "4T"], "from 1M on, not 4T"),
                 (["-k", "3", "--piece-size", "0"], "from 1 on, not 0"), (["-k", "3", "--piece-size="], "from 1 on, not"),
                 (["-k", "3", "--piece-size", "99999999999999"], "--piece-size takes at most 65536G, not 99999999999999"), (["-k", "3", "--quiet=1"], "takes no value"),
                 (["-k", "3", "-p", "group", "-t", "3/2"], "the balance must lie between 0 and 1"),
                 (["-k", "3", "-z"], "there is no option -z here"), (["-k", "3", "--header=no"], "--header takes no value")]
        for words, said in cases:
            done = self.alone("cluster", data, "-o", out, *words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn(said, done.stderr, words)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for words, said in [([], "say what to do: cluster or check"), (["frob"], "there is no command frob"),
                            (["cluster", "-k", "3", "-o", out], "no files are named"),
                            (["cluster", data, "-k", "3"], "say where the answer goes"),
                            (["check", data, "-k", "3"], "behind them, the folder of the answer"),
                            (["check", data, out, "-k", "3", "-o", "x"], "check has no -o"),
                            (["check", data, out, "-k", "3", "--stats", "x"], "check has no --stats")]:
            done = self.alone(*words)
            self.assertEqual(done.returncode, 2, (words, done.stderr))
            self.assertIn(said, done.stderr, words)
        self.assertFalse(out.exists())
        self.assertEqual(self.alone("--version").stdout.split()[0], "faircap-mpi")
        self.assertIn("--memory-limit SIZE", self.alone("-h").stdout)

    def test_one_row_is_not_called_rows(self):
        data, out = self.folder / "one.csv", self.folder / "out"
        for text, words, said in [
                ("x\n5\n", ["-k", "1"], ["1 row, 1 coordinate, clusters of at most 2", "searching the 1 row\n",
                                         "1 row in 1 cluster of 1 to 1"]),
                ("x\n5\n7\n", ["-k", "1"], ["2 rows, 1 coordinate,", "searching all 2 rows\n", "2 rows in 1 cluster of 2 to 2"]),
                ("x,y\n5,1\n,2\n7,3\n", ["-k", "1"], ["x: 1 of 3 cells is missing"]),
                ("x,y\n5,1\n,2\n,3\n", ["-k", "1"], ["x: 2 of 3 cells are missing"]),
                ("x,y\n5,\n,2\n,3\n", ["-k", "1", "--missing", "drop"], ["no row is left of 3: each has a missing cell"]),
                ("x\n5\n7\n", ["-k", "1", "-p", "g"], ["there is no column g; the only one is x"]),
                ("x,y\n5,1\n7,2\n", ["-k", "1", "-p", "g"], ["there is no column g; the columns are x, y"]),
                ("5\n7\n", ["-k", "1", "-p", "2"], ["there is no column 2; the only one has a number, 1"]),
                ("5,1\n7,2\n", ["-k", "1", "-p", "g"], ["columns have only numbers here, 1 to 2"])]:
            shutil.rmtree(out, ignore_errors=True)
            done = self.alone("cluster", write(data, text), "-o", out, *words)
            for sentence in said:
                self.assertIn(sentence, done.stdout + done.stderr)
        self.assertEqual(self.alone("cluster", write(data, "x\n1\n2\n9\n10\n"), "-k", "2", "-o", out).returncode, 0)
        report, labels = out / "report.json", out / "one.labels.csv"
        report.write_text(report.read_text().replace('"medoid": 1', '"medoid": 3'))
        self.assertIn("medoids: VIOLATED (1 outside its cluster)", self.alone("check", data, out, "-k", "2").stdout)
        labels.write_text(labels.read_text().replace("4,2", "4,7"))
        self.assertIn("one.labels.csv has cluster 7, and k is 2", self.alone("check", data, out, "-k", "2").stderr)
        write_matrix(self.folder / "a.npy", [[1, 2, 3]])
        column = (self.folder / "a.npy").read_bytes().replace(b"(1, 3), ", b"(3, 1), ")
        (self.folder / "b.npy").write_bytes(column)
        done = self.alone("cluster", self.folder / "?.npy", "-k", "1", "-o", self.folder / "n")
        self.assertIn("b.npy has 1 column where", done.stderr)
        (self.folder / "b.npy").write_bytes(column[:-8])
        done = self.alone("cluster", self.folder / "b.npy", "-k", "1", "-o", self.folder / "n")
        self.assertIn("holds fewer values than its header says (3 x 1)", done.stderr)

    def test_values_of_every_kind_are_taken(self):
        data, out = self.folder / "points.tsv", self.folder / "out"
        generate(data, 9, n=200)
        write(data, "".join(line.replace(",", "\t") for line in lines_of(data)))
        done = self.alone("cluster", data, "--clusters=3", "-p", "group", "-t", "1/2", "-t", "2/4", "--delimiter", "tab", "--header",
                          "--time-limit", "60", "--seed", "7", "--memory-limit", "1G", "--piece-size", "4K", "--quiet", "-o", out)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_no_name_is_obeyed_by_a_terminal(self):
        """Names of options, files and columns, as a hostile file may have them."""
        hostile, out = "\x1b[31mred\u202e\nnew", self.folder / "out"
        data = self.folder / "in\x1b[5m.csv"
        write(data, "x,g\x1b[31m\u202e,h\n1,a\x1b[1m,b\n2,b,c\n3,a\x1b[1m,b\n4,b,c\n")
        for words in [["cluster", data, "-k", hostile], ["cluster", data, f"--{hostile}"], [hostile], ["cluster", hostile, "-k", "2", "-o", out],
                      ["cluster", data, "-k", "2", "-p", hostile, "-o", out], ["cluster", data, "-k", "2", "--scale", hostile],
                      ["cluster", data, "-k", "2", "-o", self.folder / hostile / "x"],
                      ["cluster", data, "-k", "2", "-o", out, "--stats", self.folder / hostile / "x"]]:
            done = self.alone(*words)
            self.assertGreater(done.returncode, 0, words)
            self.assertIn("faircap-mpi: ", done.stderr)
            for mark in "\x1b", "\u202e", "\nnew":
                self.assertNotIn(mark, done.stdout + done.stderr, words)

    def test_folders_that_are_not_what_is_needed_are_named(self):
        data = self.folder / "points.csv"
        generate(data, 9, n=200)
        for files, out, said in [(self.folder, "out", f"is a folder; name its files: '{self.folder}/*.csv'"),
                                 (data, "no/such/out", "the folder in which it would lie does not exist")]:
            done = subprocess.run([TOOL, "cluster", files, "-k", "5", "-o", self.folder / out], capture_output=True, text=True)
            self.assertEqual(done.returncode, 7, done.stderr)
            self.assertIn(said, done.stderr)

    def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(self):
        data, out = self.folder / "points.csv", self.folder / "out"
        generate(data, 9, n=200)
        ask = ["-k", "5", "--quiet"]
        self.assertEqual(self.alone("cluster", data, "-o", out, *ask).returncode, 0)
        for name in "report.json", "points.labels.csv":
            kept = (out / name).read_bytes()
            (out / name).unlink()
            os.mkfifo(out / name)
            done = mpi(2, "check", data, out, *ask, timeout=60)
            self.assertEqual(done.returncode, 7, done.stderr)
            self.assertIn(f"{name} is no ordinary file", done.stderr)
            (out / name).unlink()
            (out / name).mkdir()
            self.assertIn(f"{name} is no ordinary file", self.alone("check", data, out, *ask).stderr)
            (out / name).rmdir()
            (out / name).write_bytes(kept)
        self.assertEqual(self.alone("check", data, out, *ask).returncode, 0)
        (self.folder / "new.partial").mkdir()
        os.mkfifo(self.folder / "new.partial/checkpoint")
        os.mkfifo(self.folder / "pipe.csv")
        for words in (self.folder / "pipe.csv", "-o", self.folder / "pipe"), (data, "-o", self.folder / "new", "--resume", "--sample", "100"):
            done = mpi(2, "cluster", *words, *ask, timeout=60)
            self.assertEqual(done.returncode, 7, done.stderr)
            self.assertIn("is no ordinary file", done.stderr)

    def test_a_folder_with_something_in_it_is_left_alone(self):
        data = self.folder / "points.csv"
        generate(data, 9, n=200)
        (self.folder / "full").mkdir()
        (self.folder / "full/file").write_text("mine")
        done = mpi(2, "cluster", data, "-k", "5", "-o", self.folder / "full", "--quiet")
        self.assertEqual(done.returncode, 7)
        self.assertIn("not an empty folder", done.stderr)
        self.assertEqual((self.folder / "full/file").read_text(), "mine")


    def test_statistics_are_not_written_over_the_input(self):
        data = self.folder / "points.csv"
        generate(data, 9, n=200)
        before = data.read_bytes()
        (self.folder / "link").symlink_to(data)
        for files, stats in (data, data), (data, self.folder / "link"), (self.folder / "poi*.csv", data):
            done = subprocess.run([TOOL, "cluster", files, "-k", "5", "-o", self.folder / "out", "--stats", stats],
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, data.read_bytes()), (2, before))
            self.assertIn("is the input; give --stats another name", done.stderr)
            self.assertFalse((self.folder / "out").exists())

    def stats_to(self, path):
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return self.alone("cluster", self.folder / "points.csv", "-k", "5", "-o", self.folder / "out", "--quiet", "--stats", path)

    def test_statistics_replace_a_file_only_when_they_are_complete(self):
        generate(self.folder / "points.csv", 9, n=200)
        for name in "own", "aim":
            write(self.folder / name, "old")
        (self.folder / "link").symlink_to("aim")
        with open(self.folder / "own") as before:
            for name in "own", "link":
                self.assertEqual(self.stats_to(self.folder / name).returncode, 0)
            self.assertEqual(before.read(), "old")  # another file has the name now
        self.assertEqual([json.loads((self.folder / name).read_text())["ranks"] for name in ("own", "aim")], [1, 1])
        self.assertTrue((self.folder / "link").is_symlink())
        done = self.stats_to("/dev/full")
        self.assertEqual((done.returncode, done.stderr), (7, "faircap-mpi: cannot write /dev/full: No space left on device\n"))
        self.assertEqual(list(self.folder.glob(".faircap-*")), [])

    @unittest.skipUnless(os.geteuid() == 0, "only root can be two users")
    def test_statistics_do_not_follow_a_link_of_another_user(self):
        generate(self.folder / "points.csv", 9, n=200)
        write(self.folder / "mine", "mine")
        (self.folder / "trap").symlink_to("mine")
        os.mkfifo(self.folder / "pipe")
        for name in "trap", "pipe":
            os.chown(self.folder / name, 65534, 65534, follow_symlinks=False)
            done = self.stats_to(self.folder / name)
            self.assertEqual(done.returncode, 7)
            self.assertIn("faircap-mpi: cannot write", done.stderr)
            self.assertIn("it is a link or a pipe of another user", done.stderr)
        self.assertEqual((self.folder / "mine").read_text(), "mine")


class Help(unittest.TestCase):
    def test_one_rank_needs_no_mpirun_and_help_is_shown_once(self):
        alone = subprocess.run([TOOL, "--help"], capture_output=True, text=True, timeout=60)
        many = mpi(3, "--help")
        self.assertEqual(alone.returncode, 0)
        self.assertEqual(many.stdout.count("faircap-mpi - "), 1)
        self.assertEqual(many.returncode, 0)

    def test_the_document_names_every_option(self):
        text = (pathlib.Path(__file__).parents[2] / "docs/CLUSTER.md").read_text()
        shown = subprocess.run([TOOL, "--help"], capture_output=True, text=True, timeout=60).stdout
        options = {word.rstrip(",") for line in shown.splitlines() if line.startswith("  ")
                   for word in line.split()[:3] if word.startswith("--")}
        self.assertGreater(len(options), 25)
        self.assertEqual([o for o in sorted(options) if f"`{o}" not in text], [])
