# request.R - from arguments to the lists that src/request.c reads: problem, rules, options.
#
# A "faircap_points" holds the data in the library's terms (points as columns, groups from 0);
# a request adds the rules. Rows are named by the user as rows of x; rows that were left out
# because of missing cells are dropped from sets and labels here.

# ---- data ----

points_of <- function(x, protect, balance, groups, weights, intersectional, diss, named, encode) {
    if (inherits(x, "faircap_points")) {
        given <- c(list(protect = protect, balance = balance, groups = groups,
                        weights = weights), encode)
        given <- names(given)[!vapply(given, is.null, NA)]
        if (length(given)) {
            refuse("an encoded roster has its ", given[1L], " already: see encode_roster()")
        }
        if (!is_whole(x)) {
            refuse("the encoded roster is no longer what encode_roster() made: make it again")
        }
        return(x)
    }
    if (is.data.frame(x) && !diss) {
        return(points_of_frame(x, protect, balance, groups, weights, intersectional, named,
                               encode))
    }
    about_columns <- setdiff(names(encode), "missing")
    if (length(about_columns)) {
        refuse(about_columns[1L], " is about columns of a data frame, and x is none")
    }
    data <- if (inherits(x, "dist")) points_of_dist(x) else points_of_matrix(x, diss)
    add_groups(data, protect, balance, groups, weights, intersectional, named)
}

# Lists can be edited, and src/request.c follows what is in this one as far as it says.
is_whole <- function(x) {
    has <- function(value, type, size) typeof(value) == type && identical(length(value), size)
    table <- function(value, rows) {
        is.null(value) || (is.double(value) && identical(dim(value), as.integer(c(rows, n))))
    }
    if (!has(x$n, "double", 1L) || !has(x$n_rows, "integer", 1L) && !has(x$n_rows, "double", 1L)) {
        return(FALSE)
    }
    n <- as.integer(x$n)
    is.list(x$attributes) && table(x$points, NROW(x$points)) && table(x$distance, n) &&
        (is.null(x$weight) || has(x$weight, "double", n)) &&
        (is.null(x$rows) || has(x$rows, "double", n)) &&
        all(vapply(x$attributes, function(a) {
            is.list(a) && has(a$group, "integer", n) && has(a$name, "character", 1L) &&
                has(a$balance, "character", 1L) && is.character(a$levels)
        }, NA))
}

points_of_matrix <- function(x, diss) {
    if (is.data.frame(x)) x <- as.matrix(x)
    if (!is.numeric(x) && !is.logical(x)) {
        refuse("x must be a numeric matrix, a data frame or a dist")
    }
    x <- as.matrix(x)
    storage.mode(x) <- "double"
    # Columns of R's memory are the library's rows: the one copy that is made.
    points <- if (diss) square(x) else t(x)
    dimnames(points) <- NULL
    new_points(n = nrow(x), labels = rownames(x), points = if (!diss) points,
               distance = if (diss) points)
}

square <- function(x) {
    if (nrow(x) != ncol(x)) {
        refuse("with diss = TRUE, x must be square; it is ", nrow(x), " x ", ncol(x))
    }
    x
}

points_of_dist <- function(x) {
    n <- attr(x, "Size")
    if (length(x) != n * (n - 1) / 2) {
        refuse("x has ", length(x), " distances, and ", n, " points have ", n * (n - 1) / 2)
    }
    new_points(n = n, labels = attr(x, "Labels"), distance = .Call(C_expand, as.double(x), n))
}

new_points <- function(n, labels, points = NULL, distance = NULL) {
    structure(class = "faircap_points",
              list(n = as.double(n), points = points, distance = distance, attributes = list(),
                   weight = NULL, rows = NULL, dropped = 0, features = character(),
                   notes = character(), labels = labels, n_rows = as.double(n)))
}

# Protected values, groups and weights are columns of the data frame, or vectors beside it.
points_of_frame <- function(x, protect, balance, groups, weights, intersectional, named,
                            encode) {
    beside <- function(value) !is.null(value) && !names_columns(value, x)
    if (beside(protect)) {
        protect <- as_groups(protect, nrow(x), named)
        x <- add_columns(x, protect)
        protect <- names(protect)
    }
    if (beside(groups)) {
        groups <- as_groups(groups, nrow(x), "groups")
        x <- add_columns(x, groups)
        groups <- names(groups)
    }
    if (beside(weights)) {
        x <- add_columns(x, list(weights = weights))
        weights <- "weights"
    }
    do.call(encode_roster, c(list(x, protect, balance, groups = groups, weights = weights,
                                  intersectional = intersectional), encode))
}

