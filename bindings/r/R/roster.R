# roster.R - tables: read by the library's reader, encoded by its encoder, or generated.

read_roster <- function(file, text = NULL, delimiter = NULL, header = NA, decimal_comma = FALSE,
                        skip = 0, na = character()) {
    source <- if (is.null(text)) {
        if (!is.character(file) || length(file) != 1L) refuse("file must be one path")
        file
    } else if (is.raw(text)) {
        text
    } else {
        charToRaw(paste0(enc2utf8(text), collapse = "\n"))
    }
    options <- list(delimiter = delimiter, header = if (is.na(header)) 0L else 2L - header,
                    decimal_comma = decimal_comma, skip = whole_one(skip, "skip", 0),
                    na = as.character(na))
    read <- answer(.Call(C_read, source, options))
    roster <- structure(read$columns, class = "data.frame", row.names = .set_row_names(read$rows))
    attr(roster, "delimiter") <- read$delimiter
    attr(roster, "header") <- read$header
    attr(roster, "mark") <- read$mark
    attr(roster, "notes") <- words_of_r(read$notes)
    attr(roster, "lines") <- read$lines
    roster
}

# Columns as the library takes them: doubles, integers and texts.
plain_columns <- function(x) {
    if (anyDuplicated(names(x))) {
        refuse("column ", dQuote(safe_text(names(x)[anyDuplicated(names(x))]), FALSE),
               " is there twice")
    }
    lapply(as.list(x), function(column) {
        if (!is.null(dim(column)) || is.list(column)) {
            refuse("a column of a data frame must be a vector, not a matrix or list")
        }
        if (is.numeric(column) && !is.object(column)) column else as.character(column)
    })
}

encode_roster <- function(x, protect = NULL, balance = NULL, features = NULL, ignore = NULL,
                          id = NULL, weights = NULL, groups = NULL, intersectional = FALSE,
                          include_protected = FALSE, scale = "minmax", missing = "error",
                          stretch = NULL, numeric = NULL, categorical = NULL,
                          distances = NULL) {
    word <- function(columns) {
        if (is.numeric(columns)) names(x)[columns] else as.character(columns)
    }
    if (intersectional && length(protect) < 2L) {
        refuse("intersectional combines at least two protected attributes")
    }
    factors <- names(x)[vapply(x, is.factor, NA)]
    options <- list(
        protect = word(protect), groups = word(groups), features = word(features),
        ignore = word(ignore), numeric = word(numeric),
        categorical = union(word(categorical), setdiff(factors, c(word(protect), word(groups)))),
        id = if (!is.null(id)) word(id), weights = if (!is.null(weights)) word(weights),
        stretch = if (!is.null(stretch)) setNames(as.double(stretch), names(stretch)),
        balance = balances(balance, if (intersectional) 1L else length(protect), word(protect)),
        include_protected = include_protected, intersectional = intersectional,
        scale = choice(scale, "scale"), missing = choice(missing, "missing"),
        distances = distances, without_features = !is.null(distances))
    data <- answer(.Call(C_encode, plain_columns(x), options), rows = TRUE)
    data$notes <- words_of_r(data$notes)
    for (a in seq_along(data$attributes)) {
        data$attributes[[a]]$protected <- a <= length(options$balance)
    }
    data$features <- names(x)[data$features]
    data$labels <- if (is.character(attr(x, "row.names"))) row.names(x)
    data$n_rows <- nrow(x)
    structure(data, class = "faircap_points")
}

print.faircap_points <- function(x, ...) {
    cat(x$n, "points",
        if (is.null(x$distance)) paste("with", nrow(x$points), "coordinates") else "with distances",
        if (length(x$features)) paste("from", paste(safe_text(x$features), collapse = ", ")), "\n")
    for (a in x$attributes) {
        count <- tabulate(a$group + 1L, length(a$levels))
        cat(safe_text(a$name), ": ", paste(safe_text(a$levels), count, collapse = ", "), "\n",
            sep = "")
    }
    writeLines(paste("note:", c(x$notes, if (x$dropped) paste(x$dropped, "rows are left out"))))
    invisible(x)
}

generate_points <- function(n = 100, dim = 2, groups = 2, balance = 1, true_clusters = 5,
                            weights = NULL, seed = 1) {
    weights <- if (is.null(weights)) c(0, 0) else whole(rep_len(weights, 2L), "weights", 1)
    made <- answer(.Call(C_generate, list(
        n = whole_one(n, "n", 1, 2^53), dim = whole_one(dim, "dim", 1),
        groups = whole_one(groups, "groups", 1), balance = ratio_text(balance),
        true_clusters = whole_one(true_clusters, "true_clusters", 1),
        weight_low = weights[1L], weight_high = weights[2L],
        seed = whole_one(seed, "seed", 0, 2^53))))
    frame <- as.data.frame(t(made$points))
    names(frame) <- paste0("x", seq_len(dim))
    frame$group <- group_names(groups)[made$group + 1L]
    frame$weight <- made$weight
    frame$truth <- made$truth + 1L
    frame
}

# a, b, ..., z, aa, ab, ...: as the tool names them.
group_names <- function(n) {
    c(letters, outer(letters, letters, function(b, a) paste0(a, b)),
      if (n > 702) paste0("g", 703:n))[seq_len(n)]
}
