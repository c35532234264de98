"""A verdict follows from the results: where the paper is right it is confirmed, where it is not it is not."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import worlds  # noqa: E402
from claims import (ALL, ALMOST_ALL, CONFIRMED, MOST, PARTLY, REFUTED, UNTESTED, Claim, Comparison, finding,  # noqa: E402
                    judge, verdict)
from paper import CLAIMS  # noqa: E402
from published import broke_capacity  # noqa: E402
from results import FAIR_CAPACITATED, HIERARCHICAL, KMEDOIDS, KMEDOIDS_FC, Results, spread  # noqa: E402

# A balance of 1/2 is a share of one third: no data set whose groups are not equal can confirm this one.
MISTAKEN = {"half-share"}


def verdicts(world):
    return {found.claim.key: found.verdict for found in judge(CLAIMS, world)}


class Verdicts(unittest.TestCase):
    def test_every_claim_has_its_own_key(self):
        self.assertEqual(len({claim.key for claim in CLAIMS}), len(CLAIMS))

    def test_where_the_paper_is_right_every_claim_is_confirmed(self):
        found = verdicts(worlds.as_the_paper_says())
        self.assertEqual({key for key, v in found.items() if v != CONFIRMED}, MISTAKEN)

    def test_every_claim_is_refuted_by_some_other_world(self):
        world = worlds.as_the_paper_says()
        others = [worlds.changed(world, worlds.upside_down), worlds.changed(world, worlds.dear),
                  {"tune": worlds.tune(lam=0.9, slacks=(1.05, 1.3), repaired=0, excess=2)}]
        refuted = {key for other in others for key, v in verdicts(other).items() if v == REFUTED}
        self.assertEqual({claim.key for claim in CLAIMS} - refuted, set())

    def test_without_results_nothing_is_tested(self):
        self.assertEqual(set(verdicts({}).values()), {UNTESTED})

    def test_half_of_each_group_needs_a_balance_of_one(self):
        world = worlds.changed(worlds.as_the_paper_says(), lambda run: run._replace(balance=1.0))
        self.assertEqual(verdicts(world)["half-share"], CONFIRMED)

    def test_shares_decide(self):
        self.assertEqual([verdict(h, 18, ALL) for h in (18, 17, 9, 8, 0)], [CONFIRMED, PARTLY, PARTLY, REFUTED, REFUTED])
        self.assertEqual([verdict(h, 20, ALMOST_ALL) for h in (18, 17, 9, 8)], [CONFIRMED, PARTLY, PARTLY, REFUTED])
        self.assertEqual([verdict(h, 18, MOST) for h in (10, 9, 5, 4)], [CONFIRMED, PARTLY, PARTLY, REFUTED])
        self.assertEqual(verdict(0, 0, ALL), UNTESTED)

    def test_one_cluster_too_large_ends_a_claim_about_capacity(self):
        def one_too_large(run):
            return run._replace(sizes=(run.q + 1,) + run.sizes[1:]) if (run.method, run.k) == (KMEDOIDS_FC["mcf"], 7) else run
        found = next(f for f in judge(CLAIMS, worlds.changed(worlds.as_the_paper_says(), one_too_large))
                     if f.claim.key == "student-mat-capacity")
        self.assertEqual((found.verdict, found.holds(), len(found.comparisons)), (PARTLY, 71, 72))
        self.assertEqual([d.failing for d in found.details() if d.failing], [[7]])

    def test_a_run_without_an_answer_is_not_compared(self):
        def infeasible(run):
            return run._replace(cost=None, status="infeasible") if run.k > 5 and run.method == KMEDOIDS else run
        world = worlds.changed(worlds.as_the_paper_says(), infeasible)
        found = next(f for f in judge(CLAIMS, world) if f.claim.key == "student-mat-kmedoids")
        self.assertEqual(len(found.comparisons), 8 * 3)

    def test_a_data_set_that_is_missing_is_named(self):
        world = worlds.as_the_paper_says()
        del world["mooc"]
        found = {f.claim.key: f for f in judge(CLAIMS, world)}
        self.assertEqual((found["fairness"].verdict, found["fairness"].missing), (CONFIRMED, ("mooc",)))
        self.assertEqual(found["mooc-capacity"].verdict, UNTESTED)

    def test_a_claim_on_several_data_sets_is_detailed_by_data_set(self):
        made = [Comparison("x", "", 3, True, 1.0, "%"), Comparison("y", "", 3, False, 3.0, "%")]
        claim = Claim("c", "", ("a", "b"), "", "", ALL, lambda results: made)
        found = finding(claim, {"a": True, "b": True})
        self.assertEqual([(d.left, d.holds, d.of, d.by) for d in found.details()], [("a", 1, 2, 2.0), ("b", 1, 2, 2.0)])


class Figures(unittest.TestCase):
    def test_the_spread_is_that_of_a_box_plot(self):
        def spread_of(*sizes):
            return spread(worlds.run("m", len(sizes), 1.0, 1.0, sizes))
        self.assertEqual(spread_of(10, 8, 6, 4, 2), 4)  # quartiles 4 and 8
        self.assertEqual(spread_of(4, 3, 2, 1), 1.5)  # 1.75 and 3.25
        self.assertEqual(spread_of(9), 0)

    def test_the_cheapest_of_none_is_none(self):
        self.assertIsNone(Results([]).cheapest(FAIR_CAPACITATED, 3))

    def test_published_kmedoids_broke_their_capacity_where_floor_leaves_no_room(self):
        broken = {n: [k for k in range(3, 21) if broke_capacity(KMEDOIDS_FC["mcf"], n, k)] for n in (395, 649)}
        self.assertEqual(broken[395], [7, 8, 10, 13, 14, 15, 16, 17, 19, 20])  # 395 * 1.01 = 398.95: at k = 7, q = 56 and 7 q = 392
        self.assertEqual(len(broken[649]), 10)
        self.assertFalse(any(broke_capacity(HIERARCHICAL["mcf"], 395, k) for k in range(3, 21)))


if __name__ == "__main__":
    unittest.main()
