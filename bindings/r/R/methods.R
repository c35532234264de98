# methods.R - a fit printed, summed up, drawn, and asked about new points.

# "Optimal", or how far from it the answer can be, in one sentence.
in_a_sentence <- function(fit) {
    if (fit$status == "optimal") {
        return("Optimal: no valid clustering costs less.")
    }
    if (is.na(fit$lower_bound)) {
        return("Nothing is proved about how far from the optimum this is.")
    }
    # Rounded up: a proof must not promise more than it has.
    percent <- ceiling(fit$gap * 1e4) / 100
    sprintf("%sNo valid clustering%s is more than %g %% cheaper (lower bound %s).",
            if (isTRUE(fit$all_tried)) {
                "All were tried: no valid clustering that repeats as few pairs costs less. "
            } else "",
            if (isTRUE(fit$all_tried)) ", whatever pairs meet again," else "",
            percent, format(fit$lower_bound, digits = 7))
}

broken_rules <- function(fit) {
    broken <- fit$violations[fit$violations > 0]
    if (length(broken)) {
        paste0("This method does not keep every rule; broken: ",
               paste0(names(broken), " (", broken, ")", collapse = ", "), ".")
    }
}

print.faircap <- function(x, ...) {
    cat(sum(!is.na(x$clustering)), " points in ", x$k, " clusters of ", min(x$sizes), " to ",
        max(x$sizes), ", cost ", format(x$cost, digits = 6),
        if (!is.na(x$balance)) paste0(", balance ", format(round(x$balance, 3), nsmall = 3)),
        " (", x$method, ")\n", sep = "")
    writeLines(c(in_a_sentence(x), broken_rules(x)))
    cat("Medoids:\n")
    print(x$medoids, ...)
    cat("Clustering vector:\n")
    shown <- head(x$clustering, 100L)
    print(shown, ...)
    more <- length(x$clustering) - length(shown)
    if (more > 0) cat("and", more, "more in $clustering\n")
    invisible(x)
}

summary.faircap <- function(object, ...) {
    clusters <- data.frame(size = object$sizes)
    for (attribute in names(object$groups)) {
        groups <- object$groups[[attribute]]
        clusters[paste0(attribute, ":", colnames(groups))] <- as.data.frame(groups)
    }
    if (!all(object$loads == object$sizes)) {
        clusters$load <- object$loads
    }
    if (!is.na(object$balance)) {
        clusters$balance <- object$cluster_balance
    }
    clusters$cost <- object$cluster_cost
    clusters$medoid <- object$id.med
    keep <- c("call", "k", "cost", "lower_bound", "gap", "status", "method", "sizes", "max_size",
              "balance", "balance_required", "violations", "seconds", "notes", "group_cost")
    structure(c(object[intersect(keep, names(object))], list(clusters = clusters)),
              class = "summary.faircap")
}

print.summary.faircap <- function(x, digits = 4L, ...) {
    cat("Call: ", paste(deparse(x$call), collapse = " "), "\n\n", sep = "")
    print(x$clusters, digits = digits, ...)
    cat("\nlargest size allowed ", x$max_size,
        if (length(x$balance_required)) {
            paste0("; balance required ",
                   paste(safe_text(names(x$balance_required)), x$balance_required,
                         collapse = ", "))
        }, "\ncost ", format(x$cost, digits = 7), ", method ", x$method, "\n", sep = "")
    writeLines(c(in_a_sentence(x), broken_rules(x), if (length(x$notes)) paste("note:", x$notes)))
    invisible(x)
}

# ---- plots ----

plot.faircap <- function(x, which = c("sizes", "balance"), ...) {
    which <- match.arg(which, c("sizes", "balance", "points"), several.ok = TRUE)
    which <- setdiff(which, if (is.na(x$balance)) "balance")
    if (length(which) > 1L) {
        old <- par(mfrow = c(length(which), 1L), mar = c(4, 4, 2.5, 1))
        on.exit(par(old))
    }
    if ("sizes" %in% which) plot_sizes(x, ...)
    if ("balance" %in% which) plot_balance(x, ...)
    if ("points" %in% which) plot_points(x, ...)
    invisible(x)
}

# Colours that differ in lightness too, so that grey prints can be read.
shades <- function(n) {
    rep_len(c("#0072B2", "#E69F00", "#999999", "#F0E442", "#009E73", "#CC79A7"), n)
}

plot_sizes <- function(x, main = "Members of each cluster", ...) {
    groups <- if (length(x$groups)) t(x$groups[[1L]]) else rbind(points = x$sizes)
    limited <- all(x$loads == x$sizes) # with weights the capacity counts these, not members
    top <- max(x$sizes, if (limited) x$max_size) * 1.25
    barplot(groups, names.arg = seq_len(x$k), col = shades(nrow(groups)), ylim = c(0, top),
            xlab = "cluster", ylab = "members", main = main, las = 1, ...)
    if (limited) abline(h = x$max_size, lty = 2)
    names <- if (nrow(groups) > 1L) safe_text(rownames(groups), 20)
    legend("top", legend = c(names, if (limited) paste("at most", x$max_size)), horiz = TRUE,
           fill = c(shades(length(names)), if (limited) NA), bty = "n", cex = 0.85,
           border = c(rep("black", length(names)), if (limited) NA),
           lty = c(rep(0L, length(names)), if (limited) 2L))
}

