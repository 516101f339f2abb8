"""UCI over a pipe to the real binary: what a client sends, and what must never happen to it. Kind: real binary."""

import os
import random
import signal
import sys
import tempfile
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

    def test_offers_the_options_that_clients_look_for(self):
        offered = {line.split(" type ")[0].removeprefix("option name ") for line in self.talk("uci") if line.startswith("option")}
        for name in ("Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960", "UCI_ShowWDL",
                     "UCI_AnalyseMode", "UCI_Opponent", "UCI_EngineAbout", "Debug Log File", "OwnBook", "BookFile",
                     "Best Book Move", "Book Depth", "Level Seed", "SyzygyPath", "SyzygyProbeDepth", "SyzygyProbeLimit", "Syzygy50MoveRule", "Evaluation",
                     "EvalFile", "UCI_LimitStrength", "UCI_Elo"):
            self.assertIn(name, offered)

    def test_levels_repeat_with_their_seed_and_impossible_ones_are_refused(self):
        def game(seed):
            with binary.Session() as session:
                session.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000",
                             f"setoption name Level Seed value {seed}")
                moves = []
                for _ in range(12):
                    session.send("position startpos" + (" moves " + " ".join(moves) if moves else ""),
                                 "go wtime 60000 btime 60000")
                    moves.append(session.until("bestmove")[-1].split()[1])
                session.send("quit")
                session.end()
            return moves

        first = game(1)
        self.assertEqual(game(1), first)
        self.assertTrue(any(game(seed) != first for seed in (2, 3)))
        for bad in ("499", "3401", "strong", ""):
            answer = self.talk("setoption name UCI_Elo value " + bad)
            self.assertRegex(answer[0], "^info string error: option UCI_Elo.*from 500 to 3400")

    def test_a_level_plays_the_line_that_it_shows(self):
        with binary.Session() as session:
            session.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 700",
                         "position startpos", "go movetime 200")
            lines = session.until("bestmove")
            self.assertEqual(lines[-2].split(" pv ")[1].split()[0], lines[-1].split()[1])
            # Analysis is not weakened, and continues until it is stopped.
            session.send("go infinite")
            session.until("info depth 10 ")
            session.send("stop")
            session.until("bestmove")
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_accepts_what_lichess_bot_sends(self):
        """The defaults of its configuration, then a game with pondering."""
        with tempfile.TemporaryDirectory() as tables, binary.Session() as session:
            session.send("uci")
            session.until("uciok")
            session.send("setoption name Move Overhead value 100", "setoption name Threads value 4",
                         "setoption name Hash value 512", "setoption name UCI_ShowWDL value true",
                         "setoption name Ponder value true", "setoption name UCI_Chess960 value false",
                         "ucinewgame", "isready")
            self.assertEqual(session.until("readyok"), ["readyok"])
            # Its default tablebase path names a folder that may be empty, which only gives a message.
            session.send(f"setoption name SyzygyPath value {tables}", "isready")
            self.assertIn("without tables", session.until("readyok")[0])
            session.send("position startpos", "go wtime 2000 winc 100 btime 2000 binc 100")
            move = session.until("bestmove")[-1].split()
            # A search that is cut short may have no ponder move.
            reply = move[3] if move[2:3] == ["ponder"] else "e7e5"
            session.send(f"position startpos moves {move[1]} {reply}", "go ponder wtime 2000 winc 100 btime 2000 binc 100")
            session.until("info depth 1 ")
            session.send("ponderhit")
            session.until("bestmove")
            session.send("stop", "isready")
            session.until("readyok")
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_opponents_are_understood_or_refused(self):
        answer = self.talk("setoption name UCI_Opponent value GM 2800 human Gary Kasparov")
        self.assertEqual(answer, ["info string playing GM Gary Kasparov (2800), a human"])
        answer = self.talk("setoption name UCI_Opponent value none none computer Shredder")
        self.assertEqual(answer, ["info string playing Shredder, a computer"])
        answer = self.talk("setoption name UCI_Opponent value GM 2800 human Ga\x15ry")
        self.assertEqual(answer, ["info string playing GM Ga?ry (2800), a human"])
        for bad in ("GM 2800 alien X", "GM strong human X", "none none human"):
            answer = self.talk("setoption name UCI_Opponent value " + bad)
            self.assertTrue(answer[0].startswith("info string error: option UCI_Opponent"), answer)
        self.assertEqual(self.talk("setoption name UCI_Opponent value <empty>"), [])

    def test_debug_confirms_what_was_understood(self):
        answer = self.talk("debug on", "setoption name Hash value 8", "position startpos moves e2e4", "debug off",
                           "position startpos")
        self.assertEqual(len(answer), 2, answer)
        self.assertIn("Hash", answer[0])
        self.assertIn("after 1 plies", answer[1])
        self.assertIn("expected on or off", self.talk("debug maybe")[0])

    def test_log_file_holds_the_conversation(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "zugwerk log.txt")
            self.talk(f"setoption name Debug Log File value {path}", "isready", "setoption name Debug Log File value")
            with open(path, encoding="utf-8") as log:
                self.assertEqual(log.read().splitlines()[:2], [">> isready", "<< readyok"])
        self.assertIn("/nowhere/at/all: cannot be opened for writing",
                      self.talk("setoption name Debug Log File value /nowhere/at/all")[0])

    def test_a_log_that_cannot_be_written_ends_with_an_error(self):
        with binary.Session() as session:
            session.send("setoption name Debug Log File value /dev/full", "isready", "isready")
            answer = session.until("readyok")
            self.assertEqual(len(answer), 2, answer)
            self.assertRegex(answer[0], "^info string error: /dev/full: .*; the log ends here$")
            self.assertEqual(session.until("readyok"), ["readyok"])
        answer = self.talk("setoption name Debug Log File value /dev/null", "setoption name Debug Log File value /nowhere/at/all")
        self.assertEqual(len(answer), 1, answer)
        self.assertIn("the old value stays", answer[0])

    def test_a_log_belongs_to_one_process(self):
        with tempfile.TemporaryDirectory() as folder:
            setting = f"setoption name Debug Log File value {os.path.join(folder, 'log')}"
            with binary.Session() as session:
                # Set twice by the same process, it stays.
                session.send(setting, setting, "isready")
                self.assertEqual(session.until("readyok"), ["readyok"])
                self.assertIn("another process is writing to it", self.talk(setting)[0])

    def test_bench_over_uci(self):
        with binary.Session() as session:
            session.send("bench 3 1 4")
            by_uci = session.until("Bench: ")[-1]
            self.assertEqual(by_uci, binary.run("bench", "--depth", "3", "--hash", "4").out.splitlines()[-1])
            session.send("bench 60", "isready")
            session.until("readyok")
            session.send("stop")
            session.until("stopped before the end")
            session.send("bench deep", "isready")
            self.assertIn("'deep' is not a number", session.until("readyok")[0])

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
            ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 1", "king"),
            ("position fen 4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "king"),
            ("position fen 4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "rank"),
            ("position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "check"),
            ("position fen QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/k1K5 w - - 0 1", ""),
            ("position fen 4k3/8/8/8/8/8/8/4K3 w KQxq - 0 1", "castling field 'KQxq'"),
            ("position fen 4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9'"),
            ("position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x'"),
            ("position fen 4k3/8/8/8/8/8/8/4K3 w - - many 1", "many"),
            ("position fen", ""),
            ("position fen " + "k" * 20000, ""),
            ("position nowhere", "nowhere"),
            ("position", "startpos"),
        ):
            with binary.Session() as session:
                session.send("position startpos moves d2d4", bad, "d")
                lines = session.until("Fen: ")
            self.assertTrue(any("info string error" in line and word in line for line in lines), (bad, lines))
            self.assertIn("unchanged", "".join(lines))
            self.assertIn("/3P4/", lines[-1], bad)

    def test_positions_are_repaired_with_a_message(self):
        def note(fen):
            with binary.Session() as session:
                session.send("position startpos moves d2d4", f"position fen {fen} moves e1d2", "d")
                lines = session.until("Fen: ")
            return [line for line in lines if line.startswith("info string")], lines[-1]

        self.assertEqual(note("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"),
                         (["info string FEN: castling right 'Q' dropped: White has no rook on a1"], "Fen: 4k3/8/8/8/8/8/3K4/7R b - - 1 1"))
        self.assertEqual(note("4k3/8/8/8/8/8/8/4K3 w - e5 0 1"),
                         (["info string FEN: en passant square 'e5' dropped: e5 is not on the rank that a pawn of Black passes"],
                          "Fen: 4k3/8/8/8/8/8/3K4/8 b - - 1 1"))
        # Many programs write the square after a double step even if no pawn can capture; that is no error.
        self.assertEqual(note("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1"), ([], "Fen: 4k3/8/8/4p3/8/8/3K4/8 b - - 1 1"))
        self.assertEqual(note("4k3/8/8/8/8/8/8/4K3 w"), ([], "Fen: 4k3/8/8/8/8/8/3K4/8 b - - 1 1"))

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

    def test_stop_and_quit_end_a_long_perft_promptly(self):
        with binary.Session() as session:
            session.send("go perft 12")
            session.wait_for_work()
            session.send("isready")
            session.until("readyok")
            session.send("stop")
            session.until("Nodes searched")
            session.send("go perft 12")
            session.wait_for_work()
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_end_of_input_during_perft_ends_the_process(self):
        with binary.Session() as session:
            session.send("go perft 12")
            session.wait_for_work()
            self.assertEqual(session.end(), 0)

    def test_long_games_and_unknown_words(self):
        shuffle = " ".join(["g1f3 g8f6 f3g1 f6g8"] * 600)
        self.assertIn(" w KQkq ", self.fen_after(f"position startpos moves {shuffle}"))
        answer = self.talk("frobnicate", "", "   ", "go perft", "go perft x", "setoption name Nothing value 1", "go frob 3 depth 1")
        self.assertEqual(len([line for line in answer if line.startswith("info string error")]), 5, answer)
        self.assertIn("info string error: go: unknown 'frob 3'; ignored", answer)

    def test_a_game_of_two_hundred_thousand_plies_is_taken(self):
        with binary.Session() as session:
            session.send("position startpos moves " + " ".join(["g1f3 g8f6 f3g1 f6g8"] * 50_000), "d")
            self.assertIn(" 100001", session.until("Fen: ", timeout=60)[-1])
            session.send("go depth 4")
            session.until("bestmove", timeout=60)
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_a_line_without_end_is_refused_and_takes_no_memory(self):
        def megabytes(session):
            with open(f"/proc/{session.process.pid}/status", encoding="utf-8") as status:
                return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024

        with binary.Session() as session:
            session.send("position startpos moves e2e4", "isready")
            session.until("readyok")
            before = megabytes(session)
            for _ in range(32):
                session.process.stdin.write("position startpos " * (4 << 20 >> 4))
            session.send("", "isready")
            self.assertEqual(session.until("readyok", timeout=60),
                             ["info string error: the line is longer than 16,777,216 bytes; it is ignored", "readyok"])
            self.assertLess(megabytes(session) - before, 60)
            session.send("d")
            self.assertIn("/4P3/", session.until("Fen: ")[-1], "the position is unchanged")
            session.send("quit")
            self.assertEqual(session.end(), 0)

    def test_nonsense_up_to_the_longest_line_is_answered(self):
        with binary.Session() as session:
            session.send("go " + "depth " * 100_000)
            lines = session.until("bestmove", timeout=60)
            self.assertLess(len([line for line in lines if "error" in line]), 12)
            session.send("x" * 1_000_000, "setoption name " + "y" * 1_000_000, "setoption name Hash value " + "9" * 1_000_000, "isready")
            lines = session.until("readyok", timeout=60)
            self.assertEqual(len(lines), 4)
            self.assertLess(sum(len(line) for line in lines), 2000)


class Searching(unittest.TestCase):
    """Everything a client may request from a search, in any order."""

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
            "btime 60000", "binc 1000", "movestogo 3", "wtime x btime 60000", "mate 0", "nodes 0", "depth -1", "nodes -1", "mate -1",
            "movetime -1", "movetime 12.5", "depth 3 nodes 18446744073709551615",
            "depth 3 wtime 99999999999999999999 winc 99999999999999999999 movestogo 99999999999999999999",
            "movetime 99999999999999999999 depth 3",
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
                session.until("info depth 1 ")
                session.send(command, "isready")
                lines = session.until("readyok")
                self.assertTrue([line for line in lines if line.startswith("bestmove")], command)

    def test_exactly_one_best_move_per_go(self):
        with binary.Session() as session:
            session.send("go infinite", "stop", "stop", "go depth 3")
            session.until("bestmove")
            session.until("bestmove")
            # Two that are cut short by the next, and one by the end.
            session.send("stop", "go depth 2", "go depth 40", "go infinite", "isready", "quit")
            self.assertEqual(len([line for line in session.rest() if line.startswith("bestmove")]), 3)
            self.assertEqual(session.end(), 0)

    def test_a_signal_ends_the_process_cleanly(self):
        for command in ("go infinite", "go perft 12", "isready", "bench 40"):
            with binary.Session() as session:
                session.send("isready", command)
                session.until("readyok")
                if command != "isready":
                    session.wait_for_work()
                session.process.send_signal(signal.SIGTERM)
                self.assertEqual(session.process.wait(timeout=30), 0, command)

    def test_extreme_positions_are_played(self):
        for fen in (
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
            "qqqqkqqq/q1q5/8/8/8/8/Q1Q5/QQQQKQQQ w - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 120 200",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 99 5000",
        ):
            lines = self.best(f"position fen {fen}", "go depth 4")
            self.assertRegex(lines[-1], "^bestmove [a-h][1-8][a-h][1-8]", fen)

    def test_analysis_gives_only_moves_full_time(self):
        def depth_of(*lines):
            infos = [line.split() for line in self.best(*lines, "position startpos", "go searchmoves e2e4 wtime 20000 btime 20000")
                     if " pv " in line]
            return int(infos[-1][infos[-1].index("depth") + 1])

        self.assertEqual(depth_of(), 4)
        self.assertGreater(depth_of("setoption name UCI_AnalyseMode value true"), 4)

    def test_searchmoves_multipv_and_mate(self):
        lines = self.best("position startpos", "go searchmoves a2a3 h2h3 depth 4")
        self.assertIn(lines[-1].split()[1], ("a2a3", "h2h3"))
        lines = self.best("setoption name MultiPV value 3", "position startpos", "go depth 4")
        self.assertEqual(len([line for line in lines if " depth 4 " in line]), 3)
        lines = self.best("position fen 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", "go mate 2")
        self.assertIn("score mate 2", lines[-2])

    def test_bad_words_are_named_and_the_rest_is_searched(self):
        for go, expected in (
            ("depth abc", ["go depth: 'abc' is not a number"]), ("depth", ["go depth: a number is missing"]),
            ("searchmoves zzzz", ["go searchmoves: move 'zzzz'"]), ("searchmoves", ["go searchmoves: a move is missing"]),
            ("frobnicate", ["go: unknown 'frobnicate'"]), ("nodes many mate few", ["go nodes", "go mate"]),
            ("movetime", ["go movetime"]), ("nodes 100 depth x", ["go depth"]), ("depth wtime btime", ["go depth", "go wtime", "go btime"]),
        ):
            started = time.monotonic()
            lines = self.best("position startpos", "go " + go, timeout=10)
            self.assertLess(time.monotonic() - started, 5, go)
            errors = [line for line in lines if line.startswith("info string error: ")]
            self.assertEqual(len(errors), len(expected), errors)
            for error, beginning in zip(errors, expected):
                self.assertTrue(error.startswith("info string error: " + beginning) and error.endswith("; ignored"), error)
            self.assertRegex(lines[-1], "^bestmove [a-h][1-8]")

    def test_perft_without_a_depth_is_answered_too(self):
        for depth in ("", "x", "0", "65", "99999999999999999999"):
            with binary.Session() as session:
                session.send("go perft " + depth)
                lines = session.until("Nodes searched: 0", timeout=5)
                self.assertIn("info string error: go perft: ", lines[0])
                session.send("isready")
                self.assertFalse([line for line in session.until("readyok") if line.startswith("bestmove")])

    def test_only_some_options_may_change_during_a_search(self):
        for name, value, goes_on in (("UCI_ShowWDL", "true", True), ("UCI_Opponent", "none none human X", True),
                                     ("Debug Log File", "/dev/null", True), ("MultiPV", "2", False), ("Nothing", "1", False)):
            with binary.Session() as session:
                session.send("go infinite", f"setoption name {name} value {value}", "isready")
                heard = session.until("readyok")
                self.assertEqual(not [line for line in heard if line.startswith("bestmove")], goes_on, name)
                session.send("stop", "isready")
                heard += session.until("readyok")
                self.assertEqual(len([line for line in heard if line.startswith("bestmove")]), 1, name)

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
            self.assertIn("Network zug-", "\n".join(session.until("readyok")))
            session.send("setoption name Evaluation value classical", "eval", "isready")
            self.assertIn("Mobility", "\n".join(session.until("readyok")))


class Soak(unittest.TestCase):
    """Random commands, sensible and not, at random moments. The program must survive, answer and send one bestmove per go."""

    COMMANDS = (
        "uci", "ucinewgame", "stop", "ponderhit", "d", "eval", "flip", "help", "debug on", "debug off", "register later",
        "position startpos", "position startpos moves", "position startpos moves e2e4 e7e5", "position startpos moves e2e5",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "position fen rubbish",
        "setoption name Hash value 1", "setoption name Hash value 7", "setoption name Hash value -7", "setoption name Clear Hash",
        "setoption name Threads value 1", "setoption name Threads value 3", "setoption name MultiPV value 4",
        "setoption name MultiPV value 1", "setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false",
        "setoption name UCI_ShowWDL value true", "setoption name Ponder value true", "setoption name", "setoption value 3",
        "go perft 3", "go perft 7", "bench 2", "\x00\x01\x7f", "go" * 500, " \t ", "isready",
    )
    GO = (
        "go infinite", "go depth 5", "go depth 60", "go nodes 3000", "go movetime 15", "go ponder wtime 50 btime 50",
        "go wtime 20 btime 20 winc 1 binc 1", "go wtime -5 btime 0", "go mate 2 movetime 20", "go searchmoves e2e4 depth 3",
        "go searchmoves a1a1 depth 3", "go depth", "go depth x", "go movestogo 1 wtime 30 btime 30",
    )

    def test_random_commands(self):
        chance = random.Random(2026)
        for _ in range(3):
            with binary.Session() as session:
                started = 0
                seen = []
                for step in range(150):
                    if chance.random() < 0.35:
                        command = chance.choice(self.GO)
                        started += 1
                    else:
                        command = chance.choice(self.COMMANDS)
                    session.send(command)
                    if chance.random() < 0.3:
                        time.sleep(chance.random() * 0.02)
                    if step % 10 == 9:
                        session.send("isready")
                        seen += session.until("readyok", timeout=60)
                session.send("quit")
                seen += session.rest(timeout=60)
                self.assertEqual(len([line for line in seen if line.startswith("bestmove")]), started)
                self.assertEqual(session.end(), 0)


class GarbledGo(unittest.TestCase):
    """About a hundred `go` lines that no client should send. Each is answered by exactly one best move, and soon."""

    WORDS = ("searchmoves", "ponder", "wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "infinite")
    VALUES = ("0", "1", "3", "-1", "50", "0.5", "1e3", "abc", "", "e2e4", "e7e5", "zzzz", "a1a1", "18446744073709551615",
              "-99999999999999999999", "\x01\x7f", "ü", "nan", "0x10", "--", "stop", "go", "perf", "Depth", "INFINITE")
    POSITIONS = ("startpos", "startpos moves e2e4", "fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                 "fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "fen 7k/8/4K3/8/8/8/8/6Q1 w - - 0 1")

    def garbled(self, chance):
        words = [chance.choice(self.WORDS if chance.random() < 0.5 else self.VALUES) for _ in range(chance.randrange(7))]
        return " ".join(["go", *words])

    def test_every_line_gets_exactly_one_best_move(self):
        chance = random.Random(1848)
        with binary.Session() as session:
            for _ in range(400):
                go = self.garbled(chance)
                words = go.split()
                session.send("position " + chance.choice(self.POSITIONS), go)
                # The first ones wait until asked; the others may be understood, and take long.
                patient = {"infinite", "ponder"} & set(words)
                endless = len(words) == 1 or {"mate", "searchmoves", "50", "18446744073709551615"} & set(words)
                if patient:
                    session.send("isready")
                    before = session.until("readyok", timeout=10)
                    self.assertFalse([line for line in before if line.startswith("bestmove")], go)
                if patient or endless:
                    time.sleep(0.01)
                    session.send("stop")
                seen = session.until("bestmove", timeout=20)
                session.send("isready")
                after = session.until("readyok", timeout=10)
                self.assertFalse([line for line in seen[:-1] + after if line.startswith("bestmove")], go)
                self.assertRegex(seen[-1], r"^bestmove (\(none\)|[a-h][1-8])", go)
            session.send("quit")
            self.assertEqual(session.end(), 0)


if __name__ == "__main__":
    binary.main()
