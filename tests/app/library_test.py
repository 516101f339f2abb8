"""The library by the real binary: import, search, explorer, export, and what must survive. Kind: real binary."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import binary

FAMOUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "famous_games.pgn")

GAMES = """[Event "Club"]
[Date "2023.05.01"]
[White "Müller, Hans"]
[Black "Smith, John"]
[Result "1-0"]
[WhiteElo "1800"]
[BlackElo "1750"]
[ECO "C20"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "Club"]
[Date "2024.06.??"]
[White "Smith, John"]
[Black "Muller, Hanna"]
[Result "0-1"]
[WhiteElo "1760"]
[BlackElo "2100"]
[ECO "B20"]

1. e4 c5 2. Nf3 {the main move} 2... d6 (2... Nc6 3. d4) 0-1

[Event "Open"]
[Date "2024.07.03"]
[White "Doe, Jane"]
[Black "Smith, John"]
[Result "1/2-1/2"]
[ECO "A04"]

1. Nf3 Nf6 2. e4 Nxe4 3. d3 Nf6 1/2-1/2

"""
BROKEN = '[Event "broken"]\n\n1. e4 e5 2. Nxe5 *\n\n'


def made_games(count, seed=1):
    """Games of different players and moves, also short ones."""
    chance = random.Random(seed)
    lines = ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O", "1. d4 d5 2. c4 e6 3. Nc3 Nf6",
             "1. c4 e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5 5. Nc3 Nb6", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6"]
    return "".join(f'[Event "E{number % 9}"]\n[Date "20{10 + number % 15}.01.02"]\n[Round "{number}"]\n[White "P{number}"]\n'
                   f'[Black "Q{chance.randrange(50)}"]\n[Result "1-0"]\n\n{chance.choice(lines)} 1-0\n\n'
                   for number in range(count))


class Libraries(binary.FolderCase):
    def setUp(self):
        super().setUp()
        self.library = self.path("games.zwlib")

    def command(self, *arguments, code=0, **options):
        name, *rest = arguments
        result = binary.run("library", name, *rest, "--library", self.library, **options)
        self.assertEqual(result.code, code, result.err + result.out)
        return result

    def json(self, *arguments):
        return json.loads(self.command(*arguments, "--json").out)

    def numbers(self, *arguments):
        return [game["game"] for game in self.json("search", *arguments)["games"]]


class Importing(Libraries):
    def test_reports_duplicates_and_broken_games_and_keeps_the_others(self):
        pgn = self.write("games.pgn", GAMES + BROKEN + GAMES)
        result = self.command("import", pgn, code=1)
        self.assertIn("3 games added, 3 duplicates, 1 broken", result.out)
        self.assertRegex(result.err, r"games\.pgn:\d+:\d+: illegal move 'Nxe5'")
        again = self.command("import", pgn)
        self.assertIn("0 games added, 0 duplicates, 0 broken; 7 skipped, imported before", again.out)

    def test_export_gives_back_what_a_reader_makes_of_the_file(self):
        pgn = self.write("games.pgn", GAMES)
        self.command("import", pgn, FAMOUS)
        self.command("export", "-o", self.path("out.pgn"))
        other = self.path("other.zwlib")
        self.assertEqual(binary.run("library", "import", self.path("out.pgn"), "--library", other).code, 0)
        exported = self.read("out.pgn")
        self.assertIn("2. Nf3 {the main move} 2... d6 (2... Nc6 3. d4) 0-1", exported)
        self.assertEqual(binary.run("library", "export", "--library", other).out, exported)
        self.command("export", "-o", self.path("out.pgn"), code=2)  # an existing file is kept

    def test_reads_standard_input_and_packed_files(self):
        self.command("import", "-", stdin=GAMES)
        if shutil.which("zstd"):
            packed = self.path("famous.pgn.zst")
            subprocess.run(["zstd", "-q", FAMOUS, "-o", packed], check=True)
            self.assertNotIn(" 0 games added", self.command("import", packed).out)

    def test_a_missing_file_is_named_before_anything_is_imported(self):
        pgn = self.write("games.pgn", GAMES)
        result = self.command("import", pgn, self.path("none.pgn"), code=2)
        self.assertIn("none.pgn", result.err)
        self.assertIn("0 games", self.command("search").out)

    def test_a_folder_that_is_not_there_is_a_clear_error(self):
        result = binary.run("library", "import", FAMOUS, "--library", self.path("no/such/games.zwlib"))
        self.assertEqual(result.code, 3)
        self.assertIn("No such file or directory", result.err)


class Searching(Libraries):
    def setUp(self):
        super().setUp()
        self.command("import", self.write("games.pgn", GAMES))

    def test_finds_by_header(self):
        self.assertEqual(self.numbers("--player", "smith"), [1, 2, 3])
        self.assertEqual(self.numbers("--player", "muller"), [1, 2])  # with or without the dots on the u
        self.assertEqual(self.numbers("--player", "mul han"), [1, 2])
        self.assertEqual(self.numbers("--player", "smith", "--side", "white"), [2])
        self.assertEqual(self.numbers("--player", "smith", "--opponent", "jane doe"), [3])
        self.assertEqual(self.numbers("--event", "club"), [1, 2])
        self.assertEqual(self.numbers("--since", "2024"), [2, 3])
        self.assertEqual(self.numbers("--since", "2024.07.01"), [3])
        self.assertEqual(self.numbers("--until", "2024.06"), [1, 2])
        self.assertEqual(self.numbers("--min-rating", "1700"), [1, 2])
        self.assertEqual(self.numbers("--max-rating", "1900"), [1])
        self.assertEqual(self.numbers("--result", "1-0", "--result", "1/2-1/2"), [1, 3])
        self.assertEqual(self.numbers("--eco", "B00-C99"), [1, 2])
        self.assertEqual(self.numbers("--min-moves", "3"), [3])
        self.assertEqual(self.numbers("--games", "3,1"), [1, 3])

    def test_finds_by_position(self):
        after_e4_nf3 = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
        self.assertEqual(self.numbers("--fen", after_e4_nf3), [2])
        self.assertEqual(self.numbers("--pawns", "4k3/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/4K3 w - - 0 1"), [2])
        self.assertEqual(self.numbers("--material", "KQRRBBNNPPPPPPPKQRRBBNNPPPPPPPP"), [3])
        self.assertEqual(self.numbers("--imbalance", "QvQ"), [1, 2, 3])
        self.assertEqual(self.numbers("--imbalance", "QvR"), [])

    def test_names_what_it_does_not_understand(self):
        for arguments, text in ((("--eco", "X1"), "--eco: 'X1'"), (("--since", "soon"), "'soon' is no date"),
                                (("--result", "2-0"), "'2-0'"), (("--material", "QQ"), "KRPKR"),
                                (("--games", "99"), "there is no game 99"), (("--fen", "x"), "--fen")):
            self.assertIn(text, self.command("search", *arguments, code=2).err)

    def test_labels_and_deletion(self):
        self.command("label", "study", "--player", "doe")
        self.command("label", "study", "--games", "1")
        self.assertEqual(self.numbers("--label", "study"), [1, 3])
        self.command("label", "study", "--games", "1", "--remove")
        self.assertEqual(self.numbers("--label", "study"), [3])
        self.assertIn("1 game would be deleted", self.command("delete", "--label", "study").out)
        self.command("delete", code=2)
        self.command("delete", "--label", "study", "--yes")
        self.assertEqual(self.numbers(), [1, 2])

    def test_my_games(self):
        self.command("me", "--add", "Müller, Hans", "--add", "Muller, Hanna")
        self.assertEqual(self.numbers("--mine"), [1, 2])
        self.assertEqual(self.numbers("--mine", "--side", "white"), [1])
        self.assertEqual(self.command("me", "--remove", "Muller, Hanna").out, "Müller, Hans\n")
        self.assertEqual(self.numbers("--mine"), [1])

    def test_explores_positions(self):
        start = self.json("explore")
        self.assertEqual([(move["san"], move["games"], move["white"], move["draws"], move["black"])
                          for move in start["moves"]], [("e4", 2, 1, 0, 1), ("Nf3", 1, 0, 1, 0)])
        self.assertEqual(start["moves"][0]["rating"], 1780)
        self.assertEqual(start["moves"][0]["last_played"], "2024.06.??")
        self.assertEqual([game["game"] for game in start["games"]], [2, 1, 3])
        e4 = self.json("explore", "startpos moves e2e4", "--since", "2024")
        self.assertEqual([(move["san"], move["games"]) for move in e4["moves"]], [("c5", 1)])
        ended = self.json("explore", "startpos moves e2e4 e7e5 g1f3 b8c6")
        self.assertEqual([(move["san"], move["games"]) for move in ended["moves"]], [("", 1)])
        self.assertEqual(self.json("explore", "startpos moves a2a3")["moves"], [])


class Surviving(Libraries):
    GAMES = 6000

    def test_an_import_that_is_killed_again_and_again_ends_with_every_game(self):
        """Killed at random moments; in between, the library is sound."""
        pgn = self.write("many.pgn", made_games(self.GAMES))
        packed = ["library", "import", pgn, "--library", self.library]
        chance = random.Random()
        started = time.monotonic()
        self.assertEqual(binary.run(*packed[:-1], self.path("whole.zwlib")).code, 0)
        whole = time.monotonic() - started
        for _ in range(6):
            process = subprocess.Popen([binary.BINARY, *packed], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(chance.uniform(0, whole))
            process.kill()
            process.communicate()
            if os.path.exists(self.library):
                checked = binary.run("library", "check", "--library", self.library)
                # Killed before its first transaction, it is an empty file.
                if checked.code != 0:
                    self.assertIn("not a Zugwerk library", checked.err)
        self.command("import", pgn)
        self.assertIn(f"{self.GAMES:,} games checked, 0 faults", self.command("check").out)
        exported = self.command("export").out
        self.assertEqual(sorted(re.findall(r'Round "(\d+)"', exported)), sorted(str(n) for n in range(self.GAMES)))

    def test_two_imports_at_once_lose_nothing_and_add_nothing_twice(self):
        one = self.write("one.pgn", made_games(3000))
        two = self.write("two.pgn", made_games(3000) + made_games(500, seed=2))
        processes = [subprocess.Popen([binary.BINARY, "library", "import", file, "--library", self.library],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for file in (one, two)]
        while any(process.poll() is None for process in processes):
            binary.run("library", "explore", "--library", self.library)
        for process in processes:
            out, err = process.communicate()
            self.assertEqual(process.returncode, 0, out + err)
        alone = self.path("alone.zwlib")
        binary.run("library", "import", one, two, "--library", alone)
        expected = binary.run("library", "search", "--limit", "1", "--library", alone).out.splitlines()[-1]
        self.assertEqual(self.command("search", "--limit", "1").out.splitlines()[-1], expected)
        self.assertIn(" 0 faults", self.command("check").out)

    @unittest.skipUnless(hasattr(os, "sched_setaffinity"), "limits of processes")
    def test_a_full_disk_is_a_clear_error_and_the_library_stays(self):
        self.command("import", self.write("games.pgn", GAMES))
        many = self.write("many.pgn", made_games(self.GAMES))
        # No file may grow beyond this, which to a program is the same as a full disk.
        limited = subprocess.run(["sh", "-c", 'ulimit -f 400; trap "" XFSZ; exec "$0" "$@"', binary.BINARY, "library", "import",
                                  many, "--library", self.library], capture_output=True, text=True, check=False)
        self.assertEqual(limited.returncode, 3, limited.stderr)
        self.assertIn("games.zwlib", limited.stderr)
        self.assertIn("3 games checked, 0 faults", self.command("check").out)
        self.command("import", many)
        self.assertIn(f"{self.GAMES + 3:,} games checked, 0 faults", self.command("check").out)

    def test_a_damaged_file_is_found_and_the_rest_saved(self):
        self.command("import", self.write("many.pgn", made_games(self.GAMES)))
        size = os.path.getsize(self.library)
        with open(self.library, "r+b") as file:
            file.seek(size // 2 // 4096 * 4096 + 100)
            file.write(b"\xff" * 3000)
        self.command("check", code=1)
        result = binary.run("library", "check", "--library", self.library, "--save", self.path("saved.pgn"))
        self.assertEqual(result.code, 0, result.err)
        saved = int(re.search(r"([\d,]+) games saved", result.out)[1].replace(",", ""))
        self.assertGreater(saved, self.GAMES * 9 // 10)

    def test_other_files_are_refused_and_left_alone(self):
        self.library = self.write("games.pgn", GAMES)
        self.command("import", FAMOUS, code=2)
        self.assertEqual(self.read("games.pgn"), GAMES)


if __name__ == "__main__":
    binary.main()
