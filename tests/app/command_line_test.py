"""The command line of the real binary: help, version, exit codes, and the prompt. Kind: real binary over a pipe."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

SUBCOMMANDS = ("analyse", "bench", "book", "data", "eval", "explain", "go", "ladder", "match", "net", "perft",
               "play", "selfplay", "serve", "spsa", "suite", "tb", "train", "tune", "uci")


class CommandLine(unittest.TestCase):
    def test_help_names_every_subcommand(self):
        result = binary.run("--help")
        self.assertEqual(result.code, 0)
        self.assertIn("Exit codes", result.out)
        named = re.findall(r"^  ([a-z]+) ", result.out.split("Subcommands:")[1], re.MULTILINE)
        self.assertEqual(sorted(named), sorted(SUBCOMMANDS))

    def test_every_subcommand_has_help(self):
        for subcommand in SUBCOMMANDS:
            result = binary.run(subcommand, "--help")
            self.assertEqual(result.code, 0, subcommand)
            self.assertIn("--help", result.out)

    def test_version_says_what_was_built(self):
        result = binary.run("--version")
        self.assertEqual(result.code, 0)
        self.assertRegex(result.out, r"^zugwerk \d+\.\d+\.\d+ \(.*(pext|magic).*\)\n$")

    def test_bad_arguments_exit_with_2_and_name_what_is_wrong(self):
        for arguments, word in (
            (["no-such-thing"], "no-such-thing"),
            (["perft", "zero"], "zero"),
            (["perft", "0"], "0"),
            (["perft", "4", "--threads", "-1"], "-1"),
            (["perft"], "depth"),
            (["perft", "3", "--fen", "nonsense"], "nonsense"),
            (["play", "--fen", "nonsense"], "nonsense"),
            (["eval", "nonsense"], "nonsense"),
            (["perft", "--suite", "/no/such/file"], "/no/such/file"),
        ):
            result = binary.run(*arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err + result.out, arguments)


class Search(unittest.TestCase):
    def test_go_prints_lines_and_the_best_move(self):
        result = binary.run("go", "--depth", "6", "--fen", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1")
        self.assertEqual(result.code, 0)
        self.assertIn("best move: Nxd5", result.out)

    def test_go_names_a_finished_game(self):
        self.assertIn("stalemate", binary.run("go", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").out)

    def test_bench_gives_the_same_signature_twice(self):
        first, second = (binary.run("bench", "--depth", "4", "--quiet") for _ in range(2))
        self.assertEqual(first.code, 0)
        self.assertEqual(first.out.splitlines()[-1], second.out.splitlines()[-1])
        self.assertRegex(first.out.splitlines()[-1], r"^Bench: \d+$")


class Eval(unittest.TestCase):
    def test_prints_terms_and_a_total(self):
        result = binary.run("eval", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 b - - 0 1")
        self.assertEqual(result.code, 0)
        for word in ("Material", "King safety", "Passed pawns", "Scaling"):
            self.assertIn(word, result.out)
        self.assertRegex(result.out, r"(?m)^Total: \+\d+\.\d\d pawns for White$")

    def test_reads_chess960(self):
        fen = "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w FDfd - 0 1"
        self.assertEqual(binary.run("eval", fen, "--chess960").code, 0)


class Prompt(unittest.TestCase):
    def test_plays_a_game_in_any_notation(self):
        result = binary.run("play", "--side", "both", stdin="e4\ne7e5\nNg1-f3 nc6\nNc6 bc4\nfen\ngame\nquit\n")
        self.assertEqual(result.code, 0)
        self.assertIn("1. e4 e5 2. Nf3 Nc6", result.out)

    def test_refuses_a_bad_move_and_keeps_the_position(self):
        result = binary.run("play", "--side", "both", stdin="Ke2\nfen\n")
        self.assertIn("Ke2", result.out)
        self.assertIn("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", result.out)

    def test_announces_the_end(self):
        result = binary.run("play", "--side", "both", stdin="f3 e5 g4 Qh4\nundo\nQh4\na3\n")
        self.assertIn("0-1 {Black mates}", result.out)
        self.assertIn("The game is over", result.out)

    def test_sets_up_positions_and_starts_again(self):
        result = binary.run("play", "--side", "both", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", stdin="O-O\nfen\nnew 960 0\nfen\nnew\nfen\n")
        self.assertIn("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", result.out)
        self.assertIn("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", result.out)
        self.assertIn("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", result.out)

    def test_bad_words_get_an_answer(self):
        result = binary.run("play", "--side", "both", stdin="perft x\nnew 960 1000\nnew york\nfen 8/8\nfrobnicate\nundo\nmoves\nperft 3\n")
        self.assertEqual(result.code, 0)
        for expected in ("expected a depth", "expected a number from 0 to 959", "'york'", "unchanged", "frobnicate",
                         "no move to take back", "20 legal moves", "8,902 lines"):
            self.assertIn(expected, result.out)


if __name__ == "__main__":
    binary.main()
