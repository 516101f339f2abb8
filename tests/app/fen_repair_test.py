"""FENs with impossible castling rights and en passant squares, in every command that reads them: the position is
accepted, and the repairs are reported. Kind: real binary over a pipe."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

# White's king's rook was exchanged; some programs always write KQkq.
STALE = "r3k2r/pppq1ppp/2n1b3/3pp3/3PP3/2N1BN2/PPPQ1PPP/R3K3 w KQkq - 0 9"
REPAIRED = STALE.replace("KQkq", "Qkq")
DROPPED = "castling right 'K' dropped: White has no rook on h1"
GAME = f'[Event "a"]\n[SetUp "1"]\n[FEN "{STALE}"]\n[Result "1-0"]\n\n1. dxe5 Nxe5 1-0\n'


class FenRepair(binary.FolderCase):
    def good(self, *arguments, stdin=""):
        result = binary.run(*arguments, stdin=stdin)
        self.assertEqual(result.code, 0, (arguments, result.out, result.err))
        return result

    def test_commands_that_take_a_position(self):
        for arguments in (
            ("perft", "2", "--fen", STALE),
            ("eval", STALE),
            ("go", "--depth", "1", "--fen", STALE),
            ("explain", "--nodes", "100", "--fen", STALE),
        ):
            result = self.good(*arguments)
            self.assertIn("FEN: " + DROPPED, result.err, arguments)
            self.assertNotIn("dropped", result.out, arguments)
        fixed = self.good("perft", "2", "--fen", REPAIRED)
        self.assertEqual(fixed.err, "")
        self.assertEqual(self.good("perft", "2", "--fen", STALE).out.split(" nodes")[0], fixed.out.split(" nodes")[0])

    def test_an_en_passant_square_without_a_capture_is_not_mentioned(self):
        result = self.good("perft", "1", "--fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
        self.assertEqual(result.err, "")

    def test_placement_and_side_to_move_are_enough(self):
        result = self.good("perft", "1", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w")
        self.assertIn("perft 1: 24 nodes", result.out)
        self.assertEqual(result.err, "")

    def test_a_game_at_the_prompt(self):
        result = self.good("play", "--side", "both", "--fen", STALE, stdin=f"fen\nnew\nfen {STALE}\nfen\n")
        self.assertEqual(result.out.count("FEN: " + DROPPED), 2)
        self.assertEqual(result.out.count(REPAIRED), 2)
        game = self.write("game.pgn", GAME)
        loaded = self.good("play", "--side", "both", stdin=f"load {game}\nfen\n")
        self.assertIn(f"{game}:3:1: starting position repaired in game 1 ('a'): {DROPPED}", loaded.out)
        self.assertIn("9. dxe5 Nxe5", loaded.out)

    def test_a_book(self):
        games = self.write("games.pgn", GAME)
        made = self.good("book", "make", games, "-o", self.path("book.bin"), "--min-games", "1")
        self.assertIn(f"{games}:3:1: starting position repaired", made.err)
        self.assertIn("1 games read, 1 used, 0 broken", made.out)
        shown = self.good("book", "show", self.path("book.bin"), "--fen", STALE)
        self.assertIn(DROPPED, shown.err)
        self.assertRegex(shown.out, r"dxe5 +2 ")

    def test_suites(self):
        perft = self.write("perft.epd", f"{STALE} ;D1 {self.count()}\n")
        counted = self.good("perft", "--suite", perft)
        self.assertIn(f"{perft}:1: {DROPPED}", counted.err)
        self.assertIn("0 wrong, 0 unreadable lines", counted.out)
        suite = self.write("suite.epd", "4k3/8/8/3q4/8/4N3/8/4K3 w K - bm Nxd5;\n")
        self.assertIn(f"{suite}:1: {DROPPED}", self.good("suite", suite, "--nodes", "1000", "--hash", "1").err)
        self.assertIn(f"{suite}:1: {DROPPED}", self.good("explain", "--suite", suite, "--nodes", "1000").err)

    def count(self):
        return self.good("perft", "1", "--fen", REPAIRED).out.split()[2]

    def test_games_that_are_reviewed_or_kept(self):
        games = self.write("games.pgn", GAME)
        reviewed = self.good("analyse", games, "--nodes", "500", "--output", self.path("out.pgn"))
        self.assertEqual(reviewed.err.count(f"{games}:3:1: starting position repaired in game 1 ('a'): {DROPPED}"), 1)
        self.assertIn("1 game reviewed\n", reviewed.out)
        with open(self.path("out.pgn"), encoding="utf-8") as file:
            self.assertIn(f'[FEN "{REPAIRED}"]', file.read())
        kept = self.good("data", "from-pgn", games, "-o", self.path("kept"))
        self.assertIn(DROPPED, kept.err)
        self.assertIn("1 of 1 games", kept.out)

    def test_openings(self):
        openings = self.write("openings.epd", STALE + "\n")
        played = self.good("selfplay", "-o", self.path("games"), "--games", "1", "--nodes", "40", "--hash", "1", "--max-plies", "20",
                           "--openings", openings, "--seed", "5")
        # Self-play reads openings as Chess960, where K is the outermost rook.
        self.assertIn(f"{openings}:1: castling right 'K' dropped: White has no rook to the right of its king", played.err)
        engine = ["--engine", f"cmd={binary.BINARY}", "option.Hash=1", "depth=1"]
        match = self.good("match", *engine, "name=a", *engine, "name=b", "--games", "2", "--openings", openings)
        self.assertIn(f"{openings}:1: {DROPPED}", match.out + match.err)


if __name__ == "__main__":
    binary.main()
