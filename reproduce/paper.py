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
SLACKS = {"fair-kmedoids": 1.01, "fair-hierarchical": 1.2}

KMEDOIDS_TEST = "k-medoids costs no more than each of the eight other methods of the paper, at each k"
KCENTER_TEST = "each of the four methods costs less than fairlets + k-center, with either fairlets, at each k"
CHEAPEST_TEST = "it costs no more than any other method but k-medoids"
CAPACITY_TEST = "the largest cluster of each of the four methods has at most q members, at each k"
BALANCE_1_TEST = "balance 1 for each of the four methods, at each k"
IQR_TEST = "interquartile ranges of the cluster sizes at each k"


def about(part, *datasets):
    """Makes claims of one part of the paper about these data sets; a claim about one of them has its name in its key."""
    def claim(key, need, compare, text, test, figure=""):
        return Claim(f"{datasets[0]}-{key}" if len(datasets) == 1 else key, part, datasets, text, test, need, compare, figure)
    return claim


def setup():
    part = "Experimental setup"
    for name in EVERY:
        yield about(part, name)(
            "table", ALL, as_printed,
            f"The row of {name} in Table 1: instances, attributes, groups, balance score.",
            "counted from the published file, prepared as described under Data")
    claim = about(part, *EVERY)
    yield claim(
        "mcf-fairlets", ALL, mcf_fairlets_cheaper,
        "MCF computes “an optimized version of fairlet decomposition in terms of cost value”.",
        "the MCF decomposition costs less than the vanilla one (distances to the fairlet's minority member)")
    yield claim(
        "half-share", ALL, half_of_each,
        "A balance threshold of 0.5 means that “the proportion of the minority group is at least 50% in the resulting clusters”.",
        "the smaller group has half of every cluster; a balance of 1/2 only makes it one third")
    claim = about(part, "tune")
    yield claim(
        "lambda", ALL, lambda_chosen,
        "λ = 0.3 is what a grid search over [0.1, 1.0] on student-mat finds.",
        "faircap tune on the same grid chooses it; and it costs at most 1 % more than the best λ of each k")
    yield claim(
        "slack", ALL, slack_chosen(SLACKS),
        "ε = 1.01 for k-medoids and 1.2 for hierarchical fair-capacitated clustering are what a grid over [1.0, 1.3] finds.",
        "faircap tune on the same grid, on student-mat, chooses them")
    yield claim(
        "ideal-capacity", MOST, ideal_capacity_fails,
        "“In many cases, the clustering models cannot satisfy” the ideal capacity ⌈n/k⌉.",
        "with ε = 1, fairlets do not pack into k clusters: no answer, or points had to be placed one by one")


def student_mat():
    claim = about("UCI student performance, Mathematics", MAT)
    yield claim(
        "kmedoids", ALL, kmedoids_cheapest,
        "The cost of all methods is worse than that of k-medoids.",
        KMEDOIDS_TEST, "cost")
    yield claim(
        "kcenter", ALL, cheaper_than_kcenter,
        "“Both of our approaches outperform the vanilla fairlet and MCF fairlet methods.”",
        KCENTER_TEST, "cost")
    yield claim(
        "cheapest", MOST, cheapest_of((HIERARCHICAL["mcf"],), others_than(HIERARCHICAL["mcf"])),
        "MCF fairlet hierarchical fair-capacitated shows the best performance.",
        CHEAPEST_TEST, "cost")
    yield claim(
        "balance", ALMOST_ALL, comparable_balance,
        "“All of our methods are comparative to the competitors in almost cases” in balance.",
        f"balance at most {COMPARABLE:g} below that of fairlets + k-center", "balance")
    yield claim(
        "balance-below-10", ALL, fairer_than((KMEDOIDS_FC["vanilla"],), BASELINES, below=10),
        "Vanilla fairlet k-medoids fair-capacitated “outperforms the competitive methods when k is less than 10” in balance.",
        "its balance is above that of each baseline, k = 3..9", "balance")
    yield claim(
        "dispersion", ALL, tighter_sizes,
        "“Our capacitated variants are superior (lower dispersion as shown by the interquartile ranges).”",
        IQR_TEST + ": each of the four against each baseline", "sizes")
    yield claim(
        "order", MOST, wider_in_order(KCENTER["mcf"], KCENTER["vanilla"], KMEDOIDS),
        "MCF fairlet is worst in cardinality, followed by vanilla fairlet and k-medoids.",
        IQR_TEST + ", in this order", "sizes")
    yield claim(
        "capacity", ALL, within_capacity,
        "Sizes stay below the capacities that Figure c shows.",
        CAPACITY_TEST, "sizes")


