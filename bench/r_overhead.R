# r_overhead.R - what faircap() in R takes beyond the C call inside it, and beside the tool.
#
#     R_LIBS=build/r/faircap.Rcheck Rscript bench/r_overhead.R [build/release/faircap]
#
# only: faircap(cluster.only = TRUE), which adds the copy of the matrix to rows; full: with the
# medoids, by fcap_measure(). library, tool: the seconds of fcap_cluster() itself, in the package
# and in the tool, which is built by CMake. One thread, the least of three runs.
library(faircap)
tool <- c(commandArgs(TRUE), "build/release/faircap")[1L]

case <- function(n, dim, k, effort, method, balanced) {
    points <- generate_points(n, dim = dim)
    x <- as.matrix(points[seq_len(dim)])
    fit <- function(...) {
        faircap(x, k, if (balanced) points$group, method = method, effort = effort, threads = 1,
                bound = "off", ...)
    }
    only <- min(replicate(3L, system.time(fit(cluster.only = TRUE))[["elapsed"]]))
    full <- replicate(3L, {
        elapsed <- system.time(made <- fit())[["elapsed"]]
        c(elapsed, made$seconds)
    })
    file <- tempfile(fileext = ".csv")
    report <- tempfile()
    on.exit(unlink(c(file, report)))
    utils::write.csv(points, file, row.names = FALSE)
    seconds <- replicate(3L, {
        system2(tool, c("cluster", file, "-f", paste0("x", seq_len(dim), collapse = ","), "-k", k,
                        if (balanced) c("-p", "group"), "-m", method, "--effort", effort,
                        "--threads 1 --bound off --scale none --quiet -o /dev/null --json", report))
        as.double(sub('.*"seconds": *([0-9.e+-]+).*', "\\1", paste(readLines(report), collapse = " ")))
    })
    data.frame(n, dim, k, method, effort, balanced, only, full = min(full[1L, ]),
               library = min(full[2L, ]), tool = min(seconds),
               overhead = only / min(full[2L, ]) - 1)
}

rows <- rbind(case(4000, 10, 10, 5, "best", TRUE), case(4000, 10, 10, 5, "kmedoids", FALSE),
              case(1e6, 10, 10, 1, "best", FALSE), case(1e6, 10, 10, 1, "kmedoids", FALSE))
print(rows, digits = 3)
