"""Matches, sequential tests and SPSA over real MPI ranks: every game once, whatever becomes of the ranks. Kind: binary.

    games_test.py PATH_TO_ZUGWERK_CLUSTER [unittest arguments]"""

import json
import os
import pathlib
import re
import shlex
import signal
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import ranks
from ranks import MPIRUN, Conversation

MOCK = pathlib.Path(__file__).resolve().parents[1] / "support" / "mock_engine.py"


def mock(name, *arguments):
    command = shlex.join(["python3", str(MOCK), *arguments])
    return ["--engine", f"cmd={command}", f"name={name}", "movetime=1000"]


class Games(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def over(self, count, *arguments):
        return Conversation([*MPIRUN.split(), "-n", str(count), ranks.PROGRAM, *arguments], cwd=self.folder)

    def finish(self, run, timeout=120):
        """The exit code, and standard output and error as texts."""
        run.process.stdin.close()
        code = run.process.wait(timeout=timeout)
        for reader in run.readers:
            reader.join(timeout=10)
        lines = []
        while not run.lines.empty():
            line = run.lines.get()[1]
            if line is not None:
                lines.append(line)
        return code, "\n".join(lines), "\n".join(run.errors)

    def wait_for_games(self, run, least, count):
        """Until at least so many of the games have been played."""
        while int(re.search(r"(\d+) of \d+ games", run.until(f" of {count} games")[-1])[1]) < least:
            pass

    def assert_every_game_once(self, count):
        rounds = re.findall(r'\[Round "(\d+)"\]', (self.folder / "games.pgn").read_text(encoding="utf-8"))
        self.assertEqual(sorted(map(int, rounds)), list(range(1, count + 1)))
        result = json.loads((self.folder / "match.json").read_text(encoding="utf-8"))
        self.assertEqual(len(result["games"]) if "games" in result else count, count)

    def test_all_ranks_play(self):
        with self.over(3, "match", *mock("one"), *mock("two"), "--games", "18", "--pgn", "games.pgn", "--json", "match.json") as run:
            code, out, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertIn("3 of 3 ranks play, on 1 host", errors)
        self.assertIn("18", out)
        self.assert_every_game_once(18)

    def test_no_game_is_lost_with_a_rank(self):
        arguments = [*mock("one", "--delay", "40"), *mock("two", "--delay", "40"), "--games", "30", "--every", "1"]
        with self.over(3, "match", *arguments, "--pgn", "games.pgn", "--json", "match.json") as run:
            self.wait_for_games(run, 2, 30)
            os.kill(run.rank(1), signal.SIGKILL)
            code, _, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertRegex(errors, r"rank 1 .*is lost; 2 of 3 ranks play")
        self.assert_every_game_once(30)

    def test_a_match_goes_on_after_the_manager_was_killed(self):
        arguments = [*mock("one", "--delay", "40"), *mock("two", "--delay", "40"), "--games", "16", "--every", "1"]
        arguments += ["--pgn", "games.pgn", "--json", "match.json", "--resume"]
        with self.over(3, "match", *arguments) as run:
            self.wait_for_games(run, 4, 16)
            os.kill(run.launcher(), signal.SIGKILL)
            os.kill(run.rank(0), signal.SIGKILL)
        with self.over(2, "match", *arguments) as run:
            code, out, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertIn("resumed after", out)
        self.assert_every_game_once(16)

    def test_all_stop_when_the_sequential_test_is_decided(self):
        arguments = [*mock("good"), *mock("bad", "--mode", "illegal"), "--games", "4000", "--sprt", "elo0=0", "elo1=50"]
        with self.over(3, "match", *arguments, "--json", "match.json") as run:
            code, out, errors = self.finish(run)
            self.assertEqual(code, 0, errors)
            self.assertIn("LLR", out)
            self.assertIn("3 of 3 ranks play", errors)
            ranks.wait_until(lambda: run.marked() == {}, "something goes on")
        self.assertLess(len(json.loads((self.folder / "match.json").read_text(encoding="utf-8"))["games"]), 400)

    def test_spsa(self):
        plain = pathlib.Path(ranks.PROGRAM).parent / "zugwerk"
        arguments = ["spsa", "--engine", f"cmd={plain}", "--nodes", "50", "--param", "Move Overhead=20", "--iterations", "9"]
        with self.over(3, *arguments, "--state", "state.json") as run:
            code, out, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertIn("9 of 9 pairs", out)
        self.assertIn("3 of 3 ranks play", errors)

    def test_a_rank_without_the_engine_is_sent_away(self):
        engine = self.folder / "engine"
        engine.write_text(f"#!/bin/sh\nexec python3 {shlex.quote(str(MOCK))}\n", encoding="utf-8")
        engine.chmod(0o755)
        empty = self.folder / "empty"
        empty.mkdir()
        match = [ranks.PROGRAM, "match", "--engine", "cmd=./engine", "--engine", "cmd=./engine", "--movetime", "1000", "--games", "8"]
        match += ["--pgn", str(self.folder / "games.pgn"), "--json", str(self.folder / "match.json")]
        command = [*MPIRUN.split(), "-n", "1", "-wdir", str(self.folder), *match, ":", "-n", "1", "-wdir", str(empty), *match]
        with Conversation(command) as run:
            code, _, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertRegex(errors, r"error: rank 1 .*\./engine.*it is sent away, 1 of 2 ranks play")
        self.assert_every_game_once(8)

    def test_a_rank_with_another_command_line_is_sent_away(self):
        match = [ranks.PROGRAM, "match", *mock("one"), *mock("two"), "--games", "4"]
        command = [*MPIRUN.split(), "-n", "1", *match, ":", "-n", "1", *match, "--time-margin", "50"]
        with Conversation(command) as run:
            code, _, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        self.assertRegex(errors, "error: rank 1 .*started with another command line: time_margin")

    def test_a_mistake_is_reported_once(self):
        for arguments, message in (
            (["match", "--games", "0"], "--games: "),
            (["match", *mock("one"), *mock("two"), "--tc", "x"], "--tc: "),
            (["nonsense"], "nonsense"),
        ):
            with self.over(3, *arguments) as run:
                _, _, errors = self.finish(run)  # mpirun has exit codes of its own
            self.assertEqual(errors.count(message), 1, errors)


if __name__ == "__main__":
    ranks.require_mpi(sys.argv.pop(1))
    unittest.main()