def student_por():
    claim = about("UCI student performance, Portuguese", POR)
    yield claim(
        "close", MOST, close_to_kmedoids(CLOSE, below=4),
        "For k < 4 the cost “can be close to that of the vanilla k-medoids method”.",
        f"at k = 3 each of the four costs at most {CLOSE:g} % more than k-medoids", "cost")
    yield claim(
        "fluctuates", ALL, fluctuates,
        "“The clustering cost is fluctuated thereafter.”",
        "with growing k the cost of each of the four goes up at least once", "cost")
    yield claim(
        "cheapest", MOST, cheapest_of((HIERARCHICAL["vanilla"],), others_than(HIERARCHICAL["vanilla"])),
        "Vanilla fairlet hierarchical fair-capacitated “outperforms other competitors in most cases”.",
        CHEAPEST_TEST, "cost")
    yield claim(
        "kcenter", ALL, kcenter_dearest,
        "“Vanilla fairlet and MCF fairlet show the worst clustering cost.”",
        "fairlets + k-center cost more than k-medoids and all four methods, at each k", "cost")
    others = [m for m in (*FAIR_CAPACITATED, *BASELINES) if m != HIERARCHICAL["vanilla"]]
    yield claim(
        "balance-below-10", ALL, fairer_than((HIERARCHICAL["vanilla"],), others, below=10, ties=True),
        "Vanilla fairlet hierarchical fair-capacitated has the best balance when k is less than 10.",
        "no other method of the paper has more balance, k = 3..9", "balance")
    yield claim(
        "balance", MOST, holds_balance_well,
        "k-medoids fair-capacitated “can maintain well the fairness in many cases”.",
        "balance at least half way from the threshold to the balance of the data", "balance")
    yield claim(
        "capacity", ALL, within_capacity,
        "“They can keep the number of instances for each cluster under the specified thresholds.”",
        CAPACITY_TEST, "sizes")


def pisa():
    claim = about("PISA test scores", PISA)
    yield claim(
        "kmedoids", MOST, kmedoids_cheapest,
        "“The clustering cost increases in most methods”, that is, against k-medoids.",
        KMEDOIDS_TEST, "cost")
    yield claim(
        "kcenter", ALL, cheaper_than_kcenter,
        "“Our approaches outperform the competitors vanilla fairlet and MCF fairlet” in cost.",
        KCENTER_TEST, "cost")
    yield claim(
        "cheapest", ALL, cheapest_of(tuple(HIERARCHICAL.values()), tuple(KMEDOIDS_FC.values())),
        "“The hierarchical approach shows the best performance” among methods “concerned with equity and capacity”.",
        "one of the two hierarchical methods costs no more than both k-medoids fair-capacitated ones, at each k", "cost")
    yield claim(
        "balance", ALL, fairer_than(FAIR_CAPACITATED, BASELINES),
        "Our methods outperform the competitors and “preserve very well the balance score for all number of clusters”.",
        "balance of each of the four above that of each baseline, at each k", "balance")
    yield claim(
        "capacity", ALL, within_capacity,
        "Our methods “strictly follow the maximum capacities”.",
        CAPACITY_TEST, "sizes")
    yield claim(
        "order", MOST, wider_in_order(KCENTER["mcf"], KMEDOIDS, KCENTER["vanilla"]),
        "“MCF fairlet is the worst model, followed by k-medoids and vanilla fairlet” in cardinality.",
        IQR_TEST + ", in this order", "sizes")


