"""A class of made-up students for the tests of faircap group, and how its answers are read."""
import csv
import io
import random
from collections import Counter

from tool import Case, read_json

FIRST = "Anna Ben Carla Deniz Elif Farid Greta Hugo Ines Jonas Kira Luis Mona Nils Olga Paul".split()
JARGON = "cluster", "medoid", "infeasible", "capacity", "attribute", "balance ratio", "coordinate"


def roster(n, seed=1, unknown=()):
    """Students with names that repeat, e-mails that do not, and what groups may be about."""
    luck = random.Random(seed)
    rows = []
    for i in range(n):
        name = luck.choice(FIRST)
        rows.append({"First name": name, "Last name": f"N{i % 9}", "Email address": f"{name.lower()}{i}@school.example",
                     "gender": "FM"[i % 2] if i % 7 else "F", "score": "" if i in unknown else luck.randint(20, 100),
                     "degree": luck.choice(["BSc", "MSc", "PhD"])})
    return rows


def as_csv(rows):
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def part_between(values, groups):
    """The part of the squared differences of numbers, or of the texts as 0/1, that lies between groups."""
    kinds = sorted(set(values)) if isinstance(values[0], str) else None
    columns = [[v == kind for v in values] for kind in kinds] if kinds else [values]
    size = Counter(groups)
    total = between = 0
    for column in columns:
        mean = sum(column) / len(column)
        sums = dict.fromkeys(size, 0)
        for x, group in zip(column, groups):
            total += (x - mean) ** 2
            sums[group] += x - mean
        between += sum(s * s / size[group] for group, s in sums.items())
    return between / total


class GroupCase(Case):
    def setUp(self):
        super().setUp()
        self.rows = roster(40)
        self.put("roster.csv", as_csv(self.rows))

    def group(self, *options, data="roster.csv", code=0):
        """{e-mail: group} and the report."""
        done = self.expect(code, "group", data, *options, "--effort", 2, "-o", "out.csv", "--json", "out.json")
        self.said = done.err
        for word in JARGON:
            self.assertNotIn(word, done.err)
        return self.groups("out.csv"), read_json(self.text("out.json"))

    def judged(self, request, options, data="roster.csv"):
        """Groups for a request, which the second checker, with options of its own, finds to be as the report says."""
        groups, report = self.group(*request, data=data)
        opinion = self.second_opinion(data, "out.csv", "--missing", "category", "--id", "Email address", *options, "--report", "out.json")
        self.assertEqual(opinion.code, 0, f"{opinion.err}{opinion.out}")
        return groups, report

    def groups(self, name):
        return {row["Email address"]: row["group"] for row in csv.DictReader(io.StringIO(self.text(name)))}

    def members(self, groups):
        out = {}
        for who, group in groups.items():
            out.setdefault(group, []).append(who)
        return out

    def column(self, name):
        return {row["Email address"]: row[name] for row in self.rows}

    def refused(self, code, *options, data="roster.csv"):
        done = self.expect(code, "group", data, *options)
        for word in JARGON:
            self.assertNotIn(word, done.err)
        return done.err
