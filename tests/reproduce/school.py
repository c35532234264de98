"""Made-up data in the form of the paper's five data sets, small enough for a test, and none of it a record of anyone.

Every text cell that is not a group carries the word SECRET: it may be in no page and no table that an evaluation writes.
"""
import csv
import io
import os
import random

SECRET = "Xq7secret"

MOOC_HEADER = ("course_id", "userid_DI", "registered", "viewed", "explored", "certified", "final_cc_cname_DI", "LoE_DI", "YoB",
               "gender", "grade", "start_time_DI", "last_event_DI", "nevents", "ndays_act", "nplay_video", "nchapters",
               "nforum_posts", "roles", "incomplete_flag")
PUBLISHED_METHODS = ("MCF hier FC", "MCF kMed-knap FC", "MCF fairlet+k-Center", "MCF fairlet+k-Medoids", "Vanilla hier FC",
                     "Vanilla kMed-knap FC", "Vanilla fairlet+k-Center", "Vanilla fairlet+k-Medoids", "k-Medoids (unfair,uncap)")


def put(folder, name, text):
    path = os.path.join(folder, *name.split("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.write(text)
    return path


def table(header, rows, delimiter=",", quoting=csv.QUOTE_MINIMAL, end="\n"):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=end)
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def word(rng, n=3):
    return f"{SECRET}{rng.randrange(n)}"


def student(folder, name, n, seed):
    """33 columns, semicolons, the grades G1 and G2 in quotation marks; as many women as men, or one more."""
    rng = random.Random(seed)
    header = ["school", "sex"] + [f"a{i}" for i in range(28)] + ["G1", "G2", "G3"]
    rows = [[word(rng, 2), "FM"[i % 2]] + [rng.randrange(5) for _ in range(28)] + [str(rng.randrange(20)) for _ in range(3)]
            for i in range(n)]
    put(folder, f"student-performance/{name}.csv", table(header, rows, ";", csv.QUOTE_NONNUMERIC))


def pisa(folder, n, seed=3):
    """24 columns in a train and a test part; every tenth row has a cell NA."""
    rng = random.Random(seed)
    header = ["grade", "male", "raceeth"] + [f"b{i}" for i in range(21)]
    rows = [[rng.randrange(8, 12), i % 2, word(rng)] + [rng.randrange(100) for _ in range(21)] for i in range(n)]
    for row in rows[::10]:
        row[5] = "NA"
    half = n // 2
    put(folder, "pisa2009/pisa2009train.csv", table(header, rows[:half]))
    put(folder, "pisa2009/pisa2009test.csv", table(header, rows[half:]))


def oulad(folder, n, name="studentInfo.csv", seed=4):
    """12 columns, everything quoted, CRLF; every eighth imd_band is empty."""
    rng = random.Random(seed)
    header = ["code_module", "code_presentation", "id_student", "gender", "region", "highest_education", "imd_band", "age_band",
              "num_of_prev_attempts", "studied_credits", "disability", "final_result"]
    rows = [[word(rng, 4), word(rng, 2), 1000 + i, "FM"[i % 3 == 0], word(rng), word(rng), "" if i % 8 == 0 else word(rng),
             word(rng), rng.randrange(6), 30 * rng.randrange(1, 9), "NY"[rng.random() < 0.1], word(rng)] for i in range(n)]
    put(folder, "oulad/" + name, table(header, rows, quoting=csv.QUOTE_ALL, end="\r\n"))


def mooc_rows(n, seed=5):
    """Rows as the publisher's file has them: missing cells as "", NA and a blank; genders m, f, o and none; commas in quotes."""
    rng = random.Random(seed)
    rows = []
    for i in range(n):
        row = [f"MITx/{SECRET}{rng.randrange(3)}/2013_Spring", f"MHxPC{SECRET}{i}", 1, rng.randrange(2), 0, 0,
               rng.choice((f"{SECRET} Land", f"Other {SECRET}, Caribbean")), rng.choice(("Bachelor's", "Master's")),
               1960 + rng.randrange(40), "mf"[i % 2], round(rng.random(), 2), "2013-01-01", "2013-02-02", rng.randrange(900),
               rng.randrange(60), rng.randrange(300), rng.randrange(15), 0, "", ""]
        rows.append([str(cell) for cell in row])
    return rows


def mooc_with_faults(n, seed=5):
    """The same, with rows that must not be used; (rows, indexes of those that may be)."""
    rows, usable = mooc_rows(n, seed), []
    for i, row in enumerate(rows):
        fault = i % 9
        if fault == 1:
            row[MOOC_HEADER.index("gender")] = "o"
        elif fault == 2:
            row[MOOC_HEADER.index("gender")] = ("", "NA")[i % 2]
        elif fault == 3:
            row[MOOC_HEADER.index("grade")] = " "
        elif fault == 4:
            row[MOOC_HEADER.index("nplay_video")] = "NA"
        elif fault == 5:
            row[MOOC_HEADER.index("incomplete_flag")] = "1"
        else:
            usable.append(i)
            row[MOOC_HEADER.index("last_event_DI")] = ""  # a column that does not count
    return rows, usable


def mooc(folder, n, name="HMXPC13_DI_v2_5-14-14.csv", delimiter=","):
    put(folder, "mooc/" + name, table(MOOC_HEADER, mooc_with_faults(n)[0], delimiter))


def published(folder, names=("student-mat", "student-por"), n=40, ks=range(3, 21)):
    """The published costs, made up, and the instances they belong to."""
    rng = random.Random(6)
    rows = [(name, method, k, 100 + rng.randrange(50)) for name in names for method in PUBLISHED_METHODS for k in ks]
    put(folder, "edm2021/published-costs.csv", table(("dataset", "method", "k", "cost"), rows))
    for name in names:
        points = [[i % 2] + [round(rng.random(), 3) for _ in range(6)] for i in range(n)]
        put(folder, f"edm2021/{name}-resampled.csv", table(["sex"] + [f"x{i}" for i in range(1, 7)], points))


def everything(folder, n=40):
    student(folder, "student-mat", n, 1)
    student(folder, "student-por", n + 1, 2)
    pisa(folder, 2 * n)
    oulad(folder, 3 * n)
    mooc(folder, 3 * n)
    published(folder, n=n)
