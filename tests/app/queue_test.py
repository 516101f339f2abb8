"""`zugwerk queue` with tiny experiments. Kind: real binary over a pipe."""

import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "suite.epd")


def read(path, mode="r"):
    with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class QueueTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="zugwerk-queue-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.queue = self.path("lab")
        os.mkdir(self.queue)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def in_queue(self, *names):
        return os.path.join(self.queue, *names)

    def experiment(self, name, command, *more):
        write(self.in_queue(name + ".experiment"), "\n".join([f"command: {command}", *more, ""]))

    def match_of(self, games, nodes=60, more=""):
        engine = f"cmd={binary.BINARY} option.Hash=1"
        # Games are adjudicated as draws after a dozen moves: only that they are played matters here.
        return (f"match --engine {engine} name=a --engine {engine} name=b nodes={nodes} --nodes 80 --no-pin "
                f"--draw movenumber=12 movecount=1 score=10000 --games {games} {more}")

    def endless(self):
        return self.match_of(1_000_000)

    def run_queue(self, *more, code=0):
        # At idle priority, the tests would wait for an idle machine.
        result = binary.run("queue", "run", self.queue, "--nice", "0", "--until-empty", *more, timeout=250)
        self.assertEqual(result.code, code, result.out + result.err)
        return result

    def start(self, *more, nice=("--nice", "0")):
        process = subprocess.Popen([binary.BINARY, "queue", "run", self.queue, *nice, *more], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def until(self, process, text):
        seen = []
        for line in process.stdout:
            seen.append(line)
            if text in line:
                return
        self.fail(f"no {text!r} in {seen}")

    def games_of(self, name):
        journal = self.in_queue(name, "match.json.journal")
        return read(journal).count('"game":') if os.path.exists(journal) else 0

    def wait_for_games(self, name, count):
        binary.wait_until(lambda: self.games_of(name) >= count, f"{count} games of {name}")

    def status(self):
        result = binary.run("queue", "status", self.queue)
        self.assertEqual(result.code, 0, result.err)
        return result.out

    def events(self):
        return [json.loads(line) for line in read(self.in_queue("queue.journal")).splitlines()[1:]]

    def left_running(self):
        """Processes with a path in the queue's folder among their arguments."""
        found = []
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                if self.queue in read(path, "rb").decode(errors="replace"):
                    found.append(path)
            except OSError:
                pass
        return found


class Running(QueueTest):
    def fill(self):
        """One of each kind; the network learns from the games of the first."""
        self.experiment("10-games", "selfplay --games 20 --nodes 150 --network none --seed 7")
        self.experiment("20-match", self.match_of(8), "title: <b>more nodes</b>")
        self.experiment("30-spsa", f"spsa --engine cmd={binary.BINARY} option.Hash=1 --nodes 20 --no-pin",
                        '    --param "Move Overhead=20" --iterations 3')
        self.experiment("40-suite", f"suite {SUITE} --depth 6")
        self.experiment("05-train", "train 10-games/games.zwg --width 32 --epochs 3 --batch 64 --first-ply 0",
                        "after: 10-games")

    def results(self):
        """The results that must not depend on interruptions."""
        network = next(iter(glob.glob(self.in_queue("05-train", "*.zugnet"))))
        suite = json.loads(read(self.in_queue("40-suite", "suite.json")))
        games = re.sub(r"\{[^}]*\}|\s+", " ", read(self.in_queue("20-match", "games.pgn")))
        return {
            "archive": read(self.in_queue("10-games", "games.zwg"), "rb"),
            # Games end in the same order, since they are played one at a time.
            "match": re.sub(r'\[Date "[^"]*"\]', "", games),
            "spsa": read(self.in_queue("30-spsa", "spsa.json")),
            "suite": re.sub(r'"time_ms": \d+', "", json.dumps(suite)),
            "network": os.path.basename(network),
        }

    def test_every_kind_runs_in_order_and_reports_its_result(self):
        self.fill()
        result = self.run_queue()
        self.assertEqual(re.findall(r"^(\S+)  begins", result.out, re.MULTILINE),
                         ["10-games", "05-train", "20-match", "30-spsa", "40-suite"])
        status = self.status()
        self.assertIn("lab: 5 experiments, not running", status)
        for name, text in (("05-train", r"3 of 3 epochs, best after epoch \d: held out 0\.\d+"),
                           ("10-games", r"20 games, [\d,]+ positions"), ("20-match", r"8 of 8 games: \S+ - \S+, Elo "),
                           ("30-spsa", r"3 of 3 pairs: Move Overhead \d+\.\d\d"), ("40-suite", r"solved \d of 8")):
            self.assertRegex(status, rf"(?m)^  {name}  +done .* {text}")
        ends = [event for event in self.events() if event["event"] == "end"]
        self.assertEqual([event["exit_code"] for event in ends], [0] * 5)
        self.assertTrue(all(event["seconds"] > 0 for event in ends))
        match = json.loads(read(self.in_queue("20-match", "progress.json")))
        self.assertEqual((match["state"], match["done"], match["total"]), ("complete", 8, 8))
        self.assertEqual(match["chart"]["x"]["values"][-1], 8)
        # Nothing is done twice.
        before = self.events()
        self.assertNotIn("begins", self.run_queue().out)
        self.assertEqual(self.events(), before)

    def test_killed_again_and_again_it_gives_the_results_of_an_undisturbed_run(self):
        self.fill()
        began = time.monotonic()
        self.run_queue()
        whole = time.monotonic() - began
        expected = self.results()
        files = glob.glob(self.in_queue("*.experiment"))
        rng = random.Random(1)
        again = self.path("again")
        os.mkdir(again)
        for file in files:
            shutil.copy(file, again)
        self.queue = again
        kills = 0
        while kills < 8:
            process = self.start("--until-empty")
            try:
                process.wait(timeout=rng.uniform(0, whole / 3))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
        self.run_queue()
        self.assertGreater(kills, 0)
        found = self.results()
        for name, result in expected.items():
            self.assertEqual(found[name], result, f"{name} after {kills} kills")
        binary.wait_until(lambda: not self.left_running(), "something outlives the queue")

    def test_a_kill_ends_the_experiment_too_and_the_next_run_resumes_it(self):
        self.experiment("1", self.endless())
        process = self.start()
        self.wait_for_games("1", 2)
        self.assertIn("1  running", re.sub(" +", "  ", self.status()))
        process.kill()
        process.wait()
        binary.wait_until(lambda: not self.left_running(), "the match outlives the queue")
        self.assertRegex(self.status(), r"(?s)not running\n  1 +interrupted")
        played = self.games_of("1")
        process = self.start()
        self.until(process, "1  resumes")
        self.wait_for_games("1", played + 2)
        numbers = re.findall(r'"game":(\d+)', read(self.in_queue("1", "match.json.journal")))
        self.assertEqual(len(numbers), len(set(numbers)))

    def test_a_request_to_end_leaves_everything_resumable(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.experiment("1", self.endless())
            process = self.start()
            played = self.games_of("1")
            self.wait_for_games("1", played + 1)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=60), 130)
            self.assertEqual(self.left_running(), [])
            self.assertEqual(self.events()[-1]["event"], "interrupted")
            summary = json.loads(read(self.in_queue("1", "match.json")))
            self.assertEqual(summary["end"], "interrupted")
        self.assertEqual([event["event"] for event in self.events()], ["start", "interrupted"] * 2)

    def test_experiments_run_at_idle_priority_or_the_given_niceness(self):
        def of_the_match():
            found = set()
            for path in self.left_running():
                try:
                    if "match" in read(path).split("\0"):
                        fields = read(os.path.join(os.path.dirname(path), "stat")).rsplit(")", 1)[1].split()
                        found.add((fields[16], fields[38]))  # niceness and scheduling class
                except OSError:
                    pass  # it has just ended
            return found

        self.experiment("1", self.endless())
        for nice, expected in (((), ("19", "5")), (("--nice", "7"), ("7", "0"))):
            process = self.start(nice=nice)
            binary.wait_until(lambda: expected in of_the_match(), f"a match with {expected}")
            process.kill()
            process.wait()
            binary.wait_until(lambda: not self.left_running(), "the match outlives the queue")

    def test_the_queue_may_change_while_it_runs(self):
        self.experiment("1", self.endless())
        process = self.start()
        self.wait_for_games("1", 1)
        # Pausing interrupts what is running, and nothing else starts.
        self.assertEqual(binary.run("queue", "pause", self.queue).code, 0)
        self.until(process, "1  interrupted")
        self.assertIn("running, paused", self.status())
        self.experiment("2", self.match_of(2), "priority: 1")
        self.assertEqual(binary.run("queue", "resume", self.queue).code, 0)
        self.until(process, "2  begins")
        self.until(process, "2  done")
        self.until(process, "1  resumes")
        # Removing a running experiment ends it.
        self.assertEqual(binary.run("queue", "remove", self.queue, "1").code, 0)
        self.until(process, "1  interrupted")
        self.assertGreater(self.games_of("1"), 0)
        self.assertNotIn("  1 ", self.status())
        added = binary.run("queue", "add", self.queue, "--", *self.match_of(2).split())
        self.assertEqual(added.code, 0, added.err)
        self.until(process, "010-match  done")

    def test_a_time_limit_ends_an_experiment_and_keeps_what_it_has(self):
        self.experiment("1", self.endless())
        process = self.start()
        self.wait_for_games("1", 1)
        process.terminate()
        process.wait()
        # Earlier running time counts.
        played = self.games_of("1")
        self.experiment("1", self.endless(), "time-limit: 0.01s")
        self.experiment("2", self.match_of(2), "after: 1")
        result = self.run_queue()
        self.assertRegex(result.out, r"1  time limit reached after \d")
        self.assertIn("2  done", result.out)
        self.assertRegex(self.status(), r"(?m)^  1 +time limit ")
        # With more time, it resumes.
        self.experiment("1", self.endless(), "time-limit: 10d")
        process = self.start()
        self.wait_for_games("1", played + 1)

    def test_a_longer_match_resumes_where_the_shorter_one_ended(self):
        self.experiment("1", self.match_of(4))
        self.run_queue()
        first = read(self.in_queue("1", "games.pgn"))
        self.experiment("1", self.match_of(8))
        self.assertIn("1  resumes", self.run_queue().out)
        self.assertTrue(read(self.in_queue("1", "games.pgn")).startswith(first))
        self.assertEqual(self.games_of("1"), 8)

    def test_self_play_without_a_seed_keeps_its_first_one(self):
        self.experiment("1", "selfplay --games 1000000 --nodes 100 --network none")
        for _ in range(2):
            process = self.start()
            binary.wait_until(lambda: os.path.exists(self.in_queue("1", "progress.json")), "no progress")
            process.terminate()
            process.wait()
        log = read(self.in_queue("1", "output.log"))
        seeds = re.findall(r"^seed (\d+)", log, re.MULTILINE)
        self.assertGreaterEqual(len(seeds), 1)
        self.assertEqual(len(set(seeds)), 1, seeds)
        self.assertEqual({str(event["seed"]) for event in self.events() if event["event"] == "start"}, set(seeds))


