"""zugwerk match, with engines that misbehave in every way. Kind: real binary over a pipe."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

MOCK = os.path.join(HERE, "..", "support", "mock_engine.py")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AFTER = {  # positions in which the knights of the mock engines can move
    "e4": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "d4": "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    "g3": "rnbqkbnr/pppppppp/8/8/8/6P1/PPPPPP1P/RNBQKBNR b KQkq - 0 1",
    "h3": "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq - 0 1",
    "h4": "rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1",
}


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class MatchCase(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.openings = self.write("openings.epd", START + "\n")

    def mock_command(self, mode="good", score=0, delay=0, ready_delay=0, chess960=False):
        return (f"{sys.executable} -S -E '{MOCK}' --mode {mode} --score {score} --delay {delay} "
                f"--ready-delay {ready_delay} {'--chess960 ' if chess960 else ''}--pids '{self.path('pids')}'")

    def mock(self, name, mode="good", *words, **options):
        command = self.mock_command(mode, **options)
        return ["--engine", f"cmd={command}", f"name={name}", *words]

    def arguments(self, *engines, openings=True, limits=("--depth", "3"), patience="30", extra=()):
        words = ["match"]
        for engine in engines:
            words += engine
        words += ["--patience", patience, *limits, *extra]
        if openings:
            words += ["--openings", self.openings]
        return words

    def match(self, *engines, **options):
        return binary.run(*self.arguments(*engines, **options))

    def engine_processes(self):
        return [int(line) for line in self.read("pids").split()] if os.path.exists(self.path("pids")) else []

    def assert_no_engine_is_left(self):
        pids = self.engine_processes()
        self.assertTrue(pids, "no engine ran at all")
        deadline = time.monotonic() + 5
        while any(is_running(pid) for pid in pids) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual([pid for pid in pids if is_running(pid)], [])

    def tags(self, name, pgn="games.pgn"):
        return re.findall(rf'^\[{name} "(.*)"\]$', self.read(pgn), re.MULTILINE)

    def journal(self, name="games.pgn.journal"):
        return [json.loads(line) for line in self.read(name).splitlines()]


class Misbehaviour(MatchCase):
    """The first engine is White in game 1 and Black in game 2; it misbehaves, the second does not."""

    def play(self, mode, *words, limits=("--depth", "3"), patience="0.2", extra=()):
        """`words` are limits of the bad engine."""
        result = self.match(
            self.mock("Bad", mode, *words), self.mock("Good"), limits=limits, patience=patience,
            extra=("--games", "2", "--every", "1", "--pgn", self.path("games.pgn"), *extra),
        )
        self.assertEqual(result.code, 0, result.err)
        self.assert_no_engine_is_left()
        return result

    def assert_lost(self, result, reason, warning):
        self.assertRegex(result.out, rf"game 1: Bad - Good 0-1 \(White{reason}\)")
        self.assertRegex(result.out, rf"game 2: Good - Bad 1-0 \(Black{reason}\)")
        self.assertIn(f"warning: Bad: 2 {warning}\n", result.out)
        self.assertNotIn("warning: Good", result.out)
        self.assertEqual(self.tags("Result"), ["0-1", "1-0"])

    def test_good_engines_draw_by_repetition(self):
        result = self.play("good")
        self.assertIn("game 1: Bad - Good 1/2-1/2 (draw by threefold repetition)", result.out)
        self.assertNotIn("warning", result.out + result.err)
        self.assertEqual(self.tags("PlyCount"), ["8", "8"])
        self.assertEqual(self.tags("Termination"), ["normal", "normal"])
        self.assertEqual(self.tags("TimeControl"), ["depth 3", "depth 3"])
        self.assertRegex(self.read("games.pgn"), r"1\. Nc3 \{\+0\.00/3 \d+\.\d+s\} 1\.\.\. Nc6")

    def test_illegal_move(self):
        result = self.play("illegal")
        self.assert_lost(result, " makes an illegal move: 'e1e5'", "illegal moves")
        self.assertEqual(self.tags("Termination"), ["rules infraction"] * 2)

    def test_crash(self):
        result = self.play("crash")
        self.assert_lost(
            result, "'s engine ended in the middle of the game: exit code 7, saying 'mock engine: out of ideas'", "crashes")
        self.assertEqual(self.tags("Termination"), ["abandoned"] * 2)
        # Started for the greeting, for game 1 and, after the crash, for game 2; the other twice.
        self.assertEqual(len(self.engine_processes()), 5)

    def test_hang_without_a_clock(self):
        self.assert_lost(self.play("hang"), r"'s engine hangs: no move after \d+ ms", "hangs")

    def test_hang_with_a_clock(self):
        self.assert_lost(self.play("hang", "tc=0.3", limits=("--tc", "60")), r"'s engine hangs: no move after \d+ ms", "hangs")

    def test_loss_on_time(self):
        result = self.play("slow", "tc=0.2", limits=("--tc", "60"), patience="30")
        self.assert_lost(result, r" loses on time \(\d+ ms over\)", "losses on time")
        self.assertEqual(self.tags("Termination"), ["time forfeit"] * 2)
        self.assertEqual(len(self.engine_processes()), 4)  # it answered, and was not restarted

    def test_loss_on_time_by_a_move_time(self):
        result = self.play("slow", "movetime=150", limits=("--tc", "60"), patience="30")
        self.assert_lost(result, r" loses on time \(\d+ ms over\)", "losses on time")

    def test_a_time_margin_forgives(self):
        result = self.match(
            self.mock("Late", delay=60), self.mock("Good"), limits=("--movetime", "20"),
            extra=("--games", "2", "--time-margin", "20000"))
        self.assertIn("0 won, 2 drawn, 0 lost", result.out)

    def test_move_that_differs_from_the_line(self):
        result = self.play("mismatch")
        self.assertIn("Bad: 8 moves outside the line", result.out)
        self.assertIn("Bad: bestmove b1c3, but the line began with a2a3 at move 1", result.err)
        self.assertEqual(result.err.count("warning:"), 3)  # the first few only

    def test_illegal_line(self):
        result = self.play("bad-line")
        self.assertIn("Bad: 8 illegal lines", result.out)
        self.assertIn("Bad: move 2, 'e1e8', is illegal of the line 'b1c3 e1e8'", result.err)

    def test_no_info(self):
        result = self.play("no-info")
        self.assertIn("Bad: 8 moves without info", result.out)
        self.assertIn("{0.0", self.read("games.pgn"))

    def assert_surplus_bestmoves_are_ignored(self, result):
        self.assertIn("2 drawn", result.out)
        self.assertEqual(self.tags("PlyCount"), ["8", "8"])
        self.assertEqual(self.tags("Termination"), ["normal", "normal"])
        self.assertRegex(result.out, r"warning: Bad: \d+ surplus bestmoves\n")
        self.assertRegex(result.err, r"Bad: 'bestmove b1c3' without a search; it is ignored")
        self.assertNotIn("warning: Good", result.out)

    def test_a_second_bestmove_does_not_answer_the_next_go(self):
        result = self.play("twice")
        self.assert_surplus_bestmoves_are_ignored(result)
        # All but the last one, which nothing read.
        self.assertRegex(result.out, r"warning: Bad: [78] surplus bestmoves\n")

    def test_a_second_bestmove_that_comes_after_the_next_go(self):
        self.assert_surplus_bestmoves_are_ignored(self.play("twice-later"))

    def test_a_move_spelt_like_the_castling_before_it(self):
        self.write("openings.epd", "1n2k3/8/8/8/8/8/5PPP/6KR w H -\n")
        result = self.match(self.mock("Bad", "castles", chess960=True), self.mock("Good", chess960=True),
                            extra=("--chess960", "--games", "1", "--every", "1", "--pgn", self.path("games.pgn")))
        self.assertIn("game 1: Bad - Good 1/2-1/2 (draw by threefold repetition)", result.out)
        self.assertNotIn("surplus", result.out)
        self.assertRegex(self.read("games.pgn"), r"(?s)1\. O-O .*\s2\. Kh1 ")

    def test_a_second_bestmove_while_pondering(self):
        result = self.play("ponders-twice", limits=("--tc", "60"), extra=("--ponder",))
        self.assert_surplus_bestmoves_are_ignored(result)

    def test_lines_after_the_bestmove(self):
        result = self.play("talks")
        self.assertIn("2 drawn", result.out)
        self.assertRegex(result.out, r"warning: Bad: [78] infos out of turn\n")
        self.assertIn("Bad: 'info depth 9 score cp 0 pv b1c3 b8c6' without a search; it is ignored", result.err)

    def test_waiting_for_readyok_costs_no_clock_time(self):
        # Four moves of a second each, were the clock running.
        result = self.match(self.mock("Sleepy", "good", "tc=2", ready_delay=1000), self.mock("Good"), limits=("--tc", "60"),
                            extra=("--games", "1", "--every", "1"))
        self.assertIn("1 drawn", result.out)

    def test_garbage_is_skipped(self):
        result = self.play("garbage")
        self.assertIn("2 drawn", result.out)
        self.assertNotIn("warning", result.out)

    def test_an_engine_that_does_not_quit_is_killed(self):
        self.assertIn("2 drawn", self.play("stays").out)

    def test_an_engine_that_does_not_get_ready_is_restarted(self):
        result = self.play("no-second-new-game", extra=("--start-patience", "1.2"))
        self.assertIn("2 drawn", result.out)
        self.assertIn("engine 'Bad': no readyok within 1.2 s; restarting it", result.err)

    def test_pondering(self):
        result = self.play("ponders", limits=("--tc", "60"), extra=("--ponder",))
        self.assertIn("2 drawn", result.out)
        self.assertNotIn("warning", result.out + result.err)


class BadInput(MatchCase):
    def refuse(self, *words, engines=None, **options):
        extra = ("--games", "2", "--pgn", self.path("games.pgn"), "--json", self.path("match.json"))
        result = self.match(*(engines or []), extra=(*extra, *words), **options)
        self.assertEqual(result.code, 2, result.out + result.err)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(("games", "match"))], [])
        return result.err

    def test_engines_that_do_not_start(self):
        good = self.mock("Good")
        for mode, patience, message in (
            ("dies", "10", "engine 'Bad': ended before uciok: exit code 3, saying 'mock engine: no heart to begin'"),
            ("no-uciok", "0.2", "engine 'Bad': no uciok within 0.2 s"),
            ("no-readyok", "1", "engine 'Bad': no readyok within 1 s"),
        ):
            self.assertIn(message, self.refuse("--start-patience", patience, engines=[self.mock("Bad", mode), good]))
        self.assert_no_engine_is_left()
        error = self.refuse(engines=[good, ["--engine", "cmd=/no/such/engine --flag"]])
        self.assertIn("cannot run '/no/such/engine': No such file or directory", error)
        self.assertIn("a quote is not closed", self.refuse(engines=[good, ["--engine", "cmd='x"]]))

    def test_wrong_options_of_engines(self):
        good = self.mock("Good")
        for word, message in (
            ("option.Hsah=3", "engine 'Bad': it has no option 'Hsah'"),
            ("option.Hash=0", "engine 'Bad': option Hash: '0' is not at least 1"),
            ("option.Hash=much", "option Hash: 'much' is not a number"),
            ("option.Ponder=maybe", "option Ponder: 'maybe' is not true or false"),
            ("option.Style=Mild", "option Style: 'Mild' is not one of Solid, Wild One"),
            ("tc=soon", "time control 'soon'"),
            ("nodes=-1", "'nodes=-1'"),
            ("colour=red", "'colour=red': unknown key"),
            ("fast", "'fast': expected key=value"),
        ):
            self.assertIn(message, self.refuse(engines=[good, self.mock("Bad", "good", word)]))
        self.assertIn("does not play Chess960", self.refuse("--chess960", engines=[good, self.mock("Bad")]))

    def test_wrong_settings(self):
        two = [self.mock("A"), self.mock("B")]
        self.assertIn("two engines", self.refuse(engines=two[:1]))
        self.assertIn("has no limit", self.refuse(engines=two, limits=()))
        self.assertIn("elo0 must be below elo1", self.refuse("--sprt", "elo0=5", "elo1=0", engines=two))
        self.assertIn("compares two engines", self.refuse("--sprt", "elo0=0", engines=[*two, self.mock("C")]))
        self.assertIn("'speed=3': unknown key", self.refuse("--resign", "speed=3", engines=two))
        self.assertIn("'score=-1'", self.refuse("--draw", "score=-1", engines=two))
        self.assertIn("/no/such/tables", self.refuse("--tb", "/no/such/tables", engines=two))

    def test_unusable_openings(self):
        two = [self.mock("A"), self.mock("B")]
        self.openings = "/no/such/openings.epd"
        self.assertIn("/no/such/openings.epd: cannot be opened", self.refuse(engines=two))
        self.openings = self.write("bad.epd", "8/8/8/8/8/8/8/8 w - -\n")
        self.assertIn("bad.epd: there is no opening in it; ", self.refuse(engines=two))

    def test_bad_openings_are_named_and_left_out(self):
        self.openings = self.write("some.epd", f"{START}\nrnbqkbnr/pppp/8/8/8/8/8/8 w - -\n7k/5Q2/6K1/8/8/8/8/8 b - -\n{START}\n")
        result = self.match(self.mock("A"), self.mock("B"), extra=("--games", "2"))
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.err, r"some\.epd:2: .*rnbqkbnr/pppp")
        self.assertIn("some.epd:3: the game is over (draw by stalemate); left out", result.err)

    def test_a_full_disk_ends_the_match_and_keeps_finished_games(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))

        arguments = self.arguments(self.mock("A"), self.mock("B"), extra=("--games", "40", "--pgn", self.path("games.pgn")))
        # Python ignores SIGXFSZ; inherited, this gives the program an error like that of a full disk.
        result = subprocess.run([binary.BINARY, *arguments], capture_output=True, text=True, timeout=60, check=False,
                                preexec_fn=limit, restore_signals=False)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, r"aborted: .*games\.pgn.*: cannot be written: File too large")
        self.assert_no_engine_is_left()
        result = self.match(self.mock("A"), self.mock("B"),
                            extra=("--games", "40", "--pgn", self.path("games.pgn"), "--resume"))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(sorted(map(int, self.tags("Round"))), list(range(1, 41)))


class Files(MatchCase):
    def files(self):
        return ("--pgn", self.path("games.pgn"), "--json", self.path("match.json"))

    def test_existing_files_are_refused(self):
        two = (self.mock("A"), self.mock("B"))
        self.assertEqual(self.match(*two, extra=("--games", "2", *self.files())).code, 0)
        before = self.read("games.pgn")
        again = self.match(*two, extra=("--games", "2", *self.files()))
        self.assertEqual(again.code, 2)
        self.assertIn("exists already; resume that match, or name another file", again.err)
        self.assertEqual(self.read("games.pgn"), before)
        # A finished match has nothing left to play.
        done = self.match(*two, extra=("--games", "2", "--resume", *self.files()))
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(self.read("games.pgn"), before)

    def test_another_match_is_not_resumed(self):
        self.match(self.mock("A"), self.mock("B"), extra=("--games", "2", *self.files()))
        other = self.match(self.mock("A"), self.mock("C", "good", "option.Hash=32"), limits=("--depth", "4"),
                           extra=("--games", "2", "--resume", "--seed", "5", *self.files()))
        self.assertEqual(other.code, 2)
        for difference in ("engines[1].name: 'B' before, 'C' now", "engines[1].options.Hash: nothing before, '32' now",
                           "engines[0].depth: 3 before, 4 now", "openings.seed: 1 before, 5 now"):
            self.assertIn(difference, other.err)

    def test_killed_and_resumed_every_game_is_played_once(self):
        two = (self.mock("A", delay=3, score=30), self.mock("B", delay=3, score=-30))
        arguments = self.arguments(*two, extra=("--games", "24", "--concurrency", "2", *self.files()))
        for games in (5, 12):
            process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline and process.poll() is None:
                if os.path.exists(self.path("match.json.journal")) and self.read("match.json.journal").count("\n") > games:
                    break
                time.sleep(0.005)
            process.kill()
            error = process.stderr.read()
            process.wait()
            process.stderr.close()
            self.assertEqual(process.returncode, -signal.SIGKILL, error)
            self.assert_no_engine_is_left()
            # What a crash in the middle of writing leaves.
            with open(self.path("match.json.journal"), "a", encoding="utf-8") as file:
                file.write('{"game":')
            with open(self.path("games.pgn"), "a", encoding="utf-8") as file:
                file.write('[Event "half a ga')
            if "--resume" not in arguments:
                arguments.append("--resume")
        result = binary.run(*arguments)
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"resumed after \d+ games")
        numbers = [line["game"] for line in self.journal("match.json.journal")[1:]]
        self.assertEqual(sorted(numbers), list(range(1, 25)))
        self.assertEqual([int(tag) for tag in self.tags("Round")], numbers)
        summary = json.loads(self.read("match.json"))
        self.assertEqual(summary["end"], "complete")
        self.assertEqual([game["game"] for game in summary["games"]], list(range(1, 25)))
        self.assertEqual(summary["pairings"][0]["pentanomial"], [0, 0, 12, 0, 0])

    def test_summary(self):
        self.match(self.mock("A", score=900), self.mock("B", "bad-line", score=-900),
                   extra=("--games", "4", "--resign", "movecount=1", "--seed", "7", *self.files()))
        summary = json.loads(self.read("match.json"))
        pairing = summary["pairings"][0]
        self.assertEqual((pairing["first"], pairing["second"]), ("A", "B"))
        self.assertEqual((pairing["wins"], pairing["draws"], pairing["losses"]), (4, 0, 0))
        self.assertEqual(pairing["pentanomial"], [0, 0, 0, 0, 2])
        self.assertEqual(summary["games"][0]["reason"], "Black resigns by adjudication")
        self.assertEqual(summary["games"][1]["termination"], "adjudication")
        self.assertEqual(summary["match"]["engines"][0]["announced"], "Mock")
        self.assertEqual(summary["match"]["openings"]["seed"], 7)
        self.assertEqual(summary["engines"][1]["faults"], {"illegal lines": 4})


class Interruption(MatchCase):
    def start(self):
        arguments = self.arguments(self.mock("A", "stays", delay=20), self.mock("B", delay=20), patience="0.2",
                                   extra=("--games", "1000", "--concurrency", "2", "--pgn", self.path("games.pgn")))
        process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        deadline = time.monotonic() + 30
        # Two engines for the greeting, then two for each of the two slots.
        while len(self.engine_processes()) < 6 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(len(self.engine_processes()), 6)
        return process

    def test_ctrl_c_and_termination_end_all_engines(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start()
            process.send_signal(number)
            out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 130, err)
            self.assertIn("of 1000 games", out)
            self.assertIn("continue the match with --resume", err)
            self.assert_no_engine_is_left()
            for name in ("pids", "games.pgn", "games.pgn.journal"):
                os.remove(self.path(name))

    def test_a_killed_match_kills_its_engines(self):
        process = self.start()
        process.kill()
        process.wait()
        self.assert_no_engine_is_left()


class Families(MatchCase):
    """Engines that are scripts, and start other programs."""

    def script(self, name, text):
        path = self.write(name, "#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
        return ["--engine", f"cmd={path}", "name=Script"]

    def start_match(self, engine, processes):
        arguments = self.arguments(engine, self.mock("B", delay=20), patience="0.2",
                                   extra=("--games", "1000", "--pgn", self.path("games.pgn")))
        process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        binary.wait_until(lambda: os.path.exists(self.path("games.pgn")) and len(self.engine_processes()) >= processes,
                          "the match goes on")
        self.assertIsNone(process.poll())
        return process

    def engines(self):
        """Each with the number of processes noted during a match: twice its own, for the greeting and for the games,
        and the opponent's two."""
        stays = self.mock_command("stays", delay=20)
        family = self.mock_command("family", delay=20)
        return {
            "a program started by a script": (self.script("waits.sh", stays + "\nexit 0\n"), 4),
            "a program started in the background": (self.script("background.sh", f"exec 3<&0\n{stays} <&3 &\nwait\n"), 4),
            "programs that leave the group": (self.script("family.sh", family + "\nexit 0\n"), 8),
        }

    def test_nothing_survives_a_killed_match(self):
        for what, (engine, processes) in self.engines().items():
            for whole_group in (False, True):
                with self.subTest(what, whole_group=whole_group):
                    process = self.start_match(engine, processes)
                    if whole_group:
                        os.killpg(process.pid, signal.SIGKILL)
                    else:
                        process.kill()
                    process.wait()
                    self.assert_no_engine_is_left()
                    for name in ("pids", "games.pgn", "games.pgn.journal"):
                        os.remove(self.path(name))

    def test_nothing_survives_a_finished_match(self):
        for what, (engine, _) in self.engines().items():
            with self.subTest(what):
                result = self.match(engine, self.mock("B"), extra=("--games", "2"))
                self.assertEqual(result.code, 0, result.err)
                self.assertIn("2 drawn", result.out)
                self.assert_no_engine_is_left()
                os.remove(self.path("pids"))


