# Every status is a condition with a class of its own; stopping keeps the best answer so far.
library(faircap)

p <- generate_points(4000, dim = 5)
x <- as.matrix(p[1:5])
tight <- generate_points(60, weights = c(300, 999))
raised <- list(
    argument = quote(faircap(x, 10, effort = 12)),
    infeasible = quote(faircap(x[1:20, ], 7, p$group[1:20], balance = 1)),
    not_found = quote(faircap(tight[1:2], 12, weights = tight$weight, time_limit = 1e-9,
                              max_size = ceiling(sum(tight$weight) / 12) + 1)),
    no_memory = quote(faircap(x, 10, memory_limit = 1e5)),
    overflow = quote(faircap(x[1:60, ] * 1e307, 10)),
    cancelled = quote(faircap(x, 10, p$group, progress = function(...) FALSE)),
    # No input makes the library fail this way, so what would come from it is made by hand.
    internal = quote(faircap:::answer(structure(list(status = 7L, message = "made by hand"),
                                                class = "faircap_failure"))),
    data = quote(read_roster(text = c("a,b", "1,2,3", "1"))),
    io = quote(read_roster("/no/such/file.csv")))
stopifnot(setequal(names(raised), setdiff(faircap_choices()$status, "ok")))
for (status in names(raised)) {
    got <- tryCatch(eval(raised[[status]]), condition = identity)
    stopifnot(inherits(got, paste0("faircap_", status)), inherits(got, "faircap_error"),
              inherits(got, "error"), got$status == status, nchar(conditionMessage(got)) > 5)
}
stopifnot(all(nchar(faircap_status_text()) > 1), faircap_status_text("nonsense") == "unknown status")

# An impossible request says why and what would help; so does one about sizes.
e <- tryCatch(eval(raised$infeasible), faircap_infeasible = identity)
plan <- feasible(x[1:20, ], 7, p$group[1:20], balance = 1)
stopifnot(plan$verdict == "infeasible", identical(e$reason, plan$reason), identical(e$change, plan$change),
          any(!is.na(unlist(plan$change))), feasible(x, 10)$verdict == "feasible")
e <- tryCatch(faircap(x[1:7, ], group_size = c(4, 5)), faircap_infeasible = identity)
stopifnot(inherits(e, "faircap_infeasible"))
stopifnot(any(grepl("infeasible", capture.output(plan))))

# Faults of a file have lines and columns.
e <- tryCatch(read_roster(text = c("a,b", "1,2,3", "1")), faircap_data = identity)
stopifnot(nrow(e$faults) == 2, e$faults$line == 2:3)

# A function that watches may stop the search; an error in it is the user's own error.
ticks <- 0
stopped <- withCallingHandlers(
    faircap(x, 12, p$group, progress = function(stage, done, total, cost, bound) is.na(cost)),
    faircap_interrupted = function(w) { ticks <<- ticks + 1; invokeRestart("muffleWarning") })
stopifnot(stopped$status == "interrupted", ticks == 1, all(stopped$violations == 0))
mine <- tryCatch(faircap(x, 12, progress = function(...) stop("mine")), error = identity)
stopifnot(conditionMessage(mine) == "mine")
limited <- faircap(x[1:300, ], 12, p$group[1:300], time_limit = 1)
stopifnot(limited$status %in% c("time_limit", "feasible", "optimal"), all(limited$violations == 0))

# Arguments that make no sense are refused with a sentence.
refused <- list(quote(faircap(x)), quote(faircap(x, 1.5)), quote(faircap(letters, 2)), quote(faircap(x, 2, 1:3)),
                quote(faircap(x, 2, balance = 1)), quote(faircap(x, 2, metric = "cosine")),
                quote(faircap(x, 2, max_size = 1:3)), quote(faircap(x, 2, start = 1)),
                quote(faircap(x, 2, together = list(5000))), quote(faircap(x, 2, share = list(sex = list()))),
                quote(faircap(x, 2, features = 1)), quote(faircap(x, 2, diss = TRUE)),
                quote(faircap(x, 2, c(NA, p$group[-1]))), quote(faircap(p, 2, "nobody")),
                quote(certify(faircap(x[1:9, ], 2))), quote(parse_ratio("a half")))
for (call in refused) {
    e <- tryCatch(eval(call), error = identity)
    stopifnot(inherits(e, "faircap_argument"))
}

