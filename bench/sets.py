#!/usr/bin/env python3
"""sets.py FAIRCAP DATA [K...] - the larger data sets whole, with the options of their README; k = 10, 50, 200 unless named.

The balance asked for is 0.8 times that of the data. Each answer is judged by `faircap check`. CSV on standard output; what
the columns mean is in runs.py.
"""
import json
import os
import sys
import tempfile

from runs import answer, judged, row, run

FAIRCAP = os.path.abspath(sys.argv[1])
DATA = sys.argv[2]
COLUMNS = "set,n,d,k,balance,seconds,cpu_s,fit_s,peak_mb,cost,gap,fixed_gap,broken"
NUMBERS = ("time_in_hospital,num_lab_procedures,num_procedures,num_medications,number_outpatient,number_emergency,"
           "number_inpatient,number_diagnoses")
SETS = {
    "adult": ["adult/adult.data", "--no-header", "-p", "10", "--missing", "drop"],
    "bank": ["bank-marketing/bank-full.csv", "-p", "marital"],
    "credit": ["credit-default/default_of_credit_card_clients.csv", "-p", "SEX", "-x", "ID"],
    "diabetes": ["diabetes130/diabetic_data.csv.gz", "-p", "gender", "--na", "Unknown/Invalid", "--missing", "drop", "-f", NUMBERS],
    "oulad": ["oulad/studentInfo.csv", "-p", "gender", "-x", "id_student", "--missing", "drop"],
}


def balance_of(words):
    """0.8 times the least quotient of two groups of the whole."""
    plan = json.loads(run(FAIRCAP, "plan", *words, "-k", 1, "-t", "1/1000", "--json", "-", "--quiet")[3])
    counts = [count for groups in plan["groups"].values() for count in groups.values()]
    return f"{0.8 * min(counts) / max(counts):.6f}"


def main():
    print(COLUMNS)
    with tempfile.TemporaryDirectory(prefix="faircap-sets-") as folder:
        labels = f"{folder}/labels.csv"
        for name, (file, *options) in SETS.items():
            words = [f"{DATA}/{file}", *options]
            balance = balance_of(words)
            for k in [int(word) for word in sys.argv[3:]] or [10, 50, 200]:
                found = answer(FAIRCAP, *words, "-k", k, "-t", balance, labels=labels)
                if found is None:
                    continue
                _, broken = judged(FAIRCAP, words[0], labels, *options, "-k", k, "-t", balance)
                with open(labels + ".json", encoding="utf-8") as stream:
                    report = json.load(stream)
                row(COLUMNS, [name, report["n"], report["coordinates"], k, balance], found[0],
                    **{**found[1], "broken": " ".join(broken) or "none"})


if __name__ == "__main__":
    main()
