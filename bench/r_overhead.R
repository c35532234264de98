# r_overhead.R - what faircap() in R takes beyond the C calls inside it.
#
#     bindings/r/test && R_LIBS=build/r/faircap.Rcheck Rscript bench/r_overhead.R
#
# Shares of processor time, from samples taken while it runs, so that other work on the machine
# counts little: "labels" is the share outside the library of faircap(cluster.only = TRUE), which
# copies the matrix to rows; "full" that of faircap(), where fcap_measure() finds the medoids.
# One thread, the least of two runs each.
library(faircap)

# Processor seconds of a run, and the share of samples outside the library. Calls of C have no
# frame of their own: they count for faircap() itself, which leaves all else to other functions.
sampled <- function(run) {
    file <- tempfile()
    on.exit(unlink(file))
    gc()
    Rprof(file, interval = 0.002)
    seconds <- sum(system.time(run(), gcFirst = FALSE)[1:2])
    Rprof(NULL)
    told <- summaryRprof(file)$by.self
    c(seconds, 1 - told["\"faircap\"", "self.time"] / sum(told$self.time))
}

case <- function(n, dim, k, method, balanced) {
    points <- generate_points(n, dim = dim)
    x <- as.matrix(points[seq_len(dim)])
    fit <- function(only) {
        faircap(x, k, if (balanced) points$group, method = method, effort = 1, threads = 1,
                bound = "off", cluster.only = only)
    }
    labels <- replicate(2L, sampled(function() fit(TRUE)))
    full <- replicate(2L, sampled(function() fit(FALSE)))
    cat(sprintf("%s n=%d d=%d k=%d%s: labels %.2f s, %.1f %% outside the library; full %.2f s, %.1f %%\n",
                method, n, dim, k, if (balanced) " balanced" else "", min(labels[1L, ]),
                100 * min(labels[2L, ]), min(full[1L, ]), 100 * min(full[2L, ])))
}

case(4000L, 4L, 10L, "best", TRUE)
case(4000L, 4L, 10L, "kmedoids", FALSE)
case(1000000L, 4L, 10L, "kmedoids", FALSE)
case(1000000L, 4L, 10L, "best", TRUE)
