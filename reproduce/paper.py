"""What the paper claims in its sections Experiments and Conclusion, in its order, and which comparison decides it.

`Le Quy, Roy, Friege, Ntoutsi: Fair-Capacitated Clustering. EDM 2021.` Words in quotation marks are the paper's. In its text
"vanilla fairlet" and "MCF fairlet" alone mean these fairlets + k-center; "our methods" are the four fair-capacitated ones.
"""
from claims import ALL, ALMOST_ALL, MOST, Claim
from comparisons import (CLOSE, COMPARABLE, QUALITY, TINY, as_printed, baselines_over_capacity, cheaper_than_kcenter, cheapest_of,
                         close_to_kmedoids, comparable_balance, fairer_than, fluctuates, half_of_each, holds_balance_well,
                         ideal_capacity_fails, kcenter_dearest, keeps_threshold, kmedoids_cheapest, lambda_chosen,
                         mcf_fairlets_cheaper, nearer_to_ideal, only_kmedoids_unfair, others_than, perfect_balance, slack_chosen,
                         tighter_sizes, tiny_differences, wider_in_order, within_capacity)
from results import BASELINES, FAIR_CAPACITATED, HIERARCHICAL, KCENTER, KMEDOIDS, KMEDOIDS_FC

MAT, POR, PISA, OULAD, MOOC = "student-mat", "student-por", "pisa", "oulad", "mooc"
EVERY = (MAT, POR, PISA, OULAD, MOOC)
TUNE = ("tune",)
SLACKS = {"fair-kmedoids": 1.01, "fair-hierarchical": 1.2}

KMEDOIDS_TEST = "k-medoids costs no more than each of the eight other methods of the paper, at each k"
KCENTER_TEST = "each of the four methods costs less than fairlets + k-center, with either fairlets, at each k"
CAPACITY_TEST = "the largest cluster of each of the four methods has at most q members, at each k"
IQR_TEST = "interquartile ranges of the cluster sizes at each k"


def slug(dataset, what):
    return f"{dataset}-{what}"


def setup():
    part = "Experimental setup"
    for name in EVERY:
        yield Claim(slug(name, "table"), part, (name,), f"The row of {name} in Table 1: instances, attributes, groups, balance score.",
                    "counted from the published file, prepared as described under Data", ALL, as_printed)
    yield Claim("mcf-fairlets", part, EVERY, "MCF computes “an optimized version of fairlet decomposition in terms of cost value”.",
                "the MCF decomposition costs less than the vanilla one (distances to the fairlet's minority member)", ALL,
                mcf_fairlets_cheaper)
    yield Claim("half-share", part, EVERY, "A balance threshold of 0.5 means that “the proportion of the minority group is at "
                "least 50% in the resulting clusters”.",
                "the smaller group has half of every cluster; a balance of 1/2 only makes it one third", ALL, half_of_each, "balance")
    yield Claim("lambda", part, TUNE, "λ = 0.3 is what a grid search over [0.1, 1.0] on student-mat finds.",
                "faircap tune on the same grid chooses it; and it costs at most 1 % more than the best λ of each k", ALL, lambda_chosen)
    yield Claim("slack", part, TUNE, "ε = 1.01 for k-medoids and 1.2 for hierarchical fair-capacitated clustering are what a "
                "grid over [1.0, 1.3] on student-mat finds.", "faircap tune on the same grid chooses them", ALL,
                slack_chosen(SLACKS))
    yield Claim("ideal-capacity", part, TUNE, "“In many cases, the clustering models cannot satisfy” the ideal capacity ⌈n/k⌉.",
                "with ε = 1, fairlets do not pack into k clusters: no answer, or points had to be placed one by one",
                MOST, ideal_capacity_fails)


