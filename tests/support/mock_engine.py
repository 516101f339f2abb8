"""A UCI engine for tests of the match runner: it moves a knight out and home again, and misbehaves on request.

    mock_engine.py [--mode MODE] [--score CENTIPAWNS] [--delay MILLISECONDS] [--ready-delay MILLISECONDS] [--chess960]
                   [--pids FILE] [--name NAME]

White's knight goes b1c3 and back, Black's b8c6 and back, so two of them draw by repetition after eight plies. Modes:

    good          behaves
    dies          exits at once, with a message on standard error
    garbage       prints nonsense before its greeting and between its lines, then behaves
    no-uciok      never greets
    no-readyok    never gets ready
    no-second-new-game   is not ready for its second game
    illegal       plays an illegal move as its second
    crash         exits instead of its second move
    hang          never plays its second move, whatever the commands
    slow          plays its second move only when told to stop
    mismatch      plays a move that differs from the first of its line
    bad-line      shows a line with an illegal move
    no-info       plays without info lines
    stays         does not quit, even at the end of input
    twice         sends each bestmove twice
    twice-later   repeats each bestmove after the next go
    talks         shows a line after its bestmove
    family        starts a child that leaves its group, then behaves
    ponders       expects the opponent's knight to go on, and ponders
    ponders-twice both
    castles       as White castles by g1h1 and then steps to h1, which is spelt the same way, and back
"""

import argparse
import os
import signal
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--mode", default="good")
parser.add_argument("--score", type=int, default=0)
parser.add_argument("--delay", type=int, default=0)
parser.add_argument("--ready-delay", type=int, default=0)
parser.add_argument("--chess960", action="store_true", help="has the option UCI_Chess960")
parser.add_argument("--pids")
parser.add_argument("--name", default="Mock")
ARGUMENTS = parser.parse_args()
MODE = ARGUMENTS.mode


def say(text):
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        if MODE != "stays":
            raise


def shuffle(side, own_moves):
    """The move of the knight, by side and number of moves made."""
    rank, home = ("1", "3") if side == "w" else ("8", "6")
    squares = (f"b{rank}", f"c{home}")
    return squares[own_moves % 2] + squares[1 - own_moves % 2]


class Board:
    """Only what the knights need: the side to move, and the number of moves of each knight."""

    def __init__(self):
        self.side = "w"
        self.made = {"w": 0, "b": 0}
        self.moves = {"w": 0, "b": 0}

    def set(self, words):
        self.__init__()
        if words[1] == "fen":
            self.side = words[3]
        moves = words[words.index("moves") + 1:] if "moves" in words else []
        for move in moves:
            self.made[self.side] += move in (shuffle(self.side, 0), shuffle(self.side, 1))
            self.moves[self.side] += 1
            self.side = "b" if self.side == "w" else "w"


def answer(board):
    own = board.made[board.side]
    move = shuffle(board.side, own)
    if MODE == "castles" and board.side == "w":
        move = "h1g1" if board.moves["w"] > 0 and board.moves["w"] % 2 == 0 else "g1h1"
    other = "b" if board.side == "w" else "w"
    reply = shuffle(other, board.made[other])
    line = f"{move} {reply}"
    if MODE == "illegal" and own == 1:
        move = "e1e5"
    if MODE == "crash" and own == 1:
        sys.stderr.write("mock engine: out of ideas\n")
        sys.stderr.flush()
        os._exit(7)
    if MODE == "garbage":
        say("\x01 info depth many score cp much pv")
        say("info")
    if MODE == "mismatch":
        line = "a2a3" if board.side == "w" else "a7a6"
    if MODE == "bad-line":
        line = f"{move} e1e8"
    if MODE != "no-info":
        say(f"info depth 3 score cp {ARGUMENTS.score} nodes 10 time 1 pv {line}")
    if ARGUMENTS.delay:
        time.sleep(ARGUMENTS.delay / 1000)
    say(f"bestmove {move}" + (f" ponder {reply}" if MODE.startswith("ponders") else ""))
    if MODE in ("twice", "ponders-twice"):
        say(f"bestmove {move}")
    if MODE == "talks":
        say(f"info depth 9 score cp {ARGUMENTS.score} pv {line}")
    return move


def note_process(pid):
    if ARGUMENTS.pids:
        with open(ARGUMENTS.pids, "a", encoding="utf-8") as file:
            file.write(f"{pid}\n")


def start_family():
    """A child in its own session, and an orphaned grandchild. Both ignore all signals and input."""
    stay = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    note_process(subprocess.Popen([sys.executable, "-S", "-c", stay], start_new_session=True).pid)
    orphan = f"import os, subprocess, sys; print(subprocess.Popen([sys.executable, '-S', '-c', {stay!r}], start_new_session=True, stdout=2).pid)"
    note_process(int(subprocess.check_output([sys.executable, "-S", "-c", orphan])))


def main():
    note_process(os.getpid())
    if MODE == "family":
        start_family()
    if MODE == "dies":
        sys.stderr.write("mock engine: no heart to begin\n")
        sys.exit(3)
    if MODE == "stays":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    board = Board()
    waiting = False
    new_games = 0
    last_move, moves_of_game = None, 0
    while True:
        line = sys.stdin.readline()
        words = line.split()
        if not line or words == ["quit"]:
            while MODE == "stays":
                time.sleep(1)
            return
        if not words:
            continue
        if words[0] == "uci":
            if MODE == "garbage":
                say("GNU Chess?\n\n\xff\xfe option name\nid")
            if MODE == "no-uciok":
                continue
            say(f"id name {ARGUMENTS.name}")
            say("option name Hash type spin default 16 min 1 max 1024")
            say("option name Ponder type check default false")
            if ARGUMENTS.chess960:
                say("option name UCI_Chess960 type check default false")
            say("option name Style type combo default Solid var Solid var Wild One")
            say("uciok")
        elif words[0] == "ucinewgame":
            new_games += 1
        elif words[0] == "isready":
            time.sleep(ARGUMENTS.ready_delay / 1000)
            if MODE != "no-readyok" and not (MODE == "no-second-new-game" and new_games == 2):
                say("readyok")
        elif words[0] == "position":
            board.set(words)
        elif words[0] == "go":
            second = board.made[board.side] == 1
            if "ponder" in words or (MODE in ("hang", "slow") and second):
                waiting = True
            else:
                if MODE == "twice-later" and last_move and new_games == moves_of_game:
                    say(f"bestmove {last_move}")
                last_move, moves_of_game = answer(board), new_games
        elif words[0] in ("stop", "ponderhit") and waiting and MODE != "hang":
            waiting = False
            answer(board)


main()
