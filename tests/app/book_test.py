"""Opening books: made, shown and played from by the real binary, and compared with Debian's polyglot. Kind: real binary."""

import collections
import os
import shutil
import struct
import subprocess
import sys
import unittest
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

POLYGLOT = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")
DATA = os.environ.get("ZUGWERK_DATA") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../shared/data")

# Castling to both sides, en passant both legal and pinned, promotions to every piece, also by capture.
GAMES = """[Event "castling"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 1-0

[Event "long castling"]
[Result "0-1"]

1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 0-1

[Event "en passant"]
[Result "1/2-1/2"]

1. e4 a6 2. e5 d5 3. exd6 exd6 4. h4 a5 5. h5 g5 6. hxg6 fxg6 1/2-1/2

[Event "en passant, pinned away"]
[Result "1-0"]

1. e4 e5 2. d4 exd4 3. e5 Qe7 4. c3 d5 5. Nf3 dxc3 1-0

[Event "promotions"]
[Result "0-1"]

1. a4 b5 2. axb5 a6 3. bxa6 Nc6 4. a7 Rb8 5. axb8=N Nxb8 6. g4 h5 7. h3 hxg4 8. Nc3 gxh3 9. e4 h2 10. e5 hxg1=Q
11. Rxg1 d5 12. e6 d4 13. exf7+ Kd7 14. fxg8=B dxc3 15. Ke2 cxb2 16. Rh1 bxa1=R 0-1
"""


def entries(path):
    """(key, move, weight) of every entry, as a multiset: equal weights may be in any order."""
    with open(path, "rb") as file:
        return collections.Counter(row[:3] for row in struct.iter_unpack(">QHHI", file.read()))


