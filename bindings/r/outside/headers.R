# Every function of the public headers is called by the glue, and every status has a condition.
# Run from the project's folder, with the package in R_LIBS.
library(faircap)
header <- unlist(lapply(c("include/faircap/faircap.h", "include/faircap/table.h"), readLines)) # one process; not MPI
whole <- paste(header, collapse = " ")
declared <- regmatches(whole, gregexpr("FCAP_API [^;#]*\\bfcap_[a-z0-9_]+\\([^;]*;", whole, perl = TRUE))[[1L]]
functions <- sub(".*?\\b(fcap_[a-z0-9_]+)\\(.*", "\\1", declared, perl = TRUE)
stopifnot(length(functions) > 40, all(grepl("^fcap_[a-z0-9_]+$", functions)))

# What the compiled glue calls, from its own symbol table.
objects <- Sys.glob("build/r/faircap.Rcheck/00_pkg_src/faircap/src/*.o")
if (length(objects) == 0L) {
    objects <- tempfile(c("names", "request", "roster", "solve", "values"), fileext = ".o")
    sources <- sprintf("bindings/r/src/%s.c", c("names", "request", "roster", "solve", "values"))
    for (i in seq_along(sources)) {
        stopifnot(system2("gcc", c("-c", "-fPIC", "-Iinclude", paste0("-I", R.home("include")),
                                   "-I/usr/share/R/include", sources[i], "-o", objects[i])) == 0L)
    }
}
called <- sub(".* U ", "", grep(" U fcap_", system2("nm", objects, stdout = TRUE), value = TRUE))
missing <- setdiff(functions, called)
if (length(missing)) stop("no way to call from R: ", paste(missing, collapse = ", "))

# Every entry of the glue is called by the package's R code.
code <- paste(unlist(lapply(Sys.glob("bindings/r/R/*.R"), readLines)), collapse = "\n")
entries <- unlist(lapply(readLines("bindings/r/src/names.c"), function(line) {
    regmatches(line, gregexpr("(?<=ENTRY\\()[a-z_]+", line, perl = TRUE))[[1L]]
}))
entries <- setdiff(entries, "name")
unused <- entries[!vapply(entries, function(e) grepl(paste0("C_", e, "\\b"), code), NA)]
stopifnot(length(entries) > 10, length(unused) == 0L)

# Statuses, and all other enumerations, by their number of members.
status <- grep("^ +FCAP_(OK|E_[A-Z_]+) = [0-9]+,", header, value = TRUE)
names <- tolower(sub("^ +FCAP_(E_)?([A-Z_]+) = .*", "\\2", status))
stopifnot(identical(names, faircap_choices()$status),
          !any(faircap_status_text() == "unknown status"))
counted <- c(metric = "METRIC", objective = "OBJECTIVE", method = "METHOD", fairlets = "FAIRLETS",
             bound = "BOUND", reason = "REASON", scale = "SCALE", missing = "MISSING")
for (what in names(counted)) {
    n <- sum(grepl(sprintf("^ +FCAP_%s_[A-Z_0-9]+ = [0-9]+", counted[[what]]), header))
    stopifnot(n == length(faircap_choices()[[what]]))
}

# Every field that a caller sets is set by the glue.
glue <- paste(unlist(lapply(Sys.glob("bindings/r/src/*.c"), readLines)), collapse = "\n")
fields_of <- function(struct) {
    from <- grep(paste0("^typedef struct ", struct, " \\{"), header)
    to <- from + which(startsWith(header[-seq_len(from)], "}"))[1L]
    body <- gsub("/\\*.*?\\*/", "", paste(header[(from + 1L):(to - 1L)], collapse = "\n"), perl = TRUE)
    body <- gsub("(?s)/\\*.*?\\*/", "", body, perl = TRUE)
    trimws(sub(".*[ *]([a-z_]+)$", "\\1", trimws(strsplit(body, ";")[[1L]])))
}
for (struct in c("fcap_problem", "fcap_rules", "fcap_options", "fcap_read_options",
                 "fcap_encode_options", "fcap_generate_options")) {
    # noted: columns that `faircap group` uses in its own way
    fields <- setdiff(fields_of(struct), c("struct_size", "allocator", "noted", ""))
    set <- vapply(fields, function(f) grepl(paste0("(->|\\.)", f, "\\b"), glue), NA)
    if (!all(set)) stop(struct, ": not reachable: ", paste(fields[!set], collapse = ", "))
}
# Where the library's sentences name options of the tool, R says its own arguments.
files <- grep("^src/(shard|mpi)/", list.files("src", "[.]c$", recursive = TRUE, full.names = TRUE), invert = TRUE, value = TRUE)
sources <- unlist(lapply(files, readLines))
said <- regmatches(sources, gregexpr("\"([^\"\\\\]|\\\\.)*\"", sources))
said <- grep("(^|[ (\"])-(-[a-z]|[a-z]\\b)", unlist(said), value = TRUE)
said <- said[!grepl("iconv", said)]
own <- faircap:::words_of_r(said)
if (any(own == said)) stop("options of the tool, not arguments: ", paste(own[own == said], collapse = "; "))

cat("figure:", length(functions), "functions and", length(names), "statuses reachable\n")