def student_mat():
    part, here = "UCI student performance, Mathematics", (MAT,)
    yield Claim(slug(MAT, "kmedoids"), part, here, "The cost of all methods is worse than that of k-medoids.", KMEDOIDS_TEST, ALL,
                kmedoids_cheapest, "cost")
    yield Claim(slug(MAT, "kcenter"), part, here, "“Both of our approaches outperform the vanilla fairlet and MCF fairlet "
                "methods.”", KCENTER_TEST, ALL, cheaper_than_kcenter, "cost")
    yield Claim(slug(MAT, "cheapest"), part, here, "MCF fairlet hierarchical fair-capacitated shows the best performance.",
                "it costs no more than any other method but k-medoids", MOST,
                cheapest_of((HIERARCHICAL["mcf"],), others_than(HIERARCHICAL["mcf"])), "cost")
    yield Claim(slug(MAT, "balance"), part, here, "“All of our methods are comparative to the competitors in almost cases” "
                "in balance.", f"balance at most {COMPARABLE:g} below that of fairlets + k-center", ALMOST_ALL, comparable_balance, "balance")
    yield Claim(slug(MAT, "balance-below-10"), part, here, "Vanilla fairlet k-medoids fair-capacitated “outperforms the competitive "
                "methods when k is less than 10” in balance.", "its balance is above that of each baseline, k = 3..9", ALL,
                fairer_than((KMEDOIDS_FC["vanilla"],), BASELINES, below=10), "balance")
    yield Claim(slug(MAT, "dispersion"), part, here, "“Our capacitated variants are superior (lower dispersion as shown by the "
                "interquartile ranges).”", IQR_TEST + ": each of the four against each baseline", ALL, tighter_sizes, "sizes")
    yield Claim(slug(MAT, "order"), part, here, "MCF fairlet is worst in cardinality, followed by vanilla fairlet and k-medoids.",
                IQR_TEST + ", in this order", MOST, wider_in_order(KCENTER["mcf"], KCENTER["vanilla"], KMEDOIDS), "sizes")
    yield Claim(slug(MAT, "capacity"), part, here, "Sizes stay below the capacities that Figure c shows.", CAPACITY_TEST, ALL,
                within_capacity, "sizes")


def student_por():
    part, here = "UCI student performance, Portuguese", (POR,)
    yield Claim(slug(POR, "close"), part, here, "For k < 4 the cost “can be close to that of the vanilla k-medoids method”.",
                f"at k = 3 each of the four costs at most {CLOSE:g} % more than k-medoids", MOST, close_to_kmedoids(CLOSE, below=4),
                "cost")
    yield Claim(slug(POR, "fluctuates"), part, here, "“The clustering cost is fluctuated thereafter.”",
                "with growing k the cost of each of the four goes up at least once", ALL, fluctuates, "cost")
    yield Claim(slug(POR, "cheapest"), part, here, "Vanilla fairlet hierarchical fair-capacitated “outperforms other competitors "
                "in most cases”.", "it costs no more than any other method but k-medoids", MOST,
                cheapest_of((HIERARCHICAL["vanilla"],), others_than(HIERARCHICAL["vanilla"])), "cost")
    yield Claim(slug(POR, "kcenter"), part, here, "“Vanilla fairlet and MCF fairlet show the worst clustering cost.”",
                "fairlets + k-center cost more than k-medoids and all four methods, at each k", ALL, kcenter_dearest, "cost")
    yield Claim(slug(POR, "balance-below-10"), part, here, "Vanilla fairlet hierarchical fair-capacitated has the best balance "
                "when k is less than 10.", "no other method of the paper has more balance, k = 3..9", ALL,
                fairer_than((HIERARCHICAL["vanilla"],), [m for m in (*FAIR_CAPACITATED, *BASELINES) if m != HIERARCHICAL["vanilla"]],
                            below=10, ties=True), "balance")
    yield Claim(slug(POR, "balance"), part, here, "k-medoids fair-capacitated “can maintain well the fairness in many cases”.",
                "balance at least half way from the threshold to the balance of the data", MOST, holds_balance_well,
                "balance")
    yield Claim(slug(POR, "capacity"), part, here, "“They can keep the number of instances for each cluster under the specified "
                "thresholds.”", CAPACITY_TEST, ALL, within_capacity, "sizes")


def pisa():
    part, here = "PISA test scores", (PISA,)
    yield Claim(slug(PISA, "kmedoids"), part, here, "“The clustering cost increases in most methods”, that is, against k-medoids.",
                KMEDOIDS_TEST, MOST, kmedoids_cheapest, "cost")
    yield Claim(slug(PISA, "kcenter"), part, here, "“Our approaches outperform the competitors vanilla fairlet and MCF fairlet” in "
                "cost.", KCENTER_TEST, ALL, cheaper_than_kcenter, "cost")
    yield Claim(slug(PISA, "cheapest"), part, here, "“The hierarchical approach shows the best performance” among methods “concerned "
                "with equity and capacity”.", "one of the two hierarchical methods costs no more than both k-medoids fair-capacitated "
                "ones, at each k", ALL, cheapest_of(tuple(HIERARCHICAL.values()), tuple(KMEDOIDS_FC.values())), "cost")
    yield Claim(slug(PISA, "balance"), part, here, "Our methods outperform the competitors and “preserve very well the balance score "
                "for all number of clusters”.", "balance of each of the four above that of each baseline, at each k", ALL,
                fairer_than(FAIR_CAPACITATED, BASELINES), "balance")
    yield Claim(slug(PISA, "capacity"), part, here, "Our methods “strictly follow the maximum capacities”.", CAPACITY_TEST, ALL,
                within_capacity, "sizes")
    yield Claim(slug(PISA, "order"), part, here, "“MCF fairlet is the worst model, followed by k-medoids and vanilla fairlet” in "
                "cardinality.", IQR_TEST + ", in this order", MOST,
                wider_in_order(KCENTER["mcf"], KMEDOIDS, KCENTER["vanilla"]), "sizes")


