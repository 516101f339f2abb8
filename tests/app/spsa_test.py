"""`zugwerk spsa` by the real binary, on an option that changes nothing. Kind: real binary over a pipe."""

import json
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


class Spsa(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.state = self.path("spsa.json")

    def arguments(self, *more):
        return ("spsa", "--engine", f"cmd={binary.BINARY}", "option.Hash=1", "--nodes", "60", "--no-pin",
                "--state", self.state, "--every", "2", *more)

    def kept(self):
        with open(self.state, encoding="utf-8") as file:
            return json.load(file)

    def test_plays_learns_and_saves(self):
        result = binary.run(*self.arguments("--param", "Move Overhead=20", "--iterations", "4", "--concurrency", "2"))
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("4 of 4 pairs", result.out)
        self.assertRegex(result.out, r"Move Overhead +\d+\.\d\d  \(\d+\.00 when this began\)")
        self.assertEqual(self.kept()["done"], 4)
        again = binary.run(*self.arguments("--param", "Move Overhead"))
        self.assertEqual(again.code, 2)
        self.assertIn("--resume", again.err)

    def test_resumes_after_an_interruption(self):
        process = subprocess.Popen(
            [binary.BINARY, *self.arguments("--param", "Move Overhead", "--iterations", "1000000")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        binary.wait_until(lambda: os.path.exists(self.state), "no state was written")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, errors)
        done = self.kept()["done"]
        self.assertGreater(done, 0)
        state = self.kept()
        state["iterations"] = done + 2
        with open(self.state, "w", encoding="utf-8") as file:
            json.dump(state, file)
        for more, word in ((("--iterations", "1000001"), "begun with --iterations"), (("--seed", "9"), "begun with --seed"),
                           (("--param", "Hash"), "begun for other numbers"),
                           (("--param", "Move Overhead=1.5"), "Move Overhead=")):
            refused = binary.run(*self.arguments("--resume", *more))
            self.assertEqual(refused.code, 2, refused.out)
            self.assertIn(word, refused.err)
        result = binary.run(*self.arguments("--param", "Move Overhead", "--resume"))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(self.kept()["done"], done + 2)

    def test_reports_errors(self):
        for arguments, word in (
            (("--param", "No Such Number"), "No Such Number"),
            (("--param", "Ponder"), "not a number"),
            (("--param", "Move Overhead=-1"), "step"),
            ((), "--param"),
            (("--resume",), self.state),
            (("--param", "Move Overhead", "--openings", "absent.epd"), "absent.epd"),
        ):
            result = binary.run(*self.arguments(*arguments))
            self.assertIn(result.code, (1, 2), arguments)
            self.assertIn(word, result.err)


if __name__ == "__main__":
    binary.main()
