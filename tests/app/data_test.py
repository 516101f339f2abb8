"""Self-play and the tools for its files by the real binary: targets, signals, kills, full disks, foreign files. Kind: real
binary over a pipe."""

import os
import re
import resource
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import network_file

QUICK = ("--nodes", "40", "--hash", "1", "--max-plies", "60", "--seed", "5")


class DataCase(binary.FolderCase):
    def play(self, name, games, *more, code=0):
        result = binary.run("selfplay", "-o", self.path(name), "--games", str(games), *QUICK, *more)
        self.assertEqual(result.code, code, result.err)
        return result

    def good_games(self, name):
        """How many games a whole file holds."""
        result = binary.run("data", "check", self.path(name))
        self.assertEqual(result.code, 0, result.out + result.err)
        self.assertIn("good", result.out)
        return int(result.out.split(": ")[1].split(" games")[0].replace(",", ""))

    def size(self, name):
        return os.path.getsize(self.path(name)) if os.path.exists(self.path(name)) else 0


class Packing(DataCase):
    def test_packed_files_unpack_to_the_same_bytes_and_are_read_everywhere(self):
        self.play("plain", 6, "--network", "none")
        packed = binary.run("data", "pack", self.path("plain"), "-o", self.path("packed"))
        self.assertEqual((packed.code, packed.err), (0, ""))
        self.assertRegex(packed.out, r"6 games, [\d,]+ positions, [\d,]+ bytes, \d\.\d+ per position")
        self.assertLess(self.size("packed"), self.size("plain"))
        self.assertEqual(binary.run("data", "unpack", self.path("packed"), "-o", self.path("again")).code, 0)
        self.assertEqual(self.read_bytes("again"), self.read_bytes("plain"))

        self.assertEqual(self.good_games("packed"), 6)
        for tool in (("data", "info"), ("data", "to-pgn"), ("data", "to-epd")):
            plain, read = (binary.run(*tool, self.path(name)) for name in ("plain", "packed"))
            self.assertEqual((read.code, read.out), (0, plain.out), tool)
        for name in ("plain", "packed"):
            trained = binary.run("train", self.path(name), "-o", self.path("net of " + name), "--width", "32", "--epochs",
                                 "1", "--first-ply", "0")
            self.assertEqual(trained.code, 0, trained.err)
        networks = [[file for file in os.listdir(self.path("net of " + name)) if file.endswith(".zugnet")]
                    for name in ("plain", "packed")]
        self.assertEqual(networks[0], networks[1])
        judged = [binary.run("net", "judge", "none", "--first-ply", "0", "--games", self.path(name))
                  for name in ("plain", "packed")]
        self.assertEqual((judged[0].code, judged[0].out), (0, judged[1].out))

    def test_a_torn_packed_file_is_reported_and_can_be_continued(self):
        self.play("plain", 6)
        self.assertEqual(binary.run("data", "pack", self.path("plain"), "-o", self.path("packed")).code, 0)
        os.truncate(self.path("packed"), self.size("packed") - 3)
        torn = binary.run("data", "unpack", self.path("packed"), "-o", self.path("nothing"))
        self.assertEqual(torn.code, 1)
        self.assertIn("inside a frame", torn.err)
        again = self.play("packed", 6)
        self.assertIn("inside a frame", again.err)
        self.assertTrue(self.read_bytes("packed").startswith(b"ZWPACKD\n"), "appending keeps the coding")
        self.assertEqual(self.good_games("packed"), 6)
        pgn = [binary.run("data", "to-pgn", self.path(name)).out for name in ("plain", "packed")]
        self.assertEqual(pgn[0], pgn[1])


