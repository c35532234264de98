# Every request for memory that the package's library makes fails, once and from then on: a condition
# "faircap_no_memory". To be run with tests/sweep/faulty_caller.c preloaded, by memory.sh.
library(faircap)
dyn.load(Sys.getenv("LD_PRELOAD"))
arm <- function(at, on) .C("faulty_arm", "faircap/libs/faircap.so", as.integer(at), as.integer(on))
requests <- function() .C("faulty_count", n = 0L)$n

x <- as.matrix(generate_points(30)[1:2])
sex <- rep(c("f", "m"), 15)
path <- tempfile(fileext = ".csv")
write.csv(data.frame(x, sex), path, row.names = FALSE)
fit <- faircap(x, 3, sex, balance = 1/4, effort = 1, threads = 1)
calls <- list(
    faircap = quote(faircap(x, 3, sex, balance = 1/4, effort = 1, threads = 1)),
    feasible = quote(feasible(x, 3, sex, balance = 1/4)),
    check = quote(check_clusters(x, fit$clustering, 3, sex, balance = 1/4)),
    certify = quote(certify(x, rep(1, 30), 3, sex, balance = 1/4)),
    read = quote(read_roster(path)))
points <- 0
for (name in names(calls)) for (on in 0:1) {
    at <- 0
    repeat {
        at <- at + 1
        arm(at, on)
        failed <- tryCatch({ eval(calls[[name]]); FALSE }, faircap_no_memory = function(e) TRUE)
        made <- requests()
        arm(0, 0)
        if (failed != (made >= at)) stop(name, ": request ", at, " of ", made, ": failed ", failed)
        if (!failed) break
        points <- points + 1
    }
    if (at < 2) stop(name, " asks for no memory")
}
cat("figure:", points, "requests for memory failed, each with the condition faircap_no_memory\n")
