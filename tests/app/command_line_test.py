"""The command line of the real binary: help, version, exit codes, and the prompt. Kind: real binary over a pipe."""

import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

SUBCOMMANDS = ("analyse", "bench", "book", "completion", "data", "eval", "explain", "go", "ladder", "library", "manual", "match", "merge",
               "net", "perft", "play", "queue", "selfplay", "serve", "spsa", "suite", "tb", "train", "tune", "uci")


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

    def test_bad_arguments_exit_with_2_and_are_named(self):
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


    def test_misspelt_commands_get_a_suggestion(self):
        for typed, meant in (("analyze", "analyse"), ("paly", "play"), ("exlpain", "explain")):
            result = binary.run(typed)
            self.assertEqual(result.code, 2)
            self.assertIn(f"there is no command '{typed}' (did you mean {meant}?)", result.err)
        self.assertIn("zugwerk --help lists them", binary.run("frobnicate").err)

    def test_a_misspelt_command_of_a_command_gets_a_suggestion(self):
        for typed, meant in (("queue ad", "add"), ("data chek", "check"), ("net jugde", "judge"), ("book mkae", "make")):
            result = binary.run(*typed.split(), "x")
            self.assertEqual(result.code, 2)
            self.assertIn(f"there is no command '{typed}' (did you mean {meant}?)", result.err)
        self.assertIn("zugwerk queue --help lists them", binary.run("queue", "wxyzwxyz").err)
        self.assertIn("A subcommand is required", binary.run("queue").err)


class OldSpellings(unittest.TestCase):
    """Each still does what it did, is not shown by --help, and names the new spelling on standard error."""

    # The command line, the old and the new option or subcommand, and the error that shows the option was understood.
    RENAMED = (
        (("analyse", "--threads", "0", "x.pgn"), "analyse", "--threads", "--concurrency", "--concurrency"),
        (("analyse", "/no/such.pgn", "--out", "/no/such/out.pgn"), "analyse", "--out", "--output", "/no/such"),
        (("book", "grow", "-o", "x", "--max-ply", "0"), "book grow", "--max-ply", "--max-plies", "--max-plies"),
        (("book", "make", "-o", "x", "y", "--max-ply", "0"), "book make", "--max-ply", "--max-plies", "--max-plies"),
        (("book", "make", "-o", "x", "y", "--only", "red"), "book make", "--only", "--side", "red"),
        (("data", "wander", "/no/such.zwg", "-o", "/no/such/out"), "data", "wander", "random-walks", "/no/such"),
        (("data", "filter", "/no/such.zwg", "-o", "x", "--result", "2-0"), "data filter", "--result", "--results", "2-0"),
        (("data", "to-epd", "/no/such.zwg", "--checks"), "data to-epd", "--checks", "--keep-checks", "/no/such.zwg"),
        (("data", "to-epd", "/no/such.zwg", "--decided"), "data to-epd", "--decided", "--keep-decided", "/no/such.zwg"),
        (("data", "to-epd", "/no/such.zwg", "--tactical"), "data to-epd", "--tactical", "--keep-captures", "/no/such.zwg"),
        (("data", "to-epd", "/no/such.zwg", "--unscored"), "data to-epd", "--unscored", "--keep-unscored", "/no/such.zwg"),
        (("net", "export", "/no/such.net", "--network", "/no/such/out"), "net export", "--network", "--output", "/no/such"),
        (("play", "--think=0.001"), "play", "--think", "--movetime", "--movetime: Value 1 not in range"),
        (("selfplay", "-o", "x", "--threads", "0"), "selfplay", "--threads", "--concurrency", "--concurrency"),
        (("serve", "--tables", "/no/such/tables"), "serve", "--tables", "--tb", "/no/such/tables"),
        (("suite", "/no/such.epd", "--workers", "0"), "suite", "--workers", "--concurrency", "--concurrency"),
        (("tb", "--path", "/no/such/tables"), "tb", "--path", "--tb", "/no/such/tables"),
        (("train", "x", "--fewest-pieces", "99"), "train", "--fewest-pieces", "--min-pieces", "--min-pieces"),
        (("train", "x", "--largest-clock", "-1"), "train", "--largest-clock", "--max-clock", "--max-clock"),
        (("train", "x", "--largest-score", "0"), "train", "--largest-score", "--max-score", "--max-score"),
    )

    def test_they_still_work_and_name_the_new_one(self):
        for arguments, command, before, now, refused in self.RENAMED:
            with self.subTest(arguments):
                result = binary.run(*arguments)
                self.assertNotEqual(result.code, 0)
                hint, _, rest = result.err.partition("\n")
                self.assertIn(f"'{command} {before}' is now called '{command} {now}'", hint)
                self.assertIn(refused, rest)

    def test_help_shows_only_the_new_ones(self):
        for _, command, before, now, _ in self.RENAMED:
            shown = re.findall(r"^  (?:-o,)?(--[\w-]+|[a-z-]+) ", binary.run(*command.split(), "--help").out, re.MULTILINE)
            self.assertIn(now, shown, command)
            self.assertNotIn(before, shown, command)

    def test_a_value_keeps_its_meaning_in_the_new_unit(self):
        result = binary.run("play", "--think", "0.05", "--side", "black", stdin="quit\n")
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("'play --movetime', in milliseconds", result.err)

    def test_new_spellings_give_no_hint(self):
        self.assertEqual(binary.run("play", "--movetime", "50", stdin="quit\n").err, "")

    def test_words_after_two_dashes_are_arguments(self):
        self.assertNotIn("is now called", binary.run("analyse", "--", "--threads").err)


