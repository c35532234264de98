# anticlust.R FILE COLUMNS RESTARTS - groups that are alike in the named columns of FILE, by exchange, as by hand.
#
# FILE has a column `group` whose sizes are kept. The criterion is the one of k-means, to be maximised: what is inside
# groups; equally, what is between them is minimised. Texts become 0/1 columns; every column is divided by its variation.
# Each element is exchanged with the best of all elements of other groups, once round, from RESTARTS random beginnings:
# the exchange method of anticlustering (Papenberg & Klau 2021). Prints: seconds, and the least sum over columns of the
# part of the variation between groups.
words <- commandArgs(trailingOnly = TRUE)
rows <- read.csv(words[1], sep = ";", stringsAsFactors = FALSE)
columns <- strsplit(words[2], ",")[[1]]
restarts <- as.integer(words[3])
sizes <- table(rows$group)
n <- nrow(rows)

scaled <- function(name) {
  values <- rows[[name]]
  x <- if (is.numeric(values)) matrix(values) else sapply(unique(values), function(v) as.numeric(values == v))
  x <- scale(x, scale = FALSE)
  x / sqrt(sum(x^2))
}
x <- do.call(cbind, lapply(columns, scaled))

exchange <- function() {
  label <- sample(rep(seq_along(sizes), sizes))
  size <- as.vector(sizes)
  sums <- rowsum(x, label)
  for (i in seq_len(n)) {
    g <- label[i]
    others <- which(label != g)
    h <- label[others]
    step <- sweep(x[others, , drop = FALSE], 2, x[i, ]) # comes to g and leaves h
    here <- matrix(sums[g, ], length(others), ncol(x), byrow = TRUE)
    there <- sums[h, , drop = FALSE]
    change <- (rowSums((here + step)^2) - sum(sums[g, ]^2)) / size[g] +
      (rowSums((there - step)^2) - rowSums(there^2)) / size[h]
    best <- which.min(change)
    if (change[best] < -1e-12) {
      j <- others[best]
      sums[g, ] <- sums[g, ] + step[best, ]
      sums[label[j], ] <- sums[label[j], ] - step[best, ]
      label[c(i, j)] <- label[c(j, i)]
    }
  }
  sum(rowSums(rowsum(x, label)^2) / size)
}

set.seed(1)
begun <- proc.time()[["elapsed"]]
least <- min(replicate(restarts, exchange()))
cat(proc.time()[["elapsed"]] - begun, least, "\n")
