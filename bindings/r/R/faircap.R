# faircap.R - the one call, and the object it returns: the fields of pam(), and the proof.

faircap <- function(x, k = NULL, protect = NULL, balance = NULL, max_size = NULL, ...,
                    method = "best", effort = 5, seed = 1, threads = 0, time_limit = 0, gap = 0,
                    bound = "auto", fairlets = "mcf", fairlet_centre = "median", lambda = 0.3,
                    certificate = FALSE, memory_limit = Inf, progress = interactive(),
                    keep.data = TRUE, cluster.only = FALSE) {
    asked <- request(x, k, protect, balance, max_size, ..., named = name_of(substitute(protect)))
    if (!is.null(asked$group_plan) && asked$rules$k == 0) {
        stop_impossible(asked$group_plan)
    }
    yes_or_no(keep.data, "keep.data")
    watch <- watcher(progress)
    options <- list(
        method = choice(method, "method"), effort = whole_one(effort, "effort"),
        threads = whole_one(threads, "threads"), seed = whole_one(seed, "seed", 0, 2^53),
        time_limit = real_one(time_limit, "time_limit"), gap = real_one(gap, "gap"),
        bound = choice(bound, "bound"),
        fairlets = choice(fairlets, "fairlets"),
        fairlet_centre = choice(fairlet_centre, "fairlet_centre"),
        lambda = real_one(lambda, "lambda"),
        memory_limit = real_one(memory_limit, "memory_limit"), 
        certificate = yes_or_no(certificate, "certificate"),
        cluster_only = yes_or_no(cluster.only, "cluster.only"), report = watch$report)
    made <- .Call(C_cluster, asked$problem, asked$rules, options)
    watch$finish()
    made <- answer(made)
    if (made$report$status == "interrupted") {
        warning(structure(class = c("faircap_interrupted", "warning", "condition"),
                          list(message = "stopped: this is the best answer so far",
                               call = sys.call())))
    }
    if (cluster.only) {
        return(labels_of_rows(made$clustering, asked$data))
    }
    fit <- new_fit(made, asked, method, seed)
    fit$medoids <- medoids_of(x, fit)
    fit$call <- match.call()
    if (keep.data) {
        fit[[if (inherits(x, "dist")) "diss" else "data"]] <- x
        fit$asked <- list(k = k, protect = protect, balance = balance,
                          max_size = max_size, ..., named = name_of(substitute(protect)))
    }
    fit
}

stop_impossible <- function(group_plan) {
    plan <- group_plan$plan
    stop(structure(class = condition_classes("infeasible"),
                   list(message = group_plan$sentence, call = users_call(), status = "infeasible",
                        reason = plan$reason, change = plan$change, plan = plan)))
}

# ---- progress ----

# What the library calls about every 50 ms: a function that says whether to go on. An error in
# the user's function stops the search and is raised when the library has returned.
watcher <- function(progress) {
    if (!is.function(progress) && !isTRUE(progress) && !isFALSE(progress)) {
        refuse("progress must be TRUE, FALSE or a function")
    }
    error <- NULL
    shown <- FALSE
    started <- proc.time()[["elapsed"]]
    line <- function(stage, done, total, cost, bound) {
        if (proc.time()[["elapsed"]] - started > 2) {
            shown <<- TRUE
            cat(sprintf("\r%-12s%s%s", stage,
                        if (is.na(cost)) "" else sprintf("  cost %.6g", cost),
                        if (is.na(bound)) "" else sprintf("  at least %.6g", bound)),
                file = stderr())
        }
        TRUE
    }
    asked <- if (is.function(progress)) progress else if (isTRUE(progress)) line
    report <- if (!is.null(asked)) {
        function(stage, done, total, cost, bound) {
            tryCatch(!isFALSE(asked(stage, done, total, cost, bound)),
                     error = function(e) {
                         error <<- e
                         FALSE
                     })
        }
    }
    finish <- function() {
        if (shown) cat("\n", file = stderr())
        if (!is.null(error)) stop(error)
    }
    list(report = report, finish = finish)
}

# ---- the object ----

new_fit <- function(made, asked, method, seed) {
    data <- asked$data
    measured <- answer(made$measured)
    report <- made$report
    lower <- report$lower_bound
    medoid <- measured$measures$medoid
    fit <- c(
        list(id.med = if (is.null(data$rows)) medoid else as.integer(data$rows[medoid]),
             clustering = labels_of_rows(made$clustering, data),
             objective = c(swap = report$cost / data$n),
             cost = report$cost, lower_bound = lower,
             gap = if (report$cost > 0) max(0, (report$cost - lower) / report$cost) else lower,
             status = report$status),
        figures(measured, data),
        list(k = as.integer(asked$rules$k), method = method, seed = seed,
             metric = faircap_choices()$metric[asked$problem$metric + 1L],
             criterion = faircap_choices()$objective[asked$problem$objective + 1L],
             aim = asked$problem$aim,
             enforces = names(which(faircap_choices()$enforces[method, ])),
             min_size = asked$rules$min_size, features = data$features,
             multipliers = made$multipliers, notes = c(data$notes, if (data$dropped)
                 paste(data$dropped, "rows have missing cells and are left out"))),
        report[setdiff(names(report), c("status", "cost", "lower_bound"))])
    fit$centres <- centres_of(fit, made$clustering, medoid, data)
    fit$clusinfo <- cluster_table(fit, made$clustering, medoid, data)
    structure(fit, class = "faircap")
}

