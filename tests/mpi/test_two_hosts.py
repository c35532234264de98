"""One rank on each of two network namespaces: what is counted is what goes through the link."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from jobs import IS_OPEN_MPI, TOOL, Folder, generate

D, K, G, R, SAMPLE, GATHER = 4, 10, 2, 2, 3000, 2000
# The table of docs/CLUSTER.md, in bytes; steps without their rows.
A_PASS = 8 * (G * K + 261)
A_STEP = 16 * G * K + 88 + 8 * R
MEDOIDS = 16 * 8 * K * (2 + D) + 8 * K * D + 240 * K


@unittest.skipUnless(IS_OPEN_MPI and os.geteuid() == 0 and shutil.which("ip") and shutil.which("tc"),
                     "two hosts need Open MPI, root and iproute2")
class TwoHosts(Folder):
    def test_the_bytes_of_the_link_are_those_that_are_counted(self):
        probe = subprocess.run(["ip", "netns", "add", "faircap-probe"], capture_output=True)
        if probe.returncode != 0:
            self.skipTest("this kernel gives no network namespaces")
        subprocess.run(["ip", "netns", "del", "faircap-probe"], check=True)
        data = self.folder / "points.csv"
        generate(data, 13, n=20000, dim=D)
        words = ["cluster", data, "-k", K, "-p", "group", "-o", self.folder / "out", "--sample", SAMPLE, "--gather", GATHER,
                 "--effort", "1", "--quiet", "--stats", self.folder / "stats.json"]
        script = pathlib.Path(__file__).parent / "two_hosts.sh"
        done = subprocess.run([script, self.folder / "net", "10mbit", *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "FAIRCAP_MPI": TOOL}, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        _, received, _, sent = (self.folder / "net/bytes").read_text().split()
        stats = json.loads((self.folder / "stats.json").read_text())
        report = json.loads((self.folder / "out/report.json").read_text())
        counted = stats["bytes_of_rank_0"]
        through = int(received) + int(sent)
        # MPI's own beginning and end, and the headers of packets, are not counted.
        self.assertGreater(through, 0.95 * counted)
        self.assertLess(through, 1.2 * counted + 150000)
        n_passes, n_steps, rounds = report["passes"], stats["steps"], report["rounds"]
        self.assertEqual((stats["messages_of_passes"], stats["bytes_of_passes"]), (2 * n_passes, n_passes * A_PASS))
        # Half of the rows, and of a sample that is drawn a little too large, are the other rank's.
        rows = (report["gathered"] + SAMPLE + 12 * (SAMPLE / 2) ** 0.5) / 2
        model = 8 * (D + 1) * rows + n_passes * A_PASS + n_steps * A_STEP + (rounds + 1) * 4 * GATHER + rounds * MEDOIDS
        self.assertLess(abs(counted - model), 0.05 * counted, (counted, model))
        print(f"figure: 10 Mbit/s: {through} bytes through the link, {counted} counted, {model:.0f} by the model; "
              f"{stats['messages']} operations, {n_passes} passes of {A_PASS} bytes, {n_steps} steps")
