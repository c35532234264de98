# pam.R FILE K PAMONCE RUNS - R's cluster::pam on the x columns of a CSV file; one row of bench/run.
# The time is that of pam() on the matrix of points: distances and search, as for faircap.
a <- commandArgs(TRUE)
suppressMessages(library(cluster))
d <- read.csv(a[1])
x <- as.matrix(d[, grep("^x", names(d))])
k <- as.integer(a[2]); once <- as.integer(a[3]); runs <- as.integer(a[4])
s <- replicate(runs, system.time(p <<- pam(x, k, pamonce = once, keep.diss = FALSE, keep.data = FALSE))[[3]])
cost <- sum(sqrt(rowSums((x - x[p$id.med[p$clustering], , drop = FALSE])^2)))
cat(sprintf("cluster::pam pamonce=%d,%d,%d,%d,1,%d,%.4f,%.4f,%.6f\n", once, nrow(x), ncol(x), k, runs, min(s), median(s), cost))
