"""Files and programs under the names used by the pages, small enough for a test. Created once, copied into each folder."""

import os
import re
import shutil
import stat
import subprocess
import threading
import zipfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SUITE = os.path.join(ROOT, "tests", "data", "suite.epd")
FAMOUS_GAMES = os.path.join(ROOT, "tests", "data", "famous_games.pgn")
OPENINGS = """\
rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3
rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3
rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2
rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3
"""
LINES = """\
[Result "1-0"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 1-0

[Result "1/2-1/2"]

1. e4 c5 2. Nc3 Nc6 3. g3 g6 1/2-1/2

[Result "0-1"]

1. e4 c5 2. c3 d5 0-1

[Result "1/2-1/2"]

1. e4 c5 2. c3 Nf6 3. e5 Nd5 1/2-1/2

"""
# Engines named by `zugwerk ladder` and examples: the program stands in for them, whatever arguments they get.
OTHER_ENGINES = ("stockfish", "ethereal-chess", "toga2", "glaurung", "gnuchess", "gnuchess-uci")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text, executable=False):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


def numbers_of_the_search():
    """The options that a build with preset tune announces: name, default, min and max."""
    return re.findall(r"^ZUGWERK_PARAM\((\w+),\s*(-?\d+),\s*(-?\d+),\s*(-?\d+)\)",
                      read(os.path.join(ROOT, "src", "search", "params_list.h")), re.MULTILINE)


class Fixtures:
    """`place(folder, text)` adds whatever a block with this text needs."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.lock = threading.Lock()
        self.made = {}
        self.programs = os.path.join(folder, "bin")
        os.makedirs(self.programs)
        os.symlink(program, os.path.join(self.programs, "zugwerk"))
        for name in OTHER_ENGINES:
            self._engine(os.path.join(self.programs, name), [("MoveOverhead", 10, 0, 1000)])
        write(os.path.join(self.programs, "xdg-open"), "#!/bin/sh\n", executable=True)
        self._engine(os.path.join(folder, "tunable"), numbers_of_the_search())
        self.makers = {
            "games.pgn": lambda path: shutil.copy(FAMOUS_GAMES, path),
            "openings.epd": lambda path: write(path, OPENINGS),
            "UHO_4060_v4.epd.zip": lambda path: self._zip(path, "UHO_4060_v4.epd", OPENINGS),
            "bjbraams_chessdb_198350_lines.pgn.zip": lambda path: self._zip(path, "lines.pgn", LINES * 6),
            "wac.epd": lambda path: shutil.copy(SUITE, path),
            "small.json": lambda path: self._run("suite", SUITE, "--nodes", "100", "--json", path),
            "large.json": lambda path: self._run("suite", SUITE, "--nodes", "5000", "--json", path),
            "games.zwg": lambda path: self._self_play(path, 6),
            "more.zwg": lambda path: self._self_play(path, 5),
            "judge.zwg": lambda path: self._self_play(path, 7),
            "games.zwp": lambda path: self._run("data", "pack", self.path("games.zwg"), "-o", path),
            "torn.zwg": self._torn,
            "walked/run.zwtrain": lambda path: self._train(os.path.dirname(path)),
            "first/run.zwtrain": lambda path: self._train(os.path.dirname(path)),
            "first.zugnet": lambda path: shutil.copy(self._network_of("first/run.zwtrain"), path),
            "nets/default.zugnet": lambda path: shutil.copy(os.path.join(ROOT, "nets", "default.zugnet"), path),
            "lines.bin": lambda path: self._run("book", "make", self.path("bjbraams_chessdb_198350_lines.pgn.zip"), "-o", path),
            "my.zwlib": lambda path: self._run("library", "import", FAMOUS_GAMES, "--library", path),
            "a.bin": lambda path: shutil.copy(os.path.join(ROOT, "books", "zugwerk.bin"), path),
            "b.bin": lambda path: shutil.copy(os.path.join(ROOT, "books", "zugwerk.bin"), path),
            "ladder.jsonl": lambda path: shutil.copy(os.path.join(ROOT, "docs", "ladder.jsonl"), path),
        }

    def _run(self, *arguments):
        subprocess.run([self.program, *arguments], check=True, capture_output=True)

    def _self_play(self, path, seed):
        self._run("selfplay", "-o", path, "--network", "none", "--games", "12", "--nodes", "200", "--seed", str(seed))

    def _train(self, folder):
        games = self.path("games.zwg")
        self._run("train", games, "--output", folder, "--epochs", "1", "--width", "32", "--batch", "512", "--first-ply", "0")

    def _network_of(self, run):
        folder = os.path.dirname(self.path(run))
        return next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".zugnet"))

    def _torn(self, path):
        shutil.copy(self.path("games.zwg"), path)
        os.truncate(path, os.path.getsize(path) - 100)

    @staticmethod
    def _zip(path, name, text):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, text)

    def _engine(self, path, options):
        """An engine that announces these options besides its own, and ignores them and all its arguments."""
        announced = "".join(f"option name {name} type spin default {value} min {least} max {most}\\n"
                            for name, value, least, most in options)
        names = "|".join(name for name, *_ in options)
        write(path, f"#!/bin/sh\nsed -uE '/^setoption name ({names}) /d' | '{self.program}' | "
                    f"sed -u 's/^uciok$/{announced}uciok/'\n", executable=True)

    def path(self, name):
        """The file of this name, created on first use."""
        if name not in self.made:
            path = os.path.join(self.folder, "files", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            self.makers[name](path)
            self.made[name] = path
        return self.made[name]

    def place(self, folder, text):
        """Puts into `folder` the files that `text` names, unless a command there makes them, and the programs."""
        os.symlink(os.path.join(ROOT, "tests"), os.path.join(folder, "tests"))
        for build in ("play", "release", "check", "profiled", "tune"):
            place = os.path.join(folder, "build", build)
            os.makedirs(place)
            program = os.path.join(self.folder, "tunable") if build == "tune" else self.program
            os.symlink(program, os.path.join(place, "zugwerk"))
        os.makedirs(os.path.join(folder, "src", "eval", "classical"))
        shutil.copy(os.path.join(ROOT, "src", "eval", "classical", "weights.h"), os.path.join(folder, "src", "eval", "classical"))
        for name in ("new", "old", "tuned", "untuned"):
            os.symlink(self.program, os.path.join(folder, name))
        for name in self.makers:
            mention = re.search(rf"(\S+)?[ =]{re.escape(name)}(?![\w/])", text)
            made = ("/" in name and re.search(rf"--output {re.escape(os.path.dirname(name))}\b", text)
                    or name.endswith(".zwlib") and "library import" in text)
            if not mention or mention.group(1) in ("-o", "--out", "--output", "--pgn", "--json", "--log") or made:
                continue
            with self.lock:
                source = self.path(name)
            target = os.path.join(folder, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy(source, target)