class Trouble(QueueTest):
    def test_a_failure_is_reported_and_does_not_stop_the_others(self):
        self.experiment("1", f"match --engine cmd=/no/such/engine --engine cmd={binary.BINARY} --nodes 50 --games 2")
        self.experiment("2", self.match_of(2))
        self.experiment("3", self.match_of(2), "after: 1")
        result = self.run_queue(code=1)
        self.assertIn("1  failed after", result.out)
        self.assertIn("/no/such/engine", result.out)
        self.assertIn("2  done", result.out)
        self.assertIn("3  cannot run: after 1, which failed", result.out)
        status = self.status()
        self.assertRegex(status, r"(?m)^  1 +failed .*\n      .*/no/such/engine")
        self.assertRegex(status, r"(?m)^  3 +blocked ")
        # It is tried again only after its file has changed.
        self.assertNotIn("1  ", self.run_queue(code=1).out.replace("after 1", ""))
        self.experiment("1", self.match_of(2))
        result = self.run_queue()
        self.assertIn("1  done", result.out)
        self.assertIn("3  done", result.out)

    def test_a_damaged_file_is_named_and_the_others_run(self):
        write(self.in_queue("1.experiment"), "title: fine\n\ncommand: perft 5\n")
        write(self.in_queue("2.experiment"), "comand: match\n")
        self.experiment("3", self.match_of(2))
        result = self.run_queue(code=1)
        self.assertIn("1.experiment:3: a queue cannot run 'perft'; it runs match, selfplay, spsa, suite, train", result.err)
        self.assertIn("2.experiment:1: 'comand' is not a key", result.err)
        self.assertIn("3  done", result.out)
        self.assertRegex(self.status(), r"(?m)^  2 +damaged .*2\.experiment:1: ")

    def test_a_second_runner_refuses(self):
        self.experiment("1", self.endless())
        self.start()
        self.wait_for_games("1", 1)
        second = binary.run("queue", "run", self.queue)
        self.assertEqual(second.code, 2)
        self.assertIn("another 'zugwerk queue run' is using this folder", second.err)

    def test_a_damaged_journal_is_left_alone(self):
        self.experiment("1", self.match_of(2))
        self.run_queue()
        journal = self.in_queue("queue.journal")
        damaged = read(journal).replace('"exit_code":0', '"exit_code":1')
        write(journal, damaged)
        for command in ("run", "status"):
            result = binary.run("queue", command, self.queue)
            self.assertEqual(result.code, 2)
            self.assertIn("queue.journal:3: damaged", result.err)
        self.assertEqual(read(journal), damaged)

    def test_add_says_what_is_wrong_and_changes_nothing(self):
        for arguments, text in (
            (("--", "perft", "5"), "a queue cannot run 'perft'"),
            (("--", "match", "--pgn", "x.pgn"), "--pgn is set by the queue"),
            (("--", "match", "--json=x.json"), "--json is set by the queue"),
            (("--", "selfplay", "-o", "x.zwg"), "-o is set by the queue"),
            (("--", "train", "--resume"), "--resume is set by the queue"),
            (("--time-limit", "soon", "--", "match"), "--time-limit"),
            (("--name", "../x", "--", "match"), "are allowed in a name"),
            (("--after", "a b", "--", "match"), "--after"),
            (("--", "match", "a\nb"), "line break"),
            ((), "command"),
        ):
            result = binary.run("queue", "add", self.queue, *arguments)
            self.assertEqual(result.code, 2, (arguments, result.out))
            self.assertIn(text, result.err + result.out, arguments)
            self.assertEqual(os.listdir(self.queue), [])
        for command in ("run", "status", "pause", "resume"):
            result = binary.run("queue", command, self.path("absent"))
            self.assertEqual(result.code, 2, command)
            self.assertIn("absent", result.err)
        self.assertEqual(binary.run("queue", "remove", self.queue, "x").code, 2)

    def test_added_experiments_are_numbered_and_names_are_never_reused(self):
        for name in ("010-match", "020-selfplay"):
            added = binary.run("queue", "add", self.queue, "--title", "a b", "--", name[4:], "--games", "2", "it's", 'a "b"')
            self.assertEqual(added.out, self.in_queue(name + ".experiment") + "\n", added.err)
        text = read(self.in_queue("010-match.experiment"))
        self.assertIn('command: match --games 2 "it\'s" "a \\"b\\""\n', text)
        self.assertIn(f"folder: {os.getcwd()}\n", text)
        again = binary.run("queue", "add", self.queue, "--name", "010-match", "--", "match")
        self.assertEqual(again.code, 2)
        self.assertIn("already exists", again.err)
        os.mkdir(self.in_queue("old"))
        again = binary.run("queue", "add", self.queue, "--name", "old", "--", "match")
        self.assertEqual(again.code, 2)
        self.assertIn("use another name", again.err)


if __name__ == "__main__":
    binary.main()