class Play(MatchCase):
    def test_plain_output(self):
        result = self.match(self.mock("Strong", score=900), self.mock("Weak", score=-900),
                            extra=("--games", "6", "--every", "2", "--resign", "movecount=2"))
        self.assertEqual(result.code, 0, result.err)
        lines = result.out.splitlines()
        self.assertRegex(lines[0], r"^2 of 6 games: 2 - 0, Elo \+inf ± inf, LOS \d+\.\d %, pairs 0 0 0 0 1$")
        self.assertRegex(lines[2], r"^6 of 6 games: 6 - 0, Elo \+inf ± inf, LOS \d+\.\d %, pairs 0 0 0 0 3$")
        self.assertEqual(lines[3:8], [
            "Strong against Weak, 6 of 6 games",
            "  score           6 - 0 (100.0 %)",
            "  games           6 won, 0 drawn, 0 lost",
            "  draws           0.0 %",
            "  pairs           0 0 0 0 3 (with 0, 1/2, 1, 3/2, 2 points)"])
        self.assertEqual([line.split()[0] for line in lines[8:]], ["Elo", "normalized", "LOS"])

    def test_quiet_output_of_an_even_match(self):
        result = self.match(self.mock("A"), self.mock("B"), extra=("--games", "4", "--quiet"))
        lines = result.out.splitlines()
        self.assertEqual(lines[:5], [
            "A against B, 4 of 4 games",
            "  score           2 - 2 (50.0 %)",
            "  games           0 won, 4 drawn, 0 lost",
            "  draws           100.0 %",
            "  pairs           0 0 2 0 0 (with 0, 1/2, 1, 3/2, 2 points)"])
        self.assertIn("Elo             +0.0 ± ", lines[5])
        self.assertEqual(lines[7], "  LOS             50.0 %")

    def test_sequential_test_stops_by_itself(self):
        result = self.match(self.mock("A", score=900), self.mock("B", score=-900),
                            extra=("--games", "4000", "--resign", "movecount=1", "sides=one", "--sprt", "elo0=0", "elo1=200",
                                   "alpha=0.1", "beta=0.1", "--json", self.path("match.json"), "--quiet"))
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"LLR             \+\d\.\d\d \(-2\.20, 2\.20\) \[0\.0, 200\.0\] normalized: accepted, a gain")
        summary = json.loads(self.read("match.json"))
        self.assertEqual((summary["end"], summary["sprt"]["accepts"]), ("decided", "elo1"))
        self.assertLess(summary["played_games"], 400)

    def test_adjudicated_draw(self):
        result = self.match(self.mock("A", score=10), self.mock("B", score=-10),
                            extra=("--games", "2", "--every", "1", "--draw", "movenumber=2", "movecount=2", "score=10"))
        self.assertEqual(result.out.count("1/2-1/2 (draw by adjudication)"), 2)

    def test_openings_are_played_twice_with_colours_swapped_before_any_repeats(self):
        self.openings = self.write("five.epd", "".join(f"{fen}\n" for fen in AFTER.values()))
        for order, seed in (("sequential", "1"), ("random", "1"), ("random", "2")):
            result = self.match(self.mock("A"), self.mock("B"),
                                extra=("--games", "20", "--order", order, "--seed", seed, "--pgn", self.path("games.pgn")))
            self.assertEqual(result.code, 0, result.err)
            fens, whites = self.tags("FEN"), self.tags("White")
            self.assertEqual(fens[0::2], fens[1::2])
            self.assertEqual(whites, ["A", "B"] * 10)
            self.assertEqual(sorted(fens[0:10:2]), sorted(AFTER.values()))
            self.assertEqual(sorted(fens[10::2]), sorted(AFTER.values()))
            if order == "sequential":
                self.assertEqual(fens[0:10:2], list(AFTER.values()))
            for name in ("games.pgn", "games.pgn.journal"):
                os.remove(self.path(name))

    def test_compressed_openings_from_games(self):
        games = "".join(f'[Event "x"]\n\n1. {move} a6 2. Nf3 *\n\n' for move in AFTER)
        self.openings = self.write("games.in.pgn", games)
        shutil.make_archive(self.path("packed"), "zip", self.folder, "games.in.pgn")
        self.openings = self.path("packed.zip")
        result = self.match(self.mock("A"), self.mock("B"),
                            extra=("--games", "4", "--plies", "2", "--order", "sequential", "--pgn", self.path("games.pgn")))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(len(re.findall(r"1\. e4 \{book\} 1\.\.\. a6 \{book\} 2\. Nc3 \{\+", " ".join(self.read("games.pgn").split()))), 2)
        self.assertEqual(self.tags("PlyCount"), ["10"] * 4)

    def test_round_robin_and_gauntlet(self):
        three = (self.mock("A", score=900), self.mock("B"), self.mock("C", score=-900))
        extra = ("--games", "2", "--resign", "movecount=1", "sides=one", "--quiet", "--json", self.path("match.json"))
        result = self.match(*three, extra=extra)
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual([line.split()[0] for line in result.out.splitlines()[2:5]], ["A", "B", "C"])
        pairings = json.loads(self.read("match.json"))["pairings"]
        self.assertEqual([(p["first"], p["second"], p["points"], p["games"]) for p in pairings],
                         [("A", "B", 1, 2), ("A", "C", 2, 2), ("B", "C", 2, 2)])
        for name in ("match.json", "match.json.journal"):
            os.remove(self.path(name))
        result = self.match(*three, extra=("--gauntlet", *extra))
        self.assertEqual(result.code, 0, result.err)
        pairings = json.loads(self.read("match.json"))["pairings"]
        self.assertEqual([(p["first"], p["second"]) for p in pairings], [("A", "B"), ("A", "C")])


