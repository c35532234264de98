# The examples of README.md run, and print what the page says. Run from the project's folder.
#
#     Rscript bindings/r/outside/readme.R           compares
#     Rscript bindings/r/outside/readme.R --write   puts the present output into the page
page <- "bindings/r/README.md"
lines <- readLines(page)
open <- which(lines == "```r")
close <- which(lines == "```")
close <- vapply(open, function(o) min(close[close > o]), 0L)
Sys.setenv(NO_COLOR = "1")
options(width = 100)

written <- lines[seq_len(open[1L] - 1L)]
for (i in seq_along(open)) {
    code <- lines[(open[i] + 1L):(close[i] - 1L)]
    code <- code[!startsWith(code, "#>")]
    written <- c(written, "```r")
    expressions <- parse(text = code, keep.source = TRUE)
    places <- attr(expressions, "srcref")
    for (e in seq_along(expressions)) {
        source <- code[places[[e]][1L]:places[[e]][3L]]
        shown <- capture.output({
            value <- withVisible(eval(expressions[[e]], globalenv()))
            if (value$visible) print(value$value)
        })
        written <- c(written, source, if (length(shown)) paste("#>", sub(" +$", "", shown)))
    }
    after <- if (i < length(open)) open[i + 1L] - 1L else length(lines)
    written <- c(written, lines[close[i]:after])
}
if ("--write" %in% commandArgs(TRUE)) {
    writeLines(written, page)
} else if (!identical(written, lines)) {
    new <- tempfile()
    writeLines(written, new)
    system2("diff", c(page, new))
    quit(status = 1L)
}
cat("figure:", length(open), "examples of the README\n")
