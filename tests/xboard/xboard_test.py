"""XBoard's protocol over a pipe to the real binary: games, clocks, analysis, and what must never happen. Kind: real
binary."""

import os
import re
import struct
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


# "9 35 123 4567 e4 e5": depth, score, time, nodes and moves.
THINKING = re.compile(r"^\d+ -?\d+ \d+ \d+ ")


class Xboard(unittest.TestCase):
    def setUp(self):
        self.session = binary.Session()
        self.addCleanup(self.session.__exit__)
        self.send("xboard", "protover 2")
        self.features = "\n".join(self.session.until("feature done=1"))

    def send(self, *lines):
        self.session.send(*lines)

    def until(self, start, timeout=30):
        return self.session.until(start, timeout)

    def answers(self, *lines):
        """The answer to these lines, up to a ping after them."""
        self.send(*lines, "ping 99")
        return self.until("pong 99")[:-1]

    def board_moves(self):
        """How many moves the position has: the last number of an analysis progress line."""
        self.send("analyze")
        while True:
            for line in self.answers("."):
                if line.startswith("stat01:"):
                    self.send("exit")
                    return int(line.split()[5])

    def analysed_move(self):
        """The first move of the next line of an analysis that is four plies deep at least; it may be far beyond."""
        while True:
            words = self.until("")[-1].split()
            if words and words[0].isdigit() and int(words[0]) >= 4:
                return words[4]

    def thinking_to(self, depth):
        """Waits until the engine shows a line of at least this depth."""
        while True:
            line = self.until("")[-1]
            if THINKING.match(line) and int(line.split()[0]) >= depth:
                return

    # --- Greeting

    def test_features_are_those_that_clients_look_for(self):
        for feature in ("ping=1", "setboard=1", "usermove=1", "playother=1", "colors=0", "analyze=1", "sigint=0", "sigterm=0",
                        'myname="Zugwerk ', 'variants="normal,fischerandom"', "memory=1", "smp=1", 'egt="syzygy"', "debug=1",
                        "nps=1", "exclude=1", "reuse=1", 'option="OwnBook -check 0"', 'option="MultiPV -spin 1 1 256"'):
            self.assertIn(feature, self.features)
        self.assertTrue(all(line.startswith("feature ") for line in self.features.splitlines()))

    def test_protover_alone_is_a_greeting_too(self):
        with binary.Session() as session:
            session.send("protover 2")
            session.until("feature done=1")
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_commands_that_need_no_answer_get_none(self):
        self.assertEqual(self.answers("accepted setboard", "rejected san", "new", "random", "computer", "name Garry",
                                      "rating 2500 2800", "post", "hard", "easy", "nopost", "level 40 5 0", "time 1000",
                                      "otim 1000", "cores 2", "memory 8", "force", "sd 9", "st 1", "nps -1", "draw", "?",
                                      ".", "result * {x}", ""), [])

    # --- Games

    def test_plays_black_after_new_and_white_after_go(self):
        self.send("new", "sd 4", "usermove e2e4")
        self.assertRegex(self.until("move ")[-1], r"^move [a-h][78][a-h][56]$")
        self.send("new", "sd 4", "go")
        self.assertRegex(self.until("move ")[-1], r"^move [a-h][12][a-h][34]$")

    def test_bare_moves_and_notation(self):
        self.assertEqual(self.answers("new", "force", "e2e4", "e7e5", "usermove Nf3", "b8c6"), [])
        self.assertRegex(self.answers("e2e4")[0], r"^Illegal move \(.*\): e2e4$")

    def test_illegal_moves_and_unknown_words_are_named(self):
        said = self.answers("new", "force", "usermove e2e5", "usermove xyzzy", "frobnicate now", "undo", "remove",
                            "level 40 five 0", "time soon", "memory 0", "cores many", "egtpath nalimov /x",
                            "egtpath syzygy /no/such/folder", "option Fantasy=1", "option MultiPV=0", "option OwnBook=7",
                            "option BookFile=/no/such/book", "option Evaluation=magic", "option EvalFile=/no/such/net", "variant suicide", "exclude e2e5")
        patterns = (r"Illegal move \(.+\): e2e5", r"Illegal move \(.+\): xyzzy", r"Error \(unknown command\): frobnicate now",
                    r"Error \(no move to take back\): undo", r"Error \(no move to take back\): remove",
                    r"Error \('five' is not a time.*\): level 40 five 0", r"Error \(expected a number\): time soon",
                    r"Error \(option Hash: '0' is not a number from 1 .*old value stays\): memory 0", r"Error \(.*\): cores many",
                    r"Error \(only syzygy.*\): egtpath nalimov /x", r"Error \(option SyzygyPath: /no/such/folder.*without tables\): egtpath.*",
                    r"Error \(unknown option 'Fantasy'\): option Fantasy=1", r"Error \(option MultiPV: '0' is not a number from 1 to 256; the old value stays\): option MultiPV=0",
                    r"Error \(option OwnBook: '7' is not true or false.*\): option OwnBook=7",
                    r"Error \(option BookFile: /no/such/book.*without a book\): option.*",
                    r"Error \(option Evaluation: 'magic' is not network or classical.*\): option Evaluation=magic",
                    r"Error \(option EvalFile: /no/such/net.*old evaluation stays\): option.*",
                    r"Error \(unsupported variant\): variant suicide", r"Error \(.+\): exclude e2e5")
        self.assertEqual(len(said), len(patterns), said)
        for line, pattern in zip(said, patterns):
            self.assertRegex(line, "^" + pattern + "$")

    def test_positions_are_set_or_refused(self):
        self.send("new", "force", "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "sd 6", "go")
        lines = self.until("1-0")
        self.assertEqual(lines[-2:], ["move a1a8", "1-0 {White mates}"])
        said = self.answers("new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1")
        self.assertRegex(said[0], "^tellusererror Illegal position: .*king")
        self.assertEqual(self.board_moves(), 20, "the old position stays")

    def test_positions_are_repaired_with_a_comment(self):
        said = self.answers("new", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")
        self.assertEqual(said, ["# FEN: castling right 'Q' dropped: White has no rook on a1"])
        self.assertEqual(self.board_moves(), 15)
        said = self.answers("setboard r3k2r/8/8/8/8/8/8/R3K2R w")
        self.assertEqual([line for line in said if line.startswith(("#", "tell", "Error"))], [])

    def test_results_have_reasons(self):
        self.send("new", "usermove f2f3", "force", "undo", "usermove f2f3", "usermove e7e5", "usermove g2g4", "sd 3", "go")
        self.assertEqual(self.until("0-1")[-2:], ["move d8h4", "0-1 {Black mates}"])
        self.assertRegex(self.answers("usermove a2a3")[0], r"^Illegal move \(the game is over\)")
        # The player's move may end it too.
        self.send("new", "force", "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "playother", "usermove f1f7")
        self.assertEqual(self.until("1/2-1/2")[-1], "1/2-1/2 {draw by stalemate}")

    def test_repetition_is_claimed(self):
        self.send("new", "force", "usermove g1f3", "usermove g8f6", "usermove f3g1", "usermove f6g8", "usermove g1f3",
                  "usermove g8f6", "usermove f3g1", "usermove f6g8", "sd 6", "playother", "usermove g1f3")
        self.assertEqual(self.until("1/2-1/2")[-1], "1/2-1/2 {draw by threefold repetition}")

    def test_move_now_ends_the_search(self):
        # An hour for each move: it comes when it is requested, or not at all.
        self.send("new", "st 3600", "post", "usermove d2d4")
        self.thinking_to(4)
        self.send("?")
        self.until("move ")

    def test_undo_while_thinking_discards_the_move(self):
        self.send("new", "st 3600", "post", "usermove e2e4")
        self.thinking_to(4)
        self.assertEqual([line for line in self.answers("force", "undo") if not THINKING.match(line)], [])
        self.assertEqual(self.answers("nopost"), [])
        self.assertEqual(self.board_moves(), 20)
        self.send("new", "sd 3", "usermove e2e4")
        self.until("move ")
        self.assertEqual(self.answers("remove"), [])
        self.assertEqual(self.board_moves(), 20)

    def test_a_move_out_of_turn_is_refused(self):
        self.send("new", "st 20", "usermove e2e4")
        self.assertRegex(self.answers("usermove d2d4")[0], r"^Illegal move \(it is not your turn\)")

    def test_playother_and_the_old_colour_commands(self):
        self.send("new", "force", "usermove e2e4", "usermove e7e5", "playother", "sd 3", "usermove g1f3")
        self.assertRegex(self.until("move ")[-1], r"^move [a-h][1-8][a-h][1-8]$")
        self.send("new", "sd 3", "black", "go")
        self.assertRegex(self.until("move ")[-1], r"^move [a-h][78]")

    # --- Clocks of three kinds

    def play_moves(self, *setup, moves=3):
        """Seconds that each of some moves took."""
        self.send("new", *setup)
        took = []
        for move in ("a2a3", "h2h3", "a3a4", "h3h4")[:moves]:
            started = time.monotonic()
            self.send("usermove " + move)
            self.until("move ", timeout=20)
            took.append(time.monotonic() - started)
        return took

    def test_clock_for_moves_for_a_game_with_increment_and_per_move(self):
        self.assertLess(sum(self.play_moves("level 40 0:04 0")), 3)
        self.assertLess(sum(self.play_moves("level 0 0:02 0.1")), 2)
        for took in self.play_moves("st 1", moves=2):
            self.assertLess(took, 5)
            self.assertGreater(took, 0.4)

    def test_a_clock_that_has_run_out_gets_a_move_at_once(self):
        self.send("new", "level 0 5 0", "time 1", "otim 30000")
        started = time.monotonic()
        self.send("usermove e2e4")
        self.until("move ", timeout=5)
        self.assertLess(time.monotonic() - started, 2)
        self.send("new", "time -50", "usermove e2e4")
        self.until("move ", timeout=5)

    def test_numbers_may_be_fractional_negative_and_endless(self):
        for setup in (["st 0.05"], ["st 0"], ["st -1"], ["level 40 0.01 0.1"], ["level 0 -5 0"], ["time 12.5"], ["time -12.5"],
                      ["level 0 99999999999999999999 0", "time 100.9"], ["otim 99999999999999999999", "time 1"],
                      ["nps 99999999999999999999", "sd 3"], ["st 99999999999999999999", "sd 3.7"],
                      ["sd 99999999999999999999", "st 0.05"]):
            said = self.answers("new", "level 0 5 0", "nps 0", *setup)
            self.assertEqual(said, [], setup)
            started = time.monotonic()
            self.send("usermove e2e4")
            self.until("move ", timeout=10)
            self.assertLess(time.monotonic() - started, 3, setup)

    def test_a_depth_of_zero_lifts_the_limit(self):
        self.send("new", "post", "sd 2", "st 0.3", "sd 0", "usermove e2e4")
        depths = [int(line.split()[0]) for line in self.until("move ")[:-1] if re.match(r"^\d+ ", line)]
        self.assertGreater(depths[-1], 2)

    def test_long_lines_are_cut_in_answers_or_refused(self):
        said = self.answers("x" * 1_000_000, "usermove " + "y" * 1_000_000, "z" * (17 << 20))
        self.assertEqual(len(said), 3)
        self.assertLess(sum(len(line) for line in said), 1000)
        self.assertEqual(said[2], "Error (the line is longer than 16,777,216 bytes): the line is ignored")

    def test_nodes_instead_of_time(self):
        self.send("new", "post", "st 1", "nps 3000", "usermove e2e4")
        nodes = [int(line.split()[3]) for line in self.until("move ")[:-1] if re.match(r"^\d+ ", line)]
        self.assertLessEqual(nodes[-1], 3000)
        self.assertGreater(nodes[-1], 1000)

    # --- Thinking

    def test_thinking_lines(self):
        self.send("new", "post", "sd 7", "usermove e2e4")
        lines = self.until("move ")[:-1]
        self.assertEqual([int(line.split()[0]) for line in lines], sorted(int(line.split()[0]) for line in lines))
        self.assertRegex(lines[-1], r"^7 -?\d+ \d+ \d+ [a-hNBRQKO]")
        self.assertEqual(self.answers("nopost"), [])
        self.send("usermove d2d4")
        self.assertEqual(len(self.until("move ")), 1)

    def test_mates_count_from_a_hundred_thousand(self):
        self.send("new", "force", "post", "sd 8", "setboard 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", "go")
        self.assertRegex(self.until("move ")[-2], r"^\d+ 100002 ")

    def test_pondering_continues_when_the_expected_move_comes(self):
        self.send("new", "hard", "post", "level 0 5 1", "time 3000", "otim 3000", "usermove e2e4")
        self.until("move ")
        self.send("hint")
        expected = self.until("Hint: ")[-1].removeprefix("Hint: ")
        self.thinking_to(8)
        self.send("time 3000", "otim 3000", "usermove " + expected)
        thought = [int(line.split()[0]) for line in self.until("move ") if THINKING.match(line)]
        self.assertGreaterEqual(min(thought, default=8), 8, "it began anew")
        # And ends when another comes, or none at all.
        self.send("hint")
        expected = self.until("Hint: ")[-1].removeprefix("Hint: ")
        self.thinking_to(8)
        self.send("usermove " + ("a2a3" if expected != "a2a3" else "b2b3"))
        thought = [int(line.split()[0]) for line in self.until("move ") if THINKING.match(line)]
        self.assertIn(1, thought, "another position is thought about from the beginning")
        self.assertEqual([line for line in self.answers("easy", "force") if not THINKING.match(line)], [])

    def test_hint_and_book(self):
        self.send("new", "force", "hint")
        self.assertRegex(self.until("Hint: ")[-1], r"^Hint: [a-h][12]")
        # The built-in book has the start position but not the final one.
        own = self.answers("bk")
        self.assertRegex(own[0], r"^ (e4|d4|Nf3|c4) \d+\.\d %$")
        self.assertEqual(own[-1], "")
        self.assertEqual(self.answers("setboard 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", "bk"), [" the book does not know this position", ""])
        self.send("new", "force")
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.bin")
            with open(book, "wb") as file:
                file.write(struct.pack(">QHHI", 0x463B96181691FC9C, 12 << 6 | 28, 3, 0))
                file.write(struct.pack(">QHHI", 0x463B96181691FC9C, 11 << 6 | 27, 1, 0))
            self.assertEqual(self.answers("option BookFile=" + book, "bk"), [" e4 75.0 %", " d4 25.0 %", ""])
            self.send("option OwnBook=1", "option Best Book Move=1", "go")
            self.assertEqual(self.until("move ")[-2:], ["# book move e4, weight 3 of 4", "move e2e4"])

    # --- Analysis

    def test_analysis_follows_the_game_until_exit(self):
        self.send("new", "analyze")
        self.until("6 ")
        self.send("usermove e2e4")
        line = self.until("5 ")[-1]
        self.assertIn(line.split()[4], {"e5", "c5", "e6", "c6", "d5", "Nf6", "Nc6", "d6", "g6", "a6", "b6", "Na6", "Nh6", "h6"})
        self.send("undo")
        self.until("5 ")
        self.send("setboard 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1")
        while "100002" not in self.until("")[-1]:  # at which depth depends on what the searches before left in the table
            pass
        progress = [line for line in self.answers(".") if line.startswith("stat01:")]
        self.assertRegex(progress[0], r"^stat01: \d+ \d+ \d+ \d+ \d+")
        self.send("exit")
        self.assertFalse([line for line in self.answers() if line.startswith("move")])
        time.sleep(0.2)
        self.assertEqual(self.answers(), [])

    def test_excluded_moves_are_not_searched(self):
        self.send("new", "force", "setboard 4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "analyze")
        self.assertIn("Nxd5", self.analysed_move())
        self.send("ping 1")
        self.until("pong 1")
        self.send("exclude e3d5", "ping 2")
        self.until("pong 2")
        self.assertNotIn("Nxd5", self.analysed_move())
        self.send("include all", "ping 3")
        self.until("pong 3")
        self.assertIn("Nxd5", self.analysed_move())

    # --- Chess960

    def test_chess960_castles_by_name(self):
        self.send("new", "variant fischerandom", "force", "setboard 1k6/8/8/8/8/8/PPPPPPPP/4RKR1 w G - 0 1")
        self.assertEqual(self.answers("usermove O-O"), [])
        # The king on f1 has no other move, and the pawn on h3 is the only one that can go on.
        self.send("new", "variant fischerandom", "force", "setboard 4k3/8/8/8/8/7p/4PP1P/4RKR1 w G - 0 1", "analyze")
        self.analysed_move()
        self.send("exclude all", "include O-O", "ping 1")
        self.until("pong 1")
        self.assertEqual(self.analysed_move(), "O-O")

    # --- Draws and resignations

    def moved(self, *lines):
        """The answer to these lines up to the engine's move or result."""
        self.send(*lines)
        said = []
        while not any(line.startswith(("move ", "1/2", "1-0", "0-1", "resign")) for line in said):
            said += self.until("")
        return said

    def test_draw_offers_are_judged(self):
        def answer(fen, *more):
            self.moved("new", "force", f"setboard {fen}", "sd 6", "go")
            return [line for line in self.answers(*more, "draw") if line == "offer draw"]

        # A queen and a bishop down: accepted at once late in the game, not in the opening.
        lost = "rn2kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 "
        self.assertEqual(answer(lost + "40"), ["offer draw"])
        self.assertEqual(answer(lost + "5"), [])
        self.assertEqual(answer(lost.replace(" b ", " w ") + "40"), [], "it stands better")
        # Before its first search it plays on, unless the opponent could claim the draw.
        self.assertEqual(self.answers("new", "force", f"setboard {lost}40", "playother", "draw"), [])
        shuffle = ["usermove " + move for move in ("g1f3", "g8f6", "f3g1", "f6g8")]
        self.assertEqual(self.answers("new", "force", *shuffle, *shuffle, "playother", "draw"), ["offer draw"])

    def test_draws_are_claimed_unless_it_is_better(self):
        worse = "setboard 4k3/p7/8/8/8/8/3Q3P/4K2R w - - 99 80"
        self.assertEqual(self.moved("new", "force", worse, "sd 6", "playother", "usermove e1e2")[-1],
                         "1/2-1/2 {draw by the fifty-move rule}")
        # Together with the move that makes it possible.
        said = self.moved("new", "force", "setboard 4k3/8/8/8/8/8/3Q3P/4K2R b - - 99 80", "sd 6", "go") + self.until("1/2")
        self.assertEqual(said[-1], "1/2-1/2 {draw by the fifty-move rule}")
        # There is a rook to take.
        better = "setboard q3k3/r7/8/8/8/8/7P/4K2R w - - 99 80"
        self.assertEqual(self.moved("new", "force", better, "sd 6", "playother", "usermove e1e2")[-1], "move a8h1")

    def test_resigns_only_when_told_to(self):
        lost = "setboard 4k2q/8/8/8/8/8/r7/4K3 w - - 0 1"
        for option, resigns in (("option Resign Below=500", True), ("option Resign Below=0", False)):
            self.send("new", option, "force", lost, "sd 2", "go")
            said = []
            for black in ("h8h7", "h7h8", "h8h7"):
                self.send("ping 1")
                said += self.until("pong 1")
                while not any(line.startswith(("move ", "resign")) for line in said):
                    self.send("ping 1")
                    said += self.until("pong 1")
                if "resign" in said:
                    break
                said = [line for line in said if not line.startswith("move ")]
                self.send("usermove " + black)
            self.assertEqual("resign" in said + self.answers("?", "force"), resigns, said)

    # --- Ends

    def test_quit_and_the_end_of_input_end_the_process(self):
        for lines in (["new", "usermove e2e4"], ["new", "analyze"], ["new", "hard", "sd 3", "usermove e2e4"]):
            with binary.Session() as session:
                session.send("xboard", "protover 2", *lines)
                time.sleep(0.1)
                session.send("quit")
                self.assertEqual(session.end(timeout=10), 0)
            with binary.Session() as session:
                session.send("xboard", *lines)
                time.sleep(0.1)
                self.assertEqual(session.end(timeout=10), 0)


if __name__ == "__main__":
    binary.main()
