# words.R - the library's words: choices, statuses as conditions, ratios, numbers, texts.

# Turns what .Call() returned into an answer, or a failure into a condition of the classes
# faircap_<status>, faircap_error and error. The condition of an impossible request carries
# its plan: what is wrong and the smallest changes.
answer <- function(result, call = sys.call(-1)) {
    if (!inherits(result, "faircap_failure")) {
        return(result)
    }
    status <- faircap_choices()$status[result$status + 1L]
    plan <- attr(result, "plan")
    condition <- list(message = in_words(result), call = call, status = status,
                      reason = plan$reason, change = plan$change, plan = plan,
                      faults = fault_frame(result$faults))
    stop(structure(class = condition_classes(status), condition))
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

in_words <- function(failure) {
    faults <- failure$faults
    if (is.null(faults) || faults$total == 0) {
        return(failure$message)
    }
    where <- paste0(ifelse(faults$line > 0, paste0("line ", faults$line), "the table"),
                    ifelse(faults$column > 0, paste0(", column ", faults$column), ""))
    shown <- head(paste0(where, ": ", faults$message), 5L)
    more <- faults$total - length(shown)
    paste(c(shown, if (more > 0) paste("and", more, "more")), collapse = "\n")
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
refuse <- function(..., call = sys.call(-1)) {
    stop(structure(class = condition_classes("argument"),
                   list(message = paste0(...), call = call, status = "argument")))
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
whole <- function(value, what, least = -2^53) {
    value <- as.double(value)
    wrong <- is.na(value) | value != round(value) | abs(value) > 2^53 | value < least
    if (any(wrong)) {
        refuse(what, " is ", print_or_na(value[wrong][1L]), "; it must be a whole number",
               if (least > -2^53) paste(" from", least, "on"))
    }
    value
}

whole_one <- function(value, what, least = -2^53) {
    if (length(value) != 1L) {
        refuse(what, " has ", length(value), " values; it must have one")
    }
    whole(value, what, least)
}

print_or_na <- function(value) if (is.finite(value)) print_number(value) else format(value)
