# check.R - after: what do labels amount to, and what do multipliers prove?

# A fit that kept its data stands for its whole request.
again <- function(fit) {
    x <- if (is.null(fit$data)) fit$diss else fit$data
    if (is.null(x)) {
        refuse("the fit has no data: it was made with keep.data = FALSE")
    }
    do.call(request, c(list(x), fit$asked))
}

# The options that fcap_measure() and fcap_certify() look at.
plain_options <- function(threads) {
    list(method = choice("best", "method"), effort = 5, threads = whole_one(threads, "threads"),
         seed = 1, time_limit = 0, gap = 0, bound = 0L, fairlets = 0L, fairlet_centre = 0L,
         lambda = 0.3, memory_limit = Inf)
}

check_clusters <- function(x, clustering = NULL, k = NULL, protect = NULL, ..., threads = 0) {
    if (inherits(x, "faircap")) {
        asked <- again(x)
        if (is.null(clustering)) clustering <- x$clustering
    } else {
        clustering <- label_numbers(clustering, "clustering")
        if (all(is.na(clustering))) {
            refuse("clustering must have a label, from 1 on, for each row")
        }
        if (is.null(k) && is.null(list(...)$group_size)) {
            k <- max(clustering, na.rm = TRUE)
            if (k > length(clustering)) {
                refuse("clustering has a label ", k, " for ", length(clustering), " rows: number ",
                       "clusters from 1 on, without gaps")
            }
        }
        asked <- request(x, k, protect, ..., named = name_of(substitute(protect)))
    }
    labels <- labels_of(clustering, asked$data, "clustering") + 1L
    measured <- answer(.Call(C_measure, asked$problem, asked$rules, labels, plain_options(threads)))
    found <- figures(measured, asked$data)
    found$cost <- measured$measures$cost
    id <- measured$measures$medoid
    found$id.med <- if (is.null(asked$data$rows) || is.null(id)) id else asked$data$rows[id]
    found$ok <- all(found$violations == 0)
    structure(found, class = "faircap_check")
}

print.faircap_check <- function(x, ...) {
    for (rule in names(x$violations)) {
        broken <- x$violations[[rule]]
        if (broken > 0 || rule %in% c("capacity", "min_size", "balance")) {
            cat(rule, ": ", if (broken > 0) paste("VIOLATED", broken) else "ok", "\n", sep = "")
        }
    }
    cat("sizes: ", min(x$sizes), " to ", max(x$sizes), "\n", sep = "")
    if (!is.na(x$balance)) cat("smallest balance: ", round(x$balance, 3), "\n", sep = "")
    if (!is.na(x$cost)) cat("cost: ", format(x$cost, digits = 7), "\n", sep = "")
    invisible(x)
}

certify <- function(x, multipliers = NULL, k = NULL, protect = NULL, ..., threads = 0) {
    if (inherits(x, "faircap")) {
        asked <- again(x)
        if (is.null(multipliers)) multipliers <- x$multipliers
        if (is.null(multipliers)) {
            refuse("the fit has no multipliers: ask for them with certificate = TRUE")
        }
    } else {
        asked <- request(x, k, protect, ..., named = name_of(substitute(protect)))
    }
    if (length(multipliers) != asked$problem$n) {
        refuse("there are ", length(multipliers), " multipliers for ", asked$problem$n, " points")
    }
    answer(.Call(C_certify, asked$problem, asked$rules, as.double(multipliers),
                 plain_options(threads)))
}
