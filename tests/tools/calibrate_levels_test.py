"""The arithmetic of tools/calibrate-levels: ratings are recovered from results simulated from them. Kind: unit."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

TOOL = str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools" / "calibrate-levels")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("calibrate_levels", TOOL)
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(tool)


def expected(difference):
    return 1 / (1 + 10 ** (-difference / 400))


class Ratings(unittest.TestCase):
    def test_are_recovered_along_a_chain(self):
        truth = {"a": 900, "b": 1150, "c": 1400, "anchor": 1500}
        results = [(first, second, 10_000 * expected(truth[first] - truth[second]), 10_000)
                   for first, second in (("b", "a"), ("c", "b"), ("c", "anchor"))]
        found = tool.ratings_of(results, {"anchor": 1500.0})
        for name, rating in truth.items():
            self.assertAlmostEqual(found[name], rating, delta=1, msg=name)

    def test_a_clean_score_is_a_finite_difference(self):
        found = tool.ratings_of([("strong", "anchor", 100, 100)], {"anchor": 1500.0})
        self.assertGreater(found["strong"], 2000)
        self.assertLess(found["strong"], 3000)


if __name__ == "__main__":
    unittest.main()
