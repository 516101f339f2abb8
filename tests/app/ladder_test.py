"""`zugwerk ladder` by the real binary, against itself at fewer nodes. Kind: real binary over a pipe."""

import json
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary


class Ladder(binary.FolderCase):
    def ladder(self, *arguments):
        return binary.run(
            "ladder",
            *("--engine", f"cmd={binary.BINARY} name=new nodes=300"),
            *("--opponent", f"cmd={binary.BINARY} name=old nodes=200"),
            *("--opponent", f"cmd={binary.BINARY} name=weak nodes=20"),
            *("--games", "4", "--hash", "1"),
            *arguments,
        )

    def test_rates_logs_and_draws(self):
        log = self.path("log.jsonl")
        for label in ("1.0", "1.1"):
            result = self.ladder(
                *("--anchor", "old=100", "--log", log, "--svg", self.path("field.svg"), "--label", label)
            )
            self.assertEqual(result.code, 0, result.err)
            self.assertRegex(result.out, r"old +\+100 +anchor +4 ")
            self.assertRegex(result.out, r"\d  new .* 8 ")
            self.assertRegex(result.out, r"weak .*/4")
        with open(log, encoding="utf-8") as file:
            entries = [json.loads(line) for line in file]
        self.assertEqual([entry["version"] for entry in entries], ["1.0", "1.1"])
        self.assertEqual(entries[0]["name"], "new")
        opponent = entries[0]["opponents"][0]
        self.assertEqual(opponent["wins"] + opponent["draws"] + opponent["losses"], 4)
        self.assertEqual(sum(opponent["pairs"]), 2)
        with open(self.path("field.svg"), encoding="utf-8") as file:
            self.assertIn(">weak<", file.read())

        progress = binary.run("ladder", "--plot-log", log, "--svg", self.path("progress.svg"))
        self.assertEqual(progress.code, 0, progress.err)
        with open(self.path("progress.svg"), encoding="utf-8") as file:
            svg = file.read()
        self.assertIn(">1.1<", svg)

    def test_resumes_where_it_was_interrupted(self):
        files = ("--pgn", self.path("games.pgn"), "--log", self.path("log.jsonl"))
        whole = ["ladder", "--engine", f"cmd={binary.BINARY} name=new nodes=300",
                 "--opponent", f"cmd={binary.BINARY} name=old nodes=200", "--hash", "1", *files]
        process = subprocess.Popen([binary.BINARY, *whole, "--games", "1000000"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        for _ in range(3):
            process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn("continue the ladder with --resume", err)
        self.assertRegex(out, r"\d  new ")
        self.assertFalse(os.path.exists(self.path("log.jsonl")), "an interrupted run is not a result")
        with open(self.path("games.pgn"), encoding="utf-8") as file:
            played = file.read().count("[Event ")
        self.assertGreaterEqual(played, 3)

        result = binary.run(*whole, "--games", str(played + 2 - played % 2), "--resume")
        self.assertEqual(result.code, 0, result.err)
        with open(self.path("log.jsonl"), encoding="utf-8") as file:
            opponent = json.loads(file.read())["opponents"][0]
        self.assertEqual(opponent["wins"] + opponent["draws"] + opponent["losses"], played + 2 - played % 2)

    def test_bad_arguments_exit_with_2_before_any_game(self):
        broken = self.path("broken.jsonl")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("{}\n")
        for arguments, word in (
            (["--only", "deep-thought"], "deep-thought"),
            (["--anchor", "old"], "NAME=ELO"),
            (["--log", broken], broken + ":1"),
            (["--tc", "soon"], "soon"),
            (["--plot-log", broken], "--svg"),
            (["--plot-log", self.path("missing"), "--svg", self.path("x.svg")], "missing"),
            (["--openings", self.path("missing.epd")], "missing.epd"),
            (["--resume"], "--pgn"),
        ):
            result = self.ladder(*arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err, arguments)
            self.assertNotIn("game 1", result.out)


if __name__ == "__main__":
    binary.main()
