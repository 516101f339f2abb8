"""The output of every command: unwritable standard output, devices and pipes, decompression bombs, damage. Kind: real
binary over a pipe."""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

NOT_WRITTEN = 3
SUITE = os.path.join(HERE, "..", "data", "suite.epd")
NETWORK = os.path.join(HERE, "..", "..", "nets", "default.zugnet")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class OutputCase(binary.FolderCase):
    def match(self, *more):
        own = f"cmd={binary.BINARY}"
        return ["match", "--engine", own, "name=A", "option.Hash=1", "--engine", own, "name=B", "option.Hash=1", "--nodes", "20", "--draw", "movenumber=1", "movecount=1", "score=2000", "--no-pin", *more,
                *(() if "--games" in more else ("--games", "2"))]


class StandardOutput(OutputCase):
    def commands(self):
        games = self.path("games.zwg")
        pgn = self.write("games.pgn", "1. e4 e5 *\n")
        binary.run("selfplay", "-o", games, "--games", "2", "--nodes", "20", "--hash", "1", "--seed", "1")
        own = f"cmd={binary.BINARY}"
        return (
            ["--help"], ["--version"], ["bench", "--depth", "1"], ["perft", "2"], ["eval"], ["go", "--depth", "1"],
            ["explain", "--fen", START, "--nodes", "100"], ["analyse", pgn, "--nodes", "100"],
            ["book", "make", pgn, "-o", self.path("a.bin"), "--min-games", "1"], ["book", "info", self.path("a.bin")],
            ["book", "grow", "-o", self.path("b.bin"), "--positions", "1", "--nodes", "100"],
            ["net", "info", NETWORK], ["net", "verify", NETWORK],
            ["selfplay", "-o", self.path("x"), "--games", "1", "--nodes", "20", "--hash", "1"],
            ["data", "info", games], ["data", "to-pgn", games], ["data", "merge", games, "-o", self.path("y")],
            ["suite", SUITE, "--depth", "1"], self.match(),
            ["ladder", "--engine", f"{own} name=a nodes=20", "--opponent", f"{own} name=b nodes=20", "--games", "2"],
            ["spsa", "--engine", own, "--nodes", "20", "--no-pin", "--param", "Move Overhead", "--iterations", "1", "--state",
             self.path("spsa.json")],
        )

    def test_a_full_disk_is_an_error_of_every_command(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in self.commands():
                with self.subTest(arguments=arguments[:2]):
                    completed = subprocess.run([binary.BINARY, *arguments], stdout=full, stderr=subprocess.PIPE, text=True,
                                               stdin=subprocess.DEVNULL, timeout=60, check=False)
                    self.assertEqual(completed.returncode, NOT_WRITTEN, completed.stderr)
                    self.assertIn("standard output cannot be written", completed.stderr)

    def test_closed_output_does_not_end_up_in_a_file(self):
        completed = subprocess.run([binary.BINARY, "selfplay", "-o", self.path("games"), "--games", "1", "--nodes", "20"],
                                   stderr=subprocess.PIPE, timeout=60, check=False, preexec_fn=lambda: os.close(1))
        self.assertEqual(completed.returncode, NOT_WRITTEN, completed.stderr)
        check = binary.run("data", "check", self.path("games"))
        self.assertEqual((check.code, "good" in check.out), (0, True), check.out + check.err)

    def test_a_full_disk_is_an_error_of_uci_too(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            completed = subprocess.run([binary.BINARY], stdout=full, stderr=subprocess.PIPE, input="uci\nquit\n", text=True,
                                       timeout=60, check=False)
        self.assertEqual(completed.returncode, NOT_WRITTEN, completed.stderr)


class Devices(OutputCase):
    def test_are_written_to_and_never_replaced(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        got = []

        def listen():
            with open(pipe, "rb") as file:
                got.append(file.read())

        for arguments in (["suite", SUITE, "--depth", "1", "--json", pipe],
                          ["analyse", self.write("g.pgn", "1. e4 e5 *\n"), "--nodes", "50", "--json", pipe]):
            listener = threading.Thread(target=listen)
            listener.start()
            result = binary.run(*arguments)
            listener.join()
            self.assertEqual(result.code, 0, result.err)
            json.loads(got.pop())
        self.assertEqual(sorted(os.listdir(self.folder)), ["g.pgn", "pipe"])
        result = binary.run(*self.match("--pgn", "/dev/null", "--json", "/dev/stdout", "--quiet"))
        self.assertEqual(result.code, 0, result.err)
        self.assertFalse(os.path.isfile("/dev/null"))
        self.assertFalse(os.path.exists("/dev/null.journal"))
        result = binary.run("suite", SUITE, "--depth", "1", "--json", "/dev/full")
        self.assertEqual(result.code, NOT_WRITTEN)
        self.assertIn("/dev/full: cannot be written: No space left on device", result.err)

    def test_links_stay_links(self):
        os.symlink("real.json", self.path("link.json"))
        self.write("real.json", "{}")
        self.assertEqual(binary.run("suite", SUITE, "--depth", "1", "--json", self.path("link.json")).code, 0)
        self.assertTrue(os.path.islink(self.path("link.json")))
        self.assertIn("results", json.loads(self.read_bytes("real.json")))


class Places(OutputCase):
    def test_unwritable_files_are_reported_before_the_work(self):
        nowhere = self.path("no/such/folder/file")
        pgn = self.write("games.pgn", "1. e4 e5 *\n")
        # Work that would take hours.
        for arguments in (["suite", SUITE, "--movetime", "1000000", "--json", nowhere],
                          ["analyse", pgn, "--movetime", "1000000", "--output", nowhere],
                          ["book", "make", pgn, "-o", nowhere], ["book", "grow", "-o", nowhere, "--nodes", "1000000000"],
                          ["selfplay", "-o", nowhere, "--nodes", "1000000000"], self.match("--games", "1000000", "--pgn", nowhere),
                          ["ladder", "--engine", f"cmd={binary.BINARY}", "--opponent", f"cmd={binary.BINARY}", "--tc", "1000",
                           "--svg", nowhere],
                          ["spsa", "--engine", f"cmd={binary.BINARY}", "--nodes", "1000000", "--param", "Hash", "--state", nowhere],
                          ["data", "to-pgn", self.path("absent"), "-o", nowhere]):
            with self.subTest(arguments=arguments[:2]):
                result = binary.run(*arguments, timeout=60)
                self.assertEqual(result.code, NOT_WRITTEN, result.err)
                self.assertIn("no/such/folder", result.err)
        self.assertEqual(os.listdir(self.folder), ["games.pgn"])

    def test_tools_that_fail_leave_nothing_behind(self):
        self.write("letter", "a letter, not a game")
        for arguments in (["merge"], ["shuffle"], ["sample", "--games", "1"], ["filter"], ["random-walks"], ["to-epd"], ["to-pgn"]):
            result = binary.run("data", arguments[0], self.path("letter"), "-o", self.path("made"), *arguments[1:])
            self.assertEqual(result.code, 2, result.err)
        self.assertEqual(os.listdir(self.folder), ["letter"])

    def test_broken_games_make_no_book(self):
        self.write("broken.pgn", "1. e5 e5 *\n\n1. d4 Ke7 *\n")
        result = binary.run("book", "make", self.path("broken.pgn"), "-o", self.path("book.bin"), "--min-games", "1")
        self.assertEqual(result.code, 1)
        self.assertIn("book.bin: no book was written", result.err)
        self.assertEqual(os.listdir(self.folder), ["broken.pgn"])

    def test_an_interrupted_book_leaves_nothing(self):
        read, write = os.pipe()
        process = subprocess.Popen([binary.BINARY, "book", "make", "-", "-o", self.path("book.bin")], stdin=read,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        os.close(read)
        binary.wait_until(lambda: binary.catches(process.pid, signal.SIGTERM), "no handler")
        process.send_signal(signal.SIGTERM)
        os.write(write, b"1. e4 e5 *\n\n1. d4 d5 *\n\n" * 10_000)
        os.close(write)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(os.listdir(self.folder), [])


class Damage(OutputCase):
    def test_one_flipped_bit_in_the_games_of_a_match_is_noticed(self):
        files = ("--pgn", self.path("games.pgn"))
        self.assertEqual(binary.run(*self.match(*files)).code, 0)
        whole = self.read_bytes("games.pgn")
        for at in (10, len(whole) // 2, len(whole) - 10):
            flipped = bytearray(whole)
            flipped[at] ^= 1
            with open(self.path("games.pgn"), "wb") as file:
                file.write(flipped)
            result = binary.run(*self.match("--games", "4", *files, "--resume"))
            self.assertEqual(result.code, 2, result.err)
            self.assertRegex(result.err, r"games\.pgn: game \d, from byte \d+ on, was changed since it was played")
            self.assertEqual(self.read_bytes("games.pgn"), bytes(flipped))
        with open(self.path("games.pgn"), "wb") as file:
            file.write(whole)
        self.assertEqual(binary.run(*self.match("--games", "4", *files, "--resume")).code, 0)
        journal = bytearray(self.read_bytes("games.pgn.journal"))
        journal[journal.index(b"\n") + 20] ^= 4
        with open(self.path("games.pgn.journal"), "wb") as file:
            file.write(journal)
        result = binary.run(*self.match("--games", "6", *files, "--resume"))
        self.assertEqual(result.code, 2, result.err)
        self.assertIn("games.pgn.journal:2: damaged", result.err)

    def test_a_journal_torn_in_its_first_line_is_started_afresh(self):
        self.assertEqual(binary.run(*self.match("--json", self.path("match.json"))).code, 0)
        first = self.read_bytes("match.json.journal").split(b"\n")[0]
        os.remove(self.path("match.json"))
        with open(self.path("match.json.journal"), "wb") as file:
            file.write(first[:30])
        result = binary.run(*self.match("--json", self.path("match.json"), "--resume"))
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("match.json.journal:1: the line was cut off", result.err)
        self.assertEqual(json.loads(self.read_bytes("match.json"))["played_games"], 2)

    def test_training_does_not_ignore_damage_to_an_archive(self):
        games = self.path("games.zwg")
        for number in ("6", "12"):
            binary.run("selfplay", "-o", games, "--games", number, "--nodes", "20", "--hash", "1", "--seed", "1")
        data = bytearray(self.read_bytes("games.zwg"))
        data[100] ^= 1
        with open(games, "wb") as file:
            file.write(data)
        result = binary.run("train", "--output", self.path("run"), games, "--width", "32", "--epochs", "1", "--batch", "64",
                            "--first-ply", "0")
        self.assertEqual(result.code, 1, result.err)
        self.assertIn("the games were damaged in 1 place", result.err)


class Suite(OutputCase):
    def test_resumes_where_it_was_killed_and_completes_its_file(self):
        arguments = ["suite", SUITE, "--nodes", "20000", "--hash", "1", "--json", self.path("run.json")]
        self.write("run.json", "{}")
        process = subprocess.Popen([binary.BINARY, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        journal = "run.json.journal"
        binary.wait_until(lambda: os.path.exists(self.path(journal)) and self.read_bytes(journal).count(b"\n") > 2, "no result")
        process.kill()
        process.wait()
        self.assertEqual(self.read_bytes("run.json"), b"{}")
        kept = self.read_bytes(journal).count(b"\n") - 1
        self.assertEqual(binary.run(*arguments).code, 2, "a run that could go on is not thrown away")
        result = binary.run(*arguments, "--resume")
        self.assertIn(result.code, (0, 1), result.err)
        again = binary.run(*arguments[:-1], self.path("again.json"))
        self.assertEqual(again.code, result.code)

        def results(name):
            run = json.loads(self.read_bytes(name))
            for row in run["results"]:
                for moment in ("solution", "end"):
                    row.get(moment, {}).pop("time_ms", None)
            return run

        self.assertGreater(kept, 0)
        self.assertEqual(results("run.json"), results("again.json"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["again.json", "run.json"])


class Bombs(OutputCase):
    """Small files that decompress to more memory than the programs may use."""

    def setUp(self):
        super().setUp()
        for name, piece, megabytes in (("nothing.zip", b"\0", 300), ("lines.zip", b"x\n", 40),
                                       ("epd.zip", START.encode() + b" bm e4;\n", 120), ("pgn.zip", b"1. e4 e5 *\n\n", 40)):
            size = megabytes << 20
            with zipfile.ZipFile(self.path(name), "w", zipfile.ZIP_DEFLATED) as archive:
                with archive.open("bomb", "w") as file:
                    block = piece * ((1 << 20) // len(piece))
                    written = 0
                    while written < size:
                        file.write(block)
                        written += len(block)

    def run_with_little_memory(self, *arguments):
        def limit():
            most = 600 << 20
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))

        return subprocess.run([binary.BINARY, *arguments], capture_output=True, text=True, timeout=200, check=False,
                              stdin=subprocess.DEVNULL, preexec_fn=limit)

    def test_are_refused_or_streamed(self):
        for name in ("nothing.zip", "lines.zip", "epd.zip", "pgn.zip"):
            bomb = self.path(name)
            commands = [self.match("--openings", bomb), ["suite", bomb, "--depth", "1"]] if name != "nothing.zip" else []
            if name == "nothing.zip":
                commands += [["book", "info", bomb], ["net", "info", bomb], ["net", "export", bomb, "--image", self.path("x")],
                             ["ladder", "--plot-log", bomb, "--svg", self.path("y")],
                             ["suite", self.path("suite.json"), "--compare", bomb], ["suite", bomb, "--depth", "1"],
                             ["tune", SUITE, "--weights", bomb], ["data", "info", bomb]]
                self.write("suite.json", "{}")
            for arguments in commands:
                with self.subTest(arguments=arguments[:2], bomb=name):
                    completed = self.run_with_little_memory(*arguments)
                    self.assertNotIn("out of memory", completed.stderr)
                    self.assertIn(completed.returncode, (0, 1, 2), completed.stderr[-500:])
                    if completed.returncode != 0:
                        self.assertNotEqual(completed.stderr, "")


if __name__ == "__main__":
    binary.main()
