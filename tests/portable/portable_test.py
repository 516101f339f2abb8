"""A program for another machine, run by an emulator, against one for this machine: the same signature, moves, counts and
files; both protocols; clear messages for what it was built without; games between the two. Kind: real binary over a pipe.

    portable_test.py NATIVE PROGRAM EMULATOR... [-- unittest arguments]

NATIVE is the program for this machine. ZUGWERK_PORTABLE_DEPTH is the depth of the bench (12: the whole signature) and
ZUGWERK_PORTABLE_GAMES how many games are played."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

NATIVE = None
PATIENCE = 3600  # emulators are slow, and so are busy machines
DEPTH = os.environ.get("ZUGWERK_PORTABLE_DEPTH", "12")
GAMES = int(os.environ.get("ZUGWERK_PORTABLE_GAMES", "20"))
GAME = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'


def native(*arguments, **options):
    completed = subprocess.run([NATIVE, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE, **options)
    return binary.Result(completed)


def run(*arguments, **options):
    return binary.run(*arguments, timeout=PATIENCE, **options)


class Portable(binary.FolderCase):
    def same(self, *arguments):
        ours, theirs = native(*arguments), run(*arguments)
        self.assertEqual((theirs.code, theirs.out), (ours.code, ours.out), f"{arguments}: {theirs.err}")
        self.assertEqual(ours.code, 0, ours.err)

    def test_says_what_it_is(self):
        self.assertRegex(run("--version").out, r"^zugwerk \d+\.\d+\.\d+ \(.*(pext|magic).*\)\n$")

    def test_has_the_same_signature(self):
        for network in ([], ["--network", "none"]):
            depth = DEPTH if not network else "6"
            nodes = [re.search(r"(\d+)\s*$", result.out)[1]
                     for result in (native("bench", "--quiet", "--depth", depth, *network), run("bench", "--quiet", "--depth", depth, *network))]
            self.assertEqual(nodes[0], nodes[1])

    def test_counts_the_same_positions(self):
        self.assertIn("197281", run("perft", "4").out)
        self.assertIn("4085603", run("perft", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4",
                                     "--threads", "2", "--hash", "16").out)

    def test_evaluates_and_explains_alike(self):
        for fen in ("startpos", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"):
            self.same("eval", fen)
        self.same("explain", "--nodes", "20000", "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3")

    def test_speaks_uci(self):
        with binary.Session() as session:
            session.send("uci")
            self.assertTrue(session.until("uciok", PATIENCE)[0].startswith("id name Zugwerk"))
            session.send("setoption name Hash value 8", "setoption name Threads value 2", "isready")
            session.until("readyok", PATIENCE)
            session.send("position startpos moves e2e4 e7e5", "go depth 6")
            self.assertRegex(session.until("bestmove", PATIENCE)[-1], r"^bestmove [a-h][1-8][a-h][1-8]")
            session.send("go infinite", "isready")
            session.until("readyok", PATIENCE)
            session.send("stop")
            session.until("bestmove", PATIENCE)
            session.send("quit")
            self.assertEqual(session.end(PATIENCE), 0)

    def test_speaks_xboard(self):
        with binary.Session() as session:
            session.send("xboard", "protover 2")
            session.until("feature", PATIENCE)
            session.send("new", "sd 4", "e2e4")
            self.assertRegex(session.until("move ", PATIENCE)[-1], r"^move [a-h][1-8][a-h][1-8]")
            session.send("quit")
            self.assertEqual(session.end(PATIENCE), 0)

    def test_an_end_of_input_ends_it(self):
        with binary.Session() as session:
            session.send("isready")
            session.until("readyok", PATIENCE)
            self.assertEqual(session.end(PATIENCE), 0)

    def test_searches_and_prints_plain_lines(self):
        result = subprocess.run([binary.BINARY, "go", "--depth", "7"], capture_output=True, check=True, timeout=PATIENCE)
        self.assertNotIn(b"\r", result.stdout)
        best = [re.search(r"(best move|bestmove)?\W*([a-h][1-8][a-h][1-8]|[A-Za-z][a-h1-8x]+)\s*$", text.splitlines()[-1].rstrip())
                for text in (native("go", "--depth", "7").out, result.stdout.decode())]
        self.assertEqual(best[0] and best[0][0], best[1] and best[1][0])

    def test_reviews_games_and_writes_files_whole(self):
        games = self.write("games.pgn", GAME)
        outputs = []
        for number, program in enumerate((native, run)):
            reviewed = self.path(f"reviewed-{number}.pgn")
            result = program("analyse", games, "--nodes", "2000", "--output", reviewed)
            self.assertEqual(result.code, 0, result.err)
            outputs.append(self.read(os.path.basename(reviewed)))
        self.assertEqual(outputs[0], outputs[1])
        self.assertIn("Qxf7#", outputs[1])
        # Again, over the old file, and nothing else is left in the folder.
        self.assertEqual(run("analyse", games, "--nodes", "2000", "--output", self.path("reviewed-1.pgn")).code, 0)
        self.assertEqual(sorted(os.listdir(self.folder)), ["games.pgn", "reviewed-0.pgn", "reviewed-1.pgn"])

    def test_bad_input_and_missing_files_are_named(self):
        missing = run("analyse", self.path("no-such.pgn"))
        self.assertNotEqual(missing.code, 0)
        self.assertIn("no-such.pgn", missing.err)
        self.assertIn("nonsense", run("eval", "nonsense").err)

    def test_says_which_library_it_was_built_without(self):
        without = re.search(r"without ([^)]*)\)", run("--version").out)
        names = re.split(r", | and ", without[1]) if without else []
        with open(self.path("games.zst"), "wb") as file:
            file.write(b"\x28\xb5\x2f\xfd" + bytes(20))
        with open(self.path("games.zip"), "wb") as file:
            file.write(b"PK\x03\x04" + bytes(40))
        for name, arguments in (("zstd", ("analyse", self.path("games.zst"))), ("libzip", ("analyse", self.path("games.zip"))),
                                ("libfathom", ("tb", "check", self.folder)), ("Boost", ("serve", "--port", "1"))):
            if name not in names:
                continue
            result = run(*arguments)
            self.assertNotEqual(result.code, 0)
            self.assertRegex(result.err + result.out, f"needs? {name}, without which this program was built")

    def test_plays_without_a_forfeit(self):
        if GAMES == 0:
            self.skipTest("no games were asked for")
        pgn = self.path("games.pgn")
        result = native("match", "--engine", f"cmd={shlex.quote(NATIVE)}", "name=here", "--engine", f"cmd={shlex.quote(binary.BINARY)}",
                        "name=there", "--nodes", "2000", "--games", str(GAMES), "--start-patience", "600", "--patience", "600",
                        "--pgn", pgn, "--quiet")
        self.assertEqual(result.code, 0, result.err + result.out)
        text = self.read("games.pgn")
        self.assertEqual(text.count("[Event "), GAMES)
        for fault in ("time forfeit", "illegal", "abandoned", "crash", "disconnect", "hung"):
            self.assertNotIn(fault, text.lower())


def main():
    global NATIVE
    arguments = sys.argv[1:]
    rest = arguments[arguments.index("--") + 1:] if "--" in arguments else []
    arguments = arguments[:arguments.index("--")] if "--" in arguments else arguments
    if len(arguments) < 3:
        sys.exit("usage: portable_test.py NATIVE PROGRAM EMULATOR... [-- unittest arguments]")
    NATIVE = os.path.abspath(arguments[0])
    # Tests and matches start the program by one name.
    with tempfile.TemporaryDirectory() as folder:
        starter = os.path.join(folder, "zugwerk")
        with open(starter, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nexec {shlex.join([*arguments[2:], os.path.abspath(arguments[1])])} "$@"\n')
        os.chmod(starter, 0o755)
        binary.BINARY = starter
        os.environ["WINEDEBUG"] = "-all"
        sys.argv = [sys.argv[0], *rest]
        unittest.main(module="__main__", verbosity=2)


if __name__ == "__main__":
    main()
