"""Shards of self-play, matches, reviews and suites: merged, they are what one run writes, however often they were killed.
Kind: real binary over a pipe."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

FAMOUS_GAMES = os.path.join(HERE, "..", "data", "famous_games.pgn")
SUITE = os.path.join(HERE, "..", "data", "suite.epd")
SELFPLAY = ["--games", "150", "--nodes", "20", "--hash", "1", "--max-plies", "24", "--seed", "7", "--network", "none"]
MATCH = ["--nodes", "30", "--no-pin", "--draw", "movenumber=20", "movecount=1", "score=3000", "--seed", "4"]


def without_times(value):
    """JSON without the fields that differ from one run to the next."""
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key not in ("seconds", "time_ms", "check", "offset", "size")}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def moves_of(pgn):
    """PGN without the times of the moves."""
    return re.sub(r"(\d+\.\d+)s", "s", pgn)


class ShardCase(binary.FolderCase):
    def run_all(self, command, shards, *more):
        """Runs every shard; `command` may name files of the folder."""
        for number in range(1, shards + 1):
            result = binary.run(*command, *more, "--shard", f"{number}/{shards}")
            self.assertEqual(result.code, 0, result.err)

    def good(self, *arguments):
        result = binary.run(*arguments)
        self.assertEqual(result.code, 0, result.err)
        return result

    def bad(self, message, *arguments, code=2):
        result = binary.run(*arguments)
        self.assertEqual(result.code, code, result.out + result.err)
        self.assertIn(message, result.err)

    def files(self, pattern):
        return sorted(self.path(name) for name in os.listdir(self.folder) if re.fullmatch(pattern, name))

    def kill_until_done(self, arguments, seed):
        """Runs a shard that is killed after a random time, again and again, until it ends by itself; returns how often
        it was killed. Every third time it is only interrupted."""
        chance = random.Random(seed)
        kills = 0
        while True:
            process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            try:
                # Longer each time, so that it ends one day however slow the machine is; the first time soon enough for a fast one.
                longest = 0.3 if kills > 0 else 0.04
                _, errors = process.communicate(timeout=chance.uniform(0.02, longest) * (1 + kills / 10))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT if kills % 3 == 2 else signal.SIGKILL)
                _, errors = process.communicate(timeout=60)
            if process.returncode == 0:
                return kills
            self.assertIn(process.returncode, (-signal.SIGKILL, -signal.SIGINT, 130), errors.decode())
            kills += 1


class Selfplay(ShardCase):
    def setUp(self):
        super().setUp()
        self.good("selfplay", "-o", self.path("one.zwg"), *SELFPLAY, "--concurrency", "2")

    def test_merged_shards_have_the_bytes_of_one_run(self):
        for shards in (1, 4):
            with self.subTest(shards=shards):
                name = f"games{shards}.zwg"
                self.run_all(["selfplay", "-o", self.path(name), *SELFPLAY], shards)
                merged = self.path(f"merged{shards}.zwg")
                result = self.good("merge", *self.files(rf"games{shards}\.shard-.*\.zwg"), "-o", merged)
                self.assertIn("150 games", result.out)
                self.assertEqual(self.read_bytes(f"merged{shards}.zwg"), self.read_bytes("one.zwg"))

    def test_a_shard_that_is_killed_again_and_again_changes_nothing(self):
        games = ["selfplay", "-o", self.path("games.zwg"), *SELFPLAY]
        kills = sum(self.kill_until_done([*games, "--shard", f"{number}/2"], number) for number in (1, 2))
        self.assertGreater(kills, 0)
        self.good("merge", self.path("games.shard-2-of-2.zwg"), self.path("games.shard-1-of-2.zwg"), "-o", self.path("all.zwg"))
        self.assertEqual(self.read_bytes("all.zwg"), self.read_bytes("one.zwg"))

    def test_missing_games_and_other_runs_are_named(self):
        games = ["selfplay", "-o", self.path("games.zwg"), *SELFPLAY]
        self.run_all(games, 2)
        one, two = self.path("games.shard-1-of-2.zwg"), self.path("games.shard-2-of-2.zwg")
        self.bad("of 2 shards, 1 is missing: 2", "merge", one, "-o", self.path("all.zwg"))
        shutil.copy(one, self.path("copy.zwg"))
        shutil.copy(one + ".journal", self.path("copy.zwg.journal"))
        self.bad("shard 1/2 is there twice", "merge", one, two, self.path("copy.zwg"), "-o", self.path("all.zwg"))
        # One file under both of its names is one shard.
        self.good("merge", one, one + ".journal", two, "-o", self.path("all.zwg"))
        self.bad("exists", "merge", one, two, "-o", self.path("all.zwg"))
        self.bad("seed: 7 before, 8 now", *games[:-4], "--seed", "8", "--network", "none", "--shard", "2/2")
        other = self.path("other.zwg")
        self.good("selfplay", "-o", other, *SELFPLAY[:-4], "--seed", "8", "--network", "none", "--shard", "2/2")
        self.bad("seed: 7 there, 8 here", "merge", one, self.path("other.shard-2-of-2.zwg"), "-o", self.path("none.zwg"))
        self.good("selfplay", "-o", other, *SELFPLAY, "--shard", "3/3")
        self.bad("another number of shards", "merge", one, self.path("other.shard-3-of-3.zwg"), "-o", self.path("none.zwg"))
        # Without its last frame a shard has to be resumed.
        whole = self.read_bytes("games.shard-2-of-2.zwg")
        with open(two, "r+b") as file:
            file.truncate(whole.rindex(b"ZWF1"))
        self.bad("shard 2/2 has 64 of its 75 games; resume it", "merge", one, two, "-o", self.path("none.zwg"))
        os.remove(two + ".journal")
        self.bad("it has no journal", *games, "--shard", "2/2")
        self.assertFalse(os.path.exists(self.path("none.zwg")))

    def test_one_shard_is_not_played_by_two_processes(self):
        games = ["selfplay", "-o", self.path("long.zwg"), "--games", "100000", *SELFPLAY[2:], "--shard", "1/2"]
        with binary.Session(*games) as first:
            first.until("seed")
            self.bad("long.shard-1-of-2.zwg.journal: another process is writing to it", *games, code=3)
            first.interrupt()
            self.assertEqual(first.end(), 130)


class Match(ShardCase):
    def match(self, name, games=5):
        return ["match", "--engine", f"cmd={binary.BINARY}", "name=A", "option.Hash=1", "--engine", f"cmd={binary.BINARY}",
                "name=B", "option.Hash=1", "--engine", f"cmd={binary.BINARY}", "name=C", "option.Hash=1", *MATCH, "--games", str(games),
                "--pgn", self.path(f"{name}.pgn"), "--json", self.path(f"{name}.json")]

    def journal(self, name):
        return [without_times(json.loads(line)) for line in self.read(f"{name}.json.journal").splitlines()]

    def test_merged_shards_are_one_run(self):
        self.good(*self.match("one"))
        self.run_all(self.match("games"), 4)
        self.good("merge", *self.files(r"games\.shard-.*\.json"), "-o", self.path("all.json"), "-o", self.path("all.pgn"))
        self.assertEqual(moves_of(self.read("all.pgn")), moves_of(self.read("one.pgn")))
        self.assertEqual(without_times(json.loads(self.read("all.json"))), without_times(json.loads(self.read("one.json"))))
        self.assertEqual(self.journal("all"), self.journal("one"))
        # The merged match can be extended like any other.
        self.good(*self.match("all", 6), "--resume")
        self.assertEqual(json.loads(self.read("all.json"))["played_games"], 18)

    def test_a_shard_that_is_killed_again_and_again_has_every_game_once(self):
        self.good(*self.match("one"))
        kills = sum(self.kill_until_done([*self.match("games"), "--resume", "--shard", f"{number}/3"], number)
                    for number in (1, 2, 3))
        self.assertGreater(kills, 0)
        self.good("merge", *self.files(r"games\.shard-.*\.json"), "-o", self.path("all.json"), "-o", self.path("all.pgn"))
        rounds = re.findall(r'\[Round "(\d+)"\]', self.read("all.pgn"))
        self.assertEqual(rounds, [str(number) for number in [*range(1, 13), 13, 15, 17]])
        self.assertEqual(moves_of(self.read("all.pgn")), moves_of(self.read("one.pgn")))

    def test_changed_games_and_unfinished_shards_are_named(self):
        self.run_all(self.match("games"), 2)
        one, two = self.files(r"games\.shard-.*\.json")
        with open(self.path("games.shard-2-of-2.pgn"), "r+b") as file:
            file.seek(5)
            file.write(b"X")
        self.bad("games.shard-2-of-2.pgn: game 3 was changed", "merge", one, two, "-o", self.path("all.pgn"))
        with open(one + ".journal", "r+b") as file:
            file.truncate(len(file.read()) - 20)
        self.bad("shard 1/2 has 7 of its 8 games; resume it", "merge", one, two, "-o", self.path("all.json"))
        self.bad("the files of a match end in .pgn, .json", "merge", one, two, "-o", self.path("all.html"))
        self.assertEqual(self.files(r"all.*"), [])

    def test_what_cannot_be_split_is_refused(self):
        match = self.match("games")[:-4]
        self.bad("a sequential test looks at all games", "match", *self.match("x")[1:9], "--nodes", "10", "--sprt", "elo0=0",
                 "--json", self.path("x.json"), "--shard", "1/2")
        self.bad("a shard needs a file", *match, "--shard", "1/2")
        for text, message in (("0/3", "counted from 1 to 3"), ("4/3", "there is no shard 4 of 3"), ("1/0", "at least one shard"),
                              ("3", "expected NUMBER/COUNT"), ("1/2/3", "expected NUMBER/COUNT"), ("-1/3", "expected"),
                              ("1/99999999", "at most 1,000,000 shards")):
            self.bad(message, *match, "--shard", text)
        self.bad("positions the others have", "selfplay", "-o", self.path("g"), "--positions", "9", "--seed", "1", "--shard", "1/2")
        self.bad("the same --seed", "selfplay", "-o", self.path("g"), "--games", "9", "--shard", "1/2")
        self.bad("it needs --games", "selfplay", "-o", self.path("g"), "--seed", "1", "--shard", "1/2")
        self.bad("needs a file", "selfplay", "-o", "/dev/null", "--games", "9", "--seed", "1", "--shard", "1/2")
        self.bad("needs a file", "suite", SUITE, "--nodes", "10", "--shard", "1/2")
        self.bad("needs a file", "analyse", FAMOUS_GAMES, "--nodes", "10", "--shard", "1/2")
        self.assertEqual(os.listdir(self.folder), [])

    def test_the_files_of_another_shard_are_not_resumed(self):
        self.run_all(self.match("games"), 2)
        for ending in ("json", "pgn", "json.journal"):
            shutil.copy(self.path(f"games.shard-1-of-2.{ending}"), self.path(f"games.shard-3-of-4.{ending}"))
        self.bad("shard.is: '1/2' before, '3/4' now", *self.match("games"), "--resume", "--shard", "3/4")
        # The files of a whole match are no shard.
        self.good(*self.match("one"))
        self.bad("this is a whole run, not a shard", "merge", self.path("one.json"), "-o", self.path("all.json"))
        self.bad("not a journal", "merge", self.write("x.journal", "hello\n"), "-o", self.path("all.json"))


class Analyse(ShardCase):
    def review(self, name, games=FAMOUS_GAMES):
        return ["analyse", games, "--nodes", "300", "--hash", "1", "--network", "none", "--quiet", "-o", self.path(f"{name}.pgn"),
                "--json", self.path(f"{name}.json"), "--html", self.path(f"{name}.html")]

    def check_merged(self, shards):
        self.good("merge", *self.files(rf"games\.shard-.*-of-{shards}\.pgn"), "-o", self.path("all.pgn"), "-o", self.path("all.json"),
                  "-o", self.path("all.html"))
        for ending in ("pgn", "json", "html"):
            self.assertEqual(self.read_bytes(f"all.{ending}"), self.read_bytes(f"one.{ending}"), ending)

    def test_merged_shards_have_the_bytes_of_one_run(self):
        self.good(*self.review("one"))
        # Some of these shards have no game.
        self.run_all(self.review("games"), 5, "--concurrency", "2")
        self.check_merged(5)

    def test_a_shard_that_is_killed_again_and_again_changes_nothing(self):
        self.good(*self.review("one"))
        kills = sum(self.kill_until_done([*self.review("games"), "--resume", "--shard", f"{number}/2"], number) for number in (1, 2))
        self.assertGreater(kills, 0)
        # A shard that is started again after its end has nothing to do.
        self.run_all(self.review("games"), 2, "--resume")
        self.check_merged(2)

    def test_other_games_and_unfinished_shards_are_named(self):
        with open(FAMOUS_GAMES, encoding="utf-8") as file:
            games = file.read()
        self.good(*self.review("games"), "--shard", "1/2")
        self.good(*self.review("games", self.write("more.pgn", games + games)), "--shard", "2/2")
        one, two = self.files(r"games\.shard-.*\.pgn")
        self.bad("made of other games", "merge", one, two, "-o", self.path("all.pgn"))
        with open(one + ".journal", "r+b") as file:
            file.truncate(file.read().rstrip(b"\n").rindex(b"\n") + 1)
        self.bad("shard 1/2 is not finished; resume it", "merge", one, two, "-o", self.path("all.pgn"))
        self.bad("made with other settings", *self.review("games")[:3], "200", *self.review("games")[4:], "--resume", "--shard", "2/2")


class Suite(ShardCase):
    def suite(self, name):
        return ["suite", SUITE, "--nodes", "200000", "--hash", "1", "--json", self.path(f"{name}.json")]

    def test_merged_shards_are_one_run(self):
        self.good(*self.suite("one"))
        kills = sum(self.kill_until_done([*self.suite("run"), "--resume", "--shard", f"{number}/4"], number) for number in range(1, 5))
        self.assertGreater(kills, 0)
        self.good("merge", *self.files(r"run\.shard-.*\.json"), "-o", self.path("all.json"))
        self.assertEqual(without_times(json.loads(self.read("all.json"))), without_times(json.loads(self.read("one.json"))))
        part = json.loads(self.read("run.shard-1-of-4.json"))
        self.assertEqual((part["positions"], part["searched"]), (2, 2))
        self.bad("is a run that is done", "suite", self.path("all.json"), "--shard", "1/2")


if __name__ == "__main__":
    binary.main()
