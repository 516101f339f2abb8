"""One search over real MPI ranks: the conversation by UCI, and every mistake in starting ranks.
Kind: binary.

    cluster_test.py PATH_TO_ZUGWERK_CLUSTER [unittest arguments]"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import network_file
import ranks
from ranks import MPIRUN, Conversation


def over(count, *arguments):
    return [*MPIRUN.split(), "-n", str(count), ranks.PROGRAM, *arguments]


def number_after(word, line):
    words = line.split()
    return int(words[words.index(word) + 1])


class Uci(unittest.TestCase):
    def test_a_conversation_over_two_ranks(self):
        with Conversation([*MPIRUN.split(), "--tag-output", "-n", "2", ranks.PROGRAM]) as cluster:
            cluster.send("uci")
            self.assertTrue(any("option name MultiPV" in line for line in cluster.until("uciok")))
            cluster.send("isready")
            self.assertIn("info string cluster: 2 of 2 ranks search, on 1 host", "\n".join(cluster.until("readyok")))
            cluster.send("setoption name Hash value 8", "ucinewgame", "position startpos moves e2e4", "go movetime 1000")
            self.assertRegex(cluster.until("bestmove")[-1], r"bestmove [a-h][1-8][a-h][1-8]")
            cluster.send("position startpos moves e2e4 e7e5", "go ponder wtime 2000 btime 2000", "ponderhit")
            cluster.until("bestmove")
            cluster.send("go infinite", "stop")
            cluster.until("bestmove")
            cluster.send("setoption name MultiPV value 3", "go depth 8")
            lines = cluster.until("bestmove")
            self.assertTrue(any("multipv 3" in line for line in lines))
            cluster.send("setoption name UCI_Chess960 value true", "setoption name MultiPV value 1")
            cluster.send("position fen 1k6/8/8/8/8/8/8/1K1R4 w D - 0 1", "go searchmoves b1d1 movetime 200")
            self.assertIn("bestmove b1d1", cluster.until("bestmove")[-1])
            cluster.send("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "go movetime 100")
            self.assertIn("bestmove (none)", cluster.until("bestmove")[-1])
            cluster.send("no such command", "isready")
            self.assertEqual(sum("error" in line for line in cluster.until("readyok")), 1)
            code, rest = cluster.quit()
            self.assertEqual((code, [line for line in rest if line]), (0, []))

    def test_helpers_write_nothing(self):
        with Conversation([*MPIRUN.split(), "--tag-output", "-n", "2", ranks.PROGRAM]) as cluster:
            cluster.send("uci", "position startpos", "go movetime 500")
            lines = cluster.until("bestmove")
            self.assertTrue(all(line.startswith("[1,0]") for line in lines if line), lines)
            self.assertEqual(cluster.errors, [])

    def test_nodes_of_all_ranks_are_counted_but_a_level_plays_on_rank_0_alone(self):
        with Conversation(over(2)) as cluster:
            cluster.send("isready", "position startpos", "go infinite")
            cluster.until("readyok")
            # Both ranks search without end; their sum grows beyond what rank 0 alone has reported in its own lines.
            rank_1 = cluster.rank(1)
            busy = ranks_work(rank_1)
            ranks.wait_until(lambda: ranks_work(rank_1) > busy + 0.3, "rank 1 does not search")
            cluster.send("stop")
            cluster.until("bestmove")
            cluster.send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1500", "isready")
            cluster.until("readyok")
            busy = ranks_work(rank_1)
            cluster.send("go movetime 500")
            cluster.until("bestmove")
            self.assertLess(ranks_work(rank_1) - busy, 0.2)

    def test_one_rank_is_the_plain_program(self):
        with Conversation(over(1)) as cluster:
            cluster.send("isready")
            self.assertEqual(cluster.until("readyok"), ["readyok"])
            cluster.send("bench 1")
            bench = number_after("Bench:", cluster.until("Bench:")[-1])
            plain = os.path.join(os.path.dirname(ranks.PROGRAM), "zugwerk")
            out = subprocess.run([plain, "bench", "--depth", "1"], capture_output=True, text=True, check=True).stdout
            self.assertIn(f"Bench: {bench}", out)
            self.assertEqual(cluster.quit()[0], 0)


def ranks_work(pid):
    """Processor time that a process has used, in seconds."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Mistakes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_a_rank_without_the_network_file_is_left_out_until_it_has_it(self):
        name = network_file.write(self.folder / "other.zugnet")
        empty = self.folder / "empty"
        empty.mkdir()
        command = [*MPIRUN.split(), "-n", "1", "-wdir", str(self.folder), ranks.PROGRAM]
        command += [":", "-n", "1", "-wdir", str(empty), ranks.PROGRAM]
        with Conversation(command) as cluster:
            cluster.send("isready", "setoption name EvalFile value other.zugnet")
            lines = "\n".join(cluster.until("rank 1: error"))
            self.assertIn("other.zugnet", lines.splitlines()[-1])
            cluster.send("go movetime 500")
            self.assertRegex(cluster.until("left out")[-1], rf"rank 1 .* evaluates with zug-.* and rank 0 with {name}")
            cluster.until("bestmove")
            cluster.send("setoption name EvalFile value <empty>", "go movetime 500")
            self.assertIn("2 of 2 ranks search", cluster.until("evaluates with")[-1])
            cluster.until("bestmove")

    def test_without_mpi_the_message_says_what_is_missing(self):
        shutil.copy(ranks.PROGRAM, self.folder / "zugwerk-cluster")
        result = subprocess.run([self.folder / "zugwerk-cluster"], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^zugwerk-cluster: MPI cannot be loaded: .*zugwerk-mpi.so.*libopenmpi3")

    def test_a_guard_without_a_launcher_plays_alone(self):
        with Conversation([ranks.PROGRAM, "guard", "--launcher", "/no/such/mpirun"]) as guard:
            guard.send("isready", "go movetime 100")
            self.assertRegex("\n".join(guard.until("bestmove")), "info string cluster: error: .*/no/such/mpirun.*No such file")
            self.assertEqual(guard.quit()[0], 0)

    def test_more_ranks_than_slots(self):
        launcher = "mpirun --allow-run-as-root --host localhost:1"
        with Conversation([ranks.PROGRAM, "guard", "--ranks", "2", "--launcher", launcher]) as guard:
            guard.send("isready")
            self.assertRegex("\n".join(guard.until("readyok")), "info string cluster: error: .*not enough slots available")
            guard.send("go movetime 100")
            guard.until("bestmove")

    def test_bad_options(self):
        for arguments, message in [
            (["--delay", "-1"], "--delay"),
            (["guard", "--ranks", "0"], "--ranks"),
            (["guard", "--hosts", "/no/such/file"], "--hosts"),
            (["guard", "--launcher", "'"], "--launcher: "),
            (["nonsense"], "nonsense"),
        ]:
            result = subprocess.run([ranks.PROGRAM, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
            self.assertEqual((result.returncode, message in result.stderr), (2, True), result)


if __name__ == "__main__":
    ranks.require_mpi(sys.argv.pop(1))
    unittest.main()