def oulad():
    claim = about("OULAD", OULAD)
    yield claim(
        "cheapest", ALL, cheapest_of((KMEDOIDS_FC["mcf"],), others_than(KMEDOIDS_FC["mcf"])),
        "MCF fairlet k-medoids fair-capacitated “outperforms other methods in terms of clustering cost”.",
        CHEAPEST_TEST + ", at each k", "cost")
    yield claim(
        "kmedoids", ALL, kmedoids_cheapest,
        "“There is an increase compared to the vanilla k-medoids algorithm.”",
        KMEDOIDS_TEST, "cost")
    yield claim(
        "balance", ALL, only_kmedoids_unfair,
        "“k-Medoids is the weakest method while others can achieve the highest balance.”",
        "balance 1 for the four methods and fairlets + k-center, less for k-medoids, at each k", "balance")
    yield claim(
        "capacity", ALL, within_capacity,
        "“Our approaches demonstrate their strength in ensuring the capacity.”",
        CAPACITY_TEST, "sizes")
    yield claim(
        "tiny", ALL, tiny_differences,
        "“The difference in the size of the clusters generated by our methods is tiny.”",
        f"largest minus smallest cluster at most {100 * TINY:g} % of the mean size, at each k", "sizes")
    yield claim(
        "dispersion", ALL, tighter_sizes,
        "“This is in stark contrast to the trend of competitors.”",
        IQR_TEST + ": each of the four against each baseline", "sizes")


def mooc():
    claim = about("MOOC", MOOC)
    yield claim(
        "kmedoids", MOST, kmedoids_cheapest,
        "“An increase in the clustering cost is the main trend”, that is, against k-medoids.",
        KMEDOIDS_TEST, "cost")
    yield claim(
        "kcenter", ALL, cheaper_than_kcenter,
        "“Our methods outperform the vanilla fairlet and MCF fairlets methods.”",
        KCENTER_TEST, "cost")
    yield claim(
        "balance", ALL, perfect_balance,
        "“Our approaches can maintain the perfect balance for all experiments.”",
        BALANCE_1_TEST, "balance")
    yield claim(
        "capacity", ALL, within_capacity,
        "“Our methods can divide all the experimented instances into capacitated clusters.”",
        CAPACITY_TEST, "sizes")


def summary():
    part = "Summary of the results"
    claim = about(part, *EVERY)
    yield claim(
        "fairness", ALL, keeps_threshold,
        "“Fairness is well maintained in all of our experiments.”",
        "no cluster of the four methods has a balance below 1/2, at each k")
    yield about(part, OULAD, MOOC)(
        "perfect-fairness", ALL, perfect_balance,
        "“When the data is fair, in case of OULAD and MOOC datasets, our methods achieve perfect fairness.”",
        BALANCE_1_TEST)
    yield claim(
        "cardinality", ALMOST_ALL, baselines_over_capacity,
        "Sizes stay “within the maximum capacity threshold, which is significantly superior to competitive methods”.",
        "the four methods keep their q, and each baseline breaks it")
    yield claim(
        "partitioning", ALL, nearer_to_ideal,
        "The partitioning method is better than the hierarchical one in capacity: closest to the ideal cardinality.",
        "with the same fairlets, its largest cluster is smaller, at each k")
    yield claim(
        "hierarchical-cheapest", MOST, cheapest_of(tuple(HIERARCHICAL.values()), others_than(*HIERARCHICAL.values())),
        "“Regarding the clustering cost, the hierarchical approach has an advantage over other methods by outperforming its "
        "competitors in most experiments.”",
        "one of the two hierarchical methods costs no more than any other method but k-medoids")


def conclusion():
    yield about("Conclusion", *EVERY)(
        "quality", ALMOST_ALL, close_to_kmedoids(QUALITY),
        "“Our methods are effective in terms of fairness and cardinality while maintaining clustering quality.”",
        f"each of the four costs at most {QUALITY:g} % more than k-medoids")


PARTS = (setup, student_mat, student_por, pisa, oulad, mooc, summary, conclusion)
CLAIMS = tuple(claim for part in PARTS for claim in part())
