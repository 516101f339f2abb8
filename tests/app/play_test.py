"""`zugwerk play` by the real binary: a game against Zugwerk, hints, files, clock, review, and a real terminal (tmux).
Kind: real binary over a pipe."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
import unittest
import uuid

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

QUICK = ("--movetime", "50")
# White mates in one.
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"


class Play(binary.FolderCase):
    def test_zugwerk_answers(self):
        result = binary.run("play", *QUICK, stdin="e4\ngame\n")
        self.assertEqual(result.code, 0, result.err)
        game = result.out.strip().split("\n")[-1]
        self.assertRegex(game, r"^1\. e4 \S+$")

    def test_zugwerk_has_the_first_move_when_you_are_black(self):
        result = binary.run("play", *QUICK, "--side", "black", stdin="game\n")
        self.assertRegex(result.out, r"1\. \S+\n1\. \S+\n$")

    def test_undo_goes_back_to_your_own_turn(self):
        result = binary.run("play", *QUICK, stdin="e4\nundo\ngame\nfen\n")
        self.assertIn("No moves yet.", result.out)
        self.assertIn(" w KQkq - 0 1", result.out)

    def test_a_hint_has_a_reason(self):
        result = binary.run("play", "--fen", MATE, stdin="hint\n")
        self.assertIn("Ra8# (#1): a back-rank mate in 1: 1.Ra8#", result.out)

    def test_a_slip_gets_a_suggestion(self):
        result = binary.run("play", "--side", "both", stdin="Ng3\nundp\n")
        self.assertIn("(did you mean Nf3 or Nh3?)", result.out)
        self.assertIn("(did you mean undo?)", result.out)

    def test_the_review_follows_the_game(self):
        result = binary.run("play", "--fen", MATE, stdin="Ra8\n")
        self.assertIn("1-0 {White mates}", result.out)
        # A mate in one is no test of anybody's play.
        self.assertIn("White: no moves to judge", result.out)

    def test_mistakes_are_trained_as_puzzles(self):
        game = "e4\ne5\nBc4\nNc6\nQh5\nNf6\nQxf7\n"
        training = "train black\nBc5\nNf6\nxx\ng6\n"
        result = binary.run("play", "--side", "both", stdin=game + training + "fen\n")
        told = result.out[result.out.index("Puzzle 1") :]
        self.assertIn("Puzzle 1 of 1: find something better for Black than 3...Nf6.", told)
        # Nothing tells the answer before it is found.
        self.assertNotRegex(told[: told.index("Correct!")], r"g6|Qe7|Qf6|Better")
        self.assertIn("Not quite: after Bc5 White has mate in 1: 4.Qxf7#", told)
        self.assertIn("Not quite, that is the move from the game: after Nf6 White has mate in 1: 4.Qxf7#", told)
        self.assertIn("illegal move 'xx'", told)
        self.assertRegex(told, r"Correct! g6 is (good|the best move)\.")
        self.assertRegex(told, r"Nf6 in the game: .*4\.Qxf7#")
        self.assertIn("0 of 1 solved at the first try.", told)
        # The game itself is where it was.
        self.assertIn("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", told)

    def test_a_training_can_be_left_and_shows_the_answer(self):
        game = "e4\ne5\nBc4\nNc6\nQh5\nNf6\nQxf7\n"
        shown = binary.run("play", "--side", "both", stdin=game + "train black\nshow\n")
        self.assertRegex(shown.out, r"It was 3\.\.\.\w+")
        left = binary.run("play", "--side", "both", stdin=game + "train black\nskip\ntrain both\nstop\ntrain up\n")
        self.assertEqual(left.out.count("solved at the first try"), 2)
        self.assertIn("train 'up': expected white, black or both", left.out)
        none = binary.run("play", "--side", "both", stdin="train\ne4\ntrain\n")
        self.assertIn("There are no moves to review.", none.out)
        self.assertIn("No mistakes to learn from", none.out)

    def test_resigning_and_draws(self):
        result = binary.run("play", *QUICK, stdin="e4\nresign\ne5\nundo\nd4\n")
        self.assertIn("0-1 {White resigns}", result.out)
        self.assertIn("The game is over: White resigns.", result.out)
        self.assertIn("The game goes on.", result.out)
        agreed = binary.run("play", "--side", "both", stdin="draw\n")
        self.assertIn("1/2-1/2 {draw by agreement}", agreed.out)
        # Zugwerk has a queen more and plays on.
        refused = binary.run("play", *QUICK, "--fen", "3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", stdin="draw\n")
        self.assertIn("Zugwerk plays on.", refused.out)
        # Nor does it agree in the opening, however bad its position.
        early = binary.run("play", *QUICK, "--fen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", stdin="draw\n")
        self.assertIn("Zugwerk plays on.", early.out)
        late = binary.run("play", *QUICK, "--fen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 30", stdin="draw\n")
        self.assertIn("1/2-1/2 {draw by agreement}", late.out)

    def test_zugwerk_claims_a_draw_when_it_is_worse(self):
        # Fifty moves without progress are welcome a queen down, but not if a rook can be taken.
        worse = binary.run("play", *QUICK, "--fen", "4k3/p7/8/8/8/8/3Q3P/4K2R w - - 99 80", stdin="Ke2\n")
        self.assertIn("80. Ke2\n1/2-1/2 {draw by the fifty-move rule}", worse.out)
        better = binary.run("play", *QUICK, "--fen", "q3k3/r7/8/8/8/8/7P/4K2R w - - 99 80", stdin="Ke2\n")
        self.assertIn("80. Ke2\n80... Qxh1\n", better.out)
        # On the player's own turn, the player may claim.
        yours = binary.run("play", "--side", "both", "--fen", "4k3/p7/8/8/8/8/3Q3P/4K2R w - - 99 80", stdin="Ke2\ndraw\n")
        self.assertIn("A draw by the fifty-move rule can be claimed (draw).\n1/2-1/2 {draw by the fifty-move rule}", yours.out)

    def test_games_are_saved_and_loaded(self):
        path = os.path.join(self.folder, "my game.pgn")
        saved = binary.run("play", "--side", "both", stdin=f"e4 e5 Nf3\nsave {path}\n")
        self.assertIn("Saved.", saved.out)
        loaded = binary.run("play", "--side", "both", stdin=f"load {path}\nload {path} 2\nload {path}x\nsave /no/such/x\nsave\n")
        self.assertIn("1. e4 e5 2. Nf3", loaded.out)
        for problem in ("there is no game 2", path + "x", "/no/such/x", "expected the name of a file"):
            self.assertIn(problem, loaded.out)

    def test_a_loaded_game_keeps_its_names_and_its_end(self):
        mated = os.path.join(self.folder, "mated.pgn")
        with open(mated, "w", encoding="utf-8") as file:
            file.write('[White "Anna"]\n[Black "Bert"]\n[Result "1-0"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n'
                       '\n[White "Cora"]\n[Black "Dan"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n')
        again = os.path.join(self.folder, "again.pgn")
        result = binary.run("play", "--side", "both", stdin=f"load {mated}\nreview\nload {mated} 2\nsave {again}\n")
        self.assertIn("4. Qxf7#\n1-0 {White mates}", result.out)
        self.assertNotIn("in check", result.out)
        self.assertIn("Anna - Bert, 1-0", result.out)
        self.assertIn("1. e4 e5\n0-1\n", result.out)
        with open(again, encoding="utf-8") as file:
            saved = file.read()
        for line in ('[White "Cora"]', '[Black "Dan"]', '[Result "0-1"]'):
            self.assertIn(line, saved)
        # A game that goes on after it was loaded has not ended so.
        result = binary.run("play", "--side", "both", stdin=f"load {mated} 2\nNf3\nsave {again}\n")
        self.assertIn("2. Nf3", result.out)
        with open(again, encoding="utf-8") as file:
            self.assertIn('[Result "*"]', file.read())

    def test_levels(self):
        result = binary.run("play", "--level", "600", stdin="e4\nlevel 1400\nd4\nlevel full\nlevel 100\nlevel\n")
        self.assertEqual(result.code, 0, result.err)
        for text in ("plays like a player rated 1400.", "plays as well as it can.", "'100': expected a number from 500 to 3400, or full",
                     "level '': expected"):
            self.assertIn(text, result.out)
        refused = binary.run("play", "--level", "99")
        self.assertEqual(refused.code, 2)
        self.assertIn("--level", refused.err)

    def test_the_clock_runs(self):
        result = binary.run("play", "--side", "both", "--clock", "1+0", stdin="clock\ne4\nclock off\nclock\nclock x\nthink x\n")
        self.assertIn("White / Black: 1:00 / 1:00", result.out)
        for text in ("There is no clock.", "expected minutes and seconds", "expected seconds"):
            self.assertIn(text, result.out)
        with binary.Session("play", "--side", "both", "--clock", "0+0.2") as session:
            session.send("clock")
            session.until("White / Black")
            time.sleep(0.5)
            session.send("e4")
            session.until("0-1 {White loses on time}")
        # Black's bishop cannot mate.
        with binary.Session("play", "--side", "both", "--clock", "0+0.2", "--fen", "4kb2/8/8/8/8/8/8/R3K3 w - - 0 1") as session:
            session.send("clock")
            session.until("White / Black")
            time.sleep(0.5)
            session.send("Ra2")
            session.until("1/2-1/2 {draw: White has no time left, but Black cannot mate}")
        self.assertEqual(binary.run("play", "--clock", "soon").code, 2)

    def test_lines_are_edited_and_remembered(self):
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "xterm"
            os.execv(binary.BINARY, [binary.BINARY, "play", "--plain", "--side", "both"])
        seen = b""

        def until(text):
            nonlocal seen
            while text not in seen:
                ready, _, _ = select.select([terminal], [], [], 60)
                self.assertTrue(ready, (text, seen))
                seen += os.read(terminal, 65536)
            seen = seen.split(text, 1)[1]

        until(b"White> ")
        # "d3", corrected to "d4" by Backspace, then a letter put in before the cursor: "Nc6" from "N6".
        os.write(terminal, b"d3\x7f4\r")
        until(b"1. d4")
        os.write(terminal, b"N6\x1b[Dc\r")
        until(b"1... Nc6")
        # The arrow up brings the last line back: here no knight of White reaches that square.
        os.write(terminal, b"\x1b[A\r")
        until(b"illegal move 'Nc6' for White")
        os.write(terminal, b"fe\x15fen\r")
        until(b"r1bqkbnr/pppppppp/2n5/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2")
        # Before the prompt the terminal itself would take it.
        until(b"White> ")
        os.write(terminal, b"\x04")
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        self.assertEqual(status, 0)

    def test_words_for_screen_readers(self):
        result = binary.run("play", "--side", "both", "--words", stdin="e4\nboard\n")
        self.assertIn("1. e4: pawn from e2 to e4", result.out)
        self.assertIn("White: king e1, queen d1, rooks a1 h1", result.out)
        self.assertNotIn("\x1b", result.out)

    @unittest.skipUnless(shutil.which("tmux"), "tmux is not there")
    def test_a_session_in_a_real_terminal(self):
        name = "zugwerk-" + uuid.uuid4().hex
        tmux = ["tmux", "-L", name]
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}

        def screen():
            shown = subprocess.run([*tmux, "capture-pane", "-p", "-t", name], capture_output=True, text=True, env=environment)
            return shown.stdout

        def wait_for(text):
            until = time.monotonic() + 30
            while text not in screen():
                self.assertLess(time.monotonic(), until, screen())
                time.sleep(0.1)

        command = f"{binary.BINARY} play --side both; echo left with $?; sleep 60"
        subprocess.run([*tmux, "-u", "new-session", "-d", "-s", name, "-x", "100", "-y", "40", command], check=True, env=environment)
        try:
            wait_for("White>")
            self.assertIn("♜", screen())
            subprocess.run([*tmux, "send-keys", "-t", name, "e4", "Enter"], check=True)
            wait_for("Black>")
            subprocess.run([*tmux, "send-keys", "-t", name, "quit", "Enter"], check=True)
            wait_for("left with 0")
        finally:
            subprocess.run([*tmux, "kill-server"], check=False)


if __name__ == "__main__":
    binary.main()
