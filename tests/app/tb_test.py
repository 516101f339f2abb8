"""Tablebases by the real binary: `zugwerk tb` and the options of UCI. Kind: real binary over a pipe."""

import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


class Tables(unittest.TestCase):
    def setUp(self):
        self.tables = binary.tablebases()

    def test_shows_result_and_distance_of_every_move(self):
        result = binary.run("tb", "--tb", self.tables, "--fen", "8/P7/8/8/8/2k5/8/K7 w - - 0 1")
        self.assertEqual(result.code, 0, result.err)
        lines = result.out.splitlines()
        self.assertEqual(lines[0], "White to move: win, DTZ 1")
        self.assertEqual(len(lines), 1 + 6)
        self.assertRegex(lines[1], r"^  a8=[QR] +win +DTZ +1$")
        self.assertRegex(lines[-1], r"^  a8=[BN] +draw$")

    def test_reports_missing_tables(self):
        result = binary.run("tb", "--tb", self.tables, "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        self.assertEqual(result.code, 1)
        self.assertIn("castling", result.err)
        self.assertEqual(binary.run("tb", "--tb", self.tables, "--fen", "nonsense").code, 2)
        self.assertIn("stalemate", binary.run("tb", "--tb", self.tables, "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").out)

    def test_only_results_without_distances(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(self.tables, "KQvK.rtbw"), folder)
            result = binary.run("tb", "--tb", folder, "--fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1")
            self.assertEqual(result.out, "win (a DTZ table is missing)\n")
            # The engine wins with them all the same.
            with binary.Session() as session:
                session.send(f"setoption name SyzygyPath value {folder}", "position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
                             "go nodes 2000")
                lines = session.until("bestmove")
            self.assertRegex(lines[-2], r"score (cp 31\d\d\d|mate \d+) .* tbhits [1-9]")

    def test_a_damaged_file_is_named_and_the_others_are_used(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw"):
                shutil.copy(os.path.join(self.tables, name), folder)
            with open(os.path.join(folder, "KRvK.rtbw"), "r+b") as file:
                file.truncate(os.path.getsize(file.name) // 2 // 64 * 64 + 16)
            queen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
            result = binary.run("tb", "--tb", folder, "--fen", queen)
            self.assertEqual((result.code, result.err), (0, ""), "the damaged table is not needed")
            result = binary.run("tb", "--tb", folder, "--fen", "8/8/8/4k3/8/8/8/KR6 w - - 0 1")
            self.assertEqual(result.code, 2)
            self.assertRegex(result.err, r"^--tb: .*/KRvK.rtbw: ends inside its header; it is left out\n$")
            with binary.Session() as session:
                session.send(f"setoption name SyzygyPath value {folder}", f"position fen {queen}", "go nodes 2000")
                lines = session.until("bestmove")
            self.assertIn("KRvK.rtbw: ends inside its header", lines[0])
            self.assertEqual(lines[1], "info string 1 WDL and 1 DTZ tables of up to 3 pieces")
            self.assertRegex(lines[-2], r" tbhits [1-9]")
            with binary.Session() as session:
                session.send("xboard", "protover 2", f"egtpath syzygy {folder}", "ping 1")
                lines = session.until("pong")
            self.assertTrue(any("KRvK.rtbw: ends inside its header" in line for line in lines), lines)
            self.assertIn("# 1 WDL and 1 DTZ tables of up to 3 pieces", lines)

    def test_options_of_uci(self):
        fen = "8/8/8/3k4/8/8/1r6/KQ6 w - - 0 1"
        with binary.Session() as session:
            session.send("uci")
            offered = "\n".join(session.until("uciok"))
            for option in ("SyzygyPath type string default <empty>", "SyzygyProbeDepth type spin default 1 min 1 max 100",
                           "SyzygyProbeLimit type spin default 7 min 0 max 7", "Syzygy50MoveRule type check default true"):
                self.assertIn("option name " + option, offered)
            session.send(f"setoption name SyzygyPath value /nowhere:{self.tables}")
            self.assertIn("/nowhere", session.until("info string error")[-1])
            self.assertEqual(session.until("info string")[-1], "info string 35 WDL and 35 DTZ tables of up to 4 pieces")
            session.send(f"position fen {fen}", "go nodes 500")
            self.assertRegex(session.until("bestmove")[-2], r"score cp 31752 .* tbhits [1-9]")
            session.send("setoption name SyzygyProbeLimit value 3", f"position fen {fen}", "go depth 1")
            self.assertRegex(session.until("bestmove")[-2], r" tbhits 0 ")
            session.send("setoption name SyzygyProbeLimit value 8")
            self.assertIn("'8'", session.until("info string error")[-1])
            session.send("setoption name Syzygy50MoveRule value maybe")
            self.assertIn("'maybe'", session.until("info string error")[-1])
            session.send("setoption name SyzygyPath value <empty>", f"position fen {fen}", "go nodes 500")
            self.assertRegex(session.until("bestmove")[-2], r" tbhits 0 ")


class NoTables(unittest.TestCase):
    def test_a_path_without_tables_is_named_and_play_continues(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "KQvK.rtbw"), "wb") as file:
                file.write(b"not a table")
            for path, word in (("/no/such/folder", "/no/such/folder"), (folder, "KQvK.rtbw"), ("x" * 50_000, "left out")):
                with binary.Session() as session:
                    session.send(f"setoption name SyzygyPath value {path}", "position startpos", "go depth 3")
                    lines = session.until("bestmove")
                self.assertIn("info string error: option SyzygyPath", lines[0])
                self.assertIn(word, lines[0])
                self.assertIn("play goes on without tables", lines[0])
            self.assertEqual(binary.run("tb", "--tb", folder, "--fen", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1").code, 2)


if __name__ == "__main__":
    binary.main()
