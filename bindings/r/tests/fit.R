# A fit: the same answer for a matrix, a data frame and distances; its fields; new points.
library(faircap)

same <- function(a, b) isTRUE(all.equal(as.vector(a), as.vector(b), check.attributes = FALSE))
pupils <- generate_points(60, dim = 3, balance = 2/3, true_clusters = 4, seed = 7)
x <- as.matrix(pupils[1:3])
rownames(x) <- sprintf("p%02d", 1:60)
sex <- pupils$group

# ---- one problem, three shapes ----
of_matrix <- faircap(x, 5, sex, max_size = 13)
of_frame <- faircap(pupils, 5, "group", max_size = 13, features = 1:3, scale = "none")
of_beside <- faircap(pupils[1:3], 5, sex, max_size = 13, scale = "none")
of_dist <- faircap(dist(x), 5, sex, max_size = 13)
of_square <- faircap(as.matrix(dist(x)), 5, sex, max_size = 13, diss = TRUE)
for (fit in list(of_frame, of_beside, of_dist, of_square)) {
    stopifnot(same(fit$clustering, of_matrix$clustering), same(fit$cost, of_matrix$cost),
              same(fit$id.med, of_matrix$id.med))
}

stopifnot(identical(faircap(x, 5, sex, max_size = 13, cluster.only = TRUE), of_matrix$clustering))

# ---- fields mean what they mean in pam(), and the rules hold ----
fit <- of_matrix
stopifnot(inherits(fit, "faircap"), identical(names(fit$clustering), rownames(x)),
          same(fit$medoids, x[fit$id.med, ]), same(fit$sizes, tabulate(fit$clustering, 5)),
          identical(of_dist$medoids, rownames(x)[fit$id.med]), inherits(of_dist$diss, "dist"),
          max(fit$sizes) <= 13, fit$balance >= 1/2, fit$status == "optimal", fit$gap < 1e-9,
          all(table(fit$clustering, sex) == fit$groups$sex),
          same(fit$cluster_balance, apply(fit$groups$sex, 1, function(g) min(g) / max(g))),
          same(sum(fit$cluster_cost), fit$cost), same(fit$objective[["swap"]], fit$cost / 60))
own <- as.matrix(dist(x))[cbind(1:60, fit$id.med[fit$clustering])]
stopifnot(same(sum(own), fit$cost), same(fit$clusinfo[, "max_diss"], tapply(own, fit$clustering, max)),
          same(fit$clusinfo[, "av_diss"], tapply(own, fit$clustering, mean)))
if (requireNamespace("cluster", quietly = TRUE)) {
    pam <- cluster::pam(x, 4)
    free <- faircap(x, 4, max_size = 60)
    stopifnot(free$cost <= sum(pam$clusinfo[, "av_diss"] * pam$clusinfo[, "size"]) * (1 + 1e-9),
              setequal(intersect(names(pam), names(free)),
                       c("medoids", "id.med", "clustering", "objective", "clusinfo", "call", "data")))
}

# ---- seeds and threads ----
labels <- function(...) faircap(x, 7, sex, balance = 1/3, ...)$clustering
stopifnot(identical(labels(), labels(threads = 1)), identical(labels(seed = 5), labels(seed = 5)))
set.seed(1); before <- .Random.seed; labels(); stopifnot(identical(before, .Random.seed))

# ---- new points ----
stopifnot(identical(predict(fit), fit$clustering),
          identical(predict(fit, fit$medoids), setNames(1:5, rownames(fit$medoids))),
          same(predict(of_frame, pupils[of_frame$id.med, ]), 1:5))
far <- as.matrix(dist(rbind(x[fit$id.med, ], c(1, 2, 3))))[6, 1:5]
stopifnot(predict(fit, c(1, 2, 3)) == which.min(far))
scaled <- faircap(pupils[1:3], 5, sex)
new <- rbind(pupils[scaled$id.med, 1:3], c(NA, 0, 0))
stopifnot(same(predict(scaled, new), c(1:5, NA)))
means <- faircap(x, 4, objective = "sse", effort = 1)
stopifnot(same(means$centres, t(rowsum(x, means$clustering) / means$sizes)))

