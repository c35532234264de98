# The R examples of the README files run, and print what the pages say. Run from the project's folder.
#
#     Rscript bindings/r/outside/readme.R           compares
#     Rscript bindings/r/outside/readme.R --write   puts the present output into the pages
Sys.setenv(NO_COLOR = "1")
options(width = 100)

# A piece of code with what each expression prints, as comments.
with_output <- function(code, where) {
    expressions <- parse(text = code, keep.source = TRUE)
    unlist(lapply(seq_along(expressions), function(e) {
        place <- attr(expressions, "srcref")[[e]]
        shown <- capture.output({
            value <- withVisible(eval(expressions[[e]], where))
            if (value$visible) print(value$value)
        })
        c(code[place[1L]:place[3L]], sub(" +$", "", paste0("#> ", shown, recycle0 = TRUE)))
    }))
}

# The page as it should be.
renewed <- function(lines) {
    open <- which(lines == "```r")
    close <- vapply(open, function(o) min(which(lines == "```" & seq_along(lines) > o)), 0L)
    where <- new.env(parent = globalenv())
    after <- c(open[-1L] - 1L, length(lines))
    examples <<- examples + length(open)
    c(lines[seq_len(open[1L] - 1L)], unlist(lapply(seq_along(open), function(i) {
        code <- lines[(open[i] + 1L):(close[i] - 1L)]
        c("```r", with_output(code[!startsWith(code, "#>")], where), lines[close[i]:after[i]])
    })))
}

examples <- 0L
for (page in c("README.md", "bindings/r/README.md")) {
    lines <- readLines(page)
    written <- renewed(lines)
    if ("--write" %in% commandArgs(TRUE)) {
        writeLines(written, page)
    } else if (!identical(written, lines)) {
        new <- tempfile()
        writeLines(written, new)
        system2("diff", c(page, new))
        quit(status = 1L)
    }
}
cat("figure:", examples, "examples of the READMEs\n")
