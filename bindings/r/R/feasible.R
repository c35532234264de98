# feasible.R - before: can it be done, and what is the smallest change that helps?

feasible <- function(x, k = NULL, protect = NULL, ...) {
    asked <- request(x, k, protect, ..., named = name_of(substitute(protect)))
    chosen <- asked$group_plan
    plan <- if (is.null(chosen)) {
        answer(.Call(C_plan, asked$problem, asked$rules))
    } else {
        c(chosen$plan, list(k = chosen$k, how = chosen$sentence))
    }
    plan$k <- asked$rules$k
    if (!is.na(plan$attribute)) {
        plan$attribute <- asked$data$attributes[[plan$attribute]]$name
    }
    structure(plan, class = "faircap_plan")
}

# The name under which a protected vector is reported: sex for `sex` and for `pupils$sex`.
name_of <- function(expression) {
    if (is.name(expression)) {
        return(as.character(expression))
    }
    dollar <- is.call(expression) && identical(expression[[1L]], quote(`$`))
    if (dollar) as.character(expression[[3L]]) else "protect"
}

print.faircap_plan <- function(x, ...) {
    if (x$verdict == "feasible") {
        cat("feasible: ", x$k, " clusters of at most ", x$max_size, "\n", sep = "")
    } else {
        cat(x$verdict, if (!is.na(x$reason)) paste0(" (", x$reason, ")"), "\n", sep = "")
        writeLines(strwrap(x$sentence))
    }
    if (!is.null(x$how)) {
        writeLines(strwrap(x$how))
    }
    invisible(x)
}
