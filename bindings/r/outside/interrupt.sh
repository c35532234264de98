#!/usr/bin/env bash
# Ctrl-C ends a long search within a second or two, with the best answer so far. R_LIBS has the package.
set -euo pipefail
out=$(mktemp)
trap 'rm -f "$out"' EXIT
cat >"$out.R" <<'END'
library(faircap)
p <- generate_points(3000, dim = 6, true_clusters = 40)
cat("ready\n")
fit <- withCallingHandlers(faircap(as.matrix(p[1:6]), 30, p$group, effort = 9),
                           faircap_interrupted = function(w) cat("warned\n"))
cat(fit$status, sum(fit$violations), "\n")
END
# A job of a script ignores SIGINT, and R with it; python starts it as a terminal would.
python3 - "$out.R" "$out" <<'END'
import signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
with open(sys.argv[2], "w") as out:
    process = subprocess.Popen(["Rscript", sys.argv[1]], stdout=out, stderr=subprocess.STDOUT,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while "ready" not in open(sys.argv[2]).read():
        time.sleep(0.1)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    sent = time.monotonic()
    process.wait(timeout=60)
    print(f"figure: an interrupt is obeyed after {time.monotonic() - sent:.1f} s")
END
cat "$out"
grep -qx 'warned' "$out" && grep -q '^interrupted 0' "$out"
rm -f "$out.R"