class Books(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.pgn = self.write("games.pgn", GAMES)

    def make(self, name, *arguments, pgn=None):
        result = binary.run("book", "make", pgn or self.pgn, "-o", self.path(name), *arguments)
        self.assertEqual(result.code, 0, result.err)
        return self.path(name)

    def polyglot(self, *arguments):
        result = subprocess.run([POLYGLOT, *arguments], capture_output=True, text=True, cwd=self.folder, timeout=120, check=False)
        self.assertIn("done", result.stdout, result.stdout + result.stderr)

    @unittest.skipUnless(POLYGLOT, "polyglot is not installed")
    def test_same_book_as_polyglot_from_the_same_games(self):
        ours = self.make("ours.bin", "--min-games", "1", "--max-plies", "100")
        self.polyglot("make-book", "-pgn", self.pgn, "-bin", self.path("theirs.bin"), "-min-game", "1", "-max-ply", "100")
        self.assertEqual(entries(ours), entries(self.path("theirs.bin")))
        self.assertGreater(len(entries(ours)), 40)

    @unittest.skipUnless(POLYGLOT, "polyglot is not installed")
    @unittest.skipUnless(os.path.exists(os.path.join(DATA, "openings/8moves_v3.pgn.zip")), "no openings to make a book of")
    def test_same_book_as_polyglot_from_thousands_of_openings(self):
        with zipfile.ZipFile(os.path.join(DATA, "openings/8moves_v3.pgn.zip")) as archive:
            with archive.open(archive.namelist()[0]) as games:
                text = games.read(1_500_000).decode("utf-8", "replace")
        pgn = self.path("openings.pgn")
        with open(pgn, "w", encoding="utf-8") as file:
            file.write(text[: text.rindex("[Event ")])
        for games, plies in (("1", "16"), ("4", "9")):
            ours = self.make(f"ours{games}.bin", "--min-games", games, "--max-plies", plies, pgn=pgn)
            theirs = self.path(f"theirs{games}.bin")
            self.polyglot("make-book", "-pgn", pgn, "-bin", theirs, "-min-game", games, "-max-ply", plies)
            self.assertEqual(entries(ours), entries(theirs))
            self.assertGreater(len(entries(ours)), 500)

    @unittest.skipUnless(POLYGLOT, "polyglot is not installed")
    def test_same_merged_book_as_polyglot(self):
        first = self.make("a.bin", "--min-games", "1", "--max-plies", "8", "--results", "1-0")
        second = self.make("b.bin", "--min-games", "1", "--max-plies", "12", "--results", "0-1,1/2-1/2")
        self.assertEqual(binary.run("book", "merge", first, second, "-o", self.path("ours.bin")).code, 0)
        self.polyglot("merge-book", "-in1", first, "-in2", second, "-out", self.path("theirs.bin"))
        self.assertEqual(entries(self.path("ours.bin")), entries(self.path("theirs.bin")))
        # Instead of adding weights, a position may come from the first book that has it.
        self.assertEqual(binary.run("book", "merge", first, second, "--first", "-o", self.path("first.bin")).code, 0)
        self.assertEqual(entries(self.path("first.bin")) & entries(first), entries(first))

    def test_show_and_info_print_moves_and_weights(self):
        book = self.make("book.bin", "--min-games", "1")
        shown = binary.run("book", "show", book)
        self.assertEqual(shown.code, 0)
        self.assertEqual(shown.out.splitlines()[0], "key 463b96181691fc9c")
        self.assertRegex(shown.out, r"e4 +5 +100\.0 %")
        fen = "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7"
        self.assertRegex(binary.run("book", "show", book, "--fen", fen).out, "does not know this position")
        informed = binary.run("book", "info", book)
        self.assertEqual(informed.code, 0)
        self.assertRegex(informed.out, r"illegal moves on the way +0")
        self.assertEqual(binary.run("book", "info", self.path("none.bin")).code, 2)
        self.assertEqual(binary.run("book", "show", book, "--fen", "nonsense").code, 2)
        again = binary.run("book", "make", self.pgn, "-o", book)
        self.assertEqual(again.code, 2)
        self.assertIn("already exists", again.err)
        self.assertIn("'2-0'", binary.run("book", "make", self.pgn, "-o", self.path("x"), "--results", "2-0").err)

    def test_broken_books_are_named_and_found(self):
        start = 0x463B96181691FC9C
        for name, content, word in (
            ("odd.bin", b"\0" * 17, "multiple of 16"),
            ("empty.bin", b"", "empty"),
            ("unsorted.bin", struct.pack(">QHHI", 2, 1, 1, 0) + struct.pack(">QHHI", 1, 1, 1, 0), "entry 2"),
            ("illegal.bin", struct.pack(">QHHI", start, 1, 1, 0), "not legal"),
        ):
            with open(self.path(name), "wb") as file:
                file.write(content)
            result = binary.run("book", "info", self.path(name))
            self.assertEqual(result.code, 1, name)
            self.assertIn(word, result.err)
            self.assertIn(name, result.err)
            with binary.Session() as session:
                session.send(f"setoption name BookFile value {self.path(name)}", "setoption name OwnBook value true",
                             "position startpos", "go depth 3")
                lines = session.until("bestmove")
            said = [line for line in lines if line.startswith("info string")]
            self.assertEqual(len(said), 1, lines)
            self.assertIn(word, said[0])
            self.assertIn(name, said[0])
            self.assertTrue(any(line.startswith("info depth 3 ") for line in lines), "it thinks for itself")

    def test_plays_from_the_book_up_to_the_given_depth(self):
        book = self.make("book.bin", "--min-games", "1")
        with binary.Session() as session:
            session.send("uci")
            offered = "\n".join(session.until("uciok"))
            for option in ("OwnBook type check default false", "BookFile type string", "Best Book Move type check",
                           "Book Depth type spin"):
                self.assertIn("option name " + option, offered)
            session.send(f"setoption name BookFile value {book}", "position startpos moves d2d4", "go depth 5")
            self.assertFalse(any("book" in line for line in session.until("bestmove")), "only if it is asked to")
            session.send("setoption name OwnBook value true", "position startpos moves d2d4", "go wtime 60000 btime 60000")
            lines = session.until("bestmove")
            self.assertEqual(lines[0], "info string book move d5, weight 2 of 2")
            self.assertRegex(lines[-2], r"^info depth 1 .* score cp -?\d+ .* pv d7d5")
            self.assertEqual(lines[-1].split()[1], "d7d5")
            # Castling is written as the client expects it.
            moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6"
            session.send(f"position startpos moves {moves}", "go movetime 100")
            self.assertEqual(session.until("bestmove")[-1].split()[1], "e1g1")
            session.send("setoption name UCI_Chess960 value true", f"position startpos moves {moves}", "go movetime 100")
            self.assertEqual(session.until("bestmove")[-1].split()[1], "e1h1")
            session.send("setoption name Book Depth value 4", f"position startpos moves {moves}", "go depth 3")
            self.assertFalse(any("book" in line for line in session.until("bestmove")))
            # Analysis does not use the book.
            session.send("setoption name UCI_AnalyseMode value true", "position startpos", "go depth 3")
            self.assertFalse(any("book" in line for line in session.until("bestmove")))
            session.send("setoption name UCI_AnalyseMode value false", "position startpos", "go infinite", "isready")
            session.until("readyok")
            session.send("stop")
            self.assertFalse(any("book" in line for line in session.until("bestmove")))

    def test_the_built_in_book_plays_at_once(self):
        with binary.Session() as session:
            session.send("setoption name OwnBook value true", "position startpos", "go movetime 1000")
            lines = session.until("bestmove")
            self.assertRegex(lines[0], r"^info string book move \S+, weight \d+ of \d+$")
            session.send("position startpos moves h2h4 a7a5 h4h5 a5a4", "go depth 3")
            self.assertFalse(any("book" in line for line in session.until("bestmove")))

    def test_best_and_random_moves(self):
        pgn = self.path("many.pgn")
        with open(pgn, "w", encoding="utf-8") as file:
            for move, times in (("e4", 6), ("d4", 3), ("c4", 1)):
                file.write(f'[Result "1-0"]\n\n1. {move} 1-0\n\n' * times)
        book = self.make("many.bin", "--min-games", "1", pgn=pgn)
        with binary.Session() as session:
            session.send(f"setoption name BookFile value {book}", "setoption name OwnBook value true")

            def played():
                session.send("position startpos", "go movetime 50")
                return session.until("bestmove")[-1].split()[1]

            self.assertGreater(len({played() for _ in range(60)}), 1)
            session.send("setoption name Best Book Move value true")
            self.assertEqual({played() for _ in range(20)}, {"e2e4"})


if __name__ == "__main__":
    binary.main()
