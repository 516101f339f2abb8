"""tools/soak in its smallest form, and whether it detects a faulty engine. Kind: real binary over a pipe."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

SOAK = os.path.join(HERE, "..", "..", "tools", "soak")
MOCK = os.path.join(HERE, "..", "support", "mock_engine.py")

# An engine that alters the fifth bestmove of the real one.
PROXY = """
import subprocess, sys
engine = subprocess.Popen(sys.argv[2:], stdin=sys.stdin, stdout=subprocess.PIPE, text=True)
count = 0
for line in engine.stdout:
    count += line.startswith("bestmove")
    fifth = line.startswith("bestmove") and count == 5
    if fifth and sys.argv[1] == "dies":
        engine.kill()
        sys.exit(3)
    if not (fifth and sys.argv[1] == "drops"):
        print(line, end="", flush=True)
    if fifth and sys.argv[1] == "doubles":
        print(line, end="", flush=True)
sys.exit(engine.wait())
"""


def soak(*arguments):
    result = subprocess.run([sys.executable, SOAK, binary.BINARY, "--tiny", *arguments], capture_output=True, text=True,
                            timeout=280, check=False)
    return result.returncode, result.stdout + result.stderr


class Soak(unittest.TestCase):
    def test_nothing_breaks(self):
        code, text = soak()
        self.assertEqual(code, 0, text)
        self.assertRegex(text, r"(?m)^games +4$")
        self.assertIn("nothing broke", text)
        searches = re.search(r"(?m)^searches +(\d+)$", text)
        self.assertRegex(text, rf"(?m)^bestmoves +{searches[1]}$")
        self.assertGreater(int(searches[1]), 50)

    def test_parts_add_up(self):
        with tempfile.TemporaryDirectory() as folder:
            for games, resume, total in (("2", [], 2), ("4", ["--resume"], 4), ("4", ["--resume"], 4)):
                code, text = soak("--games", games, "--keep", folder, *resume)
                self.assertEqual(code, 0, text)
                self.assertRegex(text, rf"(?m)^games at 0\.5\+0\.01 +{total}, \d+ lost on time$")
            self.assertRegex(text, r"(?m)^3 parts$")
            kept = self.kept(folder)
            self.assertEqual(kept["games"], {"0.5+0.01": 4})
            self.assertEqual([part["games"] for part in kept["parts"]], [2, 2, 0])
            self.assertEqual(kept["sessions"]["searches"], kept["sessions"]["bestmoves"])
            self.assertRegex(text, rf"(?m)^searches +{kept['sessions']['searches']}$")
            code, text = soak("--games", "2", "--keep", folder)
            self.assertEqual(code, 1, text)
            self.assertIn("--resume continues it", text)

    def test_faults_of_earlier_parts_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            engine = ("--engine", f"{sys.executable} -S -E {shlex.quote(MOCK)} --mode illegal", "--sessions", "0", "--keep", folder)
            for games, resume in (("2", []), ("4", ["--resume"])):
                code, text = soak("--games", games, *engine, *resume)
                self.assertEqual(code, 1, text)
                kept = self.kept(folder)
                # Every game of this engine against itself ends with an illegal move.
                self.assertEqual((kept["games"]["0.5+0.01"], kept["faults"]["illegal moves"]), (int(games), int(games)), text)
                self.assertRegex(text, rf"(?m)^illegal moves: {games}$")

    def test_an_interrupted_part_is_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.Popen([sys.executable, SOAK, binary.BINARY, "--tiny", "--keep", folder], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
            binary.wait_until(lambda: any(name.endswith(".journal") for name in os.listdir(folder)), "no match began")
            process.terminate()
            text, _ = process.communicate(timeout=100)
            self.assertEqual(process.returncode, 130, text)
            self.assertTrue(self.kept(folder)["parts"][0]["interrupted"])
            code, text = soak("--keep", folder, "--resume")
            self.assertEqual(code, 0, text)
            kept = self.kept(folder)
            self.assertEqual(kept["games"], {"0.5+0.01": 4})
            self.assertEqual(sum(part["games"] for part in kept["parts"]), 4)

    @staticmethod
    def kept(folder):
        with open(os.path.join(folder, "soak.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_finds_what_an_engine_does_wrong_in_games(self):
        for mode, fault in (("twice", "surplus bestmoves"), ("illegal", "illegal moves"), ("crash", "crashes")):
            with self.subTest(mode):
                engine = f"{sys.executable} -S -E {shlex.quote(MOCK)} --mode {mode}"
                code, text = soak("--games", "2", "--sessions", "0", "--engine", engine)
                self.assertEqual(code, 1, text)
                self.assertRegex(text, rf"(?m)^{fault}: \d+$")

    def test_finds_what_an_engine_does_wrong_in_sessions(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(PROXY)
            file.flush()
            for what, fault, patience in (("doubles", "surplus bestmoves", "60"), ("drops", "missing bestmoves", "3"),
                                          ("dies", "crashes", "60")):
                with self.subTest(what):
                    engine = f"{sys.executable} {file.name} {what} {shlex.quote(binary.BINARY)} uci"
                    code, text = soak("--games", "0", "--engine", engine, "--patience", patience)
                    self.assertEqual(code, 1, text)
                    self.assertRegex(text, rf"(?m)^{fault}: 1$")

    def test_finds_growth_of_memory(self):
        # Every process grows by more than a negative limit.
        code, text = soak("--games", "0", "--rounds", "8", "--most-growth", "-1000")
        self.assertEqual(code, 1, text)
        self.assertRegex(text, r"(?m)^growth of memory: 1$")


if __name__ == "__main__":
    binary.main()
