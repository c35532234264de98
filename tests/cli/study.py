"""What the tests of sweep and of tune share: small data, results.csv as rows, and stopping a run at any moment."""
import csv
import random
import signal
import time

from tool import TIMEOUT, Case, complain_about_sanitizers

COLUMNS = ("method,k,seed,q,status,cost,bound,gap,balance,violations,over_capacity,unbalanced,repaired,seconds,slack,"
           "lambda,check,sizes").split(",")
GO_ON = r"interrupted; \d+ of \d+ runs are saved in \S+; run the same command again to go on"


class Study(Case):
    def setUp(self):
        super().setUp()
        self.expect(0, "generate", "--n", 48, "--true-clusters", 4, "--group-balance", "2/3", "--seed", 3, "-o", "data.csv")

    def rows(self, folder="out"):
        """The rows of results.csv as dictionaries of texts."""
        with open(self.path(f"{folder}/results.csv"), encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))

    def results(self, folder="out"):
        """results.csv without what differs from run to run."""
        return [{key: value for key, value in row.items() if key not in ("seconds", "check")} for row in self.rows(folder)]

    def assert_resumes_after(self, number, arguments, stops, folder="out", reference="whole"):
        """Stopped by the signal at random moments and started again, the run leaves the rows of `reference`."""
        rng = random.Random()
        began = time.monotonic()
        self.expect(0, *arguments, "-o", reference)
        usual = time.monotonic() - began
        for _ in range(stops):
            process = self.start_tool(*arguments, "-o", folder)
            time.sleep(rng.random() * usual)
            process.send_signal(number)
            said = process.communicate(timeout=TIMEOUT)[1].decode()
            complain_about_sanitizers(said)
            self.assertIn(process.returncode, (0, 130, -number), said)
            if process.returncode == 130:
                self.assertRegex(said, GO_ON)
        done = self.expect(0, *arguments, "-o", folder)
        self.assertEqual(self.results(folder), self.results(reference), done.err)


STOPS = signal.SIGINT, signal.SIGTERM, signal.SIGKILL
