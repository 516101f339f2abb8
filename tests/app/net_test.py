"""Networks and the real binary: `zugwerk net`, the bench by every kernel, and the UCI options. Kind: real binary."""

import json
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import network_file


class Networks(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.file = self.path("some.zugnet")
        self.name = network_file.write(self.file)

    def test_info_says_what_it_is(self):
        result = binary.run("net", "info", self.file)
        self.assertEqual(result.code, 0, result.err)
        for word in (self.name, "(768 -> 32) x 2 -> 1", "output buckets: 8", "feature weights", "24576"):
            self.assertIn(word, result.out)

    def test_verify_knows_sound_from_broken(self):
        result = binary.run("net", "verify", self.file)
        self.assertEqual((result.code, result.err), (0, ""))
        self.assertIn("sound, " + self.name, result.out)

        named = self.path(self.name + ".zugnet")
        shutil.copy(self.file, named)
        self.assertEqual(binary.run("net", "verify", named).code, 0)
        misnamed = self.path("zug-0123456789ab.zugnet")
        shutil.copy(self.file, misnamed)
        result = binary.run("net", "verify", misnamed)
        self.assertEqual(result.code, 1)
        self.assertIn(self.name, result.err)

        with open(self.file, "r+b") as file:
            file.seek(5000)
            byte = file.read(1)
            file.seek(5000)
            file.write(bytes([byte[0] ^ 1]))
        result = binary.run("net", "verify", self.file)
        self.assertEqual(result.code, 1)
        self.assertIn("damaged", result.err)
        self.assertIn(self.file, result.err)
        result = binary.run("net", "verify", self.path("missing"))
        self.assertEqual(result.code, 2)
        self.assertIn("missing", result.err)

    def test_eval_shows_each_piece(self):
        result = binary.run("net", "eval", self.file, "4k3/8/8/3q4/8/8/4P3/4K3 w - - 0 1")
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(len(re.findall(r"[+-]\d+\.\d\d\|", result.out)), 2, "two pieces that are no kings")
        self.assertRegex(result.out, r"Total: [+-]\d+\.\d\d pawns for White")
        self.assertEqual(binary.run("net", "eval", self.file, "nonsense").code, 2)

    def test_judge_compares_networks_on_the_same_positions(self):
        games = self.path("judge.zwg")
        made = binary.run("selfplay", "-o", games, "--games", "12", "--nodes", "50", "--seed", "3", "--network", "none")
        self.assertEqual(made.code, 0, made.err)
        numbers = self.path("numbers.json")
        arguments = ("net", "judge", "none", self.file, "none", "--games", games, "--json", numbers)
        result = binary.run(*arguments, "--concurrency", "2")
        self.assertEqual((result.code, result.err), (0, ""))
        self.assertEqual(binary.run(*arguments).out, result.out, "the number of threads changes nothing")
        self.assertRegex(result.out, r"left out, early: \d+")
        self.assertIn(self.name, result.out)
        with open(numbers, encoding="utf-8") as file:
            judged = json.load(file)
        self.assertEqual([one["name"] for one in judged["evaluations"]], ["classical", self.name, "classical"])
        first, other, again = judged["evaluations"]
        self.assertEqual(again["results"], first["results"])
        self.assertEqual(again["results"]["difference_standard_error"], 0)
        for kind in ("results", "scores"):
            self.assertAlmostEqual(other[kind]["difference"], other[kind]["error"] - first[kind]["error"])
            self.assertGreater(other[kind]["difference_standard_error"], 0)
            self.assertGreater(other[kind]["error"], first[kind]["error"], "random numbers predict nothing")

        more = binary.run("net", "judge", "none", "--games", games, "--keep-captures", "--first-ply", "0")
        self.assertGreater(int(re.search(r"judged: ([\d,]+)", more.out)[1].replace(",", "")), judged["positions"])
        self.assertNotIn("early", more.out)
        for bad, word in ((("--games", self.file), "not a file of games"), (("--games", "/dev/stdin"), "read twice"),
                          (("--games", games, "--first-ply", "1000"), "at least two games are needed")):
            result = binary.run("net", "judge", "none", *bad)
            self.assertEqual(result.code, 2, result.out)
            self.assertIn(word, result.err)
        with open(games, "ab") as file:
            file.write(b"dust")
        result = binary.run(*arguments)
        self.assertEqual(result.code, 1)
        self.assertIn("damaged", result.err)
        with open(numbers, encoding="utf-8") as file:
            self.assertEqual(json.load(file), judged, "intact games are still judged")

    def test_every_kernel_gives_the_same_bench(self):
        refused = binary.run("bench", "--network", self.file, "--kernel", "abacus")
        self.assertEqual(refused.code, 2)
        kernels = refused.err.split("runs")[1].split()
        self.assertIn("scalar", kernels)
        results = {binary.run("bench", "--depth", "4", "--quiet", "--network", self.file, "--kernel", kernel).out
                   .splitlines()[-1] for kernel in kernels}
        self.assertEqual(len(results), 1, results)
        classical = binary.run("bench", "--depth", "4", "--quiet", "--network", "none").out.splitlines()[-1]
        self.assertNotIn(classical, results)

    def test_uci_takes_a_network_and_keeps_it_when_the_next_is_bad(self):
        bad = self.path("bad.zugnet")
        with open(bad, "wb") as file:
            file.write(b"ZUGNET")
        with binary.Session() as session:
            session.send("uci", f"setoption name EvalFile value {self.file}")
            lines = session.until("info string evaluation: network " + self.name)
            self.assertIn("option name EvalFile type string default <empty>", lines)
            self.assertIn("option name Evaluation type combo default network var network var classical", lines)
            session.send("position startpos", "eval")
            session.until("Network " + self.name)
            for value, word in ((bad, "truncated"), (self.path("missing"), "missing")):
                session.send(f"setoption name EvalFile value {value}", "isready")
                errors = [line for line in session.until("readyok") if line.startswith("info string error")]
                self.assertEqual(len(errors), 1)
                self.assertIn(word, errors[0])
                self.assertIn("the old evaluation stays", errors[0])
            session.send("eval")
            session.until("Network " + self.name)
            session.send("go depth 5")
            session.until("bestmove")
            session.send("setoption name Evaluation value perhaps")
            session.until("info string error: option Evaluation: 'perhaps'")
            session.send("setoption name Evaluation value classical", "eval", "isready")
            self.assertIn("Mobility", "\n".join(session.until("readyok")))
            session.send("setoption name Evaluation value network", "eval")
            session.until("Network " + self.name)
            session.send("setoption name EvalFile value <empty>")
            self.assertNotIn(self.name, session.until("info string evaluation: ")[-1])
            session.send("quit")
            self.assertEqual(session.end(), 0)


if __name__ == "__main__":
    binary.main()