names_columns <- function(value, x) {
    (is.character(value) && (all(value %in% names(x)) || length(value) != nrow(x))) ||
        (is.numeric(value) && length(value) < nrow(x) && all(value %in% seq_along(x)))
}

add_columns <- function(x, columns) {
    taken <- intersect(names(columns), names(x))
    if (length(taken)) {
        refuse("x has a column ", dQuote(safe_text(taken[1L]), FALSE), " already: name that one")
    }
    x[names(columns)] <- columns
    x
}

# A vector, or a list or data frame of vectors, as a named list of texts.
as_groups <- function(value, n, named) {
    if (is.null(value)) {
        return(list())
    }
    if (is.matrix(value)) value <- as.data.frame(value)
    if (!is.list(value)) {
        value <- setNames(list(value), named)
    }
    if (is.null(names(value)) || any(names(value) == "")) {
        refuse("a list of protected attributes needs names")
    }
    for (a in names(value)) {
        if (length(value[[a]]) != n) {
            refuse(safe_text(a), " has ", length(value[[a]]), " values for ", n, " rows")
        }
    }
    # NaN is as missing as NA.
    lapply(as.list(value), function(v) {
        text <- as.character(v)
        if (is.numeric(v)) replace(text, is.nan(v), NA) else text
    })
}

# Groups are numbered in the order of their bytes, as the library's own encoder does it.
attribute_of <- function(values, name, balance, protected) {
    levels <- sort(unique(values), method = "radix")
    group <- match(values, levels) - 1L
    group[is.na(group)] <- -1L
    list(name = name, group = group, levels = levels, balance = balance, protected = protected)
}

# A part of a combination's name, in quotes where another combination could have the same name:
# "p & q" with "r" is not "p" with "q & r".
part_of_name <- function(values) {
    part <- as.character(values)
    odd <- !is.na(part) & grepl("^\"| & | &$", part)
    part[odd] <- paste0("\"", gsub("\"", "\"\"", part[odd], fixed = TRUE), "\"")
    part
}

add_groups <- function(data, protect, balance, groups, weights, intersectional, named) {
    protect <- as_groups(protect, data$n, named)
    if (intersectional) {
        if (length(protect) < 2L) {
            refuse("intersectional combines at least two protected attributes")
        }
        known <- Reduce(`&`, lapply(protect, function(v) !is.na(v)))
        parts <- lapply(unname(protect), part_of_name)
        both <- ifelse(known, do.call(paste, c(parts, sep = " & ")), NA)
        protect <- setNames(list(both), paste(names(protect), collapse = " & "))
    }
    balance <- balances(balance, length(protect), names(protect))
    groups <- as_groups(groups, data$n, "groups")
    data$attributes <- Map(attribute_of, c(protect, groups), c(names(protect), names(groups)),
                           c(balance, rep("0", length(groups))),
                           rep(c(TRUE, FALSE), c(length(protect), length(groups))),
                           USE.NAMES = FALSE)
    if (!is.null(weights)) {
        if (length(weights) != data$n) {
            refuse("weights has ", length(weights), " values for ", data$n, " rows")
        }
        data$weight <- whole(weights, "weights", 1)
    }
    data
}

# A balance for each protected attribute: one for all, one for each, or by name; 1/2 unasked.
balances <- function(balance, n, names) {
    if (is.null(balance)) {
        return(rep("1/2", n))
    }
    if (n == 0L) {
        refuse("balance needs a protected attribute: name it with protect")
    }
    text <- ratio_text(balance)
    asked <- base::names(balance)
    if (!is.null(asked)) {
        unknown <- setdiff(asked, names)
        if (length(unknown)) {
            refuse("balance: ", dQuote(safe_text(unknown[1L]), FALSE),
                   " is not a protected attribute")
        }
        all <- setNames(rep("1/2", n), names)
        all[asked] <- text
        return(unname(all))
    }
    if (!length(text) %in% c(1L, n)) {
        refuse("balance has ", length(text), " values for ", n, " protected attributes")
    }
    rep_len(text, n)
}

# ---- rows, sets, groups by name ----

# Points, counted from 1, of rows given by number or name; NA for rows that were left out.
points_at <- function(rows, data, what) {
    number <- if (is.character(rows)) match(rows, data$labels) else whole(rows, what)
    wrong <- is.na(number) | number < 1 | number > data$n_rows
    if (any(wrong)) {
        refuse(what, ": there is no row ", dQuote(safe_text(rows[wrong][1L]), FALSE))
    }
    if (is.null(data$rows)) number else match(number, data$rows)
}