plot_balance <- function(x, main = "Balance of each cluster", ...) {
    barplot(x$cluster_balance, names.arg = seq_len(x$k), ylim = c(0, 1), col = "#56B4E9",
            xlab = "cluster", ylab = "balance", main = main, las = 1, ...)
    required <- parse_ratio(x$balance_required)
    abline(h = required[, "num"] / required[, "den"], lty = 2)
}

# The first two coordinates, or principal components where there are more.
plot_points <- function(x, main = "Points and medoids", ...) {
    coordinates <- if (is.numeric(x$data)) as.matrix(x$data) else NULL
    if (is.null(coordinates)) {
        refuse("which = \"points\" needs a fit of a numeric matrix with its data")
    }
    if (ncol(coordinates) > 2L) coordinates <- prcomp(coordinates)$x[, 1:2]
    if (ncol(coordinates) == 1L) coordinates <- cbind(coordinates, 0)
    plot.default(coordinates, col = shades(x$k)[x$clustering], pch = (x$clustering - 1L) %% 25L,
                 xlab = "", ylab = "", main = main, las = 1, ...)
    points(coordinates[x$id.med, , drop = FALSE], pch = 3, cex = 2, lwd = 2)
}

# ---- new points ----

predict.faircap <- function(object, newdata = NULL, ...) {
    if (is.null(newdata)) {
        return(object$clustering)
    }
    if (is.null(object$centres)) {
        refuse("a fit of distances has no coordinates to compare new points with")
    }
    if (!is.null(object$aim) && all(object$aim <= 0)) {
        refuse("no aim is above 0, so members are alike in nothing and no cluster is the ",
               "nearest; use faircap() with start and keep = TRUE")
    }
    new <- if (is.data.frame(object$data)) encode_like(object, newdata) else plain_points(newdata)
    if (nrow(new) != nrow(object$centres)) {
        refuse("newdata has ", nrow(new), " coordinates; the fit has ", nrow(object$centres))
    }
    far <- vapply(seq_len(object$k), function(c) {
        distances_between(new, object$centres, rep(c, ncol(new)), object)
    }, double(ncol(new)))
    far <- matrix(far, ncol = object$k)
    nearest <- rep(NA_integer_, nrow(far))
    known <- rowSums(is.na(far)) == 0
    nearest[known] <- max.col(-far[known, , drop = FALSE], ties.method = "first")
    numbered <- is.data.frame(newdata) && !is.character(attr(newdata, "row.names"))
    names(nearest) <- if (!numbered) rownames(newdata)
    nearest
}

plain_points <- function(newdata) {
    if (is.null(dim(newdata))) newdata <- matrix(newdata, 1L)
    newdata <- as.matrix(newdata)
    storage.mode(newdata) <- "double"
    t(unname(newdata))
}

# New rows in the coordinates of the old ones; NA where a cell is missing. The library scales a
# table as a whole, so the new rows are encoded unscaled together with the old, and each
# coordinate gets the straight line that takes its old values to where the fit had them.
encode_like <- function(object, newdata) {
    features <- object$features
    lacking <- setdiff(features, names(newdata))
    if (length(lacking)) {
        refuse("newdata lacks the column ", dQuote(safe_text(lacking[1L]), FALSE))
    }
    word <- function(columns) {
        intersect(if (is.numeric(columns)) names(object$data)[columns] else columns, features)
    }
    asked <- object$asked
    both <- encode_roster(rbind(object$data[features], newdata[features]), features = features,
                          stretch = asked$stretch, numeric = word(asked$numeric),
                          categorical = word(asked$categorical), scale = "none",
                          missing = "drop")
    fitted <- again(object)$data
    if (nrow(both$points) != nrow(fitted$points)) {
        refuse("newdata has values that the data of the fit had not")
    }
    n <- nrow(object$data)
    shared <- intersect(both$rows[both$rows <= n], fitted$rows)
    from <- both$points[, match(shared, both$rows), drop = FALSE]
    to <- fitted$points[, match(shared, fitted$rows), drop = FALSE]
    low <- cbind(seq_len(nrow(from)), max.col(-from, "first"))
    high <- cbind(seq_len(nrow(from)), max.col(from, "first"))
    slope <- ifelse(from[high] > from[low], (to[high] - to[low]) / (from[high] - from[low]), 0)
    new <- matrix(NA_real_, nrow(from), nrow(newdata))
    is_new <- both$rows > n
    new[, both$rows[is_new] - n] <- to[low] + slope * (both$points[, is_new] - from[low])
    new
}