# ---- alike in some coordinates, diverse in others ----
aim <- c(2, -3, 0)
mixed <- faircap(x, 9, sex, max_size = 8, min_size = 5, together = list(1:2), apart = list(3:5),
                 objective = "mixed", aim = aim, effort = 1)
of <- mixed$clustering
stopifnot(all(mixed$violations == 0), min(mixed$sizes) >= 5, max(mixed$sizes) <= 8,
          min(apply(table(of, sex), 1, function(g) min(g) / max(g))) >= 1/2, of[1] == of[2],
          !anyDuplicated(of[3:5]), mixed$criterion == "mixed", identical(mixed$aim, aim))
mean_of <- apply(x, 2, ave, of)
inside <- colSums((x - mean_of)^2)
between <- colSums(sweep(mean_of, 2, colMeans(x))^2)
stopifnot(same(mixed$cost, 2 * inside[1] + 3 * between[2]), same(sum(mixed$cluster_cost), mixed$cost),
          mixed$lower_bound <= mixed$cost, identical(check_clusters(mixed)$cost, mixed$cost),
          same(mixed$centres, t(rowsum(x, of) / mixed$sizes)),
          same(mixed$clusinfo[, "max_diss"], tapply(2 * (x - mean_of)[, 1]^2, of, max)),
          # By lot: between = total * (k - 1) / (n - 1).
          inside[1] < (inside + between)[1] * 51 / 59 / 2, between[2] < (inside + between)[2] * 8 / 59 / 2)
stopifnot(same(predict(mixed, x), max.col(-abs(outer(x[, 1], mixed$centres[1, ], `-`)), "first")),
          same(of, faircap(pupils[1:3], 9, sex, max_size = 8, min_size = 5, together = list(1:2),
                           apart = list(3:5), objective = "mixed", aim = aim, effort = 1,
                           scale = "none", cluster.only = TRUE)))

alike <- faircap(x, 9, objective = "mixed", aim = c(0, -1, -1), effort = 1)
e <- tryCatch(predict(alike, x), faircap_argument = identity)
stopifnot(grepl("no aim is above 0", conditionMessage(e)))

# ---- the other objective, metrics, methods ----
manhattan <- faircap(x, 4, metric = "manhattan")
stopifnot(same(manhattan$cost, faircap(dist(x, "manhattan"), 4)$cost))
for (method in faircap_choices()$method) {
    fit <- faircap(x, 5, sex, method = method)
    promised <- fit$enforces
    stopifnot(all(fit$violations[intersect(promised, names(fit$violations))] == 0),
              fit$cost >= of_matrix$lower_bound * (method != "kmedoids") * 0.9)
}

# ---- proofs and checks ----
proved <- faircap(x, 5, sex, certificate = TRUE)
stopifnot(length(proved$multipliers) == 60, certify(proved) <= proved$cost,
          same(certify(proved), proved$multiplier_bound),
          certify(proved, multipliers = rep(0, 60)) <= proved$cost,
          same(certify(x, proved$multipliers, 5, sex), certify(proved)))
check <- check_clusters(x, proved$clustering, protect = sex)
stopifnot(check$ok, same(check$cost, proved$cost), identical(check$id.med, proved$id.med))
worse <- check_clusters(x, rep(1:5, 12), protect = sex, balance = 1, max_size = 11)
stopifnot(!worse$ok, worse$violations[["capacity"]] == 5,
          check_clusters(x, factor(proved$clustering), protect = sex)$ok)

# ---- what people see ----
shown <- capture.output(print(proved), print(summary(proved)), print(check), print(worse))
stopifnot(any(grepl("^60 points in 5 clusters of ", shown)), any(grepl("sex:a", shown)),
          any(shown == "Optimal: no valid clustering costs less."),
          any(grepl("capacity: VIOLATED 5", shown)))
plain <- summary(faircap(x, 3, effort = 1))
stopifnot(identical(names(plain$clusters), c("size", "cost", "medoid")), any(grepl("cost", capture.output(plain))))
pdf(NULL)
plot(proved, which = c("sizes", "balance", "points"))
plot(faircap(x, 3))
invisible(dev.off())