class Selfplay(DataCase):
    def test_plays_to_its_target_and_continues_to_the_next(self):
        self.assertIn("4 games", self.play("games", 4).out)
        self.assertEqual(self.good_games("games"), 4)
        again = self.play("games", 7)
        self.assertIn("continues after 4 games", again.err)
        self.assertIn("this run: 3 games", again.out)
        self.assertEqual(self.good_games("games"), 7)
        self.play("at once", 7, "--concurrency", "2")
        pgn = [binary.run("data", "to-pgn", self.path(name)).out for name in ("games", "at once")]
        self.assertEqual(pgn[0], pgn[1])
        self.assertEqual(pgn[0].count("[Event "), 7)

    def running(self, *more):
        return subprocess.Popen(
            [binary.BINARY, "selfplay", "-o", self.path("games"), *QUICK, *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )

    def wait_for_bytes(self, process, size, what):
        end = time.monotonic() + 60
        while self.size("games") < size:
            self.assertIsNone(process.poll(), what)
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def test_ctrl_c_keeps_the_games_and_the_file_can_be_continued(self):
        played = 0
        for aim, code in (((), 0), (("--games", "1000000"), 130)):
            with self.running(*aim) as process:
                self.wait_for_bytes(process, 16, "no header")
                # Some games before the first frame is written.
                start = binary.seconds_of_work(process.pid)
                binary.wait_until(lambda: binary.seconds_of_work(process.pid) > start + 0.3, "no games are played")
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, code, err)
            told = int(re.search(r"this run: ([\d,]+) games", out)[1].replace(",", ""))
            self.assertGreater(told, 0, out)
            played += told
        held = self.good_games("games")
        self.assertEqual(held, played)
        self.play("games", held + 2)
        self.assertEqual(self.good_games("games"), held + 2)

    def test_a_kill_costs_the_last_frame_at_most(self):
        for frames in (1, 2):
            before = self.size("games")
            with self.running("--concurrency", "2") as process:
                self.wait_for_bytes(process, before + 2000 * frames, "no frame")
                process.kill()
                process.communicate(timeout=30)
        held = self.good_games("games")
        self.assertGreater(held, 0)
        # The same seed: all games are those of an undisturbed run.
        kept = binary.run("data", "to-pgn", self.path("games")).out
        self.play("undisturbed", held)
        self.assertEqual(binary.run("data", "to-pgn", self.path("undisturbed")).out, kept)

    def test_a_torn_tail_is_named_and_cut_off(self):
        self.play("games", 4)
        whole = self.read_bytes("games")
        with open(self.path("games"), "wb") as file:
            file.write(whole[:-7])
        check = binary.run("data", "check", self.path("games"))
        self.assertEqual(check.code, 1)
        self.assertIn("the file ends inside a frame", check.err)
        again = self.play("games", 4)
        self.assertIn("the file ends inside a frame", again.err)
        self.assertEqual(self.read_bytes("games"), whole)

    def test_two_writers_are_kept_apart(self):
        with self.running() as process:
            self.wait_for_bytes(process, 16, "no header")
            second = self.play("games", 5, code=3)
            self.assertIn("another process is writing to it", second.err)
            process.kill()
            process.communicate(timeout=30)

    def test_a_full_disk_is_reported_and_written_games_stay(self):
        result = binary.run("selfplay", "-o", "/dev/full", "--games", "2", *QUICK)
        self.assertNotEqual(result.code, 0)
        self.assertIn("/dev/full: cannot be written", result.err)

        self.play("games", 5)
        before = self.read_bytes("games")

        def little_room():
            # A nearly full disk; without ignoring the signal, the process would end before write() can fail.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, len(before) + 100))

        completed = subprocess.run(
            [binary.BINARY, "selfplay", "-o", self.path("games"), "--games", "9", *QUICK],
            capture_output=True, text=True, timeout=60, check=False, preexec_fn=little_room,
        )
        self.assertEqual(completed.returncode, 3, completed.stderr)
        self.assertIn(self.path("games") + ": cannot be written", completed.stderr)
        self.assertIn("kept", completed.stderr)
        self.assertEqual(self.read_bytes("games"), before)
        self.play("games", 9)

    def test_a_bad_opening_is_named_and_left_out(self):
        start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
        with open(self.path("openings.epd"), "w", encoding="utf-8") as file:
            file.write(start + "\nnonsense\n")
        result = self.play("games", 1, "--openings", self.path("openings.epd"))
        self.assertIn(self.path("openings.epd") + ":2: ", result.err)
        self.assertIn(start, binary.run("data", "to-pgn", self.path("games")).out)

    def test_plays_with_a_network(self):
        network_file.write(self.path("net.zugnet"))
        self.assertIn("network zug-", self.play("by_network", 2, "--network", self.path("net.zugnet")).err)
        self.assertIn("classical", self.play("classical", 2, "--network", "none").err)
        self.assertNotEqual(self.read_bytes("by_network"), self.read_bytes("classical"))
        self.assertIn("absent.zugnet", self.play("x", 1, "--network", self.path("absent.zugnet"), code=2).err)

    def test_bad_arguments_are_named(self):
        nowhere = binary.run("selfplay", "-o", self.path("no/folder/games"), "--games", "1")
        self.assertEqual(nowhere.code, 3)
        self.assertIn("no/folder/games", nowhere.err)
        for arguments, word in (
            (["-o", self.path("x"), "--openings", self.path("absent.epd")], "absent.epd"),
            (["-o", self.path("x"), "--nodes", "100", "--hard-nodes", "50"], "--hard-nodes 50"),
            (["-o", self.path("x"), "--games", "-3"], "-3"),
            (["--games", "1"], "output"),
            (["-o", self.path("x"), "--chess960", "--openings", "y"], "openings"),
        ):
            result = binary.run("selfplay", *arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err + result.out)
        with open(self.path("foreign"), "w", encoding="utf-8") as file:
            file.write("a letter, not a game")
        result = self.play("foreign", 1, code=2)
        self.assertIn("not a file of games", result.err)
        self.assertEqual(self.read_bytes("foreign"), b"a letter, not a game")


