# Every rule can be asked for, and the answer keeps it.
library(faircap)

pupils <- generate_points(48, groups = 3, balance = 1/2, weights = c(1, 4), seed = 3)
x <- as.matrix(pupils[c("x1", "x2")])
sex <- pupils$group
school <- rep(c("north", "south"), 24)
ask <- function(...) faircap(x, 6, ..., effort = 1)

stopifnot(all(ask(min_size = 7)$sizes >= 7),
          identical(ask(max_size = c(12, 12, 8, 8, 4, 4))$sizes <= c(12, 12, 8, 8, 4, 4), rep(TRUE, 6)),
          ask(slack = "1.5")$max_size == 12,
          ask(slack = 1.5)$max_size == 12,
          max(ask(weights = pupils$weight)$loads) <= ceiling(sum(pupils$weight) * 1.01 / 6))

# Groups of a wished size, as few as possible.
small <- faircap(x, group_size = c(3, 4), effort = 1)
stopifnot(small$k == 12, all(small$sizes %in% 3:4), feasible(x, group_size = 3)$k == 12,
          check_clusters(small)$ok)

# Several attributes, by name and with balances of their own; and combined.
both <- ask(protect = list(sex = sex, school = school), balance = c(school = 1/2, sex = 1/4))
stopifnot(both$balance >= 1/4, all(apply(both$groups$school, 1, function(g) min(g) / max(g)) >= 1/2),
          identical(both$balance_required, c(sex = "1/4", school = "1/2")))
combined <- faircap(x, 3, data.frame(sex, school), balance = "1/9", intersectional = TRUE, effort = 1)
stopifnot(names(combined$groups) == "sex & school", ncol(combined$groups[[1]]) == 6, combined$balance >= 1/9)
alike <- faircap(as.matrix(1:8), 2, data.frame(a = c("p & q", "p"), b = c("r", "q & r"))[rep(1:2, 4), ],
                 balance = 1, intersectional = TRUE, effort = 1)
stopifnot(setequal(colnames(alike$groups[[1]]), c("\"p & q\" & r", "p & \"q & r\"")))

matrices <- ask(protect = cbind(sex = sex, school = school), balance = c(school = 1/2, sex = 1/4))
stopifnot(identical(matrices$clustering, both$clustering))

# Shares, nobody alone: also of attributes without a balance.
mixed <- ask(groups = list(school = school), share = list(school = list(north = c(0.4, 0.6))))
stopifnot(all(abs(mixed$groups$school[, "north"] / mixed$sizes - 0.5) <= 0.1 + 1e-12), is.na(mixed$balance),
          mixed$violations[["share"]] == 0)
alone <- ask(groups = list(sex = sex), no_isolate = list(sex = "a"))
stopifnot(!any(alone$groups$sex[, "a"] == 1))
stopifnot(!any(ask(groups = list(sex = sex), no_isolate = "sex")$groups$sex == 1))

# Together, apart, by number and by name; avoid; start and keep; candidates.
rownames(x) <- paste0("p", 1:48)
pairs <- ask(together = list(c(1, 20, 30)), apart = list(c("p2", "p3", "p4")))$clustering
stopifnot(length(unique(pairs[c(1, 20, 30)])) == 1, !anyDuplicated(pairs[2:4]))
first <- faircap(x, 12, effort = 1)
second <- faircap(x, 12, avoid = first, effort = 1)
met <- function(a, b) sum(outer(a, a, "==") & outer(b, b, "==") & upper.tri(diag(length(a))))
stopifnot(second$repeated_pairs == met(first$clustering, second$clustering),
          second$repeated_pairs < sum(choose(first$sizes, 2)))
start <- first$clustering
start[c(5, 17, 40)] <- NA
kept <- faircap(x, 12, start = start, keep = TRUE, max_size = 6, effort = 1)
stopifnot(identical(kept$clustering[-c(5, 17, 40)], start[-c(5, 17, 40)]))
sites <- ask(candidates = 1:12)
stopifnot(all(sites$id.med <= 12))
stopifnot(all(ask(candidates = rep(c(TRUE, FALSE), 24))$id.med %% 2 == 1))

# Unknown groups are free of the balance, when that is said.
unknown <- replace(sex, c(3, 9), NA)
free <- faircap(x, 4, unknown, balance = 1/3, missing = "category", effort = 1)
stopifnot(sum(free$groups$unknown) == 46, free$balance >= 1/3)

# Data frames: columns with parts, identifiers, missing cells, texts.
roster <- data.frame(name = paste("pupil", 1:30), sex = rep(c("f", "m"), 15), maths = c(NA, 2:30),
                     style = factor(rep(c("1", "2", "3"), 10)), hours = rep(1:3, 10), stringsAsFactors = FALSE)
dropped <- faircap(roster, 4, "sex", missing = "drop", id = "name", weights = "hours")
stopifnot(is.na(dropped$clustering[1]), length(dropped$clustering) == 30, !anyNA(dropped$clustering[-1]),
          identical(dropped$features, c("maths", "style")), any(grepl("left out", dropped$notes)))
encoded <- encode_roster(roster, "sex", missing = "impute", id = "name", weights = "hours", stretch = c(maths = 3))
stopifnot(encoded$n == 30, nrow(encoded$points) > 2, max(encoded$points[1, ]) == 3,
          faircap(encoded, 4)$k == 4, any(grepl("30 points", capture.output(encoded))))

# Files: the library's reader.
file <- tempfile(fileext = ".csv")
writeLines(c("a;b;c", "1,5;x;3", "2,5;y;?", "\"3,5\";x;5"), file)
read <- read_roster(file)
stopifnot(identical(read$a, c(1.5, 2.5, 3.5)), identical(read$b, c("x", "y", "x")), is.na(read$c[2]),
          attr(read, "delimiter") == ";", attr(read, "header"), !attr(read, "mark"),
          attr(read, "lines") == 2:4)
stopifnot(nrow(read_roster(text = "1,2\n3,4", header = FALSE)) == 2,
          is.na(read_roster(text = c("a,b", "1,none", "2,3"), na = "none")$b[1]))

# A ratio is exact: 1/3 is a third.
stopifnot(identical(unname(parse_ratio(c(1/3, 0.3, 1, 0.153))),
                    cbind(c(1, 3, 1, 153), c(3, 10, 1, 1000))),
          identical(print_number(c(0.1, 1e22, NA)), c("0.1", "1e+22", NA)) ||
          identical(parse_number(print_number(c(0.1, 1e22))), c(0.1, 1e22)),
          identical(parse_number(c("1,5", "x"), mark = ","), c(1.5, NA)),
          !grepl("\033", safe_text("a\033[31mb")), nchar(safe_text(strrep("a", 99), 10)) <= 13)
