"""Any number of ranks and files gives the same answer, and that is the one of a single process."""
import csv
import json
import math
import random
import re
import shutil
import struct
import subprocess

from jobs import LONG, ONE, SMALL, TOOL, Folder, answer_in, generate, lines_of, mpi, split, write

RANKS = [2, 3, 4, 7]  # and 1, with which they are compared


def instance(seed):
    """What seed stands for: rows, coordinates, and what is asked."""
    ask = ["-k", str(3 + seed % 7)] + (["-p", "group", "-t", f"{1 + seed % 3}/5"] if seed % 3 else [])
    ask += ["--scale", "zscore"] if seed % 4 == 0 else []
    ask += ["--metric", "manhattan"] if seed % 5 == 0 else []
    return {"n": 1500 + 100 * (seed % 8), "dim": 2 + seed % 4}, ask


class SameAnswer(Folder):
    def divided(self, data, seed, turn):
        """The rows of a file in 2 to 6, with and without headers, packed or not; as a pattern or as names."""
        parts = self.folder / f"parts{seed}-{turn}"
        split(data, parts, 2 + (seed + turn) % 5, header=turn % 2 == 0, packed={turn % 3} if turn % 4 > 1 else ())
        return [parts / "part*"] if turn % 3 else sorted(parts.glob("part*"))

    def test_any_number_of_ranks_and_files_gives_the_same_labels_and_report(self):
        runs = 0
        for seed in range(1, 21 if LONG else 7):
            data = self.folder / f"{seed}.csv"
            size, ask = instance(seed)
            generate(data, seed, **size)
            first = self.cluster(1, [data], self.folder / f"one{seed}", *SMALL, *ask)
            self.assertEqual(len(first[0]), size["n"])
            for turn in range(2 * len(RANKS)) if LONG else [seed % 4]:
                more = ["--stream"] if turn % 4 == 1 else ["--memory-limit", "300M"] if turn % 4 == 2 else []
                ranks = RANKS[turn % 4]
                found = self.cluster(ranks, self.divided(data, seed, turn), self.folder / f"out{seed}-{turn}", *SMALL, *ask,
                                     *more)
                self.same(found, first, (seed, ranks, turn))
                runs += 1
        print(f"figure: {seed} instances, 1, 2, 3, 4 and 7 ranks, 2 to 6 files: {runs} labels and reports the same")

    def test_what_fits_into_the_sample_gets_the_answer_of_faircap_cluster(self):
        one, claims = self.folder / "one.csv", self.folder / "one.json"
        for seed in range(1, 21 if LONG else 3):
            data = self.folder / f"{seed}.csv"
            size, ask = instance(seed)
            ask += ["--effort", "1", "--quiet"]
            generate(data, seed, n=size["n"] // 4, dim=size["dim"])
            subprocess.run([ONE, "cluster", data, *ask, "--labels-only", "-o", one, "--json", claims], check=True)
            with open(one, newline="") as source:
                wanted = [int(row["cluster"]) for row in csv.DictReader(source)]
            told, reports = json.loads(claims.read_text()), set()
            for turn, ranks in enumerate([1, *RANKS]) if LONG else [(seed, RANKS[seed])]:
                labels, report = self.cluster(ranks, self.divided(data, seed, turn), self.folder / f"out{seed}-{turn}", *ask)
                self.same(labels, wanted, (seed, ranks))
                reports.add(report)
            self.assertEqual(len(reports), 1)
            self.assertAlmostEqual(json.loads(reports.pop())["cost"], told["cost"], delta=1e-12 * told["cost"])
        print(f"figure: {seed} instances have labels and cost of faircap cluster")

    def test_a_matrix_in_parts_is_read_like_text(self):
        data = self.folder / "points.csv"
        generate(data, 5, n=2000, dim=3)
        rows = [[float(c) for c in row[1:4]] for row in csv.reader(lines_of(data)[1:])]
        for part in range(2):
            write_matrix(self.folder / f"m{part}.npy", rows[1000 * part:1000 * part + 1000])
        text = self.cluster(1, [data], self.folder / "text", *SMALL, "-k", "5", "-f", "x1,x2,x3")
        matrix = self.cluster(3, [self.folder / "m?.npy"], self.folder / "matrix", *SMALL, "-k", "5")
        self.same(matrix[0], text[0], "a matrix is not read like text")

    def test_the_answer_is_judged_by_check_and_a_wrong_one_is_not_accepted(self):
        data = self.folder / "points.csv"
        out = self.folder / "out"
        generate(data, 7)
        ask = ["-k", "5", "-p", "group"]
        self.cluster(2, [data], out, *SMALL, *ask)
        good = mpi(3, "check", data, out, *ask, "--piece-size", "9K")
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertEqual(good.stdout.count(": ok"), 8, good.stdout)
        for words, code, said in [(["-k", "6", "-p", "group"], 3, "has 5 clusters, 6 were asked"),
                                  (["-k", "5", "-p", "group", "-t", "1"], 6, "balance: VIOLATED (")]:
            wrong = mpi(1, "check", data, out, *words)
            self.assertEqual(wrong.returncode, code, wrong.stderr)
            self.assertIn(said, wrong.stdout + wrong.stderr)
        self.assertIn("the folder of the answer", mpi(1, "check", data, *ask).stderr)
        tight = mpi(2, "check", data, out, *ask, "-q", "400")
        self.assertEqual(tight.returncode, 6)
        self.assertIn("capacity: VIOLATED", tight.stdout)

    def test_each_claim_of_a_report_and_each_label_is_checked(self):
        data = self.folder / "points.csv"
        out = self.folder / "out"
        generate(data, 7)
        ask = ["-k", "5", "-p", "group"]
        self.cluster(1, [data], out, *SMALL, *ask)
        report = out / "report.json"
        labels = out / "points.labels.csv"
        truth, rows = report.read_text(), labels.read_text()
        group = sorted(json.loads(truth)["clusters"][0]["groups"]["group"])[1]
        told = {"size": "size of cluster 1", group: "groups of cluster 1"}
        for key in ["coordinates", "dropped", "smallest", "largest", "fixed_medoid_bound", "fixed_medoid_gap", "balance", "size", group]:
            value = "999/1231" if key == "balance" else "123456"
            report.write_text(re.sub(rf'"{key}": ("[^"]*"|[^,}}\s]+)', f'"{key}": {json.dumps(value) if "/" in value else value}',
                                     truth, count=1))
            wrong = mpi(1, "check", data, out, *ask)
            self.assertEqual(wrong.returncode, 6, (key, wrong.stdout, wrong.stderr))
            self.assertIn(f"report: VIOLATED (what it says is not so: {told.get(key, key)})", wrong.stdout)
        report.write_text(truth)
        for wrong in "4611686018427387904/4611686018427387904", "1e300/1e300", "-34/-42":
            report.write_text(re.sub(r'"balance": "[^"]*"', f'"balance": "{wrong}"', truth, count=1))
            self.assertEqual(mpi(1, "check", data, out, *ask).returncode, 3, wrong)
        report.write_text(truth)
        label = re.search(r"\n99,(\d+)\n", rows)[1]
        for before, after in [("\n99,", "\n99,1\n99,"), ("\n200,", "\n5,1\n200,"), (f"\n99,{label}\n", f"\n99,{2**32 + int(label)}\n"),
                              ("\n99,", "\n99,+"), ("\n99,", "\n 99,"), ("\n99,", f"\n{2**64 + 99},"), ("\n99,", "\n99,0")]:
            labels.write_text(rows.replace(before, after, 1))
            twice = mpi(2, "check", data, out, *ask, "--piece-size", "9K")
            self.assertEqual(twice.returncode, 3, twice.stdout)
            self.assertIn("is damaged at, or before, row", twice.stderr)

    def test_a_report_that_was_edited_is_refused_with_what_is_wrong(self):
        data, out = self.folder / "points.csv", self.folder / "out"
        generate(data, 7, n=400)
        ask = ["-k", "4", "-p", "group"]
        self.cluster(1, [data], out, "--effort", "1", "--quiet", *ask)
        report = out / "report.json"
        truth = report.read_text()
        swapped = truth.replace('{"a"', '{"?"').replace('"b"', '"a"').replace('"?"', '"b"')
        for text, code, said in [
                (truth, 0, "report: ok"), (json.dumps(json.loads(truth), indent=2), 0, "report: ok"),
                (re.sub(r'("a": \d+), ("b": \d+)', r"\2, \1", truth), 0, "report: ok"),
                (swapped, 6, "what it says is not so: groups of cluster "),
                (truth.replace('"b"', '"c"'), 3, "it counts other groups in cluster 1 than a and b of group"),
                (truth.replace('"b"', '"a"'), 3, "it counts other groups in cluster 1 than a and b of group"),
                (truth.replace('{"group"', '{"sex"'), 3, "it counts other groups in cluster 1 than a and b of group"),
                (re.sub(r'{"group": {.*?}}', "{}", truth), 3, "it counts other groups in cluster 1 than a and b of group"),
                (truth.replace("]}\n", ', {"cluster": 5, "size": 0}]}\n'), 3, "has more clusters than its k, which is 4"),
                (re.sub(r',\n  {"cluster": 4.*?}}}', "", truth), 3, "is damaged at, or before, cluster 4 of 4"),
                (truth.replace('{"cluster": 3', '{"cluster": 2'), 3, "is damaged at, or before, cluster 3 of 4"),
                (truth + "{}", 3, "there is more text behind its end"), (truth + truth, 3, "there is more text behind its end"),
                (truth + "\0", 3, "there is a NUL byte in it"), (truth.rstrip()[:-1], 3, "what a report says is not there"),
                (truth.replace('"largest"', '"cost": 1, "largest"'), 3, "what a report says is not there, or not in its order"),
                (truth.replace(']}\n', '], "cost": 1}\n'), 3, "what a report says is not there, or not in its order"),
                ("", 3, "is empty")]:
            report.write_text(text)
            done = subprocess.run([TOOL, "check", data, out, *ask], capture_output=True, text=True)
            self.assertEqual(done.returncode, code, (said, done.stdout, done.stderr))
            self.assertIn(said, done.stdout + done.stderr)

    def test_groups_may_be_called_as_keys_are(self):
        def unique(pairs):
            self.assertEqual(len({key for key, _ in pairs}), len(pairs), pairs)
            return dict(pairs)

        for column, names in [("g", ("size", "medoid")), ("groups", ("cluster", "groups")), ("clusters", ('size": 1, "x', "\\")),
                              ("size", ("\u00e9", "e\u0301")), ('a "b"', ("\u0001", "\u0002"))]:
            data, out = self.folder / "points.csv", self.folder / "out"
            shutil.rmtree(out, ignore_errors=True)
            quoted = ['"' + text.replace('"', '""') + '"' for text in (column, *names)]
            write(data, f"x,y,{quoted[0]}\n" + "".join(f"{i * i % 97},{i % 13},{quoted[1 + i % 2]}\n" for i in range(120)))
            ask = ["-k", "3", "-p", column, "-t", "1/4"]
            labels, report = self.cluster(1, [data], out, *ask, "--effort", "1", "--quiet")
            said = json.loads(report, object_pairs_hook=unique)
            for number, cluster in enumerate(said["clusters"], 1):
                counts = [sum(label == number for label in labels[g::2]) for g in range(2)]
                self.assertEqual(cluster["groups"], {column: dict(zip(names, counts))})
            done = subprocess.run([TOOL, "check", data, out, *ask], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        shutil.rmtree(out)
        _, report = self.cluster(1, [data], out, "-k", "3", "--effort", "1", "--quiet")
        self.assertEqual([cluster["groups"] for cluster in json.loads(report)["clusters"]], [{}, {}, {}])

    def test_a_row_that_was_left_out_has_no_label(self):
        """Wherever it is: the last of a rank, too."""
        data, out = self.folder / "points.csv", self.folder / "out"
        generate(data, 7)
        lines = lines_of(data)
        ask = ["-k", "5", "-p", "group", "--missing", "drop", "--piece-size", "9K"]
        for i in range(5, len(lines), 3):
            cells = lines[i].split(",")
            lines[i] = ",".join([cells[0], "", *cells[2:]])
        write(data, "".join(lines))
        self.assertEqual(mpi(2, "cluster", data, "-o", out, *SMALL, *ask).returncode, 0)
        labels = out / "points.labels.csv"
        rows = labels.read_text()
        self.assertEqual(mpi(2, "check", data, out, *ask).returncode, 0)
        for left_out in range(5, len(lines), 3 * 83):
            labels.write_text(re.sub(rf"\n({left_out + 1},)", rf"\n{left_out},1\n\1", rows, count=1))
            wrong = mpi(2, "check", data, out, *ask)
            self.assertEqual(wrong.returncode, 3, (left_out, wrong.stdout))

    def test_values_far_from_0_are_scaled_as_by_faircap(self):
        data, out, single = self.folder / "times.csv", self.folder / "out", self.folder / "single.csv"
        draw = random.Random(3)
        write(data, "x,y,g\n" + "".join(f"{1.7e9 + draw.uniform(0, 99):.4f},{1e12 + draw.uniform(0, 31):.3f},{'ab'[i % 2]}\n"
                                        for i in range(400)))
        ask = ["-k", "5", "-p", "g", "--scale", "zscore", "--effort", "1"]
        self.cluster(2, [data], out, *ask)
        subprocess.run([ONE, "cluster", data, *ask, "--labels-only", "--quiet", "-o", single], check=True)
        self.assertEqual((out / "times.labels.csv").read_text(), single.read_text())
        self.assertEqual(mpi(2, "check", data, out, *ask).returncode, 0)

    def test_distances_that_are_small_beside_the_coordinates_keep_their_digits(self):
        """Times that differ by a millisecond; a row far from all others, which is a cluster of its own; squares beyond doubles."""
        draw = random.Random(5)
        single = self.folder / "single.csv"
        cases = [("times", 1.7e9, 1e-3), ("seconds", -1.7e9, 1), ("alone", 0, 1e-3), ("tiny", 0, 1e-170), ("huge", 0, 1e170)]
        for seed, (name, centre, step) in enumerate(cases):
            rows = [[centre + step * draw.uniform(0, 1), centre + step * draw.uniform(0, 1)] for _ in range(400)]
            rows[7] = [1e9, 1e9] if name == "alone" else rows[7]
            data = write(self.folder / f"{name}.csv", "x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in rows))
            ask = ["-k", "5", "--scale", "none", "--effort", "1", "--slack", "2"]
            few = [] if name == "alone" else ["--sample", "200", "--gather", "100"]
            labels, report = self.cluster(1, [data], self.folder / name, *ask, *few)
            said = json.loads(report)
            medoid = {c["cluster"]: rows[c["medoid"] - 1] for c in said["clusters"]}
            cost = math.fsum(math.dist(row, medoid[label]) for row, label in zip(rows, labels))
            self.assertLess(abs(said["cost"] - cost), 1e-12 * cost, name)
            checked = mpi(2, "check", data, self.folder / name, *ask)
            self.assertEqual(checked.returncode, 0, (name, checked.stdout + checked.stderr))
            again = self.cluster(3, self.divided(data, seed, 0), self.folder / f"{name}3", *ask, *few)
            self.same(again, (labels, report), name)
            self.cluster(1, [data], self.folder / f"{name}1", *ask)
            subprocess.run([ONE, "cluster", data, *ask, "--labels-only", "--quiet", "-o", single], check=True)
            self.assertEqual((self.folder / f"{name}1/{name}.labels.csv").read_text(), single.read_text())
        print(f"figure: {len(cases)} costs of rows far from 0, or near to one another, have twelve digits")

    def test_distances_over_thousands_of_columns_do_not_overflow(self):
        rows = [[(-1) ** i * (0.9 + i * j % 7 / 1e4) for j in range(5000)] for i in range(60)]
        data, out = self.folder / "wide.csv", self.folder / "out"
        write(data, "".join(",".join(map(repr, row)) + "\n" for row in rows))
        ask = ["-k", "1", "--no-header", "--scale", "none", "--metric", "manhattan"]
        _, report = self.cluster(1, [data], out, *ask, "--sample", "20", "--gather", "20", "--effort", "1")
        medoid = rows[json.loads(report)["clusters"][0]["medoid"] - 1]
        cost = math.fsum(abs(x - y) for row in rows for x, y in zip(row, medoid))
        self.assertLess(abs(json.loads(report)["cost"] - cost), 1e-12 * cost)
        self.assertEqual(mpi(2, "check", data, out, *ask).returncode, 0)

    def test_a_file_that_is_left_out_of_a_check_is_named(self):
        generate(self.folder / "points.csv", 7)
        split(self.folder / "points.csv", self.folder / "parts", 3)
        ask = ["-k", "5", "-p", "group"]
        self.cluster(2, [self.folder / "parts/*.csv"], self.folder / "out", *SMALL, *ask)
        few = mpi(2, "check", self.folder / "parts/part0[01].csv", self.folder / "out", *ask)
        self.assertEqual(few.returncode, 6, few.stderr)
        self.assertRegex(few.stdout, r"rows: VIOLATED \(\d+, 2500; no file was given for part02.labels.csv\)")

    def test_a_job_that_is_complete_is_not_begun_again(self):
        data = self.folder / "points.csv"
        out = self.folder / "out"
        generate(data, 7)
        first = self.cluster(2, [data], out, *SMALL, "-k", "5")
        again = mpi(2, "cluster", data, "-o", out, *SMALL[:-1], "-k", "5", "--resume")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("is already complete", again.stdout)
        other = mpi(2, "cluster", data, "-o", out, *SMALL, "-k", "5", "--resume", "--seed", "2")
        self.assertEqual(other.returncode, 7, other.stderr)
        self.assertIn("the answer of another request", other.stderr)
        rows = lines_of(data)
        write(data, "".join([rows[0], rows[2], rows[1], *rows[3:]]))
        other = mpi(2, "cluster", data, "-o", out, *SMALL, "-k", "5", "--resume")
        self.assertEqual(other.returncode, 7, "two rows have changed places")
        self.same(answer_in(out), first, "the folder was written to")


def write_matrix(path, rows):
    """Rows of three doubles as NumPy writes them."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, 3), }}".ljust(117) + "\n"
    with open(path, "wb") as out:
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        out.write(b"".join(struct.pack("<3d", *row) for row in rows))
