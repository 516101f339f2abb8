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
        answer = self.talk("frobnicate", "", "   ", "go perft", "go perft x", "setoption name Nothing value 1", "go frob 3 depth 1")
        self.assertEqual(len([line for line in answer if line.startswith("info string error")]), 4, answer)


class Searching(unittest.TestCase):
    """Everything a client may ask of a search, in any order."""

    def best(self, *lines, timeout=30):
        with binary.Session() as session:
            session.send(*lines)
            answer = session.until("bestmove", timeout=timeout)
            session.send("quit")
            self.assertEqual(session.end(), 0)
        return answer

    def test_depths_are_consecutive_and_the_last_line_is_the_best_move(self):
        lines = self.best("position startpos moves e2e4", "go depth 8")
        infos = [line.split() for line in lines if " pv " in line]
        self.assertEqual([int(words[words.index("depth") + 1]) for words in infos], list(range(1, 9)))
        self.assertEqual(infos[-1][infos[-1].index("pv") + 1], lines[-1].split()[1])
        self.assertIn(" ponder ", lines[-1])
        for words in infos:
            for field in ("seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time"):
                self.assertIn(field, words)

    def test_finished_games(self):
        mated = self.best("position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "go depth 3")
        self.assertIn("score mate 0", mated[0])
        self.assertEqual(mated[-1], "bestmove (none)")
        stalemated = self.best("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go wtime 1000 btime 1000")
        self.assertIn("score cp 0", stalemated[0])
        self.assertEqual(stalemated[-1], "bestmove (none)")

    def test_odd_clocks_get_a_quick_answer(self):
        for clock in (
            "wtime 1 btime 1", "wtime 0 btime 0", "wtime -50 btime -50", "winc 10 binc 10", "wtime 1000",
            "btime 100 wtime 100 movestogo 1", "movestogo 0 wtime 100 btime 100", "movetime 1", "movetime 0",
            "wtime 99999999999999 btime 1 movetime 20", "depth 3 nodes 1000 wtime 500", "nodes 1", "depth 0",
        ):
            started = time.monotonic()
            self.best("position startpos", "go " + clock, timeout=10)
            self.assertLess(time.monotonic() - started, 5, clock)

    def test_infinite_and_ponder_wait_until_asked(self):
        for go, release in (("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit"),
                            ("go ponder wtime 100 btime 100", "stop"), ("go infinite depth 2", "stop")):
            with binary.Session() as session:
                session.send("position startpos", go, "isready")
                before = session.until("readyok")
                time.sleep(0.3)
                session.send("isready")
                before += session.until("readyok")
                self.assertFalse([line for line in before if line.startswith("bestmove")], go)
                session.send(release)
                session.until("bestmove", timeout=10)

    def test_commands_during_a_search_end_it_first(self):
        for command in ("position startpos", "setoption name Hash value 8", "go depth 1", "ucinewgame", "go perft 1"):
            with binary.Session() as session:
                session.send("go infinite")
                time.sleep(0.05)
                session.send(command, "isready")
                lines = session.until("readyok", timeout=10)
                self.assertTrue([line for line in lines if line.startswith("bestmove")], command)

    def test_exactly_one_best_move_per_go(self):
        with binary.Session() as session:
            session.send("go infinite", "stop", "stop", "go depth 3", "isready")
            lines = session.until("readyok")
            time.sleep(0.5)
            session.send("isready")
            lines += session.until("readyok")
            self.assertEqual(len([line for line in lines if line.startswith("bestmove")]), 2, lines)
            session.send("go depth 2", "go depth 2", "go infinite", "quit")
            self.assertEqual(session.end(), 0)

    def test_searchmoves_multipv_and_mate(self):
        lines = self.best("position startpos", "go searchmoves a2a3 h2h3 depth 4")
        self.assertIn(lines[-1].split()[1], ("a2a3", "h2h3"))
        lines = self.best("setoption name MultiPV value 3", "position startpos", "go depth 4")
        self.assertEqual(len([line for line in lines if " depth 4 " in line]), 3)
        lines = self.best("position fen 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", "go mate 2")
        self.assertIn("score mate 2", lines[-2])

    def test_bad_options_keep_the_old_value(self):
        with binary.Session() as session:
            session.send("setoption name Hash value 0", "setoption name Hash value lots", "setoption name Hash value 999999",
                         "setoption name Threads value -3", "setoption name UCI_ShowWDL value maybe", "setoption", "isready")
            lines = session.until("readyok", timeout=30)
            self.assertEqual(len([line for line in lines if line.startswith("info string error")]), 6, lines)
            session.send("go depth 2")
            session.until("bestmove")

    def test_shows_win_draw_loss(self):
        lines = self.best("setoption name UCI_ShowWDL value true", "go depth 3")
        words = [line for line in lines if " wdl " in line][-1].split()
        at = words.index("wdl")
        self.assertEqual(sum(int(word) for word in words[at + 1:at + 4]), 1000)

    def test_explains_the_evaluation(self):
        with binary.Session() as session:
            session.send("eval", "isready")
            text = "\n".join(session.until("readyok"))
        self.assertIn("Mobility", text)


if __name__ == "__main__":
    binary.main()
