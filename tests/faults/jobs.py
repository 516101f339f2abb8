"""Small jobs of every command that writes files: how to run them, how to resume them after a fault, what they may leave
in their folder, and their result. For faults_test.py and kills_test.py."""

import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

WEIGHTS = os.path.join(HERE, "..", "..", "src", "eval", "classical", "weights.h")

PGN = "".join(f'[White "A"][Black "B"][Result "{result}"]\n\n1. e4 {reply} 2. Nf3 {result}\n\n'
              for reply in ("e5", "c5", "e6", "c6") for result in ("1-0", "1/2-1/2"))
SHORT_GAME = "1. f3 e5 2. g4 Qh4# 0-1\n\n"
EPD = ('6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "one";\n'
       '4k3/8/8/3q4/8/4N3/8/4K3 w - - bm Nxd5; id "two";\n'
       '7k/8/5K2/8/8/8/8/6Q1 w - - bm Qg7#; id "three";\n')
LABELLED = ("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - {} 30", "1-0"), ("r3k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - {} 30", "0-1")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def without(names, value):
    """JSON without these fields: times, dates, and whatever depends on when a run was interrupted."""
    if isinstance(value, dict):
        return {key: without(names, item) for key, item in value.items() if key not in names}
    return [without(names, item) for item in value] if isinstance(value, list) else value


class Inputs:
    """The input of the jobs, created once."""

    def __init__(self, folder):
        self.folder = folder
        write(self.path("games.pgn"), PGN)
        write(self.path("short.pgn"), SHORT_GAME * 3)
        write(self.path("suite.epd"), EPD)
        write(self.path("labelled.epd"), "".join(f'{fen.format(clock)} c9 "{result}"; id "game {clock}";\n'
                                                 for clock in range(10) for fen, result in LABELLED))
        for arguments in (
                ("selfplay", "-o", self.path("games.zwg"), "--games", "12", "--nodes", "40", "--hash", "1", "--seed", "5"),
                ("book", "make", self.path("games.pgn"), "-o", self.path("a.bin"), "--min-games", "1"),
                ("book", "make", self.path("short.pgn"), "-o", self.path("b.bin"), "--min-games", "1")):
            result = binary.run(*arguments)
            assert result.code == 0, result.err
        for number in (1, 2):
            result = binary.run("selfplay", "-o", self.path("part.zwg"), "--games", "12", "--nodes", "40", "--hash", "1", "--seed", "5",
                                "--shard", f"{number}/2")
            assert result.code == 0, result.err

    def path(self, name):
        return os.path.join(self.folder, name)


class Job:
    """`whole` are files that appear, or replace those in `old`, atomically; `growing` may hold partial results until
    the job is done. No other files may be in the folder, whatever happened."""

    def __init__(self, name, whole=(), growing=(), old=None):
        self.name = name
        self.whole = tuple(whole)
        self.growing = tuple(growing)
        self.old = old or {}

    def start(self, folder, inputs):
        """The arguments of the first run."""
        raise NotImplementedError

    def go_on(self, folder, inputs):
        """The arguments after a fault; by default the same."""
        return self.start(folder, inputs)

    def prepare(self, folder):
        os.makedirs(folder)
        for name, text in self.old.items():
            write(os.path.join(folder, name), text)

    def canonical(self, name, data):
        """The part of a file that must be the same in every run."""
        return data

    def state(self, folder):
        """All files by name."""
        return {name: self.canonical(name, read(os.path.join(folder, name))) for name in self.state_names(folder)}

    @staticmethod
    def state_names(folder):
        return [os.path.relpath(os.path.join(root, file), folder) for root, _, files in os.walk(folder) for file in files]

    def may_leave(self, name):
        return any(re.fullmatch(pattern, name) for pattern in self.whole + self.growing)


class Simple(Job):
    """A command that is simply run again."""

    def __init__(self, name, arguments, **kinds):
        super().__init__(name, **kinds)
        self.arguments = arguments

    def start(self, folder, inputs):
        return self.arguments(lambda name: os.path.join(folder, name), inputs.path)


class Resumed(Simple):
    """A command that resumes with --resume."""

    def go_on(self, folder, inputs):
        return [*self.start(folder, inputs), "--resume"]


class Match(Resumed):
    def canonical(self, name, data):
        if name.endswith(".json"):
            return without({"seconds", "games_from_journal", "elapsed", "played_games_before"}, json.loads(data))
        text = data.decode()
        if name.endswith(".journal"):
            return sorted(line["game"] for line in map(json.loads, text.splitlines()[1:]))
        # Comments have the times of moves.
        return sorted(re.sub(r"\{[^}]*\}|\s+", " ", text).split("[Event ")[1:])


class Ladder(Match):
    def go_on(self, folder, inputs):
        # The log comes last.
        log = os.path.join(folder, "log.jsonl")
        return None if os.path.exists(log) and read(log) else super().go_on(folder, inputs)

    def canonical(self, name, data):
        if name == "log.jsonl":
            return [without({"check", "date"}, json.loads(line)) for line in data.decode().splitlines()]
        return data if name == "field.svg" else super().canonical(name, data)


class Suite(Resumed):
    def canonical(self, name, data):
        return without({"time_ms"}, json.loads(data)) if name.endswith(".json") else b"journal"


class Train(Simple):
    def go_on(self, folder, inputs):
        if os.path.exists(os.path.join(folder, "run", "run.zwtrain")):
            return ["train", "--resume", "--output", os.path.join(folder, "run")]
        return self.start(folder, inputs)


