"""`zugwerk tune` from files to a new source of weights. Kind: real binary over a pipe."""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

WEIGHTS = os.path.join(HERE, "..", "..", "src", "eval", "classical", "weights.h")

# Quiet positions that are better for one side, with their results.
POSITIONS = (
    ("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - {} 30", "1-0"),
    ("r3k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - {} 30", "0-1"),
    ("r3k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - {} 30", "1/2-1/2"),
    ("4k3/pp3ppp/2n5/8/8/2B5/PP3PPP/4K3 w - - {} 30", "1-0"),
    ("4k3/pp3ppp/2n5/8/8/2B5/PP3PPP/4K3 b - - {} 30", "1/2-1/2"),
)


def numbers_of(text):
    return [int(number) for number in re.findall(r"-?\b\d+\b", text)]


class Tune(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.data = self.path("lines.epd")
        with open(self.data, "w", encoding="utf-8") as lines:
            for clock in range(40):
                for fen, result in POSITIONS:
                    lines.write(f'{fen.format(clock)} c9 "{result}"; id "game {clock}";\n')
        with open(WEIGHTS, encoding="utf-8") as source:
            self.source = source.read()

    def tune(self, *arguments, name="out", state=True):
        kept = ["--state", self.path(name + ".json")] if state else []
        result = binary.run(
            "tune", self.data, "--weights", WEIGHTS, "--output", self.path(name + ".h"), *kept, *arguments
        )
        output = self.path(name + ".h")
        text = ""
        if os.path.exists(output):
            with open(output, encoding="utf-8") as written:
                text = written.read()
        return result, text

    def test_zero_epochs_leave_the_source_unchanged(self):
        result, text = self.tune("--epochs", "0")
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(text, self.source)
        self.assertIn("positions: 200 of 40 games", result.out)

    def test_writes_the_source_with_other_numbers_and_nothing_else_changed(self):
        result, text = self.tune("--epochs", "5", "--hold-out", "0")
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"epoch   5/5  loss 0\.\d+  held out 0\.\d+ .* left")
        self.assertNotEqual(text, self.source)
        without = re.compile(r"-?\b\d+\b")
        self.assertEqual(without.sub("#", text), without.sub("#", self.source))
        self.assertEqual(len(numbers_of(text)), len(numbers_of(self.source)))

    def test_a_resumed_run_writes_the_same_as_an_uninterrupted_one(self):
        _, whole = self.tune("--epochs", "6", name="whole")
        self.tune("--epochs", "3", name="half")
        result, resumed = self.tune(
            "--epochs", "6", "--resume", self.path("half.json"), "--threads", "2", name="half", state=False
        )
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(resumed, whole)
        self.assertNotEqual(resumed, self.source)
        self.assertNotIn("epoch   3/", result.out)
        with open(self.path("half.json"), encoding="utf-8") as half, open(
            self.path("whole.json"), encoding="utf-8"
        ) as whole_state:
            self.assertEqual(half.read(), whole_state.read())

    def test_in_place_writes_over_the_source(self):
        copy = self.path("weights.h")
        with open(copy, "w", encoding="utf-8") as target:
            target.write(self.source)
        result = binary.run(
            "tune", self.data, "--weights", copy, "--in-place", "--epochs", "5", "--hold-out", "0",
            "--state", self.path("s.json"),
        )
        self.assertEqual(result.code, 0, result.err)
        with open(copy, encoding="utf-8") as target:
            self.assertNotEqual(target.read(), self.source)

    def test_bad_lines_are_named_and_skipped(self):
        with open(self.data, "a", encoding="utf-8") as lines:
            lines.write("no position at all [1.0]\n")
        result, _ = self.tune("--epochs", "0")
        self.assertEqual(result.code, 0)
        self.assertIn("lines.epd:201: ", result.err)
        self.assertIn("could not be read: 1", result.out)

    def test_bad_input_exits_with_2_and_says_why(self):
        other = self.path("other.h")
        with open(other, "w", encoding="utf-8") as target:
            target.write(re.sub(r"kTempo\{-?\d+", "kTempo{777", self.source))
        empty = self.path("empty.epd")
        with open(empty, "w", encoding="utf-8"):
            pass
        state = self.path("broken.json")
        with open(state, "w", encoding="utf-8") as target:
            target.write("{}")
        for arguments, word in (
            ((), "files"),
            ((self.data, "--weights", "/no/such/weights.h"), "/no/such/weights.h"),
            ((self.data, "--weights", other), "kTempo mg is 777"),
            (("/no/such/lines.epd", "--weights", WEIGHTS), "/no/such/lines.epd"),
            ((empty, "--weights", WEIGHTS), "no position"),
            ((self.data, "--weights", WEIGHTS, "--resume", state), "broken.json: 'format' is missing"),
            ((self.data, "--weights", WEIGHTS, "--resume", state, "--seed", "4"), "--seed"),
            ((self.data, "--weights", WEIGHTS, "--hold-out", "2"), "--hold-out"),
        ):
            result = binary.run("tune", *arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err + result.out, arguments)


if __name__ == "__main__":
    binary.main()