# A list of sets of rows; or a vector with a value for each row, equal values making a set.
sets_of <- function(value, data, what) {
    if (is.null(value)) {
        return(NULL)
    }
    if (inherits(value, "faircap")) {
        value <- value$clustering
    }
    if (!is.list(value)) {
        if (length(value) != data$n_rows) {
            refuse(what, " must be a list of sets of rows, or have a value for each of the ",
                   data$n_rows, " rows")
        }
        value <- split(seq_along(value), value)
    }
    sets <- lapply(value, function(rows) {
        points <- points_at(rows, data, what)
        points[!is.na(points)] - 1
    })
    list(start = c(0, cumsum(as.double(lengths(sets)))), member = as.double(unlist(sets)))
}

attribute_number <- function(data, name, what) {
    number <- match(name, vapply(data$attributes, `[[`, "", "name"))
    if (is.na(number)) {
        refuse(what, ": ", dQuote(safe_text(name), FALSE),
               " is neither in protect nor in groups")
    }
    number
}

group_number <- function(data, attribute, group, what) {
    number <- match(group, c("(missing)", data$attributes[[attribute]]$levels)) - 2L
    if (anyNA(number)) {
        refuse(what, ": no row has ", dQuote(safe_text(group[is.na(number)][1L]), FALSE), " as ",
               safe_text(data$attributes[[attribute]]$name))
    }
    number
}

# The names of a rule; one without names would be no rule.
names_once <- function(rule, what, example) {
    if (length(rule) && (is.null(names(rule)) || anyDuplicated(names(rule)))) {
        refuse(what, " must name its attributes, each once, as in ", example)
    }
    names(rule)
}

# list(sex = list(F = c(0.4, 0.6))) as columns of numbers.
shares_of <- function(share, data) {
    rows <- list()
    for (name in names_once(share, "share", "list(sex = list(F = c(0.4, 0.6)))")) {
        a <- attribute_number(data, name, "share")
        if (anyDuplicated(names(share[[name]]))) {
            refuse("share: ", safe_text(name), " has a group twice")
        }
        if (is.null(names(share[[name]]))) {
            refuse("share: ", safe_text(name), " needs its groups by name, ",
                   "such as list(", safe_text(data$attributes[[a]]$levels[1L]), " = c(0.4, 0.6))")
        }
        for (group in names(share[[name]])) {
            range <- ratio_text(share[[name]][[group]])
            if (length(range) != 2L) {
                refuse("share: ", safe_text(group), " needs two bounds, c(least, most)")
            }
            rows <- c(rows, list(list(a - 1L, group_number(data, a, group, "share"),
                                      range[1L], range[2L])))
        }
    }
    list(attribute = vapply(rows, `[[`, 0L, 1L), group = vapply(rows, `[[`, 0L, 2L),
         least = vapply(rows, `[[`, "", 3L), most = vapply(rows, `[[`, "", 4L))
}

# "sex" for all its groups, TRUE for those of all attributes, or list(sex = "F").
no_isolate_of <- function(rule, data) {
    if (isTRUE(rule)) {
        rule <- vapply(data$attributes, `[[`, "", "name")
    } else if (isFALSE(rule)) {
        rule <- NULL
    }
    if (is.character(rule) && is.null(names(rule))) {
        rule <- setNames(vector("list", length(rule)), rule)
    }
    attribute <- group <- integer()
    for (name in names_once(rule, "no_isolate", "\"sex\" or list(sex = \"F\")")) {
        a <- attribute_number(data, name, "no_isolate")
        levels <- rule[[name]]
        g <- group_number(data, a, if (is.null(levels)) data$attributes[[a]]$levels else levels,
                          "no_isolate")
        attribute <- c(attribute, rep(a - 1L, length(g)))
        group <- c(group, g)
    }
    list(attribute = attribute, group = group)
}

# ---- the request ----

