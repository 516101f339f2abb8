"""A cluster of three nodes on one machine, of which one part after the other is killed while it searches: no move may be late, and the
game goes on. Kind: binary.

    failures_test.py PATH_TO_ZUGWERK_CLUSTER [--kills N] [--kinds rank node link root launcher] [--games N]

By default two kills of each kind and no games; docs/cluster.md has the numbers of a long run."""

import argparse
import json
import os
import pathlib
import random
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import nodes
import ranks

KINDS = ("rank", "node", "link", "root", "launcher")
RANKS = 3
MOVE_TIME = 0.6
# How much later than the hard limit of a search its move may come.
LATE = 0.05
# What other work on the same processors may cost besides (--busy). A move that nobody would have made is much later.
BUSY_MACHINE = 1.5


def guard_command(cluster):
    return [ranks.PROGRAM, "guard", "--ranks", str(RANKS), "--hosts", str(cluster.hosts), "--launcher", cluster.launcher()]


def break_something(kind, cluster, conversation, chance):
    """Kills or cuts; returns the node or rank that was hit."""
    victim = chance.randint(1, RANKS - 1)
    if kind == "rank":
        os.kill(conversation.rank(victim), signal.SIGKILL)
    elif kind == "node":
        cluster.kill(victim)
    elif kind == "link":
        cluster.cut(victim)
    elif kind == "root":
        os.kill(conversation.rank(0), signal.SIGKILL)
    elif kind == "launcher":
        os.kill(conversation.launcher(), signal.SIGKILL)
    return victim


class Run:
    """Kills of one kind, each in a search of its own. A cluster that lost a rank for good is started anew."""

    def __init__(self, kind, kills, slack, seed):
        self.kind = kind
        self.kills = kills
        self.slack = slack
        self.chance = random.Random(f"{kind} {seed}")
        self.delays = []  # of best moves after their limits, in seconds
        self.problems = []

    def go(self):
        done = 0
        while done < self.kills:
            with nodes.Nodes(RANKS) as cluster, ranks.Conversation(cluster.on(0, guard_command(cluster))) as guard:
                guard.send("isready")
                start = "\n".join(guard.until("readyok"))
                if f"{RANKS} of {RANKS} ranks search, on {RANKS} hosts" not in start:
                    raise AssertionError(f"the cluster did not start: {start}")
                while done < self.kills:
                    if done > 0 and self.kind not in ("rank", "node"):
                        self.wait_until_whole(guard)
                    self.one_kill(cluster, guard)
                    done += 1
                    if self.kind in ("rank", "node"):
                        break
        return self

    def one_kill(self, cluster, guard):
        guard.send("ucinewgame", "position startpos moves e2e4 e7e5", "isready")
        guard.until("readyok")
        started = time.monotonic()
        guard.send(f"go movetime {round(MOVE_TIME * 1000)}")
        time.sleep(self.chance.uniform(0, MOVE_TIME * 0.95))
        victim = break_something(self.kind, cluster, guard, self.chance)
        lines = guard.until("bestmove", timeout=20)
        self.note(guard.arrived - started - MOVE_TIME, lines)
        # The next search has the time that it was given, too, whoever searches.
        started = time.monotonic()
        guard.send("position startpos moves d2d4 d7d5", f"go movetime {round(MOVE_TIME * 1000)}")
        lines = guard.until("bestmove", timeout=20)
        self.note(guard.arrived - started - MOVE_TIME, lines)
        if self.kind == "link":
            cluster.mend(victim)

    def note(self, delay, lines):
        self.delays.append(delay)
        if delay > LATE + self.slack:
            self.problems.append(f"{self.kind}: a best move came {delay * 1000:.0f} ms after its limit: {lines[-12:]}")
        if "(none)" in lines[-1]:
            self.problems.append(f"{self.kind}: no move: {lines[-12:]}")

    def wait_until_whole(self, guard):
        """Until all ranks search again, as the guard or rank 0 say."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            guard.send("position startpos", "go movetime 100")
            lines = guard.until("bestmove", timeout=20)
            if any(f"{RANKS} of {RANKS} ranks search" in line for line in lines):
                return
        raise AssertionError(f"{self.kind}: the cluster is not whole again after a minute")


def play_games(count, seed):
    """A match in which the cluster loses something in every game; the end of the match's summary."""
    chance = random.Random(f"games {seed}")
    with nodes.Nodes(RANKS) as cluster, tempfile.TemporaryDirectory() as folder:
        plain = str(pathlib.Path(ranks.PROGRAM).parent / "zugwerk")
        summary = pathlib.Path(folder) / "match.json"
        command = [plain, "match", "--engine", f"cmd={shlex.join(guard_command(cluster))}", "name=cluster"]
        command += ["--engine", f"cmd={plain}", "name=plain", "--tc", "4+0.04", "--games", str(count), "--no-pin"]
        command += ["--every", "1", "--json", str(summary), "--start-patience", "60", "--openings", ""]
        command = [word for word in command if word not in ("--openings", "")]
        with ranks.Conversation(cluster.on(0, command)) as match:
            over = threading.Event()
            kills = dict.fromkeys(KINDS, 0)

            def disturb():
                while not over.wait(chance.uniform(3, 8)):
                    kind = chance.choice(("rank", "link", "root", "launcher"))
                    try:
                        victim = break_something(kind, cluster, match, chance)
                    except (AssertionError, ProcessLookupError):
                        continue  # it is just being started again
                    kills[kind] += 1
                    if kind == "link":
                        over.wait(chance.uniform(0.5, 3))
                        cluster.mend(victim)

            disturber = threading.Thread(target=disturb)
            disturber.start()
            try:
                match.process.stdin.close()
                match.process.wait(timeout=count * 120)
            finally:
                over.set()
                disturber.join()
            result = json.loads(summary.read_text(encoding="utf-8"))
    return result, kills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--busy", action="store_true", help="others use this machine: moves may be later than they should be")
    arguments = parser.parse_args()
    ranks.require_mpi(arguments.program)
    if reason := nodes.why_not():
        print(f"skipped: {reason}")
        sys.exit(ranks.SKIPPED)
    slack = BUSY_MACHINE if arguments.busy else 0
    problems = []
    for kind in arguments.kinds:
        run = Run(kind, arguments.kills, slack, arguments.seed).go()
        problems += run.problems
        latest = max(run.delays) * 1000
        on_time = sum(delay <= LATE for delay in run.delays)
        print(
            f"{kind}: {run.kills} kills, {len(run.delays)} best moves, {on_time} of them by the limit + {LATE * 1000:.0f} ms,"
            f" the latest {latest:+.0f} ms",
            flush=True,
        )
    if arguments.games:
        result, kills = play_games(arguments.games, arguments.seed)
        print(json.dumps({"kills": kills, "result": result}, indent=1))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
