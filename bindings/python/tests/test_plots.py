"""The figures of the paper."""
import subprocess
import sys
import unittest

import matplotlib
from points import some

from faircap import plots

matplotlib.use("Agg")


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        X, sex = some()
        cls.rows = plots.sweep(X, [3, 4, 40], sensitive_features=sex, effort=1)

    def test_a_sweep_has_a_row_for_each_method_and_number(self):
        self.assertEqual(len(self.rows), 3 * len(plots.PAPER))
        impossible = [row for row in self.rows if row["n_clusters"] == 40 and row["method"] == "best"]
        self.assertEqual(impossible[0]["status"], "infeasible")
        self.assertIn("40 clusters", impossible[0]["note"])

    def test_each_figure_has_a_line_or_a_box_for_each_method(self):
        self.assertEqual(len(plots.cost(self.rows).lines), len(plots.PAPER))
        axes = plots.balance(self.rows, required=0.5)
        self.assertEqual(len(axes.lines), len(plots.PAPER) + 1)
        axes = plots.sizes(self.rows, 4)
        self.assertEqual([t.get_text() for t in axes.get_xticklabels()], list(plots.PAPER))
        axes = plots.balance(self.rows)
        self.assertIs(plots.cost(self.rows, ax=axes), axes)
        self.assertRaises(ValueError, plots.sizes, self.rows, 99)

    def test_without_matplotlib_all_but_the_figures_works(self):
        code = (
            "import sys; sys.modules['matplotlib'] = None\nimport faircap\n"
            "rows = faircap.plots.sweep([[0.0], [1.0], [5.0]], [2], methods=['best'])\n"
            "try: faircap.plots.cost(rows)\nexcept ImportError as e: print(e)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertIn("matplotlib", done.stdout)


if __name__ == "__main__":
    unittest.main()
