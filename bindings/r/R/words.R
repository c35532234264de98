# words.R - the library's words: choices, statuses as conditions, ratios, numbers, texts.

# Turns what .Call() returned into an answer, or a failure into a condition of the classes
# faircap_<status>, faircap_error and error. The condition of an impossible request carries
# its plan: what is wrong and the smallest changes.
answer <- function(result, rows = FALSE) {
    if (!inherits(result, "faircap_failure")) {
        return(result)
    }
    status <- faircap_choices()$status[result$status + 1L]
    plan <- attr(result, "plan")
    condition <- list(message = in_words(result, status, rows), call = users_call(),
                      status = status, reason = plan$reason, change = plan$change, plan = plan,
                      faults = fault_frame(result$faults))
    stop(structure(class = condition_classes(status), condition))
}

# The call that the user wrote: the outermost one of this package.
users_call <- function() {
    for (frame in seq_len(sys.nframe())) {
        if (identical(topenv(environment(sys.function(frame))), topenv())) {
            return(sys.call(frame))
        }
    }
}

condition_classes <- function(status) {
    # Where base R has a class for the same event, code that waits for it gets it.
    c(paste0("faircap_", status), "faircap_error",
      if (status == "cancelled") "interrupt", "error", "condition")
}

fault_frame <- function(faults) {
    if (!is.null(faults)) {
        as.data.frame(faults[c("line", "column", "message")])
    }
}

# The table of a data frame has a header, so its line 2 is row 1.
in_words <- function(failure, status, rows) {
    faults <- failure$faults
    if (is.null(faults) || faults$total == 0) {
        return(words_of_r(if (status == "argument") from_1(failure$message) else failure$message))
    }
    line <- if (rows) paste("row", faults$line - 1) else paste("line", faults$line)
    where <- paste0(ifelse(faults$line > 0, line, "the table"),
                    ifelse(faults$column > 0, paste0(", column ", faults$column), ""))
    shown <- head(paste0(where, ": ", words_of_r(faults$message)), 5L)
    more <- faults$total - length(shown)
    paste(c(shown, if (more > 0) paste("and", more, "more")), collapse = "\n")
}

# Where the library's sentences name options of the tool, R's arguments are meant.
words_of_r <- function(text) {
    words <- c("--no-header" = "header = FALSE", "--header" = "header = TRUE",
               "--delimiter " = "delimiter = ", "--missing " = "missing = ", "--skip " = "skip = ",
               "--na " = "na ",
               "--categorical" = "categorical", "--numeric" = "numeric",
               "--decimal-comma" = "decimal_comma = TRUE", "--weight-feature" = "stretch",
               "use -m best" = "use method = \"best\"", "(-f takes" = "(features takes",
               "with -f" = "with features", "with -x" = "with ignore", "(-x)" = "(ignore)")
    for (option in names(words)) text <- gsub(option, words[[option]], text, fixed = TRUE)
    text
}

# What the library says of wrong arguments counts points and the like from 0.
from_1 <- function(text) {
    counted <- gregexpr("\\b(point|coordinate|attribute|cluster) [0-9]+", text)
    regmatches(text, counted) <- lapply(regmatches(text, counted), function(found) {
        paste(sub(" .*", "", found), as.double(sub(".* ", "", found)) + 1)
    })
    text
}

faircap_choices <- function() {
    names <- .Call(C_names)
    dimnames(names$enforces) <- list(names$method, c("capacity", "balance", "wishes"))
    names
}

faircap_version <- function() .Call(C_version)

faircap_status_text <- function(status = faircap_choices()$status) {
    number <- match(status, faircap_choices()$status) - 1L
    number[is.na(number)] <- -1L
    setNames(vapply(number, function(s) .Call(C_status_text, s), ""), status)
}

parse_ratio <- function(text) {
    ratio <- answer(.Call(C_ratio_parse, ratio_text(text)))
    colnames(ratio) <- c("num", "den")
    ratio
}

# The text of a ratio. Numbers are binary fractions, and 1/3 is none; so a number that is the
# quotient of two whole numbers up to 1000 stands for exactly that quotient.
ratio_text <- function(value) {
    if (is.character(value)) {
        return(value)
    }
    if (!is.numeric(value) || anyNA(value)) {
        refuse("a ratio is a number or a text such as \"1/2\"")
    }
    vapply(as.double(value), function(v) {
        den <- 1:1000
        num <- round(v * den)
        exact <- which(num / den == v)[1L]
        if (is.na(exact)) print_number(v) else sprintf("%.0f/%d", num[exact], den[exact])
    }, "")
}

print_number <- function(value) .Call(C_number_print, as.double(value))

parse_number <- function(text, mark = ".") .Call(C_number_parse, as.character(text), mark)

safe_text <- function(text, width = 60) {
    .Call(C_text_display, as.character(text), as.integer(width))
}

# ---- arguments ----

# An argument that is wrong before the library sees it; the same class as when it does.
refuse <- function(...) {
    stop(structure(class = condition_classes("argument"),
                   list(message = paste0(...), call = users_call(), status = "argument")))
}

# The number of a word among the choices, as the enums count: from 0.
choice <- function(word, what) {
    words <- faircap_choices()[[what]]
    number <- if (length(word) == 1L) match(word, words) else NA
    if (is.na(number)) {
        refuse(what, " is ", paste(dQuote(safe_text(word), FALSE), collapse = ", "),
               "; it must be one of ", paste(words, collapse = ", "))
    }
    number - 1L
}

# Whole numbers that fit a double exactly.
whole <- function(value, what, least = -2^53, most = 2^53) {
    value <- numbers(value, what)
    wrong <- is.na(value) | value != round(value) | value > most | value < least
    if (any(wrong)) {
        refuse(what, " is ", print_or_na(value[wrong][1L]), "; it must be a whole number",
               if (most < 2^53) paste(" from", least, "to", most)
               else if (least > -2^53) paste(" from", least, "on"))
    }
    value
}

whole_one <- function(value, what, least = -.Machine$integer.max, most = .Machine$integer.max) {
    whole(one(value, what), what, least, most)
}

real_one <- function(value, what) {
    value <- numbers(one(value, what), what)
    if (is.na(value)) {
        refuse(what, " is ", print_or_na(value), "; it must be a number")
    }
    value
}

yes_or_no <- function(value, what) {
    if (!isTRUE(value) && !isFALSE(value)) {
        refuse(what, " must be TRUE or FALSE")
    }
    value
}

one <- function(value, what) {
    if (length(value) != 1L) {
        refuse(what, " has ", length(value), " values; it must have one")
    }
    value
}

numbers <- function(value, what) {
    if (!is.numeric(value) && !all(is.na(value))) {
        refuse(what, " is ", dQuote(safe_text(value[!is.na(value)][1L]), FALSE),
               "; it must be a number")
    }
    as.double(value)
}

print_or_na <- function(value) if (is.finite(value)) print_number(value) else format(value)
