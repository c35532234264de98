"""What a run is said to hold in memory, and what becomes of a large input that is cut short while it is mapped."""
import os
import subprocess
import sys
import time
import unittest

from tool import FAIRCAP, TIMEOUT, Case, complain_about_sanitizers, read_json

ROWS = 100000  # of 10 numbers: 19 MB, so the file is mapped
MIB = 1 << 20


class Memory(Case):
    def test_the_peak_is_that_of_the_tool_and_not_of_its_parent(self):
        self.expect(0, "generate", "--n", 100, "-o", "data.csv")
        parent = ("import subprocess, sys\n"
                  "ballast = bytearray(b'x') * (400 << 20)\n"
                  "sys.exit(subprocess.run(sys.argv[1:], close_fds=False).returncode)\n")
        done = subprocess.run([sys.executable, "-c", parent, FAIRCAP, "cluster", "data.csv", "-k", "3", "--quiet", "-o",
                               "out.csv", "--json", "out.json"], cwd=self.folder, timeout=TIMEOUT, check=False)
        self.assertEqual(done.returncode, 0)
        peak = read_json(self.text("out.json"))["peak_bytes"]
        self.assertGreater(peak, 1 * MIB)
        self.assertLess(peak, 300 * MIB)

    def test_verbose_says_the_memory_and_quiet_does_not(self):
        self.expect(0, "generate", "--n", 100, "-o", "data.csv")
        self.assertRegex(self.expect(0, "plan", "data.csv", "-v").err, r"(?m)^memory: \d+ MiB at most$")
        self.assertNotIn("memory:", self.expect(0, "plan", "data.csv").err)
        self.assertNotIn("memory:", self.expect(0, "plan", "data.csv", "-v", "--quiet").err)

    def test_a_large_table_is_the_same_mapped_piped_or_unpacked(self):
        self.expect(0, "generate", "--n", ROWS, "--dim", 10, "-o", "data.csv")
        self.assertGreater(os.path.getsize(self.path("data.csv")), 16 * MIB)
        request = "-p", "group", "-k", "100", "--json", "-"
        mapped = self.expect(0, "plan", "data.csv", *request)
        piped = self.expect(0, "plan", "-", *request, stdin=self.get("data.csv"))
        subprocess.run(["gzip", "-1", "-k", self.path("data.csv")], check=True)
        unpacked = self.expect(0, "plan", "data.csv.gz", *request)
        self.assertEqual(mapped.out, piped.out)
        self.assertEqual(mapped.out, unpacked.out)

    def test_an_input_that_is_cut_short_ends_the_run_in_order(self):
        self.expect(0, "generate", "--n", ROWS, "--dim", 10, "-o", "data.csv")
        self.put("out.csv", "old\n")
        process = subprocess.Popen([FAIRCAP, "cluster", "data.csv", "-k", "2", "-m", "best", "--effort", "9", "--bound",
                                    "off", "--time-limit", "3", "--progress", "on", "-o", "out.csv"], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said, deadline = b"", time.monotonic() + TIMEOUT
        while not said.strip() and time.monotonic() < deadline:  # the progress line: the file has been read
            said += os.read(process.stderr.fileno(), 65536)
        os.truncate(self.path("data.csv"), 0)
        said += process.communicate(timeout=TIMEOUT)[1]
        complain_about_sanitizers(said.decode())
        self.assertEqual(process.returncode, 7, said)
        self.assertIn(b"the input was cut short", said)
        self.assertEqual(self.names(), ["data.csv", "out.csv"])
        self.assertEqual(self.text("out.csv"), "old\n")


if __name__ == "__main__":
    unittest.main()
