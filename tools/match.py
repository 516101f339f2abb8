#!/usr/bin/env python3
"""tools/match.py: a plain match of two UCI engines, with `zugwerk play` as referee.

    tools/match.py --a 'build/release/zugwerk' --b '/usr/games/glaurung;OwnBook=false;Threads=1' \\
        --openings ../shared/data/openings/UHO_4060_v4.epd.zip --tc 4+0.04 --games 100

Every opening is played twice with colours swapped, two games at a time. Ends a game by the rules of the board, by a
threefold repetition or fifty moves, by a loss on time, or by a broken engine, and says which. Options follow the command,
separated by semicolons.
"""

import argparse
import io
import math
import os
import queue
import random
import subprocess
import sys
import threading
import time
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, shell=isinstance(command, str), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, bufsize=1,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def until(self, start, timeout):
        """Lines to the first that starts so, and when that arrived; None at the end of the program or of the time."""
        deadline = time.monotonic() + timeout
        seen = []
        while True:
            try:
                when, line = self.lines.get(timeout=max(0.001, deadline - time.monotonic()))
            except queue.Empty:
                return None, None
            if line is None:
                return None, None
            seen.append(line)
            if line.startswith(start):
                return seen, when

    def close(self):
        self.process.kill()
        self.process.wait()


class Player(Program):
    def __init__(self, description, hash_megabytes):
        command, *options = description.split(";")
        super().__init__(command)
        self.name = os.path.basename(command.split()[0])
        self.send("uci")
        lines, _ = self.until("uciok", 20)
        if lines is None:
            sys.exit(f"{command} does not answer to uci")
        for option in [f"Hash={hash_megabytes}", *options]:
            name, value = option.split("=", 1)
            self.send(f"setoption name {name} value {value}")

    def new_game(self):
        self.send("ucinewgame")
        self.send("isready")
        self.until("readyok", 60)


class Referee(Program):
    def __init__(self):
        super().__init__([os.path.join(ROOT, "build", "release", "zugwerk"), "play"])

    def ask(self, *commands):
        for command in commands:
            self.send(command)
        self.send("perft x")  # answered with a line that nothing else prints
        lines, _ = self.until("perft 'x'", 20)
        return lines[:-1]


def play(white, black, referee, fen, seconds, increment):
    """Result for White (1, 0.5, 0) and the reason."""
    referee.ask("fen " + fen)
    for player in (white, black):
        player.new_game()
    clocks = [seconds, seconds]
    moves = []
    side = 0 if fen.split()[1] == "w" else 1
    while True:
        player = (white, black)[side]
        player.send(f"position fen {fen}" + (" moves " + " ".join(moves) if moves else ""))
        started = time.monotonic()
        player.send(
            f"go wtime {int(clocks[0] * 1000)} btime {int(clocks[1] * 1000)} "
            f"winc {int(increment * 1000)} binc {int(increment * 1000)}"
        )
        lines, arrived = player.until("bestmove", clocks[side] + 5)
        lost = float(side)
        if lines is None:
            return lost, f"{player.name} {'crashed' if player.process.poll() is not None else 'did not answer'}"
        clocks[side] -= arrived - started
        if clocks[side] < -0.01:
            return lost, f"{player.name} lost on time ({clocks[side]:.3f} s)"
        clocks[side] = max(clocks[side], 0) + increment
        move = lines[-1].split()[1]
        said = referee.ask(move)
        if not said or "unchanged" in said[0]:
            return lost, f"{player.name} made the illegal move {move}"
        moves.append(move)
        for line in said:
            for text, value in (("1-0", 1.0), ("0-1", 0.0), ("1/2-1/2", 0.5)):
                if line.startswith(text):
                    return value, line
            if line.endswith("can be claimed."):
                return 0.5, line
        side = 1 - side


def openings(path, seed):
    if path.endswith(".zip"):
        with zipfile.ZipFile(path) as archive:
            text = archive.read(archive.namelist()[0]).decode()
    else:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    fens = []
    for line in io.StringIO(text):
        fields = line.split()
        if len(fields) >= 4:
            fens.append(" ".join(fields[:4]) + " 0 1")
    random.Random(seed).shuffle(fens)
    return fens


def elo(share):
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", required=True)
    parser.add_argument("--b", required=True)
    parser.add_argument("--openings", required=True)
    parser.add_argument("--tc", default="4+0.04")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    seconds, increment = (float(part) for part in arguments.tc.split("+"))
    fens = openings(arguments.openings, arguments.seed)
    tasks = queue.Queue()
    for game in range(arguments.games):
        tasks.put(game)
    lock = threading.Lock()
    results, odd = [], []

    def work():
        a, b, referee = Player(arguments.a, arguments.hash), Player(arguments.b, arguments.hash), Referee()
        while True:
            try:
                game = tasks.get_nowait()
            except queue.Empty:
                break
            a_white = game % 2 == 0
            white, black = (a, b) if a_white else (b, a)
            score, reason = play(white, black, referee, fens[game // 2 % len(fens)], seconds, increment)
            with lock:
                results.append(score if a_white else 1 - score)
                if any(word in reason for word in ("crashed", "did not answer", "on time", "illegal")):
                    odd.append(reason)
                    print(f"game {game + 1}: {reason}", flush=True)
                    a.close(), b.close(), referee.close()
                    a, b = Player(arguments.a, arguments.hash), Player(arguments.b, arguments.hash)
                    referee = Referee()
                if len(results) % 10 == 0 or len(results) == arguments.games:
                    share = sum(results) / len(results)
                    wins, losses = results.count(1.0), results.count(0.0)
                    variance = sum((result - share) ** 2 for result in results) / len(results)
                    error = 1.96 * math.sqrt(variance / len(results))
                    print(
                        f"{len(results)} games: +{wins} ={len(results) - wins - losses} -{losses}, "
                        f"{100 * share:.1f} %, Elo {elo(share):+.0f} [{elo(share - error):+.0f}, {elo(share + error):+.0f}]",
                        flush=True,
                    )
        for program in (a, b, referee):
            program.close()

    threads = [threading.Thread(target=work) for _ in range(arguments.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{len(odd)} games ended by a broken engine or on time")


if __name__ == "__main__":
    main()
