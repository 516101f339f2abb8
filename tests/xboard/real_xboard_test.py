"""A match of two games between Zugwerk and another engine under the real XBoard, each with both colours, on a virtual
display. Kind: real binary, real client."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


def find(program):
    return shutil.which(program) or shutil.which(program, path="/usr/games")


XBOARD, XVFB = find("xboard"), find("Xvfb")
FAIRYMAX = find("fairymax")


class RealXboard(unittest.TestCase):
    def play(self, opponent, *arguments):
        """Plays two games; returns their PGN and the conversation of XBoard and the engines."""
        with tempfile.TemporaryDirectory() as folder:
            read, write = os.pipe()
            server = subprocess.Popen([XVFB, "-displayfd", str(write), "-screen", "0", "800x600x8", "-nolisten", "tcp"],
                                      pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(write)
            try:
                with os.fdopen(read) as numbers:
                    display = ":" + numbers.readline().strip()
                games, debug = os.path.join(folder, "games.pgn"), os.path.join(folder, "debug.txt")
                subprocess.run(
                    [XBOARD, "-fcp", binary.BINARY, "-fd", folder, "-scp", opponent, "-sd", folder, "-matchGames", "2",
                     "-saveGameFile", games, "-debugMode", "true", "-nameOfDebugFile", debug, "-popupExitMessage", "false",
                     "-popupMoveErrors", "false", "-ponderNextMove", "false", "-adjudicateLossThreshold",
                     "0", *arguments],
                    env={**os.environ, "DISPLAY": display, "HOME": folder}, cwd=folder, timeout=240, check=False,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                with open(games, encoding="utf-8", errors="replace") as file, \
                        open(debug, encoding="utf-8", errors="replace") as log:
                    return file.read(), log.read()
            finally:
                server.terminate()
                server.wait()

    def check(self, pgn, log):
        whites = re.findall(r'\[White "(.*)"\]', pgn)
        self.assertEqual(len(whites), 2, pgn + log[-3000:])
        self.assertEqual(len([name for name in whites if name.startswith("Zugwerk")]), 1, whites)
        for result in re.findall(r'\[Result "(.*)"\]', pgn):
            self.assertIn(result, ("1-0", "0-1", "1/2-1/2"))
        # Every game ended by the rules of chess: no time forfeits and no illegal moves.
        for reason in re.findall(r"\{([^{}]*)\}\s+(?:1-0|0-1|1/2-1/2)", pgn):
            self.assertNotRegex(reason, "(?i)forfeit|illegal|time|exit|disconnect")
        # XBoard names a tablebase folder that does not exist; nothing else is wrong.
        self.assertNotRegex(log, r"first *: *(Error \((?!option SyzygyPath: /EGT/)|Illegal)")

    @unittest.skipUnless(XBOARD and XVFB and FAIRYMAX, "xboard, Xvfb or fairymax is not installed")
    def test_match_against_fairymax_with_a_clock(self):
        for _ in range(10):
            pgn, log = self.play(FAIRYMAX, "-timeControl", "0:03", "-timeIncrement", "0.05")
            # The opponent crashes now and then when it starts, also three times in a row; that says nothing about us.
            if "second chess program" not in pgn:
                break
            time.sleep(2)
        self.check(pgn, log)


if __name__ == "__main__":
    binary.main()