class Tune(Simple):
    def go_on(self, folder, inputs):
        state = os.path.join(folder, "state.json")
        if not os.path.exists(state):
            return self.start(folder, inputs)
        arguments = self.start(folder, inputs)
        at = arguments.index("--state")
        return [*arguments[:at], *arguments[at + 2:], "--resume", state]


class Spsa(Simple):
    def go_on(self, folder, inputs):
        return self.start(folder, inputs) + (["--resume"] if os.path.exists(os.path.join(folder, "spsa.json")) else [])


class Once(Simple):
    """A tool that refuses to replace a file: if the file exists, the job is done."""

    def go_on(self, folder, inputs):
        return None if os.path.exists(os.path.join(folder, self.whole[0])) else self.start(folder, inputs)


def engine(words):
    return f"cmd={binary.BINARY} {words}"


def all_jobs(scale=1):
    """`scale` makes the long ones longer, so that kills hit them while they work."""
    games = str(4 * scale)
    selfplay = ["--nodes", "40", "--hash", "1", "--max-plies", "60", "--seed", "5"]
    return [
        Simple("selfplay", lambda out, _: ["selfplay", "-o", out("games"), "--games", games, *selfplay], growing=["games"]),
        Simple("selfplay --shard", lambda out, _: ["selfplay", "-o", out("games"), "--games", games, *selfplay, "--shard", "1/2"],
               growing=[r"games\.shard-1-of-2", r"games\.shard-1-of-2\.journal"]),
        Once("merge", lambda out, source: ["merge", source("part.shard-1-of-2.zwg"), source("part.shard-2-of-2.zwg"), "-o",
                                           out("made")], whole=["made"]),
        Match("match", lambda out, _: [
            "match", "--engine", f"cmd={binary.BINARY}", "name=A", "option.Hash=1", "--engine", f"cmd={binary.BINARY}", "name=B",
            "option.Hash=1", "--nodes", "20", "--games", str(2 * scale), "--draw", "movenumber=1", "movecount=1", "score=2000",
            "--pgn", out("games.pgn"), "--json", out("match.json"), "--no-pin"],
            growing=["match.json", "games.pgn", "match.json.journal"]),
        Resumed("analyse", lambda out, source: [
            "analyse", source("short.pgn"), "--nodes", str(100 * scale), "--hash", "1", "--output", out("out.pgn"), "--json",
            out("out.json"), "--html", out("out.html")],
            whole=["out.pgn", "out.json", "out.html"], growing=["out.pgn.journal"], old={"out.pgn": "old games\n"}),
        Train("train", lambda out, source: [
            "train", "--output", out("run"), source("games.zwg"), "--width", "32", "--epochs", str(1 + scale), "--batch", "128"],
            whole=[r"run/zug-.*\.(zugnet|json)", "run/losses.svg"], growing=["run/run.zwtrain"]),
        Tune("tune", lambda out, source: [
            "tune", source("labelled.epd"), "--weights", WEIGHTS, "--epochs", str(2 * scale), "--output", out("weights.h"),
            "--state", out("state.json")], whole=["weights.h"], growing=["state.json"],
            old={"weights.h": "old weights\n"}),
        Spsa("spsa", lambda out, _: [
            "spsa", "--engine", f"cmd={binary.BINARY}", "option.Hash=1", "--nodes", "20", "--no-pin", "--state", out("spsa.json"),
            "--param", "Move Overhead=20", "--iterations", str(8 * scale)], growing=["spsa.json"]),
        Once("book make", lambda out, source: ["book", "make", source("games.pgn"), "-o", out("book.bin"), "--min-games", "1"],
             whole=["book.bin"]),
        Simple("book grow", lambda out, _: ["book", "grow", "-o", out("book.bin"), "--positions", str(3 * scale), "--nodes",
                                            str(200 * scale)],
               whole=["book.bin"], growing=["book.bin.journal"]),
        Once("book merge", lambda out, source: ["book", "merge", source("a.bin"), source("b.bin"), "-o", out("book.bin")],
             whole=["book.bin"]),
        Suite("suite", lambda out, source: ["suite", source("suite.epd"), "--nodes", str(200 * scale), "--json",
                                            out("run.json"), "--hash", "1"],
              whole=["run.json"], growing=["run.json.journal"], old={"run.json": "{}"}),
        Ladder("ladder", lambda out, _: [
            "ladder", "--engine", engine("name=new nodes=30"), "--opponent", engine("name=old nodes=20"), "--games",
            str(2 * scale), "--hash", "1", "--pgn", out("games.pgn"), "--log", out("log.jsonl"), "--svg", out("field.svg")],
            whole=["field.svg"], growing=["games.pgn", "games.pgn.journal", "log.jsonl"]),
        *(Once(f"data {tool}", lambda out, source, tool=tool, more=more: [
            "data", tool, source("games.pgn" if tool == "from-pgn" else "games.zwg"), "-o", out("made"), *more], whole=["made"])
          for tool, more in (("merge", ()), ("shuffle", ("--seed", "1")), ("sample", ("--games", "5", "--seed", "1")),
                             ("filter", ()), ("random-walks", ("--seed", "1", "--plies", "2", "--walks", "1")), ("to-epd", ()),
                             ("to-pgn", ()), ("from-pgn", ()))),
        Simple("net export", lambda out, source: ["net", "export", os.path.join(HERE, "..", "..", "nets", "default.zugnet"),
                                                  "--image", out("layer.png"), "--network", out("copy.zugnet")],
               whole=["layer.png", "copy.zugnet"], old={"layer.png": "old picture"}),
    ]
