# clara.R POINTS.npy ROWS COLUMNS K LABELS - R's cluster::clara on all but the last column of a matrix of doubles.
# Writes row,cluster; prints the seconds of clara() alone. Its 5 samples of 40 + 2 k points are the default.
a <- commandArgs(TRUE)
suppressMessages(library(cluster))
n <- as.integer(a[2]); d <- as.integer(a[3]); k <- as.integer(a[4])
file <- file(a[1], "rb")
head <- readBin(file, "raw", 10)
invisible(readBin(file, "raw", as.integer(head[9]) + 256L * as.integer(head[10])))
x <- matrix(readBin(file, "double", as.double(n) * d), n, d, byrow = TRUE)[, -d, drop = FALSE]
close(file)
s <- system.time(p <- clara(x, k, keep.data = FALSE, rngR = FALSE, pamLike = TRUE))[[3]]
write.table(data.frame(row = seq_len(n), cluster = p$clustering), a[5], sep = ",", quote = FALSE, row.names = FALSE)
cat(s, "\n")
