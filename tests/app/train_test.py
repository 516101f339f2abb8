"""`zugwerk train` from games to a network, and what is done with it. Kind: real binary over a pipe."""

import glob
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary
import network_file

# Small enough for a test: some thousand positions, a narrow network.
QUICK = ("--width", "32", "--epochs", "3", "--batch", "256", "--warm-up", "5", "--learning-rate", "0.005")


def contents(path):
    with open(path, "rb") as file:
        return file.read()


class Train(binary.FolderCase):
    @classmethod
    def setUpClass(cls):
        cls.games_folder = tempfile.mkdtemp()
        cls.games = os.path.join(cls.games_folder, "games.zwg")
        result = binary.run("selfplay", "-o", cls.games, "--games", "60", "--nodes", "60", "--hash", "1", "--seed", "5")
        assert result.code == 0, result.err

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.games_folder)

    def network_in(self, name):
        networks = glob.glob(os.path.join(self.path(name), "zug-*.zugnet"))
        self.assertEqual(len(networks), 1, networks)
        return networks[0]

    def train(self, name, *arguments):
        return binary.run("train", "--output", self.path(name), *arguments)

    def test_games_become_a_sound_network_with_a_card(self):
        result = self.train("run", self.games, *QUICK)
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"epoch   3/3  loss 0\.\d+  held out 0\.\d+ .* positions/s, 0\.0 s left")
        self.assertRegex(result.out, r"left out, in check: \d+")
        self.assertIn("filter: first ply 16,", result.out)
        network = self.network_in("run")
        verified = binary.run("net", "verify", network)
        self.assertEqual(verified.code, 0, verified.err)
        with open(network.replace(".zugnet", ".json"), encoding="utf-8") as file:
            card = json.load(file)
        self.assertEqual(card["network"] + ".zugnet", os.path.basename(network))
        self.assertEqual(card["recipe"]["filter"]["first_ply"], 16)
        self.assertEqual(card["recipe"]["width"], 32)
        self.assertGreater(card["positions"]["learned"], card["positions"]["held_out"])
        self.assertLess(card["quantisation"]["mean_centipawns"], 20)
        self.assertIn("<svg", contents(os.path.join(self.path("run"), "losses.svg")).decode())
        bench = binary.run("bench", "--depth", "3", "--quiet", "--network", network)
        self.assertEqual(bench.code, 0, bench.err)

    def test_the_same_seed_gives_the_same_network_for_any_threads(self):
        self.assertEqual(self.train("one", self.games, *QUICK).code, 0)
        self.assertEqual(self.train("two", self.games, *QUICK, "--threads", "2").code, 0)
        self.assertEqual(self.train("other", self.games, *QUICK, "--seed", "2").code, 0)
        one = os.path.basename(self.network_in("one"))
        self.assertEqual(os.path.basename(self.network_in("two")), one)
        self.assertNotEqual(os.path.basename(self.network_in("other")), one)

    def test_a_killed_run_resumes_to_the_same_network(self):
        long = ("--width", "64", "--epochs", "60", "--batch", "256")
        self.assertEqual(self.train("whole", self.games, *long).code, 0)
        for name, how in (("killed", signal.SIGKILL), ("interrupted", signal.SIGINT)):
            process = subprocess.Popen(
                [binary.BINARY, "train", self.games, "--output", self.path(name), *long],
                stdout=subprocess.PIPE, text=True)
            while not process.stdout.readline().startswith("epoch   2/"):
                self.assertIsNone(process.poll(), "it ended too early")
            process.send_signal(how)
            process.stdout.read()
            process.stdout.close()
            code = process.wait(timeout=60)
            self.assertEqual(code, 130 if how == signal.SIGINT else -signal.SIGKILL)
            refused = self.train(name, self.games, *long)
            self.assertEqual(refused.code, 2)
            self.assertIn("already holds a run", refused.err)
            # With or without what the run was begun with.
            resumed = self.train(name, *(() if how == signal.SIGKILL else (self.games, *long)), "--resume")
            self.assertEqual(resumed.code, 0, resumed.err)
            self.assertIn("resumed after step", resumed.out)
            self.assertEqual(os.path.basename(self.network_in(name)), os.path.basename(self.network_in("whole")))
            self.assertEqual(contents(os.path.join(self.path(name), "run.zwtrain")),
                             contents(os.path.join(self.path("whole"), "run.zwtrain")))

    def test_a_run_starts_from_the_network_of_another(self):
        self.assertEqual(self.train("first", self.games, *QUICK).code, 0)
        start = os.path.join(self.path("first"), "run.zwtrain")
        result = self.train("second", self.games, "--start", start, "--epochs", "1", "--learning-rate", "0.0001")
        self.assertEqual(result.code, 0, result.err)
        name = os.path.basename(self.network_in("first")).removesuffix(".zugnet")
        self.assertIn("(768 -> 32) x 2", result.out)
        self.assertIn("from " + name, result.out)
        with open(self.network_in("second").replace(".zugnet", ".json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["recipe"]["start"], name)
        grown = self.train("wider", self.games, "--start", self.network_in("first"), "--width", "64", "--epochs", "1",
                           "--learning-rate", "0.0001")
        self.assertEqual(grown.code, 0, grown.err)
        self.assertIn("(768 -> 64) x 2", grown.out)
        narrowed = self.train("narrower", self.games, "--start", self.network_in("wider"), "--width", "32")
        self.assertEqual(narrowed.code, 2)
        self.assertIn("64 neurons cannot be narrowed to 32", narrowed.err)
        refused = self.train("third", self.games, "--start", self.path("absent"))
        self.assertEqual(refused.code, 2)
        self.assertIn("absent", refused.err)

    def test_bad_input_exits_with_2_and_says_why(self):
        foreign = self.path("foreign.zwg")
        with open(foreign, "w", encoding="utf-8") as file:
            file.write('[Event "a PGN"]\n\n1. e4 *\n')
        os.mkdir(self.path("broken"))
        with open(os.path.join(self.path("broken"), "run.zwtrain"), "wb") as file:
            file.write(b"ZWTRAIN\n and then nothing of use")
        for name, arguments, word in (
            ("a", (), "no files"),
            ("a", ("/no/such/games.zwg",), "/no/such/games.zwg"),
            ("a", (foreign,), "foreign.zwg"),
            ("a", (self.games, "--first-ply", "1000"), "no positions are left"),
            ("a", (self.games, "--width", "100"), "width 100"),
            ("a", (self.games, "--buckets", "3"), "3 output buckets"),
            ("a", (self.games, "--lambda", "2"), "--lambda"),
            ("none", ("--resume",), "run.zwtrain"),
            ("broken", ("--resume",), "run.zwtrain: version"),
        ):
            result = self.train(name, *arguments)
            self.assertEqual(result.code, 2, (arguments, result.out))
            self.assertIn(word, result.err + result.out, arguments)
        result = self.train(os.path.join("foreign.zwg", "below"), self.games)
        self.assertEqual(result.code, 3)
        self.assertIn("foreign.zwg", result.err)

    def test_a_truncated_file_is_named_and_the_rest_is_used(self):
        cut = self.path("cut.zwg")
        with open(cut, "wb") as file:
            file.write(contents(self.games)[:-7])
        result = self.train("run", cut, self.games, *QUICK)
        self.assertEqual(result.code, 1, result.err)
        self.assertIn("cut.zwg", result.err)

    def test_a_run_does_not_resume_with_other_games(self):
        self.assertEqual(self.train("run", self.games, *QUICK).code, 0)
        for arguments, word in ((("--epochs", "40"), "begun with another --epochs: "),
                                (("--first-ply", "3"), "begun with another --first-ply: "),
                                (("--start", self.network_in("run")), "begun with another --start: ")):
            result = self.train("run", self.games, *arguments, "--resume")
            self.assertEqual(result.code, 2)
            self.assertIn(word, result.err)
        result = self.train("run", self.games, *QUICK, "--resume")
        self.assertEqual(result.code, 0, result.err)
        result = self.train("run", self.games, self.games, "--resume")
        self.assertEqual(result.code, 2)
        self.assertIn("other positions", result.err)

    def test_a_network_is_compared_with_its_floats(self):
        self.assertEqual(self.train("run", self.games, *QUICK).code, 0)
        network = self.network_in("run")
        run = os.path.join(self.path("run"), "run.zwtrain")
        result = binary.run("net", "verify", network, "--run", run)
        self.assertEqual(result.code, 0, result.err)
        self.assertRegex(result.out, r"its best network, compared over [\d,]+ positions")
        self.assertRegex(result.out, r"centipawns off on average \d+\.\d\d, at most \d+\.\d\d")
        self.assertEqual(binary.run("net", "verify", network, "--run", run, "--games", self.games).out, result.out)
        other = self.path("other.zugnet")
        network_file.write(other)
        result = binary.run("net", "verify", other, "--run", run)
        self.assertEqual(result.code, 1)
        self.assertIn("neither the best nor the last network", result.err)
        result = binary.run("net", "verify", network, "--run", network)
        self.assertEqual(result.code, 2)
        self.assertIn("not a run of training", result.err)

    def test_networks_are_exported_from_runs_and_drawn(self):
        self.assertEqual(self.train("run", self.games, *QUICK).code, 0)
        network = self.network_in("run")
        run = os.path.join(self.path("run"), "run.zwtrain")
        result = binary.run("net", "export", run, "--output", self.folder, "--image", self.path("layer.png"))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(contents(self.path(os.path.basename(network))), contents(network))
        self.check_png(contents(self.path("layer.png")))
        result = binary.run("net", "export", network, "--image", self.path("again.png"))
        self.assertEqual(contents(self.path("again.png")), contents(self.path("layer.png")), result.err)
        result = binary.run("net", "export", run, "--last", "--output", self.path("last.zugnet"))
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(binary.run("net", "verify", self.path("last.zugnet")).code, 0)
        for arguments, word in (((network,), "--output or --image"),
                                ((network, "--last", "--image", self.path("x")), "--last"),
                                ((self.games, "--image", self.path("x")), "games.zwg")):
            result = binary.run("net", "export", *arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn(word, result.err, arguments)
        result = binary.run("net", "export", run, "--image", "/no/such/folder/x.png")
        self.assertEqual(result.code, 3)
        self.assertIn("/no/such/folder/x.png", result.err)

    def check_png(self, data):
        """All that a reader of PNG checks."""
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        at, chunks = 8, {}
        while at < len(data):
            size, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            self.assertEqual(struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0], zlib.crc32(kind + body))
            chunks[kind] = body
            at += 12 + size
        self.assertEqual(list(chunks), [b"IHDR", b"PLTE", b"IDAT", b"IEND"])
        width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
        pixels = zlib.decompress(chunks[b"IDAT"])
        self.assertEqual(len(pixels), height * (width + 1))
        self.assertLess(max(pixels), len(chunks[b"PLTE"]) // 3)
        self.assertGreater(len(set(pixels)), 100, "shades of many weights")


if __name__ == "__main__":
    binary.main()
