"""`zugwerk perft` of the real binary. Kind: real binary over a pipe."""

import os
import signal
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class PerftCommand(unittest.TestCase):
    def suite(self, *lines):
        with tempfile.NamedTemporaryFile("w", suffix=".epd", delete=False) as file:
            file.write("\n".join(lines) + "\n")
        self.addCleanup(os.remove, file.name)
        return file.name

    def test_counts(self):
        result = binary.run("perft", "4")
        self.assertEqual(result.code, 0)
        self.assertIn("perft 4: 197,281 nodes", result.out)

    def test_divides(self):
        result = binary.run("perft", "3", "--divide", "--fen", KIWIPETE)
        self.assertIn("e1g1: 2059", result.out)
        self.assertIn("97,862", result.out)

    def test_divides_chess960_with_its_castling(self):
        result = binary.run("perft", "1", "--divide", "--chess960", "--fen", "4k3/8/8/8/8/8/8/4K2R w H - 0 1")
        self.assertIn("e1h1: 1", result.out)

    def test_shows_details(self):
        result = binary.run("perft", "3", "--details", "--fen", KIWIPETE)
        for name, count in (("captures", "17,102"), ("castles", "3,162"), ("checks", "993"), ("mates", "1")):
            self.assertRegex(result.out, rf"\n  {name} +{count}\n")

    def test_threads_and_hash_give_the_same_count(self):
        result = binary.run("perft", "4", "--threads", "3", "--hash", "8", "--fen", KIWIPETE)
        self.assertIn("4,085,603", result.out)

    def test_a_hash_larger_than_memory_is_refused(self):
        result = binary.run("perft", "3", "--hash", str(1 << 24))
        self.assertEqual(result.code, 2)
        self.assertIn("more than", result.err)

    def test_ctrl_c_stops_it_and_prints_the_counts_so_far(self):
        with binary.Session("perft", "12", "--threads", "2") as session:
            binary.wait_until(lambda: binary.catches(session.process.pid, signal.SIGINT), "no handler for Ctrl-C")
            session.wait_for_work()
            session.interrupt()
            lines = session.until("perft 12:")
            self.assertIn("counted before the interruption", lines[-1])
            self.assertEqual(session.end(), 130)

    def test_suite_passes_fails_and_names_the_line(self):
        good = self.suite("# comment", f"{KIWIPETE} ;D1 48 ;D2 2039", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 D1 15;")
        result = binary.run("perft", "--suite", good)
        self.assertEqual(result.code, 0, result.out + result.err)
        self.assertIn("2 positions, 3 counts, 0 wrong", result.out)
        wrong = self.suite(f"{KIWIPETE} ;D1 48 ;D2 2040")
        result = binary.run("perft", "--suite", wrong)
        self.assertEqual(result.code, 1)
        self.assertIn(":1: D2 is 2039, expected 2040", result.out)
        self.assertEqual(binary.run("perft", "1", "--suite", wrong).code, 0)

    def test_suite_continues_after_a_bad_line(self):
        path = self.suite("nonsense w - -", f"{KIWIPETE} ;D1 48")
        result = binary.run("perft", "--suite", path)
        self.assertEqual(result.code, 2)
        self.assertIn(":1: ", result.err)
        self.assertIn("1 positions, 1 counts, 0 wrong, 1 unreadable lines", result.out)


if __name__ == "__main__":
    binary.main()
