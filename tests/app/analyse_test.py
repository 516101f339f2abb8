"""`zugwerk analyse` and `zugwerk explain` by the real binary: files, broken games, resuming. Kind: real binary over a pipe."""

import base64
import hashlib
import html.parser
import json
import os
import shutil
import signal
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import binary

FAMOUS = os.path.join(HERE, "..", "data", "famous_games.pgn")
QUICK = ("--nodes", "2000", "--hash", "1")
VOID = {"meta", "br"}
# Long enough that a run can be killed between its games.
SLOW = ("--nodes", "10000", "--hash", "1")


class Balance(html.parser.HTMLParser):
    """Checks that every element is closed where it should be."""

    def __init__(self):
        super().__init__()
        self.count = 0
        self.open = []
        self.ids = []
        self.problems = []

    def handle_starttag(self, tag, attrs):
        self.count += 1
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_startendtag(self, tag, attrs):
        self.count += 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")


class Analyse(binary.FolderCase):
    def test_three_games_into_three_files(self):
        pgn, data, page = self.path("out.pgn"), self.path("out.json"), self.path("out.html")
        result = binary.run("analyse", FAMOUS, *QUICK, "--concurrency", "2", "--output", pgn, "--json", data, "--html", page)
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("3 games reviewed", result.out)
        self.assertIn("Morphy, Paul - Duke of Brunswick and Count Isouard", result.out)
        games = json.loads(self.read("out.json"))["games"]
        self.assertEqual([game["opening"] for game in games][0], "Philidor Defense")
        self.assertEqual(len(games[0]["moves"]), 33)
        # The output can be read and reviewed again.
        again = binary.run("analyse", pgn, *QUICK, "--quiet")
        self.assertEqual((again.code, again.out), (0, "3 games reviewed\n"), again.err)
        balance = Balance()
        balance.feed(self.read("out.html"))
        self.assertEqual((balance.problems, balance.open), ([], []))
        self.assertEqual(len(balance.ids), len(set(balance.ids)))
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.html", "out.json", "out.pgn"])
        # The policy names the style sheet by its hash and allows nothing else.
        text = self.read("out.html")
        style = text.split("<style>")[1].split("</style>")[0]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
        self.assertIn(f'<meta http-equiv="Content-Security-Policy" content="{policy}">', text)

    @unittest.skipUnless(shutil.which("chromium"), "chromium is not there")
    def test_a_browser_finds_nothing_to_repair_on_the_page(self):
        page = self.path("out.html")
        binary.run("analyse", FAMOUS, *QUICK, "--html", page)
        browser = ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + self.path("profile")]
        seen = subprocess.run([*browser, "--dump-dom", "file://" + page], capture_output=True, text=True, timeout=120, check=True)
        ours, theirs = Balance(), Balance()
        ours.feed(self.read("out.html"))
        theirs.feed(seen.stdout)
        # A browser closes, moves and drops bad markup; its elements would then differ from ours.
        self.assertEqual(ours.count, theirs.count)
        self.assertEqual(ours.ids, theirs.ids)

    def test_famous_games_are_judged_as_in_the_books(self):
        # What every search must find, whatever the evaluation.
        data = self.path("out.json")
        result = binary.run("analyse", FAMOUS, "--nodes", "20000", "--network", "none", "--concurrency", "2", "--json", data)
        self.assertEqual(result.code, 0, result.err)
        opera, immortal, century = json.loads(self.read("out.json"))["games"]
        self.assertEqual([game["opening"] for game in (opera, immortal, century)],
                         ["Philidor Defense", "King's Gambit Accepted: Bishop's Gambit, Bryan Countergambit",
                          "English Opening: Anglo-Indian Defense, King's Indian Formation"])

        def move(game, number, side, san):
            found = [m for m in game["moves"] if (m["number"], m["side"], m["san"]) == (number, side, san)]
            self.assertEqual(len(found), 1)
            return found[0]

        # Anderssen's mate in three, and the move that allowed it.
        blunder = move(immortal, 20, "Black", "Na6")
        self.assertEqual(blunder["mark"], "blunder")
        self.assertEqual(blunder["text"], "Allows mate in 3 with a sacrifice and a deflection: 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7#.")
        self.assertEqual(blunder["reasons"][0]["motif"], "mate")
        # Morphy's queen is a sacrifice and no mistake; Byrne should not have taken Fischer's.
        self.assertNotIn("mark", move(opera, 16, "White", "Qb8+"))
        self.assertIn(move(century, 18, "White", "Bxb6").get("mark"), ("mistake", "blunder"))
        self.assertNotIn("mark", move(century, 17, "Black", "Be6"))
        self.assertGreater(century["black"]["accuracy"], century["white"]["accuracy"])
        self.assertGreater(opera["white"]["accuracy"], opera["black"]["accuracy"])

    def test_threads_do_not_change_the_review(self):
        texts = []
        for threads in ("1", "2"):
            name = f"by {threads}.pgn"
            result = binary.run("analyse", FAMOUS, *QUICK, "--concurrency", threads, "--output", self.path(name))
            self.assertEqual(result.code, 0, result.err)
            texts.append(self.read(name))
        self.assertEqual(texts[0], texts[1])

    def test_broken_games_are_named_and_the_others_reviewed(self):
        games = self.write("bad.pgn", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e4 Ke6 *\n\n[Event "c"]\n\n1. d4 d5 *\n')
        result = binary.run("analyse", games, *QUICK)
        self.assertEqual(result.code, 2)
        self.assertIn(games + ":7:7: illegal move 'Ke6'", result.err)
        self.assertIn("2 games reviewed, 1 broken", result.out)

    def test_a_killed_run_resumes(self):
        out = self.path("out.pgn")
        arguments = [binary.BINARY, "analyse", FAMOUS, *SLOW, "--output", out]
        killed = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.assertTrue(killed.stdout.readline().startswith("Game 1:"))
        killed.kill()
        killed.wait()
        killed.stdout.close()
        self.assertFalse(os.path.exists(out))
        journal = out + ".journal"
        self.assertTrue(os.path.exists(journal))
        # Without --resume it does not touch existing files.
        refused = binary.run("analyse", FAMOUS, *SLOW, "--output", out)
        self.assertEqual(refused.code, 2)
        self.assertIn("--resume", refused.err)
        other = binary.run("analyse", FAMOUS, *QUICK, "--output", out, "--resume")
        self.assertEqual(other.code, 2)
        self.assertIn("other settings", other.err)
        result = binary.run("analyse", FAMOUS, *SLOW, "--output", out, "--resume")
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("3 games reviewed, ", result.out)
        self.assertFalse(os.path.exists(journal))
        result = binary.run("analyse", FAMOUS, *SLOW, "--output", self.path("at once.pgn"), "--quiet")
        self.assertEqual(result.code, 0, result.err)
        self.assertEqual(self.read("out.pgn"), self.read("at once.pgn"))

    def test_an_interruption_keeps_finished_games(self):
        out = self.path("out.pgn")
        with subprocess.Popen(
            [binary.BINARY, "analyse", FAMOUS, "--movetime", "60000", "--output", out], stdout=subprocess.PIPE, text=True
        ) as process:
            # From here on signals are handled.
            binary.wait_until(lambda: os.path.exists(out + ".journal"), "no journal")
            process.send_signal(signal.SIGINT)
            text, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn("0 games reviewed", text)
        self.assertIn("continue with --resume", text)

    def test_bad_files_are_named(self):
        nowhere = self.path("no/such/folder/out.pgn")
        result = binary.run("analyse", FAMOUS, *QUICK, "--output", nowhere)
        self.assertEqual(result.code, 3)
        self.assertIn(nowhere + ": cannot be written: No such file or directory", result.err)
        missing = self.path("missing.pgn")
        result = binary.run("analyse", missing, *QUICK)
        self.assertEqual(result.code, 2)
        self.assertIn(missing, result.err)
        self.assertEqual(binary.run("analyse", FAMOUS, "--resume").code, 2)

    def test_standard_input_is_read(self):
        result = binary.run("analyse", "-", *QUICK, stdin="1. f3 e5 2. g4 Qh4# 0-1\n")
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("2.g4?? #-1 Blunder. Allows mate in 1: 2...Qh4#.", result.out)

    def test_explain(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"
        result = binary.run("explain", "--fen", fen, *QUICK)
        self.assertEqual(result.code, 0, result.err)
        self.assertIn("White threatens mate in 1: 4.Qxf7#.", result.out)
        as_json = json.loads(binary.run("explain", "--fen", fen, "--json", *QUICK).out)
        self.assertEqual(as_json["to_move"], "Black")
        bad = binary.run("explain", "--fen", "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        self.assertEqual(bad.code, 2)
        self.assertIn("FEN", bad.err)


if __name__ == "__main__":
    binary.main()