# The sentence names the argument, counts as R does, and the call is the one the user wrote.
frame <- data.frame(a = c(1, 2, NA, 4), b = c(1, 5, 2, 4))
told <- list("there is no argument \"maxsize\"" = quote(faircap(x, 2, maxsize = 9)),
             "k is \"3\"; it must be a number" = quote(faircap(x, "3")),
             "k is 10000000000; .* from 1 to 2147483647" = quote(faircap(x, 1e10)),
             "lambda has 2 values" = quote(faircap(x, 2, lambda = 1:2)),
             "time_limit is NA" = quote(faircap(x, 2, time_limit = NA)),
             "start is 7; .* from 1 to 2" = quote(faircap(x, 2, start = rep(7, 4000))),
             "start is \"a\"" = quote(faircap(x, 2, start = rep("a", 4000))),
             "weights is -1; .* from 1 on" = quote(faircap(x, 2, weights = rep(-1, 4000))),
             "group_size has 3 values" = quote(faircap(x, group_size = 1:3)),
             "needs its groups by name" = quote(faircap(x, 2, p$group, share = list(group = 0.5))),
             "coordinate 2 of point 3 is not" = quote(faircap(replace(x, cbind(3, 2), NaN), 2)),
             "attribute 1 is 3/2" = quote(faircap(x, 2, p$group, balance = 1.5)),
             "mixed needs an aim" = quote(faircap(x, 2, objective = "mixed")),
             "an aim goes with the objective mixed" = quote(faircap(x, 2, aim = 1:5)),
             "aim has 2 values for 5 coord" = quote(faircap(x, 2, objective = "mixed", aim = c(1, -1))),
             "aim is \"a\"" = quote(faircap(x, 2, objective = "mixed", aim = rep("a", 5))),
             "aim of coordinate 2 is not" = quote(faircap(x, 2, objective = "mixed", aim = c(1, NA, 1, 1, 1))),
             "mixed .* not with given" = quote(faircap(dist(x[1:9, ]), 2, objective = "mixed", aim = 1)),
             "progress must be" = quote(faircap(x, 2, progress = 3)),
             "row 3, column 1: .* use missing = drop" = quote(faircap(frame, 2)),
             "a label, from 1 on" = quote(check_clusters(x)),
             "clustering is 0" = quote(check_clusters(x, rep(0, 4000))),
             "a label 2147483647 for 4000 rows" = quote(check_clusters(x, rep(c(1, 2^31 - 1), 2000))))
for (words in names(told)) {
    e <- tryCatch(eval(told[[words]]), faircap_error = identity)
    if (!grepl(words, conditionMessage(e))) stop("not said: ", words, ", but: ", conditionMessage(e))
    stopifnot(identical(conditionCall(e)[[1L]], told[[words]][[1L]]))
}

# No rule is dropped in silence, and what is refused is named.
few <- x[1:40, ]
sex <- rep(c("f", "m"), 20)
refused <- function(words, ...) {
    e <- tryCatch(faircap(few, ..., progress = FALSE), error = identity)
    if (!inherits(e, "faircap_argument") || !grepl(words, conditionMessage(e))) {
        stop(words, ": ", if (inherits(e, "error")) conditionMessage(e) else "accepted")
    }
}
refused("share must name", 4, sex, share = list(c(0.4, 0.6)))
refused("share must name", 4, sex, share = list(sex = list(f = 0:1), sex = list(m = 0:1)))
refused("sex has a group twice", 4, sex, share = list(sex = list(f = 0:1, f = 0:1)))
refused("no_isolate must name", 4, sex, no_isolate = 1)
refused("no_isolate must name", 4, sex, no_isolate = list("sex"))
refused("keep must be TRUE or FALSE", 4, start = rep(1, 40), keep = "yes")
refused("certificate must be", 4, certificate = NA)
refused("cluster.only must be", 4, cluster.only = "x")
refused("keep.data must be", 4, keep.data = NA)
refused("slack has 0 values", 4, slack = character())
refused("candidates has 2 flags for 40", 4, candidates = c(TRUE, FALSE))
refused("max_size has 2 values, and k is not given", group_size = 4, max_size = 5:6)
refused("sex is missing in 20 rows", 4, list(sex = rep(c(1, NaN), 20)))
all <- faircap(few, 4, sex, no_isolate = TRUE, cluster.only = TRUE, progress = FALSE)
stopifnot(identical(all, faircap(few, 4, sex, no_isolate = "sex", cluster.only = TRUE,
                                 progress = FALSE)),
          identical(check_clusters(few, rep(1:2, c(39, 1)), protect = sex, balance = 0,
                                   max_size = 40, no_isolate = TRUE)$ok, FALSE))

# An encoded roster that was edited is refused before anything is read beside its memory.
whole <- encode_roster(data.frame(a = 1:6, sex = sex[1:6]), "sex")
stopifnot(faircap(whole, 2, progress = FALSE)$status == "optimal")
edits <- list(function(w) { w$n <- 60; w }, function(w) { w$n <- 6L; w }, function(w) { w$n <- NA_real_; w },
              function(w) { w$points <- w$points[, 1:5, drop = FALSE]; w },
              function(w) { w$points <- 1:6; w }, function(w) { w$distance <- matrix(0, 5, 6); w },
              function(w) { w$weight <- c(1, 2); w }, function(w) { w$rows <- 1; w },
              function(w) { w$attributes[[1]]$group <- 0L; w },
              function(w) { w$attributes[[1]]$balance <- 0.5; w }, function(w) { w$attributes <- 1; w },
              function(w) { w$n_rows <- NULL; w })
for (edit in edits) {
    for (use in list(function(w) faircap(w, 2, progress = FALSE), function(w) feasible(w, 2),
                     function(w) check_clusters(w, rep(1:2, 3)))) {
        e <- tryCatch(use(edit(whole)), error = identity)
        stopifnot(inherits(e, "faircap_argument"), grepl("no longer what encode_roster", conditionMessage(e)))
    }
}
