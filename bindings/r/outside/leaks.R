# A thousand calls that fail, of each kind, leave no memory behind; a planted leak is found.
library(faircap)
source <- tempfile(fileext = ".c")
writeLines(c("#include <malloc.h>", "#include <stdlib.h>",
             "void in_use(double *bytes) { struct mallinfo2 m = mallinfo2();",
             "  *bytes = (double)m.uordblks + (double)m.hblkhd; }",
             "void leak(void) { volatile char *p = malloc(300); p[0] = 1; }"), source)
library_file <- sub("c$", "so", source)
stopifnot(system2("gcc", c("-shared", "-fPIC", source, "-o", library_file)) == 0L)
dyn.load(library_file)
in_use <- function() {
    for (i in 1:6) gc(full = TRUE) # R gives pages back a few at a time
    .C("in_use", bytes = 0)$bytes
}

x <- as.matrix(generate_points(40)[1:2])
sex <- rep(c("f", "m"), 20)
frame <- data.frame(x, sex, name = paste("pupil", 1:40))
kinds <- list(
    argument = quote(faircap(x, 4, effort = 99)),
    infeasible = quote(faircap(x, 30, sex, balance = 1)),
    no_memory = quote(faircap(x, 4, sex, memory_limit = 3000)),
    overflow = quote(faircap(x * 1e307, 4, method = "kmedoids")),
    bad_ratio = quote(faircap(x, 4, sex, balance = "a half")),
    user = quote(faircap(x, 4, sex, progress = function(...) stop("no"))),
    frame = quote(faircap(frame, 4, "sex", features = "nobody")),
    frame_balance = quote(faircap(frame, 4, "sex", balance = "x")),
    distances = quote(faircap(frame, 4, "sex", distances = "/no/such.npy")),
    data = quote(read_roster(text = "a,b\n1,2,3\n1")),
    io = quote(read_roster("/no/such/file")))
limit <- 100e3 # bytes; a leak of 300 bytes in each call is 300e3

# R's own heap grows in jumps, now and then; a leak grows in every batch.
left_by <- function(call) {
    batch <- function(times) {
        before <- in_use()
        for (i in seq_len(times)) tryCatch(eval(call), error = identity)
        in_use() - before
    }
    batch(100L)
    left <- batch(1000L)
    if (left > limit) min(left, batch(1000L)) else left
}
for (kind in names(kinds)) {
    left <- left_by(kinds[[kind]])
    if (left > limit) stop(kind, ": 1000 failing calls leave ", left, " bytes")
}
stopifnot(left_by(quote(.C("leak"))) > limit)
cat("figure: 1000 failing calls of each of", length(kinds), "kinds leak nothing\n")