class Positions(unittest.TestCase):
    """Given in the same ways to every command."""

    def test_positional_or_as_an_option_or_by_moves(self):
        fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
        for command in (["eval"], ["perft", "2", "--divide"], ["go", "--nodes", "500"], ["explain", "--nodes", "500"]):
            # A search that takes more than a second on a busy machine prints bounds, too; its move is the same.
            shown = r"(?s).*(?=best move)" if command[0] == "go" else r"[\d.]+ (s|million).*"
            known = [re.sub(shown, "", binary.run(*command, *given).out) for given in (
                [fen], ["--fen", fen], ["startpos moves e2e4 e7e5"],
                ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5"])]
            self.assertTrue(known[0], command)
            self.assertEqual(len({text.replace(" e6 ", " - ") for text in known}), 1, (command, known))

    def test_a_bad_move_is_explained(self):
        result = binary.run("eval", "startpos moves e2e4 e7e6 e4e6")
        self.assertEqual(result.code, 2)
        self.assertIn("e4e6", result.err)

    def test_two_positions_are_refused(self):
        self.assertEqual(binary.run("eval", "startpos", "--fen", "startpos").code, 2)


class Search(unittest.TestCase):
    def test_go_prints_lines_and_the_best_move(self):
        result = binary.run("go", "--depth", "6", "--fen", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1")
        self.assertEqual(result.code, 0)
        self.assertIn("best move: Nxd5", result.out)

    def test_go_scores_are_those_of_white(self):
        # Black is a queen up, and mates in one.
        result = binary.run("go", "--depth", "4", "4k3/8/8/8/8/8/3q4/7K b - - 0 1")
        self.assertRegex(result.out, r"for White")
        self.assertRegex(result.out, r"(?m)^ +\d+ +(-\d+\.\d\d|#-\d+) ")
        self.assertNotRegex(result.out, r"(?m)^ +\d+ +\+\d")

    def test_go_marks_bounds(self):
        # They are reported from the first second on, until the exact score is known.
        shown = binary.run("go", "--movetime", "4000", "--lines", "4", "--hash", "1",
                           "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3").out
        lines = shown.splitlines()[1:-1]
        self.assertGreater(len(lines), 8, shown)
        for line in lines:
            self.assertRegex(line, r"^ *\d+ +([≥≤] )?([+-]?\d+\.\d\d|#-?\d+) ")
        bounds = [line for line in lines if re.match(r" *\d+ +[≥≤] ", line)]
        self.assertTrue(bounds, shown)
        self.assertEqual([line for line in bounds if float(re.search(r"([\d.]+) s  ", line).group(1)) < 1], [], shown)

    def test_go_prints_a_mate_once(self):
        result = binary.run("go", "--nodes", "20000", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        self.assertEqual(len(re.findall(r"#1 .*1\. Ra8#", result.out)), 1, result.out)

    def test_explain_numbers_a_line_once(self):
        result = binary.run("explain", "--nodes", "3000", "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
        self.assertNotRegex(result.out, r"(?m)^    4\.\S+ 4\.\.\.")

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

    def test_unknown_words_get_an_answer(self):
        result = binary.run("play", "--side", "both", stdin="perft x\nnew 960 1000\nnew york\nfen 8/8\nfrobnicate\nundo\nmoves\nperft 3\n")
        self.assertEqual(result.code, 0)
        for expected in ("expected a depth", "expected a number from 0 to 959", "'york'", "unchanged", "frobnicate",
                         "no move to take back", "20 legal moves", "8,902 lines"):
            self.assertIn(expected, result.out)


if __name__ == "__main__":
    binary.main()
