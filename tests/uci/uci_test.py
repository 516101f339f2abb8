"""UCI over a pipe to the real binary: what a client sends, and what it must never suffer from. Kind: real binary."""

import os
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


class Uci(unittest.TestCase):
    def talk(self, *lines):
        with binary.Session() as session:
            session.send(*lines, "isready")
            answer = session.until("readyok")[:-1]
            session.send("quit")
            self.assertEqual(session.end(), 0)
        return answer

    def fen_after(self, *lines):
        return [line for line in self.talk(*lines, "d") if line.startswith("Fen: ")][-1].removeprefix("Fen: ")

    def test_introduces_itself(self):
        answer = self.talk("uci")
        self.assertTrue(answer[0].startswith("id name Zugwerk "))
        self.assertEqual(answer[-1], "uciok")

    def test_sets_positions(self):
        self.assertEqual(
            self.fen_after("position startpos moves e2e4 c7c5 g1f3"),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        )
        self.assertEqual(self.fen_after("position startpos moves"), self.fen_after("position startpos"))
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        self.assertEqual(self.fen_after(f"position fen {fen} moves e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1")
        self.assertEqual(self.fen_after(f"position fen {fen} moves e1h1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1")

    def test_bad_positions_are_named_and_change_nothing(self):
        for bad, word in (
            ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
            ("position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7 has 9 squares"),
            ("position startpos moves e2e4 e2e4", "e2 is empty"),
            ("position startpos moves e2e4 e7e5 xyzzy", "xyzzy"),
            ("position nowhere", "nowhere"),
            ("position", "startpos"),
        ):
            with binary.Session() as session:
                session.send("position startpos moves d2d4", bad, "d")
                lines = session.until("Fen: ")
            self.assertTrue(any("info string error" in line and word in line for line in lines), (bad, lines))
            self.assertIn("unchanged", "".join(lines))
            self.assertIn("/3P4/", lines[-1], bad)

    def test_counts_moves_as_scripts_expect(self):
        with binary.Session() as session:
            session.send("position startpos", "go perft 3")
            lines = session.until("Nodes searched")
        self.assertIn("e2e4: 600", lines)
        self.assertEqual(lines[-1], "Nodes searched: 8902")

    def test_castling_is_spelled_by_the_variant(self):
        with binary.Session() as session:
            session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1")
            self.assertIn("e1g1: 1", session.until("Nodes searched"))
            session.send("setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "go perft 1")
            self.assertIn("e1h1: 1", session.until("Nodes searched"))

    def test_stop_and_quit_end_a_long_count_promptly(self):
        with binary.Session() as session:
            session.send("go perft 12")
            time.sleep(0.2)
            session.send("isready")
            session.until("readyok", timeout=5)
            started = time.monotonic()
            session.send("stop")
            session.until("Nodes searched", timeout=5)
            self.assertLess(time.monotonic() - started, 5)
            session.send("go perft 12")
            time.sleep(0.1)
            session.send("quit")
            self.assertEqual(session.end(timeout=5), 0)

    def test_end_of_input_during_a_count_ends_the_process(self):
        with binary.Session() as session:
            session.send("go perft 12")
            time.sleep(0.1)
            self.assertEqual(session.end(timeout=5), 0)

    def test_long_games_and_unknown_words(self):
        shuffle = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 600)
        self.assertIn(" w KQkq ", self.fen_after(f"position startpos moves {shuffle}"))
        answer = self.talk("frobnicate", "", "   ", "go perft", "go perft x", "setoption name Nothing value 1")
        self.assertEqual(len([line for line in answer if line.startswith("info string error")]), 4, answer)


if __name__ == "__main__":
    binary.main()