class Data(DataCase):
    def setUp(self):
        super().setUp()
        self.play("games", 6)

    def test_info_describes(self):
        result = binary.run("data", "info", self.path("games"))
        self.assertEqual(result.code, 0, result.err)
        for word in ("6 games", "results", "ends", "length in plies", "White scored", "usable", "in check"):
            self.assertIn(word, result.out)

    def test_the_model_of_results_is_fitted_to_scores(self):
        result = binary.run("data", "fit-wdl", self.path("games"))
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("positions of 6 games", result.out)
        losses = [float(loss) for loss in re.findall(r"(\d\.\d+) (?:with|fitted)", result.out)]
        self.assertEqual(len(losses), 2, result.out)
        self.assertLessEqual(losses[1], losses[0])
        self.assertRegex(result.out, r"\.middle = [\d.]+, \.middle_per_material = ")
        self.assertEqual(binary.run("data", "fit-wdl", self.path("absent")).code, 2)

    def test_random_walks_start_from_every_position(self):
        result = binary.run("data", "random-walks", self.path("games"), "-o", self.path("walks"), "--seed", "1", "--plies", "2")
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"walks: [\d,]+ walks, [\d,]+ positions, from 6 games")
        self.assertGreater(self.good_games("walks"), 100)

    def test_check_tells_good_from_damaged_from_foreign(self):
        whole = self.read_bytes("games")
        with open(self.path("damaged"), "wb") as file:
            file.write(whole[:60] + bytes([whole[60] ^ 4]) + whole[61:])
        result = binary.run("data", "check", self.path("games"), self.path("damaged"))
        self.assertEqual(result.code, 1)
        self.assertIn(self.path("damaged") + ": at byte 16: a frame is damaged", result.err)
        self.assertIn(self.path("games") + ": 6 games", result.out)
        result = binary.run("data", "check", "/bin/sh", self.path("games"))
        self.assertEqual(result.code, 2)
        self.assertIn("/bin/sh: not a file of games", result.err)
        self.assertIn("good", result.out)
        self.assertEqual(binary.run("data", "check", self.path("absent")).code, 2)

    def test_files_go_through_all_tools(self):
        steps = (
            ("merge", "merged", ("games", "games"), (), 12),
            ("shuffle", "shuffled", ("merged",), ("--seed", "1"), 12),
            ("sample", "sampled", ("shuffled",), ("--games", "5", "--seed", "2"), 5),
            ("filter", "filtered", ("merged",), ("--min-plies", "1", "--max-plies", "400", "--start-score", "3000"), 12),
            ("filter", "none", ("merged",), ("--min-plies", "500"), 0),
        )
        for tool, output, inputs, options, games in steps:
            paths = [self.path(name) for name in inputs]
            result = binary.run("data", tool, *paths, "-o", self.path(output), *options)
            self.assertEqual(result.code, 0, result.err)
            self.assertEqual(self.good_games(output), games, tool)
            self.assertEqual(binary.run("data", tool, *paths, "-o", self.path(output), *options).code, 2)

    def test_filters_by_result_and_end_as_info_names_them(self):
        total = 0
        for result in ("1-0", "0-1", "1/2-1/2"):
            name = result.replace("/", "_")
            run = binary.run("data", "filter", "-o", self.path(name), "--results", result, self.path("games"))
            self.assertEqual(run.code, 0, run.err)
            total += self.good_games(name)
        self.assertEqual(total, 6)
        run = binary.run("data", "filter", self.path("games"), "-o", self.path("long"), "--end", "too long", "--end", "win by score")
        self.assertEqual(run.code, 0, run.err)
        bad = binary.run("data", "filter", self.path("games"), "-o", self.path("x"), "--end", "boredom")
        self.assertEqual(bad.code, 2)
        self.assertIn("boredom", bad.err + bad.out)

    def test_positions_as_epd(self):
        quiet = binary.run("data", "to-epd", self.path("games"))
        everything = binary.run("data", "to-epd", "--all", self.path("games"))
        with_checks = binary.run("data", "to-epd", "--keep-checks", self.path("games"))
        self.assertEqual((quiet.code, everything.code, with_checks.code), (0, 0, 0))
        counts = [run.out.count("\n") for run in (quiet, with_checks, everything)]
        self.assertLess(0, counts[0])
        self.assertLess(counts[0], counts[1])
        self.assertLess(counts[1], counts[2])
        for line in everything.out.splitlines():
            self.assertRegex(line, r'^\S+ [wb] \S+ \S+ \d+ \d+ c9 "(1-0|0-1|1/2-1/2)"; ce -?\d+;$')
        result = binary.run("data", "to-epd", self.path("games"), "-o", self.path("out.epd"))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(self.read("out.epd"), quiet.out)

    def test_games_as_pgn_and_back(self):
        result = binary.run("data", "to-pgn", self.path("games"), "-o", self.path("games.pgn"))
        self.assertEqual(result.code, 0, result.err)
        result = binary.run("data", "from-pgn", self.path("games.pgn"), "-o", self.path("again"))
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("6 of 6 games", result.out)
        lines = [binary.run("data", "to-epd", "--all", self.path(name)).out for name in ("games", "again")]
        self.assertEqual(lines[0], lines[1])
        self.assertEqual(binary.run("data", "from-pgn", self.path("absent.pgn"), "-o", self.path("none")).code, 2)
        self.assertEqual(self.size("none"), 0)


if __name__ == "__main__":
    binary.main()