def oulad():
    part, here = "OULAD", (OULAD,)
    yield Claim(slug(OULAD, "cheapest"), part, here, "MCF fairlet k-medoids fair-capacitated “outperforms other methods in terms of "
                "clustering cost”.", "it costs no more than any other method but k-medoids, at each k", ALL,
                cheapest_of((KMEDOIDS_FC["mcf"],), others_than(KMEDOIDS_FC["mcf"])), "cost")
    yield Claim(slug(OULAD, "kmedoids"), part, here, "“There is an increase compared to the vanilla k-medoids algorithm.”",
                KMEDOIDS_TEST, ALL, kmedoids_cheapest, "cost")
    yield Claim(slug(OULAD, "balance"), part, here, "“k-Medoids is the weakest method while others can achieve the highest balance.”",
                "balance 1 for the four methods and fairlets + k-center, less for k-medoids, at each k", ALL, only_kmedoids_unfair,
                "balance")
    yield Claim(slug(OULAD, "capacity"), part, here, "“Our approaches demonstrate their strength in ensuring the capacity.”",
                CAPACITY_TEST, ALL, within_capacity, "sizes")
    yield Claim(slug(OULAD, "tiny"), part, here, "“The difference in the size of the clusters generated by our methods is tiny.”",
                f"largest minus smallest cluster at most {100 * TINY:g} % of the mean size, at each k", ALL, tiny_differences, "sizes")
    yield Claim(slug(OULAD, "dispersion"), part, here, "“This is in stark contrast to the trend of competitors.”",
                IQR_TEST + ": each of the four against each baseline", ALL, tighter_sizes, "sizes")


def mooc():
    part, here = "MOOC", (MOOC,)
    yield Claim(slug(MOOC, "kmedoids"), part, here, "“An increase in the clustering cost is the main trend”, that is, against "
                "k-medoids.", KMEDOIDS_TEST, MOST, kmedoids_cheapest, "cost")
    yield Claim(slug(MOOC, "kcenter"), part, here, "“Our methods outperform the vanilla fairlet and MCF fairlets methods.”",
                KCENTER_TEST, ALL, cheaper_than_kcenter, "cost")
    yield Claim(slug(MOOC, "balance"), part, here, "“Our approaches can maintain the perfect balance for all experiments.”",
                "balance 1 for each of the four methods, at each k", ALL, perfect_balance, "balance")
    yield Claim(slug(MOOC, "capacity"), part, here, "“Our methods can divide all the experimented instances into capacitated "
                "clusters.”", CAPACITY_TEST, ALL, within_capacity, "sizes")


def summary():
    part = "Summary of the results"
    yield Claim("fairness", part, EVERY, "“Fairness is well maintained in all of our experiments.”",
                "no cluster of the four methods has a balance below 1/2, at each k", ALL, keeps_threshold)
    yield Claim("perfect-fairness", part, (OULAD, MOOC), "“When the data is fair, in case of OULAD and MOOC datasets, our methods "
                "achieve perfect fairness.”", "balance 1 for each of the four methods, at each k", ALL, perfect_balance)
    yield Claim("cardinality", part, EVERY, "Sizes stay “within the maximum capacity threshold, which is significantly superior to "
                "competitive methods”.", "the four methods keep their q, and each baseline breaks it, at each k", ALMOST_ALL,
                baselines_over_capacity)
    yield Claim("partitioning", part, EVERY, "The partitioning method is better than the hierarchical one in capacity: closest to the "
                "ideal cardinality.", "with the same fairlets, its largest cluster is smaller, at each k", ALL, nearer_to_ideal)
    yield Claim("hierarchical-cheapest", part, EVERY, "“Regarding the clustering cost, the hierarchical approach has an advantage over "
                "other methods by outperforming its competitors in most experiments.”",
                "one of the two hierarchical methods costs no more than any other method but k-medoids", MOST,
                cheapest_of(tuple(HIERARCHICAL.values()), others_than(*HIERARCHICAL.values())))


def conclusion():
    part = "Conclusion"
    yield Claim("quality", part, EVERY, "“Our methods are effective in terms of fairness and cardinality while maintaining clustering "
                "quality.”", f"each of the four costs at most {QUALITY:g} % more than k-medoids, at each k", ALMOST_ALL,
                close_to_kmedoids(QUALITY))


CLAIMS = tuple(claim for part in (setup, student_mat, student_por, pisa, oulad, mooc, summary, conclusion) for claim in part())