class RealEngines(MatchCase):
    def own(self, *words):
        return ["--engine", f"cmd='{binary.BINARY}' uci", "option.Hash=2", *words]

    def play(self, *engines, extra=()):
        result = self.match(*engines, openings=False, limits=("--nodes", "200"), patience="30",
                            extra=("--games", "4", "--concurrency", "2", "--pgn", self.path("games.pgn"), *extra))
        self.assertEqual(result.code, 0, result.err)
        self.assertNotIn("warning", result.out + result.err)
        self.assertEqual(sorted(self.tags("Round")), ["1", "2", "3", "4"])
        self.assertEqual(set(self.tags("Termination")), {"normal"})
        return result

    def test_the_engine_against_itself(self):
        result = self.play(self.own(), self.own("nodes=300"))
        self.assertRegex(result.out, r"Zugwerk \S+ against Zugwerk \S+ #2, 4 of 4 games")
        self.assertEqual(set(self.tags("WhiteTimeControl")), {"nodes 200", "nodes 300"})

    def test_chess960(self):
        self.play(self.own(), self.own(), extra=("--chess960",))
        self.assertEqual(self.tags("Variant"), ["Chess960"] * 4)

    def test_stockfish(self):
        stockfish = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
        if not stockfish:
            self.skipTest("Stockfish is not installed")
        self.play(self.own(), ["--engine", f"cmd={stockfish}", "option.hash=2"])


if __name__ == "__main__":
    binary.main()