# Everything that faircap(), feasible(), check_clusters() and certify() take alike.
request <- function(x, k = NULL, protect = NULL, balance = NULL, max_size = NULL, min_size = 1,
                    slack = "1.01", group_size = NULL, weights = NULL, groups = NULL,
                    intersectional = FALSE, share = NULL, no_isolate = NULL, together = NULL,
                    apart = NULL, avoid = NULL, start = NULL, keep = FALSE, candidates = NULL,
                    metric = "euclidean", objective = "medoids", aim = NULL,
                    diss = inherits(x, "dist"), ..., named = "protect") {
    unknown <- setdiff(names(list(...)), names(formals(encode_roster)))
    if (length(unknown)) {
        refuse("there is no argument ", paste(dQuote(unknown, FALSE), collapse = ", "),
               "; see ?faircap and ?faircap_rules")
    }
    data <- points_of(x, protect, balance, groups, weights, intersectional, diss, named,
                      encode = list(...))
    for (a in if (!inherits(x, "faircap_points")) data$attributes) {
        if (any(a$group < 0L) && !identical(list(...)$missing, "category")) {
            refuse(safe_text(a$name), " is missing in ", sum(a$group < 0L),
                   " rows; missing = \"category\" leaves these free of its rules")
        }
    }
    if (is.null(k) == is.null(group_size)) {
        refuse("give either k or group_size")
    }
    rules <- list(
        k = if (is.null(k)) 1 else whole_one(k, "k", 1),
        max_size = if (length(max_size) == 1L) whole(max_size, "max_size", 1) else 0,
        capacity = capacities(max_size, k), min_size = whole_one(min_size, "min_size"),
        slack = ratio_text(one(slack, "slack")), share = shares_of(share, data),
        no_isolate = no_isolate_of(no_isolate, data),
        together = sets_of(together, data, "together"),
        apart = sets_of(apart, data, "apart"), avoid = sets_of(avoid, data, "avoid"),
        start = labels_of(start, data, "start", k), keep = yes_or_no(keep, "keep"))
    problem <- list(
        n = data$n, points = data$points, distance = data$distance, weight = data$weight,
        groups = lapply(data$attributes, `[[`, "group"),
        n_groups = vapply(data$attributes, function(a) length(a$levels), 0L),
        balance = vapply(data$attributes, `[[`, "", "balance"),
        candidate = candidates_of(candidates, data), metric = choice(metric, "metric"),
        objective = choice(objective, "objective"), aim = aim_of(aim, data))
    asked <- list(data = data, problem = problem, rules = rules)
    if (is.null(k)) choose_k(asked, group_size) else asked
}

# A value for each coordinate, where there are any; the library judges the values.
aim_of <- function(aim, data) {
    if (is.null(aim)) {
        return(NULL)
    }
    d <- nrow(data$points)
    if (!is.null(d) && length(aim) != d) {
        refuse("aim has ", length(aim), " values for ", d, " coordinates")
    }
    numbers(aim, "aim")
}

capacities <- function(max_size, k) {
    if (length(max_size) < 2L) {
        return(NULL)
    }
    if (!identical(as.double(length(max_size)), as.double(k))) {
        refuse("max_size has ", length(max_size), " values",
               if (is.null(k)) ", and k is not given" else paste(" for", k, "clusters"))
    }
    whole(max_size, "max_size")
}

# Labels for the points, from 0; -1 where there is none.
labels_of <- function(labels, data, what, k = NULL) {
    if (is.null(labels)) {
        return(NULL)
    }
    labels <- label_numbers(labels, what, k)
    if (length(labels) != data$n_rows) {
        refuse(what, " has ", length(labels), " labels for ", data$n_rows, " rows")
    }
    labels <- labels - 1L
    labels[is.na(labels)] <- -1L
    if (is.null(data$rows)) labels else labels[data$rows]
}

# Labels from 1 on as integers: of a fit, numbers or a factor; NA where there is none.
label_numbers <- function(labels, what, most = NULL) {
    if (inherits(labels, "faircap")) {
        labels <- labels$clustering
    }
    if (is.factor(labels)) labels <- as.integer(labels)
    whole(labels[!is.na(labels)], what, 1, if (is.null(most)) .Machine$integer.max else most)
    as.integer(labels)
}

candidates_of <- function(candidates, data) {
    if (is.null(candidates)) {
        return(NULL)
    }
    if (is.logical(candidates)) {
        if (length(candidates) != data$n_rows) {
            refuse("candidates has ", length(candidates), " flags for ", data$n_rows, " rows")
        }
        candidates <- which(candidates)
    }
    as.raw(seq_len(data$n) %in% points_at(candidates, data, "candidates"))
}

# Groups of so many members, as few as possible.
choose_k <- function(asked, group_size) {
    size <- whole(group_size, "group_size", 1, .Machine$integer.max)
    if (!length(size) %in% 1:2) {
        refuse("group_size has ", length(size), " values; it must have one, or the least and ",
               "the most")
    }
    size <- if (length(size) == 1L) c(size, size + 1) else size
    plan <- answer(.Call(C_plan_group_size, asked$problem, asked$rules, size[1L], size[2L]))
    asked$group_plan <- plan
    asked$rules$k <- plan$k
    asked$rules$min_size <- size[1L]
    asked$rules$max_size <- size[2L]
    asked
}