# Sizes, balances and broken rules: what a fit and a check have in common.
figures <- function(measured, data) {
    m <- measured$measures
    ends <- cumsum(vapply(data$attributes, function(a) length(a$levels), 0L))
    count <- matrix(as.integer(m$count), ncol = length(m$size))
    groups <- Map(function(a, end) {
        rows <- end - length(a$levels) + seq_along(a$levels)
        structure(t(count[rows, , drop = FALSE]),
                  dimnames = list(cluster = seq_along(m$size), group = a$levels))
    }, data$attributes, ends)
    cost_of_group <- Map(function(a, end) {
        setNames(m$group_cost[end - length(a$levels) + seq_along(a$levels)], a$levels)
    }, data$attributes, ends)
    names <- vapply(data$attributes, `[[`, "", "name")
    is_protected <- vapply(data$attributes, `[[`, NA, "protected")
    each <- balance_of_clusters(groups[is_protected], length(m$size))
    list(sizes = as.integer(m$size), loads = m$load, max_size = measured$max_size,
         balance = min(each),
         balance_required = setNames(vapply(data$attributes, `[[`, "", "balance"),
                                     names)[is_protected],
         cluster_balance = each, cluster_cost = m$cluster_cost,
         groups = setNames(groups, names),
         group_cost = if (length(m$group_cost)) setNames(cost_of_group, names),
         violations = unlist(m$violations), repeated_pairs = measured$repeated_pairs)
}

# The library's balance is the smallest over all attributes. One that is there for a share has
# no balance to keep, so only the protected ones are looked at, as in the tool.
balance_of_clusters <- function(groups, k) {
    if (length(groups) == 0L) {
        return(rep(NA_real_, k))
    }
    ratio <- function(g) if (max(g) == 0) 1 else if (length(g) < 2L) 0 else min(g) / max(g)
    do.call(pmin, lapply(groups, function(g) apply(g, 1L, ratio)))
}

# A label for each row of x, NA for rows that were left out.
labels_of_rows <- function(labels, data) {
    if (!is.null(data$rows)) {
        labels <- replace(rep(NA_integer_, data$n_rows), data$rows, labels)
    }
    names(labels) <- data$labels
    labels
}

# Rows of x; of distances, as pam() has it, names or numbers.
medoids_of <- function(x, fit) {
    if (length(dim(x)) == 2L && (is.data.frame(x) || !is.null(fit$centres))) {
        return(x[fit$id.med, , drop = FALSE])
    }
    names <- names(fit$clustering)
    if (is.null(names)) fit$id.med else names[fit$id.med]
}

# What new points are compared with: the medoids, or the means where these make the cost.
centres_of <- function(fit, labels, medoid, data) {
    if (is.null(data$points)) {
        return(NULL)
    }
    if (fit$criterion != "medoids") {
        sums <- vapply(seq_len(fit$k), function(c) {
            rowMeans(data$points[, labels == c, drop = FALSE])
        }, double(nrow(data$points)))
        return(matrix(sums, ncol = fit$k))
    }
    data$points[, medoid, drop = FALSE]
}

# pam()'s clusinfo, without the columns that need all pairs of points.
cluster_table <- function(fit, labels, medoid, data) {
    own <- if (is.null(data$points)) {
        data$distance[cbind(medoid[labels], seq_along(labels))]
    } else {
        distances_between(data$points, fit$centres, labels, fit)
    }
    widest <- vapply(split(own, factor(labels, seq_len(fit$k))), max, 0)
    cbind(size = fit$sizes, max_diss = unname(widest), av_diss = fit$cluster_cost / fit$sizes)
}

# From each column of points to its column of centres. Where there are aims, only coordinates in
# which members are alike count: in all others no cluster is nearer than another.
distances_between <- function(points, centres, label, fit) {
    difference <- points - centres[, label, drop = FALSE]
    if (fit$metric == "manhattan") {
        return(colSums(abs(difference)))
    }
    weight <- if (is.null(fit$aim)) 1 else pmax(fit$aim, 0)
    squared <- colSums(weight * difference^2)
    if (fit$metric == "sqeuclidean" || fit$criterion != "medoids") squared else sqrt(squared)
}
