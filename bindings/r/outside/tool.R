# The same data, options and seed give the same labels in R and in the tool. Run from the
# project's folder; FAIRCAP is the tool, R_LIBS has the package.
library(faircap)
tool <- Sys.getenv("FAIRCAP")
data <- tempfile(fileext = ".csv")

labels_of_tool <- function(file, options, command) {
    out <- tempfile()
    code <- system2(tool, c(command, file, options, "--labels-only", "--quiet", "-o", out))
    stopifnot(code == 0L)
    labels <- read_roster(out)[[command]]
    if (command == "group") sub("Group ", "", labels) else labels
}
write_points <- function(...) {
    points <- generate_points(...)
    points$truth <- NULL
    write.csv(points, data, row.names = FALSE)
    points
}
compared <- 0L
same <- function(file, options, fit, command = "cluster") {
    expected <- labels_of_tool(file, options, command)
    got <- fit$clustering[!is.na(fit$clustering)]
    if (!identical(as.integer(expected), as.integer(got))) {
        stop("labels differ from those of: faircap ", command, " ", paste(options, collapse = " "))
    }
    compared <<- compared + 1L
}

# A roster with texts, identifiers and scaling.
file <- "examples/roster.csv"
roster <- read_roster(file)
same(file, c("-k", "8", "-p", "gender"), faircap(roster, 8, "gender"))
same(file, c("-s", "3-4", "-p", "gender", "-t", "1/3"),
     faircap(roster, group_size = c(3, 4), protect = "gender", balance = 1/3))
same(file, c("-k", "6", "-p", "gender,meeting_time", "-t", "1/9", "--effort", "1"),
     faircap(roster, 6, c("gender", "meeting_time"), balance = "1/9", effort = 1))
same(file, c("-k", "6", "--share", "gender:female=0.2..0.6", "--scale", "zscore"),
     faircap(roster, 6, groups = "gender", share = list(gender = list(female = c(0.2, 0.6))),
             scale = "zscore"))
same(file, c("-k", "5", "-f", "maths,programming", "--metric", "manhattan", "--min-size", "6"),
     faircap(roster, 5, features = c("maths", "programming"), metric = "manhattan", min_size = 6))
same(file, c("-k", "5", "--objective", "sse", "--weight-feature", "maths=2", "--effort", "1"),
     faircap(roster, 5, objective = "sse", stretch = c(maths = 2), effort = 1))

# Points as a matrix, in every method, with several seeds.
points <- write_points(200, dim = 3, balance = 2/3, seed = 11)
x <- as.matrix(points[1:3])
plain <- c("-f", "x1,x2,x3", "--scale", "none", "-p", "group")
for (method in faircap_choices()$method) {
    for (seed in c(1, 2, 12345678901)) {
        same(data, c(plain, "-k", "7", "-m", method, "--seed", format(seed, scientific = FALSE),
                     "--effort", "2"),
             faircap(x, 7, points$group, method = method, seed = seed, effort = 2))
    }
}
same(data, c(plain, "-k", "5", "-m", "fair-kmedoids", "--fairlets", "vanilla", "--fairlet-centre",
             "random", "--lambda", "0.5", "--slack", "1.2", "-t", "0.4"),
     faircap(x, 5, points$group, balance = 0.4, method = "fair-kmedoids", fairlets = "vanilla",
             fairlet_centre = "random", lambda = 0.5, slack = 1.2))

# Three groups; weights.
three <- write_points(90, groups = 3, balance = 1/2, weights = c(1, 5), seed = 4)
same(data, c("-f", "x1,x2", "-p", "group", "-w", "weight", "-k", "5", "-t", "1/4", "--effort", "1"),
     faircap(three, 5, "group", balance = "1/4", features = c("x1", "x2"), weights = "weight",
             effort = 1))

# Similar and diverse columns: the tool divides each by its variation, summed up one number after
# the other; texts are 0/1.
degree <- rep(c("BSc", "MSc", "PhD", "MSc"), 10)
score <- (1:40 * 37) %% 81 + 20
sex <- rep(c("f", "m"), c(18, 22))
write.csv(data.frame(score, degree, sex), data, row.names = FALSE)
x <- cbind(score, sapply(c("BSc", "MSc", "PhD"), `==`, degree))
variation <- function(columns) Reduce(`+`, sweep(columns, 2, colSums(columns) / nrow(columns))^2)
aim <- c(1 / variation(x[, 1, drop = FALSE]), rep(-2 / variation(x[, -1]), 3))
mixed <- faircap(x, 9, sex, min_size = 4, max_size = 5, objective = "mixed", aim = aim, effort = 1)
wishes <- c("--similar", "score", "--diverse", "degree=2")
same(data, c("--groups", "9", "--balance", "sex=1/2", wishes, "--effort", "1"), mixed, "group")
labels <- tempfile(fileext = ".csv")
write.csv(data.frame(row = 1:40, cluster = mixed$clustering), labels, row.names = FALSE)
checked <- system2(tool, c("check", data, labels, "-s", "4-5", "-p", "sex", wishes), stdout = TRUE)
stopifnot(paste0("cost: ok (", print_number(mixed$cost), ")") %in% checked)
cat("figure:", compared, "labellings equal to the tool's\n")
